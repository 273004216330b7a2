package scenario

import (
	"kinetree/compile"
	"kinetree/control"
	"kinetree/sim"
	"kinetree/tree"
)

// LaneSolver returns machine code for the accelerations of a model, for as many states at a time as the options say.
// The error says why there is none, see package compile.
func LaneSolver(m *tree.Model, o compile.Options) (sim.LaneSolver, error) {
	b := compile.ForwardDynamics(m, o)
	_, reason := b.Code()
	return sim.LaneSolver{Count: b.Lanes, Q: b.Q, Qd: b.Qd, Tau: b.Tau, Qdd: b.Qdd, Gravity: b.Gravity,
		Compute: b.Compute}, reason
}

// StepCodes returns what makes machine code for whole steps, once it pays.
func StepCodes() *sim.StepCodes { return &sim.StepCodes{Assemble: compile.LaneCode, After: 2_000} }

// Lane returns the run for lanes beside others. Ended is called at its end, see sim.LaneRun.
func (r *Run) Lane(ended func(*sim.Summary, error)) sim.LaneRun {
	l := sim.LaneRun{World: r.World, Until: r.Scenario.Duration, Ended: ended}
	if r.Loop != nil {
		if law, ok := r.Loop.Law.(control.Foreseer); ok {
			l.Foresee = law.Foresee
		}
	}
	return l
}

// WantsGravity reports whether the law of the run asks for the gravity efforts of its robot.
func (r *Run) WantsGravity() bool { return r.Lane(nil).Foresee != nil }
