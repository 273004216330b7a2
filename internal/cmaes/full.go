package cmaes

import (
	"math"

	"kinetree/internal/floats"

	"kinetree/spatial/mat"
)

// full is a covariance matrix with all its numbers.
type full struct {
	n    int
	c, b []float64 // C and its eigenvectors, the columns of B, row by row
	d    []float64
}

func newFull(n int) *full {
	f := &full{n: n, c: make([]float64, n*n), b: make([]float64, n*n), d: make([]float64, n)}
	for i := range n {
		f.c[i*n+i] = 1
	}
	return f
}

func (f *full) rate() float64          { return 1 }
func (f *full) scale(factor float64)   { floats.Scale(factor, f.c) }
func (f *full) diagonal(i int) float64 { return f.c[i*f.n+i] }
func (f *full) axes() []float64        { return f.d }

func (f *full) squeeze(i int, factor float64) {
	for j := range f.n {
		f.c[i*f.n+j] = float64(f.c[i*f.n+j] * factor)
		f.c[j*f.n+i] = float64(f.c[j*f.n+i] * factor)
	}
}

func (f *full) add(w float64, y []float64) {
	for i, a := range y {
		floats.AddScaled(f.c[i*f.n:(i+1)*f.n], float64(w*a), y)
	}
}

func (f *full) factor() {
	var eigen mat.EigenSym
	eigen.Factorize(mat.NewSymDense(f.n, f.c))
	for k, x := range eigen.Values() {
		f.d[k] = math.Sqrt(math.Max(x, 0))
		for i, v := range eigen.Vector(k) {
			f.b[i*f.n+k] = v
		}
	}
}

func (f *full) color(y, z []float64) {
	for i := range z {
		z[i] = float64(z[i] * f.d[i])
	}
	for i := range y {
		y[i] = floats.Dot(f.b[i*f.n:(i+1)*f.n], z)
	}
}

func (f *full) whiten(y []float64) []float64 {
	z, out := make([]float64, f.n), make([]float64, f.n)
	for j, v := range y {
		floats.AddScaled(z, v, f.b[j*f.n:(j+1)*f.n])
	}
	for i := range z {
		z[i] /= f.d[i]
	}
	for i := range out {
		out[i] = floats.Dot(f.b[i*f.n:(i+1)*f.n], z)
	}
	return out
}
