package plot

import (
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/plot/vg/draw"

	"kinetree/control/analysis"
)

// Loop draws loop number k of an analysis as loop shapers look at it: gain and phase with all crossings, the curve of
// Nyquist with the circle that it touches where the sensitivity has its peak, the root locus of the loop's gain, S and
// T, the singular values of all loops, KS and the compliance. Frequencies are in rad/s, or in Hz. What a law with a
// period of samples does not have is left out. The law must not be in use meanwhile.
func Loop(a *analysis.Analysis, k int, inHertz bool, size Size) (*Drawing, error) {
	l, unit := &a.Loops[k], unitOf(inHertz)
	f := &figure{title: "Loop of " + l.Name, dataWidth: 330, dataHeight: 220, apart: true, shaped: true,
		subtitle: fmt.Sprintf("period %v s, delay %v s; ", a.Period, a.Delay)}
	if a.Period == 0 {
		f.subtitle = "acting at every instant; "
	}
	f.subtitle += "rings mark all crossings of 0 dB and −180°"
	curves, err := a.Curves(k)
	if err != nil {
		return nil, err
	}
	values, err := a.SingularValues()
	if err != nil {
		return nil, err
	}
	locus, err := a.Locus(k)
	if err != nil {
		return nil, err
	}
	gain, phase, _ := bodePanels(f, []Response{responseOf(a, l)}, unit)
	gain.title, phase.title = "open loop", "open loop"
	shapes := []shape{{"|S|", func(i int) float64 { return cmplx.Abs(1 / (1 + curves.Loop[i])) }},
		{"|T|", func(i int) float64 { return cmplx.Abs(curves.Loop[i] / (1 + curves.Loop[i])) }}}
	closed := levels("S and T", curves.Frequency, unit, highestShown(a, l), shapes)
	f.rows = [][]*panel{{gain, nyquist(l, curves.Loop)}, {phase, nil}, {closed, nil}}
	for i := range shapes {
		line := stroke(1 + i)
		f.legend = append(f.legend, entry{name: shapes[i].name, line: &line})
	}
	f.rows[1][1] = locusPanel(a, l, locus)
	if a.Samples > 1 {
		f.subtitle += fmt.Sprintf("; of the law's period of %d samples: no singular values, KS and compliance", a.Samples)
	}
	if values != nil {
		f.rows[2][1] = levels("all loops: largest and least σ(S), largest σ(T)", values.Frequency, unit,
			highestShown(a, l), []shape{{"", func(i int) float64 { return values.LargestS[i] }},
				{"", func(i int) float64 { return values.LargestT[i] }},
				{"", func(i int) float64 { return values.LeastS[i] }}})
	}
	if curves.Effort != nil {
		f.rows = append(f.rows, []*panel{
			magnitudes("effort per error, |KS|", "N m/rad or N/m", curves.Frequency, curves.Effort, unit,
				highestShown(a, l)),
			magnitudes("compliance", "rad/(N m) or m/N", curves.Frequency, curves.Compliance, unit,
				highestShown(a, l))})
	}
	return f.drawing(size)
}

// LoopBode draws the Bode diagram of loop number k of an analysis.
func LoopBode(a *analysis.Analysis, k int, inHertz bool, size Size) (*Drawing, error) {
	f := &figure{title: "Loop of " + a.Loops[k].Name, dataWidth: 500, dataHeight: 165}
	gain, phase, _ := bodePanels(f, []Response{responseOf(a, &a.Loops[k])}, unitOf(inHertz))
	f.rows = [][]*panel{{gain}, {phase}}
	f.share()
	return f.drawing(size)
}

// unitOf returns the unit of frequencies.
func unitOf(inHertz bool) frequencyUnit {
	if inHertz {
		return hertz
	}
	return radians
}

// endShown is up to which share of half the sampling rate responses are drawn.
const endShown = 0.9

// highestShown returns the highest frequency (rad/s) that is drawn: a little less than half the sampling rate, where a
// zero at z = −1 hides what happens, unless a crossing is beyond.
func highestShown(a *analysis.Analysis, l *analysis.RateLoop) float64 {
	if a.Period == 0 {
		return math.Inf(1)
	}
	high := float64(endShown * math.Pi / a.Period)
	for _, list := range [][]float64{l.GainCrossings, l.PhaseCrossings} {
		for _, w := range list {
			if w < 0.999*math.Pi/a.Period {
				high = max(high, float64(1.001*w))
			}
		}
	}
	return high
}

// responseOf returns a loop as Bode draws it.
func responseOf(a *analysis.Analysis, l *analysis.RateLoop) Response {
	r := Response{Name: l.Name, GainMargin: l.Gain, PhaseCrossover: l.GainFrequency, PhaseMargin: l.Phase,
		GainCrossover: l.PhaseFrequency, GainCrossings: l.GainCrossings, PhaseCrossings: l.PhaseCrossings}
	high := highestShown(a, l)
	for _, p := range l.Bode {
		if p.Frequency <= high {
			r.Frequency, r.Magnitude, r.Phase = append(r.Frequency, p.Frequency), append(r.Magnitude, p.Gain),
				append(r.Phase, p.Phase)
		}
	}
	return r
}

// shape is a magnitude by the number of the frequency.
type shape struct {
	name  string
	value func(i int) float64
}

// levels returns a panel of magnitudes in dB.
func levels(title string, frequency []float64, unit frequencyUnit, high float64, shapes []shape) *panel {
	p := &panel{title: title, items: []item{rule{0, false, referenceLine}}}
	first, last := math.Inf(1), math.Inf(-1)
	var traces []*trace
	for k, s := range shapes {
		t := new(trace)
		for i, w := range frequency {
			if w > 0 && w <= high {
				first, last = min(first, w), max(last, w)
				if x := analysis.Decibels(s.value(i)); x >= leastLevel {
					t.add(float64(w*unit.of), x)
				}
			}
		}
		traces = append(traces, t)
		p.items = append(p.items, curve{t, stroke(1 + k)})
	}
	p.x = unit.axis(first, last)
	low, most := rangeOf(traces)
	p.y = stepAxis("magnitude", "dB", max(min(low, -10), leastLevel), max(most, 10), 20)
	return p
}

// leastLevel is the least magnitude that is drawn (dB).
const leastLevel = -80

// magnitudes returns a panel of a magnitude with a unit.
func magnitudes(title, of string, frequency, values []float64, unit frequencyUnit, high float64) *panel {
	p, t := &panel{title: title}, new(trace)
	first, last, least, most := math.Inf(1), math.Inf(-1), math.Inf(1), 0.0
	for i, w := range frequency {
		if x := values[i]; w > 0 && w <= high && x > 0 && x < huge {
			first, last, least, most = min(first, w), max(last, w), min(least, x), max(most, x)
			t.add(float64(w*unit.of), x)
		}
	}
	p.x = unit.axis(first, last)
	if !(least < most) {
		least, most = most/2, float64(2*most)
	}
	if most == 0 {
		least, most = 1, 10
	}
	p.y = logAxis(title, of, max(least/1.2, float64(1e-8*most)), float64(most*1.2), 6)
	p.items = []item{curve{t, stroke(3)}}
	return p
}

// circle returns a circle as a path.
func circle(x, y, radius float64, style draw.LineStyle) path {
	const parts = 360
	p := path{style: style}
	for i := range parts + 1 {
		z := cmplx.Rect(radius, float64(2*math.Pi*float64(i)/parts))
		p.points = append(p.points, point{x + real(z), y + imag(z)})
	}
	return p
}

// across is how much wider panels of complex numbers are than high.
const across = 1.5

// nyquist returns the panel of the curve of Nyquist around −1.
func nyquist(l *analysis.RateLoop, loop []complex128) *panel {
	reach := 1.6
	for _, w := range l.PhaseCrossings {
		for i := 1; i < len(l.Bode); i++ {
			if x := l.Bode[i].Gain; l.Bode[i-1].Frequency <= w && w <= l.Bode[i].Frequency && x < 10 {
				reach = max(reach, float64(1.1*x)/2)
			}
		}
	}
	p := &panel{title: "Nyquist, around −1", x: linearAxis("real part", "", -2*reach, (2*across-2)*reach, 6),
		y: linearAxis("imaginary part", "", -reach, reach, 5)}
	fine := draw.LineStyle{Color: frame, Width: 0.5}
	p.items = append(p.items, rule{0, false, fine}, rule{0, true, fine}, circle(0, 0, 1, fine))
	if l.Sensitivity > 0 && finite(l.Sensitivity) {
		p.items = append(p.items, circle(-1, 0, 1/l.Sensitivity, draw.LineStyle{Color: palette[1], Width: 1}))
		p.note = fmt.Sprintf("circle: 1/%s, peak of S %s dB", number(l.Sensitivity, 3),
			number(analysis.Decibels(l.Sensitivity), 3))
	}
	line, mirror := path{style: stroke(0)}, path{style: draw.LineStyle{Color: palette[0], Width: 0.7,
		Dashes: dashes[1]}}
	for _, v := range loop {
		if cmplx.Abs(v) < 100*reach { // far outside; lines are cut there
			line.points, mirror.points = append(line.points, point{real(v), imag(v)}),
				append(mirror.points, point{real(v), -imag(v)})
		}
	}
	p.items = append(p.items, mirror, line, marks{[]point{{-1, 0}},
		draw.GlyphStyle{Color: palette[1], Radius: 3, Shape: glyphs[2]}})
	return p
}

// locusPanel returns the panel of the root locus of the loop's gain: s, for samples log(z)/T.
func locusPanel(a *analysis.Analysis, l *analysis.RateLoop, locus *analysis.Locus) *panel {
	reach := 0.0
	for _, list := range [][]float64{l.GainCrossings, l.PhaseCrossings} {
		for _, w := range list {
			if a.Period == 0 || w < endShown*math.Pi/a.Period {
				reach = max(reach, float64(1.5*w))
			}
		}
	}
	if reach == 0 {
		reach = 10
	}
	p := &panel{title: "root locus of its gain",
		note: fmt.Sprintf("gain × %s to × %s; crosses: × 1", number(locus.Factor[0], 3),
			number(locus.Factor[len(locus.Factor)-1], 3)),
		x: linearAxis("real part of s", "1/s", -(2*across-0.8)*reach, float64(0.8*reach), 6),
		y: linearAxis("imaginary part", "rad/s", -reach, reach, 5)}
	p.items = append(p.items, rule{0, true, referenceLine})
	less := marks{style: draw.GlyphStyle{Color: palette[5], Radius: 1.1, Shape: draw.CircleGlyph{}}}
	more := marks{style: draw.GlyphStyle{Color: palette[1], Radius: 1.1, Shape: draw.CircleGlyph{}}}
	now := marks{style: draw.GlyphStyle{Color: ink, Radius: 3.4, Shape: glyphs[0]}}
	for i, factor := range locus.Factor {
		to := &less
		switch {
		case factor == 1:
			to = &now
		case factor > 1:
			to = &more
		}
		for _, s := range locus.Poles[i] {
			to.points = append(to.points, point{real(s), imag(s)})
		}
	}
	p.items = append(p.items, less, more, now)
	return p
}
