package tune

import (
	"math"
	"slices"
)

// eigen returns the eigenvalues of a symmetric positive definite matrix of n rows and sets the columns of b to its
// eigenvectors, by Jacobi's method: turns in the planes of two coordinates, each of which makes one pair of
// off-diagonal numbers zero, in cyclic order until all are small against their diagonal numbers. Then small
// eigenvalues are as accurate as large ones. It takes O(n³) for each of some six to ten cycles.
//
// Source: G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th ed. 2013, section 8.5; J. Demmel and K. Veselić,
// "Jacobi's method is more accurate than QR", SIAM J. Matrix Anal. Appl. 13(4), 1992.
func eigen(b, c []float64, n int) []float64 {
	const small, cycles = 1e-16, 50
	a := slices.Clone(c)
	clear(b)
	for i := range n {
		b[i*n+i] = 1
	}
	for turned, cycle := true, 0; turned && cycle < cycles; cycle++ {
		turned = false
		for p := range n {
			for q := p + 1; q < n; q++ {
				off := a[p*n+q]
				if math.Abs(off) <= small*math.Sqrt(math.Abs(a[p*n+p]*a[q*n+q])) {
					continue
				}
				turned = true
				tau := (a[q*n+q] - a[p*n+p]) / (2 * off)
				t := 1 / (math.Abs(tau) + math.Sqrt(1+float64(tau*tau))) // tangent of the smaller angle
				if tau < 0 {
					t = -t
				}
				cos := 1 / math.Sqrt(1+float64(t*t))
				sin := t * cos
				for k := range n {
					x, y := a[k*n+p], a[k*n+q]
					a[k*n+p], a[k*n+q] = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
				}
				for k := range n {
					x, y := a[p*n+k], a[q*n+k]
					a[p*n+k], a[q*n+k] = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
					x, y = b[k*n+p], b[k*n+q]
					b[k*n+p], b[k*n+q] = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
				}
				a[p*n+q], a[q*n+p] = 0, 0
			}
		}
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = a[i*n+i]
	}
	return values
}
