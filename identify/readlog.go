package identify

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/internal/table"
	"kinetree/tree"
)

// ReadLog reads the log of a motion from CSV, as simulations write it (see sim.World.Columns): a header with the
// column time, and for each joint <joint>/position and <joint>/effort and, if they were logged, <joint>/velocity and
// <joint>/acceleration; then rows of numbers with rising times. A floating base has the columns base/position/x and
// so on; its accelerations are not in logs. A joint that follows another one needs no columns; its effort adds to
// that of the other. The efforts of stops, <joint>/limit_effort, add to those of the joints.
//
// Velocities and accelerations without a column are NaN: see [Samples.Smooth]. Columns that a log of this robot does
// not have are returned as unknown. The error joins a *table.Error for each fault, at most a hundred.
func ReadLog(r io.Reader, file string, m *tree.Model) (s *Samples, unknown []string, err error) {
	l := &logReader{logged: m.LogColumns(), places: places(m)}
	read, err := table.Read(r, file, l.use)
	if err == nil {
		err = l.missing(file)
	}
	if err != nil {
		return nil, l.unknown, err
	}
	s = &Samples{T: read.Times}
	for _, row := range read.Rows {
		numbers := [...][]float64{tree.Position: m.Neutral(), tree.Velocity: notKnown(m.NV()),
			tree.Acceleration: notKnown(m.NV()),
			tree.Effort:       make([]float64, m.NV())}
		for i, p := range l.columns {
			if p.what == tree.Effort {
				numbers[p.what][p.index] += p.ratio * row[i]
			} else {
				numbers[p.what][p.index] = row[i]
			}
		}
		s.Q, s.V = append(s.Q, numbers[tree.Position]), append(s.V, numbers[tree.Velocity])
		s.A, s.Tau = append(s.A, numbers[tree.Acceleration]), append(s.Tau, numbers[tree.Effort])
	}
	return s, l.unknown, nil
}

// place is where the numbers of a column go: to an index in the rows of a quantity. Efforts add up, those of a
// follower times its ratio.
type place struct {
	what   tree.Quantity
	index  int
	ratio  float64
	needed bool
}

// places returns where the columns go that are used, by name.
func places(m *tree.Model) map[string]place {
	all := map[string]place{}
	if m.Floating() {
		for i, name := range []string{"position/x", "position/y", "position/z", "orientation/x", "orientation/y",
			"orientation/z", "orientation/w"} {
			all["base/"+name] = place{tree.Position, i, 1, true}
		}
		for i, name := range []string{"linear_velocity/x", "linear_velocity/y", "linear_velocity/z",
			"angular_velocity/x", "angular_velocity/y", "angular_velocity/z"} {
			all["base/"+name] = place{tree.Velocity, i, 1, false}
		}
	}
	for name, c := range m.LogColumns() {
		j := &m.Joints()[c.Joint]
		follows := j.Leader >= 0
		switch {
		case c.Quantity == tree.Effort:
			all[name] = place{c.Quantity, j.V + c.Coordinate, j.Ratio, !follows}
		case follows:
		case c.Quantity == tree.Position:
			all[name] = place{c.Quantity, j.Q + c.Coordinate, 1, true}
		default:
			all[name] = place{c.Quantity, j.V + c.Coordinate, 1, false}
		}
	}
	for _, j := range m.Joints() {
		if j.NV == 1 {
			all[j.Name+"/limit_effort"] = place{tree.Effort, j.V, j.Ratio, false}
		}
	}
	return all
}

type logReader struct {
	logged  map[string]tree.LogColumn
	places  map[string]place
	columns []place  // of the table
	seen    []string // the names of all columns
	unknown []string
}

// use says what a column means.
func (l *logReader) use(field string) (bool, error) {
	name := strings.TrimSpace(field)
	if _, exact := l.places[field]; exact {
		name = field
	}
	p, used := l.places[name]
	again := slices.Contains(l.seen, name)
	l.seen = append(l.seen, name)
	switch _, logged := l.logged[name]; {
	case used && again:
		return false, fmt.Errorf("a second column %s; keep one", name)
	case used:
		l.columns = append(l.columns, p)
	case !logged && !tree.IsOtherLogColumn(name):
		l.unknown = append(l.unknown, name)
	}
	return used, nil
}

// missing reports the positions and efforts that have no column, in the order of the joints.
func (l *logReader) missing(file string) error {
	var lacking []string
	for name, p := range l.places {
		if p.needed && !slices.Contains(l.seen, name) {
			lacking = append(lacking, name)
		}
	}
	if lacking == nil {
		return nil
	}
	slices.Sort(lacking)
	hint := ""
	if len(lacking) == 1 {
		hint = suggest.Hint(lacking[0], l.unknown)
	}
	return &table.Error{File: file, Line: 1, Column: 1,
		Err: fmt.Errorf("there are no columns %s%s; expected the position and the effort of each joint",
			suggest.List(lacking), hint)}
}

// notKnown returns n numbers that are not known.
func notKnown(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}
