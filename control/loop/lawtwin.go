package loop

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
	tracedcontrol "kinetree/compile/traced/control"
	twin "kinetree/compile/traced/tree"
	"kinetree/control"
	"kinetree/sim"
	"kinetree/tree"
)

// lawTwin is what a loop knows of the twin of its law.
type lawTwin struct {
	law   control.Recordable
	rows  *tape.RowList // in the memory of the law
	shape string        // empty if the law has no twin
}

// newLawTwin returns it for a law of the controller of a robot. There is no twin of a law that computes with several
// models besides that of the robot.
func newLawTwin(l control.Law, robot *tree.Model) *lawTwin {
	law, ok := l.(control.Recordable)
	if !ok {
		return &lawTwin{}
	}
	shape, models, err := traced.Shape(law)
	if err != nil {
		return &lawTwin{}
	}
	for _, m := range models {
		if m != robot && m != law.Believed() {
			return &lawTwin{}
		}
	}
	return &lawTwin{law, tape.RowsOf(law), shape}
}

// believed returns the model that the law computes with, nil for that of the robot.
func (l *lawTwin) believed() *tree.Model { return l.law.Believed() }

// record declares the rows of the law, and returns what records its efforts for an input. Where due is more than ½ the
// step keeps what the law remembers.
func (l *lawTwin) record(t *tape.Tape, x *sim.RecordedRobot, n int,
	due graph.Num) (efforts func(in *tracedcontrol.Input) []graph.Num) {
	r, err := traced.Record(t, l.law, func(m *tree.Model) *twin.Model {
		if m == l.believed() {
			return x.Believed
		}
		return x.Robot
	})
	if err != nil {
		panic(graph.ErrUnmet)
	}
	return func(in *tracedcontrol.Input) []graph.Num {
		tau := make([]graph.Num, n)
		if err := r.Twin.(tracedcontrol.Law).Effort(tau, in); err != nil {
			panic(graph.ErrUnmet)
		}
		r.Keep(due)
		return tau
	}
}
