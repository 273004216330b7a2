package goldensection

import (
	"math"
	"testing"
)

// TestLeast checks that a minimum lies in the last interval, which is what so many sections leave of the first one, and
// that each section takes one value.
func TestLeast(t *testing.T) {
	const low, high, sections = -3.0, 5.0, 20
	for _, at := range []float64{-3, -2.7, 0, 1, math.Pi, 4.999, 5} {
		for name, f := range map[string]func(x float64) float64{
			"a parabola": func(x float64) float64 { return (x - at) * (x - at) },
			"an edge":    func(x float64) float64 { return math.Max(x-at, 7*(at-x)) },
		} {
			calls := 0
			got := Least(func(x float64) float64 { calls++; return f(x) }, low, high, sections)
			// Half of the interval, with 1e-3 of it for its own rounding; what the parabola cannot tell apart is 1e-8.
			if most := (high - low) / 2 * math.Pow((math.Sqrt(5)-1)/2, sections); math.Abs(got-at) > 1.001*most {
				t.Errorf("%s with its minimum at %v: found %v, expected it within %.3g", name, at, got, most)
			}
			if calls != sections+2 {
				t.Errorf("%s took %d values; expected %d", name, calls, sections+2)
			}
		}
	}
}

// TestEqual checks to which side the search goes where values are equal.
func TestEqual(t *testing.T) {
	if got := Least(func(float64) float64 { return 1 }, 0, 1, 30); got > 1e-6 { // 0.618^30 / 2 is 2.7e-7
		t.Errorf("of equal values it took the one at %v; expected the lowest", got)
	}
}
