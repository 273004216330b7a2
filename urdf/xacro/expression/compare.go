package expression

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// compare reports whether a comparison holds.
func compare(b *Budget, op string, left, right Object) (bool, error) {
	if err := b.step(1); err != nil {
		return false, err
	}
	switch op {
	case "==":
		return equal(b, left, right, 0)
	case "!=":
		same, err := equal(b, left, right, 0)
		return !same, err
	case "is", "is not":
		return identical(left, right) == (op == "is"), nil
	case "in", "not in":
		found, err := contains(b, right, left)
		return found == (op == "in"), err
	}
	order, ordered, err := order(b, op, left, right, 0)
	if err != nil || !ordered {
		return false, err
	}
	switch op {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	}
	return order >= 0, nil
}

func isNumber(v Object) bool {
	_, ok := v.(float64)
	_, isInt := whole(v)
	return ok || isInt
}

// identical reports whether two values are the same object, which of numbers and texts means the same type and value.
func identical(left, right Object) bool {
	if typeName(left) != typeName(right) {
		return false
	}
	switch l := left.(type) {
	case *big.Int:
		return l.Cmp(right.(*big.Int)) == 0
	case nil, bool, float64, string, *List, *Dict, *Function:
		return left == right
	}
	return false
}

// equal reports whether two values are equal.
func equal(b *Budget, left, right Object, depth int) (bool, error) {
	if depth > deepest {
		return false, &LimitError{fmt.Sprintf("lists that nest more than %d deep are compared", deepest)}
	}
	if err := b.step(1); err != nil {
		return false, err
	}
	if isNumber(left) && isNumber(right) {
		return orderNumbers(left, right) == 0, nil
	}
	switch l := left.(type) {
	case *List:
		r, ok := right.(*List)
		if !ok || l.Tuple != r.Tuple || len(l.Items) != len(r.Items) {
			return false, nil
		}
		for i := range l.Items {
			if same, err := equal(b, l.Items[i], r.Items[i], depth+1); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	case *Dict:
		r, ok := right.(*Dict)
		if !ok || l.Len() != r.Len() {
			return false, nil
		}
		for _, e := range l.entries {
			v, ok, err := r.Get(e.key)
			if err != nil || !ok {
				return false, err
			}
			if same, err := equal(b, e.value, v, depth+1); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	case string:
		r, ok := right.(string)
		return ok && l == r, b.step(min(len(l), len(r)) / 64)
	}
	return identical(left, right), nil
}

// orderNumbers returns the sign of the difference of two numbers, exactly, and 2 where one of them is NaN.
func orderNumbers(left, right Object) int {
	x, xok := left.(float64)
	y, yok := right.(float64)
	if xok && math.IsNaN(x) || yok && math.IsNaN(y) {
		return 2
	}
	exact := func(v Object, x float64, isFloat bool) *big.Float {
		if isFloat {
			return big.NewFloat(x)
		}
		i, _ := whole(v)
		return new(big.Float).SetInt(i)
	}
	return exact(left, x, xok).Cmp(exact(right, y, yok))
}

// order returns the sign of the difference of two values that have an order. ordered is false where one is NaN.
func order(b *Budget, op string, left, right Object, depth int) (sign int, ordered bool, err error) {
	if depth > deepest {
		return 0, false, &LimitError{fmt.Sprintf("lists that nest more than %d deep are compared", deepest)}
	}
	if isNumber(left) && isNumber(right) {
		sign = orderNumbers(left, right)
		return sign, sign != 2, b.step(1)
	}
	switch l := left.(type) {
	case string:
		if r, ok := right.(string); ok {
			return strings.Compare(l, r), true, b.step(1 + min(len(l), len(r))/64)
		}
	case *List:
		r, ok := right.(*List)
		if !ok || l.Tuple != r.Tuple {
			break
		}
		for i := range min(len(l.Items), len(r.Items)) {
			same, err := equal(b, l.Items[i], r.Items[i], depth+1)
			if err != nil {
				return 0, false, err
			}
			if !same {
				return order(b, op, l.Items[i], r.Items[i], depth+1)
			}
		}
		return len(l.Items) - len(r.Items), true, nil
	}
	return 0, false, fmt.Errorf("a %s %s a %s; expected two numbers or two texts", typeName(left), op, typeName(right))
}

// contains reports whether a value is in a list, a key in a dict, a text in a text.
func contains(b *Budget, in, v Object) (bool, error) {
	switch c := in.(type) {
	case string:
		s, ok := v.(string)
		if !ok {
			return false, fmt.Errorf("a %s in a text; expected a text in it", typeName(v))
		}
		return strings.Contains(c, s), b.step(len(c) / 64)
	case *Dict:
		_, ok, err := c.Get(v)
		return ok, err
	case *List:
		for _, item := range c.Items {
			if same, err := equal(b, item, v, 0); err != nil || same {
				return same, err
			}
		}
		return false, nil
	case Namespace:
		s, ok := v.(string)
		if ok {
			_, ok, err := c.Part(s)
			return ok, err
		}
	}
	return false, fmt.Errorf("in a %s; expected a list, a text or a dict", typeName(in))
}
