package script

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits bound what a script may take. A limit of 0 is the default.
type Limits struct {
	Steps     uint64 // of the file itself, runs, metrics and cost; default 100 million, a few seconds
	CallSteps uint64 // of one call of control or effort; default 1 million
	Memory    uint64 // bytes of the values that a call makes, and that the globals of a law hold; default 1 GiB

	Done <-chan struct{} // ends Load with an error when it is closed; nil for never
}

// The names of further parameters besides the state.
const (
	paramsName = "params"
	periodName = "period"
	lostName   = "lost"
	modelName  = "model"
)

// furtherOf returns the further parameters that the function of a name has. One with a default is the script's own.
func furtherOf(name string, f *starlark.Function) (names []string) {
	known := functionOf(name)
	for i := len(known.parameters); i < f.NumParams(); i++ {
		name, _ := f.Param(i)
		if f.ParamDefault(i) != nil || !slices.Contains(known.further, name) {
			break
		}
		names = append(names, name)
	}
	return names
}

// Default are the limits that are not given.
var Default = Limits{Steps: 100_000_000, CallSteps: 1_000_000, Memory: 1 << 30}

// options is the dialect: Starlark with while, control flow at the top, and names that may be assigned anew, as in
// Python.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}

// Script is a file that was read.
type Script struct {
	limits  Limits
	print   func(text string)
	program *starlark.Program
	globals starlark.StringDict // frozen
	odd     int                 // see thread
}

// Load reads a file and executes it once. name stands in errors. print gets what the script prints, from any
// goroutine that calls it; it may be nil.
func Load(name string, text []byte, limits Limits, print func(text string)) (*Script, error) {
	s := &Script{limits: Limits{Steps: cmp.Or(limits.Steps, Default.Steps),
		CallSteps: cmp.Or(limits.CallSteps, Default.CallSteps),
		Memory:    cmp.Or(limits.Memory, Default.Memory)}, print: print}
	if s.print == nil {
		s.print = func(string) {}
	}
	file, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	guard(file)
	if s.program, err = compile(file); err != nil {
		return nil, err
	}
	if s.globals, err = s.execute(limits.Done); err != nil {
		return nil, err
	}
	if err := freeze(byName(s.globals)); err != nil {
		return nil, &Error{File: name, Message: err.Error()}
	}
	return s, s.check(limits.Done)
}

// compile resolves the names of a file.
func compile(file *syntax.File) (p *starlark.Program, err error) {
	defer recovered(file.Path, &err)
	p, err = starlark.FileProgram(file, func(name string) bool { return predeclared.Has(name) })
	if err != nil {
		return nil, toError(err)
	}
	if p.NumLoads() > 0 {
		_, pos := p.Load(0)
		return nil, at(pos, "load is not available; expected all in one file")
	}
	return p, nil
}

// execute runs the top of the file and returns new globals.
func (s *Script) execute(done <-chan struct{}) (globals starlark.StringDict, err error) {
	defer recovered(s.program.Filename(), &err)
	t := s.thread(done)
	t.odd = 0
	t.begin(s.limits.Steps, nil)
	if globals, err = s.program.Init(t.Thread, predeclared); err != nil {
		return nil, toError(err)
	}
	if s.globals == nil { // while it is loaded; each instance comes to the same number
		s.odd = t.odd
	}
	return globals, nil
}

// check looks at the functions with a meaning.
func (s *Script) check(done <-chan struct{}) error {
	var errs []error
	for _, known := range functions {
		name := known.name
		value, ok := s.globals[name]
		if !ok {
			continue
		}
		f, ok := value.(*starlark.Function)
		if !ok {
			errs = append(errs, &Error{File: s.program.Filename(),
				Message: fmt.Sprintf("%s is %s; expected a function", name, article(value))})
			continue
		}
		want := append(slices.Clone(known.parameters), furtherOf(name, f)...)
		needed := 0
		for i := range f.NumParams() {
			if f.ParamDefault(i) == nil {
				needed++
			}
		}
		if f.HasVarargs() || f.HasKwargs() || f.NumParams() < len(want) || needed > len(want) {
			text := fmt.Sprintf("%s has %d parameters; expected def %s(%s)", name, f.NumParams(), name, list(want))
			if known.further != nil {
				text += ", and behind these, by name, any of " + list(known.further)
			}
			errs = append(errs, at(f.Position(), text))
		}
	}
	if f, ok := s.globals["control"].(*starlark.Function); ok && len(errs) == 0 {
		if takesState(f) {
			_, _, err := s.initial(s.thread(done), s.globals)
			errs = append(errs, err)
		} else if s.globals.Has(initialName) {
			errs = append(errs, at(f.Position(),
				fmt.Sprintf("control takes no state, and there is an %s; expected def "+
					"control(%s, %s)", initialName, list(functionOf("control").parameters), stateName)))
		}
	}
	return errors.Join(errs...)
}

// Has reports whether the file defines a function: control, effort, runs, metrics or cost.
func (s *Script) Has(name string) bool {
	_, ok := s.globals[name].(*starlark.Function)
	return ok && slices.ContainsFunc(functions, func(f function) bool { return f.name == name })
}

// call calls a function that must be there.
func (s *Script) call(t *thread, globals starlark.StringDict, name string, steps uint64,
	args ...starlark.Value) (result starlark.Value, f *starlark.Function, err error) {
	f, ok := globals[name].(*starlark.Function)
	if !ok {
		return nil, nil, &Error{File: s.program.Filename(),
			Message: fmt.Sprintf("there is no function %s; expected def %s(%s)", name, name,
				list(functionOf(name).parameters))}
	}
	defer recovered(s.program.Filename(), &err)
	t.begin(steps, globals)
	if result, err = starlark.Call(t.Thread, f, args, nil); err != nil {
		t.Uncancel() // for the next call
		return nil, f, toError(err)
	}
	return result, f, nil
}

// Cost calls cost with numbers by name and returns what it says, which is finite.
func (s *Script) Cost(metrics []Metric) (float64, error) {
	d := starlark.NewDict(len(metrics))
	for _, m := range metrics {
		d.SetKey(starlark.String(m.Name), number(m.Value))
	}
	d.Freeze()
	result, f, err := s.call(s.thread(nil), s.globals, "cost", s.limits.Steps, d)
	if err != nil {
		return 0, err
	}
	x, ok := finite(result)
	if !ok {
		return 0, at(f.Position(), fmt.Sprintf("cost returned %s; expected a finite number", article(result)))
	}
	return x, nil
}
