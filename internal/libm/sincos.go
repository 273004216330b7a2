package libm

import (
	"math"
	"math/bits"
)

// Sincos returns the sine and cosine of x with an absolute error below 1.2e-16. The sine of −0 is 0.
//
// It has no branches but one for huge arguments: in an algorithm every joint stands at another angle, and branches that
// depend on it are mispredicted, which costs more than the polynomials.
//
// With q = round(2x/π) and r = x − q π/2 in [−π/4, π/4], sine and cosine of x are those of r, exchanged if q is odd
// and with the signs of q's quadrant. The difference is taken with π/2 in two parts, the first so short that its
// product with q is exact (Cody and Waite, "Software Manual for the Elementary Functions", 1980). The polynomials are
// the minimax approximations of fdlibm (Sun Microsystems, 1993).
func Sincos(x float64) (sin, cos float64) {
	t := float64(x*(2/math.Pi)) + magic
	quadrant := math.Float64bits(t)
	q := t - magic
	r := (x - float64(q*halfPi)) - float64(q*halfPiRest)
	if !(math.Abs(x) < huge) {
		quadrant, r = reduce(x)
	}
	z := r * r
	zz := z * z
	s := r + float64(r*z*((s1+float64(z*s2))+float64(zz*((s3+float64(z*s4))+float64(zz*(s5+float64(z*s6)))))))
	half := float64(0.5 * z)
	w := 1 - half
	c := w + (((1 - w) - half) +
		float64(zz*((c1+float64(z*c2))+float64(zz*((c3+float64(z*c4))+float64(zz*(c5+float64(z*c6))))))))
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
	halfPiBits = 0xc90fdaa22168c235          // π/2 2⁶³
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

// Sin returns the sine of x. See Sincos.
func Sin(x float64) float64 {
	s, _ := Sincos(x)
	return s
}

// Cos returns the cosine of x. See Sincos.
func Cos(x float64) float64 {
	_, c := Sincos(x)
	return c
}

// Tan returns the tangent of x, within 3 ulp.
func Tan(x float64) float64 {
	s, c := Sincos(x)
	return s / c
}

// reduce returns the quadrant of an angle, modulo 4, and its distance from the middle of it, in [−π/4, π/4]. It works
// for all numbers: of the product with 2/π only those bits are formed that are neither multiples of 4 nor below 2⁻¹³⁷
// (M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric functions", 1983).
func reduce(x float64) (quadrant uint64, r float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, math.NaN()
	}
	word := math.Float64bits(x)
	m := word&(1<<52-1) | 1<<52 // |x| = m 2^e
	e := int(word>>52&0x7ff) - 1075
	at := uint(e + 62) // in the table, from which 192 bits are taken
	w := [3]uint64{}
	for i := range w {
		k, s := at/64+uint(i), at%64
		w[i] = twoOverPi[k]<<s | twoOverPi[k+1]>>(64-s)
	}
	// The low 192 bits of m w, of which the first two are the quadrant.
	c2, p2 := bits.Mul64(m, w[2])
	c1, p1 := bits.Mul64(m, w[1])
	p1, carry := bits.Add64(p1, c2, 0)
	p0 := m*w[0] + c1 + carry
	quadrant = p0 >> 62
	p0, p1 = p0<<2|p1>>62, p1<<2|p2>>62
	below := int64(p0) < 0 // above the middle: the next quadrant is nearer
	if below {
		quadrant++
		p0, p1 = ^p0, ^p1 // and 2⁻¹²⁸ less, which does not matter
	}
	zeros := bits.LeadingZeros64(p0)
	p0 = p0<<zeros | p1>>(64-zeros)
	turned, _ := bits.Mul64(p0, halfPiBits) // rounded but once, as a double
	r = math.Ldexp(float64(int64(turned>>1)), -62-zeros)
	if below {
		r = -r
	}
	if x < 0 {
		quadrant, r = -quadrant, -r
	}
	return quadrant & 3, r
}

// twoOverPi is 2/π behind 64 zeros, in binary.
var twoOverPi = [...]uint64{0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
	0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
	0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d}
