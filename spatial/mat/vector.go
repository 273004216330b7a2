package mat

import "kinetree/internal/floats"

// VecDense is a column of numbers.
type VecDense struct{ data []float64 }

// NewVecDense returns a vector of n numbers, which it keeps, or of zeros if there are none.
func NewVecDense(n int, data []float64) *VecDense {
	return &VecDense{NewDense(n, 1, data).data}
}

// VecDenseCopyOf returns a copy.
func VecDenseCopyOf(v *VecDense) *VecDense { return &VecDense{append([]float64(nil), v.data...)} }

// Dims returns the length and 1.
func (v *VecDense) Dims() (rows, columns int) { return len(v.data), 1 }

// Len returns the length.
func (v *VecDense) Len() int { return len(v.data) }

// At returns an element of the only column.
func (v *VecDense) At(i, _ int) float64 { return v.data[i] }

// AtVec returns an element.
func (v *VecDense) AtVec(i int) float64 { return v.data[i] }

// SetVec sets an element.
func (v *VecDense) SetVec(i int, x float64) { v.data[i] = x }

// T returns the row of the same numbers.
func (v *VecDense) T() Matrix { return transposed{v} }

// Data returns the numbers, which are shared.
func (v *VecDense) Data() []float64 { return v.data }

// SliceVec returns a part, which shares the numbers.
func (v *VecDense) SliceVec(from, to int) *VecDense { return &VecDense{v.data[from:to]} }

func (v *VecDense) take(x []float64) {
	if v.data == nil {
		v.data = x
		return
	}
	copy(v.data, x)
}

// MulVec sets v to a x.
func (v *VecDense) MulVec(a Matrix, x *VecDense) {
	rows, columns := a.Dims()
	fit(columns == len(x.data), "product", a, x)
	y := make([]float64, rows)
	if t, ok := a.(transposed); ok { // the rows of Aᵀ are not in a row
		m := dense(t.Matrix)
		for i, c := range x.data {
			floats.AddScaled(y, c, m.RawRowView(i))
		}
	} else {
		m := dense(a)
		for i := range y {
			y[i] = floats.Dot(m.RawRowView(i), x.data)
		}
	}
	v.take(y)
}

// AddVec sets v to a + b.
func (v *VecDense) AddVec(a, b *VecDense) { v.sum(a, 1, b) }

// SubVec sets v to a − b.
func (v *VecDense) SubVec(a, b *VecDense) { v.sum(a, -1, b) }

func (v *VecDense) sum(a *VecDense, c float64, b *VecDense) {
	fit(len(a.data) == len(b.data), "sum", a, b)
	v.take(floats.AddScaledTo(make([]float64, len(a.data)), a.data, c, b.data))
}

// ScaleVec sets v to c a.
func (v *VecDense) ScaleVec(c float64, a *VecDense) {
	y := make([]float64, len(a.data))
	floats.ScaleTo(y, c, a.data)
	v.take(y)
}

// CloneFromVec makes v a copy.
func (v *VecDense) CloneFromVec(a *VecDense) { *v = *VecDenseCopyOf(a) }

// Dot returns Σ aᵢ bᵢ.
func Dot(a, b *VecDense) float64 { return floats.Dot(a.data, b.data) }
