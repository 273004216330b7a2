package libm

import "math"

// Erfc returns the complementary error function, within 32 ulp.
func Erfc(x float64) float64 {
	switch {
	case x < 1:
		return 1 - erf(x)
	case x < 27.3:
		// The continued fraction x + (1/2)/(x + (2/2)/(x + (3/2)/...)), from behind.
		f := x
		for k := int(8 + 220/(x*x)); k >= 1; k-- {
			f = x + float64(k)/2/f
		}
		square := product(x, x)
		return exp(pair{-square.hi, -square.lo}) / math.Sqrt(math.Pi) / f
	case math.IsNaN(x):
		return x
	}
	return 0
}

// erf returns the error function of a number below 1 by its series of positive terms,
// 2/√π exp(−x²) Σ 2ⁿ x²ⁿ⁺¹/(1·3·...·(2n+1)). Below −6 it is −1.
func erf(x float64) float64 {
	if x <= -6 {
		return -1
	}
	s, term := x, x
	for n := 1; math.Abs(term) > 0x1p-56*math.Abs(s); n++ {
		term = float64(term * (2 * x * x) / float64(2*n+1))
		s += term
	}
	return float64(2 / math.Sqrt(math.Pi) * Exp(float64(-x*x)) * s)
}

// NormalQuantile returns the number that a standard normal variable exceeds with probability 1 − p, for p in (0, 1),
// with an error below 2e-15 of it, or 2e-16 near 0. The approximation 26.2.23 of M. Abramowitz and I. A. Stegun,
// "Handbook of Mathematical Functions", 1964, is improved by Halley's method, whose error is cubed each time.
func NormalQuantile(p float64) float64 {
	switch {
	case p > 0.5:
		return -NormalQuantile(1 - p)
	case !(p >= 0):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 0.5:
		return 0
	}
	t := math.Sqrt(-2 * Log(p))
	x := (2.515517+float64(t*(0.802853+float64(t*0.010328))))/
		(1+float64(t*(1.432788+float64(t*(0.189269+float64(t*0.001308)))))) - t
	for range 2 {
		var more float64 // in probability, than at the quantile
		if x > -1 {
			more = erf(x/math.Sqrt2)/2 - (p - 0.5)
		} else {
			more = Erfc(-x/math.Sqrt2)/2 - p
		}
		step := float64(more * math.Sqrt(2*math.Pi) * Exp(x*x/2))
		x -= step / (1 + float64(x*step/2))
	}
	return x
}
