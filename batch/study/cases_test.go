package study_test

import (
	"path/filepath"
	"slices"
	"testing"

	"kinetree/batch/study"
	"kinetree/compile"
	"kinetree/internal/decimal"
	"kinetree/scenario/prepare"
)

// TestCases runs a study over the cases of a scenario, which differ in payload, pose and reference, with and without
// code, and compares each row with the run of its scenario alone: workers reuse the runs of one case for each other.
func TestCases(t *testing.T) {
	const text = `kinetree: 1
scenario:
  model: rr_arm
  duration: 0.1
  controller: {type: pd_gravity, period: 0.001, model: rr_arm, gains: {"*": {p: 4000, d: 800}}}
  reference: {joint1: {type: step, at: 0.01, to: 0.2}}
  cases:
    empty: {}
    loaded: {links.link2.payload.mass: 3, links.link2.payload.position: [0.2, 0, 0]}
    far: {initial.position.joint2: 1, reference.joint1.to: -0.4}
sweep:
  - {path: controller.gains.*.p, uniform: [3000, 5000]}
  - {path: links.link1.payload.mass, uniform: [0, 2]}
  - {case: [far, loaded]}
samples: 7
metrics: [joint1/itae, joint2/effort_peak]
`
	for _, mode := range []string{"off", "8"} {
		t.Setenv(compile.Variable, mode)
		s, err := study.Open(filepath.Join(files(t, map[string]string{"study.yaml": text}), "study.yaml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		columns, _ := table(t, s, "none")
		if s.Len() != 14 || !slices.Equal(s.Axes[2:], []string{"case"}) || columns["case"][7] != "loaded" {
			t.Fatalf("%d runs with the axes %v, cases %v", s.Len(), s.Axes, columns["case"])
		}
		seen := map[string]bool{}
		for i := range s.Len() {
			c, err := s.Scenario(i)
			if err != nil {
				t.Fatal(err)
			}
			run, err := prepare.New(c, prepare.Env{Unlogged: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := run.Simulate(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := string(decimal.Append(nil, run.Measures()[0].ITAE))
			if got := columns["joint1/itae"][i]; got != want || seen[got] || columns["case"][i] != c.Of() {
				t.Errorf("mode %s, run %d in case %s: itae %s, alone %s", mode, i, columns["case"][i], got, want)
			}
			seen[want] = true
		}
	}
}
