package sim_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/integrate"
	"kinetree/sim"
)

// TestPrevious checks that a world that takes over the solvers of another one, which ended anywhere and even
// diverged, moves as a new one does, to the last bit.
func TestPrevious(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rough(t, 5)
		c.Integration.Method = rapid.SampledFrom(integrate.Methods()).Draw(t, "method")
		c.Integration.Step = rapid.SampledFrom([]float64{1e-3, 1e-2}).Draw(t, "step")
		// How a run ends: its state and its account, or its error.
		end := func(c sim.Config) (string, *sim.World) {
			w, err := sim.New(c)
			if err != nil {
				return err.Error(), nil
			}
			summary, err := w.Run(context.Background(), 20*c.Integration.Step)
			return fmt.Sprintf("%v %v %v", summary.End, summary.Ledger.Drift, err), w
		}
		want, _ := end(c)
		other := c
		other.Start.Velocity = slices.Clone(c.Start.Velocity)
		for i := range other.Start.Velocity {
			other.Start.Velocity[i] += rapid.SampledFrom([]float64{-1, 0.5, 1e160}).Draw(t, "more")
		}
		_, other.Previous = end(c)
		_, c.Previous = end(other)
		if got, _ := end(c); got != want {
			t.Fatalf("a world with the solvers of another one ends at\n%s\na new one at\n%s", got, want)
		}
	})
}
