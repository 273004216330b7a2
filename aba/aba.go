// Package aba computes forward dynamics with the articulated-body algorithm: the accelerations that given efforts
// and wrenches cause,
//
//	q̈ = M(q)⁻¹ (τ + Jᵀ f_ext − C(q, q̇) q̇ − g(q)),
//
// in O(n) operations, without forming M.
//
// All quantities are in body coordinates (body frames, see package tree), spatial vectors have the angular part
// first. X is the transform of motions from body λ(i) to body i, S the motion subspace of joint i, f_ext a wrench on
// a link. Gravity acts as an acceleration −g of the base. Source: Featherstone, "Rigid Body Dynamics Algorithms",
// 2008, section 7.3 and table 7.1.
//
//	Pass 1, base to tips: velocities and bias terms
//	    v  = X v_λ + S q̇
//	    c  = v × S q̇
//	    IA = I
//	    pA = v ×* I v − f_ext
//	Pass 2, tips to base: articulated inertias and bias forces
//	    U = IA S,  D = Sᵀ U,  W = U D⁻¹
//	    Ia = IA − W Uᵀ,           IA_λ += Xᵀ Ia X
//	    u  = τ − Sᵀ pA
//	    pa = pA + Ia c + W u,     pA_λ += Xᵀ pa
//	Pass 3, base to tips: accelerations
//	    a' = X a_λ + c
//	    q̈  = D⁻¹ u − Wᵀ a'
//	    a  = a' + S q̈
//
// This is the algorithm for joints of one degree of freedom. One with several is freed a column of S at a time
// (columns.go). Joints that follow others are not freed each on its own; the accelerations of such robots come from
// the mass matrix (coupled.go), and of others where that is asked for, as by worlds with friction.
package aba

import (
	"math"
	"slices"

	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model   *tree.Model
	bodies  []body
	ia      kernel.ArticulatedInertia // Ia of the body that pass 2 has come to, where it is formed
	coupled *coupled                  // nil unless the mass matrix is factored, as where joints follow others
	rates   []rate                    // where the quantities of each rate are
	// for each rate, the one before it on the way to the base, or -1, and the first of the rates i, i+1, ... to it
	parentRate, chainStart []int
	k                      []float64 // room for a row of K, see inverse.go
}

// body holds the quantities of table 7.1 for one body.
type body struct {
	m      *tree.Body
	parent *body // λ
	// what Xᵀ Ia X is added to: I_λ for the first of siblings in pass 2, IA_λ for the others
	sum   *kernel.ArticulatedInertia
	X     kernel.Axial              // pose in λ
	v, a  spatial.Motion            // velocity; acceleration with gravity folded in
	c     spatial.Motion            // bias acceleration v × S q̇
	I     kernel.ArticulatedInertia // of the body alone
	IA    kernel.ArticulatedInertia
	pA    spatial.Force
	W     spatial.Force // U D⁻¹
	added float64       // added to D, see Augment
	Dinv  float64       // D⁻¹
	u     float64       // τ − Sᵀ pA
	cols  []column      // of a joint of several columns, instead of W, Dinv, u and root
	// see root.go
	root  float64        // D^(−1/2)
	moved spatial.Motion // acceleration by what FromRoot is given
}

// NewByMassMatrix returns a solver that takes the accelerations from the mass matrix, M⁻¹ (τ − h), instead of from
// articulated bodies: the composite-rigid-body algorithm and the factors of package crba, O(n d²) with the depth d of
// the tree. Other efforts in the same state, without wrenches, or with other rates held by Augment, take the factors
// alone. All else is as with New.
func NewByMassMatrix(m *tree.Model) *Solver { return newSolver(m, true) }

// New returns a solver for a model.
func New(m *tree.Model) *Solver { return newSolver(m, m.Coupled()) }

func newSolver(m *tree.Model, coupled bool) *Solver {
	m.CheckBuilt()
	s := &Solver{model: m, bodies: make([]body, len(m.Bodies()))}
	for i := range s.bodies {
		b := &s.bodies[i]
		for _, child := range m.Children(i) {
			s.bodies[child].parent, s.bodies[child].sum = b, &b.IA
			if child == slices.Max(m.Children(i)) {
				s.bodies[child].sum = &b.I
			}
		}
		if of := &m.Bodies()[i]; of.Kind > tree.Prismatic {
			b.cols = make([]column, len(of.S))
		}
	}
	if coupled {
		s.coupled = newCoupled(m)
	} else {
		s.ancestry(m)
		s.rates = rates(m)
	}
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
		b.X = b.m.X
		b.I.SetRigid(&b.m.Inertia)
		b.IA = b.I // which it stays where no other body hangs on it
	}
	if s.coupled != nil {
		s.coupled.reuse(m)
	}
	s.MoveBase(tree.Rest())
	s.Augment(nil)
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) {
	s.bodies[0].v, s.bodies[0].a, _ = s.model.Base(b)
	if s.coupled != nil {
		s.coupled.moveBase(b)
	}
}

// ForwardDynamics sets qdd (rad/s², m/s²) to the accelerations at position q, velocity qd (rad/s, m/s) and effort tau
// (N m, N). With a floating base, its six accelerations are the derivatives of its velocity's components, and its six
// efforts the force and the moment on the root link's origin, in its axes. The wrench fext[l] acts on link l of the
// model's Links at the origin of the link's frame, in the link's axes; fext may be nil for none.
//
// The error is a *tree.SingularError if a joint moves no inertia, and a *tree.PoseError if a quaternion is zero; then
// qdd is not usable. A state that is not finite gives an error or accelerations that are not finite. It panics if a
// slice has the wrong length. O(n), or O(n d²) with the depth d of the tree where joints follow others; no allocation
// unless there is an error.
func (s *Solver) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	s.model.CheckLengths(q, qd, tau, qdd)
	s.model.CheckWrenches(fext)
	if s.coupled != nil {
		return s.coupled.forwardDynamics(qdd, q, qd, tau, fext)
	}
	if err := s.model.CheckPosition(q); err != nil {
		return err
	}
	s.velocities(q, qd)
	s.wrenches(fext)
	if err := s.inertias(tau); err != nil {
		return err
	}
	s.accelerations(qdd)
	return nil
}

// velocities is pass 1.
func (s *Solver) velocities(q, qd []float64) {
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			b.X.SetAngle(m.Coordinate(q))
			b.X.MoveRevolute(&b.v, &b.c, &b.parent.v, qd[m.V])
		case tree.Prismatic:
			m.Place(&b.X, q)
			b.X.MovePrismatic(&b.v, &b.c, &b.parent.v, qd[m.V])
		default:
			m.Place(&b.X, q)
			b.X.ApplyMotion(&b.v, &b.parent.v)
			m.AddRate(&b.v, qd)
			m.Cross(&b.c, &b.v, qd)
		}
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

// inertias is pass 2. The error says which joint moves no inertia.
func (s *Solver) inertias(tau []float64) error {
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		b.free(&s.ia)
		if math.IsNaN(b.Dinv) {
			return s.singular(i)
		}
		b.bias(tau, &s.ia)
	}
	return nil
}

// free is the part of pass 2 that carries to the parent what the joint transmits of the articulated inertia. It leaves
// this in Ia, except for a revolute joint with nothing added to D. Dinv is NaN if the joint moves no inertia.
//
//twin:ordinary
func (b *body) free(Ia *kernel.ArticulatedInertia) {
	m := b.m
	if m.Kind == tree.Revolute && b.added == 0 {
		b.Dinv = b.IA.FreeRevolute(&b.W)
		if m.Parent > 0 {
			b.X.AddRevolute(&b.parent.IA, b.sum, &b.IA, &b.W)
		}
		return
	}
	*Ia = b.IA
	switch m.Kind {
	case tree.Revolute:
		b.Dinv = Ia.HoldRevolute(&b.W, b.added)
	case tree.Prismatic:
		b.Dinv = Ia.HoldPrismatic(&b.W, b.added)
	default:
		b.freeColumns(Ia)
	}
	if m.Parent > 0 {
		b.X.AddInertia(&b.parent.IA, b.sum, Ia)
	}
}

// bias is the part of pass 2 that carries the bias force to the parent, after free.
//
//twin:ordinary
func (b *body) bias(tau []float64, Ia *kernel.ArticulatedInertia) {
	m := b.m
	switch m.Kind {
	case tree.Revolute:
		b.u = tau[m.V] - b.pA.Ang[2]
		switch {
		case m.Parent == 0:
			return
		case b.added == 0:
			b.X.AddBiasRevolute(&b.parent.pA, &b.pA, &b.IA, &b.W, &b.c, tau[m.V])
			return
		}
		Ia.AddBias(&b.pA, &b.c, b.u, &b.W)
	case tree.Prismatic:
		b.u = tau[m.V] - b.pA.Lin[2]
		Ia.AddBias(&b.pA, &b.c, b.u, &b.W)
	default:
		b.biasColumns(tau, Ia)
	}
	if m.Parent > 0 {
		b.X.AddForce(&b.parent.pA, &b.pA)
	}
}

// accelerations is pass 3.
func (s *Solver) accelerations(qdd []float64) {
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			qdd[m.V] = b.X.AccelerateRevolute(&b.a, &b.parent.a, &b.c, &b.W, float64(b.Dinv*b.u))
		case tree.Prismatic:
			qdd[m.V] = b.X.AcceleratePrismatic(&b.a, &b.parent.a, &b.c, &b.W, float64(b.Dinv*b.u))
		default:
			b.X.ApplyMotion(&b.a, &b.parent.a)
			b.a.Add(&b.c)
			b.accelerateColumns(qdd)
		}
	}
}

// singular returns the error for body i.
func (s *Solver) singular(i int) error {
	b := &s.bodies[i]
	d := b.D()
	sum := 0.0 // x − x is NaN if x is not finite
	for k := range b.IA.A {
		sum += b.IA.A[k] - b.IA.A[k] + b.IA.D[k] - b.IA.D[k]
	}
	if sum != 0 {
		d = math.NaN()
	}
	return s.model.Singular(i, d)
}

// D returns Sᵀ U where the joint was not freed.
func (b *body) D() float64 {
	switch b.m.Kind {
	case tree.Revolute:
		return b.IA.A[5] + b.added
	case tree.Prismatic:
		return b.IA.D[5] + b.added
	}
	for k := len(b.cols) - 1; ; k-- {
		if c := &b.cols[k]; math.IsNaN(c.Dinv) {
			return b.m.S[k].Dot(&c.U) + c.added
		}
	}
}
