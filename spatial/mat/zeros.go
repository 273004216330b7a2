package mat

// WithoutZeros returns a square matrix with the eigenvalues of another one that are not 0 to the rounding of its
// largest elements, and the number of those that are. It takes one space after another off that the matrix makes
// nothing of,
//
//	Vᵀ A V = [0 *; 0 A₁],   V = [V₀ V₁],   A V₀ = 0,
//
// so that multiple eigenvalues 0 with few vectors are counted, which [Eigenvalues] scatters by the roots of a rounding
// (V. N. Kublanovskaya, "On a method of solving the complete eigenvalue problem for a degenerate matrix", 1966).
func WithoutZeros(a Matrix) (rest *Dense, zeros int) {
	rest = DenseCopyOf(a)
	n := rest.rows
	little := float64(4 * ulp * float64(n) * Norm(rest))
	for rest.rows > 0 {
		var svd SVD
		if !svd.Factorize(rest) {
			break
		}
		rank := 0
		for rank < rest.rows && svd.values[rank] > little {
			rank++
		}
		if rank == rest.rows {
			break
		}
		if rank == 0 {
			return NewDense(0, 0, nil), n
		}
		var v, left Dense
		svd.VTo(&v)
		image := v.Slice(0, rest.rows, 0, rank)
		next := NewDense(rank, rank, nil)
		left.Mul(image.T(), rest)
		next.Mul(&left, image)
		rest = next
	}
	return rest, n - rest.rows
}
