package operators_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/operators"
)

// matrix is the operator of a matrix.
type matrix struct{ *mat.Dense }

func (m matrix) Size() (int, int)                 { return m.Dims() }
func (m matrix) Apply(dst, x []float64)           { multiply(dst, m.Dense, x) }
func (m matrix) ApplyTransposed(dst, x []float64) { multiply(dst, m.T(), x) }

func multiply(dst []float64, m mat.Matrix, x []float64) {
	mat.NewVecDense(len(dst), dst).MulVec(m, mat.NewVecDense(len(x), x))
}

// fatal is what tests of both packages have.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// same fails the test if two matrices differ by more than limit times the largest element of want, or limit.
func same(t fatal, what string, got, want mat.Matrix, limit float64) {
	t.Helper()
	var d mat.Dense
	d.Sub(got, want)
	largest := math.Max(1, math.Max(mat.Max(want), -mat.Min(want)))
	if off := math.Max(mat.Max(&d), -mat.Min(&d)); !(off <= limit*largest) {
		t.Fatalf("%s: off by %.3g, of a largest element of %.3g", what, off, largest)
	}
}

// adjoint fails the test unless the two directions of an operator are one matrix and its transpose.
func adjoint(t fatal, what string, a operators.Operator, limit float64) {
	t.Helper()
	same(t, what+" transposed", operators.Dense(operators.Transposed(a)).T(), operators.Dense(a), limit)
}

// rounding is the accuracy asked of sums of some hundred products, relative to the largest element of a result.
const rounding = 1e-12

func TestAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(rows, columns int) (matrix, *mat.Dense) {
			m := mat.NewDense(rows, columns, rapid.SliceOfN(rapid.Float64Range(-1, 1), rows*columns,
				rows*columns).Draw(t, "m"))
			return matrix{m}, m
		}
		size := rapid.IntRange(1, 6)
		k, l, m, n := size.Draw(t, "k"), size.Draw(t, "l"), size.Draw(t, "m"), size.Draw(t, "n")
		a, A := draw(k, l)
		b, B := draw(l, m)
		c, C := draw(m, n)
		d, D := draw(k, n)
		e := rapid.SliceOfN(rapid.Float64Range(-1, 1), k, k).Draw(t, "e")
		check := func(what string, got operators.Operator, want mat.Matrix) {
			if rows, columns := got.Size(); rows != want.(*mat.Dense).RawMatrix().Rows ||
				columns != want.(*mat.Dense).RawMatrix().Cols {
				t.Fatalf("%s is %d x %d", what, rows, columns)
			}
			same(t, what, operators.Dense(got), want, rounding)
			adjoint(t, what, got, rounding)
		}
		var ABC, sum, difference, EABC mat.Dense
		ABC.Product(A, B, C)
		sum.Add(&ABC, D)
		difference.Sub(&ABC, D)
		EABC.Mul(mat.NewDiagDense(k, e), &ABC)
		abc := operators.Product(a, b, c)
		check("one factor", operators.Product(a), A)
		check("product", abc, &ABC)
		check("sum", operators.Sum(abc, d), &sum)
		check("difference", operators.Difference(abc, d), &difference)
		check("products in products", operators.Product(operators.Diagonal(e), operators.Product(a, b),
			operators.Product(operators.Identity(m), c)), &EABC)
		check("of transposes", operators.Transposed(operators.Product(operators.Transposed(c),
			operators.Transposed(operators.Product(a, b)))), &ABC)
		if operators.Transposed(operators.Transposed(a)) != operators.Operator(a) {
			t.Fatal("transposed twice it is another operator")
		}
	})
}

// panics fails the test unless call panics with a sentence that has the words.
func panics(t *testing.T, words string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, ok := recover().(string); !ok || !strings.Contains(s, words) {
			t.Errorf("recovered %q, want %q", s, words)
		}
	}()
	call()
}

func TestWrongSizes(t *testing.T) {
	two, three := operators.Identity(2), operators.Identity(3)
	panics(t, "factor 1 of a product has 3 columns and the next one 2 rows",
		func() { operators.Product(three, three, two) })
	panics(t, "there is no factor", func() { operators.Product() })
	panics(t, "parts of a sum are 2 x 2 and 3 x 3", func() { operators.Sum(two, three) })
	panics(t, "parts of a sum", func() { operators.Difference(three, two) })
	panics(t, "an operator of 0 x 0 has no matrix", func() { operators.Dense(operators.Identity(0)) })
	panics(t, "3 and 2 numbers are given for the result and the operand of an operator of 2 x 2",
		func() { two.Apply(make([]float64, 3), make([]float64, 2)) })
	panics(t, "of an operator of 2 x 2",
		func() { operators.Diagonal([]float64{1, 2}).Apply(make([]float64, 2), make([]float64, 3)) })
}
