package sim_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/tree"
)

// TestDynamics runs all embedded models with each algorithm of forward dynamics. What differs is rounding, 1e-14 of the
// accelerations, which 100 steps of 1 ms make no larger than 1e-11 of the state.
func TestDynamics(t *testing.T) {
	for _, entry := range expect.Some(t, 6, models.List()...) {
		m := golden.Embedded(t, entry.Name)
		start := make([]float64, m.NV())
		for i := range start {
			start[i] = 0.3 - 0.2*float64(i%3)
		}
		var want *sim.Summary
		for _, name := range sim.AlgorithmNames() {
			s := expect.Run(t, expect.World(t, sim.Config{Model: m, Dynamics: sim.Algorithm(name),
				Start: sim.Start{Velocity: start}, Ideal: true,
				Integration: sim.Integration{MaxDrift: math.Inf(1)}}), 0.1)
			if want == nil {
				want = s
				continue
			}
			expect.Within(t, entry.Name+" by "+name, s.End.Position, want.End.Position, 1e-11)
			expect.Within(t, entry.Name+" by "+name, s.End.Velocity, want.End.Velocity, 1e-10)
		}
	}
}

// TestDynamicsHold lets friction and end stops hold rates, and dampers act at the ends of steps, by each algorithm.
func TestDynamicsHold(t *testing.T) {
	m := rubbed(t)
	for _, method := range []integrate.Method{integrate.RK4Method, integrate.SemiImplicitMethod} {
		var want []float64
		for _, name := range sim.AlgorithmNames() {
			log := &table{}
			expect.Run(t, expect.World(t, sim.Config{Model: m, Dynamics: sim.Algorithm(name), Log: sim.Log{Sink: log},
				Integration: sim.Integration{Method: method}, Start: sim.Start{Velocity: []float64{0.5}}}), 3)
			x := log.column(t, "x/position")
			if want == nil {
				want = x
			}
			expect.Within(t, method.Name+" by "+name, x, want, 1e-9)
			if v := log.column(t, "x/velocity"); v[len(v)-1] != 0 {
				t.Errorf("%s: it moves at %v", name, v[len(v)-1])
			}
		}
	}
}

// TestAlgorithm checks which algorithm a world takes by itself.
func TestAlgorithm(t *testing.T) {
	chain := func(n int) *tree.Model {
		r := randrobot.Chain(n)
		if err := r.Joints[0].SetFriction(0.1); err != nil {
			t.Fatal(err)
		}
		return expect.Model(t, r)
	}
	rough := rubbed(t)
	for _, c := range []struct {
		what   string
		config sim.Config
		want   sim.Algorithm
	}{
		{"no friction", sim.Config{Model: golden.Embedded(t, "ur5")}, sim.ArticulatedBodies},
		{"friction", sim.Config{Model: rough}, sim.MassMatrix},
		{"an ideal robot", sim.Config{Model: rough, Ideal: true}, sim.ArticulatedBodies},
		{"what is asked for", sim.Config{Model: rough, Dynamics: sim.ArticulatedBodies}, sim.ArticulatedBodies},
		{"the most in a row", sim.Config{Model: chain(12)}, sim.MassMatrix},
		{"more in a row", sim.Config{Model: chain(13)}, sim.ArticulatedBodies},
	} {
		if got := expect.World(t, c.config).Algorithm(); got != c.want {
			t.Errorf("%s: the algorithm is %s, want %s", c.what, got, c.want)
		}
	}
}

// TestDynamicsNames refuses a name that is none.
func TestDynamicsNames(t *testing.T) {
	_, err := sim.New(sim.Config{Model: golden.Embedded(t, "pendulum"), Dynamics: "abba"})
	if err == nil || !strings.Contains(err.Error(), `no algorithm of forward dynamics "abba" (did you mean "aba"?)`) {
		t.Error(err)
	}
}
