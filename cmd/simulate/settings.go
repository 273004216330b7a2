package main

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
)

// settings are the flags that change a scenario: the default one, or one that a file describes. So they are applied
// when that is known.
type settings struct {
	given []func(s *scenario.Scenario) scenario.Override
	flags map[string]string // that set a path or what is below it, with --
}

// apply sets in a scenario what the flags say, in the order in which they were given.
func (st *settings) apply(s *scenario.Scenario) error {
	var errs []error
	for _, override := range st.given {
		errs = append(errs, s.Override(scenario.Env{}, override(s)))
	}
	return errors.Join(errs...)
}

// setting is the value of a flag. Its function set returns the path and the value that a text means; a value that
// depends on the scenario is a func(*scenario.Scenario) any.
type setting struct {
	settings *settings
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
func (st *settings) flag(f *pflag.FlagSet, v *setting, path, usage string) {
	if st.flags == nil {
		st.flags = map[string]string{}
	}
	v.settings, st.flags[path] = st, "--"+v.name
	f.Var(v, v.name, usage)
}

// kind is what texts of a flag look like, and what they mean.
type kind struct {
	name string
	read func(text string) (any, error)
}

var (
	number = kind{"float", func(text string) (any, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; expected a decimal number", text)
		}
		return x, nil
	}}
	whole = kind{"int", func(text string) (any, error) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number; expected one such as 10", text)
		}
		return n, nil
	}}
	truth = kind{"bool", func(text string) (any, error) {
		x, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q; expected true or false", text)
		}
		return x, nil
	}}
	plain  = kind{"string", func(text string) (any, error) { return text, nil }}
	triple = kind{"X,Y,Z", func(text string) (any, error) {
		var v vector
		err := v.Set(text)
		return v, err
	}}
)

// add adds a flag of a kind for the value at a path.
func (st *settings) add(f *pflag.FlagSet, k kind, name, path, usage string) {
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
	st.flag(f, &setting{name: name, kind: k.name, shown: shown, set: func(text string) (string, any, error) {
		x, err := k.read(text)
		return path, x, err
	}}, path, usage)
	if k.name == truth.name {
		f.Lookup(name).NoOptDefVal = "true"
	}
}

// assignments adds a repeatable flag JOINT=VALUE, or JOINT=VALUE,VALUE,... for a joint with several coordinates, whose
// values read takes. It sets the value of the joint in a mapping at a path.
func (st *settings) assignments(f *pflag.FlagSet, name, path, usage string, read func(values string) (any, error)) {
	seen := map[string]bool{}
	st.flag(f, &setting{name: name, kind: "JOINT=VALUE", set: func(text string) (string, any, error) {
		joint, numbers, ok := cutLast(text, '=')
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

// plainNumbers reads the numbers of a joint.
func plainNumbers(text string) (any, error) {
	values, err := list(text, ',')
	return scenario.Numbers(values), err
}

// angles reads the numbers of a joint, each of which may be in degrees.
func angles(text string) (any, error) {
	var values []any
	for _, part := range strings.Split(text, ",") {
		if _, ok := scenario.ParseDegrees(part); ok {
			values = append(values, strings.TrimSpace(part))
			continue
		}
		x, err := finite(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%w, or one of degrees such as 90deg", err)
		}
		values = append(values, x)
	}
	if len(values) == 1 {
		return values[0], nil
	}
	return values, nil
}

// joints adds the repeatable flag --joint NAME.KEY=VALUE.
func (st *settings) joints(f *pflag.FlagSet) {
	const name = "joint"
	seen := map[string]bool{}
	st.flag(f, &setting{name: name, kind: "NAME.KEY=VALUE", set: func(text string) (string, any, error) {
		path, value, ok := cutLast(text, '=')
		joint, key, dotted := cutLast(path, '.')
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
	}}, "joints", "a `value` of a joint, NAME.KEY=VALUE, instead of what its description says; KEY is damping, "+
		"friction, stiffness, rest, armature, effort_limit, lower, upper or restitution; repeatable")
}

// items adds a repeatable flag for items of the list at a path. Where the name of the kind has a comma that separates
// items, a text has several.
func (st *settings) items(f *pflag.FlagSet, k kind, name, path, usage string) {
	st.flag(f, &setting{name: name, kind: k.name, set: func(text string) (string, any, error) {
		texts := []string{text}
		if strings.HasSuffix(k.name, ",...") {
			texts = strings.Split(text, ",")
		}
		var items []any
		for _, t := range texts {
			x, err := k.read(strings.TrimSpace(t))
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

// sets adds the repeatable flag --set PATH=VALUE, and --estimate-inertia, which all commands with scenarios have.
func (st *settings) sets(f *pflag.FlagSet) {
	st.inertia(f)
	f.Var(&setting{settings: st, name: "set", kind: "PATH=VALUE", set: func(text string) (string, any, error) {
		return scenario.ParseOverride(text)
	}}, "set", "`value` of any path of the scenario, PATH=VALUE with a value in YAML: "+
		"controller.gains.elbow_joint.p=300, gravity=[0,0,-1.62], model.links.tool0.mass=2; repeatable")
}

// overrides returns what the flags set.
func (st *settings) overrides() []scenario.Override {
	var list []scenario.Override
	for _, override := range st.given {
		list = append(list, override(nil))
	}
	return list
}

// disturbance reads LINK:fx,fy,fz[,nx,ny,nz][@t0:t1].
func disturbance(s string) (any, error) {
	var d scenario.Disturbance
	fail := fmt.Errorf("%q; expected LINK:fx,fy,fz[,nx,ny,nz][@t0:t1], such as tool0:0,0,-20@1:1.5", s)
	load, times, timed := cutLast(s, '@')
	link, numbers, ok := cutLast(load, ':')
	if !ok && timed { // a link with an @ in its name
		load, timed = s, false
		link, numbers, ok = cutLast(load, ':')
	}
	if !ok {
		return d, fail
	}
	d.Link = link
	values, err := list(numbers, ',')
	if err != nil {
		return d, err
	}
	if len(values) != 3 && len(values) != 6 {
		return d, fail
	}
	copy(d.Force[:], values)
	copy(d.Moment[:], values[3:])
	if timed {
		span, err := list(times, ':')
		if err != nil {
			return d, err
		}
		if len(span) != 2 {
			return d, fail
		}
		if !(span[0] >= 0 && span[1] > span[0]) {
			return d, fmt.Errorf("%q: from %v s to %v s; expected times from 0 on, the later one last", s, span[0],
				span[1])
		}
		d.At, d.For = span[0], span[1]-span[0]
	}
	return d, nil
}

// newSettings adds the flags of a run to a command.
func newSettings(f *pflag.FlagSet) *settings {
	st := &settings{}
	st.add(f, number, "duration", "duration", "simulated time in s")
	st.add(f, number, "dt", "dt", "step in s")
	st.add(f, plain, "integrator", "integrator.name", "method of integration")
	st.flags["integrator"] = st.flags["integrator.name"] // which scenarios may write without .name
	st.add(f, number, "rtol", "integrator.rtol",
		"relative accuracy of integrators that choose their own steps (default theirs)")
	st.add(f, number, "atol", "integrator.atol",
		"absolute accuracy of these, in rad, m, rad/s and m/s (default theirs)")
	st.assignments(f, "effort", "efforts", "constant effort of a joint in N m or N; repeatable", plainNumbers)
	st.add(f, plain, "efforts", "efforts_table.file",
		"CSV `file` of efforts over time: column time, then columns named by joint or JOINT/effort")
	st.add(f, plain, "efforts-interp", "efforts_table.interpolation",
		"efforts between the rows of the file: hold or linear")
	st.assignments(f, "position", "initial.position",
		"position of a joint at the start in rad or m, or in degrees with deg behind the number; repeatable (default "+
			"0, or the middle of the limits where they exclude 0)", angles)
	st.assignments(f, "velocity", "initial.velocity",
		"velocity of a joint at the start in rad/s or m/s, or in degrees per second with deg behind the number; "+
			"repeatable (default 0)", angles)
	st.add(f, plain, "start-from", "initial.from", "log `file` whose last row the run starts from, at time 0")
	st.joints(f)
	st.items(f, kind{"LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]", disturbance}, "wrench", "disturbances",
		"force and moment on a link, `LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]`, in world axes at the origin of its frame, "+
			"from t0 to t1 (default always); repeatable")
	st.items(f, kind{"CONDITION", plain.read}, "until", "stop",
		"`condition` that ends the run: COLUMN>NUMBER or COLUMN<NUMBER for a column of the log, or JOINT/limit for "+
			"the contact with a stop; repeatable")
	st.add(f, triple, "gravity", "gravity", "acceleration of free fall in m/s^2")
	st.add(f, plain, "base", "base", "root link: fixed to the world, or floating")
	st.add(f, number, "max-drift", "limits.drift",
		"energy that the integration may add or lose, relative to the energy that moved (default 0.25); beyond it the "+
			"run has the status drifted, and the exit status is 1")
	st.add(f, truth, "ideal", "ideal",
		"rigid bodies only: no damping, friction, springs, position limits or effort limits")
	st.add(f, truth, "ignore-mimic", "ignore_mimic", "make joints that mimic others independent")
	st.add(f, plain, "out", "log.file",
		"log `file`, - for the output (default MODEL's or SCENARIO's name with .csv in the current folder)")
	st.add(f, whole, "every", "log.every", "log each N-th step, and the first and last state in any case")
	st.add(f, truth, "ledger", "log.ledger",
		"log the account of the energy: work of efforts and wrenches, losses by damping, friction "+
			"and stops, residual")
	st.add(f, truth, "reactions", "log.reactions",
		"log what joints and constraints bear: force and moment of each joint on its child link")
	st.items(f, kind{"LINK", plain.read}, "log-link", "log.links",
		"log the pose, velocity and acceleration of a link in the world; repeatable")
	st.items(f, kind{"SIGNAL,...", plain.read}, "log-signals", "log.signals",
		"log of the control loop what sensors say, what the law asks for, and the parts of a pd or pid: measured, "+
			"commanded, parts")
	st.sets(f)
	return st
}
