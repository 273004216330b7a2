package constraint

import (
	"math"
	"slices"
)

// factor is the triangular factor U of a QR factorization Wᵀ = Q U, of which only U is kept: Uᵀ U = W Wᵀ. The columns
// of Wᵀ are the constraint rows in a fixed order, its rows are those of the rates. A row of a rate has elements for the
// constraints that can move it only, and comes into the front when the first of them is eliminated. The front is made
// triangular by Householder reflections and its first row leaves as a row of U. So U is a band if constraints couple
// their neighbours alone, and both work and memory grow linearly with their number then. Sources: Lawson and Hanson,
// "Solving Least Squares Problems", 1974, chapter 27; George and Heath, "Solution of sparse linear least squares
// problems using Givens rotations", Linear Algebra Appl. 34, 1980; Heath 1982 for the rank.
//
// A column whose distance from the span of those before it is rounding is redundant: it gets no row of U, and the row
// that would have been its own stays in the front.
type factor struct {
	n         int // columns
	enters    [][]int
	entries   [][]entry // of each rate
	end       []int     // one beyond the last column of each row of U
	offset    []int     // of each row of U
	u         []float64
	redundant []bool
	front     []float64
	rows      []int // of the front
	free      []int
}

// entry is an element of W: the column, and the index among the elements of W.
type entry struct{ column, at int }

// newFactor returns the workspace for elements of Wᵀ by rate, in rising order of columns, of which there are n.
func newFactor(n int, entries [][]entry) *factor {
	f := &factor{n: n, entries: entries, enters: make([][]int, n), end: make([]int, n), offset: make([]int, n),
		redundant: make([]bool, n)}
	for i, list := range entries {
		if len(list) > 0 {
			first := list[0].column
			f.enters[first] = append(f.enters[first], i)
			f.end[first] = max(f.end[first], list[len(list)-1].column+1)
		}
	}
	size, most, rows := 0, 0, 0
	for k := range n {
		f.end[k] = max(f.end[k], k+1)
		if k > 0 {
			f.end[k] = max(f.end[k], f.end[k-1])
		}
		f.offset[k] = size
		size += f.end[k] - k
		rows += len(f.enters[k])
		most = max(most, rows)
		rows = min(rows, f.end[k]-k)
	}
	f.u, f.front = make([]float64, size), make([]float64, most*n)
	f.rows, f.free = make([]int, 0, most), make([]int, 0, most)
	for i := range most {
		f.free = append(f.free, i*n)
	}
	slices.Reverse(f.free)
	return f
}

// decompose factors Wᵀ with the elements w. tolerance has for each column the distance from the span of the others that
// counts as none.
func (f *factor) decompose(w, tolerance []float64) {
	f.free = append(f.free, f.rows...)
	f.rows = f.rows[:0]
	before := 0
	for k := range f.n {
		end := f.end[k]
		if end > before {
			for _, row := range f.rows {
				clear(f.front[row+max(before, k) : row+end])
			}
			before = end
		}
		for _, i := range f.enters[k] {
			row := f.free[len(f.free)-1]
			f.free = f.free[:len(f.free)-1]
			clear(f.front[row+k : row+end])
			for _, e := range f.entries[i] {
				f.front[row+e.column] = w[e.at]
			}
			f.rows = append(f.rows, row)
		}
		if len(f.enters[k]) > 0 || k > 0 && f.redundant[k-1] {
			f.triangularize(k, end)
		}
		u := f.u[f.offset[k] : f.offset[k]+end-k]
		pivot := 0.0
		if len(f.rows) > 0 {
			pivot = f.front[f.rows[0]+k]
		}
		if f.redundant[k] = !(math.Abs(pivot) > tolerance[k]); f.redundant[k] {
			clear(u)
			continue
		}
		copy(u, f.front[f.rows[0]+k:f.rows[0]+end])
		f.free = append(f.free, f.rows[0])
		f.rows = append(f.rows[:0], f.rows[1:]...)
	}
}

// triangularize makes the front upper triangular from column k on.
func (f *factor) triangularize(k, end int) {
	for p := 0; p < len(f.rows) && k+p < end; p++ {
		c := k + p
		top := f.rows[p] + c
		below := 0.0
		for _, row := range f.rows[p+1:] {
			x := f.front[row+c]
			below += float64(x * x)
		}
		if below == 0 {
			continue
		}
		x := f.front[top]
		norm := math.Copysign(math.Sqrt(float64(x*x)+below), x)
		v := x + norm
		scale := 1 / float64(norm*v) // 2/|v|² of the reflection I − 2 v vᵀ/|v|²
		for j := c + 1; j < end; j++ {
			d := j - c
			sum := float64(v * f.front[top+d])
			for _, row := range f.rows[p+1:] {
				sum += float64(f.front[row+c] * f.front[row+j])
			}
			if sum == 0 {
				continue
			}
			sum = float64(sum * scale)
			f.front[top+d] -= float64(sum * v)
			for _, row := range f.rows[p+1:] {
				f.front[row+j] -= float64(sum * f.front[row+c])
			}
		}
		f.front[top] = -norm
		for _, row := range f.rows[p+1:] {
			f.front[row+c] = 0
		}
	}
	if extra := len(f.rows) - (end - k); extra > 0 { // zero
		f.free = append(f.free, f.rows[end-k:]...)
		f.rows = f.rows[:end-k]
	}
}

// solve replaces x by the solution of Uᵀ U x = x, with 0 for redundant columns.
func (f *factor) solve(x []float64) {
	for k := range f.n {
		if f.redundant[k] {
			x[k] = 0
			continue
		}
		u := f.u[f.offset[k] : f.offset[k]+f.end[k]-k]
		x[k] /= u[0]
		for d, y := range u[1:] {
			x[k+1+d] -= float64(y * x[k])
		}
	}
	for k := f.n - 1; k >= 0; k-- {
		if f.redundant[k] {
			x[k] = 0
			continue
		}
		u := f.u[f.offset[k] : f.offset[k]+f.end[k]-k]
		sum := x[k]
		for d, y := range u[1:] {
			sum -= float64(y * x[k+1+d])
		}
		x[k] = sum / u[0]
	}
}
