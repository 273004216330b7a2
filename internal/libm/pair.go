package libm

// A pair is a number as the sum of two, of which the second is less than half an ulp of the first: it has some 106
// bits. The operations are those of T. J. Dekker, "A floating-point technique for extending the available precision",
// 1971.
type pair struct{ hi, lo float64 }

// sum returns a + b exactly.
func sum(a, b float64) pair {
	s := a + b
	v := s - a
	return pair{s, (a - (s - v)) + (b - v)}
}

// halves returns the upper and the lower half of the digits of a number below 2⁹⁹⁶.
func halves(a float64) (upper, lower float64) {
	c := float64(a * (1<<27 + 1))
	upper = c - (c - a)
	return upper, a - upper
}

// product returns a b exactly, unless it is near the ends of the range.
func product(a, b float64) pair {
	p := float64(a * b)
	au, al := halves(a)
	bu, bl := halves(b)
	return pair{p, float64(al*bl) - (((p - float64(au*bu)) - float64(al*bu)) - float64(au*bl))}
}

func (a pair) add(b pair) pair {
	s := sum(a.hi, b.hi)
	return sum(s.hi, s.lo+a.lo+b.lo)
}

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	return sum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	p := product(q, b.hi)
	return sum(q, (a.hi-p.hi-p.lo+a.lo-float64(q*b.lo))/b.hi)
}
