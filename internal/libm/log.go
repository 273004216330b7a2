package libm

import "math"

// Log returns the natural logarithm of x, within 1 ulp.
//
// With x = 2ᵏ m, m between √½ and √2, f = m − 1 and s = f/(2 + f) it is k ln 2 + log m, log m = 2 (s + s³/3 + ...). To
// round only small terms, 2 s is written as f − f²/2 + s f²/2.
func Log(x float64) float64 {
	if special, ok := logSpecial(x); ok {
		return special
	}
	m, k := Mantissa(x)
	f := m - 1
	s, half := f/(2+f), float64(0.5*f*f)
	z := float64(s * s)
	series := 0.0
	for _, c := range &odd {
		series = float64(z * (c + series))
	}
	return float64(k*ln2) - ((half - (float64(s*(half+series)) + float64(k*ln2Rest))) - f)
}

// odd are 2/23, ..., 2/3.
var odd = [...]float64{2. / 23, 2. / 21, 2. / 19, 2. / 17, 2. / 15, 2. / 13, 2. / 11, 2. / 9, 2. / 7, 2. / 5, 2. / 3}

func logSpecial(x float64) (float64, bool) {
	switch {
	case x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x, true
	}
	return 0, false
}

// Mantissa returns m between √½ and √2, and k, for which x = 2ᵏ m. x is positive and finite.
func Mantissa(x float64) (m, k float64) {
	const (
		digits = 52
		half   = 1022            // exponent of numbers from 1/2 to 1
		root   = 0x6a09e667f3bcd // fraction of √½, in bits
	)
	e := 0
	if x < 0x1p-1022 { // its exponent is not in its bits
		x, e = x*(1<<digits), -digits
	}
	bits := math.Float64bits(x)
	fraction := bits & (1<<digits - 1)
	low := (fraction - root) >> 63 // 1 if the number from 1/2 to 1 is below √½; no branch, which would be guessed
	e += int(bits>>digits) - half - int(low)
	return math.Float64frombits(fraction | (half+low)<<digits), float64(e)
}

// logPair returns the logarithm of a positive number to some 64 bits.
func logPair(x float64) pair {
	m, k := Mantissa(x)
	s := sum(m, -1).div(sum(m, 1))
	z := s.mul(s)
	series := 0.0
	for _, c := range odd[:len(odd)-1] {
		series = float64(z.hi * (c + series))
	}
	series23 := pair{2. / 3, 0x1.5555555555555p-55}.add(pair{series, 0})
	m1 := pair{float64(2 * s.hi), float64(2 * s.lo)}.add(s.mul(z).mul(series23))
	return pair{float64(k * ln2), 0}.add(pair{float64(k * ln2Rest), 0}).add(m1)
}

// Log10 returns the logarithm to base 10, within 1 ulp. Those of powers of ten are whole numbers.
func Log10(x float64) float64 {
	if special, ok := logSpecial(x); ok {
		return special
	}
	y := logPair(x).mul(pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}) // 1/ln 10
	return y.hi
}
