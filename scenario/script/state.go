package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
)

// The names of the parameter by which control takes a state, and of the global that has the first one.
const (
	stateName   = "state"
	initialName = "initial_state"
)

// shape is what a state looks like: a number, a sequence or a dict of shapes. It keeps a state as its numbers, in
// order.
type shape struct {
	keys  []string // of a dict
	parts []shape  // of a sequence or a dict; nil for a number
	dict  bool
}

// mostDeep bounds how deep a state is nested.
const mostDeep = 20

// shapeOf returns the shape of a value within so many others and appends its numbers. It returns what is wrong with the
// value, in words.
func shapeOf(v starlark.Value, name string, x []float64, depth int) (s shape, numbers []float64, wrong string) {
	add := func(v starlark.Value, name string) (wrong string) {
		var part shape
		part, x, wrong = shapeOf(v, name, x, depth+1)
		s.parts = append(s.parts, part)
		return wrong
	}
	if depth > mostDeep {
		return s, x, fmt.Sprintf("%s is nested more than %d deep", name, mostDeep)
	}
	switch v := v.(type) {
	case starlark.Int, starlark.Float:
		number, ok := finite(v)
		if !ok {
			return s, x, fmt.Sprintf("%s is %s; expected a finite number", name, article(v))
		}
		return s, append(x, number), ""
	case *starlark.List, starlark.Tuple:
		s.parts = []shape{}
		list := v.(starlark.Indexable)
		for i := range list.Len() {
			if wrong := add(list.Index(i), fmt.Sprintf("%s[%d]", name, i)); wrong != "" {
				return s, x, wrong
			}
		}
		return s, x, ""
	case *starlark.Dict:
		s.parts, s.dict = []shape{}, true
		for _, item := range v.Items() {
			key, ok := starlark.AsString(item[0])
			if !ok {
				return s, x, fmt.Sprintf("%s has the key %s; expected texts", name, article(item[0]))
			}
			s.keys = append(s.keys, key)
			if wrong := add(item[1], fmt.Sprintf("%s[%q]", name, key)); wrong != "" {
				return s, x, wrong
			}
		}
		return s, x, ""
	}
	return s, x, fmt.Sprintf("%s is %s; expected numbers, and lists and dicts of them", name, article(v))
}

// take appends the numbers of a value of the same shape, dicts in the order of the shape's keys. It returns what is
// wrong with the value, in words.
func (s *shape) take(v starlark.Value, name string, x []float64) (numbers []float64, wrong string) {
	switch {
	case s.parts == nil:
		number, ok := finite(v)
		if !ok {
			return x, fmt.Sprintf("%s is %s; expected a finite number", name, article(v))
		}
		return append(x, number), ""
	case s.dict:
		dict, ok := v.(*starlark.Dict)
		if !ok {
			return x, fmt.Sprintf("%s is %s; expected a dict with the keys %q", name, article(v), s.keys)
		}
		for _, key := range dict.Keys() {
			if text, ok := starlark.AsString(key); !ok || !slices.Contains(s.keys, text) {
				return x, fmt.Sprintf("%s has the key %s; expected the keys of %s, %q", name, article(key), initialName,
					s.keys)
			}
		}
		for i, key := range s.keys {
			item, ok, _ := dict.Get(starlark.String(key))
			if !ok {
				return x, fmt.Sprintf("%s has no key %q; expected the keys of %s, %q", name, key, initialName, s.keys)
			}
			if x, wrong = s.parts[i].take(item, fmt.Sprintf("%s[%q]", name, key), x); wrong != "" {
				return x, wrong
			}
		}
		return x, ""
	}
	list, ok := v.(starlark.Sequence)
	indexable, ok2 := v.(starlark.Indexable)
	if _, text := v.(starlark.String); !ok || !ok2 || text {
		return x, fmt.Sprintf("%s is %s; expected a list of %d items", name, article(v), len(s.parts))
	}
	if list.Len() != len(s.parts) {
		return x, fmt.Sprintf("%s has %d items; expected %d as %s has", name, list.Len(), len(s.parts), initialName)
	}
	for i := range s.parts {
		if x, wrong = s.parts[i].take(indexable.Index(i), fmt.Sprintf("%s[%d]", name, i), x); wrong != "" {
			return x, wrong
		}
	}
	return x, ""
}

// value makes a value of numbers, and returns those that are left. It is the script's own.
func (s *shape) value(x []float64) (v starlark.Value, rest []float64) {
	if s.parts == nil {
		return starlark.Float(x[0]), x[1:]
	}
	var dict *starlark.Dict
	if s.dict {
		dict = starlark.NewDict(len(s.parts))
	}
	list := make([]starlark.Value, len(s.parts))
	for i := range s.parts {
		list[i], x = s.parts[i].value(x)
		if s.dict {
			dict.SetKey(starlark.String(s.keys[i]), list[i])
		}
	}
	if s.dict {
		return dict, x
	}
	return starlark.NewList(list), x
}

// takesState reports whether control has the parameter state.
func takesState(control *starlark.Function) bool {
	return slices.Contains(furtherOf("control", control), stateName)
}

// initial evaluates the first state of control, which takes one.
func (s *Script) initial(t *thread, globals starlark.StringDict) (*shape, []float64, error) {
	control := globals["control"].(*starlark.Function)
	v, ok := globals[initialName]
	if !ok {
		return nil, nil, at(control.Position(), fmt.Sprintf("control takes a state, and there is no first one; "+
			"expected a global %s, a value or a function that returns it", initialName))
	}
	pos := control.Position()
	if f, ok := v.(*starlark.Function); ok {
		var err error
		if v, _, err = s.call(t, globals, initialName, s.limits.CallSteps); err != nil {
			return nil, nil, err
		}
		pos = f.Position()
	}
	shape, numbers, wrong := shapeOf(v, initialName, nil, 0)
	if wrong != "" {
		return nil, nil, at(pos, wrong)
	}
	return &shape, numbers, nil
}

// AppendState appends the numbers of the state that the next call of Control takes.
func (in *Instance) AppendState(dst []float64) []float64 { return append(dst, in.state...) }

// SetState sets the numbers of the state.
func (in *Instance) SetState(state []float64) {
	if copy(in.state, state) != len(state) || len(state) != len(in.state) {
		panic(fmt.Sprintf("script: a state of %d numbers; expected %d", len(state), len(in.state)))
	}
}

// takeState takes what a control with a state has returned, the efforts and the next state.
func (in *Instance) takeState(efforts []float64, result starlark.Value) (wrong string) {
	pair, ok := result.(starlark.Tuple)
	if !ok || len(pair) != 2 {
		return "control returned " + article(result) + "; expected the efforts and the next state, (efforts, state)"
	}
	if wrong := in.joints.takeEfforts(efforts, pair[0]); wrong != "" {
		return "control returned " + wrong
	}
	next, wrong := in.shape.take(pair[1], stateName, in.next[:0])
	if wrong != "" {
		return "control returned a state that is not as " + initialName + ": " + wrong
	}
	in.state, in.next = next, in.state
	return ""
}

// Frozen returns an instance whose control cannot change what it keeps in globals: trying is an error. It begins with
// the first state.
func (in *Instance) Frozen() (*Instance, error) {
	return in.script.instance(in.script.globals, in.run, in.joints)
}

// New returns an instance that begins anew.
func (in *Instance) New() (*Instance, error) { return in.script.NewInstance(in.run) }
