package prepare

import (
	"context"

	"kinetree/sim"
)

// Solo runs worlds one after the other. A page cannot make machine code, so what makes it is left out of the program in
// the page.
type Solo struct{}

// Expect tells that runs of so many steps are to come.
func (c *Solo) Expect(steps float64) {}

// Together returns how many runs like a given one take about the time of one.
func (c *Solo) Together(r *Run) int { return 1 }

// Coded returns how many steps code took in the last runs for each of their steps.
func (c *Solo) Coded() float64 { return 0 }

// Run runs a world to the end of its scenario.
func (c *Solo) Run(ctx context.Context, r *Run) (*sim.Summary, error) {
	return r.World.Run(ctx, r.Scenario.Duration)
}

// RunAll runs worlds to the end of their scenarios. Ended is told what comes of each, by its number.
func (c *Solo) RunAll(ctx context.Context, runs []*Run, ended func(i int, s *sim.Summary, err error)) {
	for i, r := range runs {
		s, err := c.Run(ctx, r)
		ended(i, s, err)
	}
}
