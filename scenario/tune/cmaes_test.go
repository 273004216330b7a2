package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestEigen compares with what the matrix was made of. Jacobi's method finds each eigenvalue of a matrix whose rows and
// columns are scaled, as D R D with a well-conditioned R, to a few roundings of itself, however small it is.
func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 6, 17} {
		q := orthogonal(n, rng)
		a, b, want := make([]float64, n*n), make([]float64, n*n), mat.NewSymDense(n, nil)
		for i := range n {
			for j := range n {
				for k := range n {
					a[i*n+j] += math.Pow(10, -3*float64(k)/float64(n)) * q[k*n+i] * q[k*n+j]
				}
			}
		}
		for i := range n {
			for j := range i + 1 {
				a[j*n+i] = a[i*n+j]
				want.SetSym(i, j, a[i*n+j])
			}
		}
		values := eigen(b, a, n)
		var gonum mat.EigenSym
		if !gonum.Factorize(want, false) {
			t.Fatal("gonum finds no eigenvalues")
		}
		sum, reference := 0.0, 0.0
		for i, x := range values {
			sum, reference = sum+math.Log(x), reference+math.Log(gonum.Values(nil)[i])
			for r := range n { // A v = λ v
				left := 0.0
				for k := range n {
					left += a[r*n+k] * b[k*n+i]
				}
				if math.Abs(left-x*b[r*n+i]) > 1e-14 {
					t.Errorf("n = %d: A v = %v, λ v = %v", n, left, x*b[r*n+i])
				}
			}
		}
		if math.Abs(sum-reference) > 1e-10 { // condition 1e3 times roundings
			t.Errorf("n = %d: the determinant is exp(%v), want exp(%v)", n, sum, reference)
		}
	}
	// [1 s; s 2s²] = D [1 1; 1 2] D with D = (1, s): λ1 λ2 = s², λ1 + λ2 = 1 + 2s²; for a small s, λ2 = s² (1 - s²).
	const s = 1e-120
	b := make([]float64, 4)
	values := eigen(b, []float64{1, s, s, 2 * s * s}, 2)
	if small := min(values[0], values[1]); math.Abs(small/(s*s)-1) > 1e-14 {
		t.Errorf("the small eigenvalue is %v, want %v", small, s*s)
	}
}

// orthogonal returns n orthonormal rows of a random direction.
func orthogonal(n int, rng *rand.Rand) []float64 {
	q := make([]float64, n*n)
	for i := range n {
		row := q[i*n : (i+1)*n]
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for range 2 {
			for k := range i {
				axpy(row, -dot(q[k*n:(k+1)*n], row), q[k*n:(k+1)*n])
			}
		}
		length := math.Sqrt(dot(row, row))
		for j := range row {
			row[j] /= length
		}
	}
	return q
}

// TestSample checks mean and covariance σ² C of 20,000 candidates. The relative error of a variance has a standard
// deviation of sqrt(2/20,000) = 1 %, that of a covariance is as large or less; the bound is five of them.
func TestSample(t *testing.T) {
	const n, count, sigma = 4, 20_000, 0.01
	rng := rand.New(rand.NewPCG(3, 4))
	e := newEvolution([]float64{1, 2, 3, 4}, sigma, count)
	q := orthogonal(n, rng)
	clear(e.c)
	for k := range n {
		e.add(math.Pow(4, float64(k)), q[k*n:(k+1)*n])
	}
	for i, x := range eigen(e.b, e.c, n) {
		e.d[i] = math.Sqrt(x)
	}
	points := make([][]float64, count)
	for k := range points {
		points[k] = make([]float64, n)
	}
	e.sample(points, rng)
	for i := range n {
		for j := range n {
			var sum, product float64
			for _, x := range points {
				sum += x[i] - e.mean[i]
				product += (x[i] - e.mean[i]) * (x[j] - e.mean[j])
			}
			si, sj := sigma*math.Sqrt(e.c[i*n+i]), sigma*math.Sqrt(e.c[j*n+j])
			if math.Abs(sum/count) > 5*si/math.Sqrt(count) {
				t.Errorf("coordinate %d is off by %v on average, its deviation is %v", i, sum/count, si)
			}
			if want := sigma * sigma * e.c[i*n+j]; math.Abs(product/count-want) > 0.05*si*sj {
				t.Errorf("the covariance of %d and %d is %v, want %v", i, j, product/count, want)
			}
		}
	}
}

// TestParameters compares with the table of default parameters of the tutorial for n = 10 and λ = 10, evaluated by
// hand: the weights ln 5.5 - ln i, those of the better half divided by their sum, and the rates of (55) to (58).
func TestParameters(t *testing.T) {
	e := newEvolution(make([]float64, 10), 1, population(10))
	if e.lambda != 10 {
		t.Fatalf("λ = %d, want 4 + floor(3 ln 10) = 10", e.lambda)
	}
	// ln 5.5 = 1.704748; ln 1..5 = 0, .693147, 1.098612, 1.386294, 1.609438: the differences are 1.704748, 1.011601,
	// .606136, .318454, .095310, their sum 3.736249, the sum of their squares 4.407438.
	muEff := 3.736249 * 3.736249 / 4.407438
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"w1", e.weights[0], 1.704748 / 3.736249}, {"w5", e.weights[4], 0.095310 / 3.736249}, {"μeff", e.muEff, muEff},
		{"cσ", e.cSigma, (muEff + 2) / (15 + muEff)}, {"dσ", e.dSigma, 1 + (muEff+2)/(15+muEff)},
		{"cc", e.cc, (4 + muEff/10) / (14 + muEff/5)}, {"c1", e.c1, 2 / (11.3*11.3 + muEff)},
		{"cμ", e.cMu, 2 * (muEff - 1.75 + 1/muEff) / (144 + muEff)},
	} {
		if math.Abs(x.got-x.want) > 2e-5*x.want { // the six digits above, of which some cancel
			t.Errorf("%s = %v, want %v", x.name, x.got, x.want)
		}
	}
	sum := 0.0
	for _, w := range e.weights[5:] {
		sum -= w
	}
	// the bound (52) keeps C positive definite, (50) makes the sum of all weights -c1/cμ
	if most := min(1+e.c1/e.cMu, (1-e.c1-e.cMu)/(10*e.cMu)); sum > most*(1+1e-12) {
		t.Errorf("the negative weights sum to %v, which is more than %v", sum, most)
	}
}

func sphere(x []float64) float64 { return dot(x, x) }

func rosenbrock(x []float64) float64 {
	sum := 0.0
	for i := range x[1:] {
		sum += 100*math.Pow(x[i+1]-x[i]*x[i], 2) + math.Pow(1-x[i], 2)
	}
	return sum
}

// ellipsoid has axes in directions of their own, whose curvatures are from 1 to 1e6.
func ellipsoid(n int) func(x []float64) float64 {
	q := orthogonal(n, rand.New(rand.NewPCG(5, 6)))
	return func(x []float64) float64 {
		sum := 0.0
		for i := range n {
			d := dot(q[i*n:(i+1)*n], x)
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
		seeds = 3
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
			p.Cost = func(_ context.Context, x []float64, _ int) (float64, error) { return f.cost(x), nil }
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
		p.Cost = func(_ context.Context, x []float64, _ int) (float64, error) { return shape(rosenbrock(x)), nil }
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
	p.Cost = func(_ context.Context, x []float64, _ int) (float64, error) { return rosenbrock(x), nil }
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
					Cost:       func(_ context.Context, x []float64, _ int) (float64, error) { return sphere(x), nil }}
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
