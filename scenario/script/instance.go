package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"kinetree/internal/suggest"
)

// Joint is a joint as scripts see it: by name, with NQ numbers of position and NV of velocity, reference position as
// position and effort as velocity. A joint with one number is a number in a script, one with several a tuple.
type Joint struct {
	Name   string
	NQ, NV int
}

// Instance is a script in one run: its functions control and effort, with globals of their own. It is for one
// goroutine.
type Instance struct {
	script  *Script
	thread  *thread
	globals starlark.StringDict
	joints  *joints

	shape       *shape    // of the state of control, nil if it takes none
	state, next []float64 // its numbers; the other list is free
}

// joints are the joints with what messages need.
type joints struct {
	list  []Joint
	names []starlark.Value
	index map[string]int
	q, v  []int // where the numbers of each joint begin in a vector; one more for the end
}

// NewInstance executes the file for a run. It costs what the top of the file costs.
func (s *Script) NewInstance(list []Joint) (*Instance, error) {
	globals, err := s.execute()
	if err != nil {
		return nil, err
	}
	js := &joints{list: list, index: map[string]int{}, q: []int{0}, v: []int{0}}
	for i, j := range list {
		js.index[j.Name] = i
		js.names = append(js.names, starlark.String(j.Name))
		js.q, js.v = append(js.q, js.q[i]+j.NQ), append(js.v, js.v[i]+j.NV)
	}
	return s.instance(globals, js)
}

// instance returns an instance with given globals.
func (s *Script) instance(globals starlark.StringDict, js *joints) (in *Instance, err error) {
	in = &Instance{script: s, thread: s.thread(), globals: globals, joints: js}
	if f, ok := globals["control"].(*starlark.Function); ok && takesState(f) {
		in.shape, in.state, err = s.initial(in.thread, globals)
		in.next = make([]float64, 0, len(in.state))
	}
	return in, err
}

// Control calls control and sets the efforts, in the order of the joints; joints that it does not name get 0. If
// control takes a state, it becomes the next one. t is the time (s). position and reference have the numbers of all
// joints one after another, NQ each, velocity and efforts NV each; other lengths panic.
func (in *Instance) Control(efforts []float64, t float64, position, velocity, reference []float64) error {
	in.joints.check(len(efforts), len(position), len(velocity))
	if len(reference) != len(position) {
		panic(fmt.Sprintf("script: a reference of %d numbers; the joints have %d positions", len(reference),
			len(position)))
	}
	args := []starlark.Value{starlark.Float(t), in.joints.view(position, in.joints.q),
		in.joints.view(velocity, in.joints.v), in.joints.view(reference, in.joints.q)}
	if in.shape == nil {
		return in.call(efforts, "control", args...)
	}
	state, _ := in.shape.value(in.state)
	result, f, err := in.script.call(in.thread, in.globals, "control", in.script.limits.CallSteps,
		append(args, state)...)
	if err != nil {
		return err
	}
	if wrong := in.takeState(efforts, result); wrong != "" {
		return at(f.Position(), wrong)
	}
	return nil
}

// Effort calls effort, as Control does control.
func (in *Instance) Effort(efforts []float64, t float64, position, velocity []float64) error {
	in.joints.check(len(efforts), len(position), len(velocity))
	return in.call(efforts, "effort", starlark.Float(t), in.joints.view(position, in.joints.q),
		in.joints.view(velocity, in.joints.v))
}

func (j *joints) check(efforts, position, velocity int) {
	n := len(j.list)
	if position != j.q[n] || velocity != j.v[n] || efforts != j.v[n] {
		panic(fmt.Sprintf("script: %d positions, %d velocities, %d efforts; the joints have %d, %d, %d", position,
			velocity, efforts, j.q[n], j.v[n], j.v[n]))
	}
}

// call calls a function and takes its efforts.
func (in *Instance) call(efforts []float64, name string, args ...starlark.Value) error {
	result, f, err := in.script.call(in.thread, in.globals, name, in.script.limits.CallSteps, args...)
	if err != nil {
		return err
	}
	if wrong := in.joints.take(efforts, result); wrong != "" {
		return at(f.Position(), fmt.Sprintf("%s returned %s", name, wrong))
	}
	return nil
}

// take sets efforts to a dict of them, and returns what is wrong with it.
func (j *joints) take(efforts []float64, result starlark.Value) (wrong string) {
	clear(efforts)
	dict, ok := result.(starlark.IterableMapping)
	if !ok {
		return article(result) + "; expected a dict {joint: effort}"
	}
	for _, item := range dict.Items() {
		name, ok := starlark.AsString(item[0])
		if !ok {
			return fmt.Sprintf("a dict with the key %s; expected names of joints", article(item[0]))
		}
		i, ok := j.index[name]
		if !ok {
			return fmt.Sprintf("an effort for %q, which is no joint%s", name, j.expected(name))
		}
		dst := efforts[j.v[i]:j.v[i+1]]
		if len(dst) == 1 {
			if dst[0], ok = finite(item[1]); !ok {
				return fmt.Sprintf("the effort %s for %s; expected a finite number", article(item[1]), name)
			}
			continue
		}
		list, ok := item[1].(starlark.Indexable)
		if !ok || list.Len() != len(dst) {
			return fmt.Sprintf("%s for %s; expected a list of %d efforts", article(item[1]), name, len(dst))
		}
		for k := range dst {
			if dst[k], ok = finite(list.Index(k)); !ok {
				return fmt.Sprintf("the effort %s for %s; expected a finite number", article(list.Index(k)), name)
			}
		}
	}
	return ""
}

// expected says which joints there are, for messages about another name.
func (j *joints) expected(name string) string {
	names := make([]string, len(j.list))
	for i := range j.list {
		names[i] = j.list[i].Name
	}
	return suggest.Hint(name, names) + "; expected one of " + suggest.List(names)
}

// view returns a dict of the numbers by joint, which keeps them.
func (j *joints) view(x []float64, at []int) *view {
	return &view{joints: j, x: append([]float64(nil), x...), at: at}
}

// view is a dict of numbers by joint that cannot be changed. It makes values of Starlark only of those that are asked
// for.
type view struct {
	joints *joints
	x      []float64
	at     []int
}

var _ starlark.IterableMapping = (*view)(nil)
var _ starlark.Sequence = (*view)(nil)
var _ starlark.HasAttrs = (*view)(nil)

func (v *view) Type() string          { return "dict" }
func (v *view) Freeze()               {}
func (v *view) Truth() starlark.Bool  { return len(v.joints.list) > 0 }
func (v *view) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: dict") }
func (v *view) Len() int              { return len(v.joints.list) }

func (v *view) String() string {
	var b strings.Builder
	for i, item := range v.Items() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(item[0].String() + ": " + item[1].String())
	}
	return "{" + b.String() + "}"
}

// value returns the number of a joint, or a tuple of its numbers.
func (v *view) value(i int) starlark.Value {
	x := v.x[v.at[i]:v.at[i+1]]
	if len(x) == 1 {
		return starlark.Float(x[0])
	}
	tuple := make(starlark.Tuple, len(x))
	for k := range x {
		tuple[k] = starlark.Float(x[k])
	}
	return tuple
}

// Get returns the value of a joint. One that is not there is an error with the near name.
func (v *view) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(key)
	i, ok := v.joints.index[name]
	if !ok {
		return nil, false, fmt.Errorf("there is no joint %s%s", key, v.joints.expected(name))
	}
	return v.value(i), true, nil
}

func (v *view) Items() []starlark.Tuple {
	items := make([]starlark.Tuple, v.Len())
	for i, name := range v.joints.names {
		items[i] = starlark.Tuple{name, v.value(i)}
	}
	return items
}

func (v *view) Iterate() starlark.Iterator { return starlark.Tuple(v.joints.names).Iterate() }

func (v *view) AttrNames() []string { return mappingMethods }

func (v *view) Attr(name string) (starlark.Value, error) { return mappingMethod(v, name), nil }

// mappingMethods are those of dicts that cannot be changed.
var mappingMethods = []string{"get", "items", "keys", "values"}

// mappingMethod returns a method of a dict, or nil.
func mappingMethod(m starlark.IterableMapping, name string) starlark.Value {
	part := func(f func(item starlark.Tuple) starlark.Value) starlark.Value {
		return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
			kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 0); err != nil {
				return nil, err
			}
			var list []starlark.Value
			for _, item := range m.Items() {
				list = append(list, f(item))
			}
			return starlark.NewList(list), nil
		})
	}
	switch name {
	case "items":
		return part(func(item starlark.Tuple) starlark.Value { return item })
	case "keys":
		return part(func(item starlark.Tuple) starlark.Value { return item[0] })
	case "values":
		return part(func(item starlark.Tuple) starlark.Value { return item[1] })
	case "get":
		return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
			kwargs []starlark.Tuple) (starlark.Value, error) {
			var key, or starlark.Value = nil, starlark.None
			if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &key, &or); err != nil {
				return nil, err
			}
			if v, ok, err := m.Get(key); ok && err == nil {
				return v, nil
			}
			return or, nil
		})
	}
	return nil
}

func list(names []string) string { return strings.Join(names, ", ") }
