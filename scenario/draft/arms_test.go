package draft

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestGainsOfArms finds gains of arms that nobody here has tuned: 40 degrees of phase margin and 6 dB of sensitivity in
// the worst pose, and less than 5 % overshoot when all joints move by 0.1 rad, or 2 mm, within half a second, from
// the start.
func TestGainsOfArms(t *testing.T) {
	const dir = "../../../shared/golden/urdf"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared/golden/urdf is missing; gains of its arms were not found")
	}
	arms := map[string]int{"ur5_robot": 200, "ur3_robot": 40, "ur10_robot": 40, "z1": 40, "talos_left_arm": 40,
		"panda": 40}
	if testing.Short() {
		arms = map[string]int{"ur5_robot": 20, "z1": 10}
		t.Log("with -short, gains of two arms were found, in few poses")
	}
	for name, poses := range arms {
		s := scenario.Default()
		s.Model.File, s.Duration = filepath.Join(dir, name+".urdf"), 1.5
		g, err := FindGains(s, GainWishes{Bandwidth: 4, Damping: 1, Period: 0.001, Poses: poses, Seed: 1,
			Law: "cascade", Rule: "pole"})
		if err != nil {
			t.Fatal(err)
		}
		if name == "panda" { // whose light joints, without rotors, do not bear gravity at this period
			if w := g.Worst; w.Stable == nil || *w.Stable || !strings.Contains(strings.Join(g.Warnings, "\n"),
				"the loop is unstable in one of the poses") {
				t.Errorf("%s: the worst is %+v; warnings %q", name, w, g.Warnings)
			}
			continue
		}
		w := g.Worst
		if w.Stable == nil || !*w.Stable || w.PhaseMargin < 40*math.Pi/180 || w.SensitivityPeak > 2 {
			t.Errorf("%s: the worst of %d poses is %+v; warnings %q", name, poses, w, g.Warnings)
		}
		run, err := prepare.New(g.Scenario, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		moved := g.Scenario.Clone()
		for _, joint := range g.Order {
			j := g.Joints[joint].joint
			from := run.World.State().Q[j.Q]
			by := size(j, 0.1, 0.002)
			if from+by > j.Upper {
				by = -by
			}
			if err := moved.Set(strict.Join("reference", joint), map[string]any{"type": "min_jerk",
				"from_time": 0.1, "to_time": 0.6, "to": from + by}); err != nil {
				t.Fatal(err)
			}
		}
		if run, err = prepare.New(moved, prepare.Env{Unlogged: true}); err != nil {
			t.Fatal(err)
		}
		outcome, err := run.Simulate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range outcome.Metrics {
			if !(m.Overshoot <= 5) {
				t.Errorf("%s: %s overshoots by %v %%", name, m.Joint, m.Overshoot)
			}
		}
	}
}
