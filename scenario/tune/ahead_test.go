package tune_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"kinetree/scenario/tune"
)

// TestTogether checks that a simplex asks for points that it may need next where several take the time of one, that it
// needs at least a third of them, and that neither its trials nor the counts that it tells depend on how many it gets:
// of a narrow curved valley in two and in four dimensions, where half of the space has no cost, and where it ends by
// the number of runs. Points that are an error end the search only if it comes to them.
func TestTogether(t *testing.T) {
	for _, n := range []int{2, 4} {
		var want *tune.Result
		for _, workers := range []int{1, 2} {
			for _, together := range []int{1, 2, 4, 8} {
				var judged, told atomic.Int64
				p := tune.Problem{Method: "nelder-mead", Runs: 150 * n, Chains: 1, Workers: workers,
					Together: func() int { return together }}
				for range n {
					p.Parameters = append(p.Parameters, tune.Parameter{Lower: -2, Upper: 3, Start: -1.2})
				}
				p.Progress = func(runs int, _ float64) { told.Store(int64(runs)) }
				p.Cost = tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) {
					judged.Add(1)
					cost := 0.0
					for i := 1; i < n; i++ {
						a, b := x[i]-x[i-1]*x[i-1], 1-x[i-1]
						cost += 100*a*a + b*b
					}
					if x[0]+x[1] < -1.5 {
						return math.Inf(1), nil
					}
					return cost, nil
				})
				got, err := tune.Minimize(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if !reflect.DeepEqual(got, want) || int(told.Load()) != len(got.Trials) || len(got.Trials) != p.Runs {
					t.Errorf("%d numbers, %d together, %d workers: %d trials, %d told, the best %+v; expected %d, the "+
						"best %+v", n, together, workers, len(got.Trials), told.Load(), got.Best, p.Runs, want.Best)
				}
				extra := int(judged.Load()) - p.Runs
				if (together > 1) != (extra > 0) || extra > 2*p.Runs {
					t.Errorf("%d numbers, %d together: %d points were judged for %d trials", n, together,
						judged.Load(), p.Runs)
				}
			}
		}
	}
}

// TestShares checks that workers share the points of a generation, of which there are eight, but for as many as take
// the time of one, and that those are the first worker's.
func TestShares(t *testing.T) {
	for together, want := range map[int]int{1: 4, 4: 2, 5: 2, 8: 1} { // workers
		var mutex sync.Mutex
		judged := map[int]int{} // points, by worker
		p := tune.Problem{Method: "cma-es", Runs: 160, Chains: 1, Workers: 4, Parameters: []tune.Parameter{{Upper: 1,
			Start: 0.5}, {Upper: 1, Start: 0.5}}, Together: func() int { return together }}
		p.Cost = func(_ context.Context, points [][]float64, worker int) ([]float64, []error) {
			mutex.Lock()
			defer mutex.Unlock()
			judged[worker] += len(points)
			costs := make([]float64, len(points))
			for i, x := range points {
				costs[i] = math.Hypot(x[0]-0.3, x[1]-0.6)
			}
			return costs, make([]error, len(points))
		}
		if _, err := tune.Minimize(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if len(judged) != want || judged[0] < p.Runs/4 {
			t.Errorf("%d together: the workers have judged %v points; expected those of the first %d", together, judged,
				want)
		}
	}
}

// TestUnaskedError checks that a point which a simplex does not come to may be an error, and that its error ends the
// search where it comes to it.
func TestUnaskedError(t *testing.T) {
	wrong := errors.New("there is no such point")
	for _, together := range []int{1, 8} {
		p := tune.Problem{Method: "nelder-mead", Runs: 60, Chains: 1, Workers: 1,
			Parameters: []tune.Parameter{{Upper: 1, Start: 0.5}, {Upper: 1, Start: 0.5}},
			Together:   func() int { return together }}
		bowl := func(x []float64) float64 { return (x[0]-0.6)*(x[0]-0.6) + (x[1]-0.55)*(x[1]-0.55) }
		p.Cost = tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) { return bowl(x), nil })
		free, err := tune.Minimize(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		tried := map[[2]float64]bool{}
		for _, trial := range free.Trials {
			tried[[2]float64(trial.X)] = true
		}
		unasked := 0
		p.Cost = tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) {
			if !tried[[2]float64(x)] {
				unasked++
				return 0, wrong
			}
			return bowl(x), nil
		})
		if got, err := tune.Minimize(t.Context(), p); err != nil || !reflect.DeepEqual(got, free) {
			t.Errorf("%d together: %v, expected the same search", together, err)
		}
		if (together > 1) != (unasked > 0) {
			t.Errorf("%d together: %d points that were not tried were judged", together, unasked)
		}
		last := free.Trials[len(free.Trials)-1].X
		p.Cost = tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) {
			if [2]float64(x) == [2]float64(last) {
				return 0, wrong
			}
			return bowl(x), nil
		})
		if got, err := tune.Minimize(t.Context(), p); !errors.Is(err, wrong) || len(got.Trials) != p.Runs-1 {
			t.Errorf("%d together: %v after %d runs; expected the error of the last one of %d", together, err,
				len(got.Trials), p.Runs)
		}
	}
}
