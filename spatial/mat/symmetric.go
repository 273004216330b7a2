package mat

import "kinetree/internal/floats"

// SymDense is a symmetric matrix.
type SymDense struct{ full *Dense }

// NewSymDense returns a symmetric matrix of n rows, from the upper triangle of the n² numbers of data, or of zeros.
func NewSymDense(n int, data []float64) *SymDense {
	s := &SymDense{NewDense(n, n, nil)}
	if data != nil {
		from := NewDense(n, n, data)
		for i := range n {
			for j := i; j < n; j++ {
				s.SetSym(i, j, from.At(i, j))
			}
		}
	}
	return s
}

// Dims returns the number of rows twice.
func (s *SymDense) Dims() (rows, columns int) { return s.SymmetricDim(), s.SymmetricDim() }

// SymmetricDim returns the number of rows.
func (s *SymDense) SymmetricDim() int {
	if s.full == nil {
		return 0
	}
	return s.full.rows
}

// At returns an element.
func (s *SymDense) At(i, j int) float64 { return s.full.At(i, j) }

// T returns s.
func (s *SymDense) T() Matrix { return s }

// SetSym sets an element and its mirror image.
func (s *SymDense) SetSym(i, j int, x float64) {
	s.full.Set(i, j, x)
	s.full.Set(j, i, x)
}

// CopySym copies a matrix of the same size.
func (s *SymDense) CopySym(from *SymDense) { s.full.Copy(from.full) }

// SymOuterK sets s to c x xᵀ.
func (s *SymDense) SymOuterK(c float64, x Matrix) {
	m := dense(x)
	full := NewDense(m.rows, m.rows, nil)
	for i := range m.rows {
		for j := i; j < m.rows; j++ {
			p := float64(c * floats.Dot(m.RawRowView(i), m.RawRowView(j)))
			full.Set(i, j, p)
			full.Set(j, i, p)
		}
	}
	s.full = full
}

// TriDense is a triangular matrix.
type TriDense struct {
	full  *Dense
	upper bool
}

// NewTriDense returns a triangle of n rows, of zeros.
func NewTriDense(n int, upper bool) *TriDense { return &TriDense{NewDense(n, n, nil), upper} }

// Dims returns the number of rows twice.
func (t *TriDense) Dims() (rows, columns int) { return t.full.Dims() }

// At returns an element.
func (t *TriDense) At(i, j int) float64 { return t.full.At(i, j) }

// T returns the transpose, which shares the elements.
func (t *TriDense) T() Matrix { return transposed{t} }

// SetTri sets an element of the triangle.
func (t *TriDense) SetTri(i, j int, x float64) {
	if i != j && t.upper != (j > i) {
		panic("mat: that element is not of the triangle")
	}
	t.full.Set(i, j, x)
}

// InverseTri sets t to the inverse of a triangle.
func (t *TriDense) InverseTri(a *TriDense) {
	n := a.full.rows
	inverse := NewTriDense(n, a.upper)
	for j := range n { // column by column, from the diagonal away
		inverse.full.Set(j, j, 1/a.At(j, j))
		for d := 1; d < n; d++ {
			i := j + d
			if a.upper {
				i = j - d
			}
			if i < 0 || i >= n {
				break
			}
			sum := 0.0
			for k := min(i, j); k <= max(i, j); k++ {
				if k != i {
					sum += float64(a.At(i, k) * inverse.At(k, j))
				}
			}
			inverse.full.Set(i, j, -sum/a.At(i, i))
		}
	}
	*t = *inverse
}

// Cholesky is the factor L of a positive definite matrix L Lᵀ.
type Cholesky struct {
	l    *Dense
	norm float64 // of the matrix
}

// Factorize finds L, and returns whether the matrix is positive definite.
func (c *Cholesky) Factorize(s *SymDense) bool {
	n := s.SymmetricDim()
	c.l, c.norm = NewDense(n, n, nil), s.full.norm1()
	for i := range n {
		row := c.l.RawRowView(i)
		for j := range i {
			row[j] = (s.At(i, j) - floats.Dot(row[:j], c.l.RawRowView(j)[:j])) / c.l.At(j, j)
		}
		d := s.At(i, i) - floats.Dot(row[:i], row[:i])
		if !(d > 0) || d-d != 0 {
			return false
		}
		row[i] = root(d)
	}
	return true
}

// LTo sets t to L.
func (c *Cholesky) LTo(t *TriDense) { *t = TriDense{DenseCopyOf(c.l), false} }

// solve replaces a right side by the solution.
func (c *Cholesky) solve(x []float64) {
	for i := range x {
		x[i] = (x[i] - floats.Dot(c.l.RawRowView(i)[:i], x[:i])) / c.l.At(i, i)
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= c.l.At(i, i)
		floats.AddScaled(x[:i], -x[i], c.l.RawRowView(i)[:i])
	}
}

// SolveVec replaces a right side by the solution.
func (c *Cholesky) SolveVec(x *VecDense) { c.solve(x.data) }

// SolveTo sets dst to the solution for the columns of b. The error is a Condition, with the solution set.
func (c *Cholesky) SolveTo(dst *Dense, b Matrix) error {
	dst.take(columnwise(b, c.solve))
	return conditioned(c.norm, c.l.rows, c.solve)
}

// InverseTo sets s to the inverse. The error is a Condition, with the inverse set.
func (c *Cholesky) InverseTo(s *SymDense) error {
	*s = *NewSymDense(c.l.rows, columnwise(identity(c.l.rows), c.solve).data)
	return conditioned(c.norm, c.l.rows, c.solve)
}

// LogDet returns the logarithm of the determinant.
func (c *Cholesky) LogDet() float64 {
	sum := 0.0
	for i := range c.l.rows {
		sum += logarithm(c.l.At(i, i))
	}
	return sum + sum
}
