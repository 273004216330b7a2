package traced_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/compile/graph"
	"kinetree/internal/traced"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestModel checks that twins of models have all their numbers.
func TestModel(t *testing.T) {
	for seed := range uint64(50) {
		robot, opts := randrobot.Any(seed, 8)
		m, err := tree.Build(robot, opts...)
		if err != nil {
			t.Fatal(err)
		}
		twin, err := traced.Model(m)
		if err != nil {
			t.Fatal(err)
		}
		if twin.NV() != m.NV() || twin.Name() != m.Name() || len(twin.Bodies()) != len(m.Bodies()) {
			t.Fatalf("the twin of %s has nv = %d, want %d", m.Name(), twin.NV(), m.NV())
		}
		for i, b := range m.Bodies() {
			c := twin.Bodies()[i]
			if x, known := c.Inertia.M.Value(); !known || x != b.Inertia.M {
				t.Errorf("%s, body %d: the mass is %v, want %v", m.Name(), i, x, b.Inertia.M)
			}
			if x, known := c.X.P[2].Value(); !known || x != b.X.P[2] || len(c.S) != len(b.S) ||
				int(c.Kind) != int(b.Kind) {
				t.Errorf("%s, body %d: the joint differs", m.Name(), i)
			}
		}
	}
}

func TestModelTooLarge(t *testing.T) {
	robot, err := models.Robot("pendulum")
	if err != nil {
		t.Fatal(err)
	}
	robot.Links[1].Inertial.Mass = 1e200
	if _, err := traced.Model(expect.Model(t, robot)); err == nil {
		t.Error("a mass of 1e200 kg gave no error")
	}
}

// TestFamilies checks which numbers of models of the same structure vary, and that the other numbers are known in
// variants.
func TestFamilies(t *testing.T) {
	build := func(name string, change func(masses *[2]float64)) *tree.Model {
		robot, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		masses := [2]float64{robot.Links[1].Inertial.Mass, robot.Links[2].Inertial.Mass}
		change(&masses)
		robot.Links[1].Inertial.Mass, robot.Links[2].Inertial.Mass = masses[0], masses[1]
		return expect.Model(t, robot)
	}
	as := func(*[2]float64) {}
	var l traced.Families
	first := l.Of(build("rr_arm", as))
	if l.Of(build("rr_arm", as)) != first || len(first.Varies()) != 0 {
		t.Fatalf("the same robot: numbers %v vary", first.Varies())
	}
	if l.Of(build("double_pendulum", as)) == first {
		t.Error("another robot is of the same family")
	}
	// Mass and mass times centre of mass of the first moving body, and later of the second.
	heavy := build("rr_arm", func(m *[2]float64) { m[0] *= 2 })
	l.Of(heavy)
	one, key := first.Varies(), string(first.AppendKey(nil))
	if len(one) == 0 || one[0] != 10 || one[len(one)-1] > 19 {
		t.Errorf("numbers %v vary; expected the mass, 10, and others of its body", one)
	}
	inputs := func(n int) (list []graph.Num) {
		g := graph.New()
		for range n {
			list = append(list, g.Input())
		}
		return list
	}
	twin, err := traced.Variant(heavy, one, inputs(len(one)))
	if err != nil {
		t.Fatal(err)
	}
	if _, known := twin.Bodies()[1].Inertia.M.Value(); known {
		t.Error("the mass that varies is known")
	}
	if x, known := twin.Bodies()[2].Inertia.M.Value(); !known || x != heavy.Bodies()[2].Inertia.M {
		t.Errorf("the mass that does not vary is %v, known %v", x, known)
	}
	l.Of(build("rr_arm", func(m *[2]float64) { m[1] *= 2 }))
	if two := first.Varies(); len(two) <= len(one) || string(first.AppendKey(nil)) == key {
		t.Errorf("with a second mass numbers %v vary, with one %v", two, one)
	}
	if l.Of(build("rr_arm", func(m *[2]float64) { m[0] = 1e200 })) != nil {
		t.Error("a mass of 1e200 kg has a family")
	}
}

// TestDifference compares the recorded difference of positions with that of the model, bit by bit, of random robots
// with joints of all kinds: of positions far apart, near to each other, and the same.
func TestDifference(t *testing.T) {
	rng, curved := rand.New(rand.NewPCG(31, 32)), 0
	for seed := range uint64(60) {
		robot, opts := randrobot.Any(seed, 8)
		m, err := tree.Build(robot, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if m.NQ() != m.NV() {
			curved++
		}
		twin, err := traced.Model(m)
		if err != nil {
			t.Fatal(err)
		}
		g, err := graph.Record(func(g *graph.Graph) {
			inputs := func() []graph.Num {
				list := make([]graph.Num, m.NQ())
				for i := range list {
					list[i] = g.Input()
				}
				return list
			}
			e, from, to := make([]graph.Num, m.NV()), inputs(), inputs()
			twin.Difference(e, from, to)
			for _, x := range e {
				g.Output(x)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		from, to, move := make([]float64, m.NQ()), make([]float64, m.NQ()), make([]float64, m.NV())
		want, got := make([]float64, m.NV()), make([]float64, m.NV())
		for _, size := range []float64{2, 1, 0.3, 1e-2, 1e-4, 1e-7, 1e-12, 0} {
			m.Random(from, rng)
			for i := range move {
				move[i] = size * rng.NormFloat64()
			}
			m.Integrate(to, from, move, 1)
			if size == 2 {
				m.Random(to, rng)
			}
			m.Difference(want, from, to)
			if !g.Evaluate(got, append(slices.Clone(from), to...)) {
				t.Fatalf("%s: the graph does not hold at a distance of %v", m.Name(), size)
			}
			for i, x := range want {
				if got[i] != x {
					t.Fatalf("%s, at a distance of %v: rate %d is %v, want %v", m.Name(), size, i, got[i], x)
				}
			}
		}
	}
	if curved < 10 {
		t.Errorf("%d robots have joints whose positions are poses; expected 10", curved)
	}
}
