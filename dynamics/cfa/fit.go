package cfa

import (
	"errors"
	"fmt"
	"strings"

	"kinetree/internal/kernel"
	"kinetree/tree"
)

// inverses returns the inverse inertia of each body, the zero value for the immovable base.
func inverses(m *tree.Model) ([]kernel.InverseInertia, error) {
	out := make([]kernel.InverseInertia, len(m.Bodies()))
	var faults []error
	for i := 1; i < len(out); i++ {
		var ok bool
		// each joint once
		if out[i], ok = kernel.Invert(&m.Bodies()[i].Inertia); !ok && !(inside(m, i) && inside(m, i-1)) {
			faults = append(faults, noInverse(m, i))
		}
	}
	return out, errors.Join(faults...)
}

// noInverse says why the inertia of body i has no inverse.
func noInverse(m *tree.Model, i int) error {
	name, mass := m.JointName(i), m.Bodies()[i].Inertia.M
	const remedy = "; constraint forces are found with the inverse of each body's inertia. Give it mass and inertia " +
		"about all axes, or use package aba"
	switch {
	case inside(m, i):
		return fmt.Errorf("joint %q is a chain of single axes with a body without mass between them; expected one "+
			"that turns about or slides along one axis, "+
			"or has constant columns as spherical joints have. Use package aba", name)
	case mass == 0:
		return fmt.Errorf("what joint %q moves up to the next joint has no mass"+remedy, name)
	default:
		return fmt.Errorf("what joint %q moves up to the next joint has a mass of %.6g kg and no rotational inertia "+
			"about some axis through its centre of mass"+remedy, name, mass)
	}
}

// inside reports whether body i is inside a joint that is a chain of single axes.
func inside(m *tree.Model, i int) bool {
	b := m.Bodies()
	return i+1 < len(b) && b[i].Joint >= 0 && b[i+1].Joint == b[i].Joint
}

// notSerial names what keeps a model from being a serial chain of independent joints.
//
//twin:ordinary
func notSerial(m *tree.Model) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for i := range m.Bodies() {
		if children := m.Children(i); len(children) > 1 {
			names := make([]string, len(children))
			for k, child := range children {
				names[k] = fmt.Sprintf("%q", m.JointName(child))
			}
			fault("the joints %s start from one body (%s); expected a serial chain. Use package aba for trees",
				strings.Join(names, ", "), bodyName(m, i))
		}
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			fault("joint %q follows %q; expected independent joints. Use package aba, or tree.IgnoreMimic", j.Name,
				m.Joints()[j.Leader].Name)
		}
		if j.Armature != 0 {
			fault("joint %q has a drive of inertia %v; expected joints whose effort is the whole force along their "+
				"axis. Use package aba", j.Name, j.Armature)
		}
	}
	return errors.Join(faults...)
}

// bodyName says which body is meant.
func bodyName(m *tree.Model, i int) string {
	if i == 0 {
		return "the base"
	}
	return fmt.Sprintf("moved by %q", m.JointName(i))
}
