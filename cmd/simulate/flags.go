package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinetree/named"
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
	var values named.Values
	for _, part := range strings.Split(s[i+1:], ",") {
		x, err := finite(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		values = append(values, x)
	}
	if _, again := a[joint]; again {
		return fmt.Errorf("joint %q is given twice; keep one", joint)
	}
	a[joint] = values
	return nil
}

// vector is the value of a flag X,Y,Z.
type vector [3]float64

func (v *vector) String() string { return fmt.Sprintf("%g,%g,%g", v[0], v[1], v[2]) }

func (v *vector) Type() string { return "X,Y,Z" }

func (v *vector) Set(s string) error {
	parts := strings.Split(s, ",")
	if len(parts) != len(v) {
		return fmt.Errorf("%q; expected three numbers X,Y,Z", s)
	}
	for i, p := range parts {
		x, err := finite(strings.TrimSpace(p))
		if err != nil {
			return err
		}
		v[i] = x
	}
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
