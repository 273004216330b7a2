package mat

import (
	"math"

	"kinetree/internal/floats"
)

// Exp sets m to the exponential of a square matrix: the series for a part of it whose norm is below 1/4, of which the
// terms from the 15th on do not matter, and then squares. C. Moler and C. Van Loan, "Nineteen dubious ways to compute
// the exponential of a matrix", SIAM Review 45(1), 2003, methods 1 and 3.
func (m *Dense) Exp(a Matrix) {
	x := DenseCopyOf(a)
	_, halvings := math.Frexp(x.norm1())
	halvings = max(0, halvings+2)
	floats.Scale(math.Ldexp(1, -halvings), x.data)
	sum, product := identity(x.rows), identity(x.rows)
	for n := 15; n > 0; n-- {
		product.setProduct(x, sum)
		sum, product = product, sum
		floats.Scale(1/float64(n), sum.data)
		for i := range sum.rows {
			sum.Set(i, i, 1+sum.At(i, i))
		}
	}
	for range halvings {
		product.setProduct(sum, sum)
		sum, product = product, sum
	}
	m.take(sum)
}
