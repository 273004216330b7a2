package lagrange_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

func TestCoriolisGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := lagrange.New(m)
		for _, state := range f.States {
			C := nan(m.NV() * m.NV())
			s.CoriolisMatrix(C, state.Position(t, m), state.Velocity(t, m))
			f.CompareMatrix(t, f.Robot+" C", m, C, state.C)
		}
	})
}

// coriolisEffort returns the bias effort without gravity, and the magnitude of the sums that it comes from.
func coriolisEffort(m *tree.Model, q, v []float64) (effort []float64, scale float64) {
	inverse := rnea.New(m)
	effort, gravity := make([]float64, m.NV()), make([]float64, m.NV())
	inverse.Bias(effort, q, v, nil)
	inverse.Gravity(gravity, q)
	scale = 1 + floats.Norm(effort, math.Inf(1)) + floats.Norm(gravity, math.Inf(1))
	floats.Sub(effort, gravity)
	return effort, scale
}

// TestCoriolisEffort checks C v = h − g with the bias and the gravity effort of rnea, and the product of C with any
// velocity. The motion of the base has no part in C.
func TestCoriolisEffort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		s := lagrange.New(c.Model)
		s.MoveBase(c.BaseMotion())
		C, got := nan(n*n), nan(n)
		s.CoriolisMatrix(C, c.Q, c.V)
		want, scale := coriolisEffort(c.Model, c.Q, c.V)
		scale += floats.Norm(C, math.Inf(1))
		expect.Near(t, "C v", times(n, C, c.V), want, exact, scale)
		s.CoriolisProduct(got, c.Q, c.V, c.V)
		expect.Near(t, "product with v", got, want, exact, scale)
		s.CoriolisProduct(got, c.Q, c.V, c.A)
		expect.Near(t, "product with a", got, times(n, C, c.A), exact, scale)
	})
}

// TestMassMatrixRate checks Ṁ = C + Cᵀ, by differences of the mass matrix of crba, and that Ṁ − 2 C is antisymmetric.
func TestMassMatrixRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		n := c.Model.NV()
		s, masses := c.solver(), crba.New(c.Model)
		want := c.Rates(n*n, func(dst []float64, _ *tree.BaseMotion, q, _ []float64) { masses.MassMatrix(dst, q) })
		M, got, C := make([]float64, n*n), nan(n*n), nan(n*n)
		masses.MassMatrix(M, c.Q)
		scale := 1 + floats.Norm(M, math.Inf(1))
		s.MassMatrixRate(got, c.Q, c.V)
		expect.Near(t, "Ṁ", got, want, stencil.Relative, scale)
		s.CoriolisMatrix(C, c.Q, c.V)
		for i := range n {
			for j := range n {
				a, b := want[i*n+j]-2*C[i*n+j], want[j*n+i]-2*C[j*n+i]
				expect.Near(t, "Ṁ − 2 C", []float64{a}, []float64{-b}, stencil.Relative,
					scale+floats.Norm(want, math.Inf(1)))
			}
		}
	})
}

// TestChristoffel checks C_ij = Σ Γ_ijk q̇_k, and that Γ_ijk − Γ_ikj is ⟨e_i, [e_k, e_j]⟩: zero for rates of
// coordinates, and the cross product of two columns of one joint for quasi-velocities. Where the columns span it, as
// those of balls and floating joints do, it is a combination of them, and M gives the inner products.
func TestChristoffel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 6)
		m, n := c.Model, c.Model.NV()
		s := lagrange.New(m)
		symbols, C, M := nan(n*n*n), nan(n*n), nan(n*n)
		s.Christoffel(symbols, c.Q)
		s.CoriolisMatrix(C, c.Q, c.V)
		crba.New(m).MassMatrix(M, c.Q)
		scale := 1 + floats.Norm(symbols, math.Inf(1)) + floats.Norm(M, math.Inf(1))
		expect.Near(t, "Σ Γ v", times(n*n, symbols, c.V), C, exact, scale*math.Sqrt(float64(n)))

		brackets, open := structure(m)
		for j := range n {
			for k := range n {
				if open[j*n+k] {
					continue
				}
				want := times(n, M, brackets[j*n+k])
				for i := range n {
					expect.Near(t, "torsion", []float64{symbols[(i*n+j)*n+k] - symbols[(i*n+k)*n+j]}, want[i:i+1],
						exact,
						scale)
				}
			}
		}
	})
}

// structure returns [e_k, e_j] of each pair of rates j, k as a velocity, and whether it is none.
func structure(m *tree.Model) (brackets [][]float64, open []bool) {
	n := m.NV()
	brackets, open = make([][]float64, n*n), make([]bool, n*n)
	for i := range brackets {
		brackets[i] = make([]float64, n)
	}
	for i := range m.Bodies() {
		b := &m.Bodies()[i]
		if b.Kind <= tree.Prismatic {
			continue
		}
		columns := mat.NewDense(6, len(b.S), nil)
		for k, s := range b.S {
			for r := range 3 {
				columns.Set(r, k, s.Ang[r])
				columns.Set(3+r, k, s.Lin[r])
			}
		}
		for j := range b.S {
			for k := range b.S {
				var cross spatial.Motion
				cross.SetCross(&b.S[k], &b.S[j])
				want := mat.NewVecDense(6, []float64{cross.Ang[0], cross.Ang[1], cross.Ang[2], cross.Lin[0],
					cross.Lin[1], cross.Lin[2]})
				var x, rest mat.VecDense
				if err := x.SolveVec(columns, want); err != nil {
					panic(err)
				}
				rest.MulVec(columns, &x)
				rest.SubVec(&rest, want)
				at := (b.V+j)*n + b.V + k
				open[at] = mat.Norm(&rest, 2) > 1e-12
				copy(brackets[at][b.V:], x.RawVector().Data)
			}
		}
	}
	return brackets, open
}

// TestChristoffelByDifferences compares with the definition, by differences of the mass matrix, on robots whose rates
// are those of coordinates.
func TestChristoffelByDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 5)
		n := c.Model.NV()
		masses := crba.New(c.Model)
		dM := make([][]float64, n) // by each coordinate
		for k := range n {
			unit := make([]float64, n)
			unit[k] = 1
			course := stencil.Course{Model: c.Model, Q: c.Q, V: unit, A: make([]float64, n), Base: tree.Rest()}
			dM[k] = course.Rates(n*n, func(dst []float64, _ *tree.BaseMotion, q,
				_ []float64) {
				masses.MassMatrix(dst, q)
			})
		}
		M, got, want := make([]float64, n*n), nan(n*n*n), make([]float64, n*n*n)
		masses.MassMatrix(M, c.Q)
		lagrange.New(c.Model).Christoffel(got, c.Q)
		for i := range n {
			for j := range n {
				for k := range n {
					want[(i*n+j)*n+k] = (dM[k][i*n+j] + dM[j][i*n+k] - dM[i][j*n+k]) / 2
				}
			}
		}
		expect.Near(t, "Γ", got, want, stencil.Relative, 1+floats.Norm(M, math.Inf(1)))
	})
}

// TestRRArm compares with the closed form of the planar arm, in the symbols of models/README.md.
func TestRRArm(t *testing.T) {
	const a1, l1, l2, m1, m2, j1, j2 = 1, 0.5, 0.5, 50.0, 50.0, 10.0, 10.0
	m := golden.Embedded(t, "rr_arm")
	s := lagrange.New(m)
	q, v, w := []float64{0.4, -1.1}, []float64{0.7, 1.3}, []float64{-0.2, 0.9}
	s2, c2 := math.Sincos(q[1])
	B, C, symbols, product := nan(4), nan(4), nan(8), nan(2)

	crba.New(m).MassMatrix(B, q)
	b12 := j2 + m2*(l2*l2+a1*l2*c2)
	expect.Near(t, "B", B, []float64{j1 + m1*l1*l1 + j2 + m2*(a1*a1+l2*l2+2*a1*l2*c2), b12, b12, j2 + m2*l2*l2}, exact,
		1)

	// c111 = c122 of the second row = 0, c112 = c121 = c122 = h, c211 = −h.
	h := -m2 * a1 * l2 * s2
	s.Christoffel(symbols, q)
	expect.Near(t, "Γ", symbols, []float64{0, h, h, h, -h, 0, 0, 0}, exact, 1)
	s.CoriolisMatrix(C, q, v)
	expect.Near(t, "C", C, []float64{h * v[1], h * (v[0] + v[1]), -h * v[0], 0}, exact, 1)
	s.CoriolisProduct(product, q, v, w)
	expect.Near(t, "C w", product, []float64{h * (v[1]*w[0] + (v[0]+v[1])*w[1]), -h * v[0] * w[0]}, exact, 1)
	rate := nan(4)
	s.MassMatrixRate(rate, q, v)
	expect.Near(t, "dB/dt", rate, []float64{2 * h * v[1], h * v[1], h * v[1], 0}, exact, 1)
}

// TestFarAway checks that C does not lose accuracy far from the world's origin.
func TestFarAway(t *testing.T) {
	r, opts := randrobot.Humanoid()
	m := expect.Model(t, r, opts...)
	n := m.NV()
	q, v := m.Neutral(), randrobot.Vector(1, n)
	for i := 7; i < len(q); i++ {
		q[i] = 0.3
	}
	s := lagrange.New(m)
	near0, far := nan(n*n), nan(n*n)
	s.CoriolisMatrix(near0, q, v)
	q[0], q[1] = 5e6, -4e6
	s.CoriolisMatrix(far, q, v)
	expect.Near(t, "C", far, near0, exact, 1)
}
