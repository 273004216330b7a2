package analysis

import (
	"fmt"
	"math"

	"kinetree/internal/require"
)

// ParseRequirement reads a requirement, such as phase_margin>30deg: FIGURE<NUMBER UNIT, with <, <=, >, >=, == or !=, or
// stable. FIGURE may stand behind a joint, as in elbow/phase_margin.
func ParseRequirement(text string) (require.Bound[*Analysis], error) {
	return require.Parse(text, figures)
}

// largestPeriod is the name of the largest stable period, as the contract of figures has it.
const largestPeriod = "largest_period"

// marginFigures are the figures of one loop, of which the worst is that of all: the largest, or the least if the sign
// is −1.
var marginFigures = []struct {
	name  string
	units []require.Unit
	sign  float64
	of    func(*Margins) float64
}{
	{"gain_margin", require.Gains, -1, func(m *Margins) float64 { return m.Gain }},
	{"lower_gain_margin", require.Gains, 1, func(m *Margins) float64 { return m.LowerGain }},
	{"phase_margin", require.Angles, -1, func(m *Margins) float64 { return m.Phase }},
	{"delay_margin", require.Times, -1, func(m *Margins) float64 { return m.Delay }},
	{"disk_margin", nil, -1, func(m *Margins) float64 { return m.Disk }},
	{"sensitivity_peak", require.Gains, 1, func(m *Margins) float64 { return m.Sensitivity }},
	{"complementary_peak", require.Gains, 1, func(m *Margins) float64 { return m.Complementary }},
	{"bandwidth", require.Frequencies, -1, func(m *Margins) float64 { return m.Bandwidth }},
}

// Numbers returns the names of the numbers of a loop with samples, in rad, factors, s and rad/s: those of one loop, of
// which the worst is that of all, and those of all together.
func Numbers() (ofLoops, ofAll []string) {
	for _, f := range marginFigures {
		ofLoops = append(ofLoops, f.name)
	}
	return ofLoops, []string{"multiloop_disk_margin", "spectral_radius", largestPeriod}
}

// Number returns a number of a loop by its name, of a joint's loop or for "" of all. A number that there is not, or of
// an unstable loop, is NaN.
func (a *Analysis) Number(joint, name string) float64 {
	for i := range figures {
		if f := &figures[i]; f.Name == name {
			value, part := f.Value, f.Part
			if joint == "" {
				x, _ := value(a)
				return x
			}
			if part != nil {
				x, _ := part(a, joint)
				return x
			}
		}
	}
	return math.NaN()
}

// Figures returns the figures of an analysis, for requirements of results that have one.
func Figures() []require.Measurand[*Analysis] { return figures }

// figures are the numbers of an analysis that can be required, in SI. Margins are those of the worst loop.
var figures = func() (list []require.Measurand[*Analysis]) {
	list = append(list, require.Measurand[*Analysis]{Name: "stable", Truth: true,
		Value: func(a *Analysis) (float64, string) {
			switch {
			case a.Stable == nil:
				return a.missing()
			case *a.Stable:
				return 1, ""
			}
			return 0, ""
		}})
	for _, f := range marginFigures {
		list = append(list, require.Measurand[*Analysis]{Name: f.name, Units: f.units, Boundless: f.sign < 0,
			Value: worstLoop(f.sign, f.of), Part: func(a *Analysis, joint string) (float64, string) {
				if x, of := a.unknownMargins(); of != "" {
					return x, of
				}
				for i := range a.Loops {
					if l := &a.Loops[i]; l.Name == joint {
						return f.of(&l.Margins), joint
					}
				}
				return math.NaN(), "no effort of the law comes back to an actuator of " + joint
			}})
	}
	return append(list, wholeFigures...)
}()

// wholeFigures are the figures of all loops together.
var wholeFigures = []require.Measurand[*Analysis]{
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
	{Name: largestPeriod, Units: require.Times, Value: (*Analysis).largestPeriod},
	{Name: "largest_stable_period", Units: require.Times, Value: (*Analysis).largestPeriod},
	{Name: "multiloop_disk_margin", Value: func(a *Analysis) (float64, string) {
		if x, of := a.unknownMargins(); of != "" {
			return x, of
		}
		return a.MultiloopDisk, ""
	}},
}

func (a *Analysis) largestPeriod() (float64, string) { return a.sampled(a.LargestPeriod) }

// missing is the value of what is not known of a loop that cannot be judged.
func (a *Analysis) missing() (float64, string) {
	if a.Reason == "" {
		return math.NaN(), "there is no control loop"
	}
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

// unknownMargins says why there are no margins, "" if there are. An unstable loop has none that say how far it is from
// instability.
func (a *Analysis) unknownMargins() (float64, string) {
	switch {
	case a.Stable == nil:
		return a.missing()
	case !*a.Stable:
		return math.NaN(), "the closed loop is unstable"
	}
	return 0, ""
}

// worstLoop returns the largest of a figure of the loops, the least if sign is −1, which is infinite if no loop has
// one.
func worstLoop(sign float64, figure func(*Margins) float64) func(*Analysis) (float64, string) {
	return func(a *Analysis) (float64, string) {
		if x, of := a.unknownMargins(); of != "" {
			return x, of
		}
		for i := range a.Loops {
			if l := &a.Loops[i]; math.IsNaN(figure(&l.Margins)) {
				return math.NaN(), "the margins of " + l.Name + " are not known"
			}
		}
		x, of := require.Worst(len(a.Loops), sign, func(i int) (float64, string) {
			return figure(&a.Loops[i].Margins), a.Loops[i].Name
		})
		if math.IsNaN(x) || sign < 0 && math.IsInf(x, 1) {
			of = "no loop has one"
		}
		return x, of
	}
}
