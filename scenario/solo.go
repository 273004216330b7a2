//go:build !js

package scenario

import (
	"context"

	"kinetree/sim"
)

// Solo runs worlds one after the other, with machine code for one state at a time once it pays. The bytes of results do
// not depend on it. It is for one goroutine; the zero Solo is ready.
type Solo struct {
	code  RunCode
	steps float64 // of the runs so far
}

// longRun is the number of steps from which on making code pays.
const longRun = 4000

// Run runs a world to the end of its scenario, as World.Run does.
func (c *Solo) Run(ctx context.Context, r *Run) (summary *sim.Summary, err error) {
	w := r.World
	c.steps += r.Scenario.Duration / r.Scenario.Step
	c.code.Lanes = 1
	if ctx == nil || !(c.steps >= longRun) || c.code.Of(r) == nil {
		return w.Run(ctx, r.Scenario.Duration)
	}
	lanes, begun := sim.Lanes{Model: w.Model(), Solver: c.code.solver, Whole: c.code.Steps}, false
	lanes.Run(ctx, func() (sim.LaneRun, bool) {
		if begun {
			return sim.LaneRun{}, false
		}
		begun = true
		return r.Lane(func(s *sim.Summary, fault error) { summary, err = s, fault }), true
	})
	return summary, err
}
