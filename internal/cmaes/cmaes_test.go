package cmaes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/internal/floats"
	"kinetree/spatial/mat"
)

// orthogonal returns n orthonormal vectors of random directions.
func orthogonal(n int, rng *rand.Rand) [][]float64 {
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			a.SetSym(i, j, rng.NormFloat64())
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(a)
	q := make([][]float64, n)
	for k := range q {
		q[k] = eigen.Vector(k)
	}
	return q
}

// TestSample checks mean and covariance σ² C of 20,000 candidates. The relative error of a variance has a standard
// deviation of sqrt(2/20,000) = 1 %, that of a covariance is as large or less; the bound is five of them.
func TestSample(t *testing.T) {
	const n, count = 4, 20_000
	rng := rand.New(rand.NewPCG(3, 4))
	mean, deviations := []float64{1, 2, 3, 4}, []float64{0.001, 0.02, 0.03, 0.004}
	plain := mat.NewDense(n, n, nil)
	for i, x := range deviations {
		plain.Set(i, i, x*x)
	}
	turned := New(mean, slices.Repeat([]float64{0.01}, n), count)
	turned.c.scale(0)
	for k, q := range orthogonal(n, rng) {
		turned.c.add(math.Pow(4, float64(k)), q)
	}
	turned.c.factor()
	covariance := mat.DenseCopyOf(mat.NewSymDense(n, turned.c.(*full).c))
	floats.Scale(0.01*0.01, covariance.Data())
	for name, x := range map[string]struct {
		e    *Evolution
		want *mat.Dense
	}{
		"full at the start": {New(mean, deviations, count), plain},
		"separable":         {NewSeparable(mean, deviations, count), plain},
		"turned":            {turned, covariance},
	} {
		points := make([][]float64, count)
		for k := range points {
			points[k] = make([]float64, n)
		}
		x.e.Sample(points, rng)
		for i := range n {
			si := math.Sqrt(x.want.At(i, i))
			if got := x.e.Deviation(i); math.Abs(got/si-1) > 1e-14 { // a few roundings
				t.Errorf("%s: the deviation of coordinate %d is %v, want %v", name, i, got, si)
			}
			for j := range n {
				var sum, product float64
				for _, p := range points {
					sum += p[i] - mean[i]
					product += (p[i] - mean[i]) * (p[j] - mean[j])
				}
				sj := math.Sqrt(x.want.At(j, j))
				if math.Abs(sum/count) > 5*si/math.Sqrt(count) {
					t.Errorf("%s: coordinate %d is off by %v on average, its deviation is %v", name, i, sum/count, si)
				}
				if want := x.want.At(i, j); math.Abs(product/count-want) > 0.05*si*sj {
					t.Errorf("%s: the covariance of %d and %d is %v, want %v", name, i, j, product/count, want)
				}
			}
		}
	}
}

// TestParameters compares with the table of default parameters of the tutorial for n = 10 and λ = 10, evaluated by
// hand: the weights ln 5.5 - ln i, those of the better half divided by their sum, and the rates of (55) to (58); for
// variances alone c1 and cμ are (n + 2)/3 times as large.
func TestParameters(t *testing.T) {
	zero, one := make([]float64, 10), slices.Repeat([]float64{1}, 10)
	e, s := New(zero, one, Population(10)), NewSeparable(zero, one, Population(10))
	if e.lambda != 10 {
		t.Fatalf("λ = %d, want 4 + floor(3 ln 10) = 10", e.lambda)
	}
	// ln 5.5 = 1.704748; ln 1..5 = 0, .693147, 1.098612, 1.386294, 1.609438: the differences are 1.704748, 1.011601,
	// .606136, .318454, .095310, their sum 3.736249, the sum of their squares 4.407438.
	muEff := 3.736249 * 3.736249 / 4.407438
	c1, cMu := 2/(11.3*11.3+muEff), 2*(muEff-1.75+1/muEff)/(144+muEff)
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"w1", e.weights[0], 1.704748 / 3.736249}, {"w5", e.weights[4], 0.095310 / 3.736249}, {"μeff", e.muEff, muEff},
		{"cσ", e.cSigma, (muEff + 2) / (15 + muEff)}, {"dσ", e.dSigma, 1 + (muEff+2)/(15+muEff)},
		{"cc", e.cc, (4 + muEff/10) / (14 + muEff/5)}, {"c1", e.c1, c1}, {"cμ", e.cMu, cMu},
		{"separable c1", s.c1, 4 * c1}, {"separable cμ", s.cMu, 4 * cMu},
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

// search returns how many evaluations a run takes until a cost is below 1e-8, at most so many.
func search(e *Evolution, cost func([]float64) float64, seed uint64, most int) int {
	rng := rand.New(rand.NewPCG(seed, 0))
	points, costs := make([][]float64, e.lambda), make([]float64, e.lambda)
	for k := range points {
		points[k] = make([]float64, e.n)
	}
	for done := 0; done < most && !e.Ended(); {
		e.Sample(points, rng)
		for k, x := range points {
			done++
			if costs[k] = cost(x); costs[k] < 1e-8 {
				return done
			}
		}
		e.Update(costs)
	}
	return most
}

// TestEvolution finds the least cost 0 of an ellipsoid with the condition 1e6, from far away and with steps that are
// much too small or too large, and differ by coordinates: one with axes of any direction in 6 dimensions by the full
// matrix, and one with axes along the coordinates in 60 by the variances alone.
func TestEvolution(t *testing.T) {
	curvature := func(i, n int) float64 { return math.Pow(1e6, float64(i)/float64(n-1)) }
	directions := orthogonal(6, rand.New(rand.NewPCG(5, 6)))
	turned := func(x []float64) (sum float64) {
		for i, q := range directions {
			sum += curvature(i, 6) * math.Pow(floats.Dot(q, x), 2)
		}
		return sum
	}
	straight := func(x []float64) (sum float64) {
		for i, v := range x {
			sum += curvature(i, len(x)) * v * v
		}
		return sum
	}
	steps := []float64{0.01, 1, 100}
	if testing.Short() {
		steps = steps[:1]
	}
	for _, step := range steps {
		most, mostSeparable := 0, 0
		for seed := range uint64(2) {
			deviations := make([]float64, 60)
			for i := range deviations {
				deviations[i] = step * math.Pow(10, math.Cos(float64(i)))
			}
			most = max(most, search(New(slices.Repeat([]float64{3}, 6), deviations[:6], Population(6)), turned, seed,
				6000))
			mostSeparable = max(mostSeparable, search(NewSeparable(slices.Repeat([]float64{3}, 60), deviations,
				Population(60)), straight, seed, 50_000))
		}
		t.Logf("with steps of about %v: %d and %d evaluations", step, most, mostSeparable)
		if most >= 6000 || mostSeparable >= 50_000 {
			t.Errorf("with steps of about %v: %d and %d evaluations, want fewer than 6000 and 50000", step, most,
				mostSeparable)
		}
	}
}

// TestWidest checks that a distribution on a slope, which would grow without end, keeps to its bound, and that one in a
// valley ends when it is narrow.
func TestWidest(t *testing.T) {
	for name, begin := range map[string]func(mean, deviations []float64, lambda int) *Evolution{"full": New,
		"separable": NewSeparable} {
		e := begin(make([]float64, 3), []float64{0.1, 0.1, 0.1}, Population(3))
		e.Widest = 0.3
		search(e, func(x []float64) float64 { return 1e9 - x[0] - x[1] }, 1, 2000)
		for i := range 3 {
			if x := e.Deviation(i); x > 0.3*(1+1e-14) || i < 2 && x < 0.1 {
				t.Errorf("%s: the deviation along coordinate %d is %v, want 0.1 to 0.3", name, i, x)
			}
		}
		e = begin([]float64{1, 1, 1}, []float64{0.1, 0.1, 0.1}, Population(3))
		e.Narrowest = 1e-6
		valley := func(x []float64) float64 { return 1 + math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2]) }
		search(e, valley, 1, 10_000)
		if x := e.Deviation(0); !e.Ended() || x > 1e-6 || x < 1e-8 {
			t.Errorf("%s: the deviation is %v, want the end below 1e-6", name, x)
		}
	}
}
