package operators

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Operator is a linear map that is applied without its matrix being formed.
type Operator interface {
	// Size returns the numbers of rows and columns.
	Size() (rows, columns int)
	// Apply sets dst to the operator times x. The two must not overlap. It panics if a length is wrong.
	Apply(dst, x []float64)
	// ApplyTransposed sets dst to the transposed operator times x. The two must not overlap. It panics if a length is
	// wrong.
	ApplyTransposed(dst, x []float64)
}

// Transposed returns the transpose of an operator.
func Transposed(a Operator) Operator {
	if t, ok := a.(transposed); ok {
		return t.of
	}
	return transposed{a}
}

type transposed struct{ of Operator }

func (t transposed) Size() (int, int) {
	rows, columns := t.of.Size()
	return columns, rows
}

func (t transposed) Apply(dst, x []float64)           { t.of.ApplyTransposed(dst, x) }
func (t transposed) ApplyTransposed(dst, x []float64) { t.of.Apply(dst, x) }

// Product returns the product of operators, the last of which is applied first. It holds room for what goes between
// them, so that Apply does not allocate and is for one goroutine. It panics if sizes do not fit or there is no
// operator.
func Product(factors ...Operator) Operator {
	if len(factors) == 0 {
		panic("operators: there is no factor of a product")
	}
	p := product{factors, make([][]float64, len(factors)-1)}
	for i := range p.between {
		_, columns := factors[i].Size()
		rows, _ := factors[i+1].Size()
		if rows != columns {
			panic(fmt.Sprintf("operators: factor %d of a product has %d columns and the next one %d rows", i, columns,
				rows))
		}
		p.between[i] = make([]float64, rows)
	}
	return p
}

type product struct {
	factors []Operator
	between [][]float64 // between[i] goes from factor i+1 to factor i, and back in the transpose
}

func (p product) Size() (int, int) {
	rows, _ := p.factors[0].Size()
	_, columns := p.factors[len(p.factors)-1].Size()
	return rows, columns
}

func (p product) Apply(dst, x []float64) {
	for i := len(p.between) - 1; i >= 0; i-- {
		p.factors[i+1].Apply(p.between[i], x)
		x = p.between[i]
	}
	p.factors[0].Apply(dst, x)
}

func (p product) ApplyTransposed(dst, x []float64) {
	for i, y := range p.between {
		p.factors[i].ApplyTransposed(y, x)
		x = y
	}
	p.factors[len(p.between)].ApplyTransposed(dst, x)
}

// Sum returns a + b. It holds room for a part of the sum, as Product does. It panics if the sizes differ.
func Sum(a, b Operator) Operator { return combine(a, b, 1) }

// Difference returns a − b, like Sum.
func Difference(a, b Operator) Operator { return combine(a, b, -1) }

func combine(a, b Operator, scale float64) Operator {
	rows, columns := a.Size()
	if r, c := b.Size(); r != rows || c != columns {
		panic(fmt.Sprintf("operators: the parts of a sum are %d x %d and %d x %d", rows, columns, r, c))
	}
	return sum{a, b, scale, make([]float64, max(rows, columns))}
}

// sum is a + scale b.
type sum struct {
	a, b  Operator
	scale float64
	part  []float64
}

func (s sum) Size() (int, int) { return s.a.Size() }

func (s sum) Apply(dst, x []float64) {
	s.a.Apply(dst, x)
	part := s.part[:len(dst)]
	s.b.Apply(part, x)
	floats.AddScaled(dst, s.scale, part)
}

func (s sum) ApplyTransposed(dst, x []float64) {
	s.a.ApplyTransposed(dst, x)
	part := s.part[:len(dst)]
	s.b.ApplyTransposed(part, x)
	floats.AddScaled(dst, s.scale, part)
}

// Identity returns the identity of n rows.
func Identity(n int) Operator { return identity(n) }

type identity int

func (n identity) Size() (int, int) { return int(n), int(n) }

func (n identity) Apply(dst, x []float64) {
	checkSize(dst, int(n), x, int(n))
	copy(dst, x)
}

func (n identity) ApplyTransposed(dst, x []float64) { n.Apply(dst, x) }

// Diagonal returns the operator of the diagonal matrix of d. It keeps d.
func Diagonal(d []float64) Operator { return diagonal(d) }

type diagonal []float64

func (d diagonal) Size() (int, int) { return len(d), len(d) }

func (d diagonal) Apply(dst, x []float64) {
	checkSize(dst, len(d), x, len(d))
	floats.MulTo(dst, d, x)
}

func (d diagonal) ApplyTransposed(dst, x []float64) { d.Apply(dst, x) }

// Dense returns the matrix of an operator, column by column from its products with the unit vectors. It is for small
// ones: it takes as many products as there are columns. It panics if the operator has no rows or no columns.
func Dense(a Operator) *mat.Dense {
	rows, columns := a.Size()
	if rows == 0 || columns == 0 {
		panic(fmt.Sprintf("operators: an operator of %d x %d has no matrix", rows, columns))
	}
	m := mat.NewDense(rows, columns, nil)
	x, y := make([]float64, columns), make([]float64, rows)
	for j := range columns {
		x[j] = 1
		a.Apply(y, x)
		m.SetCol(j, y)
		x[j] = 0
	}
	return m
}

// checkSize panics unless dst has the number of rows and x that of columns.
func checkSize(dst []float64, rows int, x []float64, columns int) {
	if len(dst) != rows || len(x) != columns {
		panic(fmt.Sprintf("operators: %d and %d numbers are given for the result and the operand of an operator of "+
			"%d x %d", len(dst), len(x), rows, columns))
	}
}
