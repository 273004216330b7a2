package timing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kinetree/cmd/internal/timing"
	"kinetree/compile"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestRun checks that all algorithms are timed, in the order that programs rely on, and that none allocates.
func TestRun(t *testing.T) {
	r, opts := randrobot.AllKinds()
	coupled := expect.Model(t, r, opts...)
	want := []string{"aba", "rnea", "crba", "dynamics/crba", "dynamics/constraint-forces", "kinematics",
		"aba/derivatives"}
	for _, m := range integrate.Methods() {
		want = append(want, "step/"+m.Name)
	}
	want = append(want, "aba/batch", "step/semi-implicit/batch")
	for _, m := range expect.Some(t, 2, golden.Embedded(t, "pendulum"), golden.Embedded(t, "cartesian"), coupled) {
		report, err := timing.Run(m, time.Millisecond)
		if err != nil {
			t.Fatalf("%s: %v", m.Name(), err)
		}
		var names []string
		for _, r := range report.Results {
			names = append(names, r.Name)
			if !(r.Best > 0 && r.Best <= r.Median && r.Median < 1e9) {
				t.Errorf("%s: %s takes %v ns at best and %v ns in the middle", m.Name(), r.Name, r.Best, r.Median)
			}
			if r.Allocs != 0 {
				t.Errorf("%s: %s makes %v allocations", m.Name(), r.Name, r.Allocs)
			}
		}
		all := slices.Clone(want)
		for _, r := range report.Results { // of serial chains whose bodies have inverse inertias
			if r.Name == "dynamics/constraint-forces/odd-even" {
				all = slices.Insert(all, slices.Index(all, "aba/derivatives"), r.Name)
				if m.Name() != "cartesian" || r.Reductions != 1 {
					t.Errorf("%s: %d reductions", m.Name(), r.Reductions)
				}
			}
		}
		for _, c := range report.Codes {
			if c.Reason == "" {
				for _, name := range []string{"aba", "rnea", "crba", "kinematics", "aba/derivatives",
					"step/semi-implicit", "step/rk4"} {
					all = append(all, fmt.Sprintf("%s/compiled/%d", name, c.Lanes))
				}
			}
		}
		if report.Unrecorded != "" {
			t.Errorf("%s: it has no whole steps because %q", m.Name(), report.Unrecorded)
		}
		if len(report.Codes) != len(compile.Lanes()) {
			t.Errorf("%s: it says of %d numbers of lanes whether there is code, want %d", m.Name(), len(report.Codes),
				len(compile.Lanes()))
		}
		if !slices.Equal(names, all) {
			t.Errorf("%s: the results are %v, want %v", m.Name(), names, all)
		}
	}
}

// TestMassless checks that a robot without accelerations gives an error that says why.
func TestMassless(t *testing.T) {
	m, err := tree.Build(&urdf.Robot{Name: "ghost", Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "a", Child: "b",
			Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := timing.Run(m, time.Millisecond); err == nil || !strings.Contains(err.Error(), `hinge`) {
		t.Errorf("error %v, want one that names the joint hinge", err)
	}
}
