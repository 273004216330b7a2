// Package crba computes the joint-space inertia matrix M(q) with the composite-rigid-body algorithm, factors it
// without losing its zeros, and solves with it.
//
// The composite body of body i is all that joint i carries, frozen. An acceleration of one for rate i alone takes the
// force Ic_i S_i through joint i, and its components along the joints between i and the base are row i of M. Source:
// Featherstone, "Rigid Body Dynamics Algorithms", 2008, section 6.2 and table 6.2.
//
//	Pass 1, base to tips: poses
//	    Ic = I
//	Pass 2, tips to base: forces of all columns S_k of the joints that body i carries, its own among them
//	    F_k = Ic S_k               for its own
//	    M_lk = M_kl = S_lᵀ F_k     for its own columns S_l
//	    F_k = Xᵀ F_k,  Ic_λ += Xᵀ Ic X
//
// Joints that follow others add up: the matrix is Gᵀ M G with v_all = G v. The inertias of drives (tree.WithArmature)
// stand on the diagonal.
package crba

import (
	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model   *tree.Model
	bodies  []body
	columns []column        // of the motion subspaces of all joints, in the order of bodies
	forces  []spatial.Force // of each column
	parent  []int           // the rate before each rate on its way to the base in L, or -1
	matrix  []float64       // M, row by row
	m       []float64       // L below the diagonal and D on it
	inverse []float64       // D⁻¹
	scale   []float64       // the magnitude of the terms that the diagonal of M is summed from
	x       []float64       // a column of the inverse
	added   []float64       // added to the diagonal by Factor; nil for none
}

// body holds the quantities of one body.
type body struct {
	m      *tree.Body
	parent *body           // λ
	X      kernel.Axial    // pose in λ
	Ic     spatial.Inertia // of the composite body
	// the columns of all joints that it carries are columns[first:end], those of its own come first
	first, end int
}

// column is one of a motion subspace.
type column struct {
	rate  int
	ratio float64 // 1 unless its joint follows another one
}

// New returns a solver for a model. It takes O(nv²) memory.
func New(m *tree.Model) *Solver {
	m.CheckBuilt()
	n := m.NV()
	s := &Solver{model: m, bodies: make([]body, len(m.Bodies())), parent: eliminationTree(m),
		matrix: make([]float64, n*n), m: make([]float64, n*n),
		inverse: make([]float64, n), scale: make([]float64, n), x: make([]float64, n)}
	for i := range s.bodies {
		b, of := &s.bodies[i], &m.Bodies()[i]
		b.parent = &s.bodies[of.Parent]
		b.first = len(s.columns)
		for k := range of.S {
			s.columns = append(s.columns, column{of.V + k, of.Ratio})
		}
		for j := i; j > 0; j = m.Parent(j) { // bodies are numbered depth first
			s.bodies[j].end = len(s.columns)
		}
	}
	s.forces = make([]spatial.Force, len(s.columns))
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
	}
	s.Augment(nil)
}

// MassMatrix sets dst, nv x nv row by row, to M(q) (kg m², kg m, kg), which is exactly symmetric. A quaternion of
// zeros gives NaN where its orientation counts: see Model.CheckPosition. It panics if a length is wrong. O(n d) with
// the depth d of the tree, and nv² zeros; no allocation.
func (s *Solver) MassMatrix(dst, q []float64) {
	s.checkMatrix(dst)
	s.compute(dst, q)
}

// compute sets m to M.
func (s *Solver) compute(m, q []float64) {
	s.model.CheckLengths(q)
	s.poses(q)
	clear(m)
	s.rows(m)
	n := s.model.NV()
	for i, x := range s.model.Armature() {
		m[i*n+i] += x
	}
}

// mirror copies the count elements of row i from the diagonal on to the column below it.
func mirror(m []float64, n, i, count int) {
	at := i*n + i
	for _, x := range m[at : at+count] {
		m[at] = x
		at += n
	}
}

// poses is pass 1.
func (s *Solver) poses(q []float64) {
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m := b.m
		if m.Kind == tree.Revolute {
			b.X.SetAngle(m.Coordinate(q))
		} else {
			m.Place(&b.X, q)
		}
		b.Ic = m.Inertia
	}
}

// rows is pass 2. It sets the elements that are not zero.
func (s *Solver) rows(m []float64) {
	n, coupled := s.model.NV(), s.model.Coupled()
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		F := s.forces[b.first:b.end]
		switch i := b.m.V; {
		case coupled:
			s.addRows(m, b)
		case b.m.Kind == tree.Revolute:
			kernel.ApplyRevolute(&F[0], &b.Ic)
			row := m[i*n+i:][:len(F)]
			for k := range F {
				row[k] = F[k].Ang[2]
			}
			mirror(m, n, i, len(F))
		case b.m.Kind == tree.Prismatic:
			kernel.ApplyPrismatic(&F[0], &b.Ic)
			row := m[i*n+i:][:len(F)]
			for k := range F {
				row[k] = F[k].Lin[2]
			}
			mirror(m, n, i, len(F))
		default:
			s.setRows(m, b)
		}
		if b.m.Parent > 0 {
			b.X.InverseForces(F)
			b.X.AddRigid(&b.parent.Ic, &b.Ic)
		}
	}
	if coupled {
		for i := range n {
			mirror(m, n, i, n-i)
		}
	}
}

// setRows sets the rows of a joint of several columns.
func (s *Solver) setRows(m []float64, b *body) {
	n, F, S := s.model.NV(), s.forces[b.first:b.end], b.m.S
	for k := range S {
		b.Ic.Apply(&F[k], &S[k])
	}
	for l := range S {
		i := b.m.V + l
		for k := l; k < len(F); k++ {
			m[i*n+b.m.V+k] = S[l].Dot(&F[k])
		}
		mirror(m, n, i, len(F)-l)
	}
}

// addRows is setRows for models in which several bodies have one rate: it adds Gᵀ M G up.
func (s *Solver) addRows(m []float64, b *body) {
	n, F, S := s.model.NV(), s.forces[b.first:b.end], b.m.S
	for k := range S {
		b.Ic.Apply(&F[k], &S[k])
	}
	for l := range S {
		own := s.columns[b.first+l]
		for k := l; k < len(F); k++ {
			c := s.columns[b.first+k]
			x := float64(own.ratio * c.ratio * S[l].Dot(&F[k]))
			if k != l && c.rate == own.rate { // both M_lk and M_kl
				x = float64(x * 2)
			}
			m[min(own.rate, c.rate)*n+max(own.rate, c.rate)] += x
		}
	}
}

func (s *Solver) checkMatrix(dst []float64) {
	if n := s.model.NV(); len(dst) != n*n {
		panic("crba: the matrix has another size than nv x nv of the model")
	}
}
