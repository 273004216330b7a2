package operators

import "kinetree/spatial"

// M returns the operator of the bodies' spatial inertias, 6 N x 6 N: the momentum of each body at its velocity. It is
// its own transpose.
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

// MInverse returns M⁻¹, 6 N x 6 N: the acceleration of each body, cut loose from its joints and at rest, by a force
// on it. The error names each body that has no inverse.
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
