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
	Memory    uint64 // bytes that the process may grow by in a call, looked at every 20 ms; default 1 GiB
}

// parameters are the functions that a file may define, with the names of their parameters in messages.
var parameters = map[string][]string{
	"control": {"t", "position", "velocity", "reference"},
	"effort":  {"t", "position", "velocity"},
	"runs":    {},
	"metrics": {"trajectory"},
	"cost":    {"metrics"},
}

// options is the dialect: Starlark with while, control flow at the top, and names that may be assigned anew, as in
// Python.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}

// Script is a file that was read.
type Script struct {
	limits  Limits
	print   func(text string)
	program *starlark.Program
	globals starlark.StringDict // frozen
}

// Load reads a file and executes it once. name stands in errors. print gets what the script prints, from any
// goroutine that calls it; it may be nil.
func Load(name string, text []byte, limits Limits, print func(text string)) (*Script, error) {
	s := &Script{limits: Limits{cmp.Or(limits.Steps, 100_000_000), cmp.Or(limits.CallSteps, 1_000_000),
		cmp.Or(limits.Memory, 1<<30)}, print: print}
	if s.print == nil {
		s.print = func(string) {}
	}
	file, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	bound(file)
	if s.program, err = compile(file); err != nil {
		return nil, err
	}
	if s.globals, err = s.execute(); err != nil {
		return nil, err
	}
	s.globals.Freeze()
	return s, s.check()
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
func (s *Script) execute() (globals starlark.StringDict, err error) {
	defer recovered(s.program.Filename(), &err)
	t := s.thread()
	t.begin(s.limits.Steps)
	defer t.end()
	if globals, err = s.program.Init(t.Thread, predeclared); err != nil {
		return nil, toError(err)
	}
	return globals, nil
}

// check looks at the functions with a meaning.
func (s *Script) check() error {
	var errs []error
	for _, name := range []string{"control", "cost", "effort", "metrics", "runs"} {
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
		want := parameters[name]
		if name == "control" && takesState(f) {
			want = append(slices.Clone(want), stateName)
		}
		needed := 0
		for i := range f.NumParams() {
			if f.ParamDefault(i) == nil {
				needed++
			}
		}
		if f.HasVarargs() || f.HasKwargs() || f.NumParams() < len(want) || needed > len(want) {
			errs = append(errs, at(f.Position(), fmt.Sprintf("%s has %d parameters; expected def %s(%s)", name,
				f.NumParams(), name, list(want))))
		}
	}
	if f, ok := s.globals["control"].(*starlark.Function); ok && len(errs) == 0 {
		if takesState(f) {
			_, _, err := s.initial(s.thread(), s.globals)
			errs = append(errs, err)
		} else if s.globals.Has(initialName) {
			errs = append(errs, at(f.Position(),
				fmt.Sprintf("control takes no state, and there is an %s; expected def "+
					"control(%s, %s)", initialName, list(parameters["control"]), stateName)))
		}
	}
	return errors.Join(errs...)
}

// Has reports whether the file defines a function: control, effort, runs, metrics or cost.
func (s *Script) Has(function string) bool {
	_, ok := s.globals[function].(*starlark.Function)
	return ok && slices.Contains([]string{"control", "effort", "runs", "metrics", "cost"}, function)
}

// call calls a function that must be there.
func (s *Script) call(t *thread, globals starlark.StringDict, name string, steps uint64,
	args ...starlark.Value) (result starlark.Value, f *starlark.Function, err error) {
	f, ok := globals[name].(*starlark.Function)
	if !ok {
		return nil, nil, &Error{File: s.program.Filename(),
			Message: fmt.Sprintf("there is no function %s; expected def %s(%s)", name, name, list(parameters[name]))}
	}
	defer recovered(s.program.Filename(), &err)
	t.begin(steps)
	defer t.end()
	if result, err = starlark.Call(t.Thread, f, args, nil); err != nil {
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
	result, f, err := s.call(s.thread(), s.globals, "cost", s.limits.Steps, d)
	if err != nil {
		return 0, err
	}
	x, ok := finite(result)
	if !ok {
		return 0, at(f.Position(), fmt.Sprintf("cost returned %s; expected a finite number", article(result)))
	}
	return x, nil
}
