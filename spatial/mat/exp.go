package mat

import "math"

// Exp sets m to the exponential of a square matrix: the series for a part of it whose norm is below 1/4, of which the
// terms from the 15th on do not matter, and then squares. C. Moler and C. Van Loan, "Nineteen dubious ways to compute
// the exponential of a matrix", SIAM Review 45(1), 2003, methods 1 and 3.
func (m *Dense) Exp(a Matrix) {
	x := DenseCopyOf(a)
	_, halvings := math.Frexp(x.norm1())
	halvings = max(0, halvings+2)
	x.Scale(math.Ldexp(1, -halvings), x)
	sum := identity(x.rows)
	for n := 15; n > 0; n-- {
		sum.Mul(x, sum)
		sum.Scale(1/float64(n), sum)
		for i := range sum.rows {
			sum.Set(i, i, 1+sum.At(i, i))
		}
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	m.take(sum)
}
