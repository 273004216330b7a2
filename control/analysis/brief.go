package analysis

import "math"

// LargestSensitivity is the largest peak of the sensitivity (dB) of a loop that is not near instability. It leaves a
// gain margin of 2 and a phase margin of 29°.
const LargestSensitivity = 6.0

// Brief is what an analysis comes to: whether the loop is stable and how far it is from instability, by the worst of
// its loops. What is not known, and margins of an unstable loop, are NaN, in JSON null.
type Brief struct {
	Stable          *bool   `json:"stable"`
	Reason          string  `json:"reason,omitempty"` // why the loop is not judged
	SpectralRadius  float64 `json:"spectral_radius"`
	GainMargin      float64 `json:"gain_margin"`  // a factor
	PhaseMargin     float64 `json:"phase_margin"` // rad
	DelayMargin     float64 `json:"delay_margin"` // s
	SensitivityPeak float64 `json:"sensitivity_peak"`
	LargestPeriod   float64 `json:"largest_period"` // s
}

// Brief returns what the analysis comes to.
func (a *Analysis) Brief() Brief {
	worst := func(sign float64, figure func(*Margins) float64) float64 {
		x, _ := worstLoop(sign, figure)(a)
		return x
	}
	return Brief{a.Stable, a.Reason, a.SpectralRadius, worst(-1, func(m *Margins) float64 { return m.Gain }),
		worst(-1, func(m *Margins) float64 { return m.Phase }), worst(-1, func(m *Margins) float64 { return m.Delay }),
		worst(1, func(m *Margins) float64 { return m.Sensitivity }), a.LargestPeriod}
}

// NotJudged returns the brief of a loop of which there is no analysis, for a reason.
func NotJudged(reason string) Brief {
	nan := math.NaN()
	return Brief{nil, reason, nan, nan, nan, nan, nan, nan}
}
