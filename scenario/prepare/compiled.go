package prepare

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
	algorithm := sim.ArticulatedBodies
	if o.MassMatrix {
		algorithm = sim.MassMatrix
	}
	return sim.LaneSolver{Count: b.Lanes, Algorithm: algorithm, Q: b.Q, Qd: b.Qd, Tau: b.Tau, Qdd: b.Qdd,
		Gravity: b.Gravity, Compute: b.Compute,
		Use: func(lane int, m *tree.Model) bool { return b.Use(lane, m) == nil }}, reason
}

// StepCodes returns what makes machine code for whole steps, once it pays.
func StepCodes() *sim.StepCodes { return &sim.StepCodes{Assemble: compile.LaneCode, After: 2_000} }

// RunCode is machine code for runs of models that are alike. It is made anew, and then for both, when a run comes
// whose model differs in other numbers. It is for one goroutine; the zero RunCode is ready, and takes as many lanes as
// there can be.
type RunCode struct {
	Lanes   int  // 0, or how many
	Early   bool // code for whole steps is made at the first of them
	Steps   *sim.StepCodes
	model   *tree.Model // the first one; nil for none
	options compile.Options
	solver  sim.LaneSolver
	none    bool         // there is no code for the model here
	numbers [2][]float64 // of models that are compared
}

// wants returns what code for a run and those before it has as inputs. It returns false if the model of the run is not
// alike.
func (c *RunCode) wants(r *Run) (o compile.Options, alike bool) {
	m := r.World.Model()
	o = c.options
	o.Gravity = o.Gravity || r.WantsGravity()
	o.MassMatrix = r.World.Algorithm() == sim.MassMatrix
	if c.model == m {
		return o, true
	}
	if c.model == nil || !c.model.SameStructure(m) {
		return o, false
	}
	c.numbers[0], c.numbers[1] = c.model.Numbers(c.numbers[0][:0]), m.Numbers(c.numbers[1][:0])
	for i, x := range c.numbers[1] {
		if x != c.numbers[0][i] {
			o.Inertias = o.Inertias || i < m.Inertial()
			o.Placements = o.Placements || i >= m.Inertial()
		}
	}
	return o, true
}

// Has reports whether the code serves a run, as it is.
func (c *RunCode) Has(r *Run) bool {
	o, alike := c.wants(r)
	return alike && o == c.options && !c.none
}

// Of returns the code for the accelerations of a run and of those before it whose models are alike, nil if there is
// none.
func (c *RunCode) Of(r *Run) *sim.LaneSolver {
	o, alike := c.wants(r)
	if !alike {
		c.model, c.Steps = r.World.Model(), StepCodes()
		if c.Early {
			c.Steps.After = 0
		}
		o = compile.Options{Lanes: c.Lanes, Gravity: o.Gravity, MassMatrix: o.MassMatrix}
	}
	if !alike || o != c.options {
		solver, reason := LaneSolver(c.model, o)
		c.options, c.solver, c.none = o, solver, reason != nil
	}
	if c.none {
		return nil
	}
	return &c.solver
}

// Lane returns the run for lanes beside others. Ended is called at its end, see sim.LaneRun.
func (r *Run) Lane(ended func(*sim.Summary, error)) sim.LaneRun {
	if law, ok := r.Loop.law().(control.Foreseer); ok && r.foresee == nil {
		r.foresee = law.Foresee
	}
	return sim.LaneRun{World: r.World, Until: r.Scenario.Duration, Ended: ended, Foresee: r.foresee}
}

// law returns the law of a loop, nil if there is none.
func (l *Loop) law() control.Law {
	if l == nil {
		return nil
	}
	return l.Law
}

// WantsGravity reports whether the law of the run asks for the gravity efforts of its robot.
func (r *Run) WantsGravity() bool {
	_, wants := r.Loop.law().(control.Foreseer)
	return wants
}
