package sweep_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"kinetree/scenario/sweep"
)

// normalCDF is the distribution function of the normal distribution.
func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// between returns the distribution function of a unit normal distribution cut to [a, b], by Simpson's rule on its
// density, relative to that at a.
func between(a, b float64) func(float64) float64 {
	area := func(to float64) float64 {
		const n = 2000
		h, sum := (to-a)/n, 0.0
		for i := range n + 1 {
			w := 2 + 2*float64(i%2)
			if i == 0 || i == n {
				w = 1
			}
			x := a + h*float64(i)
			sum += w * math.Exp((a*a-x*x)/2)
		}
		return sum * h / 3
	}
	whole := area(b)
	return func(x float64) float64 { return area(x) / whole }
}

var distributions = []struct {
	text      string
	low, high float64
	cdf       func(x float64) float64
}{
	{"uniform: [-2, 6]", -2, 6, func(x float64) float64 { return (x + 2) / 8 }},
	{"log_uniform: [0.01, 100]", 0.01, 100, func(x float64) float64 { return math.Log(x/0.01) / math.Log(1e4) }},
	{"normal: [3, 2]", math.Inf(-1), math.Inf(1), func(x float64) float64 { return normalCDF((x - 3) / 2) }},
	{"truncated_normal: [0, 1, -0.5, 2]", -0.5, 2, between(-0.5, 2)},
	{"truncated_normal: [0, 1, 6, 8]", 6, 8, between(6, 8)},
	{"truncated_normal: [0, 1, -30, -25]", -30, -25, func(x float64) float64 { return 1 - between(25, 30)(-x) }},
}

// kolmogorov returns the largest distance between the distribution of numbers and the one they should have.
func kolmogorov(x []float64, cdf func(float64) float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n, d := float64(len(x)), 0.0
	for i, v := range x {
		f := cdf(v)
		d = max(d, f-float64(i)/n, float64(i+1)/n-f)
	}
	return d
}

// TestDistributions is the test of Kolmogorov and Smirnov: random draws exceed 1.95/sqrt(n) with probability 0.001,
// and the seed is fixed. A Latin hypercube of n samples, and a Sobol sequence of n = 2^m of them, have one in each
// n-th of the probability, so are nearer than 1/n.
func TestDistributions(t *testing.T) {
	const n = 1024
	for _, method := range sweep.Methods {
		limit := 1.95 / math.Sqrt(n)
		if method != "random" {
			limit = 1.001 / n // the quadrature of the test errs by 1e-7
		}
		for k, c := range distributions {
			d := must(t, fmt.Sprintf("{seed: %d, samples: %d, method: %s, sweep: [{path: a, %s}]}", k, n, method,
				c.text))
			x := columns(d)[0]
			if low, high := slices.Min(x), slices.Max(x); low < c.low || high > c.high {
				t.Errorf("%s %s: from %v to %v", method, c.text, low, high)
			}
			if got := kolmogorov(x, c.cdf); got > limit {
				t.Errorf("%s %s: distance %v, want at most %v", method, c.text, got, limit)
			}
		}
	}
}

// TestIndependence checks that axes, neighbouring runs and studies of other seeds do not correlate. Correlations of n
// independent pairs have a deviation of 1/sqrt(n); the bound is four of them, for some 40 pairs at fixed seeds.
func TestIndependence(t *testing.T) {
	const n = 20000
	limit := 4 / math.Sqrt(n)
	for _, method := range sweep.Methods[:2] { // a Sobol sequence is meant not to be independent
		sweep := ", samples: 20000, method: " + method +
			", sweep: [{path: a, uniform: [0, 1]}, {path: b, uniform: [0, 1]}, {path: c, uniform: [0, 1]}]}"
		x := append(columns(must(t, "{seed: 1"+sweep)), columns(must(t, "{seed: 2"+sweep))...)
		for i := range x {
			for j := range i {
				if r := stat.Correlation(x[i], x[j], nil); math.Abs(r) > limit {
					t.Errorf("%s: columns %d and %d correlate by %v", method, i, j, r)
				}
			}
			if r := stat.Correlation(x[i][1:], x[i][:n-1], nil); math.Abs(r) > limit {
				t.Errorf("%s: neighbours in column %d correlate by %v", method, i, r)
			}
		}
	}
}

// TestLatinHypercube checks the defining property: of n samples of a point of the grid, each n-th of the probability
// of each axis has one.
func TestLatinHypercube(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 16, 17, 100, 1000} {
		d := must(t, fmt.Sprintf("{seed: %d, samples: %d, method: latin_hypercube, sweep: [{path: a, uniform: [0, "+
			"1]}, {path: g, grid: [1, 2, 3]}, {path: b, normal: [0, 1]}]}", n, n))
		x := columns(d)
		for i := range x[2] {
			x[2][i] = normalCDF(x[2][i])
		}
		for _, column := range [][]float64{x[0], x[2]} {
			for point := range 3 {
				seen := make([]bool, n)
				for _, u := range column[point*n : (point+1)*n] {
					k := int(u * float64(n))
					if seen[k] {
						t.Fatalf("%d samples: stratum %d of point %d has two", n, k, point)
					}
					seen[k] = true
				}
			}
		}
	}
}

// TestLatinOrder checks that the order of strata is one of all orders with equal probability: of five samples the
// first two are each of the 20 ordered pairs of strata. Their numbers over the studies have a sum of squares with 19
// degrees of freedom, which exceeds 43.8 with probability 0.001; the seeds are fixed.
func TestLatinOrder(t *testing.T) {
	studies := 20000
	if testing.Short() {
		studies = 4000
	}
	counts := map[[2]int]float64{}
	for seed := range studies {
		d := must(t, fmt.Sprintf("{seed: %d, samples: 5, method: latin_hypercube, sweep: [{path: a, uniform: [0, "+
			"5]}]}", seed))
		counts[[2]int{int(d.Row(nil, 0)[0].Number), int(d.Row(nil, 1)[0].Number)}]++
	}
	square := 0.0
	for _, c := range counts {
		mean := float64(studies) / 20
		square += (c - mean) * (c - mean) / mean
	}
	if len(counts) != 20 || square > 43.8 {
		t.Errorf("%d pairs, chi-squared %v; want 20 and at most 43.8", len(counts), square)
	}
}
