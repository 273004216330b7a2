package plot

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kinetree/control/analysis"
)

// The colours of grades, from bad to good, and of poses at which the loop is unstable.
var (
	graded = []color.RGBA{{0xb2, 0x2b, 0x18, 0xff}, {0xe8, 0x8a, 0x5a, 0xff}, {0xf6, 0xdc, 0xa8, 0xff},
		{0xa9, 0xcf, 0xdc, 0xff}, {0x3c, 0x82, 0xb0, 0xff}}
	unstable = color.RGBA{0x33, 0x33, 0x33, 0xff}
)

// The grades of the phase margin (°) and of the peak of the sensitivity (dB).
var (
	gradesOfPhase = []float64{15, 30, 45, 60, math.Inf(1)}
	gradesOfPeak  = []float64{math.Inf(1), 12, 8, 6, 3.5}
)

// cell is a rectangle of a colour.
type cell struct {
	low, high point
	color     color.Color
}

func (r cell) draw(c *draw.Canvas, x, y func(float64) vg.Length) {
	left, right := max(x(r.low.x), c.Min.X), min(x(r.high.x), c.Max.X)
	bottom, top := max(y(r.low.y), c.Min.Y), min(y(r.high.y), c.Max.Y)
	c.FillPolygon(r.color, []vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top},
		{X: left, Y: top}})
}

// MarginMap draws margins over the positions of two joints: the phase margin and the peak of the sensitivity, in
// grades.
func MarginMap(m *analysis.MarginMap, size Size) (*Drawing, error) {
	f := &figure{title: "Worst margins of all loops over poses", dataWidth: 330, dataHeight: 300,
		subtitle: "other joints as at the start; empty: not judged"}
	if m.Of != "" {
		f.title = "Margins of the loop of " + m.Of + " over poses"
	}
	phase := marginPanel(m, "phase margin", func(i, k int) (*color.RGBA, float64) {
		x := analysis.Degrees(m.Phase[i][k])
		for g, to := range gradesOfPhase {
			if x < to {
				return &graded[g], x
			}
		}
		return nil, x
	}, "°", true)
	peak := marginPanel(m, "peak of the sensitivity", func(i, k int) (*color.RGBA, float64) {
		x := analysis.Decibels(m.Sensitivity[i][k])
		for g := len(gradesOfPeak) - 1; g >= 0; g-- {
			if x < gradesOfPeak[g] {
				return &graded[g], x
			}
		}
		return nil, x
	}, "dB", false)
	f.rows = [][]*panel{{phase, peak}}
	for g := range graded {
		name := fmt.Sprintf("%s to %s°, %s to %s dB", number(at(gradesOfPhase, g-1), 3), number(gradesOfPhase[g], 3),
			number(at(gradesOfPeak, g+1), 3), number(gradesOfPeak[g], 3))
		switch g {
		case 0:
			name = fmt.Sprintf("less than %v°, more than %v dB", gradesOfPhase[0], gradesOfPeak[1])
		case len(graded) - 1:
			name = fmt.Sprintf("more than %v°, less than %v dB", gradesOfPhase[g-1], gradesOfPeak[g])
		}
		f.legend = append(f.legend, entry{name: name, band: graded[g]})
	}
	f.legend = append(f.legend, entry{name: "unstable", band: unstable})
	return f.drawing(size)
}

// at returns number i of a list, 0 beside it.
func at(list []float64, i int) float64 {
	if i < 0 || i >= len(list) {
		return 0
	}
	return list[i]
}

// marginPanel returns the panel of a figure, whose worst number is the least one or the largest one.
func marginPanel(m *analysis.MarginMap, title string, of func(i, k int) (*color.RGBA, float64), unit string,
	least bool) *panel {
	p := &panel{title: title}
	worst := math.NaN()
	half := func(list []float64) float64 { return (list[1] - list[0]) / 2 }
	dx, dy := half(m.Positions[0]), half(m.Positions[1])
	for i, y := range m.Positions[1] {
		for k, x := range m.Positions[0] {
			box := cell{point{x - dx, y - dy}, point{x + dx, y + dy}, unstable}
			if m.Stable[i][k] {
				c, value := of(i, k)
				if c == nil { // not judged
					continue
				}
				if box.color = *c; !(value >= worst) && least || !(value <= worst) && !least {
					worst = value
				}
			}
			p.items = append(p.items, box)
		}
	}
	p.note = fmt.Sprintf("worst %s %s", number(worst, 3), unit)
	axisOf := func(i int, by float64) axis {
		list := m.Positions[i]
		return linearAxis(m.Joints[i], "rad or m", list[0]-by, list[len(list)-1]+by, 6)
	}
	p.x, p.y = axisOf(0, dx), axisOf(1, dy)
	return p
}
