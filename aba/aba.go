// Package aba computes forward dynamics with the articulated-body algorithm: the accelerations that given efforts
// and wrenches cause,
//
//	q̈ = M(q)⁻¹ (τ + Jᵀ f_ext − C(q, q̇) q̇ − g(q)),
//
// in O(n) operations, without forming M.
//
// All quantities are in body coordinates (body frames, see package tree), spatial vectors have the angular part first. X is the
// transform of motions from body λ(i) to body i, S the motion subspace of joint i, f_ext a wrench on a link.
// Gravity acts as an acceleration −g of the base. Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008,
// section 7.3 and table 7.1.
//
//	Pass 1, base to tips: velocities and bias terms
//	    v  = X v_λ + S q̇
//	    c  = v × S q̇
//	    IA = I
//	    pA = v ×* I v − f_ext
//	Pass 2, tips to base: articulated inertias and bias forces
//	    U = IA S,  D = Sᵀ U,  u = τ − Sᵀ pA
//	    Ia = IA − U D⁻¹ Uᵀ
//	    pa = pA + Ia c + U D⁻¹ u
//	    IA_λ += Xᵀ Ia X,  pA_λ += Xᵀ pa
//	Pass 3, base to tips: accelerations
//	    a' = X a_λ + c
//	    q̈  = D⁻¹ (u − Uᵀ a')
//	    a  = a' + S q̈
package aba

import (
	"fmt"
	"math"

	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model  *tree.Model
	bodies []body
}

// body holds the quantities of table 7.1 for one body.
type body struct {
	X    spatial.Axial              // pose in λ
	v, a spatial.Motion             // velocity; acceleration with gravity folded in
	c    spatial.Motion             // bias acceleration v × S q̇
	IA   spatial.ArticulatedInertia // from pass 2 on Ia
	pA   spatial.Force              // from pass 2 on pa, except for children of the base
	U    spatial.Force              // IA S
	Dinv float64                    // D⁻¹
	u    float64                    // τ − Sᵀ pA
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	s := &Solver{m, make([]body, len(m.Bodies()))}
	for i, b := range m.Bodies() {
		s.bodies[i].X = b.X
	}
	g := m.BaseGravity()
	s.bodies[0].a.Lin = g.Mul(-1)
	return s
}

// ForwardDynamics sets qdd (rad/s², m/s²) to the accelerations at position q, velocity qd (rad/s, m/s) and effort tau
// (N m, N). The wrench fext[l] acts on link l of the model's Links at the origin of the link's frame, in the link's
// axes; fext may be nil for none.
//
// The error is a *SingularError if a joint moves no inertia; then qdd is not usable. A state that is not finite gives an error or
// accelerations that are not finite. It panics if a slice has the wrong length. O(n), no allocation unless there is an error.
func (s *Solver) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	s.model.CheckLengths(q, qd, tau, qdd)
	s.model.CheckWrenches(fext)
	s.velocities(q, qd)
	s.wrenches(fext)
	if i := s.inertias(tau); i > 0 {
		return s.singular(i)
	}
	s.accelerations(qdd)
	return nil
}

// velocities is pass 1.
func (s *Solver) velocities(q, qd []float64) {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		m, b := &bodies[i], &s.bodies[i]
		m.Place(&b.X, q)
		b.X.ApplyMotion(&b.v, &s.bodies[m.Parent].v)
		m.AddRate(&b.v, qd[m.V])
		m.Cross(&b.c, &b.v, qd[m.V])
		b.IA.SetRigid(&m.Inertia)
		m.Inertia.BiasForce(&b.pA, &b.v)
	}
}

// wrenches subtracts the external wrenches from the bias forces.
func (s *Solver) wrenches(fext []spatial.Force) {
	var f spatial.Force
	for l := range fext {
		link := &s.model.Links()[l]
		link.Placement.InverseForce(&f, &fext[l])
		s.bodies[link.Body].pA.AddScaled(-1, &f)
	}
}

// inertias is pass 2. It returns the number of a body whose joint moves no inertia, or 0.
func (s *Solver) inertias(tau []float64) int {
	bodies := s.model.Bodies()
	for i := len(bodies) - 1; i > 0; i-- {
		m, b := &bodies[i], &s.bodies[i]
		b.u = tau[m.V] - m.Effort(&b.pA)
		b.Dinv = m.Free(&b.IA, &b.U)
		if b.Dinv == 0 {
			return i
		}
		if m.Parent > 0 {
			parent := &s.bodies[m.Parent]
			b.IA.AddBias(&b.pA, &b.c, b.Dinv*b.u, &b.U)
			b.X.AddInertia(&parent.IA, &b.IA)
			b.X.AddForce(&parent.pA, &b.pA)
		}
	}
	return 0
}

// accelerations is pass 3.
func (s *Solver) accelerations(qdd []float64) {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		m, b := &bodies[i], &s.bodies[i]
		b.X.ApplyMotion(&b.a, &s.bodies[m.Parent].a)
		b.a.Add(&b.c)
		rate := b.Dinv * (b.u - b.a.Dot(&b.U))
		m.AddRate(&b.a, rate)
		qdd[m.V] = rate
	}
}

// JointInertia returns the inertia that joint k of the model's Joints moved in the last ForwardDynamics (kg m² or kg): D, its
// predecessor held and the joints beyond it free.
func (s *Solver) JointInertia(k int) float64 { return 1 / s.bodies[s.model.Successor(k)].Dinv }

// SingularError says that the mass matrix is singular: an effort on a joint meets no inertia, so its acceleration is
// not defined.
type SingularError struct {
	Joint string
	D     float64 // the inertia that the joint moves (kg m² or kg); NaN if the state is not finite or overflows
}

func (e *SingularError) Error() string {
	switch {
	case math.IsNaN(e.D):
		return fmt.Sprintf("the inertia that joint %q moves is not finite: the state is not finite or too large", e.Joint)
	case e.D < 0:
		return fmt.Sprintf("joint %q moves a negative inertia (%.3g), which no body has; check the masses and inertias of the links that it carries", e.Joint, e.D)
	}
	return fmt.Sprintf("joint %q moves no inertia (%.3g), so its acceleration is not defined; give the links that it carries mass and inertia, or make it fixed", e.Joint, e.D)
}

// singular returns the error for body i.
func (s *Solver) singular(i int) error {
	m, b := &s.model.Bodies()[i], &s.bodies[i]
	e := &SingularError{Joint: s.model.JointOf(i).Name, D: m.Effort(&b.U)} // Sᵀ U
	sum := 0.0                                                             // x − x is NaN if x is not finite
	for k := range b.IA.A {
		sum += b.IA.A[k] - b.IA.A[k] + b.IA.D[k] - b.IA.D[k]
	}
	if sum != 0 {
		e.D = math.NaN()
	}
	return e
}
