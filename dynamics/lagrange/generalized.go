package lagrange

import "kinetree/spatial"

// The momenta of Hamilton's mechanics. With the momentum h of all that a joint carries, in the axes of its child, and
// the net force f = ḣ on it,
//
//	p = M(q) q̇ = Sᵀ h,   ṗ = M q̈ + Ṁ q̇ = Sᵀ (f − v ×* h),
//
// for S is constant in these axes, which move at v. Both are sums from the tips to the base. For ball, floating and
// custom joints p belongs to quasi-velocities: it is the momentum in the child's axes, and ṗ the derivative of its
// components.

// GeneralizedMomentum sets p (nv numbers: N m s, N s) to M(q) q̇ at position q and velocity qd; the motion of a moving
// base adds to it. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) GeneralizedMomentum(p, q, qd []float64) {
	s.model.CheckLengths(q, qd, p)
	s.kin.UpdateVelocity(q, qd)
	for i := 1; i < len(s.bodies); i++ {
		s.model.Bodies()[i].Inertia.Apply(&s.bodies[i].h, s.kin.BodyVelocity(i)) // h = I v
	}
	clear(p)
	for i := len(s.bodies) - 1; i > 0; i-- {
		b, h := &s.model.Bodies()[i], &s.bodies[i].h
		b.AddEffort(p, h) // p = Sᵀ h
		if b.Parent > 0 {
			s.kin.Local(i).AddForce(&s.bodies[b.Parent].h, h)
		}
	}
	for i, x := range s.model.Armature() {
		p[i] += float64(x * qd[i])
	}
}

// GeneralizedMomentumRate sets dst (nv numbers: N m, N) to the derivative in time of GeneralizedMomentum at position
// q, velocity qd and acceleration qdd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) GeneralizedMomentumRate(dst, q, qd, qdd []float64) {
	s.model.CheckLengths(q, qd, qdd, dst)
	s.kin.UpdateAcceleration(q, qd, qdd)
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		inertia, own := &bodies[i].Inertia, &s.bodies[i]
		inertia.Apply(&own.h, s.kin.BodyVelocity(i))
		inertia.NetForce(&own.f, s.kin.BodyAcceleration(i), s.kin.BodyVelocity(i)) // f = I a + v ×* I v
	}
	clear(dst)
	var f, turning spatial.Force
	for i := len(bodies) - 1; i > 0; i-- {
		b, own := &bodies[i], &s.bodies[i]
		turning.SetCross(s.kin.BodyVelocity(i), &own.h)
		f = own.f
		f.AddScaled(-1, &turning)
		b.AddEffort(dst, &f) // ṗ = Sᵀ (f − v ×* h)
		if b.Parent > 0 {
			x, up := s.kin.Local(i), &s.bodies[b.Parent]
			x.AddForce(&up.h, &own.h)
			x.AddForce(&up.f, &own.f)
		}
	}
	for i, x := range s.model.Armature() {
		dst[i] += float64(x * qdd[i])
	}
}
