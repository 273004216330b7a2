package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg/draw"

	"kinetree/control/analysis"
)

// Response is the frequency response of a loop.
type Response struct {
	Name      string
	Frequency []float64 // rad/s, rising and positive
	Magnitude []float64 // of the gain, not in dB
	Phase     []float64 // rad, continuous
	Coherence []float64 // 0 to 1, of a response that was estimated; nil for others

	// The margins, drawn if the frequencies are positive and finite: the gain may grow by GainMargin, where the phase
	// is -π; the phase may fall by PhaseMargin, where the gain is 1.
	GainMargin, PhaseMargin       float64 // a factor; rad
	PhaseCrossover, GainCrossover float64 // rad/s
	// all frequencies (rad/s) at which the gain is 1, and those at which the phase is -π, which are marked
	GainCrossings, PhaseCrossings []float64
}

// Bode draws the gains in decibels and the phases in degrees over frequency, with the margins. The slices of a
// response must have the same length.
func Bode(title, subtitle string, loops []Response, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 500, dataHeight: 165}
	gain, phase, coherence := bodePanels(f, loops, radians)
	f.rows = [][]*panel{{gain}, {phase}}
	if coherence != nil {
		f.rows = append(f.rows, []*panel{coherence})
	}
	f.share()
	return f.drawing(size)
}

// frequencyUnit is one in which frequencies are drawn.
type frequencyUnit struct {
	name string
	of   float64 // what rad/s are multiplied by
}

var radians, hertz = frequencyUnit{"rad/s", 1}, frequencyUnit{"Hz", 1 / (2 * math.Pi)}

// axis returns the axis over frequencies in rad/s.
func (u frequencyUnit) axis(first, last float64) axis {
	if first > last {
		first, last = 1, 10
	}
	if first == last {
		first, last = first/2, float64(last*2)
	}
	return logAxis("frequency", u.name, float64(first*u.of), float64(last*u.of), 8)
}

// bodePanels returns the panels of gain and phase, and of the coherence if there is one, and adds the names of loops to
// the legend.
func bodePanels(f *figure, loops []Response, unit frequencyUnit) (gain, phase, coherence *panel) {
	first, last := math.Inf(1), math.Inf(-1)
	gain, phase, coherence = &panel{}, &panel{}, &panel{}
	var gains, phases []*trace
	for k, loop := range loops {
		if len(loop.Magnitude) != len(loop.Frequency) || len(loop.Phase) != len(loop.Frequency) {
			panic(fmt.Sprintf("plot: response %q has %d frequencies, %d magnitudes and %d phases", loop.Name,
				len(loop.Frequency), len(loop.Magnitude), len(loop.Phase)))
		}
		g, p, c, turn := new(trace), new(trace), new(trace), loop.turn()
		for i, w := range loop.Frequency {
			if w > 0 && w < huge {
				first, last = min(first, w), max(last, w)
				g.add(float64(w*unit.of), analysis.Decibels(loop.Magnitude[i]))
				p.add(float64(w*unit.of), analysis.Degrees(loop.Phase[i]+turn))
				if loop.Coherence != nil {
					c.add(float64(w*unit.of), loop.Coherence[i])
				}
			}
		}
		gains, phases = append(gains, g), append(phases, p)
		line := stroke(k)
		gain.items = append(gain.items, curve{g, line})
		phase.items = append(phase.items, curve{p, line})
		if loop.Coherence != nil {
			coherence.items = append(coherence.items, curve{c, line})
		}
		name := loop.Name
		if w := loop.PhaseCrossover; w > 0 && finite(w) && loop.GainMargin > 0 {
			gain.items = append(gain.items, span(float64(w*unit.of), -analysis.Decibels(loop.GainMargin), 0,
				line.Color)...)
			name += fmt.Sprintf(", gain margin %s dB", number(analysis.Decibels(loop.GainMargin), 3))
		}
		if w := loop.GainCrossover; w > 0 && finite(w) && finite(loop.PhaseMargin) {
			phase.items = append(phase.items, span(float64(w*unit.of), -180,
				analysis.Degrees(loop.PhaseMargin)-180, line.Color)...)
			name += fmt.Sprintf(", phase margin %s°", number(analysis.Degrees(loop.PhaseMargin), 3))
		}
		glyph := draw.GlyphStyle{Color: line.Color, Radius: 3, Shape: ring{}}
		gain.items = append(gain.items, marks{loop.along(loop.GainCrossings, unit, func(int) float64 { return 0 }), glyph},
			marks{loop.along(loop.PhaseCrossings, unit, func(i int) float64 {
				return analysis.Decibels(loop.Magnitude[i])
			}), glyph})
		phase.items = append(phase.items, marks{loop.along(loop.GainCrossings, unit, func(i int) float64 {
			return analysis.Degrees(loop.Phase[i] + turn)
		}), glyph})
		f.legend = append(f.legend, entry{name: name, line: &line})
	}
	gain.x = unit.axis(first, last)
	phase.x = gain.x
	low, high := rangeOf(gains)
	gain.y = stepAxis("gain", "dB", min(low, 0), max(high, 0), 20)
	gain.items = append([]item{rule{0, false, referenceLine}}, gain.items...)
	low, high = rangeOf(phases)
	phase.y = stepAxis("phase", "°", min(low, -180), max(high, -90), 45)
	phase.items = append([]item{rule{-180, false, referenceLine}}, phase.items...)
	if coherence.items == nil {
		return gain, phase, nil
	}
	coherence.x, coherence.y = gain.x, stepAxis("coherence", "", 0, 1, 0.5)
	return gain, phase, coherence
}

// along returns the points of a curve, given by its value at each frequency of the response, at some frequencies: on
// the line between the neighbours, as the curve is drawn.
func (r *Response) along(frequencies []float64, unit frequencyUnit, value func(i int) float64) (list []point) {
	for _, w := range frequencies {
		i, _ := slices.BinarySearch(r.Frequency, w)
		if i >= len(r.Frequency) || i == 0 {
			continue
		}
		a, b := r.Frequency[i-1], r.Frequency[i]
		share := math.Log(w/a) / math.Log(b/a)
		x, y := value(i-1), value(i)
		list = append(list, point{float64(w * unit.of), x + float64(share*(y-x))})
	}
	return list
}

// turn returns the whole turns that bring the phase where the gain is 1 to the margin beside -π, for phases are known
// but for turns.
func (r *Response) turn() float64 {
	w := r.GainCrossover
	if !(w > 0) || !finite(w) || !finite(r.PhaseMargin) || len(r.Phase) == 0 {
		return 0
	}
	i, found := slices.BinarySearch(r.Frequency, w)
	if !found && i > 0 && (i == len(r.Frequency) || w/r.Frequency[i-1] < r.Frequency[i]/w) {
		i--
	}
	return float64(2 * math.Pi * math.Round((r.PhaseMargin-math.Pi-r.Phase[i])/(2*math.Pi)))
}

// rangeOf returns the range of several curves.
func rangeOf(traces []*trace) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, t := range traces {
		a, b := t.extent()
		low, high = min(low, a), max(high, b)
	}
	return low, high
}

// stepAxis returns an axis over a range with ticks at multiples of a step, or of a multiple of it where they would be
// many.
func stepAxis(label, unit string, low, high, step float64) axis {
	air := max(float64(0.06*(high-low)), step/5)
	a := axis{label: label, unit: unit, low: low - air, high: high + air}
	step *= max(1, math.Ceil((high-low)/step/7))
	for k := math.Ceil(a.low / step); k*step <= a.high && len(a.ticks) < 100; k++ {
		a.ticks = append(a.ticks, tick{float64(k * step), number(float64(k*step)+0, 6)})
	}
	return a
}

// span marks a distance along y.
func span(x, from, to float64, c interface{ RGBA() (r, g, b, a uint32) }) []item {
	line := draw.LineStyle{Color: c, Width: 1.6}
	return []item{path{[]point{{x, from}, {x, to}}, line},
		marks{[]point{{x, from}, {x, to}}, draw.GlyphStyle{Color: c, Radius: 2, Shape: draw.CircleGlyph{}}}}
}
