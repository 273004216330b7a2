package scenario

import (
	"context"

	"kinetree/sim"
)

// run runs the world. A page cannot make machine code, so what makes it is left out of the program in the page.
func (r *Run) run(ctx context.Context) (*sim.Summary, error) {
	return r.World.Run(ctx, r.Scenario.Duration)
}
