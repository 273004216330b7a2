//go:build !js

package scenario

import (
	"context"

	"kinetree/compile"
	"kinetree/sim"
	"kinetree/tree"
)

// Solo runs worlds one after the other, with machine code for one state at a time once it pays. The bytes of results do
// not depend on it. It is for one goroutine; the zero Solo is ready.
type Solo struct {
	model  *tree.Model
	solver sim.LaneSolver
	none   bool // there is no code for the model
	codes  *sim.StepCodes
	steps  float64 // of the runs so far
}

// longRun is the number of steps from which on making code pays.
const longRun = 4000

// Run runs a world to the end of its scenario, as World.Run does.
func (c *Solo) Run(ctx context.Context, r *Run) (summary *sim.Summary, err error) {
	w := r.World
	c.steps += r.Scenario.Duration / r.Scenario.Step
	if ctx == nil || !(c.steps >= longRun) || !c.has(w.Model(), r.WantsGravity()) {
		return w.Run(ctx, r.Scenario.Duration)
	}
	lanes, begun := sim.Lanes{Model: w.Model(), Solver: c.solver, Whole: c.codes}, false
	lanes.Run(ctx, func() (sim.LaneRun, bool) {
		if begun {
			return sim.LaneRun{}, false
		}
		begun = true
		return r.Lane(func(s *sim.Summary, fault error) { summary, err = s, fault }), true
	})
	return summary, err
}

// has reports whether there is code for a model.
func (c *Solo) has(m *tree.Model, gravity bool) bool {
	if c.model != m || gravity && c.solver.Gravity == nil && !c.none {
		solver, reason := LaneSolver(m, compile.Options{Lanes: 1, Gravity: gravity})
		c.model, c.solver, c.none = m, solver, reason != nil
		if c.codes == nil {
			c.codes = StepCodes()
		}
	}
	return !c.none
}
