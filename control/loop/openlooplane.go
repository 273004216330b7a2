package loop

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/sim"
	"kinetree/tree"
)

// tableLane is the state of an open loop in a lane. Five rows of efforts are given for a step: at the moments of the
// step, at the time of its end, and at the start of the next step.
type tableLane struct {
	step     float64 // argument of the last call of Splits
	splits   bool    // its result
	row      int     // of the segment after the step
	constant bool    // the efforts are the same at all these times
}

// Shape implements sim.RecordableController. The shape names the columns of the table.
func (o *OpenLoop) Shape() string {
	if o.table == nil {
		return "constant"
	}
	return fmt.Sprintf("constant, with a table of %v", o.table.Columns)
}

// Splits implements sim.RecordableController. Segments end within steps if rows of the table lie within steps.
func (o *OpenLoop) Splits(step float64) bool {
	if r := &o.lane; o.table != nil && r.step != step {
		r.step, r.splits = step, slices.ContainsFunc(o.table.Times, func(t float64) bool {
			n := t / step
			return math.Abs(n-math.Round(n)) > rest
		})
	}
	return o.lane.splits
}

// Known implements sim.RecordableController.
func (o *OpenLoop) Known() bool { return true }

// Believed implements sim.RecordableController.
func (o *OpenLoop) Believed() *tree.Model { return nil }

// Wrenches implements sim.RecordableController.
func (o *OpenLoop) Wrenches() *sim.LinkWrenches { return nil }

// Record implements sim.RecordableController.
func (o *OpenLoop) Record(t *tape.Tape, _ *sim.RecordedRobot) sim.RecordedEfforts {
	constant := t.Fixed(len(o.constant))
	if o.table == nil {
		return sim.Constant(constant)
	}
	moment := func() []graph.Num {
		list := slices.Clone(constant)
		for i, x := range t.Given(len(o.table.Columns)) {
			list[o.table.Columns[i]] = x
		}
		return list
	}
	return sim.Timed(moment(), moment(), moment(), moment(), moment())
}

// Enter implements sim.RecordableController.
func (o *OpenLoop) Enter(l *tape.Lane) bool {
	l.Fix(o.constant...)
	return true
}

// Leave implements sim.RecordableController. Steps change nothing in an open loop.
func (o *OpenLoop) Leave(*tape.Lane) {}

// PrepareStep implements sim.RecordableController.
func (o *OpenLoop) PrepareStep(l *tape.Lane, s sim.Stretch, begins bool) bool {
	if o.table == nil {
		return true
	}
	r, end := &o.lane, s.From+s.Length
	for _, t := range [...]float64{s.From, s.From + s.Length/2, end, s.To} {
		o.give(l, o.row, t)
	}
	r.row = o.row
	if begins {
		r.row, end = o.rowAt(s.To), s.To
	}
	o.give(l, r.row, end)
	r.constant = r.row == o.row && !o.table.Linear
	return true
}

// give gives the efforts of the table at time t of the segment that begins with a row.
func (o *OpenLoop) give(l *tape.Lane, row int, t float64) {
	for k, c := range o.table.Columns {
		x := o.constant[c]
		if row >= 0 {
			x = o.table.at(row, k, t)
		}
		l.Give(x)
	}
}

// SegmentBegan implements sim.RecordableController.
func (o *OpenLoop) SegmentBegan(*tape.Lane, float64) (end float64) {
	if o.table == nil {
		return math.Inf(1)
	}
	o.row = o.lane.row
	return o.end()
}

// Repeats implements sim.RecordableController. Steps repeat while the efforts are constant.
func (o *OpenLoop) Repeats(ends []float64) (n int) {
	switch {
	case o.table == nil:
		return len(ends)
	case !o.lane.constant:
		return 0
	}
	for end := o.end(); n < len(ends) && ends[n]+tolerance(ends[n]) < end; {
		n++
	}
	return n
}

// Repeated implements sim.RecordableController.
func (o *OpenLoop) Repeated(int, float64) (end float64) { return o.end() }
