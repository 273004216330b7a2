package libm

import "math"

// Atan2 returns the angle of the point (x, y) from the x axis, within 1.5 ulp.
func Atan2(y, x float64) float64 {
	ay, ax := math.Abs(y), math.Abs(x)
	switch {
	case math.IsNaN(y) || math.IsNaN(x):
		return math.NaN()
	case ay == 0 && ax == 0:
		ax = 1
	case math.IsInf(ay, 1) && math.IsInf(ax, 1):
		ay, ax = 1, 1
	case math.IsInf(ax, 1):
		ay, ax = 0, 1
	case math.IsInf(ay, 1):
		ay, ax = 1, 0
	}
	var a pair
	if ay > ax {
		a = pair{math.Pi / 2, 0x1.1a62633145c07p-54}.add(atan(ax, ay).negative())
	} else {
		a = atan(ay, ax)
	}
	if math.Signbit(x) {
		a = pair{math.Pi, 0x1.1a62633145c07p-53}.add(a.negative())
	}
	return math.Copysign(a.hi+a.lo, y)
}

func (a pair) negative() pair { return pair{-a.hi, -a.lo} }

// atan returns the angle whose tangent is y/x, for 0 ≤ y ≤ x. It is the angle whose tangent is a quarter of a whole
// number, which is in a table, and a rest of at most 1/8, whose tangent is (y − c x)/(x + c y).
func atan(y, x float64) pair {
	if x > 0x1p1000 || x < 0x1p-900 { // out of the way of overflow
		_, e := math.Frexp(x)
		q := math.Ldexp(y, -e)
		if q != 0 && q < 0x1p-1000 {
			return pair{y / x, 0} // which rounds once
		}
		y, x = q, math.Ldexp(x, -e)
	}
	quarter := int(float64(4*(y/x)) + 0.5)
	c := float64(quarter) / 4
	near := y - float64(c*x)
	if quarter == 3 {
		near = (y - x/2) - x/4 // exact
	}
	u := near / (x + float64(c*y))
	z, series := float64(u*u), 0.0
	for _, c := range &alternating {
		series = float64(z * (c + series))
	}
	return sum(quarters[quarter].hi, u+(float64(u*series)+quarters[quarter].lo))
}

// QuarterAngle returns the angle whose tangent is k/4, of k from 0 to 4, as the sum of two numbers, of which the second
// is what the first one is rounded by.
func QuarterAngle(k int) (hi, lo float64) { return quarters[k].hi, quarters[k].lo }

// alternating are 1/17, −1/15, ..., −1/3.
var alternating = [...]float64{1. / 17, -1. / 15, 1. / 13, -1. / 11, 1. / 9, -1. / 7, 1. / 5, -1. / 3}

// quarters are the angles with the tangents 0, 1/4, ..., 1.
var quarters = [...]pair{{0, 0}, {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
	{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}, {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
	{math.Pi / 4, 0x1.1a62633145c07p-55}}
