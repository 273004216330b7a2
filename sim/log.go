package sim

import (
	"fmt"
	"slices"

	"kinetree/named"
)

// Sink takes the log of a run: one Begin and, unless that fails, a Record for each logged state and one End. A log is a table of numbers;
// the columns have the names of the trajectory CSV.
type Sink interface {
	Begin(columns []string) error
	Record(row []float64) error // row is valid during the call only
	End(*Summary) error
}

// baseColumns are those of a floating base: position and orientation in the world, velocity in the root link's axes.
var baseColumns = []string{
	"base/position/x", "base/position/y", "base/position/z",
	"base/orientation/x", "base/orientation/y", "base/orientation/z", "base/orientation/w",
	"base/linear_velocity/x", "base/linear_velocity/y", "base/linear_velocity/z",
	"base/angular_velocity/x", "base/angular_velocity/y", "base/angular_velocity/z",
}

// Columns returns the names of the columns of a log: the time; the state of a floating base; for each joint in model order its positions,
// velocities, accelerations and efforts; the energies. Units are SI and radians. The effort of a joint is the one that is given to it, also where
// it follows another one.
func (w *World) Columns() []string {
	columns := []string{"time"}
	if w.Model().Floating() {
		columns = append(columns, baseColumns...)
	}
	for _, j := range w.Model().Joints() {
		for _, part := range []struct {
			n    int
			name string
		}{{j.NQ, "/position"}, {j.NV, "/velocity"}, {j.NV, "/acceleration"}, {j.NV, "/effort"}} {
			for _, name := range named.Coordinates(j.Name, part.n) {
				columns = append(columns, name+part.name)
			}
		}
	}
	return append(columns, "energy/kinetic", "energy/potential", "energy/total")
}

// checkColumns returns an error if two columns have the same name, as those of a joint "a[0]" beside a joint "a" with several coordinates.
func (w *World) checkColumns() error {
	columns := w.Columns()
	slices.Sort(columns)
	for i := range columns[1:] {
		if columns[i] == columns[i+1] {
			return fmt.Errorf("the log would have two columns %q; expected other names of the joints", columns[i])
		}
	}
	return nil
}

func (w *World) beginLog() error {
	columns := w.Columns()
	w.row = make([]float64, len(columns))
	return w.config.Sink.Begin(columns)
}

// log writes the current state to the sink, if there is one.
func (w *World) log() error {
	if w.config.Sink == nil {
		return nil
	}
	s := w.state
	if err := w.Effort(w.effort, s.T, s.Q, s.V); err != nil {
		return w.at(err)
	}
	row := append(w.row[:0], s.T)
	if w.Model().Floating() {
		row = append(append(row, s.Q[:7]...), s.V[:6]...)
	}
	joints := w.Model().Joints()
	for k := range joints {
		j := &joints[k]
		row = named.AppendPosition(row, j, s.Q)
		row = named.AppendRate(row, j, s.V)
		row = named.AppendRate(row, j, s.A)
		effort := w.layout.Index(k)
		row = append(row, w.effort[effort:effort+j.NV]...)
	}
	kinetic, potential := w.energy.Energy(s.Q, s.V)
	w.logged = s.T
	return w.config.Sink.Record(append(row, kinetic, potential, kinetic+potential))
}

// endLog ends the log with the last state, unless logging is what failed. The first error counts.
func (w *World) endLog(s *Summary, status Status, err error) (Status, error) {
	fail := func(e error) {
		if e != nil && err == nil {
			status, err = Failed, e
		}
	}
	if status != Failed && w.logged != w.state.T {
		fail(w.log())
	}
	s.end(w, status, err)
	fail(w.config.Sink.End(s))
	return status, err
}
