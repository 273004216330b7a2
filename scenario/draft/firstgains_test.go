package draft

import (
	"math"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestFindGains checks first gains of an arm by the closed forms of its rules, of J s² + d s + p with p = ω² J and
// d = 2 ζ ω J, and its margins by analyses at poses drawn anew: none of them is worse.
func TestFindGains(t *testing.T) {
	s := scenario.Default()
	s.Model.File = "ur5"
	for _, law := range GainLaws() {
		w := GainWishes{Bandwidth: 1.5, Damping: 0.8, Period: 0.001, Delay: 0.001, Poses: 12, Seed: 3, Law: law,
			Rule: "pole"}
		g, err := FindGains(s, w)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Order) != 6 || len(g.Warnings) == 0 {
			t.Fatalf("%s: %d joints, warnings %q", law, len(g.Order), g.Warnings)
		}
		run, err := prepare.New(g.Scenario, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := run.Analyze() // at the first of the poses
		if err != nil || !a.IsStable() {
			t.Fatalf("%s: %v, %+v", law, err, a)
		}
		for _, name := range g.Order {
			x := g.Joints[name]
			if !(x.Inertia.Least > 0 && x.Inertia.Least <= x.Inertia.Largest) {
				t.Errorf("%s: inertias of %s are %+v", law, name, x.Inertia)
			}
			p, d := x.Frequency*x.Frequency*x.Inertia.Largest, 1.6*x.Frequency*x.Inertia.Largest-x.joint.Damping
			for key, want := range map[string]map[string]float64{"pid": {"p": p, "d": d},
				"pd_gravity": {"p": p, "d": d}, "cascade": {"position_p": p / d, "velocity_p": d}}[law] {
				if math.Abs(x.Gains[key]-want) > 1e-12*want {
					t.Errorf("%s: %s of %s is %v, expected %v", law, key, name, x.Gains[key], want)
				}
			}
			// to the closeness of a judge
			if m := x.Margins["phase_margin"]; !(m >= enoughPhase) || m > a.Number(name, "phase_margin")*(1+1e-5) {
				t.Errorf("%s: the phase margin of %s is %v in the worst pose, %v in one", law, name, m,
					a.Number(name, "phase_margin"))
			}
		}
	}
	w := GainWishes{Bandwidth: 50, Damping: 1, Period: 0.004, Delay: 0.004, Poses: 5, Seed: 1, Law: "cascade",
		Rule: "symmetric"}
	g, err := FindGains(s, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range g.Order { // velocity loop by the symmetrical optimum, where margins allow it
		x := g.Joints[name]
		scale := x.Frequency / (2 * math.Pi * 50)
		if want := scale*x.Inertia.Least/0.016 - x.joint.Damping; math.Abs(x.Gains["velocity_p"]-want) > 1e-12*want {
			t.Errorf("velocity_p of %s is %v, expected %v", name, x.Gains["velocity_p"], want)
		}
		if want := 0.032 * x.Inertia.Largest / x.Inertia.Least /
			scale; math.Abs(x.Gains["integral_time"]-want) > 1e-12*want {
			t.Errorf("integral_time of %s is %v, expected %v", name, x.Gains["integral_time"], want)
		}
	}
}
