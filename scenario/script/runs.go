package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// RunSpec is a run that a study's script lists: a file, and what is set in it.
type RunSpec struct {
	File string
	Set  []Setting // in the order of the script
}

// Setting is a value at a path: a float64, a string, a bool, nil, or []any and map[string]any of these.
type Setting struct {
	Path  string
	Value any
}

// checkKey is where a thread keeps the function that checks scenarios.
const checkKey = "check"

// maxRuns is how many runs a script may list.
const maxRuns = 10_000_000

// Runs calls runs. check looks at each scenario when the script makes it, and its error is that of the line; it may
// be nil.
func (s *Script) Runs(check func(RunSpec) error) ([]RunSpec, error) {
	t := s.thread(nil)
	if check == nil {
		check = func(RunSpec) error { return nil }
	}
	t.SetLocal(checkKey, check)
	result, f, err := s.call(t, s.globals, "runs", s.limits.Steps)
	if err != nil {
		return nil, err
	}
	items, ok := result.(starlark.Sequence)
	if !ok || items.Len() == 0 || items.Len() > maxRuns {
		return nil, at(f.Position(), fmt.Sprintf("runs returned %s; expected a list of 1 to %d scenarios",
			sized(result), maxRuns))
	}
	runs := make([]RunSpec, 0, items.Len())
	for x := range starlark.Elements(items) {
		run, ok := x.(*scenario)
		if !ok {
			return nil, at(f.Position(),
				fmt.Sprintf("runs returned a list whose item %d is %s; expected scenario(file, {path: value})",
					len(runs), article(x)))
		}
		runs = append(runs, run.RunSpec)
	}
	return runs, nil
}

// sized returns a value for messages, with its size.
func sized(v starlark.Value) string {
	if n := starlark.Len(v); n >= 0 {
		return fmt.Sprintf("a %s of %d", v.Type(), n)
	}
	return article(v)
}

// scenario is what the function of this name returns.
type scenario struct{ RunSpec }

func (s *scenario) String() string        { return fmt.Sprintf("scenario(%q)", s.File) }
func (s *scenario) Type() string          { return "scenario" }
func (s *scenario) Freeze()               {}
func (s *scenario) Truth() starlark.Bool  { return true }
func (s *scenario) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: scenario") }

// newScenario is scenario(file, overrides).
func newScenario(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	s := &scenario{}
	var overrides *starlark.Dict
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "file", &s.File, "overrides?", &overrides); err != nil {
		return nil, err
	}
	check, ok := t.Local(checkKey).(func(RunSpec) error)
	if !ok {
		return nil, fmt.Errorf("scenario: only runs() can make scenarios")
	}
	if overrides != nil {
		for path, value := range overrides.Entries() {
			name, ok := starlark.AsString(path)
			if !ok {
				return nil, fmt.Errorf("scenario: the path %s; expected a text", article(path))
			}
			v, err := goValue(value, 0)
			if err != nil {
				return nil, fmt.Errorf("scenario: %s: %w", name, err)
			}
			s.Set = append(s.Set, Setting{name, v})
		}
	}
	if err := check(s.RunSpec); err != nil {
		return nil, err
	}
	return s, nil
}

// goValue makes a Go value.
func goValue(v starlark.Value, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("lists or dicts are nested more than %d deep", maxDepth)
	}
	switch x := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(x), nil
	case starlark.String:
		return string(x), nil
	case starlark.Int:
		if n, ok := x.Int64(); ok && -1<<53 <= n && n <= 1<<53 {
			return float64(n), nil
		}
		return nil, fmt.Errorf("%s; expected whole numbers up to 2^53", article(v))
	case starlark.Float:
		if _, ok := finite(v); !ok {
			return nil, fmt.Errorf("%s; expected a finite number", article(v))
		}
		return float64(x), nil
	case starlark.IterableMapping:
		m := map[string]any{}
		for _, item := range x.Items() {
			name, ok := starlark.AsString(item[0])
			if !ok {
				return nil, fmt.Errorf("the key %s; expected a text", article(item[0]))
			}
			value, err := goValue(item[1], depth+1)
			if err != nil {
				return nil, err
			}
			m[name] = value
		}
		return m, nil
	case starlark.Iterable:
		list := []any{}
		for item := range starlark.Elements(x) {
			value, err := goValue(item, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	}
	return nil, fmt.Errorf("%s; expected a number, a text, a truth value, a list or a dict", article(v))
}
