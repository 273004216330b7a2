package metrics

import "math"

// cubic is Σ c_k s^k for s from 0 to 1: a quantity in an interval, of which value and slope are known at both ends.
// Its error is of order 4 in the length of the interval.
type cubic [4]float64

// hermite returns the cubic from x with slope v to y with slope w, in the time h.
func hermite(h, x, v, y, w float64) cubic {
	v, w = float64(v*h), float64(w*h)
	return cubic{x, v, float64(3*(y-x)) - float64(2*v) - w, v + w - float64(2*(y-x))}
}

// hull are the coefficients of a cubic in the polynomials of Bernstein (Farin, "Curves and Surfaces for CAGD", 5th ed.
// 2002, section 5.2).
type hull [4]float64

// bernstein returns the hull of hermite.
func bernstein(h, x, v, y, w float64) hull {
	third := float64(h * (1.0 / 3))
	return hull{x, x + float64(v*third), y - float64(w*third), y}
}

// limits returns two numbers between which the cubic lies.
func (b *hull) limits() (least, most float64) {
	return min(b[0], b[3], b[1], b[2]), max(b[0], b[3], b[1], b[2])
}

// once reports whether the cubic has one zero, by the signs of its coefficients, which change as often as it at least.
func (b *hull) once() bool { return b[0]*b[3] < 0 && !(b[0]*b[1] < 0 && b[2]*b[3] < 0) }

func (c *cubic) at(s float64) float64 {
	return c[0] + float64(s*(c[1]+float64(s*(c[2]+float64(s*c[3])))))
}

func (c *cubic) slope(s float64) float64 {
	return c[1] + float64(s*(float64(2*c[2])+float64(s*3*c[3])))
}

// parts returns the borders of the parts in which the cubic is monotonic: 0, its extremes in order, and 1.
func (c *cubic) parts() (border [4]float64, n int) {
	border[0], n = 0, 1
	// c1 + 2 c2 s + 3 c3 s² = 0, by the form that does not cancel.
	if root := float64(c[2]*c[2]) - float64(3*c[1]*c[3]); root > 0 {
		z := -(c[2] + math.Copysign(math.Sqrt(root), c[2]))
		a, b := z/(3*c[3]), c[1]/z
		for _, s := range [...]float64{math.Min(a, b), math.Max(a, b)} {
			if s > 0 && s < 1 {
				border[n] = s
				n++
			}
		}
	}
	border[n] = 1
	return border, n + 1
}

// root returns where the cubic less a level is zero between a and b, between which it is monotonic and where it has
// different signs or is zero. It is found by Newton's method from the chord on, and by halves where that leads astray
// (Numerical Recipes, section 9.4), until a step is shorter than a number: what is left is about the square of it.
func (c *cubic) root(a, b, level, short float64) float64 {
	from, to := c.at(a)-level, c.at(b)-level
	s := a + float64(from/(from-to)*(b-a))
	if !(s >= a && s <= b) { // by rounding
		s = a + (b-a)/2
	}
	for range 100 { // 53 halves would do
		y := c.at(s) - level
		if (y < 0) == (from < 0) {
			a = s
		} else {
			b = s
		}
		step := y / c.slope(s)
		if next := s - step; next >= a && next <= b {
			s = next
		} else {
			step, s = (b-a)/2, a+(b-a)/2
		}
		if math.Abs(step) < short {
			break
		}
	}
	return s
}

// toRounding and toHalf are the last steps of root that leave about the rounding of the cubic, and half of its digits:
// integrals to a zero, of which the slope is zero there, then have all of theirs.
const toRounding, toHalf = 0x1p-26, 0x1p-13

// first returns the first s after which the cubic is at a level or above it.
func (c *cubic) first(level float64) (s float64, ok bool) {
	if c.at(0) >= level {
		return 0, true
	}
	border, n := c.parts()
	for i := 1; i < n; i++ {
		if c.at(border[i]) >= level {
			return c.root(border[i-1], border[i], level, toRounding), true
		}
	}
	return 0, false
}

// last returns the last s at which the cubic is outside of ±band, where 0 counts if it is outside there and 1 if it is.
func (c *cubic) last(band float64) (s float64, ok bool) {
	border, n := c.parts()
	for i := n - 1; i >= 0; i-- {
		x := c.at(border[i])
		if math.Abs(x) <= band {
			continue
		}
		if i == n-1 {
			return 1, true
		}
		return c.root(border[i], border[i+1], math.Copysign(band, x), toRounding), true
	}
	return 0, false
}

// until returns ∫ c ds and ∫ (s − ½) c ds from 0 to s.
func (c *cubic) until(s float64) (sum, tilt float64) {
	sum = float64(s * (c[0] + float64(s*(float64(c[1]*0.5)+float64(s*(float64(c[2]*(1.0/3))+float64(s*c[3]*0.25)))))))
	first := float64(0.5*c[0]) + float64(s*(float64(c[1]*(1.0/3))+float64(s*(float64(c[2]*0.25)+float64(s*c[3]*0.2)))))
	return sum, float64(s*s*first) - float64(0.5*sum)
}

// moments returns ∫ c ds, ∫ (s − ½) c ds, ∫ c² ds and ∫ (s − ½) c² ds from 0 to 1, by the coefficients in Legendre's
// polynomials P_k(2s − 1), of which the squares have the integrals 1/(2k + 1) and s − ½ = P_1/2 joins neighbours alone
// (Abramowitz and Stegun, "Handbook of Mathematical Functions", chapter 22). These are a_0/4, 3 a_1/20, a_2/4 and
// a_3/20.
func (b *hull) moments() (mean, tilt, square, squareTilt float64) {
	ends, inner, rise, within := b[0]+b[3], b[1]+b[2], b[3]-b[0], b[2]-b[1]
	a := [...]float64{ends + inner, float64(3*rise) + within, ends - inner, rise - float64(3*within)}
	mean, tilt = float64(0.25*a[0]), float64(a[1]*(1.0/40))
	fifth := float64(a[2] * (1.0 / 5))
	square = float64((float64(a[0]*a[0])+float64(fifth*a[2]))*(1.0/16)) + float64(12*tilt*tilt) +
		float64(a[3]*a[3]*(1.0/2800))
	return mean, tilt, square, float64(tilt*(float64(0.5*a[0])+fifth)) + float64(a[2]*a[3]*(3.0/2800))
}
