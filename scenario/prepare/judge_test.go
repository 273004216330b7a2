package prepare

import (
	"math"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/scenario"
)

// judged prepares an embedded scenario with overrides.
func judged(t testing.TB, name string, set map[string]any) *Run {
	t.Helper()
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, x := range set {
		if err := s.Set(path, x); err != nil {
			t.Fatal(err)
		}
	}
	run, err := New(s, Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestJudge compares what a search is told of loops with their analyses, which break each loop by itself and look at
// more frequencies. The crossings of a judge are to 1e-7 of the frequency, peaks to 1e-5 of it, and then to the square.
func TestJudge(t *testing.T) {
	var wanted analysis.Wanted
	ofLoops, ofAll := analysis.Numbers()
	names := append(ofLoops, ofAll...)
	for _, name := range names {
		wanted.Want(name)
	}
	const closeness = 3e-6
	compared := 0
	for _, delay := range []float64{0, 0.0007, 0.004} {
		for _, name := range []string{"ur5_hold", "panda_arm_hold", "rr_arm_step"} {
			run := judged(t, name, map[string]any{"controller.delay": delay})
			a, err := run.Analyze()
			if err != nil {
				t.Fatal(err)
			}
			b := run.Judge(wanted)
			if a.IsStable() != b.IsStable() || a.IsStable() && len(a.Loops) != len(b.Loops) {
				t.Fatalf("%s: %v and %v, %d and %d loops", name, a.IsStable(), b.IsStable(), len(a.Loops), len(b.Loops))
			}
			for _, number := range names {
				for i := range a.Loops {
					x, y := a.Number(a.Loops[i].Name, number), b.Number(a.Loops[i].Name, number)
					if compared++; math.Abs(x-y) > closeness*math.Abs(x) || math.IsNaN(x) != math.IsNaN(y) {
						t.Errorf("%s, delay %v: %s of %s is %v, judged %v", name, delay, number, a.Loops[i].Name, x, y)
					}
				}
				x, y := a.Number("", number), b.Number("", number)
				if compared++; math.Abs(x-y) > closeness*math.Abs(x) || math.IsNaN(x) != math.IsNaN(y) {
					t.Errorf("%s, delay %v: %s is %v, judged %v", name, delay, number, x, y)
				}
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d numbers were compared", compared)
	}
}

// BenchmarkJudge takes the time that a candidate of a search costs beside its run: the margins of an arm with six
// joints.
func BenchmarkJudge(b *testing.B) {
	for _, names := range []string{"", "phase_margin sensitivity_peak", "disk_margin bandwidth"} {
		b.Run(names, func(b *testing.B) {
			run := judged(b, "ur5_hold", map[string]any{"controller.delay": 0.001})
			var wanted analysis.Wanted
			for _, name := range strings.Fields(names) {
				wanted.Want(name)
			}
			for b.Loop() {
				if run.Judge(wanted) == nil {
					b.Fatal("the loop is not judged")
				}
			}
		})
	}
}
