package stencil

import (
	"math"
	"testing"
)

// TestDerivative checks that polynomials of degree 8 are differentiated exactly but for rounding, and the size of the
// error of sines.
func TestDerivative(t *testing.T) {
	const h = 0.25
	got := make([]float64, 10)
	Derivative(got, h, func(dst []float64, t float64) {
		for n := range 9 {
			dst[n] = math.Pow(1+t, float64(n))
		}
		dst[9] = math.Sin(t)
	})
	for n, x := range got[:9] {
		if d := math.Abs(x - float64(n)); !(d < 1e-12) { // values up to 2⁸
			t.Errorf("the derivative of x^%d at 1 is %v", n, x)
		}
	}
	remainder := math.Pow(h, 8) / 630
	if d := 1 - got[9]; !(d > 0.5*remainder && d < 1.5*remainder) {
		t.Errorf("the error of sin is %v, want about %v", d, remainder)
	}
}
