package lagrange_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/golden"
	"kinetree/internal/randrobot"
	"kinetree/lagrange"
	"kinetree/tree"
)

// relative is the accuracy asked of energies: sums of a few hundred products.
const relative = 1e-12

func TestGolden(t *testing.T) {
	check := func(t *testing.T, f *golden.File, m *tree.Model) {
		s := lagrange.New(m)
		for _, state := range f.States {
			kinetic, potential := s.Energy(golden.Vector(t, m, state.Q), golden.Vector(t, m, state.Qd))
			if d := math.Abs(kinetic - state.KineticEnergy); d > golden.Relative*state.KineticEnergy {
				t.Errorf("%s: kinetic energy %v, want %v", f.Robot, kinetic, state.KineticEnergy)
			}
			if d := math.Abs(potential - state.PotentialEnergy); d > golden.Relative*math.Abs(state.PotentialEnergy) {
				t.Errorf("%s: potential energy %v, want %v", f.Robot, potential, state.PotentialEnergy)
			}
		}
	}
	t.Run("embedded", func(t *testing.T) { check(t, golden.Load(t, "ur5_robot"), golden.Embedded(t, "ur5")) })
	t.Run("files", func(t *testing.T) {
		for _, f := range golden.FixedBase(t) {
			check(t, f, f.Model(t))
		}
	})
}

func TestTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 40)
		kinetic, potential := lagrange.New(c.Model).Energy(c.Q, c.Qd)
		wantKinetic, wantPotential := c.Book.Energies(c.Named(c.Q), c.Named(c.Qd))
		scale := math.Max(1, wantKinetic+math.Abs(wantPotential))
		if math.Abs(kinetic-wantKinetic) > relative*scale || math.Abs(potential-wantPotential) > relative*scale {
			t.Fatalf("energies %v, %v; want %v, %v", kinetic, potential, wantKinetic, wantPotential)
		}
	})
}

func TestWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "branched")
	defer func() {
		if s, ok := recover().(string); !ok || !strings.Contains(s, "nv = 7") {
			t.Errorf("recovered %q", s)
		}
	}()
	lagrange.New(m).Energy(m.Neutral(), make([]float64, 8))
}

func TestDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "branched")
	s := lagrange.New(m)
	q := m.Neutral()
	if n := testing.AllocsPerRun(100, func() { s.Energy(q, q) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEnergy(b *testing.B) {
	m := golden.Embedded(b, "ur5")
	s := lagrange.New(m)
	q := m.Neutral()
	b.ReportAllocs()
	for range b.N {
		q[0] += 0.01
		s.Energy(q, q)
	}
}
