package lagrange

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// The centre of mass c of a set of links, in the world. With the momentum [n; p] of these links,
//
//	m = Σ m_i,   m c = Σ m_i c_i,   m ċ = p
//
// so the Jacobian of c is the linear half of the momentum matrix divided by m. Links without mass have no centre: all
// results are 0 then.

// Mass returns the mass of a set of links (kg).
func (s *Solver) Mass(links LinkSet) float64 {
	bodies := s.model.Bodies()
	mass := 0.0
	for i := links.first(); i < len(bodies); i++ {
		mass += bodies[i].Inertia.M
	}
	return mass
}

// CenterOfMass returns the centre of mass of a set of links at position q (m). O(n), no allocation. It panics if the
// length of q is wrong.
func (s *Solver) CenterOfMass(q []float64, links LinkSet) mgl64.Vec3 {
	s.kin.Update(q)
	c, _ := s.center(links)
	return c
}

// CenterOfMassVelocity returns the velocity of the centre of mass of a set of links (m/s) at position q and velocity
// qd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) CenterOfMassVelocity(q, qd []float64, links LinkSet) mgl64.Vec3 {
	s.kin.UpdateVelocity(q, qd)
	h := s.momentum(mgl64.Vec3{}, links)
	return vec.Scaled(h.Lin, perMass(s.Mass(links)))
}

// CenterOfMassAcceleration returns the acceleration of the centre of mass of a set of links (m/s²) at position q,
// velocity qd and acceleration qdd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) CenterOfMassAcceleration(q, qd, qdd []float64, links LinkSet) mgl64.Vec3 {
	s.kin.UpdateAcceleration(q, qd, qdd)
	f := s.momentumRate(mgl64.Vec3{}, links)
	return vec.Scaled(f.Lin, perMass(s.Mass(links)))
}

// CenterOfMassJacobian sets dst, 3 x nv row by row, to the derivative of the centre of mass by the velocity: J q̇ is
// its velocity for a base at rest (m/s for a unit of a rate). O(n + nv), no allocation. It panics if a length is
// wrong.
func (s *Solver) CenterOfMassJacobian(dst, q []float64, links LinkSet) {
	n := s.model.NV()
	s.checkSize("Jacobian of the centre of mass", dst, 3*n)
	s.kin.Update(q)
	center, mass := s.center(links)
	s.place(center)
	s.compose()
	clear(dst)
	var h spatial.Force
	for i := range s.bodies {
		b := &s.bodies[i]
		for k := b.first; k < b.end; k++ {
			c := &s.columns[k]
			b.Ic.Apply(&h, &c.J)
			for r := range 3 {
				dst[r*n+c.rate] += float64(h.Lin[r] * perMass(mass)) // J = p/m
			}
		}
	}
}

// center returns the centre of mass of a set of links at the position of kin, and its mass.
func (s *Solver) center(links LinkSet) (c mgl64.Vec3, mass float64) {
	bodies := s.model.Bodies()
	var mc mgl64.Vec3
	for i := links.first(); i < len(bodies); i++ {
		inertia, world := &bodies[i].Inertia, s.kin.BodyPose(i)
		mc = mc.Add(vec.MulVec(world.R, inertia.MC)).Add(vec.Scaled(world.P, inertia.M))
		mass += inertia.M
	}
	return vec.Scaled(mc, perMass(mass)), mass
}

// perMass returns 1/m, or 0 without mass.
func perMass(m float64) float64 {
	if m == 0 {
		return 0
	}
	return 1 / m
}
