package rnea_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// relative is the accuracy asked of efforts, relative to the largest of a state: sums of some thousand products that
// cancel to a part of their magnitude.
const relative = 1e-12

func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := rnea.New(m)
		for _, state := range f.States {
			q, qd, qdd := state.Position(t, m), state.Velocity(t, m),
				golden.Vector(t, m, state.QddIn, state.BaseAccIn...)
			tau := make([]float64, m.NV())
			s.InverseDynamics(tau, q, qd, qdd, nil)
			golden.Compare(t, f.Robot+" rnea", m, tau, state.RNEA, state.RNEABase...)
			s.Gravity(tau, q)
			golden.Compare(t, f.Robot+" g", m, tau, state.G, state.GBase...)
			s.Bias(tau, q, qd, nil)
			golden.Compare(t, f.Robot+" h", m, tau, state.H, state.HBase...)
		}
	})
}

// TestTextbook compares with the algorithm in plain 6x6 matrices, on random trees with wrenches on all links.
func TestTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 60)
		same := func(what string, got []float64, named map[string]float64) {
			want := c.Vector(named)
			limit := relative * math.Max(1, floats.Norm(want, math.Inf(1)))
			if d := floats.Distance(got, want, math.Inf(1)); !(d <= limit) {
				t.Fatalf("%s: off by %.3g, limit %.3g", what, d, limit)
			}
		}
		q, qd := c.Named(c.Q), c.Named(c.Qd)
		got := make([]float64, len(c.X))
		s := rnea.New(c.Model)
		s.InverseDynamics(got, c.Q, c.Qd, c.X, c.Fext)
		same("inverse dynamics", got, c.Book.InverseDynamics(q, qd, c.Named(c.X), c.Wrenches))
		s.Bias(got, c.Q, c.Qd, c.Fext)
		same("bias", got, c.Book.InverseDynamics(q, qd, nil, c.Wrenches))
		s.Gravity(got, c.Q)
		same("gravity", got, c.Book.InverseDynamics(q, nil, nil, nil))
	})
}

// TestLinear checks that efforts are linear in the accelerations, with a symmetric positive definite matrix.
func TestLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 12)
		q, qd, x, n := c.Q, c.Qd, c.X, len(c.X)
		s := rnea.New(c.Model)
		bias := make([]float64, n)
		s.Bias(bias, q, qd, nil)
		columns := make([][]float64, n)
		largest := 0.0
		for j := range columns {
			unit := make([]float64, n)
			unit[j] = 1
			columns[j] = make([]float64, n)
			s.InverseDynamics(columns[j], q, qd, unit, nil)
			floats.Sub(columns[j], bias)
			largest = math.Max(largest, floats.Norm(columns[j], math.Inf(1)))
		}
		largest = math.Max(largest, floats.Norm(bias, math.Inf(1)))
		for i := range n {
			for j := range n {
				if d := math.Abs(columns[j][i] - columns[i][j]); d > relative*largest {
					t.Fatalf("M is not symmetric at %d, %d: %v and %v", i, j, columns[j][i], columns[i][j])
				}
			}
		}
		energy := 0.0
		for j := range n {
			energy += x[j] * floats.Dot(columns[j], x)
		}
		if energy <= 0 {
			t.Fatalf("x'Mx = %v", energy)
		}
	})
}

func TestDoesNotAllocate(t *testing.T) {
	const n = 32
	m := expect.Model(t, randrobot.New(1, n))
	s := rnea.New(m)
	q, qd, qdd, tau := randrobot.Vector(1, n), randrobot.Vector(2, n), randrobot.Vector(3, n), make([]float64, n)
	fext := make([]spatial.Force, len(m.Links()))
	if a := testing.AllocsPerRun(100, func() {
		s.InverseDynamics(tau, q, qd, qdd, fext)
		s.Bias(tau, q, qd, fext)
		s.Gravity(tau, q)
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

func TestWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x := make([]float64, 6)
	for want, call := range map[string]func(){
		"nv = 6":   func() { rnea.New(m).InverseDynamics(x, x, x, x[:5], nil) },
		"wrenches": func() { rnea.New(m).InverseDynamics(x, x, x, x, make([]spatial.Force, 100)) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, want) {
					t.Errorf("recovered %q, want %q", s, want)
				}
			}()
			call()
		}()
	}
}

func BenchmarkInverseDynamics(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100, 1000, 10_000), func(m *tree.Model) func(s *subjects.State) {
		solver, tau := rnea.New(m), make([]float64, m.NV())
		return func(s *subjects.State) { solver.InverseDynamics(tau, s.Q, s.V, s.X, nil) }
	})
}
