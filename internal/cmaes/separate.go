package cmaes

import (
	"math"
	"slices"

	"kinetree/internal/floats"
)

// separate is a covariance matrix with a diagonal alone.
type separate struct{ c, d []float64 }

func newSeparate(n int) *separate {
	return &separate{c: slices.Repeat([]float64{1}, n), d: make([]float64, n)}
}

func (s *separate) rate() float64                 { return float64(len(s.c)+2) / 3 }
func (s *separate) scale(factor float64)          { floats.Scale(factor, s.c) }
func (s *separate) diagonal(i int) float64        { return s.c[i] }
func (s *separate) axes() []float64               { return s.d }
func (s *separate) squeeze(i int, factor float64) { s.c[i] = float64(s.c[i] * factor * factor) }

func (s *separate) add(w float64, y []float64) {
	for i, a := range y {
		s.c[i] += float64(w * a * a)
	}
}

func (s *separate) factor() {
	for i, x := range s.c {
		s.d[i] = math.Sqrt(math.Max(x, 0))
	}
}

func (s *separate) color(y, z []float64) {
	for i, x := range z {
		y[i] = float64(s.d[i] * x)
	}
}

func (s *separate) whiten(y []float64) []float64 {
	out := make([]float64, len(y))
	for i, x := range y {
		out[i] = x / s.d[i]
	}
	return out
}
