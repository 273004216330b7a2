package rnea

import "kinetree/spatial"

// BasePower returns what moves the base does per second (W) in the motion of the last InverseDynamics with the wrenches
// fext, which may be nil: the product of the base's velocity with the force on it, f of the recursion for body 0, the
// root link with all that is fixed to it. It is 0 for a base at rest. O(n), no allocation.
func (s *Solver) BasePower(fext []spatial.Force) float64 {
	base := &s.bodies[0]
	var f, child spatial.Force
	base.m.Inertia.NetForce(&f, &base.a, &base.v)
	for i := 1; i < len(s.bodies); i++ {
		if b := &s.bodies[i]; b.m.Parent == 0 {
			b.X.InverseForce(&child, &b.f)
			f.Add(&child)
		}
	}
	for l := range fext {
		if link := &s.model.Links()[l]; link.Body == 0 {
			link.Placement.InverseForce(&child, &fext[l])
			f.AddScaled(-1, &child)
		}
	}
	return base.v.Dot(&f)
}
