package libm

import "math"

// CMul returns the product of two complex numbers. The operator * fuses products with sums where the processor can.
func CMul(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)),
		float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

// CQuo returns the quotient of two complex numbers, without overflow on the way (R. L. Smith, "Algorithm 116: complex
// division", 1962).
func CQuo(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	if math.Abs(br) >= math.Abs(bi) {
		ratio := bi / br
		d := br + float64(ratio*bi)
		return complex((ar+float64(ratio*ai))/d, (ai-float64(ratio*ar))/d)
	}
	ratio := br / bi
	d := bi + float64(ratio*br)
	return complex((float64(ratio*ar)+ai)/d, (float64(ratio*ai)-ar)/d)
}

// CAbs returns the size of a complex number.
func CAbs(a complex128) float64 { return Hypot(real(a), imag(a)) }

// CPhase returns the angle of a complex number, in (−π, π].
func CPhase(a complex128) float64 { return Atan2(imag(a), real(a)) }

// CExp returns e to the power of a complex number.
func CExp(a complex128) complex128 {
	size := Exp(real(a))
	s, c := Sincos(imag(a))
	return complex(float64(size*c), float64(size*s))
}

// CLog returns the natural logarithm of a complex number, with an imaginary part in (−π, π].
func CLog(a complex128) complex128 { return complex(Log(CAbs(a)), CPhase(a)) }
