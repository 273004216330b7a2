package floats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/internal/floats"
)

// TestOneRounding compares what gonum computes with sums, differences and products of single numbers, bit by bit, also
// for signed zeros, infinities and numbers that are too small or too large. Where a machine fused a product with a sum,
// or took another order, numbers of such different sizes would tell.
func TestOneRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324}
	draw := func() float64 {
		if rng.IntN(8) == 0 {
			return special[rng.IntN(len(special))]
		}
		return math.Ldexp(rng.NormFloat64(), rng.IntN(80)-40)
	}
	for n := range 40 {
		a, b, got := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			a[i], b[i] = draw(), draw()
		}
		c := draw()
		for _, f := range []struct {
			name string
			does func()
			want func(a, b float64) float64
		}{
			{"Add", func() { floats.Add(got, b) }, func(a, b float64) float64 { return a + b }},
			{"Sub", func() { floats.Sub(got, b) }, func(a, b float64) float64 { return a - b }},
			{"SubTo", func() { floats.SubTo(got, got, b) }, func(a, b float64) float64 { return a - b }},
			{"Scale", func() { floats.Scale(c, got) }, func(a, _ float64) float64 { return c * a }},
			{"ScaleTo", func() { floats.ScaleTo(got, c, b) }, func(_, b float64) float64 { return c * b }},
		} {
			copy(got, a)
			f.does()
			for i := range n {
				want := f.want(a[i], b[i])
				if math.Float64bits(got[i]) != math.Float64bits(want) && !(math.IsNaN(got[i]) && math.IsNaN(want)) {
					t.Fatalf("%s of %d numbers: number %d is %v; expected %v (of %v and %v, factor %v)", f.name, n, i,
						got[i], want, a[i], b[i], c)
				}
			}
		}
	}
}
