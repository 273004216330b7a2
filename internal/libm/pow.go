package libm

import "math"

// Pow returns x to the power of y, within 2 ulp unless the result is so large or small that its logarithm is above 30,
// and within 16 ulp everywhere.
func Pow(x, y float64) float64 {
	whole := y == math.Trunc(y)
	odd := whole && math.Abs(y) < 1<<53 && int64(y)&1 == 1
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		switch grows := (math.Abs(x) > 1) == (y > 0); {
		case x == -1:
			return 1
		case grows:
			return math.Inf(1)
		}
		return 0
	case x == 0 || math.IsInf(x, 0):
		size := math.Inf(1)
		if (x == 0) == (y > 0) {
			size = 0
		}
		if odd {
			return math.Copysign(size, x)
		}
		return size
	case x < 0 && !whole:
		return math.NaN()
	}
	size := power(math.Abs(x), y, whole)
	if x < 0 && odd {
		return -size
	}
	return size
}

// power is Pow for a positive, finite x. Small whole powers are products.
func power(x, y float64, whole bool) float64 {
	if _, e := math.Frexp(x); whole && math.Abs(y) <= 64 && math.Abs(float64(e))*math.Abs(y) < 900 {
		p, square := pair{1, 0}, pair{x, 0}
		for n := int(math.Abs(y)); ; {
			if n&1 == 1 {
				p = p.mul(square)
			}
			if n >>= 1; n == 0 {
				break
			}
			square = square.mul(square)
		}
		if y < 0 {
			p = pair{1, 0}.div(p)
		}
		return p.hi
	}
	if math.Abs(y) > 1<<64 { // beyond all exponents, but where x is 1
		y = math.Copysign(1<<64, y)
	}
	l := logPair(x).mul(pair{y, 0})
	switch {
	case l.hi > 709.8:
		return math.Inf(1)
	case l.hi < -745.2:
		return 0
	}
	return exp(l)
}

// Hypot returns √(x² + y²), within 2 ulp, without overflow on the way.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case math.IsInf(x, 1) || math.IsInf(y, 1):
		return math.Inf(1)
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	}
	if x < y {
		x, y = y, x
	}
	if x == 0 {
		return 0
	}
	y /= x
	return float64(x * math.Sqrt(1+float64(y*y)))
}
