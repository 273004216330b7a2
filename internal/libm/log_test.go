package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/internal/libm"
)

// TestMantissa takes numbers apart at both ends of their ranges, and compares with math.Frexp.
func TestMantissa(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	list := []float64{math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64, 0.5, 1, 2, math.Sqrt2 / 2,
		math.Nextafter(math.Sqrt2/2, 0), math.Nextafter(math.Sqrt2/2, 1), math.Sqrt2, math.Nextafter(1, 0)}
	for range 10_000 {
		list = append(list, math.Ldexp(1+rng.Float64(), rng.IntN(2098)-1074))
	}
	for _, x := range list {
		fraction, exponent := math.Frexp(x)
		if fraction < math.Sqrt2/2 {
			fraction, exponent = 2*fraction, exponent-1
		}
		if m, k := libm.Mantissa(x); m != fraction || k != float64(exponent) {
			t.Errorf("%v = 2^%v %v, want 2^%d %v", x, k, m, exponent, fraction)
		}
	}
}
