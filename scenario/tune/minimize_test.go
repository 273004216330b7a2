package tune_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"kinetree/scenario/tune"
)

// valley is Rosenbrock's function of a and log b, whose least value 0 is at (1, 10).
func valley(_ context.Context, x []float64, _ int) (float64, error) {
	a, b := x[0], math.Log10(x[1])
	return math.Pow(1-a, 2) + 100*math.Pow(b-a*a, 2), nil
}

func problem(method string) tune.Problem {
	return tune.Problem{
		Parameters: []tune.Parameter{{Name: "a", Lower: -2, Upper: 2, Start: -1.2},
			{Name: "b", Lower: 0.1, Upper: 1000, Log: true, Start: 50}},
		Method: method, Runs: 2000, Chains: 4, Seed: 1, Workers: 1, Cost: tune.Each(valley),
	}
}

func TestMinimize(t *testing.T) {
	// The valley is flat: a cost of 1e-6 is some 1e-3 from the bottom, one of 1e-8 some 1e-4.
	for method, accuracy := range map[string]float64{"nelder-mead": 1e-6, "cma-es": 1e-8} {
		p := problem(method)
		p.Chains = 2
		r, err := tune.Minimize(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if r.Best.Cost > accuracy || math.Abs(r.Best.X[0]-1) > 3*math.Sqrt(accuracy) {
			t.Errorf("%s finds %v", method, r.Best)
		}
		if want, _ := valley(context.Background(), []float64{-1.2, 50}, 0); !reflect.DeepEqual(r.Start.X,
			[]float64{-1.2, 50}) || r.Start.Cost != want {
			t.Errorf("%s starts at %v, want the cost %v", method, r.Start, want)
		}
		if reflect.DeepEqual(r.Trials[0].X, r.Trials[1].X) {
			t.Errorf("%s tries the start twice", method)
		}
		if len(r.Trials) != 2000 {
			t.Errorf("%s made %d runs, want 2000", method, len(r.Trials))
		}
		for _, x := range r.Trials {
			if x.X[0] < -2 || x.X[0] > 2 || x.X[1] < 0.1 || x.X[1] > 1000 {
				t.Fatalf("%s left the bounds: %v", method, x)
			}
		}
	}
}

// TestWorkers checks that the result does not depend on the number of workers, and does on the seed.
func TestWorkers(t *testing.T) {
	for _, method := range tune.Methods() {
		results := map[string]*tune.Result{}
		for name, change := range map[string]func(p *tune.Problem){
			"one": func(*tune.Problem) {}, "two": func(p *tune.Problem) { p.Workers = 2 },
			"nine": func(p *tune.Problem) { p.Workers = 9 }, "other seed": func(p *tune.Problem) { p.Seed = 2 },
		} {
			p := problem(method)
			change(&p)
			r, err := tune.Minimize(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			results[name] = r
		}
		if !reflect.DeepEqual(results["one"], results["two"]) || !reflect.DeepEqual(results["one"], results["nine"]) {
			t.Errorf("%s: the number of workers matters", method)
		}
		if reflect.DeepEqual(results["one"].Trials, results["other seed"].Trials) {
			t.Errorf("%s: the seed does not matter", method)
		}
	}
}

// TestBoundary checks a least cost on the bounds, and runs without a cost in the middle of the range.
func TestBoundary(t *testing.T) {
	for _, method := range tune.Methods() {
		p := problem(method)
		p.Runs = 2000
		p.Cost = tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) {
			switch {
			case x[0] > 0 && x[0] < 0.5:
				return math.NaN(), nil
			case x[0] >= 0.5 && x[1] < 0.3:
				return math.Inf(1), nil
			}
			return x[1] + math.Pow(x[0]+1.9, 2), nil
		})
		r, err := tune.Minimize(context.Background(), p)
		if err != nil || math.Abs(r.Best.X[1]-0.1) > 1e-2 || math.Abs(r.Best.X[0]+1.9) > 0.05 {
			t.Errorf("%s finds %v (%v), want about [-1.9 0.1]", method, r.Best, err)
		}
	}
}

func TestEndsEarly(t *testing.T) {
	for _, method := range tune.Methods() {
		p := problem(method)
		ctx, cancel := context.WithCancel(context.Background())
		p.Progress = func(runs int, _ float64) {
			if runs == 50 {
				cancel()
			}
		}
		r, err := tune.Minimize(ctx, p)
		if !errors.Is(err, context.Canceled) || len(r.Trials) != 50 {
			t.Errorf("%s: %d runs, %v", method, len(r.Trials), err)
		}

		p = problem(method)
		broken := errors.New("broken")
		p.Cost = tune.Each(func(context.Context, []float64, int) (float64, error) { return 0, broken })
		// told once, though each chain has met it
		if _, err := tune.Minimize(context.Background(), p); !errors.Is(err, broken) || err.Error() != "broken" {
			t.Errorf("%s: %v", method, err)
		}

		p = problem(method)
		p.Cost = tune.Each(func(context.Context, []float64, int) (float64, error) { return math.NaN(), nil })
		if r, err := tune.Minimize(context.Background(), p); err != nil || len(r.Trials) != 2000 ||
			!math.IsNaN(r.Best.Cost) {
			t.Errorf("%s, never a cost: %v, %v", method, r.Best, err)
		}
	}
}

func TestBound(t *testing.T) {
	p := tune.Parameter{Lower: 1, Upper: 100, Log: true}
	// a thousandth of two decades is a factor of 1.0046
	for x, want := range map[float64]string{1: "lower", 1.004: "lower", 1.006: "", 10: "", 99.5: "", 99.6: "upper",
		100: "upper"} {
		if got := p.Bound(x); got != want {
			t.Errorf("%v is at the bound %q, want %q", x, got, want)
		}
	}
}

func TestWrongProblem(t *testing.T) {
	p := problem("simplex")
	p.Parameters = append(p.Parameters, tune.Parameter{Name: "c", Lower: 1, Upper: 1, Start: 1},
		tune.Parameter{Name: "d", Lower: 0, Upper: 1, Log: true}, tune.Parameter{Name: "e", Upper: 1, Start: 2})
	p.Workers = 0
	_, err := tune.Minimize(context.Background(), p)
	for _, want := range []string{"c: the bounds", "d: the lower bound is 0", "e: the start 2", "0 workers",
		`no method "simplex"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
}

func Example() {
	r, err := tune.Minimize(context.Background(), tune.Problem{
		Parameters: []tune.Parameter{{Name: "gain", Lower: 1, Upper: 1000, Log: true, Start: 5}},
		Method:     "nelder-mead", Runs: 100, Chains: 1, Seed: 1, Workers: 1,
		Cost: tune.Each(func(_ context.Context, x []float64, _ int) (float64, error) {
			return math.Pow(math.Log(x[0]/80), 2), nil // least at 80
		}),
	})
	fmt.Printf("%.1f %v\n", r.Best.X[0], err)
	// Output: 80.0 <nil>
}

// TestCancelledBeforeStart checks that a search whose given values have not been judged when it is cancelled has them
// nevertheless, without a cost.
func TestCancelledBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := tune.Minimize(ctx, tune.Problem{Method: "nelder-mead", Runs: 200, Chains: 2, Workers: 2,
		Parameters: []tune.Parameter{{Name: "x", Lower: 0, Upper: 1, Start: 0.25}},
		Cost: tune.Each(func(ctx context.Context, x []float64, _ int) (float64, error) {
			if x[0] == 0.25 {
				<-ctx.Done()
				return 0, ctx.Err()
			}
			return x[0], nil
		}),
		Progress: func(runs int, _ float64) {
			if runs == 5 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) || len(r.Trials) < 5 {
		t.Fatalf("%d runs, %v; expected 5 or more and a cancelled search", len(r.Trials), err)
	}
	if len(r.Start.X) != 1 || r.Start.X[0] != 0.25 || !math.IsNaN(r.Start.Cost) {
		t.Errorf("the start is %+v; expected 0.25 without a cost", r.Start)
	}
}
