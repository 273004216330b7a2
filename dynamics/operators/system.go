package operators

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// System is a model at a position, for its operators. They read the system when they are applied: they belong to its
// last Update or Factor, and are for one goroutine.
type System struct {
	model  *tree.Model
	bodies []articulated
	none   []float64 // the armature of a model without one
}

// articulated holds the quantities of one body.
type articulated struct {
	X     spatial.Axial // pose in λ
	split split
	// with this body and all beyond it, its own joint not free; Factor leaves what the joint transmits
	P       spatial.ArticulatedInertia
	U, G    []spatial.Force // P H and P H D⁻¹, a column for each of S
	D, Dinv []float64       // row by row
}

// New returns the system of a model at its neutral position.
func New(m *tree.Model) *System {
	s := &System{m, make([]articulated, len(m.Bodies())), make([]float64, m.NV())}
	for i := range s.bodies {
		body, b := &m.Bodies()[i], &s.bodies[i]
		k := len(body.S)
		b.X, b.U, b.G = body.X, make([]spatial.Force, k), make([]spatial.Force, k)
		b.D, b.Dinv = make([]float64, k*k), make([]float64, k*k)
		b.split = splitOf(body)
	}
	s.Update(m.Neutral())
	return s
}

// Update sets the position. O(n), no allocation. It panics if the length of q is wrong.
func (s *System) Update(q []float64) {
	s.model.CheckLengths(q)
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		bodies[i].Place(&s.bodies[i].X, q)
	}
}

// MassMatrix returns Hᵀ φ M φᵀ H, to which the inertias of drives are added, nv x nv.
func (s *System) MassMatrix() Operator {
	m := Product(Transposed(s.H()), s.Phi(), s.M(), Transposed(s.Phi()), s.H())
	if armature := s.model.Armature(); armature != nil {
		return Sum(m, Diagonal(armature))
	}
	return m
}

// stack returns the numbers of stacked vectors of all moving bodies.
func (s *System) stack() int { return 6 * (len(s.bodies) - 1) }

// The stacks of numbers that operators take. Body i > 0 has the six from 6 (i−1) on.

func motionAt(x []float64, i int) spatial.Motion {
	x = x[6*i-6 : 6*i]
	return spatial.Motion{Ang: mgl64.Vec3(x[:3]), Lin: mgl64.Vec3(x[3:])}
}

func forceAt(x []float64, i int) spatial.Force {
	x = x[6*i-6 : 6*i]
	return spatial.Force{Ang: mgl64.Vec3(x[:3]), Lin: mgl64.Vec3(x[3:])}
}

func putMotion(x []float64, i int, m *spatial.Motion) {
	copy(x[6*i-6:], m.Ang[:])
	copy(x[6*i-3:], m.Lin[:])
}

func putForce(x []float64, i int, f *spatial.Force) {
	copy(x[6*i-6:], f.Ang[:])
	copy(x[6*i-3:], f.Lin[:])
}
