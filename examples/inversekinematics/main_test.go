package main

import (
	"math/rand/v2"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// TestHighest asks for poses that the arm has at random positions: the elbow is then at least nearly as high as there,
// for among some twenty examples of a circle that it moves on one is within a tenth of the metre from its top.
func TestHighest(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	rng := rand.New(rand.NewPCG(3, 4))
	q := make([]float64, m.NQ())
	kin := tree.NewKinematics(m)
	elbow, _ := m.Link("panda_link4")
	flange, _ := m.Link("panda_link8")
	for range 20 {
		m.Random(q, rng)
		kin.Update(q)
		target, height := kin.Pose(flange), kin.Pose(elbow).P[2]
		found, z, err := highest(m, &target)
		if err != nil {
			t.Fatal(err)
		}
		if z < height-0.1 {
			t.Errorf("the elbow is %v m high, and was at %v", z, height)
		}
		kin.Update(found)
		if d := kin.Pose(flange).P.Sub(target.P).Len(); d > 1e-9 {
			t.Errorf("the flange is %v m away", d)
		}
	}
	target := kin.Pose(flange)
	target.P[0] = 2
	if q, _, err := highest(m, &target); err == nil {
		t.Errorf("2 m away it is said to be at %v", q)
	}
}
