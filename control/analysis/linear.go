// Package analysis analyses a control loop by linearising it: where a robot rests, a small motion δ of it obeys ẋ = A
// x + B u with x = (δq, δq̇) and efforts u. With sensors, the control law, a zero-order hold, a delay and the lag of
// the actuators it becomes
//
//	x⁺ = A x + B u,   y = C x + D u
//
// from sample to sample, exactly; with a law that acts at every instant, it is ẋ = A x + B u again. From there come
// poles, the spectral radius, damping ratios, gain and phase margins of each joint's loop, the largest stable period,
// and linear-quadratic regulators.
//
// What is not linear is left out: limits of efforts and of their rates, the resolution and the noise of sensors, dry
// friction.
//
// Source of the methods: Åström and Wittenmark, "Computer-Controlled Systems", 3rd ed. 1997, sections 2.3 and 3.5.
package analysis

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"

	"kinetree/aba"
)

// Plant is a robot near a position of rest, ẋ = A x + B u. The state x has the positions δq, of which joints whose
// positions are poses have those of Model.Integrate, and the velocities of the rates.
type Plant struct {
	A *mat.Dense // 2nv x 2nv
	B *mat.Dense // 2nv x nv; the columns of a floating base are zeros
}

// NewPlant returns the plant of a robot that was linearized about a position of rest, under the efforts that hold it
// there:
//
//	A = [0 1; ∂q̈/∂q − M⁻¹ K, ∂q̈/∂q̇ − M⁻¹ D],   B = [0; M⁻¹]
//
// with the damping D and the stiffness K of the joints.
func NewPlant(l *aba.Linearization) *Plant {
	n := l.Model.NV()
	p := &Plant{mat.NewDense(2*n, 2*n, nil), mat.NewDense(2*n, n, nil)}
	base := 0
	if l.Model.Floating() {
		base = 6
	}
	for i := range n {
		p.A.Set(i, n+i, 1)
		for j := range n {
			p.A.Set(n+i, j, l.ByPosition[i*n+j])
			p.A.Set(n+i, n+j, l.ByVelocity[i*n+j])
			if j >= base {
				p.B.Set(n+i, j, l.ByEffort[i*n+j])
			}
		}
	}
	return p
}

// Forget takes a position that nothing depends on out of the plant, such as the charge of the circuit of a motor: it
// decays at a rate (1/s), and nothing excites it.
func (p *Plant) Forget(rate int, decay float64) {
	_, n := p.B.Dims()
	p.A.Set(rate, n+rate, 0)
	p.A.Set(rate, rate, -decay)
}

// NewReducedPlant returns the plant of a robot whose constraints leave it places ξ and rates η, δq = places ξ and δq̇ =
// rates η with orthonormal columns and (ξ, η)' = a (ξ, η) + b u. Its state has all positions and velocities. What the
// constraints exclude of them decays at the given rate (1/s); no effort excites it.
func NewReducedPlant(places, rates, a, b *mat.Dense, decay float64) *Plant {
	_, n := b.Dims()
	k, _ := a.Dims()
	v := mat.NewDense(2*n, k, nil) // δ = V (ξ, η)
	from := 0
	for i, part := range []*mat.Dense{places, rates} {
		if part != nil {
			_, c := part.Dims()
			for row := range n {
				copy(v.RawRowView(i*n + row)[from:], part.RawRowView(row))
			}
			from += c
		}
	}
	p := &Plant{A: mat.NewDense(2*n, 2*n, nil), B: mat.NewDense(2*n, n, nil)}
	var left, outside mat.Dense
	left.Mul(v, a)
	p.A.Mul(&left, v.T())
	outside.Mul(v, v.T())
	for i := range 2 * n {
		outside.Set(i, i, outside.At(i, i)-1)
	}
	outside.Scale(decay, &outside)
	p.A.Add(p.A, &outside)
	p.B.Mul(v, b)
	return p
}

// Poles returns the poles of ẋ = A x, those that decay slowest first. What is rounding beside the fastest is 0.
func (p *Plant) Poles() ([]Pole, error) {
	return polesOf(p.A)
}

// polesOf returns the poles of a plant or of a loop without samples.
func polesOf(a *mat.Dense) ([]Pole, error) {
	rest, zeros := mat.WithoutZeros(a)
	values := make([]complex128, zeros)
	if n, _ := rest.Dims(); n > 0 {
		others, err := eigenvalues(rest)
		if err != nil {
			return nil, err
		}
		values = append(values, others...)
	}
	poles, little := make([]Pole, len(values)), rounding(values)
	for i, s := range values {
		poles[i] = pole(floored(s, little))
	}
	slices.SortStableFunc(poles, slowest)
	return poles, nil
}

// rounding returns the size of the rounding of eigenvalues of which none is beside another one.
func rounding(values []complex128) float64 {
	largest := 0.0
	for _, x := range values {
		largest = max(largest, libm.CAbs(x))
	}
	return float64(0x1p-50 * float64(len(values)) * largest)
}

// floored returns an eigenvalue without parts that are rounding.
func floored(x complex128, little float64) complex128 {
	if math.Abs(real(x)) <= little {
		x = complex(0, imag(x))
	}
	if math.Abs(imag(x)) <= little {
		x = complex(real(x), 0)
	}
	return x
}

// Pole is a mode exp(S t).
type Pole struct {
	S         complex128 // 1/s; of a sampled loop log(Z)/period
	Z         complex128 // of a sampled loop, the factor from sample to sample; 0 of a continuous system
	Frequency float64    // |S| (rad/s), infinite for Z = 0
	Damping   float64    // −Re S/|S|: 1 and more decays without oscillation, below 0 grows; 1 for Z = 0, NaN for S = 0
	Joint     string     // to which it belongs most, see Analysis.FindOwners; empty until then
}

// pole returns a continuous pole.
func pole(s complex128) Pole {
	p := Pole{S: s, Frequency: libm.CAbs(s), Damping: (0 - real(s)) / libm.CAbs(s)}
	if math.IsInf(real(s), -1) {
		p.Damping = 1
	}
	return p
}

// slowest orders poles by their decay, those of a pair by the imaginary part.
func slowest(a, b Pole) int {
	switch x, y := real(a.S), real(b.S); {
	case x > y:
		return -1
	case x < y:
		return 1
	case imag(a.S) > imag(b.S):
		return -1
	case imag(a.S) < imag(b.S):
		return 1
	}
	return 0
}

// eigenvalues returns those of a square matrix.
func eigenvalues(a *mat.Dense) ([]complex128, error) {
	values, ok := mat.Eigenvalues(a)
	if !ok {
		n, _ := a.Dims()
		return nil, fmt.Errorf("the eigenvalues of a matrix with %d rows are not found", n)
	}
	return values, nil
}
