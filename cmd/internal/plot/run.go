package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Run is the log of a simulation, thinned to what a picture can show; make one with NewRun. Its methods Begin and
// Record are those of a sink of package sim: it may be fed while a simulation runs, or with the rows of a log. Memory
// is bounded however long the run is.
type Run struct {
	Name     string                // in legends
	Joints   map[string]Coordinate // what is known of coordinates, by the name of their columns; may be nil
	From, To float64               // rows outside this span of time are left out
	Held     []string              // columns whose numbers hold until the next row; others sample a curve
	Around   []*Run                // other runs, which a shaded band behind the curves of this one holds

	time   int      // column
	joints []string // coordinates of joints, in the order of the log
	// series has the curves by joint and quantity, or by column for what belongs to no joint; columns lists these in
	// the order of the log.
	series  map[key]*series
	columns []string
	order   []*series
	rows    int
	first   float64 // time of the first and the last row
	last    float64
}

// NewRun returns a run without rows that takes those of all times.
func NewRun(name string) *Run {
	return &Run{Name: name, From: math.Inf(-1), To: math.Inf(1)}
}

// Coordinate describes a joint, or one of its coordinates.
type Coordinate struct {
	Position, Velocity, Acceleration, Effort string     // units
	Limits                                   [2]float64 // of the position; infinite without
	MaxVelocity, MaxEffort                   float64    // magnitudes; infinite without
}

// key names a curve. What belongs to no joint has the name of its column as quantity.
type key struct{ joint, quantity string }

// series is a curve: a column of the log, or the difference of two.
type series struct {
	trace
	column, minus int     // minus is -1 for a column alone
	jumps         bool    // the column of a difference is held
	before        float64 // the number of such a column in the last row
}

// suffixes are the ends of the names of columns that belong to joints, the longer ones first.
var suffixes = []string{"reference/position", "reference/velocity", "reference/acceleration", "friction_effort",
	"limit_effort", "unexplained_effort",
	"position", "velocity", "acceleration", "effort"}

// Begin takes the names of the columns. Those whose names mean nothing here are not drawn.
func (r *Run) Begin(columns []string) error {
	r.time = slices.Index(columns, "time")
	if r.time < 0 {
		return fmt.Errorf("%s: there is no column time; expected the log of a run", r.Name)
	}
	r.series = map[key]*series{}
	r.joints, r.columns, r.order, r.rows = nil, nil, nil, 0
	for i, name := range columns {
		if i == r.time {
			continue
		}
		joint, quantity := split(name)
		if joint != "" && !slices.Contains(r.joints, joint) {
			r.joints = append(r.joints, joint)
		}
		if joint == "" {
			r.columns = append(r.columns, name)
		}
		r.add(key{joint, quantity}, i, -1).held = slices.Contains(r.Held, name)
	}
	for _, joint := range r.joints { // reference - position
		reference, position := r.series[key{joint, "reference/position"}], r.series[key{joint, "position"}]
		if reference != nil && position != nil {
			e := r.add(key{joint, "error"}, reference.column, position.column)
			e.jumps, e.before = reference.held, math.NaN()
		}
	}
	return nil
}

func (r *Run) add(k key, column, minus int) *series {
	s := &series{column: column, minus: minus}
	r.series[k] = s
	r.order = append(r.order, s)
	return s
}

// split returns the joint that a column belongs to and what it holds. The joint is empty if it belongs to none.
func split(column string) (joint, quantity string) {
	for _, s := range suffixes {
		if joint, ok := strings.CutSuffix(column, "/"+s); ok && joint != "" {
			return joint, s
		}
	}
	return "", column
}

// Record adds a row of the log. Amortised O(columns).
func (r *Run) Record(row []float64) error {
	t := row[r.time]
	if !finite(t) || t < r.From || t > r.To {
		return nil
	}
	if r.rows++; r.rows == 1 {
		r.first = t
	}
	r.last = t
	for _, s := range r.order {
		y := row[s.column]
		if s.jumps && y != s.before {
			if !math.IsNaN(s.before) { // where the difference was before it jumps
				s.add(t, s.before-row[s.minus])
			}
			s.before = y
		}
		if s.minus >= 0 {
			y -= row[s.minus]
		}
		s.add(t, y)
	}
	return nil
}

// Rows returns how many rows lie between From and To.
func (r *Run) Rows() int { return r.rows }

// has reports whether a joint, or any if the name is empty, has a quantity.
func (r *Run) has(joint, quantity string) bool {
	if joint != "" {
		return r.series[key{joint, quantity}] != nil
	}
	return slices.ContainsFunc(r.joints, func(j string) bool { return r.series[key{j, quantity}] != nil })
}
