package analysis_test

import (
	"math"
	"testing"

	"kinetree/control/analysis"
)

// TestOver checks the bands and the worst of three loops whose figures are chosen: the worst end of a margin is the
// least, of a peak the largest, and of a loop that is unstable all.
func TestOver(t *testing.T) {
	yes, no := true, false
	loop := func(stable *bool, phase, peak, radius float64) *analysis.Analysis {
		a := analysis.NotJudged("")
		a.Stable, a.Period, a.SpectralRadius, a.LargestPeriod = stable, 0.001, radius, 0.01
		a.Loops = []analysis.RateLoop{{Name: "j", Margins: analysis.Margins{Phase: phase, Sensitivity: peak,
			Gain: math.Inf(1)}}}
		return a
	}
	list := []*analysis.Analysis{loop(&yes, 1, 1.5, 0.9), loop(&yes, 0.7, 1.2, 0.99), loop(&yes, 1.2, 2, 0.95)}
	for figure, want := range map[string]analysis.Band{
		"phase_margin":     {Least: 0.7, Largest: 1.2, Worst: 1},
		"sensitivity_peak": {Least: 1.2, Largest: 2, Worst: 2},
		"spectral_radius":  {Least: 0.9, Largest: 0.99, Worst: 1},
		"largest_period":   {Least: 0.01, Largest: 0.01, Worst: 0},
		"gain_margin":      {Least: math.Inf(1), Largest: math.Inf(1), Worst: 0},
	} {
		if got := analysis.Over(list, "", figure); got != want {
			t.Errorf("%s is %+v, want %+v", figure, got, want)
		}
	}
	w := analysis.Worst(list)
	if w.PhaseMargin != 0.7 || w.SensitivityPeak != 2 || w.SpectralRadius != 0.99 || w.Stable == nil || !*w.Stable {
		t.Errorf("the worst is %+v", w)
	}
	list[1] = loop(&no, 0, 0, 1.1)
	if b := analysis.Over(list, "j", "phase_margin"); b.Worst != 1 || !math.IsNaN(b.Least) || !math.IsNaN(b.Largest) {
		t.Errorf("with an unstable loop it is %+v", b)
	}
	if w := analysis.Worst(list); w.Stable == nil || *w.Stable || !math.IsNaN(w.PhaseMargin) ||
		w.SpectralRadius != 1.1 {
		t.Errorf("with an unstable loop the worst is %+v", w)
	}
	list[1] = analysis.NotJudged("it is none")
	if w := analysis.Worst(list); w.Stable != nil || w.Reason != "it is none" {
		t.Errorf("with one that is not judged the worst is %+v", w)
	}
}
