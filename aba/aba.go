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
//
// This is the algorithm for joints of one degree of freedom. One with several is freed a column of S at a time (columns.go). Joints that follow others
// are not freed each on its own; the accelerations of such robots come from the mass matrix (coupled.go).
package aba

import (
	"math"
	"slices"

	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model   *tree.Model
	bodies  []body
	coupled *coupled  // nil unless joints follow others
	rates   []rate    // where the quantities of each rate are
	before  []int     // the rate before each rate on its way to the base, or -1
	L       []float64 // room for a row of L, see inverse.go
}

// body holds the quantities of table 7.1 for one body.
type body struct {
	X    spatial.Axial              // pose in λ
	v, a spatial.Motion             // velocity; acceleration with gravity folded in
	c    spatial.Motion             // bias acceleration v × S q̇
	IA   spatial.ArticulatedInertia // from pass 2 on Ia
	pA   spatial.Force              // from pass 2 on pa, except for children of the base
	U    spatial.Force              // IA S
	more float64                    // added to D, see Augment
	Dinv float64                    // D⁻¹
	u    float64                    // τ − Sᵀ pA
	cols []column                   // of a joint of several columns, instead of U, Dinv and u
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	s := &Solver{model: m, bodies: make([]body, len(m.Bodies()))}
	for i, b := range m.Bodies() {
		s.bodies[i].X = b.X
		if b.Kind > tree.Prismatic {
			s.bodies[i].cols = make([]column, len(b.S))
		}
	}
	if m.Coupled() {
		s.coupled = newCoupled(m)
	} else {
		length := []int(nil)
		s.before, length = ways(m)
		s.L = make([]float64, slices.Max(append(length, 0)))
		s.rates = rates(m)
	}
	s.MoveBase(tree.Rest())
	s.Augment(nil)
	return s
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) {
	s.bodies[0].v, s.bodies[0].a, _ = s.model.Base(b)
	if s.coupled != nil {
		s.coupled.rnea.MoveBase(b)
	}
}

// ForwardDynamics sets qdd (rad/s², m/s²) to the accelerations at position q, velocity qd (rad/s, m/s) and effort tau
// (N m, N). With a floating base, its six accelerations are the derivatives of its velocity's components, and its six efforts the force and the moment
// on the root link's origin, in its axes. The wrench fext[l] acts on link l of the model's Links at the origin of the link's frame, in the link's
// axes; fext may be nil for none.
//
// The error is a *tree.SingularError if a joint moves no inertia; then qdd is not usable. A state that is not finite gives an error or
// accelerations that are not finite. It panics if a slice has the wrong length. O(n), or O(n d²) with the depth d of the tree where joints follow others; no allocation unless
// there is an error.
func (s *Solver) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	s.model.CheckLengths(q, qd, tau, qdd)
	s.model.CheckWrenches(fext)
	if s.coupled != nil {
		return s.coupled.forwardDynamics(qdd, q, qd, tau, fext)
	}
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
		switch m.Kind {
		case tree.Revolute:
			rate := qd[m.V]
			b.v.Ang[2] += rate
			b.c.SetCrossRevolute(&b.v, rate)
		case tree.Prismatic:
			rate := qd[m.V]
			b.v.Lin[2] += rate
			b.c.SetCrossPrismatic(&b.v, rate)
		default:
			m.AddRate(&b.v, qd)
			m.Cross(&b.c, &b.v, qd)
		}
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
		switch m.Kind {
		case tree.Revolute:
			b.u = tau[m.V] - b.pA.Ang[2]
			b.freeRevolute()
		case tree.Prismatic:
			b.u = tau[m.V] - b.pA.Lin[2]
			b.freePrismatic()
		default:
			b.freeColumns(m, tau)
		}
		if math.IsNaN(b.Dinv) {
			return i
		}
		if m.Parent > 0 {
			parent := &s.bodies[m.Parent]
			if b.cols == nil {
				b.IA.AddBias(&b.pA, &b.c, b.Dinv*b.u, &b.U)
			} else {
				b.addBias()
			}
			b.X.AddInertia(&parent.IA, &b.IA)
			b.X.AddForce(&parent.pA, &b.pA)
		}
	}
	return 0
}

// freeRevolute takes from the articulated inertia of a body what its revolute joint does not transmit.
func (b *body) freeRevolute() {
	if b.more == 0 {
		b.Dinv = b.IA.FreeRevolute(&b.U)
	} else {
		b.Dinv = b.IA.HoldRevolute(&b.U, b.more)
	}
}

// freePrismatic is freeRevolute for a prismatic joint.
func (b *body) freePrismatic() {
	if b.more == 0 {
		b.Dinv = b.IA.FreePrismatic(&b.U)
	} else {
		b.Dinv = b.IA.HoldPrismatic(&b.U, b.more)
	}
}

// accelerations is pass 3.
func (s *Solver) accelerations(qdd []float64) {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		m, b := &bodies[i], &s.bodies[i]
		b.X.ApplyMotion(&b.a, &s.bodies[m.Parent].a)
		b.a.Add(&b.c)
		switch m.Kind {
		case tree.Revolute:
			rate := b.Dinv * (b.u - b.a.Dot(&b.U))
			b.a.Ang[2] += rate
			qdd[m.V] = rate
		case tree.Prismatic:
			rate := b.Dinv * (b.u - b.a.Dot(&b.U))
			b.a.Lin[2] += rate
			qdd[m.V] = rate
		default:
			b.accelerateColumns(m, qdd)
		}
	}
}

// singular returns the error for body i.
func (s *Solver) singular(i int) error {
	b := &s.bodies[i]
	e := &tree.SingularError{Joint: s.model.JointName(i), D: b.D(&s.model.Bodies()[i])}
	sum := 0.0 // x − x is NaN if x is not finite
	for k := range b.IA.A {
		sum += b.IA.A[k] - b.IA.A[k] + b.IA.D[k] - b.IA.D[k]
	}
	if sum != 0 {
		e.D = math.NaN()
	}
	return e
}

// D returns Sᵀ U where the joint was not freed.
func (b *body) D(m *tree.Body) float64 {
	switch m.Kind {
	case tree.Revolute:
		return b.U.Ang[2] + b.more
	case tree.Prismatic:
		return b.U.Lin[2] + b.more
	}
	for k := len(b.cols) - 1; ; k-- {
		if c := &b.cols[k]; math.IsNaN(c.Dinv) {
			return m.S[k].Dot(&c.U) + c.more
		}
	}
}
