package aba_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestLinearize compares with differences of forward dynamics with damping and stiffness, of moving robots with joints
// of all kinds.
func TestLinearize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		robot, opts := randrobot.Any(seed, rapid.IntRange(1, 5).Draw(t, "joints"))
		m := expect.Model(t, robot, opts...)
		rng := rand.New(rand.NewPCG(seed, 3))
		n := m.NV()
		draw := func(scale float64) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = scale * rng.Float64()
			}
			return x
		}
		q := m.Neutral()
		m.Integrate(q, q, draw(2), 1)
		qd, tau, damping, stiffness := draw(0.5), draw(5), draw(3), draw(20)
		l, err := aba.Linearize(m, &tree.Passive{Damping: damping, Stiffness: stiffness}, q, qd, tau)
		if err != nil {
			t.Fatal(err)
		}
		forward := aba.New(m)
		acceleration := func(dq, dqd, dtau []float64) []float64 {
			at, rate, total, qdd := make([]float64, m.NQ()), make([]float64, n), make([]float64, n), make([]float64, n)
			m.Integrate(at, q, dq, 1)
			floats.AddTo(rate, qd, dqd)
			for i := range n {
				total[i] = tau[i] + dtau[i] - damping[i]*rate[i] - stiffness[i]*dq[i]
			}
			if err := forward.ForwardDynamics(qdd, at, rate, total, nil); err != nil {
				t.Fatal(err)
			}
			return qdd
		}
		zero := make([]float64, n)
		scale := math.Max(1, math.Max(floats.Norm(l.ByPosition, math.Inf(1)), floats.Norm(l.ByEffort, math.Inf(1))))
		scale = math.Max(scale, floats.Norm(l.ByVelocity, math.Inf(1)))
		if d := floats.Distance(acceleration(zero, zero, zero), l.Acceleration, math.Inf(1)); d > 1e-9*scale {
			t.Errorf("the acceleration is off by %v", d)
		}
		check := func(what string, column int, f func(x []float64) []float64, matrix []float64) {
			// Differences of order 4; on light robots accelerations are large, and so are their derivatives.
			const h = 1e-4
			x := make([]float64, n)
			at := func(s float64) []float64 { x[column] = s; return f(x) }
			a, b, c, d := at(h), at(-h), at(2*h), at(-2*h)
			for i := range n {
				got, want := (8*(a[i]-b[i])-(c[i]-d[i]))/(12*h), matrix[i*n+column]
				if math.Abs(got-want) > 1e-6*scale {
					t.Errorf("%s, row %d, column %d: %v, differences %v", what, i, column, want, got)
				}
			}
		}
		for k := range n {
			check("position", k, func(x []float64) []float64 { return acceleration(x, zero, zero) }, l.ByPosition)
			check("velocity", k, func(x []float64) []float64 { return acceleration(zero, x, zero) }, l.ByVelocity)
			check("effort", k, func(x []float64) []float64 { return acceleration(zero, zero, x) }, l.ByEffort)
		}
	})
}

// TestLinearizeDefaults checks that nil means rest, no efforts and no dampers and springs.
func TestLinearizeDefaults(t *testing.T) {
	m := expect.Model(t, randrobot.New(4, 5))
	zero := make([]float64, 5)
	a, err := aba.Linearize(m, nil, zero, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := aba.Linearize(m, &tree.Passive{Damping: zero, Stiffness: zero}, zero, zero, zero)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.Equal(a.ByPosition, b.ByPosition) || !floats.Equal(a.ByVelocity, b.ByVelocity) ||
		!floats.Equal(a.ByEffort, b.ByEffort) || !floats.Equal(a.Acceleration, b.Acceleration) {
		t.Error("zeros and nil differ")
	}
}
