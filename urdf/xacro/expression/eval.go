package expression

import (
	"errors"
	"fmt"
	"math/big"

	"kinetree/internal/suggest"
)

// Names are the values that an expression may name.
type Names interface {
	// Object returns the value of a name, and whether there is one.
	Value(name string) (value Object, ok bool, err error)
	// Known returns the names that there are, for hints.
	Known() []string
}

// NameError says that a name stands for nothing.
type NameError struct{ Name, Hint string }

func (e *NameError) Error() string {
	return fmt.Sprintf("there is no property, argument or function %s%s", e.Name, e.Hint)
}

// Eval evaluates the expression. What it takes is taken from the budget.
func (x *Parsed) Eval(names Names, budget *Budget) (Object, error) {
	return x.root.eval(&env{names: names, budget: budget})
}

// env is where an expression is evaluated.
type env struct {
	names  Names
	budget *Budget
	locals *local
	depth  int // of calls
}

// local is a variable of a lambda or a comprehension, in front of others.
type local struct {
	name  string
	value Object
	outer *local
}

func (e *env) with(l *local) *env { return &env{e.names, e.budget, l, e.depth} }

// operation is a part of an expression.
type operation interface {
	eval(e *env) (Object, error)
}

type (
	constant struct{ value Object }
	name     string
	sequence struct {
		items []operation
		tuple bool
	}
	mapping struct{ keys, values []operation }
	choice  struct{ condition, yes, no operation }
	lambda  struct {
		names    []string
		defaults []operation
		body     operation
	}
	shortcut struct {
		and         bool
		left, right operation
	}
	unary struct {
		operator string
		of       operation
	}
	binary struct {
		operator    string
		left, right operation
	}
	comparison struct {
		first     operation
		operators []string
		rest      []operation
	}
	attribute struct {
		of   operation
		name string
	}
	call struct {
		of    operation
		args  []operation
		names []string // of the arguments after these
		named []operation
	}
	index struct{ of, at operation }
	slice struct {
		of     operation
		bounds [3]operation
	}
	comprehension struct {
		item, key operation // with a key it makes a dict
		loops     []loop
	}
	loop struct {
		target     target
		list       operation
		conditions []operation
	}
	target struct {
		name    string
		parts   []target
		several bool
	}
)

func (c constant) eval(e *env) (Object, error) { return c.value, e.budget.step(1) }

func (n name) eval(e *env) (Object, error) {
	if err := e.budget.step(1); err != nil {
		return nil, err
	}
	for l := e.locals; l != nil; l = l.outer {
		if l.name == string(n) {
			return l.value, nil
		}
	}
	v, ok, err := e.names.Value(string(n))
	if err == nil && !ok {
		err = &NameError{string(n), suggest.Hint(string(n), e.names.Known())}
	}
	return v, err
}

func (s *sequence) eval(e *env) (Object, error) {
	items, err := e.all(s.items)
	if err != nil {
		return nil, err
	}
	return &List{items, s.tuple}, nil
}

// all evaluates operations in order.
func (e *env) all(list []operation) ([]Object, error) {
	if err := e.budget.take(len(list), itemSize); err != nil {
		return nil, err
	}
	values := make([]Object, len(list))
	for i, x := range list {
		var err error
		if values[i], err = x.eval(e); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (m *mapping) eval(e *env) (Object, error) {
	d := NewDict()
	for i := range m.keys {
		if err := e.entry(d, m.keys[i], m.values[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (e *env) entry(d *Dict, key, value operation) error {
	k, err := key.eval(e)
	if err != nil {
		return err
	}
	v, err := value.eval(e)
	if err != nil {
		return err
	}
	return e.budget.set(d, k, v)
}

// set sets a value of a dict, and takes what that takes.
func (b *Budget) set(d *Dict, key, value Object) error {
	if err := b.take(1, entrySize); err != nil {
		return err
	}
	return d.Set(key, value)
}

func (c *choice) eval(e *env) (Object, error) {
	v, err := c.condition.eval(e)
	if err != nil {
		return nil, err
	}
	if truth(v) {
		return c.yes.eval(e)
	}
	return c.no.eval(e)
}

func (s *shortcut) eval(e *env) (Object, error) {
	v, err := s.left.eval(e)
	if err != nil || truth(v) != s.and {
		return v, err
	}
	return s.right.eval(e)
}

func (u *unary) eval(e *env) (Object, error) {
	v, err := u.of.eval(e)
	if err != nil {
		return nil, err
	}
	if err := e.budget.step(1); err != nil {
		return nil, err
	}
	if u.operator == "not" {
		return !truth(v), nil
	}
	return sign(u.operator, v)
}

func (b *binary) eval(e *env) (Object, error) {
	left, err := b.left.eval(e)
	if err != nil {
		return nil, err
	}
	right, err := b.right.eval(e)
	if err != nil {
		return nil, err
	}
	if err := e.budget.step(1); err != nil {
		return nil, err
	}
	return operate(e.budget, b.operator, left, right)
}

func (c *comparison) eval(e *env) (Object, error) {
	left, err := c.first.eval(e)
	if err != nil {
		return nil, err
	}
	for i, op := range c.operators {
		right, err := c.rest[i].eval(e)
		if err != nil {
			return nil, err
		}
		if yes, err := compare(e.budget, op, left, right); err != nil || !yes {
			return false, err
		}
		left = right
	}
	return true, nil
}

func (a *attribute) eval(e *env) (Object, error) {
	of, err := a.of.eval(e)
	if err != nil {
		return nil, err
	}
	if err := e.budget.step(1); err != nil {
		return nil, err
	}
	switch v := of.(type) {
	case Namespace:
		part, ok, err := v.Part(a.name)
		if err == nil && !ok {
			err = fmt.Errorf("there is no %s in the namespace", a.name)
		}
		return part, err
	case *Dict:
		if f := method(of, a.name); f != nil {
			return f, nil
		}
		if v.Dotted {
			part, ok, err := v.Get(a.name)
			if err == nil && !ok {
				err = &KeyError{a.name, v}
			}
			return part, err
		}
	default:
		if f := method(of, a.name); f != nil {
			return f, nil
		}
	}
	return nil, fmt.Errorf("a %s has no part %s", typeName(of), a.name)
}

// KeyError says that a dict does not have a key.
type KeyError struct {
	Key Object
	of  *Dict
}

func (e *KeyError) Error() string {
	var known []string
	for _, k := range e.of.Keys() {
		if s, ok := k.(string); ok {
			known = append(known, s)
		}
	}
	hint := ""
	if s, ok := e.Key.(string); ok {
		hint = suggest.Hint(s, known)
	}
	return fmt.Sprintf("the dict has no key %s%s", Repr(e.Key), hint)
}

// Call is a call of a function.
type Call struct {
	Args   []Object
	Names  []string // of the arguments after these
	Named  []Object
	Budget *Budget
	env    *env
	name   string
}

func (c *call) eval(e *env) (Object, error) {
	of, err := c.of.eval(e)
	if err != nil {
		return nil, err
	}
	f, ok := of.(*Function)
	if !ok {
		return nil, fmt.Errorf("a %s is called; expected a function", typeName(of))
	}
	args, err := e.all(c.args)
	if err != nil {
		return nil, err
	}
	named, err := e.all(c.named)
	if err != nil {
		return nil, err
	}
	return e.invoke(f, &Call{Args: args, Names: c.names, Named: named})
}

// invoke calls a function.
func (e *env) invoke(f *Function, c *Call) (Object, error) {
	if e.depth >= maxNested {
		return nil, &LimitError{fmt.Sprintf("functions call each other more than %d deep; expected less", maxNested)}
	}
	if err := e.budget.step(1); err != nil {
		return nil, err
	}
	c.Budget, c.name = e.budget, f.Name
	c.env = &env{e.names, e.budget, e.locals, e.depth + 1}
	return f.Call(c)
}

// apply calls a function that is an argument.
func (c *Call) apply(f Object, args ...Object) (Object, error) {
	g, ok := f.(*Function)
	if !ok {
		return nil, fmt.Errorf("%s: a %s; expected a function", c.name, typeName(f))
	}
	return c.env.invoke(g, &Call{Args: args})
}

func (f *lambda) eval(e *env) (Object, error) {
	defaults := make([]Object, len(f.defaults))
	for i, d := range f.defaults {
		if d != nil {
			var err error
			if defaults[i], err = d.eval(e); err != nil {
				return nil, err
			}
		}
	}
	return &Function{"<lambda>", func(c *Call) (Object, error) {
		if len(c.Args) > len(f.names) {
			return nil, fmt.Errorf("a lambda with %d arguments; expected %d", len(c.Args), len(f.names))
		}
		inner := &env{e.names, e.budget, e.locals, c.env.depth}
		for i, name := range f.names {
			value := defaults[i]
			given := f.defaults[i] != nil
			if i < len(c.Args) {
				value, given = c.Args[i], true
			}
			for k, n := range c.Names {
				if n == name {
					value, given = c.Named[k], true
				}
			}
			if !given {
				return nil, fmt.Errorf("a lambda without the argument %s", name)
			}
			inner.locals = &local{name, value, inner.locals}
		}
		return f.body.eval(inner)
	}}, nil
}

func (x *index) eval(e *env) (Object, error) {
	of, err := x.of.eval(e)
	if err != nil {
		return nil, err
	}
	at, err := x.at.eval(e)
	if err != nil {
		return nil, err
	}
	if d, ok := of.(*Dict); ok {
		v, ok, err := d.Get(at)
		if err == nil && !ok {
			err = &KeyError{at, d}
		}
		return v, err
	}
	n, ok := length(of)
	if !ok {
		return nil, fmt.Errorf("a %s has no index; expected a list, a text or a dict", typeName(of))
	}
	i, ok := whole(at)
	if !ok {
		return nil, fmt.Errorf("the index %s of a %s; expected a whole number", Repr(at), typeName(of))
	}
	k, fits := smallInt(i)
	if fits && k < 0 {
		k += n
	}
	if !fits || k < 0 || k >= n {
		return nil, fmt.Errorf("the index %s of a %s of length %d", i, typeName(of), n)
	}
	if l, ok := of.(*List); ok {
		return l.Items[k], nil
	}
	return string([]rune(of.(string))[k]), e.budget.step(n / 8)
}

// length returns the length of a list or a text.
func length(v Object) (int, bool) {
	switch v := v.(type) {
	case *List:
		return len(v.Items), true
	case string:
		return runeCount(v), true
	}
	return 0, false
}

func smallInt(i *big.Int) (int, bool) {
	if i.IsInt64() && int64(int(i.Int64())) == i.Int64() {
		return int(i.Int64()), true
	}
	return 0, false
}

func (s *slice) eval(e *env) (Object, error) {
	of, err := s.of.eval(e)
	if err != nil {
		return nil, err
	}
	n, ok := length(of)
	if !ok {
		return nil, fmt.Errorf("a %s has no slice; expected a list or a text", typeName(of))
	}
	var bounds [3]*int
	for i, b := range s.bounds {
		if b == nil {
			continue
		}
		v, err := b.eval(e)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		x, ok := whole(v)
		if !ok {
			return nil, fmt.Errorf("the bound %s of a slice; expected a whole number", Repr(v))
		}
		k := clampInt(x)
		bounds[i] = &k
	}
	start, stop, step := 0, n, 1
	if bounds[2] != nil {
		step = *bounds[2]
	}
	switch {
	case step == 0:
		return nil, errors.New("the step 0 of a slice; expected another")
	case step < 0:
		start, stop = n-1, -1
	}
	at := func(k int) int { // a bound within the list
		if k < 0 {
			k += n
		}
		if step < 0 {
			return min(max(k, -1), n-1)
		}
		return min(max(k, 0), n)
	}
	if bounds[0] != nil {
		start = at(*bounds[0])
	}
	if bounds[1] != nil {
		stop = at(*bounds[1])
	}
	if err := e.budget.take(n, itemSize); err != nil {
		return nil, err
	}
	var picked []int
	for k := start; step > 0 && k < stop || step < 0 && k > stop; k += step {
		picked = append(picked, k)
	}
	if l, ok := of.(*List); ok {
		items := make([]Object, len(picked))
		for i, k := range picked {
			items[i] = l.Items[k]
		}
		return &List{items, l.Tuple}, nil
	}
	runes := []rune(of.(string))
	out := make([]rune, len(picked))
	for i, k := range picked {
		out[i] = runes[k]
	}
	return string(out), nil
}

// clampInt returns a whole number as an int within what lists can have.
func clampInt(x *big.Int) int {
	const most = 1 << 30 // an int on every processor
	if k, ok := smallInt(x); ok {
		return min(max(k, -most), most)
	}
	return most * x.Sign()
}

func (c *comprehension) eval(e *env) (Object, error) {
	if c.key != nil {
		d := NewDict()
		return d, e.loops(c.loops, func(e *env) error { return e.entry(d, c.key, c.item) })
	}
	l := &List{}
	err := e.loops(c.loops, func(e *env) error {
		v, err := c.item.eval(e)
		if err == nil {
			err = e.budget.take(1, itemSize)
		}
		l.Items = append(l.Items, v)
		return err
	})
	return l, err
}

// loops does something for each item of the last of nested loops.
func (e *env) loops(loops []loop, do func(*env) error) error {
	if len(loops) == 0 {
		return do(e)
	}
	l := loops[0]
	list, err := l.list.eval(e)
	if err != nil {
		return err
	}
	items, err := e.budget.items(list)
	if err != nil {
		return err
	}
next:
	for _, item := range items {
		if err := e.budget.step(1); err != nil {
			return err
		}
		locals, err := l.target.bind(e, item, e.locals)
		if err != nil {
			return err
		}
		inner := e.with(locals)
		for _, c := range l.conditions {
			v, err := c.eval(inner)
			if err != nil {
				return err
			}
			if !truth(v) {
				continue next
			}
		}
		if err := inner.loops(loops[1:], do); err != nil {
			return err
		}
	}
	return nil
}

// bind puts the variables of a target, with their values, in front of others.
func (t *target) bind(e *env, v Object, outer *local) (*local, error) {
	if !t.several {
		return &local{t.name, v, outer}, nil
	}
	items, err := e.budget.items(v)
	if err != nil {
		return nil, err
	}
	if len(items) != len(t.parts) {
		return nil, fmt.Errorf("%d values for %d variables", len(items), len(t.parts))
	}
	for i := range t.parts {
		if outer, err = t.parts[i].bind(e, items[i], outer); err != nil {
			return nil, err
		}
	}
	return outer, nil
}

// items returns what a loop goes through: the items of a list, the characters of a text, the keys of a dict.
func (b *Budget) items(v Object) ([]Object, error) {
	switch v := v.(type) {
	case *List:
		return v.Items, b.step(1)
	case *Dict:
		return v.Keys(), b.take(v.Len(), itemSize)
	case string:
		if err := b.take(len(v), itemSize); err != nil {
			return nil, err
		}
		var chars []Object
		for _, c := range v {
			chars = append(chars, string(c))
		}
		return chars, nil
	}
	return nil, fmt.Errorf("a %s has no items; expected a list, a text or a dict", typeName(v))
}
