package rnea_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/dynamics/crba"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// byDifferences is the accuracy asked of derivatives, relative to the largest. The differences below leave out a
// ninth derivative times step⁸/630. An effort is a trigonometric polynomial of each coordinate: of degree 2 for one
// joint, of 2 Σ |Ratio| where joints follow, up to 20 on these robots. So the remainder is below 20⁹ step⁸/630 =
// 3e-10 of the largest effort. The rounding of efforts, 1e-14, divided by the step adds 2e-12. A wrong term shows far
// above.
const byDifferences = 1e-9

// step of the differences (rad or m).
const step = 0.005

// differences sets dst, nv x nv row by row, to the derivatives of a function of nv values by the parameters that
// move(k, h) moves by h, by central differences of eighth order:
//
//	f' = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_m = f(m h) − f(−m h)
func differences(dst []float64, nv int, h float64, value func(dst []float64, k int, h float64)) {
	clear(dst)
	f := make([]float64, nv)
	for k := range nv {
		for m, weight := range []float64{4. / 5, -1. / 5, 4. / 105, -1. / 280} {
			for _, sign := range []float64{1, -1} {
				value(f, k, sign*float64(m+1)*h)
				for i, x := range f {
					dst[i*nv+k] += sign * weight / h * x
				}
			}
		}
	}
}

func close(t interface{ Fatalf(string, ...any) }, what string, got, want []float64, limit float64) {
	limit *= math.Max(1, floats.Norm(want, math.Inf(1)))
	if d := floats.Distance(got, want, math.Inf(1)); !(d <= limit) {
		t.Fatalf("%s: off by %.3g, limit %.3g", what, d, limit)
	}
}

// TestDerivatives compares with differences, on robots with joints of all kinds and mimicry, their base fixed,
// floating or moved, with wrenches on all links.
func TestDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		m, n := c.Model, c.Model.NV()
		s, inverse, kin := rnea.NewDerivatives(m), rnea.New(m), tree.NewKinematics(m)
		if rapid.Bool().Draw(t, "moved") {
			base := c.BaseMotion()
			s.MoveBase(base)
			inverse.MoveBase(base)
			kin.MoveBase(base)
		}
		dq, dqd, want := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		s.InverseDynamics(dq, dqd, c.Q, c.V, c.A, c.Fext)

		q, unit := make([]float64, m.NQ()), make([]float64, n)
		moved := func(k int, h float64) []float64 {
			clear(unit)
			unit[k] = 1
			m.Integrate(q, c.Q, unit, h)
			return q
		}
		differences(want, n, step, func(tau []float64, k int, h float64) {
			inverse.InverseDynamics(tau, moved(k, h),
				c.V, c.A, c.Fext)
		})
		close(t, "by position", dq, want, byDifferences)
		differences(want, n, 1, func(tau []float64, k int, h float64) { // efforts are quadratic in the velocity
			v := append([]float64(nil), c.V...)
			v[k] += h
			inverse.InverseDynamics(tau, c.Q, v, c.A, c.Fext)
		})
		close(t, "by velocity", dqd, want, byDifferences)

		// The same with wrenches that keep their directions in the world.
		s.TurnWrenches(false)
		s.InverseDynamics(dq, dqd, c.Q, c.V, c.A, c.Fext)
		close(t, "by velocity, wrenches kept", dqd, want, byDifferences)
		kin.Update(c.Q)
		world := make([]spatial.Force, len(c.Fext))
		for l := range world {
			r := kin.Pose(l).R
			world[l] = spatial.Force{Ang: r.Mul3x1(c.Fext[l].Ang), Lin: r.Mul3x1(c.Fext[l].Lin)}
		}
		differences(want, n, step, func(tau []float64, k int, h float64) {
			kin.Update(moved(k, h))
			fext := make([]spatial.Force, len(world))
			for l := range world {
				back := kin.Pose(l).R.Transpose()
				fext[l] = spatial.Force{Ang: back.Mul3x1(world[l].Ang), Lin: back.Mul3x1(world[l].Lin)}
			}
			inverse.InverseDynamics(tau, q, c.V, c.A, fext)
		})
		close(t, "by position, wrenches kept", dq, want, byDifferences)

		s.TurnWrenches(true)
		again := make([]float64, n*n)
		s.InverseDynamics(again, dqd, c.Q, c.V, c.A, nil)
		s.TurnWrenches(false)
		s.InverseDynamics(dq, dqd, c.Q, c.V, c.A, nil)
		if !floats.Equal(again, dq) {
			t.Fatalf("without wrenches it matters how they turn")
		}
	})
}

// TestDerivativesOfMassMatrix checks that the derivative of the efforts by position, beside that at rest, is the
// derivative of M q̈ where nothing else moves or pulls: with M of crba, by differences.
func TestDerivativesOfMassMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		m, n := c.Model, c.Model.NV()
		s, mass := rnea.NewDerivatives(m), crba.New(m)
		zero := make([]float64, n)
		got, still, dqd := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		s.InverseDynamics(got, dqd, c.Q, zero, c.A, nil)
		if x := floats.Norm(dqd, math.Inf(1)); x != 0 {
			t.Fatalf("at rest efforts change with the velocity by %v", x)
		}
		s.InverseDynamics(still, dqd, c.Q, zero, zero, nil)
		floats.Sub(got, still)

		q, unit, M, want := make([]float64, m.NQ()), make([]float64, n), make([]float64, n*n), make([]float64, n*n)
		differences(want, n, step, func(tau []float64, k int, h float64) {
			clear(unit)
			unit[k] = 1
			m.Integrate(q, c.Q, unit, h)
			mass.MassMatrix(M, q)
			for i := range tau {
				tau[i] = floats.Dot(M[i*n:i*n+n], c.A)
			}
		})
		close(t, "d(M a)/dq", got, want, byDifferences)
	})
}

func TestDerivativesDoNotAllocate(t *testing.T) {
	c := randrobot.NewAny(t, 3, 20)
	n := c.Model.NV()
	s, dq, dqd, base := rnea.NewDerivatives(c.Model), make([]float64, n*n), make([]float64, n*n), tree.Rest()
	if a := testing.AllocsPerRun(100, func() {
		s.MoveBase(base)
		s.TurnWrenches(true)
		s.InverseDynamics(dq, dqd, c.Q, c.V, c.A, c.Fext)
		s.TurnWrenches(false)
		s.InverseDynamics(dq, dqd, c.Q, c.V, c.A, c.Fext)
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

func TestDerivativesOfWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x, matrix := make([]float64, 6), make([]float64, 36)
	for want, call := range map[string]func(s *rnea.DerivativeSolver){
		"nv = 6":       func(s *rnea.DerivativeSolver) { s.InverseDynamics(matrix, matrix, x, x, x[:5], nil) },
		"another size": func(s *rnea.DerivativeSolver) { s.InverseDynamics(matrix, matrix[:35], x, x, x, nil) },
		"wrenches": func(s *rnea.DerivativeSolver) {
			s.InverseDynamics(matrix, matrix, x, x, x,
				make([]spatial.Force, 100))
		},
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, want) {
					t.Errorf("recovered %q, want %q", s, want)
				}
			}()
			call(rnea.NewDerivatives(m))
		}()
	}
}

func BenchmarkDerivatives(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100), func(m *tree.Model) func(s *subjects.State) {
		n := m.NV()
		solver, dq, dqd := rnea.NewDerivatives(m), make([]float64, n*n), make([]float64, n*n)
		return func(s *subjects.State) { solver.InverseDynamics(dq, dqd, s.Q, s.V, s.X, nil) }
	})
}
