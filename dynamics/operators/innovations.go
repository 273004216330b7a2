package operators

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"kinetree/spatial"
	"kinetree/tree"
)

// Factor computes the articulated inertias at the position of the last Update, and with them D, K and ψ, from the
// tips to the base:
//
//	D = Sᵀ P S,   G = P S D⁻¹
//	P_λ += Xᵀ (1 − G Sᵀ) P X
//
// The inertias of drives add to D. The error is a *tree.SingularError if a joint moves no inertia, and another one if
// joints follow others, which articulated inertias do not know; the operators of the factors are then not usable.
// O(n); it allocates for joints of several columns.
func (s *System) Factor() error {
	if s.model.Coupled() {
		return fmt.Errorf("joints of the model %s follow others; expected independent joints, which can be freed one "+
			"after the other. Use package crba, or tree.IgnoreMimic", s.model.Name())
	}
	bodies := s.model.Bodies()
	armature := s.model.Armature()
	if armature == nil {
		armature = s.none
	}
	for i := range bodies {
		s.bodies[i].P.SetRigid(&bodies[i].Inertia)
	}
	for i := len(bodies) - 1; i > 0; i-- {
		m, b := &bodies[i], &s.bodies[i]
		if d, ok := b.free(m.S, armature[m.V:]); !ok {
			return &tree.SingularError{Joint: s.model.JointName(i), D: d}
		}
		if m.Parent > 0 {
			parent := &s.bodies[m.Parent].P
			b.X.AddInertia(parent, parent, &b.P)
		}
	}
	return nil
}

// free computes D and G and leaves in P what the joint transmits: one column after the other, each a symmetric change
// of rank 1. If a column meets no inertia, it returns what it meets, and false.
func (b *articulated) free(S []spatial.Motion, armature []float64) (float64, bool) {
	k := len(S)
	for j := range S {
		b.P.Apply(&b.U[j], &S[j])
		for l := range j + 1 {
			d := S[l].Dot(&b.U[j])
			b.D[j*k+l], b.D[l*k+j] = d, d
		}
		b.D[j*k+j] += armature[j]
	}
	transmitted := b.P
	for j := k - 1; j >= 0; j-- {
		var U spatial.Force
		transmitted.Apply(&U, &S[j])
		d := S[j].Dot(&U) + armature[j]
		if !spatial.Positive(d, b.P.Magnitude(&S[j])) {
			return d, false
		}
		if math.IsInf(d, 1) {
			return math.NaN(), false
		}
		transmitted.SubOuter(1/d, &U)
	}
	if !invert(b.Dinv, b.D, k) {
		return 0, false
	}
	b.P = transmitted
	for j := range S {
		b.G[j] = spatial.Force{}
		for l := range S {
			b.G[j].AddScaled(b.Dinv[l*k+j], &b.U[l])
		}
	}
	return 0, true
}

// invert sets dst to the inverse of d, k x k. It is false if d is not positive definite.
func invert(dst, d []float64, k int) bool {
	if k == 1 {
		dst[0] = 1 / d[0]
		return true
	}
	var chol mat.Cholesky
	if !chol.Factorize(mat.NewSymDense(k, d)) {
		return false
	}
	// A poor condition is no reason to refuse the inverse.
	_ = chol.InverseTo(mat.NewSymDense(k, dst))
	for j := range k {
		for l := range j {
			dst[j*k+l] = dst[l*k+j]
		}
	}
	return true
}

// K returns E G, 6 N x nv: the force on each body's parent by efforts that the free joints beyond it bear. It needs
// Factor.
//
//	(K u)_i = Σ X_jᵀ G_j u_j      over the children j of body i
func (s *System) K() Operator { return gain{s} }

type gain struct{ *System }

func (g gain) Size() (int, int) { return g.stack(), g.model.NV() }

func (g gain) Apply(dst, x []float64) {
	checkSize(dst, g.stack(), x, g.model.NV())
	clear(dst)
	for i := 1; i < len(g.bodies); i++ {
		m, b := &g.model.Bodies()[i], &g.bodies[i]
		if m.Parent == 0 {
			continue
		}
		var f spatial.Force
		for k := range b.G {
			f.AddScaled(x[m.V+k], &b.G[k])
		}
		sum := forceAt(dst, m.Parent)
		b.X.AddForce(&sum, &f)
		putForce(dst, m.Parent, &sum)
	}
}

func (g gain) ApplyTransposed(dst, x []float64) {
	checkSize(dst, g.model.NV(), x, g.stack())
	clear(dst)
	for i := 1; i < len(g.bodies); i++ {
		m, b := &g.model.Bodies()[i], &g.bodies[i]
		if m.Parent == 0 {
			continue
		}
		a := motionAt(x, m.Parent)
		b.X.ApplyMotion(&a, &a)
		for k := range b.G {
			dst[m.V+k] = a.Dot(&b.G[k])
		}
	}
}

// D returns the inertias that the joints meet, nv x nv with a block for each joint: what lies before the joint held,
// and what lies beyond it free. It needs Factor.
func (s *System) D() Operator { return blocks{s, func(b *articulated) []float64 { return b.D }} }

// DInverse returns D⁻¹. It needs Factor.
func (s *System) DInverse() Operator {
	return blocks{s, func(b *articulated) []float64 { return b.Dinv }}
}

// blocks is a symmetric operator with a block on its diagonal for each joint.
type blocks struct {
	*System
	of func(*articulated) []float64
}

func (d blocks) Size() (int, int) { return d.model.NV(), d.model.NV() }

func (d blocks) Apply(dst, x []float64) {
	checkSize(dst, d.model.NV(), x, d.model.NV())
	for i := 1; i < len(d.bodies); i++ {
		m, block := &d.model.Bodies()[i], d.of(&d.bodies[i])
		k := len(m.S)
		for j := range k {
			sum := 0.0
			for l := range k {
				sum += block[j*k+l] * x[m.V+l]
			}
			dst[m.V+j] = sum
		}
	}
}

func (d blocks) ApplyTransposed(dst, x []float64) { d.Apply(dst, x) }

// Innovations returns 1 + Hᵀ φ K, nv x nv, and its inverse 1 − Hᵀ ψ K. They need Factor.
//
// The transpose of the first takes from the accelerations of a robot at rest what each joint does beside following
// the one before it, and the inverse takes from the efforts what is left for each joint when those beyond it have
// moved: the innovations.
func (s *System) Innovations() (factor, inverse Operator) {
	one := Identity(s.model.NV())
	return Sum(one, Product(Transposed(s.H()), s.Phi(), s.K())),
		Difference(one, Product(Transposed(s.H()), s.Psi(), s.K()))
}

// FactoredMassMatrix returns (1 + Hᵀ φ K) D (1 + Hᵀ φ K)ᵀ, nv x nv, which is the mass matrix. It needs Factor.
func (s *System) FactoredMassMatrix() Operator {
	factor, _ := s.Innovations()
	return Product(factor, s.D(), Transposed(factor))
}

// InverseMassMatrix returns (1 − Hᵀ ψ K)ᵀ D⁻¹ (1 − Hᵀ ψ K), nv x nv: the accelerations that efforts cause from rest,
// in O(n). It needs Factor.
func (s *System) InverseMassMatrix() Operator {
	_, inverse := s.Innovations()
	return Product(Transposed(inverse), s.DInverse(), inverse)
}
