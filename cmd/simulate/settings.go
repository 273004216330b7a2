package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/tree"
)

// settings are the flags that change a scenario: the default one, or one that a file describes. So they are applied
// when that is known.
type settings struct{ given []func(s *scenario.Scenario) }

// apply applies the flags in the order in which they were given.
func (st *settings) apply(s *scenario.Scenario) {
	for _, change := range st.given {
		change(s)
	}
}

// setting is the value of a flag: parse returns what it changes.
type setting struct {
	settings *settings
	kind     string
	shown    string // as the default
	parse    func(text string) (func(s *scenario.Scenario), error)
}

func (v *setting) String() string { return v.shown }

func (v *setting) Type() string { return v.kind }

func (v *setting) Set(text string) error {
	change, err := v.parse(text)
	if err == nil {
		v.settings.given = append(v.settings.given, change)
	}
	return err
}

// number adds a flag for a number.
func (st *settings) number(f *pflag.FlagSet, name, usage string, at func(s *scenario.Scenario) *float64) {
	shown := ""
	if x := *at(scenario.Default()); x != 0 {
		shown = strconv.FormatFloat(x, 'g', -1, 64)
	}
	f.Var(&setting{st, "float", shown, func(text string) (func(*scenario.Scenario), error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; expected a decimal number", text)
		}
		return func(s *scenario.Scenario) { *at(s) = x }, nil
	}}, name, usage)
}

// text adds a flag for a text.
func (st *settings) text(f *pflag.FlagSet, name, usage string, at func(s *scenario.Scenario) *string) {
	f.Var(&setting{st, "string", *at(scenario.Default()), func(text string) (func(*scenario.Scenario), error) {
		return func(s *scenario.Scenario) { *at(s) = text }, nil
	}}, name, usage)
}

// whole adds a flag for a whole number.
func (st *settings) whole(f *pflag.FlagSet, name, usage string, set func(s *scenario.Scenario, n int), shown string) {
	f.Var(&setting{st, "int", shown, func(text string) (func(*scenario.Scenario), error) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number; expected one such as 10", text)
		}
		return func(s *scenario.Scenario) { set(s, n) }, nil
	}}, name, usage)
}

// truth adds a flag that is on or off.
func (st *settings) truth(f *pflag.FlagSet, name, usage string, at func(s *scenario.Scenario) *bool) {
	f.Var(&setting{st, "bool", "", func(text string) (func(*scenario.Scenario), error) {
		x, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q; expected true or false", text)
		}
		return func(s *scenario.Scenario) { *at(s) = x }, nil
	}}, name, usage)
	f.Lookup(name).NoOptDefVal = "true"
}

// vector adds a flag for X,Y,Z.
func (st *settings) vector(f *pflag.FlagSet, name, usage string, at func(s *scenario.Scenario) *[3]float64) {
	shown := vector(*at(scenario.Default()))
	f.Var(&setting{st, shown.Type(), shown.String(), func(text string) (func(*scenario.Scenario), error) {
		var v vector
		if err := v.Set(text); err != nil {
			return nil, err
		}
		return func(s *scenario.Scenario) { *at(s) = v }, nil
	}}, name, usage)
}

// assignments adds a repeatable flag JOINT=VALUE, or JOINT=VALUE,VALUE,... for a joint with several coordinates.
func (st *settings) assignments(f *pflag.FlagSet, name, usage string, set func(s *scenario.Scenario, joint string,
	v tree.Values)) {
	seen := map[string]bool{}
	f.Var(&setting{st, "JOINT=VALUE", "", func(text string) (func(*scenario.Scenario), error) {
		joint, numbers, ok := cutLast(text, '=')
		if !ok {
			return nil, fmt.Errorf("%q; expected JOINT=VALUE, such as elbow_joint=2.5", text)
		}
		values, err := list(numbers, ',')
		if err != nil {
			return nil, err
		}
		if seen[joint] {
			return nil, fmt.Errorf("joint %q is given twice; keep one", joint)
		}
		seen[joint] = true
		return func(s *scenario.Scenario) { set(s, joint, values) }, nil
	}}, name, usage)
}

// joints adds a repeatable flag NAME.KEY=VALUE.
func (st *settings) joints(f *pflag.FlagSet, name, usage string) {
	seen := map[string]bool{}
	f.Var(&setting{st, "NAME.KEY=VALUE", "", func(text string) (func(*scenario.Scenario), error) {
		path, value, ok := cutLast(text, '=')
		joint, key, dotted := cutLast(path, '.')
		if !ok || !dotted {
			return nil, fmt.Errorf("%q; expected NAME.KEY=VALUE, such as elbow_joint.damping=0.5", text)
		}
		x, err := finite(strings.TrimSpace(value))
		if err != nil {
			return nil, err
		}
		if _, known := new(scenario.Joint).Field(key); !known {
			return nil, fmt.Errorf("%q%s; expected one of %s", key, suggest.Hint(key, scenario.JointFields),
				suggest.List(scenario.JointFields))
		}
		if seen[path] {
			return nil, fmt.Errorf("%s is given twice; keep one", path)
		}
		seen[path] = true
		return func(s *scenario.Scenario) {
			j := s.Joints[joint]
			field, _ := j.Field(key)
			*field = &x
			s.Joints[joint] = j
		}, nil
	}}, name, usage)
}

// wrenches adds a repeatable flag LINK:fx,fy,fz[,nx,ny,nz][@t0:t1].
func (st *settings) wrenches(f *pflag.FlagSet, name, usage string) {
	f.Var(&setting{st, "LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]", "", func(text string) (func(*scenario.Scenario), error) {
		d, err := disturbance(text)
		return func(s *scenario.Scenario) { s.Disturbances = append(s.Disturbances, d) }, err
	}}, name, usage)
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

// conditions adds a repeatable flag for a condition.
func (st *settings) conditions(f *pflag.FlagSet, name, usage string) {
	f.Var(&setting{st, "CONDITION", "", func(text string) (func(*scenario.Scenario), error) {
		return func(s *scenario.Scenario) { s.Stop = append(s.Stop, text) }, nil
	}}, name, usage)
}

// newSettings adds the flags of a run to a command.
func newSettings(f *pflag.FlagSet) *settings {
	st := &settings{}
	st.number(f, "duration", "simulated time in s", func(s *scenario.Scenario) *float64 { return &s.Duration })
	st.number(f, "dt", "step in s", func(s *scenario.Scenario) *float64 { return &s.Step })
	st.text(f, "integrator", "method of integration", func(s *scenario.Scenario) *string { return &s.Integrator.Name })
	st.number(f, "rtol", "relative accuracy of integrators that choose their own steps (default theirs)",
		func(s *scenario.Scenario) *float64 { return &s.Integrator.RTol })
	st.number(f, "atol", "absolute accuracy of these, in rad, m, rad/s and m/s (default theirs)",
		func(s *scenario.Scenario) *float64 { return &s.Integrator.ATol })
	st.assignments(f, "effort", "constant effort of a joint in N m or N; repeatable",
		func(s *scenario.Scenario, joint string, v tree.Values) {
			s.Efforts[joint] = scenario.Effort{Values: v}
		})
	st.text(f, "efforts", "CSV `file` of efforts over time: column time, then columns named by joint or JOINT/effort",
		func(s *scenario.Scenario) *string { return &s.Table.File })
	st.text(f, "efforts-interp", "efforts between the rows of the file: hold or linear",
		func(s *scenario.Scenario) *string { return &s.Table.Interpolation })
	st.assignments(f, "position",
		"position of a joint at the start in rad or m; repeatable (default 0, or the middle of the limits where they "+
			"exclude 0)",
		func(s *scenario.Scenario, joint string, v tree.Values) { s.Initial.Position[joint] = v })
	st.assignments(f, "velocity", "velocity of a joint at the start in rad/s or m/s; repeatable (default 0)",
		func(s *scenario.Scenario, joint string, v tree.Values) { s.Initial.Velocity[joint] = v })
	st.joints(f, "joint", "a `value` of a joint, NAME.KEY=VALUE, instead of what its description says; KEY is "+
		"damping, friction, stiffness, rest, armature, effort_limit, lower, upper or restitution; repeatable")
	st.wrenches(f, "wrench", "force and moment on a link, `LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]`, in world axes at the "+
		"origin of its frame, from t0 to t1 (default always); repeatable")
	st.conditions(f, "until",
		"`condition` that ends the run: COLUMN>NUMBER or COLUMN<NUMBER for a column of the log, or JOINT/limit for "+
			"the contact with a stop; repeatable")
	st.vector(f, "gravity", "acceleration of free fall in m/s^2",
		func(s *scenario.Scenario) *[3]float64 { return &s.Gravity })
	st.text(f, "base", "root link: fixed to the world, or floating",
		func(s *scenario.Scenario) *string { return &s.Base })
	st.truth(f, "ideal", "rigid bodies only: no damping, friction, springs, position limits or effort limits",
		func(s *scenario.Scenario) *bool { return &s.Ideal })
	st.truth(f, "ignore-mimic", "make joints that mimic others independent",
		func(s *scenario.Scenario) *bool { return &s.IgnoreMimic })
	st.text(f, "out", "log `file`, - for the output (default MODEL's or SCENARIO's name with .csv in the current folder)", func(s *scenario.Scenario) *string { return &s.Log.File })
	st.whole(f, "every", "log each N-th step, and the first and last state in any case",
		func(s *scenario.Scenario, n int) { s.Log.Every = n }, "1")
	st.truth(f, "ledger", "log the account of the energy: work of efforts and wrenches, losses by damping, friction "+
		"and stops, residual", func(s *scenario.Scenario) *bool { return &s.Log.Ledger })
	return st
}
