package stability

import (
	"math"
	"slices"

	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Tangent is a robot linearized on what constraints leave it, in as many numbers as it can choose:
//
//	ẋ = A x + B δτ,   x = (ξ, η),   δq = Places ξ,   δq̇ = Rates η
//
// Wheels leave more places than rates.
type Tangent struct {
	Model              *tree.Model
	Places, Rates      *mat.Dense // nv x p, nv x s, with orthonormal columns
	A, B               *mat.Dense // (p + s) x (p + s), (p + s) x nv
	Mass               []float64  // the mass matrix without constraints, nv x nv row by row
	Damping, Stiffness []float64  // of each rate; both are in A
}

// NewTangent returns the modes of a robot with constraints that leave it some motion. A method is judged by its steps
// in the numbers that are left, as it takes them when each ends with a projection onto the constraints, whose effect on
// small deviations is of second order. The error says that the state is not finite. O(nv³).
func NewTangent(b *Tangent) (*Spectrum, error) {
	m := b.Model
	nv, p := b.Places.Dims()
	_, s := b.Rates.Dims()
	l := &Spectrum{model: m, n: p, byPosition: make([]float64, s*p), byVelocity: make([]float64, s*s),
		byDamping: make([]float64, s*s), byStiffness: make([]float64, s*p), shapes: slices.Clone(b.Places.Data()),
		damping: b.Damping, angular: m.Angular(), whole: true, motion: b.A}
	var momenta mat.Dense
	momenta.Mul(mat.NewDense(nv, nv, b.Mass), b.Places)
	l.momenta = slices.Clone(momenta.Data())
	l.transport, l.moved = make([]float64, p*p), make([]float64, p*s)
	for i := range p {
		copy(l.transport[i*p:], b.A.RawRowView(i)[:p])
		copy(l.moved[i*s:], b.A.RawRowView(i)[p:])
	}
	for i := range s {
		row := b.A.RawRowView(p + i)
		copy(l.byPosition[i*p:], row[:p])
		copy(l.byVelocity[i*s:], row[p:])
		by := b.B.RawRowView(p + i)
		for k := range nv {
			for j := range s {
				l.byDamping[i*s+j] += float64(float64(by[k]*b.Damping[k]) * b.Rates.At(k, j))
			}
			for j := range p {
				l.byStiffness[i*p+j] += float64(float64(by[k]*b.Stiffness[k]) * b.Places.At(k, j))
			}
		}
	}
	// The motion that an effort at a rate begins, as much as makes the rate 1, is that of the rate while all others are
	// free.
	l.of = func(rate int) (inertia, stiffness float64) {
		response := make([]float64, s) // Ratesᵀ M⁻¹ e
		mobility := 0.0
		for i := range s {
			response[i] = b.B.At(p+i, rate)
			mobility += float64(b.Rates.At(rate, i) * response[i])
		}
		if !(mobility*b.Mass[rate*nv+rate] > 1e-10) { // rounding: nothing moves it
			return math.Inf(1), 0
		}
		place := make([]float64, p) // of that motion
		for j := range p {
			for k := range nv {
				moved := 0.0
				for i := range s {
					moved += float64(b.Rates.At(k, i) * response[i])
				}
				place[j] += float64(b.Places.At(k, j)*moved) / mobility
			}
		}
		for i := range s {
			for j, x := range place {
				stiffness -= float64(float64(b.Rates.At(rate, i)*l.byPosition[i*p+j]) * x)
			}
		}
		return 1 / mobility, stiffness / mobility
	}
	return l, l.findModes()
}
