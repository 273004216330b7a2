package plot

import (
	"math"

	"gonum.org/v1/plot/vg/draw"
)

// Demand is what a motion asks of a drive: points of torque over speed, and what there is.
type Demand struct {
	Name          string
	Note          string
	Speed, Effort []float64 // magnitudes, of all points
	RMS           float64
	// Curve is the largest torque over the speed, of a motor; nil for none.
	CurveSpeed, CurveEffort []float64
	Continuous              float64 // torque; 0 for none
	SpeedUnit, EffortUnit   string
}

// mostDots is how many points of a drive are drawn: those on the outside, and some of the others.
const mostDots = 2000

// Demands draws the points of drives over their speeds, a panel for each.
func Demands(title, subtitle string, list []Demand, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 300, dataHeight: 190, apart: true}
	const across = 2
	var row []*panel
	for k := range list {
		row = append(row, list[k].panel())
		if len(row) == across || k == len(list)-1 {
			for len(row) < across && len(list) > 1 {
				row = append(row, nil)
			}
			f.rows = append(f.rows, row)
			row = nil
		}
	}
	dots, rms, curve := dotGlyph(), rmsLine(), curveLine()
	f.legend = []entry{{name: "points of the motion", glyph: &dots}, {name: "RMS", line: &rms}}
	for k := range list {
		if list[k].CurveSpeed != nil {
			f.legend = append(f.legend, entry{name: "the motor's curve and its continuous torque", line: &curve})
			break
		}
	}
	return f.drawing(size)
}

func dotGlyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette[0], Radius: 1.2, Shape: draw.CircleGlyph{}}
}

func rmsLine() draw.LineStyle { return draw.LineStyle{Color: palette[1], Width: 1.2} }

func curveLine() draw.LineStyle { return draw.LineStyle{Color: ink, Width: 1.4} }

// panel returns that of a drive.
func (d *Demand) panel() *panel {
	p := &panel{title: d.Name, note: d.Note}
	high, fast := math.Max(d.RMS, d.Continuous), 0.0
	for i := range d.Speed {
		high, fast = math.Max(high, d.Effort[i]), math.Max(fast, d.Speed[i])
	}
	for i := range d.CurveSpeed {
		high, fast = math.Max(high, d.CurveEffort[i]), math.Max(fast, d.CurveSpeed[i])
	}
	if !(high > 0) {
		high = 1
	}
	if !(fast > 0) {
		fast = 1
	}
	p.x, p.y = linearAxis("speed", d.SpeedUnit, 0, float64(1.05*fast), 5), linearAxis("effort", d.EffortUnit, 0,
		float64(1.08*high), 5)
	m := marks{style: dotGlyph()}
	for _, i := range d.some() {
		m.points = append(m.points, point{d.Speed[i], d.Effort[i]})
	}
	p.items = append(p.items, m, path{[]point{{0, d.RMS}, {fast, d.RMS}}, rmsLine()})
	if d.CurveSpeed != nil {
		var curve []point
		for i := range d.CurveSpeed {
			curve = append(curve, point{d.CurveSpeed[i], d.CurveEffort[i]})
		}
		last := d.CurveSpeed[len(d.CurveSpeed)-1]
		p.items = append(p.items, path{curve, curveLine()},
			path{[]point{{0, d.Continuous}, {last, d.Continuous}}, curveLine()})
	}
	return p
}

// some returns points to draw: of each of many parts of the speeds the one with the largest effort, and every so many
// others.
func (d *Demand) some() (list []int) {
	fast := 0.0
	for _, x := range d.Speed {
		fast = math.Max(fast, x)
	}
	const parts = 400
	top := make([]int, parts+1)
	for i := range top {
		top[i] = -1
	}
	for i, x := range d.Speed {
		k := 0
		if fast > 0 {
			k = int(float64(parts * x / fast))
		}
		if top[k] < 0 || d.Effort[i] > d.Effort[top[k]] {
			top[k] = i
		}
	}
	for _, i := range top {
		if i >= 0 {
			list = append(list, i)
		}
	}
	every := max(1, len(d.Speed)/mostDots)
	for i := 0; i < len(d.Speed); i += every {
		list = append(list, i)
	}
	return list
}
