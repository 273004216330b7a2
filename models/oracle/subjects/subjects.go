// Package subjects holds the robots that benchmarks run on.
package subjects

import (
	"math/rand/v2"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// Models returns ur5, panda_arm, a humanoid with 30 joints and a floating base, and chains of the given lengths.
func Models(b *testing.B, chains ...int) []*tree.Model {
	humanoid, opts := randrobot.Humanoid()
	h, err := tree.Build(humanoid, opts...)
	if err != nil {
		b.Fatal(err)
	}
	list := []*tree.Model{golden.Embedded(b, "ur5"), golden.Embedded(b, "panda_arm"), h}
	for _, n := range chains {
		m, err := tree.Build(randrobot.Chain(n))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// Each runs a benchmark on each of some models. f returns what is timed, for a state out of many, so that nothing is
// the same as in the last call.
func Each(b *testing.B, models []*tree.Model, f func(m *tree.Model) func(s *State)) {
	for _, m := range models {
		b.Run(m.Name(), func(b *testing.B) {
			states := draw(m)
			call := f(m)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				call(&states[i%len(states)])
			}
		})
	}
}

// State is a random position and velocity, and random accelerations or efforts.
type State struct{ Q, V, X []float64 }

func draw(m *tree.Model) []State {
	rng := rand.New(rand.NewPCG(1, 2))
	states := make([]State, 16)
	for i := range states {
		s := &states[i]
		s.Q, s.V, s.X = make([]float64, m.NQ()), randrobot.Vector(uint64(2*i), m.NV()),
			randrobot.Vector(uint64(2*i+1), m.NV())
		m.Random(s.Q, rng)
	}
	return states
}
