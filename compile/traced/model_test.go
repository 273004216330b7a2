package traced_test

import (
	"testing"

	"kinetree/compile/traced"
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
