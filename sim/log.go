package sim

import "errors"

// Sink takes the log of a run: one Begin, a Record for each logged state, one End in any case after Begin. A log is a table of numbers; the
// columns have the names of the trajectory CSV.
type Sink interface {
	Begin(columns []string) error
	Record(row []float64) error // row is valid during the call only
	End(*Summary) error
}

// Columns returns the names of the columns of a log: the time; for each joint in model order its position, velocity, acceleration
// and effort; the energies. Units are SI and radians.
func (w *World) Columns() []string {
	columns := []string{"time"}
	for _, j := range w.Model.Joints() {
		columns = append(columns, j.Name+"/position", j.Name+"/velocity", j.Name+"/acceleration", j.Name+"/effort")
	}
	return append(columns, "energy/kinetic", "energy/potential", "energy/total")
}

// begin opens the log with the state at the start.
func (w *World) begin() error {
	columns := w.Columns()
	w.row = make([]float64, len(columns))
	if err := w.Sink.Begin(columns); err != nil {
		return err
	}
	return w.record()
}

// record logs the current state.
func (w *World) record() error {
	s := w.state
	if err := w.Effort(w.effort, s.T, s.Q, s.V); err != nil {
		return err
	}
	row := append(w.row[:0], s.T)
	for _, j := range w.Model.Joints() {
		row = append(row, s.Q[j.Q], s.V[j.V], s.A[j.V], w.effort[j.V])
	}
	kinetic, potential := w.energy.Energy(s.Q, s.V)
	w.logged = s.T
	return w.Sink.Record(append(row, kinetic, potential, kinetic+potential))
}

// closeLog ends the log with the last state, unless writing has failed before.
func (w *World) closeLog(s *Summary, status Status, err error) (Status, error) {
	if status != Failed && w.logged != w.state.T {
		if e := w.record(); e != nil {
			status, err = Failed, errors.Join(err, e)
		}
	}
	s.end(w, status, err)
	if e := w.Sink.End(s); e != nil {
		status, err = Failed, errors.Join(err, e)
	}
	return status, err
}
