package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/internal/floats"
	"kinetree/spatial/mat"
)

func sphere(x []float64) float64 { return floats.Dot(x, x) }

func rosenbrock(x []float64) float64 {
	sum := 0.0
	for i := range x[1:] {
		sum += 100*math.Pow(x[i+1]-x[i]*x[i], 2) + math.Pow(1-x[i], 2)
	}
	return sum
}

// ellipsoid has axes in directions of their own, whose curvatures are from 1 to 1e6.
func ellipsoid(n int) func(x []float64) float64 {
	rng, a := rand.New(rand.NewPCG(5, 6)), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			a.SetSym(i, j, rng.NormFloat64())
		}
	}
	var axes mat.EigenSym
	axes.Factorize(a)
	return func(x []float64) float64 {
		sum := 0.0
		for i := range n {
			d := floats.Dot(axes.Vector(i), x)
			sum += math.Pow(1e6, float64(i)/float64(n-1)) * d * d
		}
		return sum
	}
}

// TestEvolution finds the least cost 0 of known functions of six parameters to 1e-8, from random places, from corners
// of the range, and from the other valley of Rosenbrock's function, near (-1, 1, 1, 1, 1, 1), or a point as far out.
func TestEvolution(t *testing.T) {
	const n, want = 6, 1e-8
	seeds := 25
	if testing.Short() {
		seeds = 1
	}
	for _, f := range []struct {
		name         string
		cost         func([]float64) float64
		lower, upper float64
		runs         int
	}{
		{"sphere", sphere, -5, 5, 2000}, {"wide sphere", sphere, -100, 100, 2000},
		{"sphere at a corner", sphere, 0, 10, 2000},
		{"ellipsoid", ellipsoid(n), -5, 5, 6000},
		{"Rosenbrock", rosenbrock, -5, 10, 12000}, {"near Rosenbrock", rosenbrock, -2, 2, 12000},
	} {
		found, most := 0, 0
		for seed := range uint64(3 * seeds) {
			rng := rand.New(rand.NewPCG(seed, 1))
			p := Problem{Method: "cma-es", Runs: f.runs, Seed: seed, Workers: 2}
			for i := range n {
				start := f.lower + (f.upper-f.lower)*rng.Float64()
				switch {
				case seed%3 == 1 && start > (f.lower+f.upper)/2:
					start = f.upper
				case seed%3 == 1:
					start = f.lower
				case seed%3 == 2 && i == 0:
					start = max(f.lower, -1)
				case seed%3 == 2:
					start = 1
				}
				p.Parameters = append(p.Parameters, Parameter{Name: fmt.Sprint(i), Lower: f.lower, Upper: f.upper,
					Start: start})
			}
			p.Cost = Each(func(_ context.Context, x []float64, _ int) (float64, error) { return f.cost(x), nil })
			r, err := Minimize(context.Background(), p)
			if err != nil || len(r.Trials) != f.runs {
				t.Fatalf("%s: %d runs, %v", f.name, len(r.Trials), err)
			}
			for k, x := range r.Trials {
				if x.Cost < want {
					found++
					most = max(most, k+1)
					break
				}
			}
		}
		t.Logf("%s: %d of %d searches below %g, with at most %d of %d runs", f.name, found, 3*seeds, want, most, f.runs)
		if found < 3*seeds {
			t.Errorf("%s: %d of %d searches end below %g, want all", f.name, found, 3*seeds, want)
		}
	}
}

// TestShapeAlone checks that nothing but the order of the costs matters: any increasing function of the cost gives the
// same candidates as long as CMA-ES samples one distribution.
func TestShapeAlone(t *testing.T) {
	search := func(shape func(float64) float64) []Trial {
		p := Problem{Method: "cma-es", Runs: 400, Seed: 3, Workers: 1}
		for i := range 3 {
			p.Parameters = append(p.Parameters, Parameter{Name: fmt.Sprint(i), Lower: -2, Upper: 2, Start: -1})
		}
		p.Cost = Each(func(_ context.Context, x []float64, _ int) (float64, error) { return shape(rosenbrock(x)), nil })
		r, err := Minimize(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		return r.Trials[:200] // the other half polishes
	}
	plain, odd := search(func(c float64) float64 { return c }),
		search(func(c float64) float64 { return math.Sqrt(c) - 7 })
	for k := range plain {
		for i := range plain[k].X {
			if plain[k].X[i] != odd[k].X[i] {
				t.Fatalf("candidate %d is %v, and %v for another function of the cost", k, plain[k].X, odd[k].X)
			}
		}
	}
}

// TestChainsShareRuns checks the rounds of four chains: a third of the runs that are not for polishing for all, a third
// for two of them, and for one the rest.
func TestChainsShareRuns(t *testing.T) {
	p := Problem{Runs: 1200, Chains: 4, Seed: 1, Workers: 3}
	for i := range 2 {
		p.Parameters = append(p.Parameters, Parameter{Name: fmt.Sprint(i), Lower: -2, Upper: 2, Start: -1})
	}
	p.Cost = Each(func(_ context.Context, x []float64, _ int) (float64, error) { return rosenbrock(x), nil })
	for method, third := range map[string]int{"nelder-mead": 400, "cma-es": 366} { // 100 runs polish
		p.Method = method
		r, err := Minimize(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		runs := make([]int, 4)
		for _, x := range r.Trials {
			runs[x.Chain]++
		}
		slices.Sort(runs)
		for k, want := range []int{third / 4, third / 4, third/4 + third/2} {
			if runs[k] < want || runs[k] > want+2 { // what does not divide
				t.Errorf("%s: the chains have %v runs, want %d for chain %d of them", method, runs, want, k)
			}
		}
		if len(r.Trials) != p.Runs {
			t.Errorf("%s: %d runs, want %d", method, len(r.Trials), p.Runs)
		}
	}
}

// TestFewRuns checks that searches with hardly any runs make exactly those, the given values among them.
func TestFewRuns(t *testing.T) {
	for _, method := range Methods() {
		for chains := range 6 {
			for runs := max(1, chains); runs < 20; runs++ {
				p := Problem{Method: method, Runs: runs, Chains: chains, Seed: 1, Workers: 2,
					Parameters: []Parameter{{Name: "a", Upper: 1, Start: 0.3}, {Name: "b", Upper: 1, Start: 0.7}},
					Cost: Each(func(_ context.Context, x []float64, _ int) (float64, error) {
						return sphere(x), nil
					})}
				r, err := Minimize(context.Background(), p)
				if err != nil || len(r.Trials) != runs || r.Start.X[0] != 0.3 || r.Best.Cost > r.Start.Cost {
					t.Errorf("%s, %d runs in %d chains: %d trials from %v to %v, %v", method, runs, chains,
						len(r.Trials),
						r.Start, r.Best, err)
				}
			}
		}
	}
}
