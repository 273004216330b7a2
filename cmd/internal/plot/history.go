package plot

import (
	"math"

	"gonum.org/v1/plot/vg/draw"
)

// History draws the course of a tuning: the cost of each run as a dot, and the least so far as a line. The cost is on
// a logarithmic axis if all costs are positive and they differ by more than a factor of 30. Costs that are not
// finite, as of runs that diverged, are marked at the upper edge.
func History(title, subtitle, label string, costs []float64, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 500, dataHeight: 240}
	low, high := math.Inf(1), math.Inf(-1)
	best := new(trace)
	dots := marks{style: draw.GlyphStyle{Color: faded(palette[0]), Radius: 1.6, Shape: draw.CircleGlyph{}}}
	var failed []float64
	least := math.Inf(1)
	for i, c := range costs {
		run := float64(i + 1)
		if !(math.Abs(c) <= huge) {
			failed = append(failed, run)
		} else {
			low, high = min(low, c), max(high, c)
			dots.points = append(dots.points, point{run, c})
			if c < least && finite(least) {
				best.add(run, least) // a step down
			}
			least = min(least, c)
		}
		best.add(run, least)
	}
	n := float64(len(costs))
	p := &panel{x: linearAxis("run", "", 0.5-float64(0.01*n), float64(max(n, 1)*1.01)+0.5, 6)}
	top := 0.0
	if low > 0 && high > 30*low {
		air := math.Exp(0.06 * (math.Log(high) - math.Log(low)))
		p.y = logAxis(label, "", max(low/air, 1/huge), float64(high*air), 5)
		top = float64(high * math.Sqrt(air))
	} else {
		a, b := spread(low, high, 0)
		p.y = linearAxis(label, "", a, b, 5)
		top = b - float64(0.02*(b-a))
	}
	bestLine := draw.LineStyle{Color: palette[1], Width: 1.4}
	p.items = []item{dots, curve{best, bestLine}}
	f.legend = []entry{{name: "cost of a run", glyph: &dots.style}, {name: "least so far", line: &bestLine}}
	if finite(least) {
		f.legend[1].name = "least so far, at the end " + number(least, 6)
	}
	if len(failed) > 0 {
		m := marks{style: draw.GlyphStyle{Color: palette[6], Radius: 2.4, Shape: glyphs[0]}}
		for _, run := range failed {
			m.points = append(m.points, point{run, top})
		}
		p.items = append(p.items, m)
		f.legend = append(f.legend, entry{name: "no finite cost, or unstable", glyph: &m.style})
	}
	f.rows = [][]*panel{{p}}
	return f.drawing(size)
}
