package crba

import (
	"math"

	"kinetree/internal/kernel"
)

// The factors M = Lᵀ D L of Factor make a square root of the inverse, M⁻¹ = R Rᵀ with R = L⁻¹ D^(−1/2). Row i of L has
// elements for the rates on the way of i to the base only: i, Next(i), Next(Next(i)), ...

// Next returns the rate after rate i on its way to the base, or -1.
func (s *Solver) Next(i int) int { return s.parent[i] }

// Way returns rate i and those after it on its way to the base, none for i = -1.
func (s *Solver) Way(i int) (way []int) {
	for ; i >= 0; i = s.parent[i] {
		way = append(way, i)
	}
	return way
}

// Root replaces x, which is zero but for rates on the way of rate i, by Rᵀ x, which is so, too. O(d²) with the length
// d of the way; no allocation.
func (s *Solver) Root(x []float64, i int) {
	n, m := s.model.NV(), s.m
	for ; i >= 0; i = s.parent[i] {
		if x[i] == 0 {
			continue
		}
		for j := s.parent[i]; j >= 0; j = s.parent[j] {
			x[j] -= float64(m[i*n+j] * x[i])
		}
		x[i] /= math.Sqrt(m[i*n+i])
	}
}

// FromRoot replaces x (nv numbers) by R x. O(n d), no allocation.
func (s *Solver) FromRoot(x []float64) {
	n, m := s.model.NV(), s.m
	for i := range n {
		x[i] /= math.Sqrt(m[i*n+i])
		for j := s.parent[i]; j >= 0; j = s.parent[j] {
			x[i] -= float64(m[i*n+j] * x[j])
		}
	}
}

// Local returns the pose of a body frame in its parent's at the position of the last call. It is for algorithms; the
// value must not be changed.
func (s *Solver) Local(body int) *kernel.Axial { return &s.bodies[body].X }
