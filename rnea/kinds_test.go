package rnea_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/models/oracle/dalembert"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestDalembert compares with point masses that are differentiated numerically, on robots with joints of all kinds
// and mimicry, their base fixed, floating or moved, with wrenches on all links.
func TestDalembert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 10)
		s, oracle := rnea.New(c.Model), dalembert.New(c.Robot, c.Model)
		if rapid.Bool().Draw(t, "moved") {
			s.MoveBase(c.BaseMotion())
			oracle.MoveBase(c.BaseMotion())
		}
		tau := make([]float64, c.Model.NV())
		same := func(what string, want []float64) {
			limit := dalembert.Relative * math.Max(1, floats.Norm(want, math.Inf(1)))
			if d := floats.Distance(tau, want, math.Inf(1)); !(d <= limit) {
				t.Fatalf("%s: efforts %v, want %v: off by %.3g, limit %.3g", what, tau, want, d, limit)
			}
		}
		zero := make([]float64, c.Model.NV())
		s.InverseDynamics(tau, c.Q, c.V, c.A, c.Fext)
		same("inverse dynamics", oracle.Efforts(c.Q, c.V, c.A, c.Fext))
		s.Bias(tau, c.Q, c.V, c.Fext)
		same("bias", oracle.Efforts(c.Q, c.V, zero, c.Fext))
		s.Gravity(tau, c.Q)
		same("gravity", oracle.Efforts(c.Q, zero, zero, nil))
	})
}

// TestMimic compares with the same robot without mimicry: its efforts are Gᵀ τ_all, at the velocity G v and the
// acceleration G a.
func TestMimic(t *testing.T) {
	coupled := 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		if c.Model.Coupled() {
			coupled++
		}
		free := c.Independent(t)
		n, all := c.Model.NV(), free.Model.NV()
		tau, tauAll := make([]float64, n), make([]float64, all)
		rnea.New(c.Model).InverseDynamics(tau, c.Q, c.V, c.A, c.Fext)
		rnea.New(free.Model).InverseDynamics(tauAll, free.Position(c.Q), free.Rates(c.V), free.Rates(c.A), c.Fext)
		G, want := free.G(), mat.NewVecDense(n, nil)
		want.MulVec(G.T(), mat.NewVecDense(all, tauAll))
		limit := relative * math.Max(1, mat.Norm(G, 1)*floats.Norm(tauAll, math.Inf(1)))
		if d := floats.Distance(tau, want.RawVector().Data, math.Inf(1)); !(d <= limit) {
			t.Fatalf("efforts %v, want %v: off by %.3g, limit %.3g", tau, want.RawVector().Data, d, limit)
		}
	})
	if coupled == 0 {
		t.Error("no robot had joints that mimic others")
	}
}

// TestRest checks that the motion of the base is forgotten when it is set to rest.
func TestRest(t *testing.T) {
	c := randrobot.NewAny(t, 1, 10)
	s := rnea.New(c.Model)
	tau, want := make([]float64, c.Model.NV()), make([]float64, c.Model.NV())
	s.InverseDynamics(want, c.Q, c.V, c.A, nil)
	s.MoveBase(c.BaseMotion())
	s.InverseDynamics(tau, c.Q, c.V, c.A, nil)
	if floats.EqualApprox(tau, want, 0.1) {
		t.Errorf("the moving base makes no difference: efforts %v", tau)
	}
	s.MoveBase(tree.Rest())
	s.InverseDynamics(tau, c.Q, c.V, c.A, nil)
	if !floats.Equal(tau, want) {
		t.Errorf("brought to rest: efforts %v, want %v", tau, want)
	}
}

// TestAnyDoesNotAllocate checks it for all kinds of joints, with followers and without.
func TestAnyDoesNotAllocate(t *testing.T) {
	r, opts := randrobot.AllKinds()
	for _, more := range [][]tree.Option{nil, {tree.IgnoreMimic()}} {
		m := expect.Model(t, r, append(opts[:len(opts):len(opts)], more...)...)
		s, q, n, b := rnea.New(m), m.Neutral(), m.NV(), tree.Rest()
		v, a, tau, fext := randrobot.Vector(1, n), randrobot.Vector(2, n), make([]float64, n),
			make([]spatial.Force, len(m.Links()))
		if allocs := testing.AllocsPerRun(100, func() {
			s.MoveBase(b)
			s.InverseDynamics(tau, q, v, a, fext)
			s.Bias(tau, q, v, fext)
			s.Gravity(tau, q)
		}); allocs != 0 {
			t.Errorf("coupled %v: %v allocations", m.Coupled(), allocs)
		}
	}
}
