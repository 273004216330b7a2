package graph

import (
	"math"
	"sync"

	"kinetree/internal/libm"
)

// Root returns √x.
func Root(x Num) Num {
	g := of(x, x)
	if g == nil {
		return Known(math.Sqrt(x.value))
	}
	return g.num(Operation{Op: Sqrt, Args: [4]int32{g.node(x)}})
}

// Absolute returns |x|.
func Absolute(x Num) Num {
	g := of(x, x)
	if g == nil {
		return Known(math.Abs(x.value))
	}
	n, _ := g.part(x)
	return g.num(Operation{Op: Abs, Args: [4]int32{n}})
}

// Where returns yes if a < b and no otherwise, for a NaN too.
func Where(a, b, yes, no Num) Num {
	g := of(a, b)
	if g == nil {
		if a.value < b.value {
			return yes
		}
		return no
	}
	if yes == no {
		return yes
	}
	if bothMinus(a, b) { // −a < −b is b < a
		a, b = b.Neg(), a.Neg()
	}
	minus := bothMinus(yes, no)
	yes, no = yes.signed(minus), no.signed(minus)
	return g.num(Operation{Op: Select, Args: [4]int32{g.node(a), g.node(b), g.node(yes), g.node(no)}}).signed(minus)
}

// bothMinus reports whether it takes fewer operations to use −a and −b, one of which is not known.
func bothMinus(a, b Num) bool { return a.ref <= 0 && b.ref <= 0 && (a.ref != 0 || b.ref != 0) }

// Max returns the largest of the numbers, none of which is NaN.
func Max(x Num, more ...Num) Num {
	for _, y := range more {
		x = Where(x, y, y, x)
	}
	return x
}

// Min returns the smallest of the numbers, none of which is NaN.
func Min(x Num, more ...Num) Num {
	for _, y := range more {
		x = Where(y, x, y, x)
	}
	return x
}

// Hypot returns √(x² + y²) by the formula of libm.Hypot. It requires that one of the two is not zero.
func Hypot(x, y Num) Num {
	if of(x, y) == nil {
		return Known(libm.Hypot(x.value, y.value))
	}
	Require(Known(0), Max(Absolute(x), Absolute(y)))
	return HypotOrNaN(x, y)
}

// HypotOrNaN is Hypot without a requirement: where both numbers are zero it is NaN.
func HypotOrNaN(x, y Num) Num {
	x, y = Absolute(x), Absolute(y)
	p, q := Max(x, y), Min(x, y)
	q = q.Div(p)
	return p.Mul(Root(Known(1).Add(q.Mul(q))))
}

// Sincos returns the sine and cosine of x, operation by operation as libm.Sincos computes them. It requires that |x|
// is below 2²⁰.
func Sincos(x Num) (sin, cos Num) {
	g := of(x, x)
	if g == nil { // the same operations, on a number that is known
		var out [2]float64
		if !ofAngle().Evaluate(out[:], []float64{x.value}) {
			panic(ErrUnmet)
		}
		return Known(out[0]), Known(out[1])
	}
	if g.Symbolic {
		n, minus := g.part(x)
		return g.num(Operation{Op: Sine, Args: [4]int32{n}}).signed(minus),
			g.num(Operation{Op: Cosine, Args: [4]int32{n}})
	}
	return smallSincos(x)
}

// smallSincos is Sincos of a number that is not known.
func smallSincos(x Num) (sin, cos Num) {
	const huge = 1 << 20
	Require(Absolute(x), Known(huge))
	return sincos(x)
}

// ofAngle returns the graph of the sine and the cosine of an angle.
var ofAngle = sync.OnceValue(func() *Graph {
	g := New()
	sin, cos := smallSincos(g.Input())
	g.Output(sin)
	g.Output(cos)
	return g
})

// sincos is Sincos of a number that is not known and whose size is below 2²⁰.
func sincos(x Num) (sin, cos Num) {
	const (
		magic      = 3 << 51
		halfPi     = 0x1.921fb544p+0
		halfPiRest = 0x1.0b4611a626331p-34
	)
	g := x.graph
	// t has the quadrant in its lowest bits, so its own sign and that of its node have to be one.
	t := x.Mul(Known(2 / math.Pi))
	t = Known(magic).Plus(t)
	q := t.Sub(Known(magic))
	r := x.Sub(q.Mul(Known(halfPi))).Sub(q.Mul(Known(halfPiRest)))
	z := r.Mul(r)
	zz := z.Mul(z)
	polynomial := func(k1, k2, k3, k4, k5, k6 float64) Num {
		line := func(a, b float64) Num { return Known(a).Add(z.Mul(Known(b))) }
		return line(k1, k2).Add(zz.Mul(line(k3, k4).Add(zz.Mul(line(k5, k6)))))
	}
	s := r.Add(r.Mul(z).Mul(polynomial(-1.66666666666666324348e-01, 8.33333333332248946124e-03,
		-1.98412698298579493134e-04, 2.75573137070700676789e-06, -2.50507602534068634195e-08,
		1.58969099521155010221e-10)))
	half := Known(0.5).Mul(z)
	w := Known(1).Sub(half)
	c := w.Add(Known(1).Sub(w).Sub(half).Add(zz.Mul(polynomial(4.16666666666666019037e-02,
		-1.38888888888741095749e-03, 2.48015872894767294178e-05, -2.75573143513906633035e-07,
		2.08757232129817482790e-09, -1.13596475577881948265e-11))))
	minus := bothMinus(s, c)
	a, b, bits := g.node(s.signed(minus)), g.node(c.signed(minus)), g.node(t)
	odd := g.intern(Operation{Op: Shift, Args: [4]int32{bits}, Index: 63})
	two := g.intern(Operation{Op: Shift, Args: [4]int32{bits}, Index: 62})
	sin = g.num(Operation{Op: Choose, Args: [4]int32{odd, b, a}})
	cos = g.num(Operation{Op: Choose, Args: [4]int32{odd, a, b}})
	sin = g.num(Operation{Op: Flip, Args: [4]int32{sin.ref, two}})
	cos = g.num(Operation{Op: Flip, Args: [4]int32{cos.ref, two}})
	cos = g.num(Operation{Op: Flip, Args: [4]int32{cos.ref, odd}})
	return sin.signed(minus), cos.signed(minus)
}

// Atan2 returns the angle of the point (x, y) from the x axis, operation by operation as libm.Atan2 computes it of a
// point in the first quadrant, neither of whose coordinates is negative and the larger of which is from 2⁻⁹⁰⁰ to 2¹⁰⁰⁰.
func Atan2(y, x Num) Num {
	if of(x, y) == nil {
		return Known(libm.Atan2(y.value, x.value))
	}
	const halfPiRest = 0x1.1a62633145c07p-54
	large, small := Max(x, y), Min(x, y)
	// The angle whose tangent is quarter/4, and a rest.
	place := Known(4).Mul(small.Div(large)).Add(Known(0.5))
	var c, first, second Num // of quarter 0
	for quarter := 1; quarter <= 4; quarter++ {
		hi, lo := libm.QuarterAngle(quarter)
		choose := func(before Num, x float64) Num { return Where(place, Known(float64(quarter)), before, Known(x)) }
		c, first, second = choose(c, float64(quarter)/4), choose(first, hi), choose(second, lo)
	}
	exact := small.Sub(large.Div(Known(2))).Sub(large.Div(Known(4))) // of quarter 3
	near := small.Sub(c.Mul(large))
	near = Where(c, Known(0.75), near, Where(Known(0.75), c, near, exact))
	u := near.Div(large.Add(c.Mul(small)))
	z, series := u.Mul(u), Num{}
	for c := 17.0; c > 1; c -= 4 {
		series = z.Mul(Known(-1 / (c - 2)).Add(z.Mul(Known(1 / c).Add(series))))
	}
	hi, lo := exactSum(first, u.Add(u.Mul(series).Add(second)))
	// Beyond 45° it is what the other angle lacks of 90°.
	from, less := exactSum(Known(math.Pi/2), hi.Neg())
	from, less = exactSum(from, less.Add(Known(halfPiRest)).Sub(lo))
	return Where(x, y, from.Add(less), hi.Add(lo))
}

// exactSum returns a + b as the sum of two numbers, of which the second is what the first one is rounded by.
func exactSum(a, b Num) (sum, rest Num) {
	s := a.Add(b)
	v := s.Sub(a)
	return s, a.Sub(s.Sub(v)).Add(b.Sub(v))
}

// Log returns the logarithm of 2ᵏ m with m between √½ and √2, operation by operation as libm.Log computes it of what
// libm.Mantissa returns.
func Log(m, k Num) Num {
	const (
		ln2     = 0x1.62e42feep-1
		ln2Rest = 0x1.a39ef35793c76p-33
	)
	f := m.Sub(Known(1))
	s, half := f.Div(Known(2).Add(f)), Known(0.5).Mul(f).Mul(f)
	z := s.Mul(s)
	series := Num{}
	for c := 23; c > 1; c -= 2 {
		series = z.Mul(Known(2 / float64(c)).Add(series))
	}
	return k.Mul(Known(ln2)).Sub(half.Sub(s.Mul(half.Add(series)).Add(k.Mul(Known(ln2Rest)))).Sub(f))
}

// Rounded returns the whole number next to x, of two the one farther from 0, as math.Round does. It requires that |x|
// is below 2⁵¹.
func Rounded(x Num) Num {
	const whole = 1 << 52 // and above it all numbers are
	if of(x, x) == nil {
		return Known(math.Round(x.value))
	}
	size := Absolute(x)
	Require(size, Known(1<<51))
	even := Known(whole).Plus(size).Sub(Known(whole))
	away := Where(size.Sub(even), Known(0.5), even, even.Add(Known(1)))
	return Where(x, Known(0), away.Neg(), away)
}

// Copysign returns |x| with the sign of y, which is not zero.
func Copysign(x, y Num) Num {
	x = Absolute(x)
	return Where(y, Known(0), x.Neg(), x)
}

// IsNaN reports whether x is known to be none; a number that is not known is taken to be one.
func IsNaN(x Num) bool { return x.ref == 0 && math.IsNaN(x.value) }

// IsInf reports whether x is known to be infinite, as math.IsInf does.
func IsInf(x Num, sign int) bool { return x.ref == 0 && math.IsInf(x.value, sign) }

// NaN returns what stands for no number.
func NaN() Num { return Known(math.NaN()) }

// Inf returns an infinity, as math.Inf does.
func Inf(sign int) Num { return Known(math.Inf(sign)) }

// Exp returns eˣ, operation by operation as libm.Exp computes it. It requires that x is below 709, and panics with
// ErrUnmet, for [Record] to return an error, where the computation is to be read.
func Exp(x Num) Num {
	const (
		magic   = 3 << 51
		ln2     = 0x1.62e42feep-1
		ln2Rest = 0x1.a39ef35793c76p-33
		small   = -700 // below which the result may be subnormal: it is rounded once, from 2⁶⁴ times as much
		none    = -745.2
	)
	if x.ref == 0 {
		return Known(libm.Exp(x.value))
	}
	if x.graph.Symbolic {
		panic(ErrUnmet)
	}
	Require(x, Known(709))
	n := Known(magic).Plus(x.Div(Known(math.Ln2))).Sub(Known(magic))
	hi, lo := x.Sub(n.Mul(Known(ln2))), n.Mul(Known(ln2Rest))
	r := hi.Sub(lo)
	rest, tail := hi.Sub(r).Sub(lo), Num{}
	for factorial, k := 6227020800.0, 13.0; k > 1; factorial, k = factorial/k, k-1 {
		tail = tail.Mul(r).Add(Known(1 / factorial))
	}
	y := Known(1).Add(r.Add(rest.Add(r.Mul(r).Mul(tail))))
	// 2ⁿ, whose exponent is in the lowest bits of the sum.
	lifted := Where(x, Known(small), Known(1023+64), Known(1023))
	power := Shifted(Known(magic).Plus(n.Add(lifted)), 52)
	y = y.Mul(power).Mul(Where(x, Known(small), Known(0x1p-64), Known(1)))
	return Where(x, Known(none), Num{}, y)
}

// Expm1 returns eˣ − 1, as Exp does.
func Expm1(x Num) Num { return known(x, libm.Expm1) }

func known(x Num, f func(float64) float64) Num {
	if x.ref != 0 {
		panic(ErrUnmet)
	}
	return Known(f(x.value))
}
