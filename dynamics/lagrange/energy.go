package lagrange

import "kinetree/internal/vec"

// Energy returns the kinetic energy T = ½ Σ vᵀ I v and the potential energy U = −Σ m g·c of all links, the drives of
// joints counted in (J), at position q and velocity qd. U is zero for a mass at the world's origin, so with gravity
// along −z it counts from z = 0. The masses and first moments of bodies are carried from body to body to the base.
// O(n), no allocation. It panics if a slice has the wrong length.
func (s *Solver) Energy(q, qd []float64) (kinetic, potential float64) {
	s.kin.UpdateVelocity(q, qd)
	bodies := s.model.Bodies()
	for i := range bodies {
		b := &bodies[i]
		kinetic += b.Inertia.KineticEnergy(s.kin.BodyVelocity(i))
		s.bodies[i].mass, s.bodies[i].moment = b.Inertia.M, b.Inertia.MC
	}
	for i := len(bodies) - 1; i > 0; i-- {
		b, parent := &s.bodies[i], &s.bodies[bodies[i].Parent]
		s.kin.Local(i).AddMoment(&parent.moment, &b.moment, b.mass)
		parent.mass += b.mass
	}
	base, world, gravity := &s.bodies[0], s.kin.BodyPose(0), s.model.Gravity()
	moment := vec.Of(vec.Mul(&world.R, vec.Load(&base.moment))).Add(vec.Load(&world.P).Scale(base.mass))
	potential = -vec.Load(&gravity).Dot(moment)
	for i, x := range s.model.Armature() {
		kinetic += float64(0.5 * x * qd[i] * qd[i])
	}
	return kinetic, potential
}
