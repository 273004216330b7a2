package mat

import (
	"math"
	"slices"

	"kinetree/internal/floats"
)

// EigenSym has the eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's turns. G. H. Golub and C. F. Van
// Loan, "Matrix Computations", algorithm 8.5.3.
type EigenSym struct {
	values  []float64   // from the least up
	vectors [][]float64 // columns, of length 1
}

// Factorize finds them, and returns whether they have been found.
func (e *EigenSym) Factorize(s *SymDense) bool {
	n := s.SymmetricDim()
	rows, vectors := make([][]float64, n), make([][]float64, n)
	for i := range n {
		rows[i], vectors[i] = s.full.Column(i), identity(n).Column(i)
	}
	done := false
	for sweep := 0; sweep < 60 && !done; sweep++ {
		done = true
		for p := range n {
			for q := p + 1; q < n; q++ {
				c := rows[p][q]
				if !(math.Abs(c) > float64(ulp*math.Sqrt(math.Abs(rows[p][p]))*math.Sqrt(math.Abs(rows[q][q])))/4) {
					continue
				}
				if size := math.Abs(rows[p][p]) + math.Abs(rows[q][q]); size+math.Abs(c)/16 == size && sweep > 4 {
					rows[p][q], rows[q][p] = 0, 0
					continue
				}
				done = false
				cosine, sine := angle((rows[q][q] - rows[p][p]) / (2 * c))
				rotate(rows[p], rows[q], cosine, sine)
				for i := range n {
					x, y := rows[i][p], rows[i][q]
					rows[i][p] = float64(cosine*x) - float64(sine*y)
					rows[i][q] = float64(sine*x) + float64(cosine*y)
				}
				rows[p][q], rows[q][p] = 0, 0
				rotate(vectors[p], vectors[q], cosine, sine)
			}
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case rows[a][a] < rows[b][b]:
			return -1
		case rows[a][a] > rows[b][b]:
			return 1
		}
		return 0
	})
	e.values, e.vectors = make([]float64, n), make([][]float64, n)
	for k, i := range order {
		e.values[k], e.vectors[k] = rows[i][i], vectors[i]
		floats.Scale(1/floats.Norm(vectors[i], 2), vectors[i])
	}
	return done && floats.Finite(e.values...)
}

// Values returns the eigenvalues, from the least up.
func (e *EigenSym) Values() []float64 { return slices.Clone(e.values) }

// Vector returns the eigenvector of a value, of length 1.
func (e *EigenSym) Vector(k int) []float64 { return e.vectors[k] }
