package flags

import (
	"fmt"
	"strconv"
	"strings"

	"kinetree/scenario"
)

// A Syntax is what texts of a flag look like, and what they mean.
type Syntax struct {
	name string
	read func(text string) (any, error)
}

// What flags take.
var (
	Number = Syntax{"float", func(text string) (any, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; expected a decimal number", text)
		}
		return x, nil
	}}
	share = Syntax{"share", func(text string) (any, error) {
		digits, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
		x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; expected one such as 0.25, or 25%%", text)
		}
		if percent {
			x /= 100
		}
		return x, nil
	}}
	whole = Syntax{"int", func(text string) (any, error) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number; expected one such as 10", text)
		}
		return n, nil
	}}
	Truth = Syntax{"bool", func(text string) (any, error) {
		x, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q; expected true or false", text)
		}
		return x, nil
	}}
	Text   = Syntax{"string", func(text string) (any, error) { return text, nil }}
	Triple = Syntax{"X,Y,Z", func(text string) (any, error) {
		var v Vector
		err := v.Set(text)
		return v, err
	}}
	// Wrench is a force, and maybe a moment, on a link, for a time or always: a scenario.Disturbance.
	Wrench = Syntax{"LINK:fx,fy,fz[,nx,ny,nz][:link][@t0:t1]", disturbance}
)

// Plain reads the numbers of a joint.
func Plain(text string) (any, error) {
	values, err := readNumbers(text, ',')
	return scenario.Numbers(values), err
}

// Angles reads the numbers of a joint, each of which may be in degrees.
func Angles(text string) (any, error) {
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

// Bounds reads LOWER,UPPER, and reports whether one of the numbers was in degrees, and whether both are numbers.
func Bounds(text string) (lower, upper float64, degrees, ok bool) {
	parts := strings.Split(text, ",")
	if len(parts) != 2 {
		return 0, 0, false, false
	}
	var bounds [2]float64
	for i, part := range parts {
		x, turns := scenario.ParseDegrees(part)
		if !turns {
			var err error
			if x, err = finite(strings.TrimSpace(part)); err != nil {
				return 0, 0, false, false
			}
		}
		bounds[i], degrees = x, degrees || turns
	}
	return bounds[0], bounds[1], degrees, true
}

// disturbance reads LINK:fx,fy,fz[,nx,ny,nz][@t0:t1].
func disturbance(s string) (any, error) {
	var d scenario.Disturbance
	fail := fmt.Errorf("%q; expected LINK:fx,fy,fz[,nx,ny,nz][:link][@t0:t1], such as tool0:0,0,-20@1:1.5", s)
	load, times, timed := CutLast(s, '@')
	link, numbers, ok := CutLast(load, ':')
	if !ok && timed { // a link with an @ in its name
		load, timed = s, false
		link, numbers, ok = CutLast(load, ':')
	}
	if ok && numbers == "link" { // the axes
		d.Frame = numbers
		link, numbers, ok = CutLast(link, ':')
	}
	if !ok {
		return d, fail
	}
	d.Link = link
	values, err := readNumbers(numbers, ',')
	if err != nil {
		return d, err
	}
	if len(values) != 3 && len(values) != 6 {
		return d, fail
	}
	copy(d.Force[:], values)
	copy(d.Moment[:], values[3:])
	if timed {
		span, err := readNumbers(times, ':')
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
