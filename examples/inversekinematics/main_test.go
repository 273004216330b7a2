package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/tree"
)

// TestSearch asks for poses that the arm has at random positions, so that there is a solution, and checks each position
// that is found by forward kinematics and by the limits.
func TestSearch(t *testing.T) {
	s, err := panda()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	hidden, q := make([]float64, s.model.NQ()), make([]float64, s.model.NQ())
	kin := tree.NewKinematics(s.model)
	ranges, _ := s.model.Ranges()
	for range 100 {
		s.model.Random(hidden, rng)
		kin.Update(hidden)
		target := kin.Pose(s.link)
		if err := s.Search(q, &target, 1e-12, 100, rng); err != nil {
			t.Fatalf("the arm is there at %v: %v", hidden, err)
		}
		kin.Update(q)
		pose := kin.Pose(s.link)
		for i := range pose.R {
			if math.Abs(pose.R[i]-target.R[i]) > 1e-11 {
				t.Errorf("orientation %v, want %v", pose.R, target.R)
				break
			}
		}
		if pose.P.Sub(target.P).Len() > 1e-11 {
			t.Errorf("position %v, want %v", pose.P, target.P)
		}
		for k, r := range ranges {
			if x := q[s.model.Joints()[k].Q]; x < r.Lower || x > r.Upper {
				t.Errorf("joint %d is at %v, out of its limits %v to %v", k, x, r.Lower, r.Upper)
			}
		}
	}
}

// TestOutOfReach checks that a pose that no position has is an error.
func TestOutOfReach(t *testing.T) {
	s, err := panda()
	if err != nil {
		t.Fatal(err)
	}
	q := make([]float64, s.model.NQ())
	s.kin.Update(q)
	target := s.kin.Pose(s.link)
	target.P[0] = 2
	if err := s.Search(q, &target, 1e-12, 3, rand.New(rand.NewPCG(5, 6))); err == nil {
		t.Errorf("it is said to be there at %v", q)
	}
}
