package aba

// The derivatives of forward dynamics are those of its passes. Let q change to q ⊕ ε e_k by the column S_k of joint
// j, or q̇ by ε e_k. Package rnea tells which force the change takes of each body i that j carries while
// accelerations stay, with the letters of kernel.MotionVariation, in the axes of the body:
//
//	I_i ψ̈_k + B_i ψ̇_k   by q,     I_i σ_k + B_i S_k   by q̇
//
// and S_k ×* f by q in joint j, since the force f through it moves along. In package rnea these forces go down to the
// base through joints that are held. Here they go through joints that are free, as the bias forces of ABA's pass 2
// do: I is IA, and B is articulated in the same way,
//
//	N = Bᵀ S,   B_λ += Xᵀ (B − W Nᵀ) X
//
// A joint does not transmit the component Sᵀ Δf of a force: it accelerates by −D⁻¹ Sᵀ Δf, with the joints before it
// held. Let u_i be such accelerations of rate i, of the column S in joint l, by the coordinate and the rate k:
//
//	l is j, or j carries l:  u_i = −Wᵀ ψ̈_k − D⁻¹ Nᵀ ψ̇_k   by q,   u_i = −Wᵀ σ_k − D⁻¹ Nᵀ S_k   by q̇
//	l carries j:             u_i = −D⁻¹ Sᵀ Δf,   Δf = Δf − W Sᵀ Δf   for the forces Δf of column k, towards the base
//	Neither:                 u_i = 0
//
// Then the rates before rate i are freed, too, from the base to the tips. It follows them as in pass 3 of ABA, with
// the elements K_ij = −L_ij = −W_iᵀ S_j of inverse.go:
//
//	Δq̈_i = u_i + Σ K_ij Δq̈_j
//
// W and N go down to the base together with the forces, and meet the S, ψ̇, ψ̈ and σ of each joint on the way. The
// derivative by τ is M⁻¹, see inverse.go.
//
// In matrices this is ∂q̈/∂q = −M⁻¹ ∂τ/∂q (Carpentier and Mansard, "Analytical derivatives of rigid body dynamics
// algorithms", Robotics: Science and Systems 2018) with M = Lᵀ D L: u is −D⁻¹ L⁻ᵀ ∂τ/∂q, found without L⁻ᵀ, and has
// the zeros of ∂τ/∂q.

import (
	"kinetree/internal/floats"
	"kinetree/internal/kernel"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// DerivativeSolver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type DerivativeSolver struct {
	forward        *Solver
	keepDirections bool // the wrenches are dead loads, see TurnWrenches
	bodies         []variable
	columns        []kernel.MotionVariation        // of each rate
	sensitivities  []kernel.ArticulatedSensitivity // of each rate
	x              []float64                       // K, dq, dqd and dtau side by side, nv x 4 nv or 3 nv row by row
	deadLoads      []kernel.Coriolis               // of each body, the map that dead loads lack
	coupled        *coupledDerivatives
}

// variable holds what the derivatives need of one body besides what the accelerations do.
type variable struct {
	B    kernel.ArticulatedCoriolis
	v, a spatial.Motion // of λ, for a joint of several columns
	end  int            // of the rates that the body carries, which begin with its own
}

// NewDerivatives returns a solver for a model. It takes O(nv²) memory.
func NewDerivatives(m *tree.Model) *DerivativeSolver {
	m.CheckBuilt()
	n := m.NV()
	s := &DerivativeSolver{forward: New(m)}
	if m.Coupled() {
		s.coupled = &coupledDerivatives{s.forward.coupled, rnea.NewDerivatives(m), make([]float64, n)}
		return s
	}
	s.bodies, s.columns, s.sensitivities = make([]variable, len(m.Bodies())), make([]kernel.MotionVariation, n),
		make([]kernel.ArticulatedSensitivity, n)
	s.deadLoads = make([]kernel.Coriolis, len(m.Bodies()))
	for i := len(s.bodies) - 1; i > 0; i-- {
		m, d := &m.Bodies()[i], &s.bodies[i]
		d.end = max(d.end, m.V+len(m.S))
		s.bodies[m.Parent].end = max(s.bodies[m.Parent].end, d.end)
	}
	s.x = make([]float64, 4*n*n)
	return s
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *DerivativeSolver) MoveBase(b *tree.BaseMotion) {
	s.forward.MoveBase(b)
	if s.coupled != nil {
		s.coupled.inverse.MoveBase(b)
	}
}

// ForwardDynamics sets qdd to the accelerations that [Solver.ForwardDynamics] computes at position q, velocity qd,
// effort tau and wrenches fext, and dq, dqd and dtau to their derivatives ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹; each is
// nv x nv row by row, row i belonging to acceleration i. dtau may be nil if it is not wanted. The derivative by q is
// along the velocities that Model.Integrate takes,
//
//	dq[i nv + k] = d/dε q̈_i(q ⊕ ε e_k)   at ε = 0
//
// which for joints whose positions are quaternions are turns about the axes of the child. Wrenches are constant in
// the axes of their links, unless TurnWrenches says otherwise.
//
// The error is a *tree.SingularError if a joint moves no inertia; then no result is usable. It panics if a slice has
// the wrong length. O(n² d) with the depth d of the tree, of which all but O(n d) are the products of whole rows in
// pass 6; no allocation unless there is an error.
func (s *DerivativeSolver) ForwardDynamics(qdd, dq, dqd, dtau, q, qd, tau []float64, fext []spatial.Force) error {
	n := s.forward.model.NV()
	if len(dq) != n*n || len(dqd) != n*n || dtau != nil && len(dtau) != n*n {
		panic("aba: a matrix has another size than nv x nv of the model")
	}
	if err := s.forward.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
		return err
	}
	if s.coupled != nil {
		s.coupled.derivatives(dq, dqd, dtau, q, qd, qdd, fext)
		return nil
	}
	width := 3 * n
	if dtau != nil {
		width = 4 * n
	}
	x := s.x[:n*width]
	clear(x)
	s.variations()
	s.propagate(x, width)
	if s.keepDirections && fext != nil {
		s.addDeadLoads(x, width, fext)
	}
	s.follow(x, width)
	for i := range n {
		row := x[i*width : i*width+width]
		copy(dq[i*n:i*n+n], row[n:])
		copy(dqd[i*n:i*n+n], row[2*n:])
		if dtau != nil {
			copy(dtau[i*n:i*n+n], row[3*n:])
		}
	}
	return nil
}

// variations is pass 4, after the three of the accelerations: ψ̇, ψ̈ and σ of each column, and B of each body alone.
func (s *DerivativeSolver) variations() {
	var B kernel.Coriolis
	for i := 1; i < len(s.bodies); i++ {
		b, d := &s.forward.bodies[i], &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			s.columns[m.V].SetRevolute(&b.v, &b.a, 1)
		case tree.Prismatic:
			s.columns[m.V].SetPrismatic(&b.v, &b.a, 1)
			d.v, d.a = b.v, b.a // as good as those of λ, see kernel.MotionVariation
		default:
			b.X.ApplyMotion(&d.v, &b.parent.v)
			b.X.ApplyMotion(&d.a, &b.parent.a)
			for k := range m.S {
				s.columns[m.V+k].Set(&m.S[k], &d.v, &d.a, &b.v)
			}
		}
		B.SetBody(&m.Inertia, &b.v)
		d.B.SetRigid(&B)
	}
}

// propagate is pass 5, tips to base: K and u. The sensitivities of all rates go down to the base together: those of the
// rates that a body carries are with it.
func (s *DerivativeSolver) propagate(x []float64, width int) {
	for i := len(s.bodies) - 1; i > 0; i-- {
		b, d := &s.forward.bodies[i], &s.bodies[i]
		if b.m.Kind == tree.Revolute {
			s.propagateRevolute(x, width, b, d)
			continue
		}
		s.propagateColumns(x, width, b, d)
		s.carry(x, width, b, d)
		if b.m.Parent > 0 {
			b.X.InverseSensitivities(s.sensitivities[b.m.V:d.end])
			b.X.AddTransmitted(&s.bodies[b.m.Parent].B, &d.B, &spatial.Force{}) // propagateColumns has done the rest
		}
	}
}

// propagateRevolute is the part of pass 5 for a revolute joint: the sensitivities of its rate, what that and those
// that it carries have to do with each other, and what it transmits.
//
//twin:ordinary
func (s *DerivativeSolver) propagateRevolute(x []float64, width int, b *body, d *variable) {
	n, j, sensitivities := len(s.columns), b.m.V, s.sensitivities[b.m.V:d.end]
	a, p := &b.a, &b.pA // of which the force through the joint is pA + IA a, unless bias has changed pA
	if b.added != 0 && b.m.Parent > 0 {
		a, p = &spatial.Motion{}, &spatial.Force{}
		b.transmitted(p)
	}
	sensitivities[0].SetRevolute(&s.columns[j], &b.IA, &d.B, a, p, &b.W, b.Dinv)
	row := x[j*width+j:]
	if len(sensitivities) > 1 {
		s.columns[j].BySupportRevolute(row[width:], n, width, sensitivities[1:])
	}
	byQ, byV := row[n:n+len(sensitivities)], row[2*n:2*n+len(sensitivities)]
	if b.m.Parent > 0 {
		b.X.TransmitRevolute(byQ, byV, sensitivities, &b.W, b.Dinv)
		b.X.AddTransmitted(&s.bodies[b.m.Parent].B, &d.B, &b.W)
		return
	}
	for i := range sensitivities {
		r := &sensitivities[i]
		byQ[i], byV[i] = float64(-b.Dinv*r.ByQ.Ang[2]), float64(-b.Dinv*r.ByV.Ang[2])
	}
}

// propagateColumns sets the sensitivities of the columns of one joint, of any kind, with its own block of K and u, and
// makes its B what it transmits.
func (s *DerivativeSolver) propagateColumns(x []float64, width int, b *body, d *variable) {
	m, n := b.m, len(s.columns)
	sensitivities := s.sensitivities[m.V : m.V+len(m.S)]
	for k := range sensitivities {
		sensitivities[k].SetForces(&s.columns[m.V+k], &b.IA, &d.B)
	}
	for k := len(sensitivities) - 1; k >= 0; k-- {
		S, r, W, Dinv := &m.S[k], &sensitivities[k], b.gain(k), b.inverseD(k)
		r.SetMaps(S, &d.B, &W, Dinv)
		row := x[(m.V+k)*width+m.V:]
		for l := range k {
			row[l] = m.S[l].Dot(&r.A)
		}
		if m.Parent == 0 {
			continue // see release
		}
		for l := range sensitivities {
			row[n+l], row[2*n+l] = sensitivities[l].Transmit(S, &W, Dinv)
		}
	}
	if m.Parent == 0 {
		return
	}
	var f spatial.Force
	b.transmitted(&f)
	for k := range sensitivities {
		sensitivities[k].AddCross(&m.S[k], &f)
	}
}

// transmitted sets f to the force through a joint where bias has made pA what it transmits: pA + Ia X a_λ with Ia =
// IA − Σ W Uᵀ.
func (b *body) transmitted(f *spatial.Force) {
	var a spatial.Motion
	b.X.ApplyMotion(&a, &b.parent.a)
	b.IA.Apply(f, &a)
	for k := len(b.m.S) - 1; k >= 0; k-- {
		W := b.gain(k)
		f.AddScaled(-a.Dot(&W)/b.inverseD(k), &W)
	}
	f.Add(&b.pA)
}

// carry sets the elements of K and of u by which the rates of a joint of any kind and those that it carries have to
// do with each other.
func (s *DerivativeSolver) carry(x []float64, width int, b *body, d *variable) {
	m, n := b.m, len(s.columns)
	var byQ, byV spatial.Force
	for i := m.V + len(m.S); i < d.end; i++ {
		r, row := &s.sensitivities[i], x[i*width+m.V:]
		r.BySupport(&byQ, &byV, &d.v, &d.a, &b.v)
		m.Components(row, &r.A)
		m.Components(row[n:], &byQ)
		m.Components(row[2*n:], &byV)
		for k := len(m.S) - 1; k >= 0 && m.Parent > 0; k-- {
			W, u := b.gain(k), x[(m.V+k)*width+i:]
			u[n], u[2*n] = r.Transmit(&m.S[k], &W, b.inverseD(k))
		}
	}
	if m.Parent == 0 {
		s.release(x, width, b, d)
	}
}

// release sets the rows of u of a joint on the base, of any kind. Nothing is transmitted there, so the components of
// forces along the columns are enough, for all rates in one go:
//
//	Sᵀ_j Δf += K_ij Sᵀ_i Δf   for j < i,   u_i = −D_i⁻¹ Sᵀ_i Δf   from the last column i to the first
func (s *DerivativeSolver) release(x []float64, width int, b *body, d *variable) {
	m, n := b.m, len(s.columns)
	K := x[m.V*width+m.V:]
	u := K[n:]
	var byQ, byV [6]float64
	for i := range s.sensitivities[m.V:d.end] {
		r := &s.sensitivities[m.V+i]
		m.Components(byQ[:], &r.ByQ)
		m.Components(byV[:], &r.ByV)
		at := i
		for k := range m.S {
			u[at], u[at+n] = byQ[k], byV[k]
			at += width
		}
	}
	for k := len(m.S) - 1; k >= 0; k-- {
		row := u[k*width : k*width+n+d.end-m.V]
		for l := range k {
			floats.AddScaled(u[l*width:l*width+len(row)], K[k*width+l], row)
		}
		floats.Scale(-b.inverseD(k), row)
	}
}

// follow is pass 6, base to tips: it makes Δq̈ of u, and sets the columns of M⁻¹ if x has room for them. It leaves
// out the first columns if nothing depends on them.
func (s *DerivativeSolver) follow(x []float64, width int) {
	n, first := len(s.columns), 0
	for first < n && s.columns[first].Ignorable() {
		first++
	}
	for i, at := range s.forward.rates {
		K := x[i*width : i*width+n]
		if width == 3*n {
			s.forward.addFollowing(x[i*width+n+first:i*width+width], x[n+first:], width, i, K)
			continue
		}
		s.forward.inverseRow(x[n+first:], width, 2*n-first, i, K, s.forward.bodies[at.body].inverseD(at.column))
	}
}
