package libm

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The references are series, summed with so many bits that what is lost does not matter.
const precision = 400

func number(x float64) *big.Float    { return new(big.Float).SetPrec(precision).SetFloat64(x) }
func zero() *big.Float               { return new(big.Float).SetPrec(precision) }
func add(a, b *big.Float) *big.Float { return zero().Add(a, b) }
func sub(a, b *big.Float) *big.Float { return zero().Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return zero().Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return zero().Quo(a, b) }

func small(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-precision
}

// bigExp returns eˣ, as the 2¹⁰-th power of the series at x/2¹⁰.
func bigExp(x *big.Float) *big.Float {
	x = zero().SetMantExp(x, -10)
	sum, term := number(1), number(1)
	for n := 1; !small(term, sum); n++ {
		term = quo(mul(term, x), number(float64(n)))
		sum = add(sum, term)
	}
	for range 10 {
		sum = mul(sum, sum)
	}
	return sum
}

// bigLog returns ln x by Newton's method on the exponential, from the logarithm of package math.
func bigLog(x *big.Float) *big.Float {
	m := zero()
	e := x.MantExp(m)
	f, _ := m.Float64()
	y := number(math.Log(f))
	for range 4 {
		y = add(y, sub(mul(m, bigExp(zero().Neg(y))), number(1)))
	}
	if e == 0 {
		return y
	}
	return add(y, mul(number(float64(e)), bigLn2()))
}

// bigLn2 is Σ 1/(n 2ⁿ).
func bigLn2() *big.Float {
	sum := zero()
	for n := 1; n < precision; n++ {
		sum = add(sum, zero().SetMantExp(quo(number(1), number(float64(n))), -n))
	}
	return sum
}

// bigAtan returns the arc tangent of x, halving the angle until the series is short.
func bigAtan(x *big.Float) *big.Float {
	halved := 0
	for ; x.Sign() != 0 && x.MantExp(nil) > -8; halved++ {
		root := zero().Sqrt(add(number(1), mul(x, x)))
		x = quo(x, add(number(1), root))
	}
	sum, power := zero(), x
	square := zero().Neg(mul(x, x))
	for n := 1; !small(power, sum); n += 2 {
		sum = add(sum, quo(power, number(float64(n))))
		power = mul(power, square)
	}
	return zero().SetMantExp(sum, halved)
}

func bigPi() *big.Float { return zero().SetMantExp(bigAtan(number(1)), 2) }

// bigErf returns the error function by its alternating series, which loses x²/ln 2 bits: 117 at 9, where what is
// missing to 1 takes as many again.
func bigErf(x *big.Float) *big.Float {
	square := zero().Neg(mul(x, x))
	sum, term := x, x
	for n := 1; ; n++ {
		term = quo(mul(term, square), number(float64(n)))
		if term.Sign() == 0 || term.MantExp(nil) < -precision {
			break
		}
		sum = add(sum, quo(term, number(float64(2*n+1))))
	}
	return quo(mul(sum, number(2)), zero().Sqrt(bigPi()))
}

// off returns the difference of a number from a reference in ulp of the reference.
func off(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if math.IsInf(w, 0) || math.IsInf(got, 0) {
		if got == w {
			return 0
		}
		return math.Inf(1)
	}
	difference := sub(number(got), want)
	if difference.Sign() == 0 || difference.MantExp(nil) < 60-precision {
		return 0 // nearer than the reference is
	}
	_, e := math.Frexp(w)
	d, _ := zero().SetMantExp(difference, 53-max(e, -1021)).Float64()
	return math.Abs(d)
}

// TestErrors compares with the references, where functions are used and at the ends of their ranges.
func TestErrors(t *testing.T) {
	type bound struct{ ulp, worst, at float64 }
	worst := map[string]*bound{}
	check := func(name string, ulp, at, got float64, want *big.Float) {
		b := worst[name]
		if b == nil {
			b = &bound{ulp: ulp}
			worst[name] = b
		}
		if d := off(got, want); !(d <= b.worst) {
			b.worst, b.at = d, at
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, size := range []float64{1e-3, 1, 20, 700} {
			x := rapid.Float64Range(-size, size).Draw(t, "x")
			check("Exp", 1, x, Exp(x), bigExp(number(x)))
			check("Expm1", 2, x, Expm1(x), sub(bigExp(number(x)), number(1)))
		}
		x := rapid.Float64Range(-745, -700).Draw(t, "small")
		check("Exp", 1, x, Exp(x), bigExp(number(x)))
		for _, x := range []float64{
			rapid.Float64Range(0.5, 2).Draw(t, "near 1"),
			1 + rapid.Float64Range(-1e-6, 1e-6).Draw(t, "off 1"),
			math.Abs(rapid.Float64().Draw(t, "any")),
		} {
			if x != 0 {
				check("Log", 1, x, Log(x), bigLog(number(x)))
				check("Log10", 1, x, Log10(x), quo(bigLog(number(x)), bigLog(number(10))))
			}
		}
		base := rapid.Float64Range(0.01, 100).Draw(t, "base")
		power := rapid.Float64Range(-6, 6).Draw(t, "power")
		check("Pow", 2, base, Pow(base, power), bigExp(mul(number(power), bigLog(number(base)))))
		power = rapid.Float64Range(-150, 150).Draw(t, "great power")
		check("Pow, far", 16, base, Pow(base, power), bigExp(mul(number(power), bigLog(number(base)))))
		whole := rapid.IntRange(-64, 64).Draw(t, "whole power")
		check("Pow, whole", 1, base, Pow(base, float64(whole)),
			bigExp(mul(number(float64(whole)), bigLog(number(base)))))
		y := rapid.Float64Range(0, 10).Draw(t, "y")
		for _, x := range []float64{1, 3, 10, 1e-5} {
			want := bigAtan(quo(number(y), number(x)))
			check("Atan2", 1.5, y, Atan2(y, x), want)
			check("Atan2", 1.5, y, Atan2(y, -x), sub(bigPi(), want))
			check("Atan2", 1.5, y, Atan2(-y, -x), zero().Neg(sub(bigPi(), want)))
			check("Hypot", 2, y, Hypot(x, y),
				zero().Sqrt(add(mul(number(x), number(x)), mul(number(y), number(y)))))
		}
		e := rapid.Float64Range(-5.5, 9).Draw(t, "erfc")
		check("Erfc", 32, e, Erfc(e), sub(number(1), bigErf(number(e))))
		e = rapid.Float64Range(-1, 3).Draw(t, "erfc near 0")
		check("Erfc", 32, e, Erfc(e), sub(number(1), bigErf(number(e))))
		angle := rapid.Float64Range(-3, 3).Draw(t, "angle")
		check("Tan", 3, angle, Tan(angle), bigTan(angle))
	})
	for name, b := range worst {
		t.Logf("%s: %.2f ulp at %v", name, b.worst, b.at)
		if !(b.worst <= b.ulp) {
			t.Errorf("%s is off by %.2f ulp at %v; expected at most %v", name, b.worst, b.at, b.ulp)
		}
	}
}

// bigSincos returns the sine and the cosine of a number by their series after whole turns are taken away.
func bigSincos(x float64) (sin, cos *big.Float) {
	const bits = 1400 // 1024 before the point
	wide := func() *big.Float { return new(big.Float).SetPrec(bits) }
	pi := wide()
	for _, m := range []struct{ factor, n float64 }{{16, 5}, {-4, 239}} { // Machin's formula
		power := wide().Quo(wide().SetFloat64(m.factor), wide().SetFloat64(m.n))
		square := wide().SetFloat64(-m.n * m.n)
		for k := 1.; power.MantExp(nil) > -bits; k += 2 {
			pi.Add(pi, wide().Quo(power, wide().SetFloat64(k)))
			power.Quo(power, square)
		}
	}
	turn := wide().Mul(pi, wide().SetFloat64(2))
	turns, _ := wide().Quo(wide().SetFloat64(x), turn).Int(nil)
	rest := wide().Sub(wide().SetFloat64(x), wide().Mul(turn, wide().SetInt(turns)))
	r := zero().Set(rest)
	square := zero().Neg(mul(r, r))
	series := func(first *big.Float, n int) *big.Float {
		sum, term := first, first
		for ; !small(term, number(1e-9)); n += 2 {
			term = quo(mul(term, square), number(float64((n+1)*(n+2))))
			sum = add(sum, term)
		}
		return sum
	}
	return series(r, 1), series(number(1), 0)
}

func bigTan(x float64) *big.Float {
	s, c := bigSincos(x)
	return quo(s, c)
}

// TestReduction compares sines and cosines of numbers of all sizes with references whose π has 1400 bits, at the double
// that is the nearest of all to a multiple of π/2, too.
func TestReduction(t *testing.T) {
	check := func(t rapid.TB, x float64) {
		s, c := Sincos(x)
		ws, wc := bigSincos(x)
		ds, _ := sub(number(s), ws).Float64()
		dc, _ := sub(number(c), wc).Float64()
		if !(math.Abs(ds) <= 1.2e-16 && math.Abs(dc) <= 1.2e-16) {
			t.Errorf("at %v the sine is off by %v and the cosine by %v", x, ds, dc)
		}
	}
	for _, x := range []float64{6381956970095103 * 0x1p797, math.MaxFloat64, -math.MaxFloat64, huge, -huge, 1e22,
		5.521397077432456e+70, 0x1p53, 0x1p62, 0x1p64, 0x1p65, 0x1p129, 3e9} {
		check(t, x)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Float64Range(-10, 10).Draw(t, "usual"))
		check(t, rapid.Float64Range(-1e12, 1e12).Draw(t, "great"))
		check(t, rapid.Float64().Draw(t, "any"))
	})
}

// TestNormalQuantile checks that the probabilities of quantiles are those that were asked for.
func TestNormalQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(1e-12, 0.5).Draw(t, "p")
		if rapid.Bool().Draw(t, "small") {
			p = math.Exp(-40 * rapid.Float64Range(0.01, 1).Draw(t, "exponent"))
		}
		x := NormalQuantile(p)
		half := number(0.5)
		// P = erfc(−x/√2)/2 and its derivative are known; a quantile that is off by d has P off by d φ(x).
		probability := mul(half, sub(number(1), bigErf(quo(number(-x), zero().Sqrt(number(2))))))
		density := quo(bigExp(mul(number(-x), mul(number(x), half))), zero().Sqrt(mul(number(2), bigPi())))
		d, _ := quo(sub(probability, number(p)), density).Float64()
		if allowed := 2e-16 + 2e-15*math.Abs(x); !(math.Abs(d) <= allowed) {
			t.Errorf("the quantile of %v is %v, off by %v; expected at most %v", p, x, d, allowed)
		}
		if p < 0.5 && p > 1e-15 && 1-(1-p) == p && NormalQuantile(1-p) != -x {
			t.Errorf("the quantiles of %v and 1 less that differ", p)
		}
	})
	for p, want := range map[float64]float64{0.5: 0, 0: math.Inf(-1), 1: math.Inf(1)} {
		if got := NormalQuantile(p); got != want {
			t.Errorf("the quantile of %v is %v", p, got)
		}
	}
}

// TestSpecialCases compares with package math at the numbers that have rules of their own, with the signs of zeros.
func TestSpecialCases(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1e-310, -1e-310, 1e300, -1e300,
		math.MaxFloat64, 5e-324, 1000, -1000, 0x1p54, -0x1p54 - 1, math.Inf(1), math.Inf(-1), math.NaN()}
	same := func(name string, got, want float64, args ...float64) {
		t.Helper()
		exact := math.IsNaN(want) || math.IsInf(want, 0) || want == 0
		switch {
		case math.IsNaN(got) && math.IsNaN(want):
		case exact && (got != want || math.Signbit(got) != math.Signbit(want)),
			!exact && !(math.Abs(got-want) <= 1e-14*math.Abs(want)):
			t.Errorf("%s%v is %v, and %v in package math", name, args, got, want)
		}
	}
	for _, x := range special {
		same("Exp", Exp(x), math.Exp(x), x)
		same("Expm1", Expm1(x), math.Expm1(x), x)
		if !(math.Abs(x) > 0 && math.Abs(x) < 1e-308) { // where the one of package math for amd64 is wrong
			same("Log", Log(x), math.Log(x), x)
			same("Log10", Log10(x), math.Log10(x), x)
		}
		same("Erfc", Erfc(x), math.Erfc(x), x)
		if x != 0 { // the sine of −0 is 0
			same("Tan", Tan(x), math.Tan(x), x)
		}
		for _, y := range special {
			same("Pow", Pow(x, y), math.Pow(x, y), x, y)
			if x/y != 0 || x == 0 { // else package math loses the sign of x
				same("Atan2", Atan2(x, y), math.Atan2(x, y), x, y)
			}
			same("Hypot", Hypot(x, y), math.Hypot(x, y), x, y)
		}
	}
	for n := range 23 { // exact powers of ten
		x := math.Pow10(n)
		if Log10(x) != float64(n) || Pow(10, float64(n)) != x || Pow(10, float64(-n)) != 1/x {
			t.Errorf("10^%d: logarithm %v, powers %v and %v", n, Log10(x), Pow(10, float64(n)), Pow(10, float64(-n)))
		}
	}
}
