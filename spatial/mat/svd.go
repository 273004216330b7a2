package mat

import (
	"math"
	"slices"

	"kinetree/internal/floats"
)

const ulp = 0x1p-52

// SVD is a matrix as U S Vᵀ, by turns that make its columns perpendicular (M. R. Hestenes, "Inversion of matrices by
// biorthogonalization and related results", 1958), which finds small values to their own digits.
type SVD struct {
	values []float64   // from the largest down
	u, v   [][]float64 // columns
	size   float64     // of the matrix, of which one ulp is no digit of a value
	wide   bool        // with fewer rows than columns: U and V change places
}

// Factorize finds the factors, and returns whether they have been found.
func (s *SVD) Factorize(m Matrix) bool {
	rows, columns := m.Dims()
	if s.wide = rows < columns; s.wide {
		m = m.T()
		columns = rows
	}
	a := dense(m)
	s.u, s.v, s.size = nil, nil, Norm(a)
	for j := range columns {
		s.u = append(s.u, a.Column(j))
		s.v = append(s.v, identity(columns).Column(j))
	}
	done := false
	for sweep := 0; sweep < 60 && !done; sweep++ {
		done = true
		for p := range columns {
			for q := p + 1; q < columns; q++ {
				if s.turn(p, q) {
					done = false
				}
			}
		}
	}
	s.values = make([]float64, columns)
	order := make([]int, columns)
	for j := range order {
		order[j], s.values[j] = j, floats.Norm(s.u[j], 2)
		if s.values[j] > 0 {
			for i := range s.u[j] {
				s.u[j][i] /= s.values[j]
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case s.values[a] > s.values[b]:
			return -1
		case s.values[a] < s.values[b]:
			return 1
		}
		return 0
	})
	values, u, v := make([]float64, columns), make([][]float64, columns), make([][]float64, columns)
	for j, from := range order {
		values[j], u[j], v[j] = s.values[from], s.u[from], s.v[from]
	}
	s.values, s.u, s.v = values, u, v
	return done && floats.Finite(values...)
}

// turn makes two columns perpendicular, and returns whether they were not.
func (s *SVD) turn(p, q int) bool {
	x, y := s.u[p], s.u[q]
	a, b, c := floats.Dot(x, x), floats.Dot(y, y), floats.Dot(x, y)
	if !(math.Abs(c) > float64(4*ulp*math.Sqrt(a)*math.Sqrt(b)) && math.Sqrt(math.Abs(c)) > float64(ulp*s.size)) {
		return false
	}
	cosine, sine := angle((b - a) / (2 * c))
	for _, pair := range [][2][]float64{{x, y}, {s.v[p], s.v[q]}} {
		rotate(pair[0], pair[1], cosine, sine)
	}
	return true
}

// angle returns the cosine and sine of the smaller of the angles with cot 2θ = z.
func angle(z float64) (cosine, sine float64) {
	t := math.Copysign(1, z) / (math.Abs(z) + math.Sqrt(1+float64(z*z)))
	cosine = 1 / math.Sqrt(1+float64(t*t))
	return cosine, float64(cosine * t)
}

// rotate sets x to c x − s y and y to s x + c y.
func rotate(x, y []float64, c, s float64) {
	for i := range x {
		x[i], y[i] = float64(c*x[i])-float64(s*y[i]), float64(s*x[i])+float64(c*y[i])
	}
}

// Values returns the singular values, from the largest down.
func (s *SVD) Values() []float64 { return slices.Clone(s.values) }

// Rank returns how many values exceed a share of the largest.
func (s *SVD) Rank(share float64) int {
	n := 0
	for _, x := range s.values {
		if x > float64(share*s.values[0]) {
			n++
		}
	}
	return n
}

// UTo and VTo set m to the columns of U and V, as many as there are values.
func (s *SVD) UTo(m *Dense) { s.columnsTo(m, !s.wide) }

// VTo sets m to the columns of V.
func (s *SVD) VTo(m *Dense) { s.columnsTo(m, s.wide) }

func (s *SVD) columnsTo(m *Dense, u bool) {
	columns := s.v
	if u {
		columns = s.u
	}
	c := NewDense(len(columns[0]), len(columns), nil)
	for j, x := range columns {
		c.SetCol(j, x)
	}
	m.take(c)
}

// SolveVecTo sets x to the shortest of the vectors that come nearest to the solution for b, with the largest values of
// a square matrix only, as many as rank.
func (s *SVD) SolveVecTo(x, b *VecDense, rank int) {
	sum := make([]float64, len(x.data))
	for j := range rank {
		floats.AddScaled(sum, floats.Dot(s.u[j], b.data)/s.values[j], s.v[j])
	}
	copy(x.data, sum)
}

// NullSpace returns an orthonormal basis of the vectors of n numbers that all rows make 0; nil if there are none.
func NullSpace(rows []float64, n int) *Dense {
	all := NewDense(len(rows)/n+n, n, nil) // with rows of zeros, so that there are all right singular vectors
	copy(all.data, rows)
	var svd SVD
	if !svd.Factorize(all) {
		return nil
	}
	rank := svd.Rank(1e-9)
	if rank == n {
		return nil
	}
	var v Dense
	svd.VTo(&v)
	return DenseCopyOf(v.Slice(0, n, rank, n))
}
