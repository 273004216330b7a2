// Package flags has the flags that several commands share: those that change a scenario, those that say how a model is
// built of a robot, and what their texts mean.
package flags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// Settings are the flags that change a scenario: the default one, or one that a file describes. So they are applied
// when that is known.
type Settings struct {
	given []func(s *scenario.Scenario) scenario.Override
	flags map[string]string // that set a path or what is below it, with --
}

// Apply sets in a scenario what the flags say, in the order in which they were given.
func (st *Settings) Apply(s *scenario.Scenario) error {
	var errs []error
	for _, override := range st.given {
		errs = append(errs, robot.Override(s, robot.Env{}, override(s)))
	}
	return errors.Join(errs...)
}

// setting is the value of a flag. Its function set returns the path and the value that a text means; a value that
// depends on the scenario is a func(*scenario.Scenario) any.
type setting struct {
	settings *Settings
	name     string // of the flag
	kind     string
	shown    string // as the default
	set      func(text string) (path string, value any, err error)
}

func (v *setting) String() string { return v.shown }

func (v *setting) Type() string { return v.kind }

func (v *setting) Set(text string) error {
	path, value, err := v.set(text)
	if err != nil {
		return err
	}
	v.settings.given = append(v.settings.given, func(s *scenario.Scenario) scenario.Override {
		if of, ok := value.(func(s *scenario.Scenario) any); ok {
			return scenario.NewOverride(path, of(s), "--"+v.name)
		}
		return scenario.NewOverride(path, value, "--"+v.name)
	})
	return nil
}

// flag adds a flag for a path, or for paths below it.
func (st *Settings) flag(f *pflag.FlagSet, v *setting, path, usage string) {
	if st.flags == nil {
		st.flags = map[string]string{}
	}
	v.settings, st.flags[path] = st, "--"+v.name
	short := ""
	if v.name == "out" {
		short = "o"
	}
	f.VarP(v, v.name, short, usage)
}

// Add adds a flag of a syntax for the value at a path.
func (st *Settings) Add(f *pflag.FlagSet, syntax Syntax, name, path, usage string) {
	shown := ""
	switch x, _ := scenario.Default().Get(path); x := x.(type) {
	case float64:
		if shown = strconv.FormatFloat(x, 'g', -1, 64); x == 0 {
			shown = ""
		}
	case string:
		shown = x
	case []any:
		shown = strings.Trim(strings.ReplaceAll(fmt.Sprint(x), " ", ","), "[]")
	}
	st.flag(f, &setting{name: name, kind: syntax.name, shown: shown, set: func(text string) (string, any, error) {
		x, err := syntax.read(text)
		return path, x, err
	}}, path, usage)
	if syntax.name == Truth.name {
		f.Lookup(name).NoOptDefVal = "true"
	}
}

// Assignments adds a repeatable flag JOINT=VALUE, or JOINT=VALUE,VALUE,... for a joint with several coordinates, whose
// values read takes. It sets the value of the joint in a mapping at a path.
func (st *Settings) Assignments(f *pflag.FlagSet, name, path, usage string, read func(values string) (any, error)) {
	seen := map[string]bool{}
	st.flag(f, &setting{name: name, kind: "JOINT=VALUE", set: func(text string) (string, any, error) {
		joint, numbers, ok := CutLast(text, '=')
		if !ok {
			return "", nil, fmt.Errorf("%q; expected JOINT=VALUE, such as elbow_joint=2.5", text)
		}
		values, err := read(numbers)
		if err != nil {
			return "", nil, err
		}
		if seen[joint] {
			return "", nil, fmt.Errorf("joint %q is given twice; keep one", joint)
		}
		seen[joint] = true
		return strict.Join(path, joint), values, nil
	}}, path, usage)
}

// Joints adds the repeatable flag --joint NAME.KEY=VALUE.
func (st *Settings) Joints(f *pflag.FlagSet) {
	const name = "joint"
	seen := map[string]bool{}
	st.flag(f, &setting{name: name, kind: "NAME.KEY=VALUE", set: func(text string) (string, any, error) {
		path, value, ok := CutLast(text, '=')
		joint, key, dotted := CutLast(path, '.')
		if !ok || !dotted {
			return "", nil, fmt.Errorf("%q; expected NAME.KEY=VALUE, such as elbow_joint.damping=0.5", text)
		}
		x, err := finite(strings.TrimSpace(value))
		if err != nil {
			return "", nil, err
		}
		if _, known := new(scenario.JointChanges).Field(key); !known {
			return "", nil, fmt.Errorf("%q%s; expected one of %s", key, suggest.Hint(key, scenario.JointFields),
				suggest.List(scenario.JointFields))
		}
		if seen[path] {
			return "", nil, fmt.Errorf("%s is given twice; keep one", path)
		}
		seen[path] = true
		return strict.Join(strict.Join("joints", joint), key), x, nil
	}}, "joints", "a value of a joint, `NAME.KEY=VALUE`, instead of what its description says; KEY is damping, "+
		"friction, stiffness, rest, armature, effort_limit, lower, upper or restitution; repeatable")
}

// Items adds a repeatable flag for items of the list at a path. Where the name of the syntax has a comma that separates
// items, a text has several.
func (st *Settings) Items(f *pflag.FlagSet, syntax Syntax, name, path, usage string) {
	st.flag(f, &setting{name: name, kind: syntax.name, set: func(text string) (string, any, error) {
		texts := []string{text}
		if strings.HasSuffix(syntax.name, ",...") {
			texts = strings.Split(text, ",")
		}
		var items []any
		for _, t := range texts {
			x, err := syntax.read(strings.TrimSpace(t))
			if err != nil {
				return "", nil, err
			}
			items = append(items, x)
		}
		return path, func(s *scenario.Scenario) any {
			given, _ := s.Get(path)
			before, _ := given.([]any)
			return slices.Concat(before, items)
		}, nil
	}}, path, usage)
}

// Drift adds the flag --max-drift, which commands with runs have.
func (st *Settings) Drift(f *pflag.FlagSet) {
	st.Add(f, share, "max-drift", "limits.drift",
		"energy that the integration may add or lose, relative to the energy that moved, such as 0.25, which is the "+
			"default, or 25%; a run beyond it is of no use: its status is drifted, which counts as failed")
}

// Sets adds the repeatable flag --set PATH=VALUE, and those of how a robot is read, which all commands with scenarios
// have.
func (st *Settings) Sets(f *pflag.FlagSet) {
	st.inertia(f)
	st.expansion(f)
	f.Var(&setting{settings: st, name: "case", kind: "NAME", set: func(text string) (string, any, error) {
		return scenario.CasePath, text, nil
	}}, "case", "`NAME` of one of the scenario's cases, instead of all; what flags set holds in each")
	f.Var(&setting{settings: st, name: "set", kind: "PATH=VALUE", set: func(text string) (string, any, error) {
		return scenario.ParseOverride(text)
	}}, "set", "value of any path of the scenario, `PATH=VALUE` with a value in YAML: "+
		"controller.gains.elbow_joint.p=300, gravity=[0,0,-1.62], model.links.tool0.mass=2; repeatable")
}

// Overrides returns what the flags set.
func (st *Settings) Overrides() []scenario.Override {
	var list []scenario.Override
	for _, override := range st.given {
		list = append(list, override(nil))
	}
	return list
}
