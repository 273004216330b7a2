package aba

// The inverse of the mass matrix, from the articulated quantities. They are a factorization of it,
//
//	M = Lᵀ D L,   L_ij = D_i⁻¹ U_iᵀ S_j,   L_ii = 1
//
// with a row for each rate i and other elements than zero for the rates j on its way to the base only: Uᵢ is the
// force through joint i when its rate accelerates by one, what lies beyond being free, and D_i and U_iᵀ S_j are its
// components along the joints. (The same L and D as those of the elimination in crba, with U_i carried down to joint
// j.) Its rows say how a joint that bears no effort follows the body before it,
//
//	q̈_i = −D_i⁻¹ U_iᵀ a_λ = −Σ L_ij q̈_j
//
// Element i, j of M⁻¹ is the acceleration of rate i by a unit of effort j. An effort on a rate j < i does not lie
// beyond joint i, so rate i follows, and an effort on rate i itself adds D_i⁻¹:
//
//	(M⁻¹)_ij = −Σ L_ik (M⁻¹)_kj            for j < i, over the rates k on the way of i
//	(M⁻¹)_ii = D_i⁻¹ − Σ L_ik (M⁻¹)_ki
//
// All that stands on the right is above row i, by the symmetry of M⁻¹. So the matrix grows row by row, together with
// its columns. Sources: Featherstone 2008, sections 6.5 and 7.3; Rodriguez, Jain and Kreutz-Delgado, "Spatial
// operator algebra for multibody system dynamics", J. Astronautical Sciences 40, 1992, for the factorization;
// Carpentier, "Analytical inverse of the joint space inertia matrix", 2018, for the pass from base to tips.

import (
	"math"

	"kinetree/internal/floats"
	"kinetree/spatial"
	"kinetree/tree"
)

// InverseMassMatrix sets dst, nv x nv row by row, to M(q)⁻¹ (1/(kg m²), 1/(kg m), 1/kg), which is exactly symmetric:
// the accelerations that unit efforts cause. With joints that follow others it is that of Gᵀ M G.
//
// The error is a *tree.SingularError if a joint moves no inertia; then dst is not usable. It panics if a slice has
// the wrong length. O(n² d) with the depth d of the tree, of which all but O(n d) are the products above of whole
// rows; no allocation unless there is an error.
func (s *Solver) InverseMassMatrix(dst, q []float64) error {
	s.model.CheckLengths(q)
	n := s.model.NV()
	if len(dst) != n*n {
		panic("aba: a matrix has another size than nv x nv of the model")
	}
	if s.coupled != nil {
		return s.coupled.inverseMassMatrix(dst, q)
	}
	clear(dst)
	if err := s.articulate(q); err != nil {
		return err
	}
	s.inverse(dst)
	return nil
}

func (c *coupled) inverseMassMatrix(dst, q []float64) error {
	if err := c.factor(q); err != nil {
		return err
	}
	c.inverse(dst)
	return nil
}

// inverse sets dst to M⁻¹ with the factors of crba.
func (c *coupled) inverse(dst []float64) {
	c.crba.Inverse(dst)
	n := len(c.bias)
	for i := range n {
		for j := range i { // equal but for rounding
			dst[j*n+i] = dst[i*n+j]
		}
	}
}

// articulate is pass 2 of the algorithm for the inertias alone.
func (s *Solver) articulate(q []float64) error {
	if err := s.model.CheckPosition(q); err != nil {
		return err
	}
	for i := 1; i < len(s.bodies); i++ {
		s.bodies[i].m.Place(&s.bodies[i].X, q)
	}
	for i := len(s.bodies) - 1; i > 0; i-- {
		s.bodies[i].free(&s.ia)
		if math.IsNaN(s.bodies[i].Dinv) {
			return s.singular(i)
		}
	}
	return nil
}

// inverse sets dst to M⁻¹ from the articulated quantities.
func (s *Solver) inverse(dst []float64) {
	bodies := s.model.Bodies()
	for b := 1; b < len(bodies); b++ {
		for k := range bodies[b].S {
			s.factorRow(s.k, b, k)
			s.inverseRow(dst, s.model.NV(), 0, bodies[b].V+k, s.k, s.bodies[b].inverseD(k))
		}
	}
}

// inverseRow sets row i of M⁻¹ and its column up to the diagonal, from the elements K = −L of row i and from D⁻¹. The
// columns of M⁻¹ in x begin at the given one, and are zero left of the diagonal before; the columns before it are
// accelerations of which rate i follows those on its way, too. The rows of x are width apart.
func (s *Solver) inverseRow(x []float64, width, column, i int, K []float64, Dinv float64) {
	row := x[i*width : i*width+column+i]
	s.addFollowing(row, x, width, i, K)
	row = row[column:]
	for k := s.parentRate[i]; k >= 0; k = s.parentRate[k] {
		Dinv += float64(K[k] * row[k])
	}
	at := column + i
	for _, y := range row {
		x[at] = y
		at += width
	}
	x[at] = Dinv
}

// addFollowing adds K x to row: that by which rate i follows the rates on its way, whose accelerations are rows of x,
// width apart.
func (s *Solver) addFollowing(row, x []float64, width, i int, K []float64) {
	for last := s.parentRate[i]; last >= 0; {
		first := s.chainStart[last]
		for i := first; i <= last; i++ {
			floats.AddScaled(row, K[i], x[i*width:i*width+len(row)])
		}
		last = s.parentRate[first]
	}
}

// factorRow sets K to the elements −L left of the diagonal in the row of the k-th rate of body b, for the rates on the
// way from the base. It leaves the other elements as they are.
func (s *Solver) factorRow(K []float64, b, k int) {
	bodies := s.model.Bodies()
	F := s.bodies[b].gain(k)
	for k--; k >= 0; k-- {
		K[bodies[b].V+k] = -bodies[b].S[k].Dot(&F)
	}
	for j := b; bodies[j].Parent > 0; {
		s.bodies[j].X.InverseForce(&F, &F)
		j = bodies[j].Parent
		p := &bodies[j]
		for k := range p.S {
			K[p.V+k] = -p.Component(&F, k)
		}
	}
}

// gain returns U D⁻¹ of the k-th rate of the body: −q̈ is its product with the acceleration of the body before it.
func (b *body) gain(k int) (F spatial.Force) {
	if b.cols == nil {
		return b.W
	}
	F.AddScaled(b.cols[k].Dinv, &b.cols[k].U)
	return F
}

// inverseD returns D⁻¹ of the k-th rate of the body.
func (b *body) inverseD(k int) float64 {
	if b.cols != nil {
		return b.cols[k].Dinv
	}
	return b.Dinv
}

// ancestry sets for each rate the one before it on the way to the base, or -1, and the first of the chain of rates i,
// i+1, ... that leads to it.
func (s *Solver) ancestry(m *tree.Model) {
	n := m.NV()
	s.parentRate, s.chainStart, s.k = make([]int, n), make([]int, n), make([]float64, n)
	for i := 1; i < len(m.Bodies()); i++ {
		b := &m.Bodies()[i]
		last := -1
		if p := &m.Bodies()[b.Parent]; b.Parent > 0 {
			last = p.V + len(p.S) - 1
		}
		for k := range b.S {
			at := b.V + k
			s.parentRate[at], s.chainStart[at] = last, at
			if last >= 0 && last == at-1 {
				s.chainStart[at] = s.chainStart[last]
			}
			last = at
		}
	}
}
