package analysis

import (
	"math"
	"math/cmplx"

	"kinetree/internal/goldensection"
	"kinetree/internal/libm"
)

// Margins tell how far a loop, broken at one actuator, is from instability, from its transfer function L. They say so
// for a closed loop that is stable.
type Margins struct {
	// The factors of the gain at which a pole reaches the unit circle: the smallest above 1 and the largest below,
	// infinite and 0 if there is none; and the frequencies there (rad/s), NaN if there is none.
	Gain               float64 `json:"gain_margin"`
	GainFrequency      float64 `json:"gain_margin_frequency"`
	LowerGain          float64 `json:"lower_gain_margin"`
	LowerGainFrequency float64 `json:"lower_gain_margin_frequency"`
	// The smallest angle (rad) by which L may turn, where |L| = 1, before it is −1, negative if it is on the other
	// side; infinite if |L| is 1 nowhere.
	Phase          float64 `json:"phase_margin"`
	PhaseFrequency float64 `json:"phase_margin_frequency"`
	// The smallest additional delay (s) that turns L so far; infinite if there is none.
	Delay float64 `json:"delay_margin"`
	// The largest 1/|1 + L|: the smallest distance of L to −1 is the inverse. Without samples it is 1 or more, because
	// L vanishes at high frequencies.
	Sensitivity          float64 `json:"sensitivity_peak"`
	SensitivityFrequency float64 `json:"sensitivity_peak_frequency"`
}

// unknown are the margins of a loop of which none could be found.
var unknown = Margins{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(),
	math.NaN()}

// Margins returns the margins of a transfer function L. Between the frequencies of [Response.Frequencies] it looks
// closer by bisection.
func (r *FrequencyResponse) Margins() Margins {
	nan := math.NaN()
	m := Margins{Gain: math.Inf(1), GainFrequency: nan, LowerGain: 0, LowerGainFrequency: nan, Phase: math.Inf(1),
		PhaseFrequency: nan, Delay: math.Inf(1), SensitivityFrequency: nan}
	points := r.Bode(r.Frequencies(1000))
	m.gain(0, r.At(0))
	if r.period > 0 {
		m.gain(r.high, r.At(r.high)) // which is real, too
	} else { // L vanishes at high frequencies
		m.Sensitivity, m.SensitivityFrequency = 1, math.Inf(1)
	}
	before := FrequencyPoint{Gain: libm.CAbs(r.At(0))}
	for i, p := range points {
		if s := 1 / libm.CAbs(1+p.Value); s > m.Sensitivity {
			m.Sensitivity, m.SensitivityFrequency = s, p.Frequency
		}
		if i > 0 && (imag(before.Value) < 0) != (imag(p.Value) < 0) {
			w := r.crossing(before.Frequency, p.Frequency, func(v complex128) float64 { return imag(v) })
			m.gain(w, r.At(w))
		}
		if (before.Gain < 1) != (p.Gain < 1) {
			w := r.crossing(before.Frequency, p.Frequency, func(v complex128) float64 { return libm.CAbs(v) - 1 })
			m.phase(w, r.At(w))
		}
		before = p
	}
	m.sensitivity(r)
	if m.LowerGain < leastGain {
		m.LowerGain, m.LowerGainFrequency = 0, nan
	}
	return m
}

// leastGain is the least lower gain margin. One below is rounding, of the phase where a loop with two integrations has
// its largest gains, or of derivatives of a law that compensates gravity: the loop is stable with any gain but 0.
const leastGain = 1e-6

// gain updates the gain margins by a crossing of the negative real axis.
func (m *Margins) gain(w float64, v complex128) {
	if cmplx.IsInf(v) || cmplx.IsNaN(v) || real(v) >= 0 || math.Abs(imag(v)) > 1e-6*libm.CAbs(v) {
		return
	}
	switch g := 1 / libm.CAbs(v); {
	case g > 1 && g < m.Gain:
		m.Gain, m.GainFrequency = g, w
	case g <= 1 && g > m.LowerGain:
		m.LowerGain, m.LowerGainFrequency = g, w
	}
}

// phase updates the phase margin by a crossing of the unit circle.
func (m *Margins) phase(w float64, v complex128) {
	left := libm.CPhase(-v) // from −1, counterclockwise
	if math.Abs(left) < math.Abs(m.Phase) {
		m.Phase, m.PhaseFrequency = left, w
	}
	if left < 0 {
		left += 2 * math.Pi
	}
	m.Delay = math.Min(m.Delay, left/w)
}

// crossing returns where a function of the value changes its sign between two frequencies.
func (r *FrequencyResponse) crossing(low, high float64, f func(complex128) float64) float64 {
	below := f(r.At(low)) < 0
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return middle
		}
		if (f(r.At(middle)) < 0) == below {
			low = middle
		} else {
			high = middle
		}
	}
}

// sensitivity looks for the maximum about the largest value so far.
func (m *Margins) sensitivity(r *FrequencyResponse) {
	if math.IsInf(m.SensitivityFrequency, 1) {
		return
	}
	const near, sections = 1.02, 40
	distance := func(w float64) float64 { return libm.CAbs(1 + r.At(w)) } // from −1
	low, high := m.SensitivityFrequency/near, math.Min(m.SensitivityFrequency*near, r.high)
	w := goldensection.Least(distance, low, high, sections)
	if s := 1 / distance(w); s > m.Sensitivity {
		m.Sensitivity, m.SensitivityFrequency = s, w
	}
}

// Margins returns the margins of the loop of a rate, broken at its actuator, all others closed.
func (l *LinearLoop) Margins(rate int) (Margins, error) {
	r, err := l.Response(rate)
	if err != nil {
		return Margins{}, err
	}
	return r.Margins(), nil
}

// Decibels returns a gain in decibels, as people read it.
func Decibels(gain float64) float64 { return float64(20 * libm.Log10(gain)) }

// Degrees returns an angle in degrees of one in radians, as people read it.
func Degrees(angle float64) float64 { return angle * 180 / math.Pi }
