package script

import (
	"fmt"
	"math/bits"
	"strings"

	"go.starlark.net/starlark"
)

// judgement looks at the arguments of a function before it begins; of a method the receiver is among them, as the
// first one. It spends its steps and makes its bytes, or says why it shall not begin.
type judgement func(t *thread, name string, args starlark.Tuple) error

// judgements of the functions that every file knows. The others take a bounded time.
var judgements = map[string]judgement{
	"all": walks, "any": walks, "bytes": lists, "dict": dicts, "dir": told, "enumerate": pairs, "fail": shows,
	"float": reads, "hash": walks, "int": reads, "list": lists, "max": orders, "min": orders, "print": shows,
	"repr": shows, "reversed": lists, "set": dicts, "sorted": orders, "str": shows, "tuple": lists, "zip": pairs,
}

// methodJudgements are those of methods by the type and the name, and those for all other methods of a type.
var methodJudgements = map[string]map[string]judgement{
	"string": {"": texts, "format": formats, "join": joins, "replace": replaces, "split": splits, "rsplit": splits,
		"splitlines": splits, "strip": strips, "lstrip": strips, "rstrip": strips},
	"bytes": {"": texts},
	"list": {"append": appends, "extend": lists, "index": finds, "remove": finds, "insert": moves, "pop": moves,
		"clear": moves},
	"dict": {"get": keys, "pop": keys, "setdefault": newKeys, "update": dicts, "keys": listed, "values": listed,
		"items": listed},
	"set": {"add": newKeys, "discard": keys, "remove": keys, "": dicts},
}

// judged are the functions of Starlark that look at their arguments, in the place of those that do not.
func judged() starlark.StringDict {
	all := starlark.StringDict{}
	for name, judge := range judgements {
		all[name] = judgedCall(name, starlark.Universe[name].(*starlark.Builtin), judge)
	}
	all["getattr"] = starlark.NewBuiltin("getattr", func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := starlark.Universe["getattr"].(*starlark.Builtin).CallInternal(t, args, kwargs)
		if method, ok := v.(*starlark.Builtin); ok && err == nil && method.Receiver() != nil && len(args) > 1 {
			name, _ := starlark.AsString(args[1])
			return attribute(args[0], name)
		}
		return v, err
	})
	return all
}

// judgedCall returns a function that judges its arguments before it calls another one of that name.
func judgedCall(name string, f *starlark.Builtin, judge judgement) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(th *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		t := threadOf(th)
		all := make(starlark.Tuple, 0, 1+len(args)+len(kwargs))
		if f.Receiver() != nil {
			all = append(all, f.Receiver())
		}
		all = append(all, args...)
		for i, named := range kwargs {
			if key, ok := named[1].(starlark.Callable); ok && named[0] == starlark.String("key") {
				kwargs[i] = starlark.Tuple{named[0], weighed(key)}
				continue
			}
			all = append(all, named[1])
		}
		if name == "sorted" && len(args) > 1 {
			if key, ok := args[1].(starlark.Callable); ok {
				args[1] = weighed(key)
			}
		}
		if err := judge(t, name, all); err != nil {
			return nil, err
		}
		return f.CallInternal(th, args, kwargs)
	})
}

// orderFactor is how often a value is compared while a million are put in order, about.
const orderFactor = 20

// weighed is a function whose results are compared with each other.
func weighed(f starlark.Callable) starlark.Callable {
	return starlark.NewBuiltin(f.Name(), func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := starlark.Call(t, f, args, kwargs)
		if err == nil {
			err = threadOf(t).weighs(v, orderFactor)
		}
		return v, err
	})
}

// attribute is x.name. A method judges its arguments.
func attribute(x starlark.Value, name string) (starlark.Value, error) {
	var v starlark.Value
	var err error
	if with, ok := x.(starlark.HasAttrs); ok {
		v, err = with.Attr(name)
	}
	if err != nil || v == nil {
		if err == nil {
			err = fmt.Errorf("%s has no .%s field or method", x.Type(), name)
		}
		return nil, err
	}
	method, ok := v.(*starlark.Builtin)
	of := methodJudgements[x.Type()]
	if _, own := x.(*view); !ok || of == nil || own {
		return v, nil
	}
	judge := of[name]
	if judge == nil {
		judge = of[""]
	}
	if judge == nil {
		return v, nil
	}
	return judgedCall(name, method, judge), nil
}

// told judges the list of a value's methods.
func told(t *thread, _ string, _ starlark.Tuple) error { return t.make(40, 40*itemBytes) }

// walks judges what looks at each item.
func walks(t *thread, _ string, args starlark.Tuple) error {
	for _, x := range args {
		n, err := t.count(x)
		if err == nil {
			err = t.spend(n / itemsAStep)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// letters reports whether a value is the letters of a text, which are made while they are looked at.
func letters(v starlark.Value) bool { return strings.Contains(v.Type(), ".") }

// counted judges what makes something of so many bytes for each item.
func counted(t *thread, args starlark.Tuple, bytes int) error {
	for _, x := range args {
		n, err := t.count(x)
		if err == nil && letters(x) {
			err = t.spend(2 * n) // each a text of its own
		}
		if err == nil {
			err = t.make(n/itemsAStep, n*bytes)
		}
		if err != nil {
			return err
		}
	}
	return t.hold(valueBytes)
}

func lists(t *thread, _ string, args starlark.Tuple) error { return counted(t, args, itemBytes) }
func pairs(t *thread, _ string, args starlark.Tuple) error {
	return counted(t, args, valueBytes+itemBytes)
}

// listed judges a list of what a dict holds.
func listed(t *thread, _ string, args starlark.Tuple) error {
	n := starlark.Len(args[0])
	return t.make(n/foundAStep, n*valueBytes)
}

// dicts judges what hashes all that the arguments hold.
func dicts(t *thread, _ string, args starlark.Tuple) error {
	if err := t.hold(dictBytes); err != nil {
		return err
	}
	for _, x := range args {
		n, err := t.count(x)
		if err == nil {
			err = t.hold(n * entryBytes)
		}
		if err == nil {
			err = t.spend(n * t.odd / 2)
		}
		if err == nil {
			err = t.weighs(x, 2)
		}
		if err != nil {
			return err
		}
		if items, ok := x.(starlark.Iterable); ok {
			for item := range starlark.Elements(items) {
				if pair, ok := item.(starlark.Indexable); ok && pair.Len() > 0 {
					item = pair.Index(0)
				}
				switch item.(type) {
				case starlark.Float, starlark.Tuple, starlark.Int:
					if err := t.key(item, true); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// keys judges a key that is looked for, and newKeys one that may come in.
func keys(t *thread, _ string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	return t.key(args[1], false)
}

func newKeys(t *thread, _ string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	return t.key(args[1], true)
}

// appends judges an item for a list.
func appends(t *thread, _ string, _ starlark.Tuple) error { return t.hold(itemBytes + valueBytes) }

// moves judges what moves the items of a list.
func moves(t *thread, _ string, args starlark.Tuple) error {
	return t.make(starlark.Len(args[0])/movedAStep, itemBytes)
}

// finds judges the search for an item.
func finds(t *thread, _ string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	return t.weighsWith(args[1], args[0], starlark.Len(args[0])/foundAStep+1)
}

// orders judges comparisons of items with each other.
func orders(t *thread, name string, args starlark.Tuple) error {
	times := 1
	if name == "sum" { // each one a new number
		times = 2
	}
	for _, x := range args {
		n, err := t.count(x)
		if err == nil && name == "sorted" {
			times = bits.Len(uint(n)) + 1
			err = t.hold(2 * itemBytes * n)
		}
		if err == nil {
			err = t.weighs(x, times)
		}
		if c, ok := x.(*column); ok && err == nil {
			err = t.spend(len(c.x) * times / itemsAStep)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reads judges a text that is read as a number.
func reads(t *thread, name string, args starlark.Tuple) error {
	const longest = MaxBits / 6 // digits with up to 36 values
	if len(args) == 0 {
		return nil
	}
	text, ok := args[0].(starlark.String)
	if ok && len(text) > longest {
		return fmt.Errorf("%s: a text of %d bytes; expected at most %d", name, len(text), longest)
	}
	return t.spend(len(text) / itemsAStep)
}

// shows judges values that become text.
func shows(t *thread, _ string, args starlark.Tuple) error {
	all := 0
	for _, x := range args {
		n, err := t.text(x)
		if err != nil {
			return err
		}
		all += n
	}
	return t.makeText(all)
}

// texts judges what goes through a text.
func texts(t *thread, _ string, args starlark.Tuple) error {
	for _, x := range args {
		if err := t.weighs(x, 1); err != nil {
			return err
		}
	}
	n := max(0, starlark.Len(args[0]))
	return t.make(n/itemsAStep, 2*n+valueBytes)
}

// formats judges text.format(values).
func formats(t *thread, _ string, args starlark.Tuple) error {
	format, _ := starlark.AsString(args[0])
	longest := 0
	for _, x := range args[1:] {
		n, err := t.text(x)
		if err != nil {
			return err
		}
		longest = max(longest, n)
	}
	return t.makeText(len(format) + longest*strings.Count(format, "{"))
}

// joins judges text.join(items).
func joins(t *thread, _ string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	items, ok := args[1].(starlark.Iterable)
	if !ok {
		return nil
	}
	all := 0
	for x := range starlark.Elements(items) {
		text, _ := starlark.AsString(x)
		if all += starlark.Len(args[0]) + len(text); all > 2*MaxItems {
			break
		}
	}
	n, err := t.count(items)
	if err == nil {
		err = t.spend(n / foundAStep)
	}
	if err != nil {
		return err
	}
	return t.makeText(max(0, all-starlark.Len(args[0])))
}

// replaces judges text.replace(old, new).
func replaces(t *thread, _ string, args starlark.Tuple) error {
	text, _ := starlark.AsString(args[0])
	if len(args) < 3 {
		return nil
	}
	old, _ := starlark.AsString(args[1])
	with, _ := starlark.AsString(args[2])
	if err := t.spend(len(text) / bytesAStep); err != nil {
		return err
	}
	n := strings.Count(text, old)
	if len(args) > 3 {
		if most, err := starlark.AsInt32(args[3]); err == nil && most >= 0 {
			n = min(n, most)
		}
	}
	if err := t.spend(n / itemsAStep); err != nil {
		return err
	}
	return t.makeText(max(len(text), len(text)+n*(len(with)-len(old))))
}

// splits judges a list of the parts of a text.
func splits(t *thread, name string, args starlark.Tuple) error {
	text, _ := starlark.AsString(args[0])
	n := len(text)
	if len(args) > 1 && name != "splitlines" {
		if sep, ok := args[1].(starlark.String); ok && sep != "" {
			n = strings.Count(text, string(sep))
		}
	} else if name == "splitlines" {
		n = strings.Count(text, "\n")
	} else {
		n = len(text) / 2
	}
	return t.make(len(text)/itemsAStep+n, (n+1)*itemBytes)
}

// strips judges text.strip(letters), which looks for each letter of the one in the other.
func strips(t *thread, _ string, args starlark.Tuple) error {
	letters := 1
	if len(args) > 1 {
		letters += max(0, starlark.Len(args[1]))
	}
	return t.spend(max(0, starlark.Len(args[0])) * letters / bytesAStep)
}
