package lagrange

import "kinetree/internal/vec"

// Energy returns the kinetic energy T = ½ Σ vᵀ I v and the potential energy U = −Σ m g·c of all links, the drives of
// joints counted in (J), at position q and velocity qd. U is zero for a mass at the world's origin, so with gravity
// along −z it counts from z = 0. O(n), no allocation. It panics if a slice has the wrong length.
func (s *Solver) Energy(q, qd []float64) (kinetic, potential float64) {
	s.kin.UpdateVelocity(q, qd)
	gravity := s.model.Gravity()
	g := vec.Load(&gravity)
	bodies := s.model.Bodies()
	for i := range bodies {
		inertia := &bodies[i].Inertia
		kinetic += inertia.KineticEnergy(s.kin.BodyVelocity(i))
		world := s.kin.BodyPose(i)
		mc := vec.Of(vec.Mul(&world.R, vec.Load(&inertia.MC))).Add(vec.Load(&world.P).Scale(inertia.M))
		potential -= g.Dot(mc)
	}
	for i, x := range s.model.Armature() {
		kinetic += float64(0.5 * x * qd[i] * qd[i])
	}
	return kinetic, potential
}
