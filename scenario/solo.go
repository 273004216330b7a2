//go:build !js

package scenario

import (
	"context"

	"kinetree/sim"
)

// Solo runs worlds one after the other, or several side by side, with machine code once it pays. The bytes of results
// do not depend on it. It is for one goroutine; the zero Solo is ready.
type Solo struct {
	code  RunCode // for one state at a time
	side  RunCode // for as many as there can be
	steps float64 // of the runs so far, and those to come
}

// longRun is the number of steps from which on making code pays: that of whole steps of a UR5 takes as long as 9,000
// controlled steps in Go, or 20,000 free ones.
const longRun = 12_000

// Expect tells that runs of so many steps are to come, so that code is made for the first of them if it pays for all.
func (c *Solo) Expect(steps float64) { c.steps += steps }

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

// RunAll runs worlds to the end of their scenarios, as World.Run does, side by side those for which there is code for
// it. Ended is told what comes of each, by its number, in any order.
func (c *Solo) RunAll(ctx context.Context, runs []*Run, ended func(i int, s *sim.Summary, err error)) {
	var together []int
	if len(runs) > 1 && c.steps >= longRun {
		for _, r := range runs { // so that the code serves all that are alike
			c.side.Of(r)
		}
	}
	for i, r := range runs {
		if len(runs) > 1 && c.side.Has(r) && c.side.solver.Count > 1 {
			together = append(together, i)
			continue
		}
		s, err := c.Run(ctx, r)
		ended(i, s, err)
	}
	if len(together) == 0 {
		return
	}
	lanes := sim.Lanes{Model: c.side.model, Solver: c.side.solver, Whole: c.side.Steps}
	lanes.Run(ctx, func() (run sim.LaneRun, ok bool) {
		if len(together) == 0 {
			return run, false
		}
		i := together[0]
		together = together[1:]
		return runs[i].Lane(func(s *sim.Summary, err error) { ended(i, s, err) }), true
	})
}
