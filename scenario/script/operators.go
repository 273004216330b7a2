package script

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Names of guards that are no operators.
const (
	attributeName = "."
	sliceName     = "[:]"
	keyName       = "[]"    // a key that is looked for
	newKeyName    = "{}"    // a key that may come into a dict
	newName       = "new()" // a dict, or a value in a list of many
	spreadName    = "**"
	noneName      = "none()"
)

// namedSteps is how many steps an argument takes that a dict gives by its name.
const namedSteps = 12

// guards are the functions that [guard] puts into files.
var guards = func() starlark.StringDict {
	all := starlark.StringDict{noneName: starlark.None}
	add := func(name string, f func(t *thread, args starlark.Tuple) (starlark.Value, error)) {
		all[name] = starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
			_ []starlark.Tuple) (starlark.Value, error) {
			return f(threadOf(t), args)
		})
	}
	for _, op := range []syntax.Token{syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASHSLASH, syntax.PERCENT,
		syntax.AMP, syntax.PIPE, syntax.CIRCUMFLEX, syntax.LTLT, syntax.GTGT, syntax.IN} {
		add(op.String(), func(t *thread, args starlark.Tuple) (starlark.Value, error) {
			x, y := args[0], args[1]
			if a, ok := x.(starlark.Float); ok {
				if b, ok := y.(starlark.Float); ok {
					switch op {
					case syntax.PLUS:
						return a + b, nil
					case syntax.MINUS:
						return a - b, nil
					case syntax.STAR:
						return starlark.Float(a * b), nil
					}
				}
			}
			if err := t.judge(op, x, y); err != nil {
				return nil, err
			}
			return starlark.Binary(op, x, y)
		})
		if op != syntax.IN {
			add(op.String()+"=", func(t *thread, args starlark.Tuple) (starlark.Value, error) {
				return args[1], t.judge(op, args[0], args[1])
			})
		}
	}
	add(syntax.NOT_IN.String(), func(t *thread, args starlark.Tuple) (starlark.Value, error) {
		if err := t.judge(syntax.IN, args[0], args[1]); err != nil {
			return nil, err
		}
		found, err := starlark.Binary(syntax.IN, args[0], args[1])
		if err != nil {
			return nil, err
		}
		return !found.Truth(), nil
	})
	for _, op := range []syntax.Token{syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE} {
		add(op.String(), func(t *thread, args starlark.Tuple) (starlark.Value, error) {
			if err := t.compare(args[0], args[1]); err != nil {
				return nil, err
			}
			ok, err := starlark.Compare(op, args[0], args[1])
			return starlark.Bool(ok), err
		})
	}
	add(attributeName, func(t *thread, args starlark.Tuple) (starlark.Value, error) {
		return attribute(args[0], string(args[1].(starlark.String)))
	})
	add(sliceName, slice)
	add(keyName, func(t *thread, args starlark.Tuple) (starlark.Value, error) { return args[0], t.key(args[0], false) })
	add(newKeyName, func(t *thread, args starlark.Tuple) (starlark.Value, error) {
		return args[0], t.key(args[0], true)
	})
	add(newName, func(t *thread, args starlark.Tuple) (starlark.Value, error) {
		if _, ok := args[0].(*starlark.Dict); ok {
			return args[0], t.hold(dictBytes)
		}
		return args[0], t.hold(valueBytes)
	})
	add(spreadName, func(t *thread, args starlark.Tuple) (starlark.Value, error) {
		n, err := t.count(args[0])
		if err != nil {
			return nil, err
		}
		if _, named := args[0].(starlark.IterableMapping); named {
			return args[0], t.make(n*namedSteps, entryBytes*n)
		}
		return args[0], t.make(n, itemBytes*n)
	})
	return all
}()

// judge spends the steps of an operation, or returns why it shall not begin.
func (t *thread) judge(op syntax.Token, x, y starlark.Value) error {
	i, xInt := x.(starlark.Int)
	j, yInt := y.(starlark.Int)
	if xInt && yInt {
		return t.whole(op, i, j)
	}
	switch op {
	case syntax.IN:
		return t.in(x, y)
	case syntax.STAR:
		if xInt {
			return t.repeat(y, i)
		}
		if yInt {
			return t.repeat(x, j)
		}
		return nil
	case syntax.PERCENT:
		if format, ok := x.(starlark.String); ok {
			return t.format(string(format), y)
		}
		return nil
	}
	// what is joined: texts, lists, tuples, dicts, sets
	n, m := max(0, starlark.Len(x)), max(0, starlark.Len(y))
	if n == 0 && m == 0 {
		return nil
	}
	switch x.(type) {
	case starlark.String, starlark.Bytes:
		if n+m > MaxItems {
			return fmt.Errorf("%s of %d items and one of %d have more than %d together", x.Type(), n, m, MaxItems)
		}
		return t.make((n+m)/bytesAStep, n+m)
	case *starlark.Dict, *starlark.Set:
		if err := t.weighs(x, 1); err != nil {
			return err
		}
		if err := t.weighs(y, 1); err != nil {
			return err
		}
		return t.make(n+m, entryBytes*(n+m))
	}
	return t.make((n+m)/itemsAStep, itemBytes*(n+m))
}

// bitsOf returns the length of a whole number.
func bitsOf(x starlark.Int) int {
	if n, small := x.Int64(); small && n > math.MinInt32 && n < math.MaxInt32 {
		return 32
	}
	return x.BigInt().BitLen()
}

// whole judges an operation of whole numbers.
func (t *thread) whole(op syntax.Token, x, y starlark.Int) error {
	a, b := bitsOf(x), bitsOf(y)
	if a+b <= 512 && op != syntax.LTLT {
		return nil
	}
	n := max(a, b)
	switch op {
	case syntax.STAR:
		if n = a + b; n > MaxBits {
			return fmt.Errorf("the product is a whole number of more than %d bits", MaxBits)
		}
	case syntax.LTLT:
		if shift, ok := y.Int64(); ok && shift > 0 {
			n += int(min(shift, MaxBits))
		}
	}
	if n > MaxBits+1 {
		return fmt.Errorf("the result is a whole number of more than %d bits", MaxBits)
	}
	if op == syntax.STAR || op == syntax.SLASHSLASH || op == syntax.PERCENT { // by words of 64 bits, each with each
		return t.spend(min(a, b) / 64 * max(a, b) / 64 / 16)
	}
	return t.make(n/512, n/8)
}

// repeat judges a sequence times n.
func (t *thread) repeat(v starlark.Value, n starlark.Int) error {
	length := starlark.Len(v)
	if length <= 0 || n.Sign() <= 0 {
		return nil
	}
	k, ok := n.Int64()
	if !ok || k > int64(MaxItems/length) {
		return fmt.Errorf("%s of %d items times %v has more than %d", v.Type(), length, n, MaxItems)
	}
	if _, text := v.(starlark.String); text {
		return t.make(length*int(k)/bytesAStep, length*int(k))
	}
	return t.make(length*int(k)/itemsAStep, itemBytes*length*int(k))
}

// in judges whether x is in y.
func (t *thread) in(x, y starlark.Value) error {
	switch y := y.(type) {
	case starlark.String, starlark.Bytes:
		return t.spend(starlark.Len(y) / bytesAStep)
	case *starlark.List, starlark.Tuple:
		return t.weighsWith(x, y, starlark.Len(y)/foundAStep+1)
	}
	return t.key(x, false)
}

// compare judges a comparison.
func (t *thread) compare(x, y starlark.Value) error {
	switch x.(type) {
	case starlark.Float, starlark.Bool, starlark.NoneType:
		return nil
	}
	switch y.(type) {
	case starlark.Float, starlark.Bool, starlark.NoneType:
		return nil
	}
	if starlark.Len(y) < starlark.Len(x) {
		x, y = y, x
	}
	return t.weighsWith(x, y, 1)
}

// format judges format % y.
func (t *thread) format(format string, y starlark.Value) error {
	n, err := t.text(y)
	if err != nil {
		return err
	}
	if _, mapping := y.(starlark.Mapping); mapping { // each verb may show the longest
		n *= strings.Count(format, "%")
	}
	return t.makeText(len(format) + n)
}

// slice is x[lo:hi:step].
func slice(t *thread, args starlark.Tuple) (starlark.Value, error) {
	x, ok := args[0].(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("invalid slice operand %s", args[0].Type())
	}
	n := x.Len()
	step, err := at32(args[3], 1)
	switch {
	case err != nil:
		return nil, fmt.Errorf("invalid slice step: %s", err)
	case step == 0:
		return nil, fmt.Errorf("zero is not a valid slice step")
	}
	first, last := 0, n // where ends may lie
	from, to := 0, n
	if step < 0 {
		first, last = -1, n-1
		from, to = n-1, -1
	}
	for _, end := range []struct {
		name  string
		value starlark.Value
		at    *int
	}{{"start", args[1], &from}, {"end", args[2], &to}} {
		if end.value == starlark.None {
			continue
		}
		i, err := at32(end.value, 0)
		if err != nil {
			return nil, fmt.Errorf("invalid %s index: %s", end.name, err)
		}
		if i < 0 {
			i += n
		}
		*end.at = min(max(i, first), last)
	}
	if step > 0 {
		to = max(from, to)
	} else {
		from = max(from, to)
	}
	count, perStep := (to-from)/step, itemsAStep
	if step != 1 { // one after the other
		perStep /= 4
	}
	switch x.(type) {
	case starlark.String, starlark.Bytes:
		if perStep = bytesAStep; step != 1 {
			perStep = movedAStep
		}
		err = t.make(count/perStep, count)
	case *column:
		if step != 1 {
			err = t.make(count/perStep, itemBytes*count)
		}
	default:
		err = t.make(count/perStep, itemBytes*count)
	}
	if err != nil {
		return nil, err
	}
	return x.Slice(from, to, step), nil
}

// at32 returns a whole number, or what stands for None.
func at32(v starlark.Value, none int) (int, error) {
	if v == starlark.None {
		return none, nil
	}
	return starlark.AsInt32(v)
}
