package constraint

import (
	"kinetree/internal/floats"
	"kinetree/spatial/mat"
)

// gauge chooses the multipliers of rows that depend on each other where contacts slide: their friction makes the choice
// a part of the motion. With the rows W, the forces V = W + friction for multipliers of 1, and A = W Vᵀ, which is
// singular, it is the solution of
//
//	A λ = x,   Nᵀ (λ − share) = 0
//
// for a basis N of the null space of A where the contacts began. With a basis L of that of Aᵀ it is the one solution of
// (A + L Nᵀ)(λ − share) = x − A share, as long as A has as many dimensions; and it moves smoothly.
type gauge struct {
	share, target []float64
	forces        [][]float64 // V
	matrix        []float64   // A, then A + L Nᵀ
	fixed         []float64   // L Nᵀ
	exchange      []int
}

// rubShared is rub where rows depend on each other.
func (s *Solver) rubShared() (determined bool) {
	g, n := &s.gauge, len(s.rows)
	if g.forces == nil {
		for range n {
			g.forces = append(g.forces, make([]float64, s.model.NV()))
		}
		g.matrix, g.exchange = make([]float64, n*n), make([]int, n)
	}
	for r := range s.rows {
		row, v := &s.rows[r], g.forces[r]
		clear(v)
		for k, i := range row.support {
			v[i] = s.w[row.at+k]
		}
	}
	for i := range s.gliding {
		x := &s.gliding[i]
		x.fillFriction(s)
		floats.Add(g.forces[x.first], x.w)
	}
	for k, v := range g.forces {
		s.dots(s.rest, v)
		for r, a := range s.rest {
			g.matrix[r*n+k] = a
		}
	}
	if g.fixed == nil {
		g.fix(n)
	}
	for r := range n {
		s.x[r] = g.target[r]
		for k, l := range g.share {
			s.x[r] -= float64(g.matrix[r*n+k] * l)
		}
	}
	floats.Add(g.matrix, g.fixed)
	if !mat.Eliminate(g.matrix, g.exchange) {
		return false
	}
	mat.Substitute(g.matrix, g.exchange, s.x)
	floats.Add(s.x, g.share)
	clear(s.z)
	for k, v := range g.forces {
		floats.AddScaled(s.z, s.x[k], v)
	}
	return true
}

// fix sets L Nᵀ, at the scale of A.
func (g *gauge) fix(n int) {
	g.fixed = make([]float64, n*n)
	transposed, size := make([]float64, n*n), 0.0
	for r := range n {
		for k := range n {
			transposed[k*n+r] = g.matrix[r*n+k]
		}
		size = max(size, g.matrix[r*n+r])
	}
	right, left := mat.NullSpace(g.matrix, n), mat.NullSpace(transposed, n)
	if right == nil || left == nil {
		return
	}
	_, p := right.Dims()
	_, q := left.Dims()
	for j := range min(p, q) {
		for r := range n {
			for k := range n {
				g.fixed[r*n+k] += float64(size * left.At(r, j) * right.At(k, j))
			}
		}
	}
}
