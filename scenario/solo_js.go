package scenario

import (
	"context"

	"kinetree/sim"
)

// Solo runs worlds one after the other. A page cannot make machine code, so what makes it is left out of the program in
// the page.
type Solo struct{}

// Run runs a world to the end of its scenario.
func (c *Solo) Run(ctx context.Context, r *Run) (*sim.Summary, error) {
	return r.World.Run(ctx, r.Scenario.Duration)
}
