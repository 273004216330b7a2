package integrate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestIMEXTableau checks the conditions of order 4 for both methods and their couplings (Kennedy and Carpenter 2003,
// section 2): with nodes that both have, and the same weights, only the last of the eight mixes both. The embedded
// weights have order 3. The implicit method ends where its last stage is, and its stages have γ = 1/4. Tolerance:
// rounding of sums of numbers up to 10.
func TestIMEXTableau(t *testing.T) {
	const tolerance = 1e-14
	c, b := imexC[:], imexImplicit[imexStages-1][:]
	power := func(k float64) []float64 {
		x := make([]float64, len(c))
		for i := range c {
			x[i] = math.Pow(c[i], k)
		}
		return x
	}
	times := func(a *[imexStages][imexStages]float64, x []float64) []float64 {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = floats.Dot(a[i][:], x)
		}
		return y
	}
	check := func(what string, got, want float64) {
		if !(math.Abs(got-want) < tolerance) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	methods := map[string]*[imexStages][imexStages]float64{"explicit": &imexExplicit, "implicit": &imexImplicit}
	for _, weights := range []struct {
		name  string
		b     []float64
		order int
	}{{"b", b, 4}, {"embedded", imexEmbedded[:], 3}} {
		b := weights.b
		for k := range weights.order {
			check(weights.name, floats.Dot(b, power(float64(k))), 1/float64(k+1))
		}
		for name, a := range methods {
			name = weights.name + ", " + name
			check(name, floats.Dot(b, times(a, c)), 1.0/6)
			if weights.order < 4 {
				continue
			}
			check(name, floats.Dot(b, times(a, power(2))), 1.0/12)
			check(name, floats.Dot(b, floats.MulTo(make([]float64, len(c)), c, times(a, c))), 1.0/8)
			for other, second := range methods {
				check(name+" of "+other, floats.Dot(b, times(a, times(second, c))), 1.0/24)
			}
		}
	}
	for name, a := range methods {
		for i := range a {
			check(name+" node", floats.Sum(a[i][:]), c[i])
			for j := i; j < imexStages; j++ {
				if diagonal := name == "implicit" && i == j && i > 0; a[i][j] != 0 && !(diagonal && a[i][j] == 0.25) {
					t.Errorf("%s: element %d, %d is %v", name, i, j, a[i][j])
				}
			}
		}
	}
}
