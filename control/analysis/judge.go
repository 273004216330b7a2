package analysis

import (
	"math"
	"slices"
	"strings"

	"kinetree/internal/libm"
)

// Wanted says which figures of a loop are to be judged. The zero value wants no more than the spectral radius.
type Wanted struct {
	set           figureSet
	largestPeriod bool
	multiloop     bool
}

// wantedBy are the sets of figures that take more than others.
var wantedBy = map[string]figureSet{"gain_margin": ofGain, "lower_gain_margin": ofGain,
	"phase_margin": ofPhase, "delay_margin": ofPhase, "disk_margin": ofDisk, "sensitivity_peak": ofSensitivity,
	"complementary_peak": ofComplementary, "bandwidth": ofBandwidth}

// Want adds a figure by its name, which may stand behind that of a joint as in elbow/phase_margin.
func (w *Wanted) Want(figure string) {
	figure = figure[strings.LastIndexByte(figure, '/')+1:]
	w.set |= wantedBy[figure]
	w.largestPeriod = w.largestPeriod || figure == largestPeriod || figure == "largest_stable_period"
	w.multiloop = w.multiloop || figure == "multiloop_disk_margin"
}

// Judge returns an analysis that has no more than what is wanted, for many candidates of a search: to some 1e-6, and
// without narrow resonances that no pole of the closed loop tells. Figures that are not wanted are NaN. The sensitivity
// at all actuators together, of one system, has that of each loop on its diagonal. A steady law is judged as such
// without a look at its samples. O(states³ + frequencies · rates · states²).
func (s *Setup) Judge(period float64, wanted Wanted) (*Analysis, error) {
	if period == 0 { // without samples, frequencies have no end; and such a loop is seldom sought for
		return s.Analyze(period)
	}
	l, err := s.Loop(period)
	if err != nil {
		return nil, err
	}
	a := &Analysis{Model: s.Model.Name(), Period: period, Samples: 1, Delay: s.Delay, Note: s.Note,
		SpectralRadius: math.NaN(), LargestPeriod: math.NaN(), MultiloopDisk: math.NaN(), Loops: []RateLoop{}, setup: s}
	if !s.Steady {
		if a.Reason = s.Unsteady(period); a.Reason != "" {
			return a, nil
		}
	}
	if wanted == (Wanted{}) {
		if a.SpectralRadius, err = l.SpectralRadius(); err != nil {
			a.Reason = err.Error()
			return a, nil
		}
	} else if err := l.judge(s, a, wanted); err != nil {
		a.Reason = err.Error()
		return a, nil
	}
	stable := a.SpectralRadius < 1
	a.Stable = &stable
	if wanted.largestPeriod {
		if a.LargestPeriod, err = s.LargestPeriod(period); err != nil {
			a.LargestPeriod = math.NaN()
			a.Remark("the largest stable period is not known: %v", err)
		}
	}
	return a, nil
}

// judge sets the spectral radius and the wanted margins of an analysis. Those of an unstable loop say nothing, and take
// no time.
func (l *LinearLoop) judge(s *Setup, a *Analysis, wanted Wanted) error {
	if l.Samples() > 1 {
		return l.judgeLifted(s, a, wanted)
	}
	sensitivity, rates := l.Sensitivity()
	if len(rates) == 0 {
		radius, err := l.SpectralRadius()
		a.SpectralRadius = radius
		return err
	}
	r, err := sensitivity.Responses(l.Period)
	if err != nil {
		return err
	}
	a.SpectralRadius = 0
	for _, z := range r.poles {
		a.SpectralRadius = math.Max(a.SpectralRadius, libm.CAbs(z))
	}
	if a.SpectralRadius >= 1 {
		return nil
	}
	if wanted.multiloop {
		a.MultiloopDisk, _ = r.multiloopDisk(s.Skew)
	}
	frequencies := r.coarse()
	curves := make([]curve, len(rates))
	for i := range curves {
		curves[i] = curve{points: make([]FrequencyPoint, len(frequencies)), high: r.high, sampled: true, skew: s.Skew,
			close: 1e-7, at: func(w float64) complex128 { return broken(r.Diagonal(w, i)) }}
	}
	for k, w := range frequencies {
		r.solve(w, 0, len(rates), true)
		for i := range curves {
			v := broken(r.y[i*len(rates)+i])
			curves[i].points[k] = FrequencyPoint{Frequency: w, Value: v, Gain: libm.CAbs(v)}
		}
	}
	names := s.Model.RateNames()
	for i := range curves {
		some := false
		for _, p := range curves[i].points {
			some = some || p.Gain > nothingComesBack
		}
		if some {
			a.Loops = append(a.Loops, RateLoop{Rate: rates[i], Name: names[rates[i]],
				Margins: curves[i].margins(wanted.set)})
		}
	}
	return nil
}

// judgeLifted is judge of a loop with a period of samples, whose disk margin of all loops at once is not known.
func (l *LinearLoop) judgeLifted(s *Setup, a *Analysis, wanted Wanted) (err error) {
	a.Samples = l.Samples()
	if a.SpectralRadius, err = l.SpectralRadius(); err != nil || a.SpectralRadius >= 1 {
		return err
	}
	names := s.Model.RateNames()
	for rate, efforts := range l.actuators {
		if efforts == nil {
			continue
		}
		r, err := l.Response(rate)
		if err != nil {
			return err
		}
		points := r.Bode(r.coarse())
		if !slices.ContainsFunc(points, func(p FrequencyPoint) bool { return p.Gain > nothingComesBack }) {
			continue
		}
		c := curve{points: points, high: r.high, sampled: true, skew: s.Skew, close: 1e-7, at: r.At}
		a.Loops = append(a.Loops, RateLoop{Rate: rate, Name: names[rate], Margins: c.margins(wanted.set)})
	}
	return nil
}

// coarse returns few frequencies: some in equal ratios, and three about each pole that oscillates.
func (r *Responses) coarse() []float64 {
	const points, oscillates = 40, 0.5
	var list []float64
	for i := range points {
		list = append(list, float64(r.high*libm.Pow(bodeRange, 1-float64(i)/float64(points-1))))
	}
	for _, z := range r.poles {
		width, w := 1-libm.CAbs(z), libm.CPhase(z)
		if w > 0 && width < oscillates*w {
			for _, x := range [...]float64{w - width/2, w, w + width/2} {
				list = append(list, x/r.period)
			}
		}
	}
	list = slices.DeleteFunc(list, func(w float64) bool { return w > r.high })
	slices.Sort(list)
	return slices.Compact(list)
}

// nothingComesBack is a gain that is rounding of 1 + L.
const nothingComesBack = 1e-12

// broken returns the transfer function L of a loop with the sensitivity S = 1/(1 + L).
func broken(s complex128) complex128 { return libm.CQuo(1, s) - 1 }

// Sensitivity returns the system from efforts that are added at the actuators to all that reaches these, and the rates
// of the actuators.
func (l *LinearLoop) Sensitivity() (d *Discrete, rates []int) {
	for rate, efforts := range l.actuators {
		if efforts != nil {
			rates = append(rates, rate)
		}
	}
	return l.system(len(rates), func(u, w []float64) {
		for i, rate := range rates {
			sum := w[i]
			for _, v := range l.actuators[rate] {
				sum += u[v]
				u[v] = 0
			}
			u[rate] = sum
		}
	}, len(rates), func(y, u, w []float64) {
		for i, rate := range rates {
			y[i] = w[i]
			for _, v := range l.actuators[rate] {
				y[i] += u[v]
			}
		}
	}), rates
}
