package expression

import (
	"math"
	"math/big"

	"kinetree/internal/libm"
)

// The functions of this file are rounded once: they are computed with some hundred digits, so that the digits printed
// are those of every good library of C, on which Python's are built.

// precision is how many bits the functions are computed with.
const precision = 320

// wide is a number of that precision, or of more.
type wide = *big.Float

func newWide(x float64) wide { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func (r *rounded) sum(a, b wide) wide        { return r.zero().Add(a, b) }
func (r *rounded) difference(a, b wide) wide { return r.zero().Sub(a, b) }
func (r *rounded) product(a, b wide) wide    { return r.zero().Mul(a, b) }
func (r *rounded) quotient(a, b wide) wide   { return r.zero().Quo(a, b) }
func (r *rounded) root(a wide) wide          { return r.zero().Sqrt(a) }
func (r *rounded) zero() wide                { return new(big.Float).SetPrec(r.bits) }

// rounded are operations of so many bits.
type rounded struct{ bits uint }

var usual = &rounded{precision}

// negligible reports whether a term does not count in a sum.
func (r *rounded) negligible(term, sum wide) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && sum.MantExp(nil)-term.MantExp(nil) > int(r.bits)
}

// exp sums the series of a small part of x and squares.
func (r *rounded) exp(x wide) wide {
	halvings := max(0, x.MantExp(nil)) + 12
	small := r.zero().SetMantExp(x, -halvings)
	sum, term := r.zero().SetInt64(1), r.zero().SetInt64(1)
	for n := int64(1); !r.negligible(term, sum); n++ {
		term = r.quotient(r.product(term, small), r.zero().SetInt64(n))
		sum = r.sum(sum, term)
	}
	for range halvings {
		sum = r.product(sum, sum)
	}
	return sum
}

// log improves the logarithm in double precision twice, each time to three times as many digits.
func (r *rounded) log(x wide) wide {
	near, _ := x.Float64()
	y := r.zero().SetFloat64(libm.Log(near))
	for range 2 {
		e := r.exp(y)
		step := r.quotient(r.difference(x, e), r.sum(x, e))
		y = r.sum(y, r.sum(step, step))
	}
	return y
}

// sincos takes quarters of a turn away from x and sums the series.
func (r *rounded) sincos(x wide) (sin, cos wide) {
	reduced := &rounded{r.bits + uint(max(0, x.MantExp(nil)))}
	quarter := reduced.quarter()
	turns, _ := reduced.sum(reduced.quotient(x, quarter), reduced.zero().SetFloat64(math.Copysign(0.5,
		float64(x.Sign())))).Int(nil)
	rest := reduced.difference(x, reduced.product(reduced.zero().SetInt(turns), quarter))
	square := r.product(rest, rest)
	sin, cos = r.zero(), r.zero()
	term := r.zero().SetInt64(1)
	for n := int64(1); !r.negligible(term, cos) || n < 4; n += 2 {
		cos = r.sum(cos, term)
		odd := r.quotient(r.product(term, rest), r.zero().SetInt64(n))
		sin = r.sum(sin, odd)
		term = r.quotient(r.product(term, square), r.zero().SetInt64(-n*(n+1)))
	}
	switch new(big.Int).And(turns, big.NewInt(3)).Int64() {
	case 1:
		return cos, sin.Neg(sin)
	case 2:
		return sin.Neg(sin), cos.Neg(cos)
	case 3:
		return cos.Neg(cos), sin
	}
	return sin, cos
}

// quarter returns pi/2 by the formula of Machin.
func (r *rounded) quarter() wide {
	more := &rounded{r.bits + 32}
	inverse := func(n int64) wide { // the arc tangent of 1/n
		sum, power := more.zero(), more.quotient(more.zero().SetInt64(1), more.zero().SetInt64(n))
		for k := int64(1); ; k += 2 {
			term := more.quotient(power, more.zero().SetInt64(k))
			if more.negligible(term, sum) {
				return sum
			}
			sum = more.sum(sum, term)
			power = more.quotient(power, more.zero().SetInt64(-n*n))
		}
	}
	eighth := more.difference(more.product(more.zero().SetInt64(4), inverse(5)), inverse(239))
	return more.sum(eighth, eighth)
}

// angle improves the angle of a point in double precision by the small angle that is left.
func (r *rounded) angle(y, x wide) wide {
	fy, _ := y.Float64()
	fx, _ := x.Float64()
	near := r.zero().SetFloat64(libm.Atan2(fy, fx))
	sin, cos := r.sincos(near)
	tangent := r.quotient(r.difference(r.product(y, cos), r.product(x, sin)), r.sum(r.product(x, cos),
		r.product(y, sin)))
	cube := r.product(tangent, r.product(tangent, tangent))
	return r.sum(near, r.difference(tangent, r.quotient(cube, r.zero().SetInt64(3))))
}

// precise returns f(x), rounded once, where an estimate of it says that it is an ordinary number.
func precise(x, estimate float64, f func(r *rounded, x wide) wide) float64 {
	if x == 0 || estimate == 0 || math.IsNaN(estimate) || math.IsInf(estimate, 0) || math.IsInf(x, 0) {
		return estimate
	}
	y, _ := f(usual, newWide(x)).Float64()
	return y
}

func sin(x float64) float64 {
	return precise(x, libm.Sin(x), func(r *rounded, x wide) wide { s, _ := r.sincos(x); return s })
}

func cos(x float64) float64 {
	return precise(x, libm.Cos(x), func(r *rounded, x wide) wide { _, c := r.sincos(x); return c })
}

func tan(x float64) float64 {
	return precise(x, libm.Tan(x), func(r *rounded, x wide) wide {
		s, c := r.sincos(x)
		return r.quotient(s, c)
	})
}

func exp(x float64) float64 { return precise(x, libm.Exp(x), (*rounded).exp) }

func expm1(x float64) float64 {
	return precise(x, libm.Expm1(x), func(r *rounded, x wide) wide { return r.difference(r.exp(x), newWide(1)) })
}

func log(x float64) float64 { return precise(x, libm.Log(x), (*rounded).log) }

func log10(x float64) float64 { return logOf(x, 10) }
func log2(x float64) float64  { return logOf(x, 2) }

func logOf(x, base float64) float64 {
	return precise(x, libm.Log(x), func(r *rounded, x wide) wide { return r.quotient(r.log(x), r.log(newWide(base))) })
}

func log1p(x float64) float64 {
	estimate := libm.Log(1 + x)
	if estimate == 0 {
		return x
	}
	return precise(x, estimate, func(r *rounded, x wide) wide { return r.log(r.sum(x, newWide(1))) })
}

func atan2(y, x float64) float64 {
	estimate := libm.Atan2(y, x)
	if math.IsInf(x, 0) || x == 0 {
		return estimate
	}
	return precise(y, estimate, func(r *rounded, y wide) wide { return r.angle(y, newWide(x)) })
}

func atan(x float64) float64 { return atan2(x, 1) }

// cathetus is the square root of 1 - x^2.
func (r *rounded) cathetus(x wide) wide { return r.root(r.difference(newWide(1), r.product(x, x))) }

func asin(x float64) float64 {
	return precise(x, libm.Atan2(x, math.Sqrt((1-x)*(1+x))), func(r *rounded, x wide) wide {
		return r.angle(x, r.cathetus(x))
	})
}

func acos(x float64) float64 {
	return precise(x, libm.Atan2(math.Sqrt((1-x)*(1+x)), x), func(r *rounded, x wide) wide {
		return r.angle(r.cathetus(x), x)
	})
}

// hyperbolic returns half of e^x + sign e^-x.
func (r *rounded) hyperbolic(x wide, sign int64) wide {
	e := r.exp(x)
	return r.quotient(r.sum(e, r.quotient(r.zero().SetInt64(sign), e)), r.zero().SetInt64(2))
}

func sinh(x float64) float64 {
	if x == 0 {
		return x
	}
	return precise(x, math.Copysign(libm.Exp(math.Abs(x)), x), func(r *rounded, x wide) wide {
		return r.hyperbolic(x, -1)
	})
}

func cosh(x float64) float64 {
	if x == 0 {
		return 1
	}
	return precise(x, libm.Exp(math.Abs(x)), func(r *rounded, x wide) wide { return r.hyperbolic(x, 1) })
}

func tanh(x float64) float64 {
	if math.Abs(x) > 30 {
		return math.Copysign(1, x)
	}
	return precise(x, x, func(r *rounded, x wide) wide { return r.quotient(r.hyperbolic(x, -1), r.hyperbolic(x, 1)) })
}

func asinh(x float64) float64 {
	return precise(x, x, func(r *rounded, x wide) wide {
		size := r.zero().Abs(x)
		y := r.log(r.sum(size, r.root(r.sum(newWide(1), r.product(x, x)))))
		return r.product(y, newWide(float64(x.Sign())))
	})
}

func acosh(x float64) float64 {
	if x < 1 {
		return math.NaN()
	}
	return precise(x, x-1, func(r *rounded, x wide) wide {
		return r.log(r.sum(x, r.root(r.difference(r.product(x, x), newWide(1)))))
	})
}

func atanh(x float64) float64 {
	if math.Abs(x) >= 1 {
		return math.NaN()
	}
	return precise(x, x, func(r *rounded, x wide) wide {
		one := newWide(1)
		return r.quotient(r.log(r.quotient(r.sum(one, x), r.difference(one, x))), newWide(2))
	})
}

func cbrt(x float64) float64 {
	return precise(x, x, func(r *rounded, x wide) wide {
		root := r.exp(r.quotient(r.log(r.zero().Abs(x)), newWide(3)))
		return r.product(root, newWide(float64(x.Sign())))
	})
}

func length2(x, y float64) float64 {
	return precise(x, libm.Hypot(x, y), func(r *rounded, x wide) wide {
		return r.root(r.sum(r.product(x, x), r.product(newWide(y), newWide(y))))
	})
}

// pow computes small whole powers exactly, since these may lie halfway between two floats.
func pow(x, y float64) float64 {
	estimate := libm.Pow(x, y)
	if math.IsInf(y, 0) || y == 0 {
		return estimate
	}
	const exact = 64
	return precise(x, estimate, func(r *rounded, wx wide) wide {
		if y == math.Floor(y) && y > 0 && y <= exact {
			all := &rounded{53 * exact}
			power := all.zero().SetInt64(1)
			for range int(y) {
				power = all.product(power, wx)
			}
			return power
		}
		power := r.exp(r.product(newWide(y), r.log(r.zero().Abs(wx))))
		if x < 0 && math.Mod(y, 2) != 0 {
			power.Neg(power)
		}
		return power
	})
}
