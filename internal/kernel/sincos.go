package kernel

import "math"

// sincos returns the sine and cosine of x with an absolute error below 1.2e-16. It has no branches but one for huge
// arguments: in an algorithm every joint stands at another angle, and branches that depend on it are mispredicted,
// which costs more than the polynomials.
//
// With q = round(2x/π) and r = x − q π/2 in [−π/4, π/4], sine and cosine of x are those of r, exchanged if q is odd
// and with the signs of q's quadrant. The difference is taken with π/2 in two parts, the first so short that its
// product with q is exact (Cody and Waite, "Software Manual for the Elementary Functions", 1980). The polynomials are
// the minimax approximations of fdlibm (Sun Microsystems, 1993).
func sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) < huge) {
		return math.Sincos(x)
	}
	t := x*(2/math.Pi) + magic
	quadrant := math.Float64bits(t)
	q := t - magic
	r := (x - q*halfPi) - q*halfPiRest
	z := r * r
	zz := z * z
	s := r + r*z*((s1+z*s2)+zz*((s3+z*s4)+zz*(s5+z*s6)))
	half := 0.5 * z
	w := 1 - half
	c := w + (((1 - w) - half) + zz*((c1+z*c2)+zz*((c3+z*c4)+zz*(c5+z*c6))))
	a, b := math.Float64bits(s), math.Float64bits(c)
	swap := (a ^ b) & -(quadrant & 1)
	a, b = a^swap, b^swap
	return math.Float64frombits(a ^ (quadrant&2)<<62), math.Float64frombits(b ^ ((quadrant+1)&2)<<62)
}

const (
	magic      = 3 << 51                     // added to a small number, it leaves it as an integer in the low bits
	huge       = 1 << 20                     // angles below have q of 20 bits, so that q halfPi is exact
	halfPi     = 0x1.921fb544p+0             // the first 33 bits of π/2
	halfPiRest = 0x1.0b4611a626331p-34       // π/2 − halfPi
	s1         = -1.66666666666666324348e-01 // sin r = r + s1 r³ + s2 r⁵ + ...
	s2         = 8.33333333332248946124e-03
	s3         = -1.98412698298579493134e-04
	s4         = 2.75573137070700676789e-06
	s5         = -2.50507602534068634195e-08
	s6         = 1.58969099521155010221e-10
	c1         = 4.16666666666666019037e-02 // cos r = 1 − r²/2 + c1 r⁴ + c2 r⁶ + ...
	c2         = -1.38888888888741095749e-03
	c3         = 2.48015872894767294178e-05
	c4         = -2.75573143513906633035e-07
	c5         = 2.08757232129817482790e-09
	c6         = -1.13596475577881948265e-11
)
