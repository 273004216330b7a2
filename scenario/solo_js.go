package scenario

import (
	"context"

	"kinetree/sim"
)

// Solo runs worlds one after the other. A page cannot make machine code, so what makes it is left out of the program in
// the page.
type Solo struct{}

// Expect tells that runs of so many steps are to come.
func (c *Solo) Expect(steps float64) {}

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
