package lagrange

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
)

// The momentum of the robot: the sum over its links of the linear momentum, and of the moment of momentum about a
// point, in the world's axes. X is the transform of motions from the frame of this point, with the world's axes, to a
// body:
//
//	h = Σ Xᵀ I v = A(q) q̇,   A_k = Ic J_k,   ḣ = Σ Xᵀ (I a + v ×* I v) = A q̈ + Ȧ q̇
//
// with column k of the motion subspaces, J_k, and the inertia Ic of all that its joint carries, both in the frame of
// the point. About the centre of mass, A is the centroidal momentum matrix. The rate ḣ is the wrench of all external
// forces together: gravity, contacts, and what holds the base. Source: Orin and Goswami, "Centroidal momentum matrix
// of a humanoid robot: structure and properties", IROS 2008; Featherstone, "Rigid Body Dynamics Algorithms", 2008,
// sections 2.13 and 5.3.

// Momentum returns the momentum of all links about the world's origin, in the world's axes (N m s, N s), at position
// q and velocity qd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) Momentum(q, qd []float64) spatial.Force {
	s.kin.UpdateVelocity(q, qd)
	return s.momentum(mgl64.Vec3{}, All)
}

// CentroidalMomentum returns the momentum of a set of links about its centre of mass, in the world's axes (N m s, N
// s), at position q and velocity qd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) CentroidalMomentum(q, qd []float64, links LinkSet) spatial.Force {
	s.kin.UpdateVelocity(q, qd)
	center, _ := s.center(links)
	return s.momentum(center, links)
}

// MomentumRate returns the derivative in time of Momentum (N m, N) at position q, velocity qd and acceleration qdd.
// O(n), no allocation. It panics if a length is wrong.
func (s *Solver) MomentumRate(q, qd, qdd []float64) spatial.Force {
	s.kin.UpdateAcceleration(q, qd, qdd)
	return s.momentumRate(mgl64.Vec3{}, All)
}

// CentroidalMomentumRate returns the derivative in time of CentroidalMomentum (N m, N) at position q, velocity qd and
// acceleration qdd. O(n), no allocation. It panics if a length is wrong.
func (s *Solver) CentroidalMomentumRate(q, qd, qdd []float64, links LinkSet) spatial.Force {
	s.kin.UpdateAcceleration(q, qd, qdd)
	center, _ := s.center(links)
	return s.momentumRate(center, links) // the point moves along p, so it adds no ċ × p
}

// MomentumMatrix sets dst, 6 x nv row by row, to the matrix A about the world's origin: A q̇ is the Momentum for a
// base at rest. The three angular rows come first. O(n + nv), no allocation. It panics if a length is wrong.
func (s *Solver) MomentumMatrix(dst, q []float64) {
	s.checkSize("momentum matrix", dst, 6*s.model.NV())
	s.kin.Update(q)
	s.momentumMatrix(dst, mgl64.Vec3{})
}

// CentroidalMomentumMatrix sets dst, 6 x nv row by row, to the matrix A about the centre of mass of a set of links: A
// q̇ is the CentroidalMomentum of the set for a base at rest. The three angular rows come first. O(n + nv), no
// allocation. It panics if a length is wrong.
func (s *Solver) CentroidalMomentumMatrix(dst, q []float64, links LinkSet) {
	s.checkSize("centroidal momentum matrix", dst, 6*s.model.NV())
	s.kin.Update(q)
	center, _ := s.center(links)
	s.momentumMatrix(dst, center)
}

// LockedInertia returns the inertia that a set of links would have as one rigid body, about its centre of mass and in
// the world's axes, at position q. O(n), no allocation. It panics if the length of q is wrong.
func (s *Solver) LockedInertia(q []float64, links LinkSet) (sum spatial.Inertia) {
	s.kin.Update(q)
	center, _ := s.center(links)
	bodies := s.model.Bodies()
	var x spatial.Transform
	var inertia spatial.Inertia
	for i := links.first(); i < len(bodies); i++ {
		seenFrom(&x, center, s.kin.BodyPose(i))
		kernel.InverseRigid(&inertia, &x, &bodies[i].Inertia)
		sum.Add(&inertia)
	}
	return sum
}

// momentum returns the momentum of a set of links about a point, at the state of kin.
func (s *Solver) momentum(about mgl64.Vec3, links LinkSet) (sum spatial.Force) {
	bodies := s.model.Bodies()
	var x spatial.Transform
	var h spatial.Force
	for i := links.first(); i < len(bodies); i++ {
		bodies[i].Inertia.Apply(&h, s.kin.BodyVelocity(i)) // h = I v
		seenFrom(&x, about, s.kin.BodyPose(i))
		x.InverseForce(&h, &h)
		sum.Add(&h)
	}
	return sum
}

// momentumRate returns the rate of the momentum of a set of links about a point, at the state of kin.
func (s *Solver) momentumRate(about mgl64.Vec3, links LinkSet) (sum spatial.Force) {
	bodies := s.model.Bodies()
	var x spatial.Transform
	var f spatial.Force
	for i := links.first(); i < len(bodies); i++ {
		bodies[i].Inertia.NetForce(&f, s.kin.BodyAcceleration(i), s.kin.BodyVelocity(i)) // f = I a + v ×* I v
		seenFrom(&x, about, s.kin.BodyPose(i))
		x.InverseForce(&f, &f)
		sum.Add(&f)
	}
	return sum
}

// momentumMatrix sets dst to A about a point, at the position of kin.
func (s *Solver) momentumMatrix(dst []float64, about mgl64.Vec3) {
	s.place(about)
	s.compose()
	clear(dst)
	n := s.model.NV()
	var h spatial.Force
	for i := range s.bodies {
		b := &s.bodies[i]
		for k := b.first; k < b.end; k++ {
			c := &s.columns[k]
			b.Ic.Apply(&h, &c.J) // A_k = Ic J_k
			for r := range 3 {
				dst[r*n+c.rate] += h.Ang[r]
				dst[(3+r)*n+c.rate] += h.Lin[r]
			}
		}
	}
}
