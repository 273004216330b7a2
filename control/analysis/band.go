package analysis

import (
	"math"

	"kinetree/internal/finitejson"
)

// Band is what a figure is over several analyses, of a loop at several operating points for example.
type Band struct {
	Least   float64 `json:"least"`
	Largest float64 `json:"largest"`
	Worst   int     `json:"-"` // the index of the analysis with the worse end
	// what that is called; for the caller to fill in
	In string `json:"worst_in"`
}

// MarshalJSON implements json.Marshaler. What is infinite or not known is null.
func (b Band) MarshalJSON() ([]byte, error) { return finitejson.Marshal(b) }

// Over returns the band of a figure, see [Numbers], over analyses: of a joint's loop, or for "" of the worst loop of
// each. Where one of them does not have the figure, such as that of an unstable loop, neither end is known, and that
// one is the worst. Least, Largest and Worst are NaN, NaN and 0 of no analyses.
func Over(list []*Analysis, joint, figure string) Band {
	sign := 1.0
	for _, f := range marginFigures {
		if f.name == figure {
			sign = f.sign
		}
	}
	if figure == largestPeriod || figure == "multiloop_disk_margin" {
		sign = -1
	}
	b := Band{Least: math.NaN(), Largest: math.NaN()}
	for i, a := range list {
		x := a.Number(joint, figure)
		if math.IsNaN(x) {
			return Band{x, x, i, ""}
		}
		if i == 0 || sign*x > sign*[...]float64{b.Largest, b.Least}[(1-int(sign))/2] {
			b.Worst = i
		}
		if i == 0 {
			b.Least, b.Largest = x, x
		}
		b.Least, b.Largest = min(b.Least, x), max(b.Largest, x)
	}
	return b
}

// Worst returns the brief that is worst in each figure over analyses: not stable if one of them is not, and not judged
// if one of the others is not.
func Worst(list []*Analysis) Brief {
	stable := true
	b := NotJudged("").Brief()
	b.Stable = &stable
	for _, a := range list {
		switch {
		case a.Stable != nil && !*a.Stable:
			stable = false
		case a.Stable == nil && b.Reason == "":
			b.Reason = a.Reason
		}
	}
	if stable && b.Reason != "" {
		b.Stable = nil
	}
	worst := func(figure string) float64 {
		if len(list) == 0 {
			return math.NaN()
		}
		return list[Over(list, "", figure).Worst].Number("", figure)
	}
	b.SpectralRadius, b.GainMargin = worst("spectral_radius"), worst("gain_margin")
	b.PhaseMargin, b.DelayMargin = worst("phase_margin"), worst("delay_margin")
	b.SensitivityPeak, b.Complementary = worst("sensitivity_peak"), worst("complementary_peak")
	b.DiskMargin, b.MultiloopDisk = worst("disk_margin"), worst("multiloop_disk_margin")
	b.Bandwidth, b.LargestPeriod = worst("bandwidth"), worst(largestPeriod)
	return b
}
