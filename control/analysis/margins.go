package analysis

import (
	"math"
	"math/cmplx"
	"slices"

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
	// The disk margin, the least 1/|S + (skew − 1)/2| with S = 1/(1 + L): with a skew of 0 the loop stays stable with
	// every factor of L, gain and phase at once, in the disk with the diameter from (2 − α)/(2 + α) to its inverse.
	//
	// Source: P. Seiler, A. Packard and P. Gahinet, "An introduction to disk margins", IEEE Control Systems 40(5),
	// 2020.
	Disk          float64 `json:"disk_margin"`
	DiskFrequency float64 `json:"disk_margin_frequency"`
	// The largest |T| of T = L/(1 + L).
	Complementary          float64 `json:"complementary_peak"`
	ComplementaryFrequency float64 `json:"complementary_peak_frequency"`
	// The lowest frequency (rad/s) above which |T| is less than 1/√2: 0 if it is so from the beginning, infinite if it
	// never is.
	Bandwidth float64 `json:"bandwidth"`
	// All frequencies (rad/s) at which |L| is 1, and those at which L is real and negative, rising.
	GainCrossings  []float64 `json:"gain_crossings"`
	PhaseCrossings []float64 `json:"phase_crossings"`
}

// unknown are the margins of a loop of which none could be found.
var unknown = func() Margins {
	nan := math.NaN()
	return Margins{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nil, nil}
}()

// Margins returns the margins of a transfer function L, its disk margin with a skew of 0. Between the frequencies of
// [FrequencyResponse.Frequencies] it looks closer.
func (r *FrequencyResponse) Margins() Margins { return r.margins(0) }

// margins returns the margins, the disk margin with a skew.
func (r *FrequencyResponse) margins(skew float64) Margins {
	c := curve{at: r.At, points: r.Bode(r.Frequencies(1000)), high: r.high, sampled: r.period > 0, skew: skew,
		sections: 40, close: 0x1p-51}
	return c.margins(allFigures)
}

// curve is a transfer function L, with what its margins are found from.
type curve struct {
	at       func(w float64) complex128
	points   []FrequencyPoint // rising, close enough to tell what happens between
	high     float64          // the highest frequency (rad/s)
	sampled  bool             // L is real at the highest frequency; otherwise it vanishes beyond
	skew     float64
	sections int     // of the search for a peak; 0 takes parabolas, which are faster
	close    float64 // relative distance of a crossing that is found to the true one
}

// figureSet is a set of margins that take time to find.
type figureSet uint

const (
	ofGain figureSet = 1 << iota
	ofPhase
	ofSensitivity
	ofDisk
	ofComplementary
	ofBandwidth
	allFigures = 1<<iota - 1
)

// margins returns the margins of a set; the others are NaN.
func (c *curve) margins(set figureSet) Margins {
	m := unknown
	if set&ofGain != 0 {
		c.gains(&m)
	}
	if set&ofPhase != 0 {
		c.phases(&m)
	}
	for _, peak := range []struct {
		of           figureSet
		beyond       float64
		x, frequency *float64
		value        func(l complex128) float64
	}{
		{ofSensitivity, 1, &m.Sensitivity, &m.SensitivityFrequency,
			func(l complex128) float64 { return 1 / libm.CAbs(1+l) }},
		{ofDisk, math.Abs(1+c.skew) / 2, &m.Disk, &m.DiskFrequency, func(l complex128) float64 {
			return libm.CAbs(libm.CQuo(1, 1+l) + complex((c.skew-1)/2, 0))
		}},
		{ofComplementary, 0, &m.Complementary, &m.ComplementaryFrequency,
			func(l complex128) float64 { return libm.CAbs(complementary(l)) }},
	} {
		if set&peak.of != 0 {
			*peak.x, *peak.frequency = c.peak(peak.value, peak.beyond)
		}
	}
	m.Disk = 1 / m.Disk
	if set&ofBandwidth != 0 {
		m.Bandwidth = c.bandwidth()
	}
	return m
}

// complementary returns T = L/(1 + L).
func complementary(l complex128) complex128 {
	if cmplx.IsInf(l) || libm.CAbs(l) > 1 {
		return libm.CQuo(1, 1+libm.CQuo(1, l))
	}
	return libm.CQuo(l, 1+l)
}

// gains sets the gain margins.
func (c *curve) gains(m *Margins) {
	nan := math.NaN()
	m.Gain, m.GainFrequency, m.LowerGain, m.LowerGainFrequency = math.Inf(1), nan, 0, nan
	m.gain(0, c.at(0))
	before := FrequencyPoint{}
	for i, p := range c.points {
		if i > 0 && (imag(before.Value) < 0) != (imag(p.Value) < 0) {
			m.gain(c.crossing(before, p, func(v complex128) float64 { return imag(v) }))
		}
		before = p
	}
	if c.sampled {
		m.gain(c.high, c.at(c.high))
	}
	if m.LowerGain < leastGain {
		m.LowerGain, m.LowerGainFrequency = 0, nan
	}
}

// phases sets the phase and the delay margin.
func (c *curve) phases(m *Margins) {
	m.Phase, m.PhaseFrequency, m.Delay = math.Inf(1), math.NaN(), math.Inf(1)
	start := c.at(0)
	before := FrequencyPoint{Value: start, Gain: libm.CAbs(start)}
	for _, p := range c.points {
		if (before.Gain < 1) != (p.Gain < 1) {
			m.phase(c.crossing(before, p, func(v complex128) float64 { return libm.Log(libm.CAbs(v)) }))
		}
		before = p
	}
}

// leastGain is the least lower gain margin. One below is rounding, of the phase where a loop with two integrations has
// its largest gains, or of derivatives of a law that compensates gravity: the loop is stable with any gain but 0.
const leastGain = 1e-6

// gain updates the gain margins by a crossing of the negative real axis.
func (m *Margins) gain(w float64, v complex128) {
	if cmplx.IsInf(v) || cmplx.IsNaN(v) || real(v) >= 0 || math.Abs(imag(v)) > 1e-6*libm.CAbs(v) {
		return
	}
	if 1 >= leastGain*libm.CAbs(v) {
		m.PhaseCrossings = append(m.PhaseCrossings, w)
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
	m.GainCrossings = append(m.GainCrossings, w)
	left := libm.CPhase(-v) // from −1, counterclockwise
	if math.Abs(left) < math.Abs(m.Phase) {
		m.Phase, m.PhaseFrequency = left, w
	}
	if left < 0 {
		left += 2 * math.Pi
	}
	m.Delay = math.Min(m.Delay, left/w)
}

// crossing returns the frequency at which a function of the value changes its sign between two points: by secants, of
// which an end that stays counts half from one to the next, and each fourth time by the middle, since the sign may
// change at a pole.
//
// Source: M. Dowell and P. Jarratt, "A modified regula falsi method for computing the root of an equation", BIT 11,
// 1971.
func (c *curve) crossing(before, after FrequencyPoint, f func(complex128) float64) (w float64, value complex128) {
	low, high, fl, fh := before.Frequency, after.Frequency, f(before.Value), f(after.Value)
	below, last := fl < 0, low
	for k := 1; ; k++ {
		w = low + float64(fl/(fl-fh)*(high-low))
		if middle := (low + high) / 2; k%4 == 0 || !(w > low && w < high) {
			w = middle
		}
		value = c.at(w)
		x := f(value)
		switch {
		case w <= low || w >= high:
			return w, value
		case x == 0 || math.Abs(w-last) <= float64(c.close*w) || high-low <= float64(c.close*w):
			return w, value
		case (x < 0) == below:
			low, fl, fh = w, x, fh/2
		default:
			high, fh, fl = w, x, fl/2
		}
		last = w
	}
}

// peak returns the largest of a function of the value, and its frequency: it looks about each of the largest values at
// the points. Without samples the function is the given number beyond all frequencies.
func (c *curve) peak(f func(complex128) float64, beyond float64) (most, at float64) {
	values := make([]float64, len(c.points))
	for i, p := range c.points {
		if values[i] = f(p.Value); math.IsNaN(values[i]) {
			values[i] = 0
		}
	}
	if most = slices.Max(values); !c.sampled && beyond >= most {
		most, at = beyond, math.Inf(1)
	}
	const near = 0.9 // of the largest, which a maximum between two points may exceed
	top := near * most
	for i, x := range values {
		if x > most || x == most && !(at > 0) {
			most, at = x, c.points[i].Frequency
		}
		if x < top || i > 0 && values[i-1] > x || i+1 < len(values) && values[i+1] >= x {
			continue
		}
		low, high := max(i-1, 0), min(i+1, len(values)-1)
		if c.sections == 0 {
			if i > low && i < high {
				w, y := c.vertex(f, [3]float64{c.points[low].Frequency, c.points[i].Frequency,
					c.points[high].Frequency},
					[3]float64{values[low], x, values[high]})
				if y > most {
					most, at = y, w
				}
			}
			continue
		}
		w := goldensection.Least(func(w float64) float64 { return -f(c.at(w)) }, c.points[low].Frequency,
			c.points[high].Frequency, c.sections)
		if y := f(c.at(w)); y > most {
			most, at = y, w
		}
	}
	return most, at
}

// vertex returns a maximum by parabolas through three points, of which the middle one is the highest, and its value.
func (c *curve) vertex(f func(l complex128) float64, w, y [3]float64) (at, value float64) {
	const most, close, flat = 12, 1e-5, 1e-11
	for range most {
		left, right := float64((y[1]-y[0])*(w[1]-w[2])), float64((y[1]-y[2])*(w[1]-w[0]))
		x := w[1] - float64(float64((w[1]-w[0])*right)-float64((w[1]-w[2])*left))/(2*(right-left))
		if !(x > w[0] && x < w[2]) || math.Abs(x-w[1]) <= close*w[1] {
			break
		}
		before, v := y[1], f(c.at(x))
		switch {
		case v > y[1] && x > w[1]:
			w, y = [3]float64{w[1], x, w[2]}, [3]float64{y[1], v, y[2]}
		case v > y[1]:
			w, y = [3]float64{w[0], x, w[1]}, [3]float64{y[0], v, y[1]}
		case x > w[1]:
			w[2], y[2] = x, v
		default:
			w[0], y[0] = x, v
		}
		if math.Abs(v-before) <= flat*before {
			break
		}
	}
	return w[1], y[1]
}

// bandwidth returns the lowest frequency above which |T| falls below 1/√2.
func (c *curve) bandwidth() float64 {
	off := func(l complex128) float64 { return libm.CAbs(complementary(l)) - math.Sqrt2/2 }
	for i, p := range c.points {
		switch {
		case off(p.Value) >= 0:
		case i == 0:
			return 0
		default:
			w, _ := c.crossing(c.points[i-1], p, off)
			return w
		}
	}
	return math.Inf(1)
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
