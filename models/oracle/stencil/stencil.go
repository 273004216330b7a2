// Package stencil differentiates functions numerically, for tests.
package stencil

// Derivative sets dst to the derivative at t = 0 of a function of t, which sets dst to its values, by central
// differences of eighth order:
//
//	f' = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_m = f(m h) − f(−m h)
//
// It leaves out f⁽⁹⁾ h⁸/630, which is ω (ωh)⁸/630 for a term like sin ωt, and has the rounding of f divided by h.
func Derivative(dst []float64, h float64, f func(dst []float64, t float64)) {
	clear(dst)
	value := make([]float64, len(dst))
	for m, weight := range []float64{4. / 5, -1. / 5, 4. / 105, -1. / 280} {
		for _, sign := range []float64{1, -1} {
			f(value, sign*float64(m+1)*h)
			for i, x := range value {
				dst[i] += sign * weight / h * x
			}
		}
	}
}
