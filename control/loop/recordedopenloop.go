package loop

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	traced "kinetree/compile/traced/tree"
	"kinetree/sim"
	"kinetree/tree"
)

// Shape implements sim.RecordableController: efforts that are constant.
func (o *OpenLoop) Shape() string {
	if o.table != nil {
		return ""
	}
	return "constant"
}

// Splits implements sim.RecordableController. There is one segment.
func (o *OpenLoop) Splits(float64) bool { return false }

// Steady implements sim.RecordableController.
func (o *OpenLoop) Steady() bool { return true }

// Believed implements sim.RecordableController.
func (o *OpenLoop) Believed() *tree.Model { return nil }

// Record implements sim.RecordableController.
func (o *OpenLoop) Record(t *tape.Tape, _, _ *traced.Model) (sim.RecordedEfforts, error) {
	efforts := sim.Constant(t.Fixed(len(o.constant)))
	efforts.Next = func(_, _ []graph.Num) ([]graph.Num, error) { return efforts.End, nil }
	return efforts, nil
}

// Enter implements sim.RecordableController.
func (o *OpenLoop) Enter(l *tape.Lane) bool {
	l.Fix(o.constant...)
	return true
}

// Leave implements sim.RecordableController. Nothing has changed.
func (o *OpenLoop) Leave(*tape.Lane) {}

// Ahead implements sim.RecordableController. Nothing has to be given.
func (o *OpenLoop) Ahead(*tape.Lane, sim.Stretch, bool) bool { return true }

// Begun implements sim.RecordableController.
func (o *OpenLoop) Begun(*tape.Lane, float64) (end float64) { return math.Inf(1) }

// Alike implements sim.RecordableController: all steps are.
func (o *OpenLoop) Alike(ends []float64) int { return len(ends) }

// Passed implements sim.RecordableController.
func (o *OpenLoop) Passed(int, float64) (end float64) { return math.Inf(1) }
