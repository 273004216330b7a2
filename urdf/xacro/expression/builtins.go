package expression

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Builtins returns the functions of Python that compute, by name.
func Builtins() Module {
	m := Module{"True": true, "False": false, "None": nil}
	for name, f := range builtins {
		m[name] = f
	}
	return m
}

// builtins are functions; some are types, too, and type(x) equals them.
var builtins = map[string]*Function{}

func init() {
	for name, f := range map[string]func(c *Call) (Object, error){
		"abs": one(absolute), "bool": optional(false, func(_ *Call, v Object) (Object, error) { return truth(v), nil }),
		"str": optional("", str), "repr": one(func(c *Call, v Object) (Object, error) { return c.text(Repr(v)) }),
		"int": integer, "float": optional(0.0, newFloat), "len": one(size), "list": optional(&List{}, newList),
		"tuple": optional(&List{}, newTuple), "dict": newDict, "range": newRange, "enumerate": enumerate, "zip": zip,
		"map": mapItems, "filter": filter, "sorted": sortItems, "reversed": one(reverse), "sum": sum,
		"min":   func(c *Call) (Object, error) { return extreme(c, "<") },
		"max":   func(c *Call) (Object, error) { return extreme(c, ">") },
		"all":   one(func(c *Call, v Object) (Object, error) { return some(c, v, false) }),
		"any":   one(func(c *Call, v Object) (Object, error) { return some(c, v, true) }),
		"round": round, "divmod": divmod, "isinstance": isInstance,
		"type": one(func(_ *Call, v Object) (Object, error) { return typeOf(v), nil }),
		"chr":  one(chr), "ord": one(ord),
		"hex": one(based("0x", 16)), "oct": one(based("0o", 8)), "bin": one(based("0b", 2)),
	} {
		builtins[name] = &Function{name, f}
	}
}

func typeOf(v Object) *Function {
	if f, ok := builtins[typeName(v)]; ok {
		return f
	}
	return &Function{Name: typeName(v), Call: func(c *Call) (Object, error) {
		return nil, fmt.Errorf("the type %s is called; expected a function", c.name)
	}}
}

// one is a function of one argument.
func one(f func(c *Call, v Object) (Object, error)) func(c *Call) (Object, error) {
	return func(c *Call) (Object, error) {
		var v Object
		if err := c.unpack(1, nil, &v); err != nil {
			return nil, err
		}
		return f(c, v)
	}
}

// optional is a function of one argument that may be left out.
func optional(otherwise Object, f func(c *Call, v Object) (Object, error)) func(c *Call) (Object, error) {
	return func(c *Call) (Object, error) {
		v := otherwise
		if err := c.unpack(0, nil, &v); err != nil {
			return nil, err
		}
		return f(c, v)
	}
}

// text returns a text that was made.
func (c *Call) text(s string) (Object, error) { return s, c.Budget.take(len(s), 1) }

func str(c *Call, v Object) (Object, error) { return c.text(Str(v)) }

func absolute(_ *Call, v Object) (Object, error) {
	if x, ok := v.(float64); ok {
		return math.Abs(x), nil
	}
	i, ok := whole(v)
	if !ok {
		return nil, fmt.Errorf("abs of a %s; expected a number", typeName(v))
	}
	return new(big.Int).Abs(i), nil
}

func integer(c *Call) (Object, error) {
	v, base := Int(0), Object(nil)
	if err := c.unpack(0, []string{"", "base"}, &v, &base); err != nil {
		return nil, err
	}
	n := 10
	if base != nil {
		var err error
		if n, err = c.integer(base); err != nil {
			return nil, err
		}
		if n != 0 && (n < 2 || n > 36) {
			return nil, fmt.Errorf("int with the base %d; expected 2 to 36", n)
		}
	}
	switch v := v.(type) {
	case string:
		i, ok := ParseInt(v, n)
		if !ok {
			return nil, fmt.Errorf("int(%s); expected a text that is a whole number", Repr(v))
		}
		return i, checkSize(i)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("int(%s); expected a finite number", reprFloat(v))
		}
		i, _ := big.NewFloat(math.Trunc(v)).Int(nil)
		return i, nil
	}
	i, ok := whole(v)
	if !ok || base != nil {
		return nil, fmt.Errorf("int of a %s; expected a number or a text", typeName(v))
	}
	return i, nil
}

// ParseInt reads a whole number as int does: blanks around it, a sign, and _ between digits are fine.
func ParseInt(s string, base int) (*big.Int, bool) {
	s = strings.TrimFunc(s, unicode.IsSpace)
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || len(s) > maxBits || body == "" {
		return nil, false
	}
	if base == 10 && digits(body, 10) != len(body) {
		return nil, false
	}
	if len(body) > 2 && body[0] == '0' && map[byte]int{'x': 16, 'o': 8, 'b': 2}[body[1]|0x20] == base && base != 10 {
		body = body[2:]
	}
	i, ok := new(big.Int).SetString(strings.TrimPrefix(s[:len(s)-len(strings.TrimLeft(s, "+-"))], "+")+
		strings.ReplaceAll(body, "_", ""), base)
	return i, ok
}

func newFloat(_ *Call, v Object) (Object, error) {
	if s, ok := v.(string); ok {
		x, ok := ParseFloat(s)
		if !ok {
			return nil, fmt.Errorf("float(%s); expected a text that is a number", Repr(s))
		}
		return x, nil
	}
	x, ok, err := float(v)
	if !ok {
		err = fmt.Errorf("float of a %s; expected a number or a text", typeName(v))
	}
	return x, err
}

// ParseFloat reads a number as float does: blanks around it, a sign, inf, nan, and _ between digits are fine.
func ParseFloat(s string) (float64, bool) {
	s = strings.TrimFunc(s, unicode.IsSpace)
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i+1 == len(s) || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
			return 0, false
		}
	}
	body := strings.TrimLeft(s, "+-")
	if body == "" || strings.ContainsAny(body, "xXpP") {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return x, err == nil || errors.Is(err, strconv.ErrRange)
}

func size(_ *Call, v Object) (Object, error) {
	if d, ok := v.(*Dict); ok {
		return Int(d.Len()), nil
	}
	n, ok := length(v)
	if !ok {
		return nil, fmt.Errorf("len of a %s; expected a list, a text or a dict", typeName(v))
	}
	return Int(n), nil
}

// copied returns the items of a value as a slice of their own.
func (c *Call) copied(v Object) ([]Object, error) {
	items, err := c.Budget.items(v)
	if err == nil {
		err = c.Budget.take(len(items), itemSize)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return slices.Clone(items), nil
}

func newList(c *Call, v Object) (Object, error) {
	items, err := c.copied(v)
	return &List{items, false}, err
}

func newTuple(c *Call, v Object) (Object, error) {
	items, err := c.copied(v)
	return &List{items, true}, err
}

func newDict(c *Call) (Object, error) {
	d := NewDict()
	if len(c.Args) > 1 {
		return nil, fmt.Errorf("%s with %d arguments; expected one, and names", c.name, len(c.Args))
	}
	if len(c.Args) == 1 {
		if from, ok := c.Args[0].(*Dict); ok {
			if err := c.Budget.update(d, from); err != nil {
				return nil, err
			}
		} else {
			pairs, err := c.Budget.items(c.Args[0])
			if err != nil {
				return nil, err
			}
			for _, p := range pairs {
				pair, err := c.Budget.items(p)
				if err == nil && len(pair) != 2 {
					err = fmt.Errorf("%s: %d values; expected a key and a value", c.name, len(pair))
				}
				if err == nil {
					err = c.Budget.set(d, pair[0], pair[1])
				}
				if err != nil {
					return nil, err
				}
			}
		}
	}
	for i, name := range c.Names {
		if err := c.Budget.set(d, name, c.Named[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func newRange(c *Call) (Object, error) {
	var a, b Object
	step := Int(1)
	if err := c.unpack(1, nil, &a, &b, &step); err != nil {
		return nil, err
	}
	if len(c.Args) == 1 {
		a, b = Int(0), a
	}
	var bounds [3]int
	for i, v := range []Object{a, b, step} {
		var err error
		if bounds[i], err = c.integer(v); err != nil {
			return nil, err
		}
	}
	if bounds[2] == 0 {
		return nil, errors.New("range with the step 0; expected another")
	}
	l := &List{}
	for i := bounds[0]; bounds[2] > 0 && i < bounds[1] || bounds[2] < 0 && i > bounds[1]; i += bounds[2] {
		if err := c.Budget.take(1, itemSize); err != nil {
			return nil, err
		}
		l.Items = append(l.Items, Int(i))
	}
	return l, nil
}

func enumerate(c *Call) (Object, error) {
	var v Object
	start := Int(0)
	if err := c.unpack(1, []string{"", "start"}, &v, &start); err != nil {
		return nil, err
	}
	first, err := c.integer(start)
	if err != nil {
		return nil, err
	}
	items, err := c.copied(v)
	if err == nil {
		err = c.Budget.take(len(items), 2*itemSize)
	}
	for i := range items {
		items[i] = &List{[]Object{Int(first + i), items[i]}, true}
	}
	return &List{items, false}, err
}

func zip(c *Call) (Object, error) {
	l := &List{}
	lists := make([][]Object, len(c.Args))
	for k, v := range c.Args {
		var err error
		if lists[k], err = c.Budget.items(v); err != nil {
			return nil, err
		}
	}
	for i := 0; len(lists) > 0; i++ {
		if err := c.Budget.take(1+len(lists), itemSize); err != nil {
			return nil, err
		}
		var row []Object
		for _, list := range lists {
			if i == len(list) {
				return l, nil
			}
			row = append(row, list[i])
		}
		l.Items = append(l.Items, &List{row, true})
	}
	return l, nil
}

func mapItems(c *Call) (Object, error) {
	if len(c.Args) < 2 {
		return nil, errors.New("map: expected a function and a list")
	}
	rows, err := zip(&Call{Args: c.Args[1:], Budget: c.Budget})
	if err != nil {
		return nil, err
	}
	l := rows.(*List)
	for i, row := range l.Items {
		if l.Items[i], err = c.apply(c.Args[0], row.(*List).Items...); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func filter(c *Call) (Object, error) {
	var f, v Object
	if err := c.unpack(2, nil, &f, &v); err != nil {
		return nil, err
	}
	items, err := c.copied(v)
	if err != nil {
		return nil, err
	}
	l := &List{}
	for _, item := range items {
		keep := item
		if f != nil {
			if keep, err = c.apply(f, item); err != nil {
				return nil, err
			}
		}
		if truth(keep) {
			l.Items = append(l.Items, item)
		}
	}
	return l, nil
}

func reverse(c *Call, v Object) (Object, error) {
	items, err := c.copied(v)
	slices.Reverse(items)
	return &List{items, false}, err
}

func sortItems(c *Call) (Object, error) {
	var v, key, down Object
	if err := c.unpack(1, []string{"", "key", "reverse"}, &v, &key, &down); err != nil {
		return nil, err
	}
	items, err := c.copied(v)
	if err != nil {
		return nil, err
	}
	type keyed struct{ key, item Object }
	list := make([]keyed, len(items))
	for i, item := range items {
		list[i] = keyed{item, item}
		if key != nil {
			if list[i].key, err = c.apply(key, item); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(list, func(a, b keyed) int {
		if err != nil {
			return 0
		}
		var sign int
		sign, _, err = order(c.Budget, "<", a.key, b.key, 0)
		if truth(down) {
			sign = -sign
		}
		return sign
	})
	for i := range list {
		items[i] = list[i].item
	}
	return &List{items, false}, err
}

// extreme returns the first argument, or item, that is before all others.
func extreme(c *Call, op string) (Object, error) {
	var key, otherwise Object
	hasDefault := false
	for i, n := range c.Names {
		switch n {
		case "key":
			key = c.Named[i]
		case "default":
			otherwise, hasDefault = c.Named[i], true
		default:
			return nil, fmt.Errorf("%s has no argument %s", c.name, n)
		}
	}
	items := c.Args
	if len(items) == 1 {
		var err error
		if items, err = c.copied(items[0]); err != nil {
			return nil, err
		}
	}
	if len(items) == 0 {
		if !hasDefault {
			return nil, fmt.Errorf("%s of nothing; expected a value", c.name)
		}
		return otherwise, nil
	}
	var best, bestKey Object
	for i, item := range items {
		k, err := item, error(nil)
		if key != nil {
			if k, err = c.apply(key, item); err != nil {
				return nil, err
			}
		}
		better := i == 0
		if !better {
			if better, err = compare(c.Budget, op, k, bestKey); err != nil {
				return nil, err
			}
		}
		if better {
			best, bestKey = item, k
		}
	}
	return best, nil
}

func some(c *Call, v Object, want bool) (Object, error) {
	items, err := c.Budget.items(v)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if truth(item) == want {
			return want, nil
		}
	}
	return !want, c.Budget.step(len(items))
}

func sum(c *Call) (Object, error) {
	var v Object
	total := Int(0)
	if err := c.unpack(1, []string{"", "start"}, &v, &total); err != nil {
		return nil, err
	}
	items, err := c.Budget.items(v)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if err := c.Budget.step(1); err != nil {
			return nil, err
		}
		if total, err = operate(c.Budget, "+", total, item); err != nil {
			return nil, err
		}
	}
	return total, nil
}

func round(c *Call) (Object, error) {
	var v, places Object
	if err := c.unpack(1, []string{"number", "ndigits"}, &v, &places); err != nil {
		return nil, err
	}
	n := 0
	if places != nil {
		var err error
		if n, err = c.integer(places); err != nil {
			return nil, err
		}
	}
	x, isFloat := v.(float64)
	if !isFloat {
		i, ok := whole(v)
		if !ok {
			return nil, fmt.Errorf("round of a %s; expected a number", typeName(v))
		}
		return roundInt(i, n), nil
	}
	if places == nil {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("round(%s); expected a finite number", reprFloat(x))
		}
		i, _ := big.NewFloat(math.RoundToEven(x)).Int(nil)
		return i, nil
	}
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || n > 340:
		return x, nil
	case n < -310:
		return math.Copysign(0, x), nil
	case n >= 0:
		y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', n, 64), 64)
		return y, nil
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	exact, _ := new(big.Rat).SetFloat64(x), 0
	quotient := new(big.Rat).Quo(exact, new(big.Rat).SetInt(unit))
	y, _ := new(big.Rat).SetInt(new(big.Int).Mul(nearestEven(quotient), unit)).Float64()
	if y == 0 {
		y = math.Copysign(0, x)
	}
	return y, nil
}

func roundInt(i *big.Int, n int) *big.Int {
	if n >= 0 {
		return i
	}
	if -n > len(i.String())+1 {
		return new(big.Int)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	return new(big.Int).Mul(nearestEven(new(big.Rat).SetFrac(i, unit)), unit)
}

// nearestEven returns the nearest whole number, of two that are as near the even one.
func nearestEven(r *big.Rat) *big.Int {
	twice := new(big.Rat).Add(r, big.NewRat(1, 2))
	down := new(big.Int).Div(twice.Num(), twice.Denom())
	if twice.IsInt() && down.Bit(0) == 1 {
		down.Sub(down, big.NewInt(1))
	}
	return down
}

func divmod(c *Call) (Object, error) {
	var a, b Object
	if err := c.unpack(2, nil, &a, &b); err != nil {
		return nil, err
	}
	quotient, err := operate(c.Budget, "//", a, b)
	if err != nil {
		return nil, err
	}
	rest, err := operate(c.Budget, "%", a, b)
	return &List{[]Object{quotient, rest}, true}, err
}

func isInstance(c *Call) (Object, error) {
	var v, kinds Object
	if err := c.unpack(2, nil, &v, &kinds); err != nil {
		return nil, err
	}
	list := []Object{kinds}
	if l, ok := kinds.(*List); ok && l.Tuple {
		list = l.Items
	}
	for _, k := range list {
		f, ok := k.(*Function)
		if !ok {
			return nil, fmt.Errorf("isinstance: a %s; expected a type", typeName(k))
		}
		if name := typeName(v); f.Name == name || f.Name == "int" && name == "bool" {
			return true, nil
		}
	}
	return false, nil
}

func chr(c *Call, v Object) (Object, error) {
	i, err := c.integer(v)
	if err == nil && (i < 0 || i > unicode.MaxRune) {
		err = fmt.Errorf("chr(%d); expected 0 to %d", i, unicode.MaxRune)
	}
	if err != nil {
		return nil, err
	}
	return string(rune(i)), nil
}

func ord(_ *Call, v Object) (Object, error) {
	s, _ := v.(string)
	if runeCount(s) != 1 {
		return nil, fmt.Errorf("ord(%s); expected one character", Repr(v))
	}
	r, _ := utf8.DecodeRuneInString(s)
	return Int(int(r)), nil
}

func based(prefix string, base int) func(c *Call, v Object) (Object, error) {
	return func(c *Call, v Object) (Object, error) {
		i, ok := whole(v)
		if !ok {
			return nil, fmt.Errorf("%s of a %s; expected a whole number", c.name, typeName(v))
		}
		sign := ""
		if i.Sign() < 0 {
			sign = "-"
		}
		return c.text(sign + prefix + new(big.Int).Abs(i).Text(base))
	}
}
