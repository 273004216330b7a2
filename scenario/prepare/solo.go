//go:build !js

package prepare

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
	share float64 // see Coded
	lanes sim.Lanes
}

// longRun is the number of steps from which on making code pays: that of whole steps of a UR5 takes as long as 9,000
// controlled steps in Go, or 20,000 free ones.
const longRun = 12_000

// Expect tells that runs of so many steps are to come, so that code is made for the first of them if it pays for all.
func (c *Solo) Expect(steps float64) {
	c.steps += steps
	c.code.Early, c.side.Early = c.steps >= longRun, c.steps >= longRun
}

// Together returns how many runs like a given one take about the time of one, side by side: 1 unless their whole steps
// are code, and so many runs are expected that making it pays.
func (c *Solo) Together(r *Run) int {
	if !(c.steps >= longRun) || r.World.Unrecorded() != "" || c.side.Of(r) == nil {
		return 1
	}
	return c.side.solver.Count
}

// Coded returns how many steps, or parts of steps, code took in the last runs for each of their steps.
func (c *Solo) Coded() float64 { return c.share }

// taken returns how many steps code has taken.
func (c *Solo) taken() (n int) {
	for _, steps := range []*sim.StepCodes{c.code.Steps, c.side.Steps} {
		if steps != nil {
			n += steps.Taken
		}
	}
	return n
}

// Run runs a world to the end of its scenario, as World.Run does.
func (c *Solo) Run(ctx context.Context, r *Run) (summary *sim.Summary, err error) {
	w := r.World
	c.steps += r.Scenario.Duration / r.Scenario.Step
	c.code.Lanes = 1
	if ctx == nil || !(c.steps >= longRun) || c.code.Of(r) == nil {
		return w.Run(ctx, r.Scenario.Duration)
	}
	lanes, begun := sim.Lanes{Model: w.Model(), Solver: c.code.solver, Whole: c.code.Steps}, false
	if r.Log != nil && r.Scenario.Log.Every == 1 { // a row takes much longer than a step
		lanes.Whole = nil
	}
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
// it. Ended is told what comes of each, by its number, in any order. One whose whole steps are code takes that for
// several, too, so that code is made once.
func (c *Solo) RunAll(ctx context.Context, runs []*Run, ended func(i int, s *sim.Summary, err error)) {
	var together []int
	before, steps := c.taken(), 0
	of := ended
	ended = func(i int, s *sim.Summary, err error) {
		if s != nil {
			steps += s.Steps
		}
		of(i, s, err)
	}
	defer func() { c.share = float64(c.taken()-before) / float64(steps) }()
	beside := c.steps >= longRun && (len(runs) > 1 || len(runs) == 1 && runs[0].World.Unrecorded() == "")
	if beside {
		for _, r := range runs { // so that the code serves all that are alike
			c.side.Of(r)
		}
	}
	for i, r := range runs {
		if beside && c.side.Has(r) && c.side.solver.Count > 1 {
			together = append(together, i)
			continue
		}
		s, err := c.Run(ctx, r)
		ended(i, s, err)
	}
	if len(together) == 0 {
		return
	}
	lanes := &c.lanes
	lanes.Model, lanes.Solver, lanes.Whole = c.side.model, c.side.solver, c.side.Steps
	lanes.Run(ctx, func() (run sim.LaneRun, ok bool) {
		if len(together) == 0 {
			return run, false
		}
		i := together[0]
		together = together[1:]
		return runs[i].Lane(func(s *sim.Summary, err error) { ended(i, s, err) }), true
	})
}
