package lagrange

// The Christoffel symbols of the first kind of the mass matrix,
//
//	Γ_ijk = ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i),   C_ij = Σ_k Γ_ijk q̇_k,   Γ_ijk = Γ_ikj
//
// (Lynch and Park, "Modern Robotics", 2017, section 8.1.2; Siciliano, Sciavicco, Villani and Oriolo, "Robotics",
// 2009, section 7.1). C is linear in q̇, so the symbols are the Coriolis matrices of unit velocities. For the
// quasi-velocities of ball, floating and custom joints they are the coefficients of the connection that coriolis.go
// names, and Γ_ijk and Γ_ikj then differ by ⟨e_i, [e_k, e_j]⟩.

// Christoffel sets dst, nv x nv x nv, to the symbols at position q: Γ_ijk is dst[(i*nv+j)*nv+k]. Row i of the
// Coriolis effort is Σ Γ_ijk q̇_j q̇_k: with j = k centrifugal, with j ≠ k Coriolis terms. O(nv n d) with the depth d
// of the tree, and O(nv³) to fill in the zeros; no allocation. It panics if a length is wrong.
func (s *Solver) Christoffel(dst, q []float64) {
	n := s.model.NV()
	s.checkSize("field of Christoffel symbols", dst, n*n*n)
	s.kin.Update(q)
	s.placeInTrees()
	s.compose()
	clear(dst)
	for k := range n {
		s.unit[k] = 1
		s.coriolis(dst[k:], n, s.unit) // Γ_ijk = C_ij(e_k)
		s.unit[k] = 0
	}
}
