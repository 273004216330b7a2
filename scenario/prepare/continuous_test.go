package prepare_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestContinuousAnalysis checks the analysis of laws that act at every instant: it is where that of samples goes when
// they are close.
func TestContinuousAnalysis(t *testing.T) {
	const text = "kinetree: 1\nmodel: rr_arm\nduration: 1\ninitial: {position: {joint1: 0.6, joint2: 0.5}}\n"
	laws := map[string]string{
		"pd":              "gains: {'*': {p: 9000, d: 900}}",
		"pd_gravity":      "gains: {'*': {p: 4000, d: 800}}",
		"computed_torque": "gains: {'*': {p: 100, d: 12}}",
		"impedance":       "gains: {'*': {p: 4000, d: 800}}",
		"lqr":             "gains: {'*': {position_weight: 1000, velocity_weight: 10, effort_weight: 0.00001}}",
		"adaptive": "lambda: 5, k: {joint1: 800, joint2: 400}, " +
			"adaptation: {joint1: {mcx: 10}, joint2: {mcx: 20}}",
	}
	analyze := func(law, gains, times string) *analysis.Analysis {
		s, err := scenario.Read([]byte(text+"controller: {type: "+law+", "+times+", "+gains+"}\n"), "s.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(s.Locate(err))
		}
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(s.Locate(err))
		}
		return a
	}
	const period = 1e-5
	for law, gains := range laws {
		limit, close := analyze(law, gains, "continuous: true"), analyze(law, gains, "period: 1e-5")
		if !limit.IsStable() || !close.IsStable() || len(limit.Loops) != 2 {
			t.Errorf("%s: stable %v, with samples %v", law, limit.IsStable(), close.IsStable())
			continue
		}
		for i, l := range limit.Loops {
			s := close.Loops[i]
			// The hold is a delay of half a period.
			for name, x := range map[string][2]float64{
				"phase margin":     {l.Phase, s.Phase + s.PhaseFrequency*period/2},
				"crossover":        {l.PhaseFrequency, s.PhaseFrequency},
				"sensitivity peak": {l.Sensitivity, s.Sensitivity},
				"lower gain":       {max(l.LowerGain, 1e-3), max(s.LowerGain, 1e-3)}} {
				if math.Abs(x[0]-x[1]) > 2e-3*math.Abs(x[1]) {
					t.Errorf("%s, %s: %s %v, with samples %v", law, strings.TrimSpace(l.Name), name, x[0], x[1])
				}
			}
		}
		if x, y := real(limit.Closed[0].S), real(close.Closed[0].S); math.Abs(x-y) > 1e-3*math.Abs(y) {
			t.Errorf("%s: the slowest pole is %v 1/s, with samples %v", law, x, y)
		}
	}
}
