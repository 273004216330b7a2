package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// nodes is how many points the edges of a band have: more than a panel is wide in points.
const nodes = 600

// band is the area between the lowest and the highest of several curves.
type band struct {
	x, low, high []float64 // low > high where there are no curves
	color        color.Color
}

// newBand returns the band of curves between two x.
func newBand(curves []*trace, first, last float64, c color.Color) band {
	b := band{color: c}
	for i := range nodes + 1 {
		b.x = append(b.x, first+(last-first)*float64(i)/nodes)
		b.low, b.high = append(b.low, math.Inf(1)), append(b.high, math.Inf(-1))
	}
	for _, t := range curves {
		b.add(t)
	}
	return b
}

// add widens the band to hold a curve: at each node the curve there, and its points nearest to the node.
func (b *band) add(t *trace) {
	include := func(i int, y float64) {
		if !math.IsNaN(y) {
			b.low[i], b.high[i] = min(b.low[i], y), max(b.high[i], y)
		}
	}
	step := b.x[1] - b.x[0]
	for _, p := range t.points {
		if i := math.Round((p.x - b.x[0]) / step); i >= 0 && i <= nodes {
			include(int(i), p.y)
		}
	}
	k := 0 // the last point before the node
	for i, x := range b.x {
		for k+1 < len(t.points) && t.points[k+1].x <= x {
			k++
		}
		if k+1 >= len(t.points) || t.points[k].x > x {
			continue
		}
		p, q := t.points[k], t.points[k+1]
		switch {
		case t.held:
			include(i, p.y)
		case q.x > p.x:
			include(i, p.y+(q.y-p.y)*(x-p.x)/(q.x-p.x))
		}
	}
}

// extent returns the lowest and the highest y of the band.
func (b *band) extent() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range b.x {
		low, high = min(low, b.low[i]), max(high, b.high[i])
	}
	return low, high
}

func (b band) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	for begin := 0; begin < len(b.x); begin++ {
		end := begin
		for end < len(b.x) && b.low[end] <= b.high[end] {
			end++
		}
		if end-begin > 1 {
			var edge, other []vg.Point
			for i := begin; i < end; i++ {
				edge = append(edge, vg.Point{X: x(b.x[i]), Y: y(b.high[i])})
				other = append(other, vg.Point{X: x(b.x[i]), Y: y(b.low[i])})
			}
			outline := straightened(edge)
			lower := straightened(other)
			for i := len(lower) - 1; i >= 0; i-- {
				outline = append(outline, lower[i])
			}
			c.FillPolygon(b.color, c.ClipPolygonXY(outline))
		}
		begin = end
	}
}
