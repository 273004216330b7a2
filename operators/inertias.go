package operators

import (
	"errors"
	"fmt"

	"kinetree/spatial"
	"kinetree/tree"
)

// M returns the operator of the bodies' spatial inertias, 6 N x 6 N: the momentum of each body at its velocity. It is its own transpose.
func (s *System) M() Operator { return inertias{s} }

type inertias struct{ *System }

func (m inertias) Size() (int, int) { return m.stack(), m.stack() }

func (m inertias) Apply(dst, x []float64) {
	checkSize(dst, m.stack(), x, m.stack())
	var f spatial.Force
	for i := 1; i < len(m.bodies); i++ {
		v := motionAt(x, i)
		m.model.Bodies()[i].Inertia.Apply(&f, &v)
		putForce(dst, i, &f)
	}
}

func (m inertias) ApplyTransposed(dst, x []float64) { m.Apply(dst, x) }

// MInverse returns M⁻¹, 6 N x 6 N: the acceleration of each body, cut loose from its joints and at rest, by a force on it. The error names each body that has no inverse.
func (s *System) MInverse() (Operator, error) {
	inverse, err := inverses(s.model)
	if err != nil {
		return nil, err
	}
	return mobilities{s, inverse}, nil
}

type mobilities struct {
	*System
	inverse []spatial.InverseInertia
}

func (m mobilities) Size() (int, int) { return m.stack(), m.stack() }

func (m mobilities) Apply(dst, x []float64) {
	checkSize(dst, m.stack(), x, m.stack())
	var a spatial.Motion
	for i := 1; i < len(m.bodies); i++ {
		f := forceAt(x, i)
		m.inverse[i].Apply(&a, &f)
		putMotion(dst, i, &a)
	}
}

func (m mobilities) ApplyTransposed(dst, x []float64) { m.Apply(dst, x) }

// inverses returns the inverse inertia of each body, and that of a body that nothing moves for the base.
func inverses(m *tree.Model) ([]spatial.InverseInertia, error) {
	out := make([]spatial.InverseInertia, len(m.Bodies()))
	var faults []error
	for i := 1; i < len(out); i++ {
		var ok bool
		if out[i], ok = m.Bodies()[i].Inertia.Inverse(); !ok {
			faults = append(faults, noInverse(m, i))
		}
	}
	return out, errors.Join(faults...)
}

// noInverse says why the inertia of body i has no inverse.
func noInverse(m *tree.Model, i int) error {
	name, mass := m.JointName(i), m.Bodies()[i].Inertia.M
	const remedy = "; constraint forces are found with the inverse of each body's inertia. Give it mass and inertia about all axes, or use package aba"
	switch b := m.Bodies(); {
	case i+1 < len(b) && b[i].Joint >= 0 && b[i+1].Joint == b[i].Joint:
		return fmt.Errorf("joint %q is a chain of single axes with a body without mass between them; expected one that turns about or slides along one axis, "+
			"or has constant columns as spherical joints have. Use package aba", name)
	case mass == 0:
		return fmt.Errorf("what joint %q moves up to the next joint has no mass"+remedy, name)
	default:
		return fmt.Errorf("what joint %q moves up to the next joint has a mass of %.6g kg and no rotational inertia about some axis through its centre of mass"+remedy, name, mass)
	}
}
