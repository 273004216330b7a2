package cfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
)

// operators are the spatial operators of a robot at a position as full matrices, for N bodies with 6 N rows: an oracle
// for the mass matrix, its factors and its inverse. A stack has one spatial vector for each moving body, in body
// coordinates.
//
//	H  the motions that the rates of the joints add, S_i on its diagonal
//	E  the forces on the bodies, each carried to the parent: block λ(j), j is X_jᵀ
//	φ  (1 − E)⁻¹, the forces through the joints from those on the bodies; its transpose takes motions to the tips
//	M  the bodies' inertias on its diagonal
//
// Sources: Rodriguez, Jain and Kreutz-Delgado, "Spatial operator algebra for multibody system dynamics", J.
// Astronautical Sciences 40, 1992; Jain, "Robot and Multibody Dynamics", 2011, chapters 3 to 7. (H here has the joint
// axes as columns; there it is the transpose.)
type operators struct {
	model        *tree.Model
	H, E, phi, M *mat.Dense
}

func newOperators(m *tree.Model, q []float64) *operators {
	bodies := m.Bodies()
	size := 6 * (len(bodies) - 1)
	o := &operators{m, mat.NewDense(size, m.NV(), nil), mat.NewDense(size, size, nil), nil,
		mat.NewDense(size, size, nil)}
	rate := make([]float64, m.NV())
	for i := 1; i < len(bodies); i++ {
		b, at := &bodies[i], 6*i-6
		for k := range b.S {
			var column spatial.Motion
			rate[b.V+k] = 1
			b.AddRate(&column, rate)
			rate[b.V+k] = 0
			for r, x := range motion(&column) {
				o.H.Set(at+r, b.V+k, x)
			}
		}
		x := b.X
		b.Place(&x, q)
		for k := range 6 {
			var unit, moved spatial.Motion
			var h spatial.Force
			if k < 3 {
				unit.Ang[k] = 1
			} else {
				unit.Lin[k-3] = 1
			}
			b.Inertia.Apply(&h, &unit)
			for r, x := range force(&h) {
				o.M.Set(at+r, at+k, x)
			}
			if b.Parent > 0 {
				x.ApplyMotion(&moved, &unit)
				for r, x := range motion(&moved) {
					o.E.Set(6*b.Parent-6+k, at+r, x)
				}
			}
		}
	}
	o.phi = inverse(sub(one(size), o.E))
	return o
}

func motion(m *spatial.Motion) []float64 { return append(m.Ang[:], m.Lin[:]...) }
func force(f *spatial.Force) []float64   { return append(f.Ang[:], f.Lin[:]...) }

func one(n int) *mat.Dense {
	d := mat.NewDense(n, n, nil)
	for i := range n {
		d.Set(i, i, 1)
	}
	return d
}

func sub(a, b mat.Matrix) *mat.Dense { var d mat.Dense; d.Sub(a, b); return &d }
func add(a, b mat.Matrix) *mat.Dense { var d mat.Dense; d.Add(a, b); return &d }

func mul(factors ...mat.Matrix) *mat.Dense { var d mat.Dense; d.Product(factors...); return &d }

// inverse panics if there is none; a poor condition is for the tests to find.
func inverse(a mat.Matrix) *mat.Dense {
	var d mat.Dense
	if err, poor := d.Inverse(a).(mat.Condition); poor && math.IsInf(float64(err), 1) {
		panic("the matrix is singular")
	}
	return &d
}

// massMatrix returns Hᵀ φ M φᵀ H, to which the inertias of drives are added.
func (o *operators) massMatrix() *mat.Dense {
	M := mul(o.H.T(), o.phi, o.M, o.phi.T(), o.H)
	for i, x := range o.model.Armature() {
		M.Set(i, i, M.At(i, i)+x)
	}
	return M
}

// innovations returns D and the factors 1 + Hᵀ φ K and 1 − Hᵀ ψ K, from the articulated inertias P of the bodies,
//
//	P = M + Σ Xᵀ (P − P S D⁻¹ Sᵀ P) X over the children,
//	D = Hᵀ P H,   G = P H D⁻¹,   K = E G,   ψ = (1 − E (1 − G Hᵀ))⁻¹
//
// The first takes the innovations, what is left for each joint when those beyond it have moved, to the efforts, and
// the second the efforts to the innovations.
func (o *operators) innovations() (D, factor, back *mat.Dense) {
	size, nv := o.H.Dims()
	P := mat.DenseCopyOf(o.M)
	D = mat.NewDense(nv, nv, nil)
	for i, x := range o.model.Armature() {
		D.Set(i, i, x)
	}
	for i := len(o.model.Bodies()) - 1; i > 0; i-- {
		b, at := &o.model.Bodies()[i], 6*i-6
		own := P.Slice(at, at+6, at, at+6).(*mat.Dense)
		transmitted := mat.DenseCopyOf(own)
		if k := len(b.S); k > 0 {
			S := o.H.Slice(at, at+6, b.V, b.V+k)
			d := D.Slice(b.V, b.V+k, b.V, b.V+k).(*mat.Dense)
			d.Add(d, mul(S.T(), own, S))
			transmitted.Sub(own, mul(own, S, inverse(d), S.T(), own))
		}
		if b.Parent > 0 {
			to := 6*b.Parent - 6
			Xt := o.E.Slice(to, to+6, at, at+6)
			parent := P.Slice(to, to+6, to, to+6).(*mat.Dense)
			parent.Add(parent, mul(Xt, transmitted, Xt.T()))
		}
	}
	G := mul(P, o.H, inverse(D))
	K := mul(o.E, G)
	psi := inverse(sub(one(size), mul(o.E, sub(one(size), mul(G, o.H.T())))))
	return D, add(one(nv), mul(o.H.T(), o.phi, K)), sub(one(nv), mul(o.H.T(), psi, K))
}

// splits returns T and W, the forces through the joints by their efforts and by their constraint forces. W is nil if
// there are no constraint forces.
func (o *operators) splits() (T, W *mat.Dense) {
	size, nv := o.H.Dims()
	T = mat.NewDense(size, nv, nil)
	if size > nv {
		W = mat.NewDense(size, size-nv, nil)
	}
	column := 0
	for i := 1; i < len(o.model.Bodies()); i++ {
		b, at := &o.model.Bodies()[i], 6*i-6
		s := splitOf(b)
		for k := range s.T {
			for r, x := range force(&s.T[k]) {
				T.Set(at+r, b.V+k, x)
			}
		}
		for k := range s.W {
			for r, x := range force(&s.W[k]) {
				W.Set(at+r, column, x)
			}
			column++
		}
	}
	return T, W
}

// loose returns φ⁻ᵀ M⁻¹ φ⁻¹: what forces through the joints make the loose bodies accelerate along the joints.
func (o *operators) loose() *mat.Dense {
	size, _ := o.H.Dims()
	back := sub(one(size), o.E)
	return mul(back.T(), inverse(o.M), back)
}

// same fails the test if two matrices differ by more than limit times the largest element of want, or limit.
func same(t *rapid.T, what string, got, want *mat.Dense, limit float64) {
	t.Helper()
	d := sub(got, want)
	largest := math.Max(1, math.Max(mat.Max(want), -mat.Min(want)))
	if off := math.Max(mat.Max(d), -mat.Min(d)); !(off <= limit*largest) {
		t.Fatalf("%s: off by %.3g, of a largest element of %.3g", what, off, largest)
	}
}

const (
	// rounding is the accuracy asked of sums of some hundred products, relative to the largest element of a result.
	rounding = 1e-12
	// factored is that of products with articulated inertias: D is a difference of inertias that may be 1e4 times as
	// large.
	factored = 1e-9
)

// drawTree draws a tree of all kinds of joints, some of them with drives that have an inertia, and its position.
func drawTree(t *rapid.T, joints int, opts ...tree.Option) (*tree.Model, []float64) {
	c := randrobot.DrawAny(t, joints)
	for _, j := range c.Model.Joints() {
		opts = append(opts, tree.WithArmature(j.Name, rapid.SampledFrom([]float64{0, 0, 0.05, 2}).Draw(t, "armature")))
	}
	if rapid.Bool().Draw(t, "floating") {
		opts = append(opts, tree.WithFloatingBase())
	}
	m := c.Build(t, opts...)
	q, _, _, _, _ := c.State(m)
	return m, q
}

// massMatrix returns the mass matrix by the composite-rigid-body algorithm.
func massMatrix(m *tree.Model, q []float64) *mat.Dense {
	M := mat.NewDense(m.NV(), m.NV(), nil)
	crba.New(m).MassMatrix(M.RawMatrix().Data, q)
	return M
}

// inverseMassMatrix returns its inverse by the articulated-body algorithm.
func inverseMassMatrix(t *rapid.T, m *tree.Model, q []float64) *mat.Dense {
	M := mat.NewDense(m.NV(), m.NV(), nil)
	if err := aba.New(m).InverseMassMatrix(M.RawMatrix().Data, q); err != nil {
		t.Fatal(err)
	}
	return M
}

// TestMassMatrix compares Hᵀ φ M φᵀ H, with joints that follow others and drives, with the composite-rigid-body
// algorithm.
func TestMassMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, q := drawTree(t, 12)
		same(t, "mass matrix", newOperators(m, q).massMatrix(), massMatrix(m, q), rounding)
	})
}

// TestInnovations checks the factors of the mass matrix and of its inverse,
//
//	M_q = (1 + Hᵀ φ K) D (1 + Hᵀ φ K)ᵀ,   M_q⁻¹ = (1 − Hᵀ ψ K)ᵀ D⁻¹ (1 − Hᵀ ψ K)
//
// and that the factors 1 + Hᵀ φ K and 1 − Hᵀ ψ K are inverse to each other.
func TestInnovations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, q := drawTree(t, 10, tree.IgnoreMimic())
		D, factor, back := newOperators(m, q).innovations()
		same(t, "factored mass matrix", mul(factor, D, factor.T()), massMatrix(m, q), factored)
		// The elements of the factors are up to 100, and products of both have as many times their rounding.
		same(t, "product of the factors", mul(factor, back), one(m.NV()), 100*factored)
		same(t, "factored inverse", mul(back.T(), inverse(D), back), inverseMassMatrix(t, m, q), factored)
	})
}

// TestSchurComplement checks M_q⁻¹ = C − Bᵀ A⁻¹ B on trees, with C = Tᵀ L T, B = Wᵀ L T and A = Wᵀ L W where L is what
// the loose bodies do, and Hᵀ T = 1 and Hᵀ W = 0.
func TestSchurComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, joints := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 8).Draw(t, "joints")
		r, opts := randrobot.AnyChain(seed, joints, true)
		if rapid.Bool().Draw(t, "tree") {
			r, opts = randrobot.New(seed, joints), nil
		}
		m := modelOf(t, r, opts...)
		q := make([]float64, m.NQ())
		m.Random(q, rand.New(rand.NewPCG(seed, 8)))
		o := newOperators(m, q)
		T, W := o.splits()
		same(t, "Hᵀ T", mul(o.H.T(), T), one(m.NV()), rounding)
		L := o.loose()
		C := mul(T.T(), L, T)
		if W != nil {
			HtW := mul(o.H.T(), W)
			rows, columns := HtW.Dims()
			same(t, "Hᵀ W", HtW, mat.NewDense(rows, columns, nil), rounding)
			B := mul(W.T(), L, T)
			var X mat.Dense
			if err := X.Solve(mul(W.T(), L, W), B); err != nil {
				t.Fatal(err)
			}
			C.Sub(C, mul(B.T(), &X))
		}
		// C is up to 1e4 times the difference, and A has a condition of up to 1e7.
		same(t, "C − Bᵀ A⁻¹ B", C, inverseMassMatrix(t, m, q), 1e-8)
	})
}
