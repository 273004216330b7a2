package aba

import (
	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// ArticulatedInertia sets dst, 6 x 6 row by row, to the articulated inertia of a link of the model's Links at position
// q: the map from the acceleration of the link to the force that this takes, where all that hangs on the link's body is
// free to move and nothing carries it. Rows and columns are those of [spatial.Motion], angular ones first, about the
// origin of the link's frame and in its axes (kg m², kg m, kg). For links of body 0 it is that of the whole robot.
// Source: Featherstone 2008, section 7.1.
//
// The error is a *tree.SingularError if a joint moves no inertia; then dst is not usable. Where joints
// follow others, another one says that some of them move bodies on both sides of the link. It panics if a slice has the
// wrong length. O(n), no allocation unless there is an error; where joints follow others see articulatedCoupled.
func (s *Solver) ArticulatedInertia(dst, q []float64, link int) error {
	s.model.CheckLengths(q)
	if len(dst) != 36 {
		panic("aba: an articulated inertia has 6 x 6 numbers")
	}
	if s.coupled != nil {
		return s.articulatedCoupled(dst, q, link)
	}
	if err := s.articulate(q); err != nil {
		return err
	}
	l := &s.model.Links()[link]
	a := s.bodies[l.Body].IA
	if l.Body == 0 {
		a.SetRigid(&s.bodies[0].m.Inertia)
		s.addChildren(&a)
	}
	for k := range 6 {
		var m spatial.Motion
		var f spatial.Force
		if k < 3 {
			m.Ang[k] = 1
		} else {
			m.Lin[k-3] = 1
		}
		l.Placement.InverseMotion(&m, &m)
		a.Apply(&f, &m)
		l.Placement.ApplyForce(&f, &f)
		for r := range 3 {
			dst[6*r+k], dst[6*(3+r)+k] = f.Ang[r], f.Lin[r]
		}
	}
	return nil
}

// addChildren adds to a, the inertia of body 0, what its children transmit, which the passes leave out.
func (s *Solver) addChildren(a *kernel.ArticulatedInertia) {
	for _, i := range s.model.Children(0) {
		b := &s.bodies[i]
		if b.m.Kind == tree.Revolute && b.added == 0 {
			b.X.AddRevolute(a, a, &b.IA, &b.W)
			continue
		}
		b.free(&s.ia)
		b.X.AddInertia(a, a, &s.ia)
	}
}
