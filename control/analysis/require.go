package analysis

import (
	"fmt"
	"math"

	"kinetree/internal/require"
)

// ParseRequirement reads a requirement, such as phase_margin>30deg: FIGURE<NUMBER UNIT, with <, <=, > or >=, or stable.
func ParseRequirement(text string) (require.Bound[*Analysis], error) {
	return require.Parse(text, figures)
}

var (
	decibels = []require.Unit{{Name: "dB", Factor: 1}}
	angles   = []require.Unit{{Name: "deg", Factor: 1}, {Name: "°", Factor: 1}, {Name: "rad", Factor: Degrees(1)}}
	times    = []require.Unit{{Name: "s", Factor: 1}, {Name: "ms", Factor: 1e-3}, {Name: "us", Factor: 1e-6}}
)

// figures are the numbers of an analysis that can be required, in the terms that people read. Margins are those of the
// worst loop.
var figures = []require.Measurand[*Analysis]{
	{Name: "stable", Truth: true, Value: func(a *Analysis) (float64, string) {
		switch {
		case a.Stable == nil:
			return a.missing()
		case *a.Stable:
			return 1, ""
		}
		return 0, ""
	}},
	{Name: "gain_margin", Units: decibels, Value: worstLoop(-1, func(m *Margins) float64 { return Decibels(m.Gain) })},
	{Name: "lower_gain_margin", Units: decibels,
		Value: worstLoop(1, func(m *Margins) float64 { return Decibels(m.LowerGain) })},
	{Name: "phase_margin", Units: angles, Value: worstLoop(-1, func(m *Margins) float64 { return Degrees(m.Phase) })},
	{Name: "delay_margin", Units: times, Value: worstLoop(-1, func(m *Margins) float64 { return m.Delay })},
	{Name: "sensitivity_peak", Units: decibels,
		Value: worstLoop(1, func(m *Margins) float64 { return Decibels(m.Sensitivity) })},
	{Name: "damping_ratio", Value: func(a *Analysis) (float64, string) {
		if a.Stable == nil {
			return a.missing()
		}
		return require.Worst(len(a.Closed), -1, func(i int) (float64, string) {
			p := a.Closed[i]
			if a.Period == 0 {
				return p.Damping, fmt.Sprintf("of the pole %.5g 1/s", p.S)
			}
			return p.Damping, fmt.Sprintf("of the pole z = %.5g", p.Z)
		})
	}},
	{Name: "spectral_radius", Value: func(a *Analysis) (float64, string) {
		return a.sampled(a.SpectralRadius)
	}},
	{Name: "largest_stable_period", Units: times, Value: func(a *Analysis) (float64, string) {
		return a.sampled(a.LargestPeriod)
	}},
}

// missing is the value of what is not known of a loop that cannot be judged.
func (a *Analysis) missing() (float64, string) {
	return math.NaN(), "the loop cannot be judged: " + a.Reason
}

// sampled returns a figure of loops with samples.
func (a *Analysis) sampled(x float64) (float64, string) {
	switch {
	case a.Stable == nil:
		return a.missing()
	case a.Period == 0:
		return math.NaN(), "the law acts at every instant, without samples"
	}
	return x, ""
}

// worstLoop returns the largest of a figure of the loops, the least if sign is −1, and then of those that have one: an
// infinite margin is none. An unstable loop has none that say how far it is from instability.
func worstLoop(sign float64, figure func(*Margins) float64) func(*Analysis) (float64, string) {
	return func(a *Analysis) (float64, string) {
		switch {
		case a.Stable == nil:
			return a.missing()
		case !*a.Stable:
			return math.NaN(), "the closed loop is unstable"
		}
		for i := range a.Loops {
			if l := &a.Loops[i]; math.IsNaN(figure(&l.Margins)) {
				return math.NaN(), "the margins of " + l.Name + " are not known"
			}
		}
		x, of := require.Worst(len(a.Loops), sign, func(i int) (float64, string) {
			x := figure(&a.Loops[i].Margins)
			if sign < 0 && math.IsInf(x, 1) {
				x = math.NaN()
			}
			return x, a.Loops[i].Name
		})
		if math.IsNaN(x) {
			of = "no loop has one"
		}
		return x, of
	}
}
