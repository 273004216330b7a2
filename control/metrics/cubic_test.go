package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRoot looks for the roots in all monotonic parts of cubics of many shapes, flat and steep ones: there the cubic is
// zero but for the rounding of its terms, and for the square of a step of Newton's method that is not taken any more.
func TestRoot(t *testing.T) {
	const rounding = 0x1p-50
	rng := rand.New(rand.NewPCG(5, 6))
	roots := 0
	for range 200_000 {
		var c cubic
		for i := range c {
			c[i] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-8))
		}
		level := 0.0
		if rng.IntN(2) == 0 {
			level = c.at(rng.Float64())
		}
		border, n := c.parts()
		for i := 1; i < n; i++ {
			a, b := border[i-1], border[i]
			if !((c.at(a)-level)*(c.at(b)-level) < 0) {
				continue
			}
			roots++
			s := c.root(a, b, level)
			rest, terms := c.at(s)-level, math.Abs(c[0])+math.Abs(c[1])+math.Abs(c[2])+math.Abs(c[3])+math.Abs(level)
			if !(s >= a && s <= b) || !(math.Abs(rest) <= rounding*terms) {
				t.Fatalf("%v less %v between %v and %v: at the root %v there are %v left", c, level, a, b, s, rest)
			}
		}
	}
	if roots < 50_000 {
		t.Errorf("%d roots, want more", roots)
	}
}

// BenchmarkRoot times roots of cubics like those of errors in a step, which are nearly straight.
func BenchmarkRoot(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	list := make([]cubic, 1000)
	for i := range list {
		slope := rng.NormFloat64()
		list[i] = cubic{-slope * rng.Float64(), slope, 0.01 * slope * rng.NormFloat64(),
			1e-4 * slope * rng.NormFloat64()}
	}
	b.ResetTimer()
	for i := range b.N {
		list[i%len(list)].root(0, 1, 0)
	}
}
