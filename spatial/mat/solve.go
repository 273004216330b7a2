package mat

import (
	"fmt"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
)

func root(x float64) float64      { return math.Sqrt(x) }
func logarithm(x float64) float64 { return libm.Log(x) }

// Condition is the error of equations whose solution may have no right digit: the condition number of their matrix, in
// the norm of the greatest sum of a column.
type Condition float64

func (c Condition) Error() string {
	return fmt.Sprintf("the matrix is nearly singular: its condition is %.1e", float64(c))
}

// conditioned returns an error if the condition of a matrix of this norm is beyond all digits.
func conditioned(norm float64, n int, solve func([]float64)) error {
	c := float64(norm * columnwise(identity(n), solve).norm1())
	if n > 0 && !(c <= 1e16) {
		return Condition(c)
	}
	return nil
}

func identity(n int) *Dense {
	m := NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// columnwise returns what becomes of the columns of a matrix.
func columnwise(b Matrix, do func([]float64)) *Dense {
	m := DenseCopyOf(b)
	for j := range m.columns {
		x := m.Column(j)
		do(x)
		m.SetCol(j, x)
	}
	return m
}

// LU is a matrix as a product of triangles, its rows exchanged so that every pivot is the largest of its column. G. H.
// Golub and C. F. Van Loan, "Matrix Computations", algorithm 3.4.1.
type LU struct {
	lu       *Dense
	exchange []int
	norm     float64
}

// Factorize finds the factors of a square matrix.
func (f *LU) Factorize(a Matrix) {
	f.lu = DenseCopyOf(a)
	fit(f.lu.rows == f.lu.columns, "factors", f.lu, f.lu)
	f.norm = f.lu.norm1()
	f.exchange = make([]int, f.lu.rows)
	Eliminate(f.lu.data, f.exchange)
}

// SolveVec replaces a right side by the solution.
func (f *LU) SolveVec(x *VecDense) { Substitute(f.lu.data, f.exchange, x.data) }

// SolveTo sets dst to the solution for the columns of b. The error is a Condition, with the solution set.
func (f *LU) SolveTo(dst *Dense, b Matrix) error {
	solve := func(x []float64) { Substitute(f.lu.data, f.exchange, x) }
	dst.take(columnwise(b, solve))
	return conditioned(f.norm, f.lu.rows, solve)
}

// Solve sets m to the solution of a m = b for a square matrix. The error is a Condition, with the solution set.
func (m *Dense) Solve(a, b Matrix) error {
	var f LU
	f.Factorize(a)
	return f.SolveTo(m, b)
}

// Inverse sets m to the inverse of a square matrix. The error is a Condition, with the inverse set.
func (m *Dense) Inverse(a Matrix) error {
	n, _ := a.Dims()
	return m.Solve(a, identity(n))
}

// Eliminate replaces a square matrix, row by row, by its triangular factors, and sets which row was exchanged with
// each. It returns whether no pivot is zero. It does not allocate.
func Eliminate(a []float64, exchange []int) bool {
	n, regular := len(exchange), true
	for k := range n {
		at := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i*n+k]) > math.Abs(a[at*n+k]) {
				at = i
			}
		}
		exchange[k] = at
		row := a[k*n : k*n+n]
		if other := a[at*n : at*n+n]; at != k {
			for j := range row {
				row[j], other[j] = other[j], row[j]
			}
		}
		if row[k] == 0 {
			regular = false
			continue
		}
		for i := k + 1; i < n; i++ {
			a[i*n+k] /= row[k]
			if c := a[i*n+k]; c != 0 {
				floats.AddScaled(a[i*n+k+1:i*n+n], -c, row[k+1:])
			}
		}
	}
	return regular
}

// Substitute replaces a right side by the solution, with what Eliminate has made of the matrix. It does not allocate.
func Substitute(a []float64, exchange []int, x []float64) {
	n := len(exchange)
	for k, at := range exchange {
		x[k], x[at] = x[at], x[k]
	}
	for i := range n {
		x[i] -= floats.Dot(a[i*n:i*n+i], x[:i])
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = (x[i] - floats.Dot(a[i*n+i+1:i*n+n], x[i+1:])) / a[i*n+i]
	}
}
