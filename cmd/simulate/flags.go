package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/scenario"
)

// assignments is the value of a repeatable flag JOINT=VALUE, or JOINT=VALUE,VALUE,... for a joint with several coordinates.
type assignments scenario.Joints

func (a assignments) String() string { return "" }

func (a assignments) Type() string { return "JOINT=VALUE" }

func (a assignments) Set(s string) error {
	i := strings.LastIndexByte(s, '=')
	if i <= 0 {
		return fmt.Errorf("%q; expected JOINT=VALUE, such as elbow_joint=2.5", s)
	}
	joint := s[:i]
	values, err := list(s[i+1:], ',')
	if err != nil {
		return err
	}
	if _, again := a[joint]; again {
		return fmt.Errorf("joint %q is given twice; keep one", joint)
	}
	a[joint] = values
	return nil
}

// joints is the value of a repeatable flag NAME.KEY=VALUE.
type joints map[string]scenario.Joint

func (j *joints) String() string { return "" }

func (j *joints) Type() string { return "NAME.KEY=VALUE" }

func (j *joints) Set(s string) error {
	path, value, ok := cutLast(s, '=')
	name, key, dotted := cutLast(path, '.')
	if !ok || !dotted {
		return fmt.Errorf("%q; expected NAME.KEY=VALUE, such as elbow_joint.damping=0.5", s)
	}
	x, err := finite(strings.TrimSpace(value))
	if err != nil {
		return err
	}
	joint := (*j)[name]
	field, known := joint.Field(key)
	if !known {
		return fmt.Errorf("%q%s; expected one of %s", key, suggest.Hint(key, scenario.JointFields), suggest.List(scenario.JointFields))
	}
	if *field != nil {
		return fmt.Errorf("%s.%s is given twice; keep one", name, key)
	}
	*field = &x
	(*j)[name] = joint
	return nil
}

// cutLast splits a text at the last separator. There is something before it.
func cutLast(s string, separator byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, separator)
	if i <= 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// wrenches is the value of a repeatable flag LINK:fx,fy,fz[,nx,ny,nz][@t0:t1].
type wrenches []scenario.Disturbance

func (w *wrenches) String() string { return "" }

func (w *wrenches) Type() string { return "LINK:fx,fy,fz[,nx,ny,nz][@t0:t1]" }

func (w *wrenches) Set(s string) error {
	fail := func() error {
		return fmt.Errorf("%q; expected LINK:fx,fy,fz[,nx,ny,nz][@t0:t1], such as tool0:0,0,-20@1:1.5", s)
	}
	load, times, timed := cutLast(s, '@')
	link, numbers, ok := cutLast(load, ':')
	if !ok && timed { // a link with an @ in its name
		load, timed = s, false
		link, numbers, ok = cutLast(load, ':')
	}
	if !ok {
		return fail()
	}
	d := scenario.Disturbance{Link: link}
	values, err := list(numbers, ',')
	if err != nil {
		return err
	}
	if len(values) != 3 && len(values) != 6 {
		return fail()
	}
	copy(d.Force[:], values)
	copy(d.Moment[:], values[3:])
	if timed {
		span, err := list(times, ':')
		if err != nil {
			return err
		}
		if len(span) != 2 {
			return fail()
		}
		if !(span[0] >= 0 && span[1] > span[0]) {
			return fmt.Errorf("%q: from %v s to %v s; expected times from 0 on, the later one last", s, span[0], span[1])
		}
		d.At, d.For = span[0], span[1]-span[0]
	}
	*w = append(*w, d)
	return nil
}

// list reads finite numbers with separators between them.
func list(s string, separator byte) ([]float64, error) {
	var values []float64
	for _, part := range strings.Split(s, string(separator)) {
		x, err := finite(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		values = append(values, x)
	}
	return values, nil
}

// conditions is the value of a repeatable flag with any text.
type conditions []string

func (c *conditions) String() string { return "" }

func (c *conditions) Type() string { return "CONDITION" }

func (c *conditions) Set(s string) error {
	*c = append(*c, s)
	return nil
}

// vector is the value of a flag X,Y,Z.
type vector [3]float64

func (v *vector) String() string { return fmt.Sprintf("%g,%g,%g", v[0], v[1], v[2]) }

func (v *vector) Type() string { return "X,Y,Z" }

func (v *vector) Set(s string) error {
	values, err := list(s, ',')
	if err != nil {
		return err
	}
	if len(values) != len(v) {
		return fmt.Errorf("%q; expected three numbers X,Y,Z", s)
	}
	copy(v[:], values)
	return nil
}

// finite reads a finite number.
func finite(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a number; expected a finite decimal number", s)
	}
	return x, nil
}
