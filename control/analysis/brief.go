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
	DiskMargin      float64 `json:"disk_margin"`
	MultiloopDisk   float64 `json:"multiloop_disk_margin"`
	Complementary   float64 `json:"complementary_peak"`
	Bandwidth       float64 `json:"bandwidth"`      // rad/s
	LargestPeriod   float64 `json:"largest_period"` // s
}

// Brief returns what the analysis comes to.
func (a *Analysis) Brief() Brief {
	return Brief{a.Stable, a.Reason, a.SpectralRadius, a.Number("", "gain_margin"), a.Number("", "phase_margin"),
		a.Number("", "delay_margin"), a.Number("", "sensitivity_peak"), a.Number("", "disk_margin"),
		a.Number("", "multiloop_disk_margin"), a.Number("", "complementary_peak"), a.Number("", "bandwidth"),
		a.LargestPeriod}
}

// NotJudged returns the analysis of a loop that cannot be judged, for a reason: nothing else is known.
func NotJudged(reason string) *Analysis {
	nan := math.NaN()
	return &Analysis{Reason: reason, SpectralRadius: nan, LargestPeriod: nan, MultiloopDisk: nan, Loops: []RateLoop{}}
}
