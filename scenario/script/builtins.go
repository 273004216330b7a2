package script

import (
	"fmt"
	"maps"
	"math"

	starmath "go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"kinetree/internal/philox"
	"kinetree/scenario/sweep"
)

// predeclared are the names that every file knows besides those of Starlark. The values are immutable and shared.
var predeclared = with(guards, judged(), starlark.StringDict{
	"math":     starmath.Module,
	"sum":      starlark.NewBuiltin("sum", sum),
	"range":    starlark.NewBuiltin("range", shortRange),
	"linspace": starlark.NewBuiltin("linspace", space(sweep.Linspace)),
	"logspace": starlark.NewBuiltin("logspace", space(sweep.Logspace)),
	"random":   starlark.NewBuiltin("random", newRandom),
	"scenario": starlark.NewBuiltin("scenario", newScenario),
})

// with joins lists of names.
func with(all ...starlark.StringDict) starlark.StringDict {
	names := starlark.StringDict{}
	for _, some := range all {
		maps.Copy(names, some)
	}
	return names
}

// sum adds up numbers.
func sum(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value,
	error) {
	var items starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &items); err != nil {
		return nil, err
	}
	var total starlark.Value = starlark.MakeInt(0)
	if err := orders(threadOf(t), b.Name(), args); err != nil {
		return nil, err
	}
	for x := range starlark.Elements(items) {
		switch x.(type) {
		case starlark.Int, starlark.Float:
		default:
			return nil, fmt.Errorf("sum: %s among the items; expected numbers", article(x))
		}
		var err error
		if total, err = starlark.Binary(syntax.PLUS, total, x); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// shortRange is range for ranges that may be put into a list.
func shortRange(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value,
	error) {
	r, err := starlark.Call(t, starlark.Universe["range"], args, kwargs)
	if err != nil {
		return nil, fmt.Errorf("%s", err.Error()) // of this place, not of the function inside
	}
	if n := starlark.Len(r); n > MaxItems {
		return nil, fmt.Errorf("range: %d items; expected at most %d", n, MaxItems)
	}
	return r, nil
}

// space is linspace or logspace.
func space(f func(first, last float64, n int) []float64) func(*starlark.Thread, *starlark.Builtin, starlark.Tuple,
	[]starlark.Tuple) (starlark.Value, error) {
	return func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value,
		error) {
		var ends [2]starlark.Value
		var n int
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "first", &ends[0], "last", &ends[1], "n",
			&n); err != nil {
			return nil, err
		}
		first, ok := finite(ends[0])
		last, ok2 := finite(ends[1])
		switch {
		case !ok || !ok2:
			return nil, fmt.Errorf("%s: from %s to %s; expected finite numbers", b.Name(), article(ends[0]),
				article(ends[1]))
		case b.Name() == "logspace" && (first <= 0 || last <= 0):
			return nil, fmt.Errorf("logspace: from %v to %v; expected positive numbers", first, last)
		case n < 1 || n > MaxItems:
			return nil, fmt.Errorf("%s: %d numbers; expected 1 to %d", b.Name(), n, MaxItems)
		}
		if err := threadOf(t).make(n, itemBytes*n); err != nil {
			return nil, err
		}
		var list []starlark.Value
		for _, x := range f(first, last, n) {
			list = append(list, starlark.Float(x))
		}
		return starlark.NewList(list), nil
	}
}

// generator is what random(seed) returns: a stream of random numbers.
type generator struct {
	seed, next uint64
	frozen     bool
}

func newRandom(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value,
	error) {
	var seed int64
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seed", &seed); err != nil {
		return nil, err
	}
	return &generator{seed: uint64(seed)}, nil
}

func (g *generator) String() string        { return "<random>" }
func (g *generator) Type() string          { return "random" }
func (g *generator) Freeze()               { g.frozen = true }
func (g *generator) Truth() starlark.Bool  { return true }
func (g *generator) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: random") }

// uniform returns a number in (0, 1).
func (g *generator) uniform() float64 {
	g.next++
	return philox.Uniform(philox.Block(g.seed, [2]uint64{g.next, philox.Name("script")})[0])
}

// generatorMethods are the methods with the names of their parameters.
var generatorMethods = []string{"choice", "integer", "log_uniform", "normal", "uniform"}

func (g *generator) AttrNames() []string { return generatorMethods }

func (g *generator) Attr(name string) (starlark.Value, error) {
	method := map[string]func(args [2]starlark.Value) (starlark.Value, error){
		"uniform":     func(a [2]starlark.Value) (starlark.Value, error) { return g.draw(a, sweep.Uniform) },
		"log_uniform": func(a [2]starlark.Value) (starlark.Value, error) { return g.draw(a, sweep.LogUniform) },
		"normal":      func(a [2]starlark.Value) (starlark.Value, error) { return g.draw(a, sweep.Normal) },
		"integer":     g.integer,
		"choice":      g.choice,
	}[name]
	if method == nil {
		return nil, nil
	}
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		if g.frozen {
			return nil, fmt.Errorf("random: this function sees the globals frozen; make a generator inside of it: " +
				"random(seed)")
		}
		var a [2]starlark.Value
		var err error
		if name == "choice" {
			err = starlark.UnpackPositionalArgs(name, args, kwargs, 1, &a[0])
		} else {
			err = starlark.UnpackPositionalArgs(name, args, kwargs, 2, &a[0], &a[1])
		}
		if err != nil {
			return nil, err
		}
		v, err := method(a)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return v, err
	}), nil
}

// draw draws from a distribution of two parameters.
func (g *generator) draw(args [2]starlark.Value, quantile func(u, a, b float64) (float64, error)) (starlark.Value,
	error) {
	a, ok := finite(args[0])
	b, ok2 := finite(args[1])
	if !ok || !ok2 {
		return nil, fmt.Errorf("%s and %s; expected finite numbers", article(args[0]), article(args[1]))
	}
	x, err := quantile(g.uniform(), a, b)
	return starlark.Float(x), err
}

// integer draws a whole number from low to high, both among them.
func (g *generator) integer(args [2]starlark.Value) (starlark.Value, error) {
	var ends [2]int64
	for i, a := range args {
		n, ok := a.(starlark.Int)
		if ok {
			ends[i], ok = n.Int64()
		}
		if !ok || ends[i] > 1<<50 || ends[i] < -1<<50 {
			return nil, fmt.Errorf("%s; expected a whole number up to 2^50", article(a))
		}
	}
	if ends[0] > ends[1] {
		return nil, fmt.Errorf("from %d to %d; expected low <= high", ends[0], ends[1])
	}
	n := float64(ends[1] - ends[0] + 1)
	return starlark.MakeInt64(ends[0] + int64(math.Min(g.uniform()*n, n-1))), nil
}

// choice draws an item of a sequence.
func (g *generator) choice(args [2]starlark.Value) (starlark.Value, error) {
	items, ok := args[0].(starlark.Indexable)
	if !ok || items.Len() == 0 {
		return nil, fmt.Errorf("%s; expected a list with items", article(args[0]))
	}
	n := items.Len()
	return items.Index(min(int(g.uniform()*float64(n)), n-1)), nil
}

// number returns a float, or None for what is not a number.
func number(x float64) starlark.Value {
	if math.IsNaN(x) {
		return starlark.None
	}
	return starlark.Float(x)
}

// finite returns a number as a float64, and false for anything else.
func finite(v starlark.Value) (float64, bool) {
	switch v.(type) {
	case starlark.Int, starlark.Float:
		x, ok := starlark.AsFloat(v)
		return x, ok && !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	return 0, false
}
