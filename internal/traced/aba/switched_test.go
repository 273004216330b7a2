package aba_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/aba"
	"kinetree/compile/graph"
	"kinetree/internal/traced"
	tracedaba "kinetree/internal/traced/aba"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestSwitched compares one recording, of which any rates may be held, with aba.Solver for several sets of held rates
// of random robots, bit by bit but for the signs of zeros.
func TestSwitched(t *testing.T) {
	seeds, compared := uint64(1000), 0
	if testing.Short() {
		seeds = 400
	}
	for seed := range seeds {
		robot, opts := randrobot.Any(seed, 7)
		m, err := tree.Build(robot, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if m.NQ() != m.NV() || m.Coupled() || m.NV() == 0 {
			continue
		}
		n, rng := m.NV(), rand.New(rand.NewPCG(seed, 1))
		armature, switched := m.Armature(), make([]bool, n)
		for i := range switched {
			switched[i] = armature == nil || armature[i] == 0
		}
		g, err := graph.Record(func(g *graph.Graph) {
			inputs := func() []graph.Num {
				list := make([]graph.Num, n)
				for i := range list {
					list[i] = g.Input()
				}
				return list
			}
			twin, err := traced.Model(m)
			if err != nil {
				t.Fatal(err)
			}
			s, qdd := tracedaba.New(twin), make([]graph.Num, n)
			s.Augment(inputs())
			if err := s.SwitchedDynamics(qdd, inputs(), inputs(), inputs(), nil, switched); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				g.Output(qdd[i])
				g.Output(s.SwitchedReaction(i))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s, in, out, qdd := aba.New(m), make([]float64, 4*n), make([]float64, 2*n), make([]float64, n)
		for range 8 {
			hold := in[:n]
			for i := range in[n:] {
				in[n+i] = 2*rng.Float64() - 1
			}
			for i := range hold {
				if hold[i] = 0; rng.IntN(2) == 0 {
					hold[i] = math.Inf(1)
				}
			}
			s.Augment(hold)
			if err := s.ForwardDynamics(qdd, in[n:2*n], in[2*n:3*n], in[3*n:], nil); err != nil {
				continue // a joint without inertia, of which code requires that there is none
			}
			if !g.Evaluate(out, in) {
				t.Fatalf("seed %d: a requirement is not met with %v added", seed, hold)
			}
			for i := range n {
				same := func(what string, got, want float64) {
					if got != want {
						t.Errorf("seed %d, %v added: %s of rate %d is %v, want %v", seed, hold, what, i, got, want)
					}
				}
				if same("the acceleration", out[2*i], qdd[i]); hold[i] > 0 {
					same("the reaction", out[2*i+1], s.Reaction(i))
				}
				compared++
			}
		}
	}
	if compared < int(seeds) {
		t.Errorf("%d rates were compared; expected at least %d", compared, seeds)
	}
}
