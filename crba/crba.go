// Package crba computes the joint-space inertia matrix M(q) with the composite-rigid-body algorithm, factors it without losing its zeros, and
// solves with it.
//
// The composite body of body i is all that joint i carries, frozen. An acceleration of one for rate i alone takes the force Ic_i S_i through joint i, and
// its components along the joints between i and the base are row i of M. Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008, section
// 6.2 and table 6.2.
//
//	Pass 1, tips to base: composite inertias
//	    Ic_λ += Xᵀ Ic X
//	Pass 2, for each body i, towards the base
//	    F = Ic_i S_i,   M_ii = S_iᵀ F
//	    F = X_jᵀ F,     M_ij = S_λ(j)ᵀ F   for j = i, λ(i), ...
//
// Joints that follow others add up: the matrix is Gᵀ M G with v_all = G v. The inertias of drives (tree.WithArmature) stand on the diagonal.
package crba

import (
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model  *tree.Model
	bodies []body
	parent []int     // the rate before each rate on its way to the base in L, or -1
	m      []float64 // M, then L below the diagonal and D on it; row by row
	scale  []float64 // the magnitude of the terms that the diagonal of M is summed from
	column []float64
	more   []float64 // added to the diagonal by Factor; nil for none
}

// body holds the quantities of one body.
type body struct {
	X  spatial.Axial   // pose in λ
	Ic spatial.Inertia // of the composite body
}

// New returns a solver for a model. It takes O(nv²) memory.
func New(m *tree.Model) *Solver {
	n := m.NV()
	s := &Solver{m, make([]body, len(m.Bodies())), eliminationTree(m), make([]float64, n*n), make([]float64, n), make([]float64, n), nil}
	for i, b := range m.Bodies() {
		s.bodies[i].X = b.X
	}
	return s
}

// MassMatrix sets dst, nv x nv row by row, to M(q) (kg m², kg m, kg), which is symmetric. It panics if a length is wrong. O(n d) with the depth d of the
// tree, and nv² zeros; no allocation.
func (s *Solver) MassMatrix(dst, q []float64) {
	n := s.model.NV()
	s.checkMatrix(dst)
	s.compute(dst, q)
	for i := range n {
		for j := s.parent[i]; j >= 0; j = s.parent[j] { // the others are zero
			dst[j*n+i] = dst[i*n+j]
		}
	}
}

// compute sets the lower triangle of m.
func (s *Solver) compute(m, q []float64) {
	s.model.CheckLengths(q)
	s.composites(q)
	clear(m)
	n := s.model.NV()
	bodies := s.model.Bodies()
	var F spatial.Force
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		for k := range b.S {
			b.Momentum(&F, &s.bodies[i].Ic, k)
			if s.model.Coupled() {
				s.addRow(m, i, k, &F)
			} else {
				s.row(m[(b.V+k)*n:], i, k, &F)
			}
		}
	}
	for i, x := range s.model.Armature() {
		m[i*n+i] += x
	}
}

// row is pass 2 for column k of body i, with F = Ic S_k: it sets the row of M up to the diagonal.
func (s *Solver) row(row []float64, i, k int, F *spatial.Force) {
	bodies := s.model.Bodies()
	for l := range k + 1 {
		row[bodies[i].V+l] = bodies[i].Component(F, l)
	}
	for j := i; bodies[j].Parent > 0; {
		s.bodies[j].X.InverseForce(F, F)
		j = bodies[j].Parent
		switch p := &bodies[j]; p.Kind {
		case tree.Revolute:
			row[p.V] = F.Ang[2]
		case tree.Prismatic:
			row[p.V] = F.Lin[2]
		default:
			for l := range p.S {
				row[p.V+l] = p.S[l].Dot(F)
			}
		}
	}
}

// addRow is row for models in which several bodies have one rate: it adds Gᵀ M G up.
func (s *Solver) addRow(m []float64, i, k int, F *spatial.Force) {
	n := s.model.NV()
	bodies := s.model.Bodies()
	ratio, row := bodies[i].Ratio, bodies[i].V+k
	for l := range k + 1 {
		m[row*n+bodies[i].V+l] += ratio * bodies[i].Component(F, l)
	}
	for j := i; bodies[j].Parent > 0; {
		s.bodies[j].X.InverseForce(F, F)
		j = bodies[j].Parent
		p := &bodies[j]
		for l := range p.S {
			x := ratio * p.Component(F, l)
			switch column := p.V + l; {
			case column < row:
				m[row*n+column] += x
			case column > row:
				m[column*n+row] += x
			default: // both M_ij and M_ji
				m[row*n+row] += 2 * x
			}
		}
	}
}

// composites is pass 1.
func (s *Solver) composites(q []float64) {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		bodies[i].Place(&s.bodies[i].X, q)
		s.bodies[i].Ic = bodies[i].Inertia
	}
	for i := len(bodies) - 1; i > 0; i-- {
		if parent := bodies[i].Parent; parent > 0 {
			s.bodies[i].X.AddRigid(&s.bodies[parent].Ic, &s.bodies[i].Ic)
		}
	}
}

func (s *Solver) checkMatrix(dst []float64) {
	if n := s.model.NV(); len(dst) != n*n {
		panic("crba: the matrix has another size than nv x nv of the model")
	}
}
