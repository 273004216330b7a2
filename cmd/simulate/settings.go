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
}

// apply sets in a scenario what the flags say, in the order in which they were given.
func (st *settings) apply(s *scenario.Scenario) error {
	var errs []error
	for _, override := range st.given {
		errs = append(errs, s.Override(scenario.Env{}, override(s)))
	}
	return errors.Join(errs...)
}

// setting is the value of a flag. Its method set returns the path and the value that a text means.
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
		if more, ok := value.(func(s *scenario.Scenario) any); ok {
			value = more(s)
		}
		return scenario.NewOverride(path, value, "--"+v.name)
	})
	return nil
}

// at adds a flag for the value at a path, which read makes of its text.
func (st *settings) at(f *pflag.FlagSet, name, path, kind, usage string, read func(text string) (any, error)) {
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
	f.Var(&setting{st, name, kind, shown, func(text string) (string, any, error) {
		x, err := read(text)
		return path, x, err
	}}, name, usage)
}

// number adds a flag for a number.
func (st *settings) number(f *pflag.FlagSet, name, path, usage string) {
	st.at(f, name, path, "float", usage, func(text string) (any, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; expected a decimal number", text)
		}
		return x, nil
	})
}

// text adds a flag for a text.
func (st *settings) text(f *pflag.FlagSet, name, path, usage string) {
	st.at(f, name, path, "string", usage, func(text string) (any, error) { return text, nil })
}

// whole adds a flag for a whole number.
func (st *settings) whole(f *pflag.FlagSet, name, path, usage string) {
	st.at(f, name, path, "int", usage, func(text string) (any, error) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number; expected one such as 10", text)
		}
		return n, nil
	})
}

// truth adds a flag that is on or off.
func (st *settings) truth(f *pflag.FlagSet, name, path, usage string) {
	st.at(f, name, path, "bool", usage, func(text string) (any, error) {
		x, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q; expected true or false", text)
		}
		return x, nil
	})
	f.Lookup(name).NoOptDefVal = "true"
}

// vector adds a flag for X,Y,Z.
func (st *settings) vector(f *pflag.FlagSet, name, path, usage string) {
	st.at(f, name, path, "X,Y,Z", usage, func(text string) (any, error) {
		var v vector
		err := v.Set(text)
		return v, err
	})
}

// assignments adds a repeatable flag JOINT=VALUE, or JOINT=VALUE,VALUE,... for a joint with several coordinates, whose
// values read takes. It sets the value of the joint in a mapping at a path.
func (st *settings) assignments(f *pflag.FlagSet, name, path, usage string, read func(values string) (any, error)) {
	seen := map[string]bool{}
	f.Var(&setting{st, name, "JOINT=VALUE", "", func(text string) (string, any, error) {
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
	}}, name, usage)
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

// joints adds a repeatable flag NAME.KEY=VALUE.
func (st *settings) joints(f *pflag.FlagSet, name, usage string) {
	seen := map[string]bool{}
	f.Var(&setting{st, name, "NAME.KEY=VALUE", "", func(text string) (string, any, error) {
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
	}}, name, usage)
}

// wrenches adds a repeatable flag LINK:fx,fy,fz[,nx,ny,nz][@t0:t1].
func (st *settings) wrenches(f *pflag.FlagSet, name, usage string) {
	f.Var(&setting{st, name, "LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]", "", func(text string) (string, any, error) {
		d, err := disturbance(text)
		return "disturbances", func(s *scenario.Scenario) any {
			return slices.Concat(s.Disturbances,
				[]scenario.Disturbance{d})
		}, err
	}}, name, usage)
}

// conditions adds a repeatable flag for a condition.
func (st *settings) conditions(f *pflag.FlagSet, name, usage string) {
	f.Var(&setting{st, name, "CONDITION", "", func(text string) (string, any, error) {
		return "stop", func(s *scenario.Scenario) any { return slices.Concat(s.Stop, []string{text}) }, nil
	}}, name, usage)
}

// texts adds a repeatable flag for items of a list of texts. Where kind has a comma, commas separate items.
func (st *settings) texts(f *pflag.FlagSet, name, kind, path, usage string) {
	f.Var(&setting{st, name, kind, "", func(text string) (string, any, error) {
		items := []string{text}
		if strings.Contains(kind, ",") {
			items = strings.Split(text, ",")
		}
		return path, func(s *scenario.Scenario) any {
			given, _ := s.Get(path)
			before, _ := given.([]any)
			all := slices.Clone(before)
			for _, x := range items {
				all = append(all, strings.TrimSpace(x))
			}
			return all
		}, nil
	}}, name, usage)
}

// sets adds the repeatable flag --set PATH=VALUE, and --estimate-inertia, which all commands with scenarios have.
func (st *settings) sets(f *pflag.FlagSet) {
	st.inertia(f)
	f.Var(&setting{st, "set", "PATH=VALUE", "", func(text string) (string, any, error) {
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
func disturbance(s string) (d scenario.Disturbance, err error) {
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
	st.number(f, "duration", "duration", "simulated time in s")
	st.number(f, "dt", "dt", "step in s")
	st.text(f, "integrator", "integrator.name", "method of integration")
	st.number(f, "rtol", "integrator.rtol",
		"relative accuracy of integrators that choose their own steps (default theirs)")
	st.number(f, "atol", "integrator.atol", "absolute accuracy of these, in rad, m, rad/s and m/s (default theirs)")
	st.assignments(f, "effort", "efforts", "constant effort of a joint in N m or N; repeatable", plainNumbers)
	st.text(f, "efforts", "efforts_table.file",
		"CSV `file` of efforts over time: column time, then columns named by joint or JOINT/effort")
	st.text(f, "efforts-interp", "efforts_table.interpolation", "efforts between the rows of the file: hold or linear")
	st.assignments(f, "position", "initial.position",
		"position of a joint at the start in rad or m, or in degrees with deg behind the number; repeatable (default "+
			"0, or the middle of the limits where they exclude 0)", angles)
	st.assignments(f, "velocity", "initial.velocity",
		"velocity of a joint at the start in rad/s or m/s, or in degrees per second with deg behind the number; "+
			"repeatable (default 0)", angles)
	st.text(f, "start-from", "initial.from", "log `file` whose last row the run starts from, at time 0")
	st.joints(f, "joint", "a `value` of a joint, NAME.KEY=VALUE, instead of what its description says; KEY is "+
		"damping, friction, stiffness, rest, armature, effort_limit, lower, upper or restitution; repeatable")
	st.wrenches(f, "wrench", "force and moment on a link, `LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]`, in world axes at the "+
		"origin of its frame, from t0 to t1 (default always); repeatable")
	st.conditions(f, "until",
		"`condition` that ends the run: COLUMN>NUMBER or COLUMN<NUMBER for a column of the log, or JOINT/limit for "+
			"the contact with a stop; repeatable")
	st.vector(f, "gravity", "gravity", "acceleration of free fall in m/s^2")
	st.text(f, "base", "base", "root link: fixed to the world, or floating")
	st.truth(f, "ideal", "ideal", "rigid bodies only: no damping, friction, springs, position limits or effort limits")
	st.truth(f, "ignore-mimic", "ignore_mimic", "make joints that mimic others independent")
	st.text(f, "out", "log.file",
		"log `file`, - for the output (default MODEL's or SCENARIO's name with .csv in the current folder)")
	st.whole(f, "every", "log.every", "log each N-th step, and the first and last state in any case")
	st.truth(f, "ledger", "log.ledger",
		"log the account of the energy: work of efforts and wrenches, losses by damping, friction "+
			"and stops, residual")
	st.texts(f, "log-link", "LINK", "log.links", "log the pose, velocity and acceleration of a link in the world; "+
		"repeatable")
	st.texts(f, "log-signals", "SIGNAL,...", "log.signals", "log of the control loop what sensors say, what the law "+
		"asks for, and the parts of a pd or pid: measured, commanded, parts")
	st.sets(f)
	return st
}
