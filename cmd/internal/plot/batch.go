package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Group is a set of runs of a batch: two numbers of each.
type Group struct {
	Name string
	X, Y []float64
}

// Scatter draws a number of each run over another one, such as a metric over a gain. Numbers that are not finite are
// left out.
func Scatter(title, subtitle, xLabel, yLabel string, groups []Group, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 430, dataHeight: 300}
	p := &panel{}
	x, y := [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	for k, g := range groups {
		if len(g.X) != len(g.Y) {
			panic(fmt.Sprintf("plot: group %q has %d and %d numbers", g.Name, len(g.X), len(g.Y)))
		}
		m := marks{style: draw.GlyphStyle{Color: palette[k%len(palette)], Radius: 2.2, Shape: draw.CircleGlyph{}}}
		if k > 0 {
			m.style.Shape = glyphs[(k-1)%len(glyphs)]
		}
		for i := range g.X {
			if math.Abs(g.X[i]) <= huge && math.Abs(g.Y[i]) <= huge {
				m.points = append(m.points, point{g.X[i], g.Y[i]})
				x = [2]float64{min(x[0], g.X[i]), max(x[1], g.X[i])}
				y = [2]float64{min(y[0], g.Y[i]), max(y[1], g.Y[i])}
			}
		}
		p.items = append(p.items, m)
		if len(groups) > 1 {
			f.legend = append(f.legend, entry{name: g.Name, glyph: &m.style})
		}
	}
	low, high := spread(x[0], x[1], 0)
	p.x = linearAxis(xLabel, "", low, high, 6)
	low, high = spread(y[0], y[1], 0)
	p.y = linearAxis(yLabel, "", low, high, 6)
	f.rows = [][]*panel{{p}}
	return f.drawing(size)
}

// Histogram draws how often values fall into parts of their range, the parts as wide as Freedman and Diaconis advise
// (1981), with the median and the percentiles that tune may reduce to. Values that are not finite are left out.
func Histogram(title, subtitle, label string, values []float64, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 430, dataHeight: 220}
	sorted := slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return !(math.Abs(x) <= huge) })
	slices.Sort(sorted)
	p := &panel{x: linearAxis(label, "", 0, 1, 6), y: linearAxis("runs", "", 0, 1, 2)}
	if n := len(sorted); n > 0 {
		low, high := sorted[0], sorted[n-1]
		parts := 1
		if width := 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / math.Cbrt(float64(n)); width > 0 {
			parts = min(max(1, int(math.Ceil((high-low)/width))), 60)
		}
		from, to := spread(low, high, 0)
		p.x = linearAxis(label, "", from, to, 6)
		if low == high {
			low, high = from+(to-from)/4, to-(to-from)/4
		}
		counts := make([]int, parts)
		for _, x := range sorted {
			counts[min(int((x-low)/(high-low)*float64(parts)), parts-1)]++
		}
		most := slices.Max(counts)
		p.y = linearAxis("runs", "", 0, 1.08*float64(most), min(most+1, 5))
		for i, c := range counts {
			a, b := low+(high-low)*float64(i)/float64(parts), low+(high-low)*float64(i+1)/float64(parts)
			p.items = append(p.items, bar{a, b, float64(c)})
		}
		for k, q := range []struct {
			name string
			of   float64
		}{{"median", 0.5}, {"90th percentile", 0.9}} {
			x := quantile(sorted, q.of)
			style := draw.LineStyle{Color: palette[1], Width: 1.2, Dashes: dashes[k]}
			p.items = append(p.items, rule{x, true, style})
			f.legend = append(f.legend, entry{name: q.name + " " + number(x, 4), line: &style})
		}
	}
	f.rows = [][]*panel{{p}}
	return f.drawing(size)
}

// quantile returns the q-quantile of sorted values, linear between them.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[j]-sorted[i])
}

// bar is a column from zero.
type bar struct{ from, to, height float64 }

func (b bar) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	corners := []vg.Point{{X: x(b.from), Y: y(0)}, {X: x(b.to), Y: y(0)}, {X: x(b.to), Y: y(b.height)},
		{X: x(b.from), Y: y(b.height)}}
	c.FillPolygon(faded(palette[0]), corners)
	c.StrokeLines(draw.LineStyle{Color: palette[0], Width: 0.6}, append(corners, corners[0]))
}
