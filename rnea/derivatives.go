package rnea

// The derivatives of inverse dynamics by position and velocity. Let joint j have the column S_k of its motion
// subspace, which is constant in the axes of body j, and let q change to q ⊕ ε e_k by tree's Integrate: body j and
// all that it carries move by ε S_k. Below vectors are free of frames, and λ is the body before j.
//
// What is constant in the axes of a body i that j carries changes by S_k × it. Let Δ be the change in excess of that:
// the derivative of the components in body i's axes. The sums v_i = Σ S q̇ and a_i = Σ (S q̈ + v × S q̇) over the
// joints from the base to i, gravity folded into a, give
//
//	Δv_i = ψ̇_k,                 ψ̇_k := v_λ × S_k
//	Δa_i = ψ̈_k − v_i × ψ̇_k,   ψ̈_k := a_λ × S_k + v_λ × ψ̇_k
//
// In the force f_i = I a + v ×* I v − f_ext the term −v_i × ψ̇_k joins the derivative of the second one, in the map B
// of [kernel.Coriolis]:
//
//	Δf_i = I_i ψ̈_k + B_i ψ̇_k,   B m = v ×* I m − I (v × m) + m ×* I v
//
// In the same way, by the rate,
//
//	∂v_i/∂q̇_k = S_k
//	∂a_i/∂q̇_k = σ_k − v_i × S_k,   σ_k := (v_λ + v_j) × S_k
//	∂f_i/∂q̇_k = I_i σ_k + B_i S_k
//
// None of ψ̇, ψ̈ and σ depends on i. So the forces add up to those of composite bodies, I_i := Σ I, B_i := Σ B and
// f_i := Σ f of all that body i carries. The effort on the column S_l of joint i is τ_l = S_lᵀ f_i, and:
//
//	Joint i is j, or j carries it: S_l is constant in axes that move along, and f_i changes as a whole.
//	    ∂τ_l/∂q_k = S_lᵀ (I_i ψ̈_k + B_i ψ̇_k)
//	    ∂τ_l/∂q̇_k = S_lᵀ (I_i σ_k + B_i S_k)
//	Joint i carries j: S_l stays. Only what j carries changes, and moves.
//	    ∂τ_l/∂q_k = S_lᵀ (I_j ψ̈_k + B_j ψ̇_k + S_k ×* f_j)
//	    ∂τ_l/∂q̇_k = S_lᵀ (I_j σ_k + B_j S_k)
//	Neither: both are zero.
//
// ∂τ/∂q̈ is the mass matrix. A joint that follows another one has Ratio S for S, and adds to the row and the column
// of its leader: Gᵀ · G.
//
// The computation is in body coordinates, as crba's: the forces of a column S_k, among them I_j S_k and the couple
// B_jᵀ S_k for the first case, go down to the base, and meet the columns of each joint on the way.
//
// Sources: Carpentier and Mansard, "Analytical derivatives of rigid body dynamics algorithms", Robotics: Science and
// Systems 2018; the letters are those of Singh, Russell and Wensing, "Efficient analytical derivatives of rigid-body
// dynamics using spatial vector algebra", IEEE Robotics and Automation Letters 7, 2022.

import (
	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// DerivativeSolver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type DerivativeSolver struct {
	model          *tree.Model
	bodies         []composite
	columns        []kernel.MotionVariation
	keepDirections bool              // the wrenches are dead loads, see TurnWrenches
	deadLoads      []kernel.Coriolis // of each composite body, the map that dead loads lack
}

// composite holds the quantities of one body, from pass 3 on those of all that it carries.
type composite struct {
	m          *tree.Body
	parent     *composite     // λ
	X          kernel.Axial   // pose in λ
	v, a       spatial.Motion // velocity; acceleration with gravity folded in
	I          spatial.Inertia
	B          kernel.Coriolis
	f          spatial.Force // through the joint from λ
	first, end int           // its columns are columns[first:end]
}

// NewDerivatives returns a solver for a model.
func NewDerivatives(m *tree.Model) *DerivativeSolver {
	m.CheckBuilt()
	n := len(m.Bodies())
	s := &DerivativeSolver{model: m, bodies: make([]composite, n), deadLoads: make([]kernel.Coriolis, n)}
	end := 0
	for i, b := range m.Bodies() {
		s.bodies[i].m, s.bodies[i].parent = &m.Bodies()[i], &s.bodies[b.Parent]
		s.bodies[i].X = b.X
		s.bodies[i].first = end
		if i > 0 {
			end += len(b.S)
		}
		s.bodies[i].end = end
	}
	s.columns = make([]kernel.MotionVariation, end)
	s.MoveBase(tree.Rest())
	return s
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *DerivativeSolver) MoveBase(b *tree.BaseMotion) {
	s.bodies[0].v, s.bodies[0].a, _ = s.model.Base(b)
}

// InverseDynamics sets dq to ∂τ/∂q and dqd to ∂τ/∂q̇, the derivatives of [Solver.InverseDynamics] at position q,
// velocity qd, acceleration qdd and wrenches fext; each is nv x nv row by row, row i belonging to effort i. The
// derivative by q is along the velocities that Model.Integrate takes,
//
//	dq[i nv + k] = d/dε τ_i(q ⊕ ε e_k)   at ε = 0
//
// which for joints whose positions are quaternions are turns about the axes of the child. Wrenches are constant in
// the axes of their links, unless TurnWrenches says otherwise.
//
// It panics if a slice has the wrong length. O(n d) with the depth d of the tree, and O(nv²) to fill in the zeros; no
// allocation.
func (s *DerivativeSolver) InverseDynamics(dq, dqd, q, qd, qdd []float64, fext []spatial.Force) {
	s.model.CheckLengths(q, qd, qdd)
	s.model.CheckWrenches(fext)
	n := s.model.NV()
	if len(dq) != n*n || len(dqd) != n*n {
		panic("rnea: a matrix has another size than nv x nv of the model")
	}
	clear(dq)
	clear(dqd)
	s.motions(q, qd, qdd)
	s.variations()
	s.wrenches(fext)
	s.efforts(dq, dqd)
	if s.keepDirections && fext != nil {
		s.addDeadLoads(dq, fext)
	}
}

// motions is pass 1, base to tips: the motions of bodies, as in the algorithm itself.
func (s *DerivativeSolver) motions(q, qd, qdd []float64) {
	bodies := s.model.Bodies()
	var c spatial.Motion
	for i := 1; i < len(bodies); i++ {
		m, b := &bodies[i], &s.bodies[i]
		parent := &s.bodies[m.Parent]
		m.Place(&b.X, q)
		b.X.ApplyMotion(&b.v, &parent.v)
		m.AddRate(&b.v, qd)
		b.X.ApplyMotion(&b.a, &parent.a)
		m.AddRate(&b.a, qdd)
		m.Cross(&c, &b.v, qd)
		b.a.Add(&c)
	}
}

// variations is pass 2: ψ̇, ψ̈ and σ of each column, and I, B and f of each body alone.
func (s *DerivativeSolver) variations() {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		m, b := &bodies[i], &s.bodies[i]
		switch m.Kind {
		case tree.Revolute:
			s.columns[b.first].SetRevolute(&b.v, &b.a, m.Ratio)
		case tree.Prismatic:
			s.columns[b.first].SetPrismatic(&b.v, &b.a, m.Ratio)
		default:
			var v, a spatial.Motion // of λ
			b.X.ApplyMotion(&v, &s.bodies[m.Parent].v)
			b.X.ApplyMotion(&a, &s.bodies[m.Parent].a)
			for k := range m.S {
				s.columns[b.first+k].Set(&m.S[k], &v, &a, &b.v)
			}
		}
		b.I = m.Inertia
		b.B.SetBody(&b.I, &b.v)
		b.B.NetForce(&b.f, &b.I, &b.a, &b.v)
	}
}

// wrenches subtracts the external wrenches from the forces.
func (s *DerivativeSolver) wrenches(fext []spatial.Force) {
	var f spatial.Force
	for l := range fext {
		link := &s.model.Links()[l]
		link.Placement.InverseForce(&f, &fext[l])
		s.bodies[link.Body].f.AddScaled(-1, &f)
	}
}

// efforts is pass 3, tips to base: the composite bodies, and the derivatives that each column S_k has to do with, in
// its row those by the coordinates and rates of its own joint and of those that carry it, in its column those of the
// efforts on the latter.
func (s *DerivativeSolver) efforts(dq, dqd []float64) {
	n := s.model.NV()
	var r kernel.Sensitivity
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		m, columns := b.m, s.columns[b.first:b.end]
		for k := range columns {
			switch m.Kind {
			case tree.Revolute:
				r.SetRevolute(&columns[k], &b.I, &b.B, &b.f)
			case tree.Prismatic:
				r.SetPrismatic(&columns[k], &b.I, &b.B, &b.f)
			default:
				r.Set(&columns[k], &b.I, &b.B, &b.f)
			}
			column := m.V + k
			rowQ, rowV := dq[column*n:], dqd[column*n:]
			for l := range columns { // τ_k by the columns of the same joint
				byQ, byV := r.EffortBy(&columns[l])
				rowQ[m.V+l] += byQ
				rowV[m.V+l] += byV
			}
			for p := b; p.m.Parent > 0; {
				p.X.InverseSensitivity(&r)
				p = p.parent
				switch at := p.m.V; p.m.Kind { // τ_k by column l, and τ_l by column k
				case tree.Revolute: // products with S_l are z components
					c := &s.columns[p.first]
					byQ, byV := r.EffortByRevolute(c)
					rowQ[at] += byQ
					rowV[at] += byV
					dq[at*n+column] += float64(c.S.Ang[2] * r.ByQ.Ang[2])
					dqd[at*n+column] += float64(c.S.Ang[2] * r.ByV.Ang[2])
				default:
					for l := p.first; l < p.end; l++ {
						c := &s.columns[l]
						byQ, byV := r.EffortBy(c)
						rowQ[at] += byQ
						rowV[at] += byV
						byQ, byV = r.EffortOn(c)
						dq[at*n+column] += byQ
						dqd[at*n+column] += byV
						at++
					}
				}
			}
		}
		if m.Parent > 0 {
			p := b.parent
			b.X.AddRigid(&p.I, &b.I)
			b.X.AddCoriolis(&p.B, &b.B)
			b.X.AddForce(&p.f, &b.f)
		}
	}
}
