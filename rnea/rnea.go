// Package rnea computes inverse dynamics with the recursive Newton-Euler algorithm: the efforts that given
// accelerations take,
//
//	τ = M(q) q̈ + C(q, q̇) q̇ + g(q) − Jᵀ f_ext,
//
// in O(n) operations, and with it the gravity effort g and the bias effort C q̇ + g.
//
// All quantities are in body coordinates (body frames, see package tree), spatial vectors have the angular part
// first. X is the transform of motions from body λ(i) to body i, S the motion subspace of joint i, f_ext a wrench on
// a link. Gravity acts as an acceleration −g of the base. Source: Featherstone, "Rigid Body Dynamics Algorithms",
// 2008, section 5.3 and table 5.1; Luh, Walker and Paul, "On-line computational scheme for mechanical manipulators",
// J. Dyn. Sys. Meas. Control 102, 1980.
//
//	Pass 1, base to tips: motions and the force that each body's own motion takes
//	    v = X v_λ + S q̇
//	    a = X a_λ + v × S q̇ + S q̈
//	    f = I a + v ×* I v − f_ext
//	Pass 2, tips to base: the force through each joint
//	    τ = Sᵀ f
//	    f_λ += Xᵀ f
//
// The inertias of drives (tree.WithArmature) add their part of M q̈.
package rnea

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model  *tree.Model
	bodies []body
	zero   []float64
}

// body holds the quantities of table 5.1 for one body.
type body struct {
	m      *tree.Body
	parent *body          // λ
	X      kernel.Axial   // pose in λ
	v, a   spatial.Motion // velocity; acceleration with gravity folded in
	f      spatial.Force  // through the joint from λ
	mass   float64        // of all that the joint carries, see Gravity
	moment mgl64.Vec3
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	m.CheckBuilt()
	s := &Solver{m, make([]body, len(m.Bodies())), make([]float64, m.NV())}
	s.Reuse(m)
	return s
}

// Reuse gives the solver another model of the same structure (tree.Model.SameStructure). The solver then equals a new
// solver of that model. No allocation.
func (s *Solver) Reuse(m *tree.Model) {
	s.model = m
	for i := range s.bodies {
		b := &s.bodies[i]
		b.m = &m.Bodies()[i]
		b.parent = &s.bodies[b.m.Parent]
		b.X = b.m.X
	}
	s.MoveBase(tree.Rest())
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) {
	s.bodies[0].v, s.bodies[0].a, _ = s.model.Base(b)
}

// InverseDynamics sets tau (N m, N) to the efforts that cause the accelerations qdd (rad/s², m/s²) at position q and
// velocity qd (rad/s, m/s). With a floating base, its six efforts are the force and the moment on the root link's
// origin, in its axes; for joints that follow others tau has the sums, Gᵀ τ. The wrench fext[l] acts on link l of the
// model's Links at the origin of the link's frame, in the link's axes; fext may be nil for none.
//
// A state that is not finite, or a quaternion of zeros, gives efforts that are not finite: see Model.CheckPosition. It
// panics if a slice has the wrong length. O(n), no
// allocation.
func (s *Solver) InverseDynamics(tau, q, qd, qdd []float64, fext []spatial.Force) {
	s.model.CheckLengths(q, qd, qdd, tau)
	s.model.CheckWrenches(fext)
	s.motions(q, qd, qdd)
	s.wrenches(fext)
	s.drives(tau, qdd)
	s.forces(tau)
}

// Bias sets tau to C(q, q̇) q̇ + g(q) − Jᵀ f_ext, the efforts at which nothing accelerates. See InverseDynamics.
func (s *Solver) Bias(tau, q, qd []float64, fext []spatial.Force) {
	s.InverseDynamics(tau, q, qd, s.zero, fext)
}

// motions is pass 1.
func (s *Solver) motions(q, qd, qdd []float64) {
	var c spatial.Motion // v × S q̇
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			b.X.SetAngle(m.Coordinate(q))
			b.X.MoveRevolute(&b.v, &c, &b.parent.v, float64(m.Ratio*qd[m.V]))
			c.Ang[2] = float64(m.Ratio * qdd[m.V]) // c + S q̈
		case tree.Prismatic:
			m.Place(&b.X, q)
			b.X.MovePrismatic(&b.v, &c, &b.parent.v, float64(m.Ratio*qd[m.V]))
			c.Lin[2] = float64(m.Ratio * qdd[m.V])
		default:
			m.Place(&b.X, q)
			b.X.ApplyMotion(&b.v, &b.parent.v)
			m.AddRate(&b.v, qd)
			m.Cross(&c, &b.v, qd)
			m.AddRate(&c, qdd)
		}
		b.X.AddMotion(&b.a, &c, &b.parent.a)
		m.Inertia.NetForce(&b.f, &b.a, &b.v)
	}
}

// wrenches subtracts the external wrenches from the forces.
func (s *Solver) wrenches(fext []spatial.Force) {
	var f spatial.Force
	for l := range fext {
		link := &s.model.Links()[l]
		link.Placement.InverseForce(&f, &fext[l])
		s.bodies[link.Body].f.AddScaled(-1, &f)
	}
}

// drives sets tau to what the inertias of drives take.
func (s *Solver) drives(tau, qdd []float64) {
	armature := s.model.Armature()
	if armature == nil {
		clear(tau)
		return
	}
	for i, x := range armature {
		tau[i] = float64(x * qdd[i])
	}
}

// forces is pass 2. It adds to tau.
func (s *Solver) forces(tau []float64) {
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			tau[m.V] += float64(m.Ratio * b.f.Ang[2])
		default:
			m.AddEffort(tau, &b.f)
		}
		if m.Parent > 0 {
			b.X.AddForce(&b.parent.f, &b.f)
		}
	}
}
