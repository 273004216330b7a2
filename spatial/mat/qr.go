package mat

import (
	"math"

	"kinetree/internal/floats"
)

// QR is a matrix with no more columns than rows as an orthogonal one times a triangle, by Householder's reflections
// 1 − β v vᵀ. G. H. Golub and C. F. Van Loan, "Matrix Computations", algorithms 5.1.1 and 5.2.1.
type QR struct {
	a       *Dense      // R in the upper triangle
	vectors [][]float64 // v, from the diagonal down
	factors []float64   // β
}

// Factorize finds the factors.
func (f *QR) Factorize(m Matrix) {
	f.a, f.vectors, f.factors = DenseCopyOf(m), nil, nil
	sums := make([]float64, f.a.columns)
	for k := range min(f.a.rows, f.a.columns) {
		v := f.a.Slice(k, f.a.rows, k, f.a.columns).Column(0)
		beta := reflector(v)
		f.vectors, f.factors = append(f.vectors, v), append(f.factors, beta)
		reflect(f.a.Slice(k, f.a.rows, k, f.a.columns), v, beta, sums)
	}
}

// reflector replaces x by the v whose reflection leads x to the first axis, and returns its β; 0 if x is there.
func reflector(x []float64) (beta float64) {
	if floats.Norm(x[1:], 1) == 0 {
		return 0
	}
	size := floats.Norm(x, 2)
	first := x[0] + math.Copysign(size, x[0])
	for i := range x {
		x[i] /= first
	}
	x[0] = 1
	return 2 / floats.Dot(x, x)
}

// reflect replaces a by (1 − β v vᵀ) a, with room for a row of sums.
func reflect(a *Dense, v []float64, beta float64, sums []float64) {
	if beta == 0 {
		return
	}
	sums = sums[:a.columns]
	clear(sums)
	for i, x := range v {
		floats.AddScaled(sums, x, a.RawRowView(i))
	}
	for i, x := range v {
		floats.AddScaled(a.RawRowView(i), -float64(beta*x), sums)
	}
}

// RTo sets r to the triangle, with rows of zeros below.
func (f *QR) RTo(r *Dense) {
	m := DenseCopyOf(f.a)
	for i := range m.rows {
		clear(m.RawRowView(i)[:min(i, m.columns)])
	}
	r.take(m)
}

// QTo sets q to the orthogonal matrix.
func (f *QR) QTo(q *Dense) {
	m := identity(f.a.rows)
	sums := make([]float64, m.columns)
	for k := len(f.vectors) - 1; k >= 0; k-- {
		reflect(m.Slice(k, m.rows, 0, m.columns), f.vectors[k], f.factors[k], sums)
	}
	q.take(m)
}

// Dual returns the matrices T, in the span of the independent columns of S, and W, of orthonormal columns, with
//
//	Sᵀ T = 1,   Sᵀ W = 0
//
// by the QR factors of S = [Q₁ Q₂] [R; 0]: T = Q₁ R⁻ᵀ and W = Q₂.
func Dual(S *Dense) (T, W *Dense) {
	n, k := S.Dims()
	var qr QR
	qr.Factorize(S)
	var q, r, inverse Dense
	qr.QTo(&q)
	qr.RTo(&r)
	_ = inverse.Inverse(r.Slice(0, k, 0, k)) // exact enough whatever the condition
	T = new(Dense)
	T.Mul(q.Slice(0, n, 0, k), inverse.T())
	return T, q.Slice(0, n, k, n)
}

// Hessenberg returns Qᵀ A Q, which is zero below the first diagonal under the main one, and the orthogonal Q.
func Hessenberg(a Matrix) (h, q *Dense) {
	h = DenseCopyOf(a)
	n := h.rows
	q = identity(n)
	sums := make([]float64, n)
	for k := 0; k+2 < n; k++ {
		v := h.Slice(k+1, n, k, k+1).Column(0)
		beta := reflector(v)
		if beta == 0 {
			continue
		}
		reflect(h.Slice(k+1, n, 0, n), v, beta, sums)
		for _, m := range []*Dense{h, q} { // from the right
			for i := range n {
				row := m.RawRowView(i)[k+1:]
				floats.AddScaled(row, -float64(beta*floats.Dot(row, v)), v)
			}
		}
		clear(v[1:])
		for i := k + 2; i < n; i++ {
			h.Set(i, k, 0)
		}
	}
	return h, q
}
