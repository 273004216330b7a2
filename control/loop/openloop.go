package loop

import (
	"fmt"
	"math"
	"sort"
)

// OpenLoop is a sim.Segmented that applies efforts that depend on time only: constants, and for some joints a table
// over time. It remembers the segment of the table, the time between two rows, that a simulation is in, so each
// simulation needs one of its own.
type OpenLoop struct {
	constant []float64
	table    *EffortTable
	row      int // the row that the current segment begins with, -1 before the first
}

// NewOpenLoop returns a controller that applies the constant efforts (an effort vector, see [tree.EffortLayout]) and,
// from its first row on, those of the table, which may be nil, in the table's columns.
func NewOpenLoop(constant []float64, table *EffortTable) *OpenLoop {
	return &OpenLoop{constant, table, -1}
}

// BeginSegment begins the segment of the table that time t lies in, and returns the time of its end, infinity after
// the last row. Until it is called again, Effort is smooth and answers for the whole of the segment: at its end with
// the limit from the left. There is no error.
func (o *OpenLoop) BeginSegment(t float64, _, _ []float64) (end float64, err error) {
	if o.table == nil {
		return math.Inf(1), nil
	}
	times := o.table.Times
	t += tolerance(t)
	next := sort.Search(len(times), func(i int) bool { return times[i] > t })
	o.row = next - 1
	if next == len(times) {
		return math.Inf(1), nil
	}
	return times[next], nil
}

// Effort sets tau to the efforts at time t of the current segment. It does not allocate. It panics if tau has not
// one number for each constant effort.
func (o *OpenLoop) Effort(tau []float64, t float64, _, _ []float64) error {
	if len(tau) != len(o.constant) {
		panic(fmt.Sprintf("loop: there are %d efforts for an effort vector of length %d", len(o.constant), len(tau)))
	}
	copy(tau, o.constant)
	if o.table == nil || o.row < 0 {
		return nil
	}
	tab := o.table
	row := tab.Rows[o.row]
	for k, dof := range tab.Columns {
		tau[dof] = row[k]
	}
	if tab.Linear && o.row+1 < len(tab.Rows) {
		from, to := tab.Times[o.row], tab.Times[o.row+1]
		s := (t - from) / (to - from)
		for k, dof := range tab.Columns {
			tau[dof] += float64(s * (tab.Rows[o.row+1][k] - row[k]))
		}
	}
	return nil
}
