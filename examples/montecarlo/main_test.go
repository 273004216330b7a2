package main

import (
	"math"
	"reflect"
	"testing"

	"kinetree/rnea"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// TestStudy checks each run against what holds at rest: the law gives the efforts that bear the weight, p (r − q) =
// g(q), with g from inverse dynamics of the robot with the load.
func TestStudy(t *testing.T) {
	runs := 24
	if testing.Short() {
		runs = 8
	}
	results, err := study(runs, 5, 3)
	if err != nil {
		t.Fatal(err)
	}
	gains := []float64{2500, 2500, 2500, 400, 400, 30}
	start := []float64{0, -1.2, 1, -0.5, 0, 0}
	last := Result{}
	for i, r := range results {
		if r.Err != nil {
			t.Fatalf("run %d: %v", i, r.Err)
		}
		s, err := scenario.Read([]byte(hold), "hold.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Set("links.ee_link.payload.mass", r.Load); err != nil {
			t.Fatal(err)
		}
		_, model, err := robot.Build(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		weight := make([]float64, model.NV())
		rnea.New(model).Gravity(weight, r.Position)
		for k, g := range weight {
			// What is left of the motion after 4 s, and of weights of up to 100 N m.
			if given := gains[k] * (start[k] - r.Position[k]); math.Abs(given-g) > 1e-4 {
				t.Errorf("run %d, %.3f kg: joint %d gives %.6f N m, its weight is %.6f N m", i, r.Load, k, given, g)
			}
		}
		if (r.Load > last.Load) != (r.Sag > last.Sag) {
			t.Errorf("%v kg sag by %v m, %v kg by %v m", last.Load, last.Sag, r.Load, r.Sag)
		}
		last = r
	}
	again, err := study(runs, 5, 3)
	if err != nil || !reflect.DeepEqual(again, results) {
		t.Errorf("the same seed gives other results, %v", err)
	}
}
