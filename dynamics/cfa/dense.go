package cfa

import "math"

// vec12 holds the unknowns of a body: its acceleration and the force through its joint.
type vec12 [12]float64

// block is the matrix of the equations of a body, and then its factors.
type block struct {
	a    [12]vec12
	rows [12]int
}

// lost is the share of a row below which what the elimination leaves of it is rounding.
const lost = 1e-13

// factor factors the matrix by elimination with the largest elements relative to their rows as pivots. It is false if
// the matrix is singular but for rounding, or not finite.
func (b *block) factor() bool {
	var scale vec12
	for i := range b.a {
		b.rows[i] = i
		for _, x := range b.a[i] {
			scale[i] = max(scale[i], math.Abs(x))
		}
	}
	for k := range 12 {
		best, at := -1.0, k
		for i := k; i < 12; i++ {
			r := b.rows[i]
			if x := math.Abs(b.a[r][k]); x > best*scale[r] {
				best, at = x/scale[r], i
			}
		}
		b.rows[k], b.rows[at] = b.rows[at], b.rows[k]
		if !(best > lost) || math.IsInf(best, 1) {
			return false
		}
		row := &b.a[b.rows[k]]
		for i := k + 1; i < 12; i++ {
			other := &b.a[b.rows[i]]
			if other[k] == 0 {
				continue
			}
			other[k] /= row[k]
			for j := k + 1; j < 12; j++ {
				other[j] -= float64(other[k] * row[j])
			}
		}
	}
	return true
}

// solve replaces x by the solution of the equations with the right side x.
func (b *block) solve(x *vec12) {
	var y vec12
	for i := range y {
		row := &b.a[b.rows[i]]
		sum := x[b.rows[i]]
		for j := range i {
			sum -= float64(row[j] * y[j])
		}
		y[i] = sum
	}
	for i := 11; i >= 0; i-- {
		row := &b.a[b.rows[i]]
		sum := y[i]
		for j := i + 1; j < 12; j++ {
			sum -= float64(row[j] * x[j])
		}
		x[i] = sum / row[i]
	}
}

// eliminate replaces x by the solution y of Σ y_k a[k] = −x, with a symmetric and negative definite. It changes a, and
// is false if that is singular.
//
//twin:ordinary
func eliminate(a [][]float64, x []float64) bool {
	n := len(x)
	for i := range x {
		x[i] = -x[i]
	}
	for k := range n {
		if !(a[k][k] < 0) {
			return false
		}
		for i := k + 1; i < n; i++ {
			l := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= float64(l * a[k][j])
			}
			x[i] -= float64(l * x[k])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= float64(a[i][j] * x[j])
		}
		x[i] /= a[i][i]
	}
	return true
}

func ptr(x vec6) *vec6 { return &x }

func (x *vec6) add(y *vec6) {
	for i := range x {
		x[i] += y[i]
	}
}

func (x *vec6) sub(y *vec6) {
	for i := range x {
		x[i] -= y[i]
	}
}

func (x *vec6) dot(y *vec6) float64 {
	sum := 0.0
	for i := range x {
		sum += float64(x[i] * y[i])
	}
	return sum
}

// times returns m x.
func (m *mat6) times(x *vec6) (y vec6) {
	for i := range y {
		y[i] = m[i].dot(x)
	}
	return y
}

// transposedTimes returns mᵀ x.
func (m *mat6) transposedTimes(x *vec6) (y vec6) {
	for i := range m {
		for j := range y {
			y[j] += float64(m[i][j] * x[i])
		}
	}
	return y
}

// addCongruent adds xᵀ c x.
func (m *mat6) addCongruent(x, c *mat6) {
	var product mat6 // c x
	for i := range 6 {
		for k := range 6 {
			for j := range 6 {
				product[i][j] += float64(c[i][k] * x[k][j])
			}
		}
	}
	for k := range 6 {
		for i := range 6 {
			for j := range 6 {
				m[i][j] += float64(x[k][i] * product[k][j])
			}
		}
	}
}
