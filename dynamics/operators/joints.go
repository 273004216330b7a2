package operators

import "kinetree/spatial"

// H returns the operator of the joint axes, 6 N x nv: the motion that each joint adds to its body from the rates. Its
// transpose takes the efforts from the forces through the joints. A joint that follows another one has its ratio
// times S in the column of that one.
//
//	(H v)_i = S_i v_i,   (Hᵀ f)_i = S_iᵀ f_i
func (s *System) H() Operator { return axes{s} }

type axes struct{ *System }

func (h axes) Size() (int, int) { return h.stack(), h.model.NV() }

func (h axes) Apply(dst, x []float64) {
	checkSize(dst, h.stack(), x, h.model.NV())
	for i := 1; i < len(h.bodies); i++ {
		var m spatial.Motion
		h.model.Bodies()[i].AddRate(&m, x)
		putMotion(dst, i, &m)
	}
}

func (h axes) ApplyTransposed(dst, x []float64) {
	checkSize(dst, h.model.NV(), x, h.stack())
	clear(dst)
	for i := 1; i < len(h.bodies); i++ {
		f := forceAt(x, i)
		h.model.Bodies()[i].AddEffort(dst, &f)
	}
}

// T returns the operator of the efforts, 6 N x nv: the forces through the joints that have given efforts and, in the
// axes of its S, nothing more. Hᵀ T = 1. It panics if joints follow others.
func (s *System) T() Operator {
	s.mustBeIndependent()
	return columns{s, s.model.NV(), func(b *articulated) []spatial.Force { return b.split.T }}
}

// W returns the operator of the constraint forces, with a column for each motion that a joint does not allow: 6 − k
// for a joint of k rates. Hᵀ W = 0. It panics if joints follow others.
func (s *System) W() Operator {
	s.mustBeIndependent()
	return columns{s, s.stack() - s.model.NV(), func(b *articulated) []spatial.Force { return b.split.W }}
}

func (s *System) mustBeIndependent() {
	if s.model.Coupled() {
		panic("operators: joints of the model " + s.model.Name() +
			" follow others, so the forces through them do not come apart joint by joint")
	}
}

// columns is an operator that has blocks of columns on its diagonal, one for each body.
type columns struct {
	*System
	n  int
	of func(*articulated) []spatial.Force
}

func (c columns) Size() (int, int) { return c.stack(), c.n }

func (c columns) Apply(dst, x []float64) {
	checkSize(dst, c.stack(), x, c.n)
	at := 0
	for i := 1; i < len(c.bodies); i++ {
		var f spatial.Force
		for _, column := range c.of(&c.bodies[i]) {
			f.AddScaled(x[at], &column)
			at++
		}
		putForce(dst, i, &f)
	}
}

func (c columns) ApplyTransposed(dst, x []float64) {
	checkSize(dst, c.n, x, c.stack())
	at := 0
	for i := 1; i < len(c.bodies); i++ {
		m := motionAt(x, i)
		for _, column := range c.of(&c.bodies[i]) {
			dst[at] = m.Dot(&column)
			at++
		}
	}
}
