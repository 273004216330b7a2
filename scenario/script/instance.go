package script

import (
	"fmt"
	"maps"
	"slices"
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

// Run is what the functions of a script know of a run besides the motion.
type Run struct {
	Joints []Joint
	Params map[string]float64 // of the scenario
	Model  Mechanics          // that a law computes with; nil if there is none
	Done   <-chan struct{}    // ends calls with an error when it is closed; nil for never
}

// Instance is a script in one run: its functions control and effort, with globals of their own. It is for one
// goroutine.
type Instance struct {
	script  *Script
	thread  *thread
	globals starlark.StringDict
	run     Run
	joints  *joints
	params  starlark.Value
	model   starlark.Value

	shape       *shape    // of the state of control, nil if it takes none
	state, next []float64 // its numbers; the other list is free
}

// joints are the joints with what messages need.
type joints struct {
	what  string // in messages
	list  []Joint
	names []starlark.Value
	index map[string]int
	q, v  []int // where the numbers of each joint begin in a vector; one more for the end
}

// NewInstance executes the file for a run. It costs what the top of the file costs.
func (s *Script) NewInstance(run Run) (*Instance, error) {
	globals, err := s.execute(run.Done)
	if err != nil {
		return nil, err
	}
	return s.instance(globals, run, newJoints(run.Joints))
}

func newJoints(list []Joint) *joints {
	js := &joints{what: "joint", list: list, index: map[string]int{}, q: []int{0}, v: []int{0}}
	for i, j := range list {
		js.index[j.Name] = i
		js.names = append(js.names, starlark.String(j.Name))
		js.q, js.v = append(js.q, js.q[i]+j.NQ), append(js.v, js.v[i]+j.NV)
	}
	return js
}

// instance returns an instance with given globals.
func (s *Script) instance(globals starlark.StringDict, run Run, js *joints) (in *Instance, err error) {
	in = &Instance{script: s, thread: s.thread(run.Done), globals: globals, run: run, joints: js,
		params: newParams(run.Params), model: starlark.None}
	if run.Model != nil {
		in.model = newModelValue(run.Model, js)
	}
	if f, ok := globals["control"].(*starlark.Function); ok && takesState(f) {
		in.shape, in.state, err = s.initial(in.thread, globals)
		in.next = make([]float64, 0, len(in.state))
	}
	return in, err
}

// Instant is what control gets of the motion: numbers of all joints one after another, NQ each of positions and NV each
// of velocities and accelerations. Other lengths panic.
type Instant struct {
	Time, Period                             float64 // s
	Position, Velocity                       []float64
	Reference                                []float64
	ReferenceVelocity, ReferenceAcceleration []float64
	Lost                                     []float64 // of the last efforts, see control.Input; nil for zeros
}

// Control calls control and sets the efforts, in the order of the joints, NV each; joints that it does not name get 0.
// If control takes a state, it becomes the next one.
func (in *Instance) Control(efforts []float64, s *Instant) error {
	js := in.joints
	js.check(len(efforts), len(s.Position), len(s.Velocity))
	js.check(len(s.ReferenceVelocity), len(s.Reference), len(s.ReferenceAcceleration))
	args := append(make([]starlark.Value, 0, 8), starlark.Float(s.Time), js.view(s.Position, js.q),
		js.view(s.Velocity, js.v), js.reference(s))
	args = in.more(args, "control", s.Period, s.Lost)
	if in.shape == nil {
		return in.call(efforts, "control", args...)
	}
	result, f, err := in.script.call(in.thread, in.globals, "control", in.script.limits.CallSteps, args...)
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
	args := []starlark.Value{starlark.Float(t), in.joints.view(position, in.joints.q),
		in.joints.view(velocity, in.joints.v)}
	return in.call(efforts, "effort", in.more(args, "effort", 0, nil)...)
}

// more appends what a function asks for by the names of its further parameters.
func (in *Instance) more(args []starlark.Value, function string, period float64, lost []float64) []starlark.Value {
	f, ok := in.globals[function].(*starlark.Function)
	if !ok {
		return args
	}
	for _, name := range furtherOf(function, f) {
		switch name {
		case stateName:
			state, _ := in.shape.value(in.state)
			args = append(args, state)
		case paramsName:
			args = append(args, in.params)
		case periodName:
			args = append(args, starlark.Float(period))
		case lostName:
			if lost == nil {
				lost = make([]float64, in.joints.v[len(in.joints.list)])
			}
			args = append(args, in.joints.view(lost, in.joints.v))
		case modelName:
			args = append(args, in.model)
		}
	}
	return args
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
	if wrong := in.joints.takeEfforts(efforts, result); wrong != "" {
		return at(f.Position(), fmt.Sprintf("%s returned %s", name, wrong))
	}
	return nil
}

// takeEfforts sets efforts to a dict of them, and returns what is wrong with it.
func (j *joints) takeEfforts(efforts []float64, result starlark.Value) (wrong string) {
	clear(efforts)
	return j.take(efforts, j.v, "effort", result)
}

// take puts a dict of numbers by joint, whose numbers begin at the given places, into x, and returns what is wrong with
// it. The word is what a joint has.
func (j *joints) take(x []float64, places []int, word string, v starlark.Value) (wrong string) {
	dict, ok := v.(starlark.IterableMapping)
	if !ok {
		return fmt.Sprintf("%s; expected a dict {joint: %s}", article(v), word)
	}
	for _, item := range dict.Items() {
		name, ok := starlark.AsString(item[0])
		if !ok {
			return fmt.Sprintf("a dict with the key %s; expected names of joints", article(item[0]))
		}
		i, ok := j.index[name]
		if !ok {
			return fmt.Sprintf("%s for %q, which is no joint%s", one(word), name, j.expected(name))
		}
		dst := x[places[i]:places[i+1]]
		if len(dst) == 1 {
			if dst[0], ok = finite(item[1]); !ok {
				return fmt.Sprintf("the %s %s for %s; expected a finite number", word, article(item[1]), name)
			}
			continue
		}
		list, ok := item[1].(starlark.Indexable)
		if !ok || list.Len() != len(dst) {
			return fmt.Sprintf("%s for %s; expected a list of %d %s", article(item[1]), name, len(dst), many(word))
		}
		for k := range dst {
			if dst[k], ok = finite(list.Index(k)); !ok {
				return fmt.Sprintf("the %s %s for %s; expected a finite number", word, article(list.Index(k)), name)
			}
		}
	}
	return ""
}

// one is a word with its article, many is its plural.
func one(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

func many(word string) string {
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		return stem + "ies"
	}
	return word + "s"
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
	rates  *[2]*view // further attributes, of a reference: velocity and acceleration
}

// reference returns a dict of the positions that joints are asked for, with the attributes position, velocity and
// acceleration.
func (j *joints) reference(s *Instant) *view {
	v := j.view(s.Reference, j.q)
	v.rates = &[2]*view{j.view(s.ReferenceVelocity, j.v), j.view(s.ReferenceAcceleration, j.v)}
	return v
}

// newParams returns a dict of numbers by name.
func newParams(numbers map[string]float64) *view {
	names := slices.Sorted(maps.Keys(numbers))
	var list []Joint
	var x []float64
	for _, name := range names {
		list, x = append(list, Joint{name, 1, 1}), append(x, numbers[name])
	}
	js := newJoints(list)
	js.what = "number in params"
	return js.view(x, js.q)
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
		return nil, false, fmt.Errorf("there is no %s %s%s", v.joints.what, key, v.joints.expected(name))
	}
	return v.value(i), true, nil
}

func (v *view) Items() []starlark.Tuple {
	items, pairs := make([]starlark.Tuple, v.Len()), make([]starlark.Value, 2*v.Len())
	for i, name := range v.joints.names {
		pair := pairs[2*i : 2*i+2 : 2*i+2]
		pair[0], pair[1] = name, v.value(i)
		items[i] = pair
	}
	return items
}

func (v *view) Iterate() starlark.Iterator { return starlark.Tuple(v.joints.names).Iterate() }

func (v *view) AttrNames() []string {
	if v.rates != nil {
		return append([]string{"acceleration", "position", "velocity"}, mappingMethods...)
	}
	return mappingMethods
}

func (v *view) Attr(name string) (starlark.Value, error) {
	if v.rates != nil {
		switch name {
		case "position":
			return v, nil
		case "velocity":
			return v.rates[0], nil
		case "acceleration":
			return v.rates[1], nil
		}
	}
	return mappingMethod(v, name), nil
}

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
			items := m.Items()
			list := make([]starlark.Value, len(items))
			for i, item := range items {
				list[i] = f(item)
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
