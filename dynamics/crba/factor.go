package crba

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/kernel"
	"kinetree/tree"
)

// eliminationTree returns for each rate the next one on its way to the base: the largest j < i with L_ij ≠ 0. In a
// tree of independent joints these are the rates of the predecessors, and row i of L has no other elements than those
// on the way (Featherstone 2008, section 6.5). A joint that follows another one connects the ancestors of both; the
// elimination of a rate then couples all its ancestors (Liu, "The role of elimination trees in sparse factorization",
// SIAM J. Matrix Anal. Appl. 11, 1990).
func eliminationTree(m *tree.Model) []int {
	parent := make([]int, m.NV())
	rows := make([][]int, m.NV()) // the columns j < i of the elements in each row, for coupled models only
	bodies := m.Bodies()
	for i := range parent {
		parent[i] = -1
	}
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		for k := range b.S {
			row := b.V + k
			if !m.Coupled() {
				parent[row] = row - 1
				if k == 0 {
					parent[row] = last(&bodies[b.Parent])
				}
				continue
			}
			for l := range k {
				add(rows, row, b.V+l)
			}
			for j := b.Parent; j > 0; j = bodies[j].Parent {
				for l := range bodies[j].S {
					add(rows, row, bodies[j].V+l)
				}
			}
		}
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if len(rows[i]) == 0 {
			continue
		}
		parent[i] = slices.Max(rows[i])
		for _, j := range rows[i] { // what the elimination fills in
			add(rows, parent[i], j)
		}
	}
	return parent
}

// last returns the last rate of a body, or -1 if it has none.
func last(b *tree.Body) int {
	if len(b.S) == 0 {
		return -1
	}
	return b.V + len(b.S) - 1
}

// add records that element i, j of a symmetric matrix is not zero.
func add(rows [][]int, i, j int) {
	if i < j {
		i, j = j, i
	}
	if i != j && !slices.Contains(rows[i], j) {
		rows[i] = append(rows[i], j)
	}
}

// Augment adds d[i], 0 or more with the armature of the model, to element i of the diagonal in the factorizations that
// follow (kg m² or kg). An infinite d[i] makes row and column i of the inverse zero. nil adds nothing. It copies d, and
// panics if the length is wrong.
func (s *Solver) Augment(d []float64) {
	if n := s.model.NV(); d != nil && len(d) != n {
		panic(fmt.Sprintf("crba: %d inertias are added, the model %s has nv = %d", len(d), s.model.Name(), n))
	}
	s.added = append(s.added[:0], d...)
}

// Factor computes M(q) and factors it into Lᵀ D L with a unit lower triangle L, without a fill-in (Featherstone 2008,
// table 6.3). The error is a *tree.SingularError if M is not positive definite beyond rounding, and a *tree.PoseError
// if a quaternion of q is zero; Solve and Inverse are then not usable. It panics if the length of q is wrong. O(n d²)
// with the depth d of the tree, no allocation unless there is an error.
func (s *Solver) Factor(q []float64) error {
	s.compute(s.matrix, q)
	if err := s.model.CheckPosition(q); err != nil {
		return err
	}
	clear(s.scale)
	for i, bodies := 1, s.model.Bodies(); i < len(bodies); i++ {
		b := &bodies[i]
		for k := range b.S {
			s.scale[b.V+k] += float64(b.Ratio * b.Ratio * s.bodies[i].magnitude(k))
		}
	}
	return s.Refactor()
}

// magnitude returns the magnitude of the terms that element k of the diagonal is summed from.
func (b *body) magnitude(k int) float64 {
	if b.m.Kind == tree.Revolute {
		return math.Abs(b.Ic.I[0] + b.Ic.I[2] + b.Ic.I[5])
	}
	return kernel.RigidMagnitude(&b.Ic, &b.m.S[k])
}

// Refactor factors the M(q) of the last Factor anew, with what Augment adds now. O(n d²), no allocation unless there is
// an error, which is that of Factor.
func (s *Solver) Refactor() error {
	n, m := s.model.NV(), s.m
	copy(m, s.matrix)
	for i, x := range s.added {
		m[i*n+i] += x
	}
	for k := n - 1; k >= 0; k-- {
		row := m[k*n : k*n+n]
		d := row[k]
		if !kernel.Positive(d, s.scale[k]) {
			if math.IsInf(d, 0) || math.IsNaN(s.scale[k]) {
				d = math.NaN()
			}
			return s.singular(k, d)
		}
		s.inverse[k] = 1 / d
		for i := s.parent[k]; i >= 0; i = s.parent[i] {
			a := float64(row[i] * s.inverse[k])
			for j := i; j >= 0; j = s.parent[j] {
				m[i*n+j] -= float64(a * row[j])
			}
			row[i] = a
		}
	}
	return nil
}

// Solve replaces x (nv numbers) by M⁻¹ x with the factors of the last Factor: x = L⁻¹ D⁻¹ L⁻ᵀ x. O(n d), no allocation.
func (s *Solver) Solve(x []float64) {
	n, m := s.model.NV(), s.m
	for i := n - 1; i >= 0; i-- {
		for j := s.parent[i]; j >= 0; j = s.parent[j] {
			x[j] -= float64(m[i*n+j] * x[i])
		}
	}
	for i := range n {
		x[i] = float64(x[i] * s.inverse[i])
		for j := s.parent[i]; j >= 0; j = s.parent[j] {
			x[i] -= float64(m[i*n+j] * x[j])
		}
	}
}

// Product returns element i of M x for the M(q) of the last Factor, without what Augment adds. x has nv numbers. O(n),
// no allocation.
func (s *Solver) Product(i int, x []float64) (sum float64) {
	n := s.model.NV()
	for j, y := range x {
		sum += float64(s.matrix[i*n+j] * y)
	}
	return sum
}

// Inverse sets dst, nv x nv row by row, to M⁻¹ with the factors of the last Factor. O(n² d), no allocation. It panics
// if the length of dst is wrong.
func (s *Solver) Inverse(dst []float64) {
	s.checkMatrix(dst)
	n := s.model.NV()
	for j := range n {
		clear(s.x)
		s.x[j] = 1
		s.Solve(s.x)
		for i, x := range s.x {
			dst[i*n+j] = x
		}
	}
}

// Diagonal returns D_ii of the last Factor (kg m² or kg): the inertia that rate i meets when the rates before it are
// held and those after it are free.
func (s *Solver) Diagonal(i int) float64 { return s.m[i*s.model.NV()+i] }
