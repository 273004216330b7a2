//go:build !js

package scenario

import (
	"context"

	"kinetree/compile"
	"kinetree/sim"
)

// longRun is the number of steps from which on making code pays for a single run.
const longRun = 4000

// run runs the world, with machine code if the run is long. The bytes of its results do not depend on it.
func (r *Run) run(ctx context.Context) (s *sim.Summary, err error) {
	w := r.World
	if steps := r.Scenario.Duration / r.Scenario.Step; ctx != nil && steps >= longRun {
		o := compile.Options{Lanes: 1, Gravity: r.WantsGravity()}
		if solver, reason := LaneSolver(w.Model(), o); reason == nil {
			lanes, begun := sim.Lanes{Model: w.Model(), Solver: solver}, false
			lanes.Run(ctx, func() (sim.LaneRun, bool) {
				if begun {
					return sim.LaneRun{}, false
				}
				begun = true
				return r.Lane(func(summary *sim.Summary, fault error) { s, err = summary, fault }), true
			})
			return s, err
		}
	}
	return w.Run(ctx, r.Scenario.Duration)
}
