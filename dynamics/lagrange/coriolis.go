package lagrange

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// The Coriolis matrix C(q, q̇) by the Christoffel symbols of the mass matrix. The body Coriolis matrix B does for one
// body what C does for the robot, and the columns J_k of the motion subspaces put it together (Echeandia and Wensing,
// "Numerical methods to compute the Coriolis matrix and Christoffel symbols for rigid-body systems", J. Comput.
// Nonlinear Dyn. 16, 2021):
//
//	C = Σ Jᵀ (I J̇ + B J),   B m = ½ (v ×* I m + m ×* I v − I (v × m)),   2 B is a [kernel.Coriolis]
//
// All vectors are written in one frame for all bodies of a tree, the first body's of that tree, held where it is. In
// it the inertias and the matrices B of the bodies that a joint carries simply add up, and a column, constant in the
// axes of its body, moves with the body. The base is at rest.
//
//	Pass 1, base to tips
//	    v = v_λ + Σ J_k q̇_k
//	    J̇_k = v × J_k
//	    Bc = B of I and v
//	Pass 2, tips to base: for each column l of body i, and each column k of it and of the bodies that carry it
//	    F = Ic J̇_l + Bc J_l,   P = Ic J_l,   Q = Bcᵀ J_l
//	    C_kl = J_kᵀ F
//	    C_lk = J̇_kᵀ P + J_kᵀ Q
//	    Bc_λ += Bc
//
// Where the rates are the derivatives of coordinates, C_ij = Σ Γ_ijk q̇_k with the symbols of Christoffel. A ball or a
// floating joint has quasi-velocities, along fields e_i of the body's own axes, which do not commute. There C is of
// the Levi-Civita connection of the metric M,
//
//	Γ_ijk = ⟨e_i, ∇_k e_j⟩,   Γ_ijk − Γ_ikj = ⟨e_i, [e_k, e_j]⟩
//
// and Ṁ = C + Cᵀ as before. A custom joint whose columns do not span their brackets has the projection of the
// connection of the free body to its columns. Joints that follow others add up: Gᵀ C G with q̇_all = G q̇, which is the
// matrix of the symbols of the independent coordinates.

// CoriolisMatrix sets dst, nv x nv row by row, to C(q, q̇) at position q and velocity qd: C q̇ is the bias effort
// without gravity, the derivative of the mass matrix is C + Cᵀ, and Ṁ − 2 C is antisymmetric. O(n d) with the depth d
// of the tree, and O(nv²) to fill in the zeros; no allocation. It panics if a length is wrong.
func (s *Solver) CoriolisMatrix(dst, q, qd []float64) {
	n := s.model.NV()
	s.checkSize("Coriolis matrix", dst, n*n)
	s.model.CheckLengths(q, qd)
	s.kin.Update(q)
	s.placeInTrees()
	s.compose()
	clear(dst)
	s.coriolis(dst, 1, qd)
}

// MassMatrixRate sets dst, nv x nv row by row, to the derivative in time of the mass matrix, Ṁ = C + Cᵀ, at position
// q and velocity qd. Complexity and panics are those of CoriolisMatrix.
func (s *Solver) MassMatrixRate(dst, q, qd []float64) {
	s.CoriolisMatrix(dst, q, qd)
	n := s.model.NV()
	for i := range n {
		for j := range i + 1 {
			sum := dst[i*n+j] + dst[j*n+i]
			dst[i*n+j], dst[j*n+i] = sum, sum
		}
	}
}

// coriolis adds C to dst, whose elements are stride apart. The columns and the inertias are those of compose.
func (s *Solver) coriolis(dst []float64, stride int, qd []float64) {
	s.velocities(qd)
	n := s.model.NV()
	row := n * stride
	var F, P spatial.Force
	var Q mgl64.Vec3 // a couple
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		for k := b.first; k < b.end; k++ {
			l := &s.columns[k]
			var half spatial.Motion
			half.AddScaled(0.5, &l.J)
			b.Ic.Apply(&F, &l.dJ) // F = Ic J̇ + B J
			b.B.AddApply(&F, &half)
			b.Ic.Apply(&P, &l.J)      // P = Ic J
			b.B.Transposed(&Q, &half) // Q = Bᵀ J
			for j := b.first; j < b.end; j++ {
				c := &s.columns[j]
				dst[c.rate*row+l.rate*stride] += c.J.Dot(&F) // C_kl = J_kᵀ F
			}
			for j := s.columns[b.first].before; j >= 0; {
				c := &s.columns[j]
				dst[c.rate*row+l.rate*stride] += c.J.Dot(&F)
				dst[l.rate*row+c.rate*stride] += c.dJ.Dot(&P) + vec.Dot(c.J.Ang, Q) // C_lk = J̇_kᵀ P + J_kᵀ Q
				j = c.before
			}
		}
		if parent := s.model.Parent(i); parent > 0 {
			s.bodies[parent].B.Add(&b.B)
		}
	}
}

// velocities is pass 1.
func (s *Solver) velocities(qd []float64) {
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		b.v = spatial.Motion{}
		if parent := s.model.Parent(i); parent > 0 {
			b.v = s.bodies[parent].v
		}
		columns := s.columns[b.first:b.end]
		for k := range columns {
			b.v.AddScaled(qd[columns[k].rate], &columns[k].J)
		}
		for k := range columns {
			columns[k].dJ.SetCross(&b.v, &columns[k].J)
		}
		b.B.SetBody(&b.I, &b.v)
	}
}
