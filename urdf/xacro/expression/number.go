package expression

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// whole returns a whole number or a truth value as a number.
func whole(v Object) (*big.Int, bool) {
	switch v := v.(type) {
	case *big.Int:
		return v, true
	case bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	}
	return nil, false
}

// float returns a number as a float. ok is false of what is no number.
func float(v Object) (x float64, ok bool, err error) {
	if x, ok := v.(float64); ok {
		return x, true, nil
	}
	i, ok := whole(v)
	if !ok {
		return 0, false, nil
	}
	x, _ = new(big.Float).SetInt(i).Float64()
	if math.IsInf(x, 0) {
		err = errors.New("a whole number that is too large to be a float")
	}
	return x, true, err
}

// Float returns a number as a float, and an error of what is no number.
func Float(v Object) (float64, error) {
	x, ok, err := float(v)
	if !ok {
		return 0, fmt.Errorf("a %s; expected a number", typeName(v))
	}
	return x, err
}

// runeCount returns how many characters a text has.
func runeCount(s string) int { return utf8.RuneCountInString(s) }

// sign computes -x, +x and ~x.
func sign(operator string, v Object) (Object, error) {
	if x, ok := v.(float64); ok && operator != "~" {
		if operator == "-" {
			x = -x
		}
		return x, nil
	}
	i, ok := whole(v)
	if !ok {
		return nil, fmt.Errorf("%s of a %s; expected a number", operator, typeName(v))
	}
	switch operator {
	case "-":
		return new(big.Int).Neg(i), nil
	case "~":
		return new(big.Int).Not(i), nil
	}
	return i, nil
}

// operate computes a binary operator.
func operate(b *Budget, op string, left, right Object) (Object, error) {
	l, lok := whole(left)
	r, rok := whole(right)
	if lok && rok {
		v, err := operateInts(b, op, l, r)
		_, lbool := left.(bool)
		_, rbool := right.(bool)
		if i, ok := v.(*big.Int); ok && lbool && rbool && strings.Contains("&|^", op) {
			return i.Sign() != 0, nil
		}
		return v, err
	}
	x, xok, err := float(left)
	if err != nil {
		return nil, err
	}
	y, yok, err := float(right)
	if err != nil {
		return nil, err
	}
	if xok && yok && !strings.Contains("&|^<<>>", op) {
		return operateFloats(op, x, y)
	}
	switch {
	case op == "*" && rok:
		return repeat(b, left, r, right)
	case op == "*" && lok:
		return repeat(b, right, l, left)
	case op == "%":
		if format, ok := left.(string); ok {
			return formatPercent(b, format, right)
		}
	case op == "+":
		return concatenate(b, left, right)
	case op == "|":
		if d, ok := left.(*Dict); ok {
			if more, ok := right.(*Dict); ok {
				sum := d.clone()
				return sum, b.update(sum, more)
			}
		}
	}
	return nil, unfit(op, left, right)
}

func unfit(op string, left, right Object) error {
	hint := ""
	if _, ok := left.(string); op == "+" && ok {
		hint = "; str(x) makes a text of a number"
	}
	return fmt.Errorf("a %s %s a %s; expected values that the operator takes%s", typeName(left), op, typeName(right),
		hint)
}

// update sets the entries of another dict.
func (b *Budget) update(d, more *Dict) error {
	for _, e := range slices.Clone(more.entries) {
		if err := b.set(d, e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

func repeat(b *Budget, v Object, times *big.Int, other Object) (Object, error) {
	n := max(0, clampInt(times))
	switch v := v.(type) {
	case string:
		if err := b.take(n, len(v)); err != nil || v == "" {
			return "", err
		}
		return strings.Repeat(v, n), nil
	case *List:
		if err := b.take(n, len(v.Items)*itemSize); err != nil {
			return nil, err
		}
		if len(v.Items) == 0 {
			n = 0
		}
		return &List{slices.Repeat(v.Items, n), v.Tuple}, nil
	}
	return nil, unfit("*", v, other)
}

func concatenate(b *Budget, left, right Object) (Object, error) {
	switch l := left.(type) {
	case string:
		if r, ok := right.(string); ok {
			return l + r, b.take(len(l)+len(r), 1)
		}
	case *List:
		if r, ok := right.(*List); ok && r.Tuple == l.Tuple {
			if err := b.take(len(l.Items)+len(r.Items), itemSize); err != nil {
				return nil, err
			}
			return &List{slices.Concat(l.Items, r.Items), l.Tuple}, nil
		}
	}
	return nil, unfit("+", left, right)
}

var errZero = errors.New("a division by zero")

func operateInts(b *Budget, op string, l, r *big.Int) (Object, error) {
	words := func(i *big.Int) int { return i.BitLen() / 64 }
	if err := b.step(words(l) * words(r) / 16); err != nil { // products and quotients of long numbers take longer
		return nil, err
	}
	z := new(big.Int)
	switch op {
	case "+":
		z.Add(l, r)
	case "-":
		z.Sub(l, r)
	case "*":
		if l.BitLen()+r.BitLen() > maxBits+1 {
			return nil, tooLarge()
		}
		z.Mul(l, r)
	case "/":
		return divideInts(l, r)
	case "//", "%":
		if r.Sign() == 0 {
			return nil, errZero
		}
		q, m := z.QuoRem(l, r, new(big.Int))
		if m.Sign() != 0 && m.Sign() != r.Sign() { // the quotient is rounded down
			q.Sub(q, big.NewInt(1))
			m.Add(m, r)
		}
		if op == "%" {
			return m, nil
		}
	case "**":
		return powerInts(b, l, r)
	case "<<", ">>":
		n := clampInt(r)
		switch {
		case n < 0:
			return nil, fmt.Errorf("a shift by %d; expected 0 or more", n)
		case op == ">>":
			z.Rsh(l, uint(min(n, maxBits+1)))
		case l.Sign() != 0 && n+l.BitLen() > maxBits:
			return nil, tooLarge()
		case l.Sign() != 0:
			z.Lsh(l, uint(n))
		}
	case "&":
		z.And(l, r)
	case "|":
		z.Or(l, r)
	case "^":
		z.Xor(l, r)
	}
	return z, checkSize(z)
}

// divideInts returns the quotient, rounded once.
func divideInts(l, r *big.Int) (Object, error) {
	if r.Sign() == 0 {
		return nil, errZero
	}
	const mantissa = 53
	if l.BitLen() <= mantissa && r.BitLen() <= mantissa {
		return float64(l.Int64()) / float64(r.Int64()), nil
	}
	x, _ := new(big.Rat).SetFrac(l, r).Float64()
	if math.IsInf(x, 0) {
		return nil, errors.New("a quotient that is too large to be a float")
	}
	return x, nil
}

func powerInts(b *Budget, l, r *big.Int) (Object, error) {
	if r.Sign() < 0 {
		x, _, err := float(l)
		if err != nil {
			return nil, err
		}
		y, _, err := float(r)
		if err != nil {
			return nil, err
		}
		return operateFloats("**", x, y)
	}
	if l.BitLen() > 1 && (r.BitLen() > 31 || float64(l.BitLen()-1)*float64(r.Int64()) > maxBits) {
		return nil, tooLarge()
	}
	if l.BitLen() <= 1 { // of -1, 0 and 1 it matters whether the exponent is 0, even or odd
		r = big.NewInt(int64(r.Bit(0)) + 2*int64(r.Sign()))
	}
	z := new(big.Int).Exp(l, r, nil)
	return z, b.step(z.BitLen() / 8)
}

func operateFloats(op string, x, y float64) (Object, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return float64(x * y), nil
	case "**":
		return powerFloats(x, y)
	}
	if y == 0 {
		return nil, errZero
	}
	if op == "/" {
		return x / y, nil
	}
	quotient, rest := floorDivide(x, y)
	if op == "%" {
		return rest, nil
	}
	return quotient, nil
}

// floorDivide returns the quotient rounded down and the rest, which has the sign of y.
func floorDivide(x, y float64) (quotient, rest float64) {
	rest = math.Mod(x, y)
	quotient = (x - rest) / y
	switch {
	case rest == 0:
		rest = math.Copysign(0, y)
	case (y < 0) != (rest < 0):
		rest += y
		quotient--
	}
	if quotient == 0 {
		return math.Copysign(0, x/y), rest
	}
	down := math.Floor(quotient)
	if quotient-down > 0.5 {
		down++
	}
	return down, rest
}

func powerFloats(x, y float64) (Object, error) {
	switch {
	case x == 0 && y < 0:
		return nil, errors.New("a negative power of zero")
	case x < 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) && y != math.Floor(y):
		return nil, fmt.Errorf("%s ** %s is no real number", reprFloat(x), reprFloat(y))
	}
	z := pow(x, y)
	if math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return nil, errors.New("a power that is too large to be a float")
	}
	return z, nil
}
