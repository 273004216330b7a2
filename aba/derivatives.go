package aba

// The derivatives of forward dynamics. The equation of motion τ = ID(q, q̇, q̈), with q̈ = FD(q, q̇, τ) put into it, holds for all q, q̇ and τ. So
//
//	∂q̈/∂q = −M⁻¹ ∂τ/∂q,   ∂q̈/∂q̇ = −M⁻¹ ∂τ/∂q̇,   ∂q̈/∂τ = M⁻¹
//
// with the derivatives of inverse dynamics at that q̈, which package rnea computes (Carpentier and Mansard, "Analytical derivatives of rigid body dynamics
// algorithms", Robotics: Science and Systems 2018). M is not formed: inverse.go has its factors M = Lᵀ D L from the articulated quantities that
// the accelerations have left. With x = [∂τ/∂q ∂τ/∂q̇ −1], all columns at once, x becomes −M⁻¹ x by
//
//	x = L⁻ᵀ x      tips to base:  x_j −= Σ L_ij x_i      over the rates i that rate j carries
//	x = −D⁻¹ x
//	x = L⁻¹ x      base to tips:  x_i −= L_ij x_j        for the rates i that rate j carries
//
// These rates are a range, j+1 to the end of j, in which no element of column j of L is left out. So each line is one product of a matrix and a vector
// or of two vectors.

import (
	"gonum.org/v1/gonum/blas"
	blasimpl "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"

	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// DerivativeSolver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type DerivativeSolver struct {
	forward *Solver
	inverse *rnea.DerivativeSolver
	at      []int     // the elements of column j of L below the diagonal are L[at[j]:at[j+1]]
	L       []float64 // columns one after another
	F       []spatial.Force
	x       []float64 // nv x 3 nv row by row, or 2 nv
	column  []float64 // of coupled models
}

// NewDerivatives returns a solver for a model. It takes O(nv²) memory.
func NewDerivatives(m *tree.Model) *DerivativeSolver {
	n := m.NV()
	s := &DerivativeSolver{forward: New(m), inverse: rnea.NewDerivatives(m)}
	if m.Coupled() {
		s.column = make([]float64, n)
		return s
	}
	before := s.forward.before
	s.at, s.x = make([]int, n+1), make([]float64, 3*n*n)
	for i := range n {
		for j := before[i]; j >= 0; j = before[j] {
			s.at[j+1]++
		}
	}
	for j := range n {
		s.at[j+1] += s.at[j]
	}
	s.L, s.F = make([]float64, s.at[n]), make([]spatial.Force, n)
	for i := range s.forward.bodies {
		b := &s.forward.bodies[i]
		s.inverse.Share(i, &b.X, &b.v, &b.a)
	}
	return s
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *DerivativeSolver) MoveBase(b *tree.BaseMotion) {
	s.forward.MoveBase(b)
	s.inverse.MoveBase(b)
}

// TurnWrenches says what becomes of external wrenches as the robot moves, for the derivatives that follow: whether they turn with their links, which
// they do otherwise, or keep their direction in the world and act on the origins of their links still.
func (s *DerivativeSolver) TurnWrenches(turn bool) { s.inverse.TurnWrenches(turn) }

// ForwardDynamics sets qdd to the accelerations that [Solver.ForwardDynamics] computes at position q, velocity qd, effort tau and wrenches fext, and dq, dqd
// and dtau to their derivatives ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ = M⁻¹; each is nv x nv row by row, row i belonging to acceleration i. dtau may be nil if it
// is not wanted. The derivative by q is along the velocities that Model.Integrate takes,
//
//	dq[i nv + k] = d/dε q̈_i(q ⊕ ε e_k)   at ε = 0
//
// which for joints whose positions are quaternions are turns about the axes of the child. Wrenches are constant in the axes of their links, unless
// TurnWrenches says otherwise.
//
// The error is a *tree.SingularError if a joint moves no inertia; then no result is usable. It panics if a slice has the wrong length. O(n² d) with the
// depth d of the tree, of which all but O(n d) are the products above of whole rows; no allocation unless there is an error.
func (s *DerivativeSolver) ForwardDynamics(qdd, dq, dqd, dtau, q, qd, tau []float64, fext []spatial.Force) error {
	n := s.forward.model.NV()
	if len(dq) != n*n || len(dqd) != n*n || dtau != nil && len(dtau) != n*n {
		panic("aba: a matrix has another size than nv x nv of the model")
	}
	if err := s.forward.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
		return err
	}
	if c := s.forward.coupled; c != nil {
		s.inverse.InverseDynamics(dq, dqd, q, qd, qdd, fext)
		s.solveCoupled(c, dq)
		s.solveCoupled(c, dqd)
		if dtau != nil {
			c.inverse(dtau)
		}
		return nil
	}
	s.independent(dq, dqd, dtau, fext)
	return nil
}

// independent sets the derivatives for a robot whose joints do not follow others, after the accelerations.
func (s *DerivativeSolver) independent(dq, dqd, dtau []float64, fext []spatial.Force) {
	n := s.forward.model.NV()
	width := 2 * n
	if dtau != nil {
		width = 3 * n
	}
	x := s.x[:width*n]
	clear(x)
	s.inverse.Derivatives(x, width, fext)
	if dtau != nil {
		for i := range n {
			x[i*width+2*n+i] = -1
		}
	}
	s.factor()
	s.solve(x, width)
	for i := range n {
		row := x[i*width : i*width+width]
		copy(dq[i*n:i*n+n], row)
		copy(dqd[i*n:i*n+n], row[n:])
		if dtau == nil {
			continue
		}
		for j, y := range row[2*n : 2*n+i+1] { // what is right of the diagonal is equal but for rounding
			dtau[i*n+j], dtau[j*n+i] = y, y
		}
	}
}

// factor sets L. The forces F_i = D_i⁻¹ U_i of all rates go down to the base together: those of the joints that a body carries are with it, and L_ij = S_jᵀ F_i.
func (s *DerivativeSolver) factor() {
	bodies := s.forward.bodies
	for i := len(bodies) - 1; i > 0; i-- {
		b := &bodies[i]
		m, last := b.m, b.m.V+len(b.m.S)-1
		F := s.F[m.V : last+1+s.at[last+1]-s.at[last]]
		for k := range m.S {
			F[k] = b.follow(k)
		}
		for k := range m.S {
			L := s.L[s.at[m.V+k]:s.at[m.V+k+1]]
			for l := range L {
				L[l] = m.Component(&F[k+1+l], k)
			}
		}
		if m.Parent > 0 {
			b.X.InverseForces(F)
		}
	}
}

// solve replaces x, with rows of the given width, by −M⁻¹ x.
func (s *DerivativeSolver) solve(x []float64, width int) {
	f := s.forward
	var products blasimpl.Implementation
	n := f.model.NV()
	for j := n - 1; j >= 0; j-- {
		if L := s.L[s.at[j]:s.at[j+1]]; len(L) > 0 {
			row, below := x[j*width:j*width+width], x[j*width+width:]
			products.Dgemv(blas.Trans, len(L), width, -1, below, width, L, 1, 1, row, 1)
		}
	}
	bodies := f.model.Bodies()
	for b := 1; b < len(bodies); b++ {
		for k := range bodies[b].S {
			j := bodies[b].V + k
			floats.Scale(-f.bodies[b].inverseD(k), x[j*width:j*width+width])
		}
	}
	for j := range n {
		if L := s.L[s.at[j]:s.at[j+1]]; len(L) > 0 {
			row, below := x[j*width:j*width+width], x[j*width+width:]
			products.Dger(len(L), width, -1, L, 1, row, 1, below, width)
		}
	}
}

// solveCoupled is solve with the factors of crba, column by column.
func (s *DerivativeSolver) solveCoupled(c *coupled, x []float64) {
	n := len(s.column)
	for k := range n {
		for i := range n {
			s.column[i] = -x[i*n+k]
		}
		c.crba.Solve(s.column)
		for i := range n {
			x[i*n+k] = s.column[i]
		}
	}
}
