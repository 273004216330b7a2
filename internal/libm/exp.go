package libm

import "math"

// ln 2 in two parts, of which the first has 32 bits: its product with an exponent is exact.
const (
	ln2     = 0x1.62e42feep-1
	ln2Rest = 0x1.a39ef35793c76p-33
)

// Exp returns e to the power of x, within 1 ulp.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	return exp(pair{x, 0})
}

// exp returns e to the power of a pair between −746 and 710. With k = round(x/ln 2) and r = x − k ln 2 it is 2ᵏ eʳ.
func exp(x pair) float64 {
	k, r, rest := remainder(x)
	return math.Ldexp(1+(r+(rest+float64(float64(r*r)*tail(r)))), k)
}

// remainder returns k and r, with its rounding error.
func remainder(x pair) (k int, r, rest float64) {
	n := math.RoundToEven(x.hi / math.Ln2)
	hi, lo := x.hi-float64(n*ln2), float64(n*ln2Rest)-x.lo
	r = hi - lo
	return int(n), r, (hi - r) - lo
}

// tail returns (eʳ − 1 − r)/r² for |r| < 0.35 by its series, whose next term is below 2⁻⁵⁷.
func tail(r float64) float64 {
	s := 0.0
	for _, c := range &inverseFactorials {
		s = float64(s*r) + c
	}
	return s
}

// inverseFactorials are 1/13!, ..., 1/2!.
var inverseFactorials = [...]float64{1. / 6227020800, 1. / 479001600, 1. / 39916800, 1. / 3628800, 1. / 362880,
	1. / 40320, 1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2}

// Expm1 returns e to the power of x less 1, within 2 ulp, for small x too.
func Expm1(x float64) float64 {
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case x > 40: // where 1 is below half an ulp
		return Exp(x)
	case x < -40:
		return -1
	}
	k, r, rest := remainder(pair{x, 0})
	s := sum(r, rest+float64(float64(r*r)*tail(r))) // eʳ − 1
	if k == 0 {
		return s.hi + s.lo
	}
	// 2ᵏ (s + 1 − 2⁻ᵏ)
	y := sum(1-math.Ldexp(1, -k), s.hi)
	return math.Ldexp(y.hi+(y.lo+s.lo), k)
}
