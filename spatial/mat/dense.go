package mat

import (
	"fmt"

	"kinetree/internal/floats"
)

// Matrix is what can be read as a matrix.
type Matrix interface {
	Dims() (rows, columns int)
	At(i, j int) float64
	T() Matrix
}

// transposed is the transpose of a matrix, which it shares.
type transposed struct{ Matrix }

func (t transposed) Dims() (rows, columns int) {
	rows, columns = t.Matrix.Dims()
	return columns, rows
}
func (t transposed) At(i, j int) float64 { return t.Matrix.At(j, i) }
func (t transposed) T() Matrix           { return t.Matrix }

// Dense is a matrix row by row, or a part of one. The empty one takes on the size of what is stored in it.
type Dense struct {
	rows, columns, stride int
	data                  []float64
}

// NewDense returns a matrix with the numbers of data row by row, which it keeps, or of zeros if that is nil.
func NewDense(rows, columns int, data []float64) *Dense {
	if data == nil {
		data = make([]float64, rows*columns)
	}
	if len(data) != rows*columns {
		panic(fmt.Sprintf("mat: %d numbers for a matrix of %d x %d", len(data), rows, columns))
	}
	return &Dense{rows, columns, columns, data}
}

// DenseCopyOf returns a copy of any matrix.
func DenseCopyOf(m Matrix) *Dense {
	c := &Dense{}
	c.CloneFrom(m)
	return c
}

// Dims returns the numbers of rows and columns.
func (m *Dense) Dims() (rows, columns int) { return m.rows, m.columns }

// At returns an element.
func (m *Dense) At(i, j int) float64 { return m.RawRowView(i)[j] }

// Set sets an element.
func (m *Dense) Set(i, j int, x float64) { m.RawRowView(i)[j] = x }

// T returns the transpose, which shares the elements.
func (m *Dense) T() Matrix { return transposed{m} }

// RawRowView returns a row, which shares the elements.
func (m *Dense) RawRowView(i int) []float64 {
	return m.data[i*m.stride : i*m.stride+m.columns : i*m.stride+m.columns]
}

// Data returns the elements row by row, which are shared. The matrix must not be a part of a wider one.
func (m *Dense) Data() []float64 {
	if m.stride != m.columns {
		panic("mat: the elements of a part of a matrix are not in a row")
	}
	return m.data[:m.rows*m.columns]
}

// Slice returns a part of a matrix, which shares the elements.
func (m *Dense) Slice(row, endRow, column, endColumn int) *Dense {
	if row < 0 || endRow > m.rows || column < 0 || endColumn > m.columns {
		panic(fmt.Sprintf("mat: rows %d to %d and columns %d to %d of %d x %d", row, endRow, column, endColumn, m.rows,
			m.columns))
	}
	return &Dense{endRow - row, endColumn - column, m.stride, m.data[row*m.stride+column:]}
}

// Column returns a copy of a column.
func (m *Dense) Column(j int) []float64 {
	c := make([]float64, m.rows)
	for i := range c {
		c[i] = m.At(i, j)
	}
	return c
}

// SetCol sets a column.
func (m *Dense) SetCol(j int, x []float64) {
	for i, v := range x {
		m.Set(i, j, v)
	}
}

// dense returns a matrix whose rows can be taken: itself, if it is one.
func dense(m Matrix) *Dense {
	switch m := m.(type) {
	case *Dense:
		return m
	case *VecDense:
		return &Dense{len(m.data), 1, 1, m.data}
	}
	rows, columns := m.Dims()
	c := NewDense(rows, columns, nil)
	for i := range rows {
		row := c.RawRowView(i)
		for j := range row {
			row[j] = m.At(i, j)
		}
	}
	return c
}

// take sets m to a matrix that nothing else shares.
func (m *Dense) take(x *Dense) {
	if m.rows == 0 && m.columns == 0 {
		*m = *x
		return
	}
	m.Copy(x)
}

// Copy copies the elements of a matrix of the same size.
func (m *Dense) Copy(from Matrix) {
	x := dense(from)
	fit(m.rows == x.rows && m.columns == x.columns, "copy", m, x)
	for i := range m.rows {
		copy(m.RawRowView(i), x.RawRowView(i))
	}
}

// CloneFrom makes m a copy of any matrix.
func (m *Dense) CloneFrom(from Matrix) {
	x := dense(from)
	c := NewDense(x.rows, x.columns, nil)
	c.Copy(x)
	*m = *c
}

func fit(ok bool, what string, a, b Matrix) {
	if !ok {
		r, c := a.Dims()
		s, d := b.Dims()
		panic(fmt.Sprintf("mat: %s of %d x %d and %d x %d", what, r, c, s, d))
	}
}

// Add sets m to a + b.
func (m *Dense) Add(a, b Matrix) { m.sum(a, 1, b) }

// Sub sets m to a − b.
func (m *Dense) Sub(a, b Matrix) { m.sum(a, -1, b) }

func (m *Dense) sum(a Matrix, c float64, b Matrix) {
	x, y := dense(a), dense(b)
	fit(x.rows == y.rows && x.columns == y.columns, "sum", x, y)
	s := NewDense(x.rows, x.columns, nil)
	for i := range s.rows {
		floats.AddScaledTo(s.RawRowView(i), x.RawRowView(i), c, y.RawRowView(i))
	}
	m.take(s)
}

// Scale sets m to c a.
func (m *Dense) Scale(c float64, a Matrix) {
	s := DenseCopyOf(a)
	floats.Scale(c, s.data)
	m.take(s)
}

// Mul sets m to a b.
func (m *Dense) Mul(a, b Matrix) {
	x, y := dense(a), dense(b)
	fit(x.columns == y.rows, "product", x, y)
	p := NewDense(x.rows, y.columns, nil)
	p.setProduct(x, y)
	m.take(p)
}

// setProduct sets m, which is neither of them, to x y.
func (m *Dense) setProduct(x, y *Dense) {
	finite := true
	for k := range y.rows {
		finite = finite && floats.Finite(y.RawRowView(k)...)
	}
	for i := range m.rows {
		row := m.RawRowView(i)
		clear(row)
		for k, c := range x.RawRowView(i) {
			if c != 0 || !finite && !floats.Finite(y.RawRowView(k)...) {
				floats.AddScaled(row, c, y.RawRowView(k))
			}
		}
	}
}

// Norm returns the Frobenius norm, the root of the sum of squares.
func Norm(m Matrix) float64 {
	x := dense(m)
	sizes := make([]float64, x.rows)
	for i := range sizes {
		sizes[i] = floats.Norm(x.RawRowView(i), 2)
	}
	return floats.Norm(sizes, 2)
}

// norm1 returns the greatest sum of sizes in a column.
func (m *Dense) norm1() float64 {
	largest := 0.0
	for j := range m.columns {
		largest = max(largest, floats.Norm(m.Column(j), 1))
	}
	return largest
}
