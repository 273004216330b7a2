package crba_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/crba"
	"kinetree/models/oracle/dalembert"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/rnea"
	"kinetree/tree"
)

// rounding is the accuracy asked of the elements of a mass matrix relative to the largest: sums of some thousand
// products.
const rounding = 1e-12

func infNorm(x []float64) float64 { return floats.Norm(x, math.Inf(1)) }

// massMatrix returns M(q).
func massMatrix(m *tree.Model, q []float64) *mat.Dense {
	M := mat.NewDense(m.NV(), m.NV(), nil)
	crba.New(m).MassMatrix(M.RawMatrix().Data, q)
	return M
}

// TestColumns compares the columns with what inverse dynamics gives for an acceleration of 1 above that for none.
func TestColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		s, inverse := crba.New(c.Model), rnea.New(c.Model)
		M, rest, column := make([]float64, n*n), make([]float64, n), make([]float64, n)
		inverse.Gravity(rest, c.Q)
		for range 2 { // the second time the workspace is used
			s.MassMatrix(M, c.Q)
			limit := rounding * math.Max(infNorm(M), infNorm(rest))
			for k := range n {
				unit := make([]float64, n)
				unit[k] = 1
				inverse.InverseDynamics(column, c.Q, make([]float64, n), unit, nil)
				floats.Sub(column, rest)
				for i, want := range column {
					if d := math.Abs(M[i*n+k] - want); !(d <= limit) {
						t.Fatalf("M at %d, %d is %v, want %v", i, k, M[i*n+k], want)
					}
				}
			}
		}
		for i := range n {
			for k := range i {
				if M[i*n+k] != M[k*n+i] {
					t.Fatalf("M is not symmetric at %d, %d", i, k)
				}
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(mat.NewSymDense(n, M)) {
			t.Fatal("M is not positive definite")
		}
	})
}

// TestDalembert compares with point masses that are differentiated numerically.
func TestDalembert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 10)
		got, want := massMatrix(c.Model, c.Q).RawMatrix().Data, dalembert.New(c.Robot, c.Model).MassMatrix(c.Q)
		if d := floats.Distance(got, want, math.Inf(1)); !(d <= dalembert.Relative*math.Max(1, infNorm(want))) {
			t.Fatalf("M is off by %.3g of %.3g", d, infNorm(want))
		}
	})
}

// TestMimic compares with the same robot without mimicry: M = Gᵀ M_all G.
func TestMimic(t *testing.T) {
	coupled := 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		if c.Model.Coupled() {
			coupled++
		}
		free := c.Independent(t)
		G, all := free.G(), massMatrix(free.Model, free.Position(c.Q))
		var MG, want mat.Dense
		MG.Mul(all, G)
		want.Mul(G.T(), &MG)
		limit := rounding * mat.Norm(all, math.Inf(1)) * math.Pow(mat.Norm(G, 1), 2)
		if d := floats.Distance(massMatrix(c.Model, c.Q).RawMatrix().Data, want.RawMatrix().Data,
			math.Inf(1)); !(d <= limit) {
			t.Fatalf("M is off by %.3g, limit %.3g", d, limit)
		}
	})
	if coupled == 0 {
		t.Error("no robot had joints that mimic others")
	}
}

// TestFactors checks that the factors solve with M: M (M⁻¹ x) = x, and M M⁻¹ = 1. What is left of x is
// some rounding of the terms of the product, |M| |M⁻¹ x|.
func TestFactors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		M, s := massMatrix(c.Model, c.Q), crba.New(c.Model)
		if err := s.Factor(c.Q); err != nil {
			t.Fatal(err)
		}
		x := append([]float64(nil), c.Tau...)
		s.Solve(x)
		var back mat.VecDense
		back.MulVec(M, mat.NewVecDense(n, x))
		norm := mat.Norm(M, math.Inf(1))
		if d := floats.Distance(back.RawVector().Data, c.Tau, math.Inf(1)); !(d <= rounding*norm*infNorm(x)) {
			t.Fatalf("M M⁻¹ x is off by %.3g, limit %.3g", d, rounding*norm*infNorm(x))
		}
		inverse, unit := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		s.Inverse(inverse.RawMatrix().Data)
		limit := rounding * norm * mat.Norm(inverse, math.Inf(1))
		unit.Mul(M, inverse)
		for i := range n {
			for k := range n {
				want := 0.0
				if i == k {
					want = 1
				}
				if d := math.Abs(unit.At(i, k) - want); !(d <= limit) {
					t.Fatalf("M M⁻¹ at %d, %d is %v, limit %.3g", i, k, unit.At(i, k), limit)
				}
			}
		}
		// The product of D is the determinant, in the logarithm to the accuracy of each D.
		var chol mat.Cholesky
		if !chol.Factorize(mat.NewSymDense(n, M.RawMatrix().Data)) {
			t.Fatal("M is not positive definite")
		}
		sum := 0.0
		for i := range n {
			if s.Diagonal(i) <= 0 {
				t.Fatalf("D %d is %v", i, s.Diagonal(i))
			}
			sum += math.Log(s.Diagonal(i))
		}
		if d := math.Abs(sum - chol.LogDet()); !(d <= limit) {
			t.Fatalf("the determinant is exp(%v), want exp(%v)", sum, chol.LogDet())
		}
	})
}

// TestRefactor checks that factors with other inertias added are those of a new solver, and that products are those
// with M, bit by bit.
func TestRefactor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		n := c.Model.NV()
		M, s := massMatrix(c.Model, c.Q), crba.New(c.Model)
		if err := s.Factor(c.Q); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			d := make([]float64, n)
			for i := range d {
				d[i] = rapid.SampledFrom([]float64{0, 0.3, math.Inf(1)}).Draw(t, "added")
			}
			s.Augment(d)
			if err := s.Refactor(); err != nil {
				t.Fatal(err)
			}
			anew := crba.New(c.Model)
			anew.Augment(d)
			if err := anew.Factor(c.Q); err != nil {
				t.Fatal(err)
			}
			got, want := slices.Clone(c.Tau), slices.Clone(c.Tau)
			s.Solve(got)
			anew.Solve(want)
			if !slices.Equal(got, want) {
				t.Fatalf("with %v added the solution is %v, of a new solver %v", d, got, want)
			}
			for i, x := range got {
				if math.IsInf(d[i], 1) && x != 0 {
					t.Fatalf("rate %d is held and accelerates by %v", i, x)
				}
				sum := 0.0
				for j, y := range got {
					sum += float64(M.At(i, j) * y)
				}
				if p := s.Product(i, got); p != sum {
					t.Fatalf("row %d of M times the solution is %v, want %v", i, p, sum)
				}
			}
		}
	})
}

// exact is the accuracy asked of closed forms with numbers up to 200: a few roundings.
const exact = 1e-13

// TestCartesian checks B = diag(m1 + m2, m2) of models/README.md at any position.
func TestCartesian(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	for _, q := range [][]float64{{0, 0}, {0.3, 0.7}, {-5, 100}} {
		got := massMatrix(m, q).RawMatrix().Data
		if want := []float64{5, 0, 0, 2}; !floats.EqualApprox(got, want, exact) {
			t.Errorf("at %v: %v, want %v", q, got, want)
		}
	}
}

// TestPlanarArm checks B of the planar arm as models/README.md prints it, and its inverse and determinant.
func TestPlanarArm(t *testing.T) {
	const a1, l1, l2, m1, m2, J1, J2 = 1.0, 0.5, 0.5, 50.0, 50.0, 10.0, 10.0
	m := golden.Embedded(t, "rr_arm")
	s := crba.New(m)
	rng := rand.New(rand.NewPCG(1, 1))
	q, got := make([]float64, 2), make([]float64, 4)
	for range 100 {
		m.Random(q, rng)
		c2 := math.Cos(q[1])
		b11 := J1 + m1*l1*l1 + J2 + m2*(a1*a1+l2*l2+2*a1*l2*c2)
		b12 := J2 + m2*(l2*l2+a1*l2*c2)
		b22 := J2 + m2*l2*l2
		s.MassMatrix(got, q)
		if want := []float64{b11, b12, b12, b22}; !floats.EqualApprox(got, want, exact) {
			t.Errorf("at %v: %v, want %v", q, got, want)
		}
		if err := s.Factor(q); err != nil {
			t.Fatal(err)
		}
		det := b11*b22 - b12*b12
		if d := math.Abs(s.Diagonal(0)*s.Diagonal(1) - det); !(d <= exact*det) {
			t.Errorf("at %v: the determinant is off by %v", q, d)
		}
		s.Inverse(got)
		if want := []float64{b22 / det, -b12 / det, -b12 / det, b11 / det}; !floats.EqualApprox(got, want, exact) {
			t.Errorf("at %v: the inverse is %v, want %v", q, got, want)
		}
	}
}

// TestAnyDoesNotAllocate checks it for all kinds of joints, with followers and without.
func TestAnyDoesNotAllocate(t *testing.T) {
	r, opts := randrobot.AllKinds()
	for _, more := range [][]tree.Option{nil, {tree.IgnoreMimic()}} {
		m := expect.Model(t, r, append(opts[:len(opts):len(opts)], more...)...)
		s, q, n := crba.New(m), m.Neutral(), m.NV()
		M, x := make([]float64, n*n), randrobot.Vector(1, n)
		if allocs := testing.AllocsPerRun(100, func() {
			s.MassMatrix(M, q)
			if err := s.Factor(q); err != nil {
				t.Error(err)
			}
			s.Solve(x)
			s.Inverse(M)
		}); allocs != 0 {
			t.Errorf("coupled %v: %v allocations", m.Coupled(), allocs)
		}
	}
}

// TestWrongSize checks that a matrix of another size, and a position of another length, panic with a sentence.
func TestWrongSize(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	for _, c := range []struct {
		want string
		call func()
	}{
		{"crba: the matrix has another size than nv x nv of the model",
			func() { crba.New(m).MassMatrix(make([]float64, 3), make([]float64, 2)) }},
		{"crba: the matrix has another size than nv x nv of the model",
			func() { crba.New(m).Inverse(make([]float64, 5)) }},
		{"tree: the position has 3 numbers, the model rr_arm has nq = 2",
			func() { crba.New(m).MassMatrix(make([]float64, 4), make([]float64, 3)) }},
		{"tree: the position has 1 numbers, the model rr_arm has nq = 2",
			func() { _ = crba.New(m).Factor(make([]float64, 1)) }},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("recovered %q, want %q", got, c.want)
				}
			}()
			c.call()
		}()
	}
}

func BenchmarkMassMatrix(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100), func(m *tree.Model) func(s *subjects.State) {
		solver, M := crba.New(m), make([]float64, m.NV()*m.NV())
		return func(s *subjects.State) { solver.MassMatrix(M, s.Q) }
	})
}

// BenchmarkSolve is forward dynamics without the bias: the matrix, its factors and one solution.
func BenchmarkSolve(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100), func(m *tree.Model) func(s *subjects.State) {
		solver, x := crba.New(m), make([]float64, m.NV())
		return func(s *subjects.State) {
			copy(x, s.X)
			if err := solver.Factor(s.Q); err != nil {
				b.Fatal(err)
			}
			solver.Solve(x)
		}
	})
}
