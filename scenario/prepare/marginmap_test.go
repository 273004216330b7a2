package prepare_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// TestMapMargins compares margins over poses of a planar arm with the analysis of a scenario that begins there, by the
// other route, to the 1e-6 of the shorter one. They do not depend on the shoulder, for nothing changes when all of the
// arm turns, and depend on the elbow.
func TestMapMargins(t *testing.T) {
	const text = "kinetree: 1\nmodel: r.urdf\ncontroller: {type: pd, period: 0.002, delay: 0.004, gains: " +
		"{s: {p: 90, d: 12}, e: {p: 90, d: 9}}}\n"
	files := map[string]string{"r.urdf": planar}
	s, err := in(t, files, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{"", "s"} {
		m, err := prepare.MapMargins(s, [2]string{"s", "e"}, of, 5, prepare.Env{})
		if err != nil {
			t.Fatal(err)
		}
		least, most := math.Inf(1), 0.0
		for i, y := range m.Positions[1] {
			for k, x := range m.Positions[0] {
				posed := s.Clone()
				if err := posed.Set("initial.position", map[string]any{"s": x, "e": y}); err != nil {
					t.Fatal(err)
				}
				run, err := prepare.New(posed, prepare.Env{Unlogged: true})
				if err != nil {
					t.Fatal(err)
				}
				a, err := run.Analyze()
				if err != nil {
					t.Fatal(err)
				}
				if m.Stable[i][k] != a.IsStable() {
					t.Fatalf("at %v and %v: stable %v, want %v", x, y, m.Stable[i][k], a.IsStable())
				}
				if !a.IsStable() {
					continue
				}
				phase, peak := a.Number(of, "phase_margin"), a.Number(of, "sensitivity_peak")
				if math.Abs(m.Phase[i][k]-phase) > 1e-5 || math.Abs(m.Sensitivity[i][k]-peak) > 1e-5*peak {
					t.Errorf("%q at %v and %v: %v and %v, want %v and %v", of, x, y, m.Phase[i][k], m.Sensitivity[i][k],
						phase, peak)
				}
				if math.Abs(m.Phase[i][k]-m.Phase[i][0]) > 1e-6 {
					t.Errorf("%q at %v: the shoulder changes %v to %v", of, y, m.Phase[i][0], m.Phase[i][k])
				}
				least, most = min(least, m.Phase[i][k]), max(most, m.Phase[i][k])
			}
		}
		if !(most-least > 0.01) {
			t.Errorf("%q: phase margins from %v to %v tell nothing", of, least, most)
		}
	}
	for want, joints := range map[string][2]string{`no joint "x"`: {"s", "x"}, "two different joints": {"s", "s"}} {
		if _, err := prepare.MapMargins(s, joints, "", 5, prepare.Env{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", joints, err, want)
		}
	}
}
