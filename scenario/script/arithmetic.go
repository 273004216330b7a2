package script

import (
	"math"

	"go.starlark.net/syntax"
)

// arithmetic computes an expression of numbers alone as Starlark does, bit by bit, without its interpreter, which takes
// a hundred times as long. It returns false where Starlark has an error or an order of its own, that of NaN.
type arithmetic func(numbers []Metric) (x float64, ok bool)

// term is a part of such an expression. It may be whole, as Starlark has integers, which are exact and without −0.
type term struct {
	value arithmetic
	whole bool
}

// exact reports whether the number that a float64 has is that of an integer, too, if it is one.
func exact(x float64) bool {
	const most = 1 << 53
	return math.Abs(x) < most && !(x == 0 && math.Signbit(x))
}

func constant(x float64, whole bool) term {
	return term{func([]Metric) (float64, bool) { return x, true }, whole}
}

// newArithmetic returns what computes an expression of sums, differences, products and quotients, of min, max and abs.
// It returns false for others.
func newArithmetic(x syntax.Expr) (t term, ok bool) {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return newArithmetic(x.X)
	case *syntax.Literal:
		switch n := x.Value.(type) {
		case int64:
			return constant(float64(n), true), exact(float64(n))
		case float64:
			return constant(n, false), true
		}
	case *syntax.Ident:
		return term{func(numbers []Metric) (float64, bool) {
			for i := range numbers {
				if numbers[i].Name == x.Name {
					return numbers[i].Value, true
				}
			}
			return 0, false
		}, false}, true
	case *syntax.UnaryExpr:
		return newSigned(x)
	case *syntax.BinaryExpr:
		return newOperation(x)
	case *syntax.CallExpr:
		return newCall(x)
	}
	return term{}, false
}

func newSigned(x *syntax.UnaryExpr) (t term, ok bool) {
	if x.X == nil || x.Op != syntax.MINUS && x.Op != syntax.PLUS {
		return term{}, false
	}
	a, ok := newArithmetic(x.X)
	if !ok || x.Op == syntax.PLUS {
		return a, ok
	}
	return term{func(numbers []Metric) (float64, bool) {
		x, ok := a.value(numbers)
		return -x, ok && !(a.whole && !exact(-x))
	}, a.whole}, true
}

func newOperation(x *syntax.BinaryExpr) (t term, ok bool) {
	a, okA := newArithmetic(x.X)
	b, okB := newArithmetic(x.Y)
	if !okA || !okB {
		return term{}, false
	}
	var of func(x, y float64) float64
	switch x.Op {
	case syntax.PLUS:
		of = func(x, y float64) float64 { return x + y }
	case syntax.MINUS:
		of = func(x, y float64) float64 { return x - y }
	case syntax.STAR:
		of = func(x, y float64) float64 { return float64(x * y) }
	case syntax.SLASH:
		of = func(x, y float64) float64 { return x / y }
	default:
		return term{}, false
	}
	divided := x.Op == syntax.SLASH
	whole := a.whole && b.whole && !divided
	return term{func(numbers []Metric) (float64, bool) {
		y, okY := a.value(numbers)
		z, okZ := b.value(numbers)
		result := of(y, z)
		return result, okY && okZ && !(divided && z == 0) && !(whole && !exact(result))
	}, whole}, true
}

func newCall(x *syntax.CallExpr) (t term, ok bool) {
	f, ok := x.Fn.(*syntax.Ident)
	if !ok {
		return term{}, false
	}
	var args []arithmetic
	whole := false
	for _, a := range x.Args {
		t, ok := newArithmetic(a)
		if !ok {
			return term{}, false
		}
		args = append(args, t.value)
		whole = whole || t.whole
	}
	switch n := len(args); {
	case f.Name == "abs" && n == 1:
		return term{func(numbers []Metric) (float64, bool) {
			x, ok := args[0](numbers)
			return math.Abs(x), ok
		}, whole}, true
	case f.Name == "max" && n > 1:
		return term{extreme(args, func(x, most float64) bool { return x > most }), whole}, true
	case f.Name == "min" && n > 1:
		return term{extreme(args, func(x, least float64) bool { return x < least }), whole}, true
	}
	return term{}, false
}

// extreme returns what computes the first of some numbers that no other one is beyond.
func extreme(args []arithmetic, beyond func(x, y float64) bool) arithmetic {
	return func(numbers []Metric) (float64, bool) {
		y, ok := args[0](numbers)
		ok = ok && !math.IsNaN(y)
		for _, a := range args[1:] {
			x, there := a(numbers)
			if ok = ok && there && !math.IsNaN(x); beyond(x, y) {
				y = x
			}
		}
		return y, ok
	}
}
