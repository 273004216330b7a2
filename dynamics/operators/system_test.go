package operators_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/operators"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// drawSystem draws a tree of all kinds of joints, some of them with drives that have an inertia.
func drawSystem(t *rapid.T, joints int, opts ...tree.Option) (*tree.Model, *operators.System, *randrobot.AnyCase) {
	c := randrobot.DrawAny(t, joints)
	for _, j := range c.Model.Joints() {
		opts = append(opts, tree.WithArmature(j.Name, rapid.SampledFrom([]float64{0, 0, 0.05, 2}).Draw(t, "armature")))
	}
	if rapid.Bool().Draw(t, "floating") {
		opts = append(opts, tree.WithFloatingBase())
	}
	m := c.Build(t, opts...)
	q, _, _, _, _ := c.State(m)
	s := operators.New(m)
	s.Update(q)
	c.Q = q
	return m, s, c
}

// massMatrix returns M_q by the composite-rigid-body algorithm.
func massMatrix(m *tree.Model, q []float64) *mat.Dense {
	M := mat.NewDense(m.NV(), m.NV(), nil)
	crba.New(m).MassMatrix(M.RawMatrix().Data, q)
	return M
}

// TestMassMatrix compares Hᵀ φ M φᵀ H, with joints that follow others and drives, with the composite-rigid-body
// algorithm.
func TestMassMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, c := drawSystem(t, 20)
		M := s.MassMatrix()
		same(t, "mass matrix", operators.Dense(M), massMatrix(m, c.Q), rounding)
		adjoint(t, "mass matrix", M, rounding)
		// The operators read the system when they are applied.
		neutral := m.Neutral()
		s.Update(neutral)
		same(t, "mass matrix elsewhere", operators.Dense(M), massMatrix(m, neutral), rounding)
	})
}

// TestAdjoint checks that both directions of each operator are one matrix.
func TestAdjoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, s, _ := drawSystem(t, 10, tree.IgnoreMimic())
		if err := s.Factor(); err != nil {
			t.Fatal(err)
		}
		all := map[string]operators.Operator{"H": s.H(), "φ": s.Phi(), "φ⁻¹": s.PhiInverse(), "ψ": s.Psi(), "M": s.M(),
			"K": s.K(), "D": s.D(), "D⁻¹": s.DInverse(), "T": s.T()}
		if _, columns := s.W().Size(); columns > 0 {
			all["W"] = s.W()
		}
		for _, what := range slices.Sorted(keys(all)) {
			// of D⁻¹ the elements of a block may be much smaller than the inverse's largest
			adjoint(t, what, all[what], 1e-9)
		}
	})
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// TestVelocities checks v = φᵀ H q̇ with the velocities of the bodies, and H q̇ = φ⁻ᵀ v.
func TestVelocities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, c := drawSystem(t, 30)
		_, v, _, _, _ := c.State(m)
		stack := 6 * (len(m.Bodies()) - 1)
		got, added, back := make([]float64, stack), make([]float64, stack), make([]float64, stack)
		s.H().Apply(added, v)
		operators.Transposed(s.Phi()).Apply(got, added)
		kin := tree.NewKinematics(m)
		kin.UpdateVelocity(c.Q, v)
		limit := rounding * math.Max(1, floats.Norm(got, math.Inf(1)))
		for i := 1; i < len(m.Bodies()); i++ {
			w := kin.BodyVelocity(i)
			if want := append(w.Ang[:], w.Lin[:]...); !(floats.Distance(got[6*i-6:6*i], want, math.Inf(1)) <= limit) {
				t.Fatalf("body %d moves at %v, want %v", i, got[6*i-6:6*i], want)
			}
		}
		s.PhiInverse().ApplyTransposed(back, got)
		if d := floats.Distance(back, added, math.Inf(1)); !(d <= limit) {
			t.Fatalf("φ⁻ᵀ φᵀ changes H q̇ by %.3g", d)
		}
	})
}

// TestInnovations checks the factors of the mass matrix: 1 + Hᵀ φ K with D makes it, 1 − Hᵀ ψ K is the inverse of the
// former, and ψ⁻¹ = φ⁻¹ + K Hᵀ.
func TestInnovations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, c := drawSystem(t, 15, tree.IgnoreMimic())
		for range 2 { // the second time the workspace is used
			if err := s.Factor(); err != nil {
				t.Fatal(err)
			}
		}
		same(t, "(1 + Hᵀ φ K) D (1 + Hᵀ φ K)ᵀ", operators.Dense(s.FactoredMassMatrix()), massMatrix(m, c.Q), factored)
		factor, inverse := s.Innovations()
		n := m.NV()
		one := operators.Dense(operators.Identity(n))
		// The elements of the factors are up to 100, and products of both have as many times their rounding.
		same(t, "(1 + Hᵀ φ K) (1 − Hᵀ ψ K)", operators.Dense(operators.Product(factor, inverse)), one, 100*factored)
		same(t, "D D⁻¹", operators.Dense(operators.Product(s.D(), s.DInverse())), one, factored)

		psi := operators.Dense(s.Psi())
		var product mat.Dense
		product.Mul(psi, operators.Dense(operators.Sum(s.PhiInverse(),
			operators.Product(s.K(), operators.Transposed(s.H())))))
		stack, _ := psi.Dims()
		largest := math.Max(mat.Max(psi), -mat.Min(psi))
		same(t, "ψ (φ⁻¹ + K Hᵀ)", &product, operators.Dense(operators.Identity(stack)), factored*math.Max(1, largest))

		Minv := mat.NewDense(n, n, nil)
		if err := aba.New(m).InverseMassMatrix(Minv.RawMatrix().Data, c.Q); err != nil {
			t.Fatal(err)
		}
		same(t, "(1 − Hᵀ ψ K)ᵀ D⁻¹ (1 − Hᵀ ψ K)", operators.Dense(s.InverseMassMatrix()), Minv, factored)
	})
}

// factored is the accuracy asked of products with articulated inertias, relative to the largest element: D is a
// difference of inertias that may be 1e4 times as large.
const factored = 1e-9

// TestSchurComplement checks M_q⁻¹ = C − Bᵀ A⁻¹ B on trees, in dense matrices of the operators, and Hᵀ T = 1 and Hᵀ W
// = 0.
func TestSchurComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, joints := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 8).Draw(t, "joints")
		r, opts := randrobot.AnyChain(seed, joints, true)
		if rapid.Bool().Draw(t, "tree") {
			r, opts = randrobot.New(seed, joints), nil
		}
		m, err := tree.Build(r, opts...)
		if err != nil {
			t.Fatal(err)
		}
		s := operators.New(m)
		q := position(m, seed)
		s.Update(q)
		Ht, T, W := operators.Transposed(s.H()), s.T(), s.W()
		same(t, "Hᵀ T", operators.Dense(operators.Product(Ht, T)), operators.Dense(operators.Identity(m.NV())),
			rounding)
		inverse, err := s.MInverse()
		if err != nil {
			t.Fatal(err)
		}
		between := operators.Product(operators.Transposed(s.PhiInverse()), inverse, s.PhiInverse())
		C := operators.Dense(operators.Product(operators.Transposed(T), between, T))
		if _, constraints := W.Size(); constraints > 0 {
			HtW := operators.Dense(operators.Product(Ht, W))
			if off := math.Max(mat.Max(HtW), -mat.Min(HtW)); off > rounding {
				t.Fatalf("Hᵀ W has an element of %v", off)
			}
			A := operators.Dense(operators.Product(operators.Transposed(W), between, W))
			B := operators.Dense(operators.Product(operators.Transposed(W), between, T))
			var X, BX mat.Dense
			if err := X.Solve(A, B); err != nil {
				t.Fatal(err)
			}
			BX.Mul(B.T(), &X)
			C.Sub(C, &BX)
		}
		want := mat.NewDense(m.NV(), m.NV(), nil)
		if err := aba.New(m).InverseMassMatrix(want.RawMatrix().Data, q); err != nil {
			t.Fatal(err)
		}
		// C is up to 1e4 times the difference, and A has a condition of up to 1e7.
		same(t, "C − Bᵀ A⁻¹ B", C, want, 1e-8)
	})
}

// TestJointInertias compares D of joints of one rate with what the articulated-body algorithm frees.
func TestJointInertias(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	q := randrobot.Vector(5, 6)
	s, a := operators.New(m), aba.New(m)
	s.Update(q)
	if err := s.Factor(); err != nil {
		t.Fatal(err)
	}
	zero := make([]float64, 6)
	if err := a.ForwardDynamics(make([]float64, 6), q, zero, zero, nil); err != nil {
		t.Fatal(err)
	}
	D := operators.Dense(s.D())
	for i := range 6 {
		if got, want := D.At(i, i), a.JointInertia(i); !(math.Abs(got-want) <= 1e-13*want) {
			t.Errorf("joint %d meets %v, want %v", i, got, want)
		}
	}
}

func TestSystemErrors(t *testing.T) {
	r, opts := randrobot.AllKinds()
	coupled, err := tree.Build(r, opts...)
	if err != nil {
		t.Fatal(err)
	}
	s := operators.New(coupled)
	if err := s.Factor(); err == nil || !strings.Contains(err.Error(), "follow others; expected independent joints") {
		t.Errorf("a model with followers: %v", err)
	}
	panics(t, "follow others", func() { s.T() })
	panics(t, "follow others", func() { s.W() })
	panics(t, "the position has 3 numbers", func() { s.Update(make([]float64, 3)) })
	_, err = s.MInverse()
	for _, joint := range []string{"universal", "cylindrical", "planar"} {
		if want := fmt.Sprintf("joint %q is a chain of single axes with a body without mass between them",
			joint); err == nil || strings.Count(err.Error(), want) != 1 {
			t.Errorf("got %v, want %q in it once", err, want)
		}
	}

	light := randrobot.Chain(3)
	light.Links[3].Inertial = nil
	m, err := tree.Build(light)
	if err != nil {
		t.Fatal(err)
	}
	var singular *tree.SingularError
	if err := operators.New(m).Factor(); !errors.As(err, &singular) || singular.Joint != "j2" || singular.D != 0 {
		t.Errorf("a tip without mass: %v", err)
	}
	z := spatial.Motion{Ang: [3]float64{0, 0, 1}}
	m, err = tree.Build(light, tree.WithJoint("j2", tree.CustomJoint(z, spatial.Motion{Lin: [3]float64{1}})))
	if err != nil {
		t.Fatal(err)
	}
	if err := operators.New(m).Factor(); !errors.As(err, &singular) || singular.Joint != "j2" {
		t.Errorf("a tip without mass on two columns: %v", err)
	}
}

func TestSystemDoesNotAllocate(t *testing.T) {
	const n = 20
	m, err := tree.Build(randrobot.New(1, n))
	if err != nil {
		t.Fatal(err)
	}
	s := operators.New(m)
	mass, inverse := s.MassMatrix(), s.InverseMassMatrix()
	q, x, y := randrobot.Vector(1, n), randrobot.Vector(2, n), make([]float64, n)
	if a := testing.AllocsPerRun(100, func() {
		s.Update(q)
		if err := s.Factor(); err != nil {
			t.Error(err)
		}
		mass.Apply(y, x)
		inverse.Apply(y, x)
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestNothingMoves checks that a robot of one link is no problem.
func TestNothingMoves(t *testing.T) {
	m, err := tree.Build(&urdf.Robot{Name: "stone", Links: []urdf.Link{{Name: "stone"}}})
	if err != nil {
		t.Fatal(err)
	}
	s := operators.New(m)
	if err := s.Factor(); err != nil {
		t.Error(err)
	}
	s.InverseMassMatrix().Apply(nil, nil)
	c, err := operators.NewParallelChain(m, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.ForwardDynamics(nil, nil, nil, nil, nil), c.Chain.ForwardDynamics(nil, nil, nil, nil,
		nil)); err != nil {
		t.Error(err)
	}
	if n := c.Reductions(); n != 0 {
		t.Errorf("%d reductions of nothing", n)
	}
}
