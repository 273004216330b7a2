package loop

import (
	"fmt"
	"math"
	"sort"
)

// OpenLoop is a sim.Segmented that applies efforts that depend on time only: constants, and for some joints a table
// over time. An OpenLoop remembers the present segment, the time between two rows of the table, so each simulation
// needs an OpenLoop of its own.
type OpenLoop struct {
	constant []float64
	table    *EffortTable
	row      int // the row that the current segment begins with, -1 before the first
	lane     tableLane
}

// NewOpenLoop returns a controller that applies the constant efforts (an effort vector, see [tree.EffortLayout]). From
// the time of its first row on, the table gives the efforts of its columns; the table may be nil.
func NewOpenLoop(constant []float64, table *EffortTable) *OpenLoop {
	return &OpenLoop{constant: constant, table: table, row: -1}
}

// BeginSegment begins the segment of the table that time t lies in, and returns the time of the end of the segment,
// infinity after the last row. Until the next call of BeginSegment, Effort is smooth in time and answers for the whole
// segment: at the end of the segment with the limit from the left. There is no error.
func (o *OpenLoop) BeginSegment(t float64, _, _ []float64) (end float64, err error) {
	if o.table != nil {
		o.row = o.rowAt(t)
	}
	return o.end(), nil
}

// rowAt returns the first row of the segment that time t lies in, -1 before the first row of the table.
func (o *OpenLoop) rowAt(t float64) int {
	times := o.table.Times
	t += tolerance(t)
	return sort.Search(len(times), func(i int) bool { return times[i] > t }) - 1
}

// end returns when the segment ends.
func (o *OpenLoop) end() float64 {
	if o.table == nil || o.row+1 == len(o.table.Times) {
		return math.Inf(1)
	}
	return o.table.Times[o.row+1]
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
	for k, c := range o.table.Columns {
		tau[c] = o.table.at(o.row, k, t)
	}
	return nil
}

// at returns the effort of a column at time t of the segment that begins with a row.
func (e *EffortTable) at(row, column int, t float64) float64 {
	x := e.Rows[row][column]
	if e.Linear && row+1 < len(e.Rows) {
		from, to := e.Times[row], e.Times[row+1]
		s := (t - from) / (to - from)
		x += float64(s * (e.Rows[row+1][column] - x))
	}
	return x
}
