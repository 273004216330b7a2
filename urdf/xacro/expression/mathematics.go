package expression

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// Mathematics returns the constants and functions of Python's module math.
func Mathematics() Module {
	m := Module{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()}
	for name, f := range realFunctions {
		m[name] = realFunction(name, f)
	}
	for name, f := range realPairs {
		m[name] = realPair(name, f)
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc} {
		m[name] = toInt(name, f)
	}
	m["log"] = &Function{"log", logarithm}
	m["factorial"] = &Function{"factorial", one(factorial)}
	m["gcd"] = &Function{"gcd", gcd}
	m["hypot"] = &Function{"hypot", hypot}
	m["fsum"] = &Function{"fsum", one(exactSum)}
	m["prod"] = &Function{"prod", one(product)}
	m["isclose"] = &Function{"isclose", isClose}
	m["isnan"] = test("isnan", math.IsNaN)
	m["isinf"] = test("isinf", func(x float64) bool { return math.IsInf(x, 0) })
	m["isfinite"] = test("isfinite", func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) })
	return m
}

var realFunctions = map[string]func(float64) float64{
	"sin": sin, "cos": cos, "tan": tan, "asin": asin, "acos": acos, "atan": atan,
	"sinh": sinh, "cosh": cosh, "tanh": tanh, "asinh": asinh, "acosh": acosh, "atanh": atanh,
	"exp": exp, "expm1": expm1, "log10": log10, "log2": log2, "log1p": log1p,
	"sqrt": math.Sqrt, "cbrt": cbrt, "fabs": math.Abs,
	"radians": func(x float64) float64 { return float64(x * (math.Pi / 180)) },
	"degrees": func(x float64) float64 { return float64(x * (180 / math.Pi)) },
}

var realPairs = map[string]func(x, y float64) float64{
	"atan2": atan2, "copysign": math.Copysign, "fmod": math.Mod, "remainder": math.Remainder,
	"pow": pow, "nextafter": math.Nextafter,
	"ldexp": func(x, n float64) float64 { return math.Ldexp(x, int(math.Max(-5000, math.Min(n, 5000)))) },
}

// numbers returns the arguments, as many as are expected, as floats.
func (c *Call) numbers(n int) ([]float64, error) {
	if len(c.Args) != n || len(c.Names) > 0 {
		return nil, fmt.Errorf("%s with %d arguments; expected %d", c.name, len(c.Args)+len(c.Names), n)
	}
	return c.floats(c.Args)
}

func (c *Call) floats(list []Object) ([]float64, error) {
	xs := make([]float64, len(list))
	for i, v := range list {
		var err error
		if xs[i], err = Float(v); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return xs, errors.Join(c.Budget.take(len(list), itemSize), c.Budget.step(manyDigits))
}

// domain returns a result, and an error where finite arguments give what is no finite number.
func (c *Call) domain(y float64, args ...float64) (Object, error) {
	if !math.IsNaN(y) && !math.IsInf(y, 0) {
		return y, nil
	}
	for _, x := range args {
		if math.IsNaN(x) || math.IsInf(x, 0) && math.IsInf(y, 0) {
			return y, nil
		}
	}
	return nil, fmt.Errorf("%s has no finite value here; expected another argument", c.name)
}

// manyDigits is how many steps a function takes whose result is rounded once.
const manyDigits = 2000

func realFunction(name string, f func(float64) float64) *Function {
	return &Function{name, func(c *Call) (Object, error) {
		xs, err := c.numbers(1)
		if err != nil {
			return nil, err
		}
		return c.domain(f(xs[0]), xs...)
	}}
}

func realPair(name string, f func(x, y float64) float64) *Function {
	return &Function{name, func(c *Call) (Object, error) {
		xs, err := c.numbers(2)
		if err != nil {
			return nil, err
		}
		return c.domain(f(xs[0], xs[1]), xs...)
	}}
}

func test(name string, f func(float64) bool) *Function {
	return &Function{name, func(c *Call) (Object, error) {
		xs, err := c.numbers(1)
		if err != nil {
			return nil, err
		}
		return f(xs[0]), nil
	}}
}

func toInt(name string, f func(float64) float64) *Function {
	return &Function{name, one(func(c *Call, v Object) (Object, error) {
		if i, ok := whole(v); ok {
			return i, nil
		}
		x, err := Float(v)
		if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
			err = fmt.Errorf("%s(%s); expected a finite number", name, reprFloat(x))
		}
		if err != nil {
			return nil, err
		}
		i, _ := big.NewFloat(f(x)).Int(nil)
		return i, nil
	})}
}

func logarithm(c *Call) (Object, error) {
	var v, base Object
	if err := c.unpack(1, nil, &v, &base); err != nil {
		return nil, err
	}
	xs, err := c.floats([]Object{v})
	if err != nil {
		return nil, err
	}
	y, err := c.domain(log(xs[0]), xs...)
	if err != nil || base == nil {
		return y, err
	}
	bs, err := c.floats([]Object{base})
	if err != nil {
		return nil, err
	}
	z, err := c.domain(log(bs[0]), bs...)
	if err != nil {
		return nil, err
	}
	return operate(c.Budget, "/", y, z)
}

func factorial(c *Call, v Object) (Object, error) {
	n, err := c.integer(v)
	switch {
	case err != nil:
		return nil, err
	case n < 0:
		return nil, errors.New("factorial of a negative number")
	case n > 5000:
		return nil, tooLarge()
	}
	z := new(big.Int).MulRange(1, int64(n))
	return z, errors.Join(checkSize(z), c.Budget.step(n))
}

func gcd(c *Call) (Object, error) {
	z := new(big.Int)
	for _, v := range c.Args {
		i, ok := whole(v)
		if !ok {
			return nil, fmt.Errorf("gcd of a %s; expected whole numbers", typeName(v))
		}
		z.GCD(nil, nil, z, new(big.Int).Abs(i))
	}
	return z, nil
}

func hypot(c *Call) (Object, error) {
	xs, err := c.floats(c.Args)
	if err != nil {
		return nil, err
	}
	length := 0.0
	for _, x := range xs {
		length = length2(length, x)
	}
	return c.domain(length, xs...)
}

// exactSum returns the sum of floats, rounded once.
func exactSum(c *Call, v Object) (Object, error) {
	items, err := c.Budget.items(v)
	if err != nil {
		return nil, err
	}
	xs, err := c.floats(items)
	if err != nil {
		return nil, err
	}
	total := new(big.Rat)
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, errors.New("fsum of numbers that are not finite")
		}
		total.Add(total, new(big.Rat).SetFloat64(x))
		if err := c.Budget.step(total.Denom().BitLen() / 64); err != nil {
			return nil, err
		}
	}
	y, _ := total.Float64()
	return c.domain(y)
}

func product(c *Call, v Object) (Object, error) {
	items, err := c.Budget.items(v)
	if err != nil {
		return nil, err
	}
	total := Int(1)
	for _, item := range items {
		if !isNumber(item) {
			return nil, fmt.Errorf("prod of a %s; expected numbers", typeName(item))
		}
		if total, err = operate(c.Budget, "*", total, item); err != nil {
			return nil, err
		}
	}
	return total, nil
}

func isClose(c *Call) (Object, error) {
	var a, b Object
	relative, absolute := Object(1e-9), Object(0.0)
	if err := c.unpack(2, []string{"a", "b", "rel_tol", "abs_tol"}, &a, &b, &relative, &absolute); err != nil {
		return nil, err
	}
	xs, err := c.floats([]Object{a, b, relative, absolute})
	if err != nil {
		return nil, err
	}
	if xs[0] == xs[1] {
		return true, nil
	}
	gap := math.Abs(xs[0] - xs[1])
	return !math.IsInf(gap, 0) && gap <= math.Max(xs[2]*math.Max(math.Abs(xs[0]), math.Abs(xs[1])), xs[3]), nil
}
