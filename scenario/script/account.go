package script

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"
)

// A script pays for what it does in steps, of which each stands for a few tens of nanoseconds, and for what it makes
// in bytes: those of the values that guarded operations make, and a few for each step, which no other operation
// exceeds. Both depend on the script and its arguments alone, not on the machine or on what else runs. What a call
// makes is an upper bound of what it holds. Between the calls of a law, what its globals hold is counted anew.

// Sizes of values, in bytes, rounded up.
const (
	stepBytes  = 8
	itemBytes  = 32 // of a list, with the room that lists keep
	valueBytes = 96 // a list or a tuple in a list
	dictBytes  = 512
	entryBytes = 128
)

// How many bytes, items and moved items take about as long as one step.
const (
	bytesAStep = 256
	itemsAStep = 8
	movedAStep = 32 // items
	foundAStep = 2  // items that are looked at for more than their place
)

// threadKey is where a thread of the interpreter keeps ours.
const threadKey = "kinetree"

func threadOf(t *starlark.Thread) *thread { return t.Local(threadKey).(*thread) }

// spend counts n more steps.
func (t *thread) spend(n int) error {
	if n <= 0 {
		return nil
	}
	if left := t.last - min(t.last, t.Steps); uint64(n) >= left {
		t.Steps = t.last
		return errors.New(t.tooLong())
	}
	t.Steps += uint64(n)
	return nil
}

func (t *thread) tooLong() string {
	return fmt.Sprintf("the script takes more than %d steps; expected an end, is there a loop without one?", t.limit)
}

// hold counts values of n bytes.
func (t *thread) hold(n int) error {
	t.made += uint64(n)
	if t.bytes() > t.memory {
		return fmt.Errorf("the script takes more than %d MiB of memory", t.memory>>20)
	}
	return nil
}

// bytes returns an upper bound of what the script holds.
func (t *thread) bytes() uint64 { return t.kept + t.made + stepBytes*(t.Steps-t.began) }

// make counts steps, and the bytes that they make.
func (t *thread) make(steps, bytes int) error {
	if err := t.spend(steps); err != nil {
		return err
	}
	return t.hold(bytes)
}

// makeText counts a text that is made.
func (t *thread) makeText(n int) error {
	if n > MaxItems {
		return fmt.Errorf("a text of %d bytes; expected at most %d", n, MaxItems)
	}
	return t.make(n/bytesAStep, n)
}

// deepest is how deep values may be nested that are compared, hashed or shown.
const deepest = 500

var errDeep = fmt.Errorf("lists, tuples or dicts are nested more than %d deep", deepest)

// weight is what values weigh together: the steps to compare or hash them. It looks at what is there twice twice, as
// these do, and ends behind most.
type weight struct {
	n, most      int
	whole, float bool // whether numbers of these kinds are among the values
	err          error
}

func (w *weight) add(v starlark.Value, depth int) {
	if w.n > w.most || w.err != nil {
		return
	}
	if depth > deepest {
		w.err = errDeep
		return
	}
	w.n++
	switch v := v.(type) {
	case starlark.Float:
		w.float = true
	case starlark.String:
		w.n += len(v) / bytesAStep
	case starlark.Bytes:
		w.n += len(v) / bytesAStep
	case starlark.Int:
		w.whole = true
		w.n += bitsOf(v) / 4096
	case *starlark.Dict:
		for k, x := range v.Entries() {
			if w.n > w.most || w.err != nil {
				return
			}
			w.add(k, depth+1)
			w.add(x, depth+1)
		}
	case *starlark.List, starlark.Tuple, *starlark.Set:
		for x := range starlark.Elements(v.(starlark.Iterable)) {
			if w.n > w.most || w.err != nil {
				return
			}
			w.add(x, depth+1)
		}
	case *view:
		w.n += v.Len()
	}
}

// mixedSteps is how many steps the comparison of a whole number with a float takes, which the interpreter does by
// fractions of any length.
const mixedSteps = 32

// weighs spends what a value weighs, some times.
func (t *thread) weighs(v starlark.Value, times int) error { return t.weighsWith(v, nil, times) }

// weighsWith spends what a value weighs that is compared with another one, or with what that holds; nil is the value
// itself.
func (t *thread) weighsWith(v, other starlark.Value, times int) error {
	switch v := v.(type) {
	case starlark.Bool, starlark.NoneType:
		return t.spend(times - 1)
	case starlark.String:
		if len(v) < bytesAStep {
			return t.spend(times - 1)
		}
	case starlark.Float:
		if other == nil {
			return t.spend(times - 1)
		}
	}
	left := int(min(t.last-min(t.last, t.Steps), 1<<40))
	w := weight{most: min(left/max(1, times), MaxAtOnce)}
	w.add(v, 0)
	if w.n > MaxAtOnce && w.err == nil {
		return fmt.Errorf("one operation looks at more than %d values, those that are held twice counted twice",
			MaxAtOnce)
	}
	if other != nil && (w.whole || w.float) {
		with := weight{most: MaxAtOnce, whole: w.whole, float: w.float}
		with.add(other, 0)
		w.whole, w.float, w.err = with.whole, with.float, cmp.Or(w.err, with.err)
		if err := t.spend(with.n / itemsAStep); err != nil {
			return err
		}
	}
	if w.whole && w.float {
		times *= mixedSteps
	}
	if w.err != nil {
		return w.err
	}
	return t.spend(w.n * times)
}

// key judges the key of a dict or set, which is hashed. Numbers with equal whole parts below 2^32 have one hash, and a
// dict looks at one after the other.
func (t *thread) key(v starlark.Value, isNew bool) error {
	bytes := 0
	if isNew {
		bytes = entryBytes
	}
	odd := false
	switch v := v.(type) {
	case starlark.String:
		if len(v) < bytesAStep {
			return t.hold(bytes)
		}
	case starlark.Int:
		if bitsOf(v) <= 32 {
			return t.hold(bytes)
		}
		odd = true
	case starlark.Float, starlark.Tuple:
		odd = true
	}
	if odd {
		if isNew {
			t.odd++
		}
		if err := t.spend(t.odd / 2); err != nil {
			return err
		}
	}
	if err := t.weighs(v, 1); err != nil {
		return err
	}
	return t.hold(bytes)
}

// count returns how many items an iterable has, and 0 for what is none.
func (t *thread) count(v starlark.Value) (n int, err error) {
	if n := starlark.Len(v); n >= 0 {
		return n, nil
	}
	items := starlark.Iterate(v)
	if items == nil {
		return 0, nil
	}
	defer items.Done()
	var x starlark.Value
	for items.Next(&x) {
		n++
	}
	return n, t.spend(n / itemsAStep)
}

// text returns how long a value is as text, about, and spends what it takes to make it.
func (t *thread) text(v starlark.Value) (int, error) {
	var m measure
	m.add(v, 0)
	switch {
	case m.deep:
		return 0, errDeep
	case m.bytes > MaxItems:
		return 0, fmt.Errorf("%s as text has more than %d bytes", article(v), MaxItems)
	}
	return m.bytes, t.spend(m.visits)
}

// measure is the length of a value as text and how much of it was visited. It ends behind MaxItems.
type measure struct {
	bytes, visits int
	deep          bool
}

func (m *measure) add(v starlark.Value, depth int) {
	if m.deep = m.deep || depth > deepest; m.deep || m.bytes > MaxItems {
		return
	}
	m.visits++
	m.bytes += 2
	switch v := v.(type) {
	case starlark.String:
		m.bytes += len(v)
		m.visits += len(v) / movedAStep // with marks around it, letter by letter
	case starlark.Bytes:
		m.bytes += 4 * len(v)
		m.visits += len(v) / itemsAStep
	case starlark.Int:
		n := bitsOf(v)
		m.bytes += n / 3
		m.visits += n / 64 * n / 4096
	case *starlark.Dict:
		for k, x := range v.Entries() {
			if m.add(k, depth+1); m.bytes > MaxItems {
				break
			}
			m.add(x, depth+1)
		}
	case *starlark.List, starlark.Tuple, *starlark.Set, *view:
		for x := range starlark.Elements(v.(starlark.Iterable)) {
			if m.add(x, depth+1); m.bytes > MaxItems {
				break
			}
			if _, pair := v.(*view); pair {
				m.bytes += 60 // three numbers
			}
		}
	default:
		m.bytes += 40
		if items, ok := v.(starlark.Iterable); ok && letters(v) {
			for range starlark.Elements(items) {
				m.bytes += 4
				m.visits++
			}
		}
	}
}

// survey returns what values hold in bytes, each thing that several of them hold once.
func survey(values []starlark.Value) (bytes uint64) {
	seen := map[any]bool{}
	visit(values, func(v starlark.Value, _ int) (parts []starlark.Value, goOn bool) {
		size, identity, parts := content(v)
		if identity != nil {
			if seen[identity] {
				return nil, true
			}
			seen[identity] = true
		}
		bytes += uint64(size)
		return parts, true
	})
	return bytes
}

// freeze freezes values. The interpreter does so by recursion, and goes again into tuples and functions that it has
// seen before; freeze looks first at whether that ends.
func freeze(values []starlark.Value) error {
	seen := map[any]bool{}
	visits, deep := 0, false
	visit(values, func(v starlark.Value, depth int) (parts []starlark.Value, goOn bool) {
		_, identity, parts := content(v)
		switch v.(type) {
		case *starlark.List, *starlark.Dict, *starlark.Set:
			if seen[identity] {
				return nil, true
			}
			seen[identity] = true
		}
		visits++
		deep = depth > maxNest
		return parts, !deep && visits <= maxVisits
	})
	switch {
	case deep:
		return fmt.Errorf("values are nested more than %d deep, or a function holds itself", maxNest)
	case visits > maxVisits:
		return fmt.Errorf("tuples and functions hold more than %d values, those held twice counted twice", maxVisits)
	}
	for _, v := range values { // in the order of the visit, so that none is deeper than it was then
		v.Freeze()
	}
	return nil
}

// visit calls a function with values and with what it says that they hold, from the first to the last, until it says
// not to go on.
func visit(values []starlark.Value, f func(v starlark.Value, depth int) (parts []starlark.Value, goOn bool)) {
	levels := [][]starlark.Value{values}
	for len(levels) > 0 {
		l := &levels[len(levels)-1]
		if len(*l) == 0 {
			levels = levels[:len(levels)-1]
			continue
		}
		v := (*l)[0]
		*l = (*l)[1:]
		parts, goOn := f(v, len(levels))
		if !goOn {
			return
		}
		if len(parts) > 0 {
			levels = append(levels, parts)
		}
	}
}

// content returns the size of a value, what tells it apart from equal ones, and what it holds.
func content(v starlark.Value) (size int, identity any, parts []starlark.Value) {
	switch v := v.(type) {
	case starlark.String:
		return 16 + len(v), nil, nil
	case starlark.Bytes:
		return 16 + len(v), nil, nil
	case starlark.Int:
		return 16 + bitsOf(v)/8, nil, nil
	case *starlark.List:
		return valueBytes + itemBytes*v.Len(), v, slices.Collect(v.Elements())
	case starlark.Tuple:
		if len(v) == 0 {
			return 16, nil, nil
		}
		return valueBytes + 16*len(v), &v[0], v
	case *starlark.Set:
		return dictBytes + entryBytes*v.Len(), v, slices.Collect(v.Elements())
	case *starlark.Dict:
		for k, x := range v.Entries() {
			parts = append(parts, k, x)
		}
		return dictBytes + entryBytes*v.Len(), v, parts
	case *starlark.Function:
		for i := range v.NumParams() {
			if d := v.ParamDefault(i); d != nil {
				parts = append(parts, d)
			}
		}
		for i := range v.NumFreeVars() {
			if _, x := v.FreeVar(i); x != nil {
				parts = append(parts, x)
			}
		}
		return valueBytes + itemBytes*len(parts), v, parts
	case *starlark.Builtin:
		if v.Receiver() != nil {
			parts = []starlark.Value{v.Receiver()}
		}
		return valueBytes, v, parts
	case *column:
		return valueBytes + 8*len(v.x), v, nil
	}
	return valueBytes, nil, nil
}

// byName returns values in the order of their names.
func byName(d starlark.StringDict) []starlark.Value {
	var list []starlark.Value
	for _, name := range slices.Sorted(maps.Keys(d)) {
		list = append(list, d[name])
	}
	return list
}
