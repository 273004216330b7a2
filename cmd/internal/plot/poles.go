package plot

import (
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/plot/vg/draw"
)

// PoleSet is a set of poles of a discrete system in the z plane, such as those of the open or the closed loop.
type PoleSet struct {
	Name  string
	Poles []complex128
}

// Poles draws poles with the unit circle, inside which a discrete system is stable, and lines of equal damping ratio
// ζ. If the poles crowd in a small part of it, as those of fast control do near z = 1, a second panel enlarges that
// part.
func Poles(title, subtitle string, sets []PoleSet, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 330, square: true}
	all := marksOf(sets)
	reach := 1.1
	low, high := complex(math.Inf(1), math.Inf(1)), complex(math.Inf(-1), math.Inf(-1))
	for _, set := range sets {
		for _, p := range set.Poles {
			if !finite(real(p)) || !finite(imag(p)) || cmplx.Abs(p) > huge {
				continue
			}
			reach = max(reach, 1.1*math.Abs(real(p)), 1.1*math.Abs(imag(p)))
			low = complex(min(real(low), real(p)), min(imag(low), imag(p)))
			high = complex(max(real(high), real(p)), max(imag(high), imag(p)))
		}
	}
	row := []*panel{plane(0, reach, all)}
	if reach := 0.6 * max(real(high-low), imag(high-low), 1e-6); real(low) <= real(high) && reach < 0.45 {
		p := plane(low/2+high/2, reach, all)
		p.title = "enlarged"
		row[0].title = "unit circle"
		row = append(row, p)
		around := 1.06 * reach
		c := low/2 + high/2
		row[0].items = append(row[0].items,
			path{[]point{{real(c) - around, imag(c) - around}, {real(c) + around, imag(c) - around},
				{real(c) + around, imag(c) + around},
				{real(c) - around, imag(c) + around}, {real(c) - around, imag(c) - around}},
				draw.LineStyle{Color: grey, Width: 0.6}})
	}
	f.rows = [][]*panel{row}
	for k, set := range sets {
		glyph := poleGlyph(k)
		f.legend = append(f.legend,
			entry{name: fmt.Sprintf("%s, largest magnitude %s", set.Name, number(largest(set.Poles), 6)),
				glyph: &glyph})
	}
	return f.drawing(size)
}

func largest(poles []complex128) float64 {
	r := 0.0
	for _, p := range poles {
		r = max(r, cmplx.Abs(p))
	}
	return r
}

func poleGlyph(k int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette[k%len(palette)], Radius: 3.4, Shape: glyphs[k%len(glyphs)]}
}

func marksOf(sets []PoleSet) []item {
	var out []item
	for k, set := range sets {
		m := marks{style: poleGlyph(k)}
		for _, p := range set.Poles {
			m.points = append(m.points, point{real(p), imag(p)})
		}
		out = append(out, m)
	}
	return out
}

// plane returns a square panel of the z plane around a centre.
func plane(centre complex128, reach float64, poles []item) *panel {
	p := &panel{
		x: linearAxis("real part", "", real(centre)-reach, real(centre)+reach, 5),
		y: linearAxis("imaginary part", "", imag(centre)-reach, imag(centre)+reach, 5),
	}
	fine := draw.LineStyle{Color: frame, Width: 0.4}
	for _, damping := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
		// A pole s = -ζω ± iω√(1-ζ²) is z = exp(s h): as the angle θ = ω√(1-ζ²)h grows from 0 to π, |z| shrinks as
		// exp(-θζ/√(1-ζ²)).
		decay := damping / math.Sqrt(1-damping*damping)
		for _, side := range []float64{1, -1} {
			var spiral []point
			for theta := 0.0; ; theta = min(theta+max(theta/20, reach/200), math.Pi) {
				z := cmplx.Rect(math.Exp(-theta*decay), side*theta)
				spiral = append(spiral, point{real(z), imag(z)})
				if theta == math.Pi {
					break
				}
			}
			p.items = append(p.items, path{spiral, fine})
			if side > 0 && reach < 4 { // else they stand in one place
				p.items = append(p.items, spiralLabel(p, spiral, damping))
			}
		}
	}
	// Of the circle the part in a panel that is small is within this angle of its centre, for then |centre| is about
	// 1 if there is any.
	const parts = 720
	middle, side := cmplx.Phase(centre), min(math.Pi, 4*reach)
	var circle []point
	for i := range parts + 1 {
		z := cmplx.Rect(1, middle+side*(2*float64(i)/parts-1))
		circle = append(circle, point{real(z), imag(z)})
	}
	p.items = append(p.items, path{circle, draw.LineStyle{Color: ink, Width: 0.9}})
	return &panel{x: p.x, y: p.y, items: append(p.items, poles...)}
}

// spiralLabel writes the damping ratio where a line of equal damping is farthest from the real axis inside the panel.
func spiralLabel(p *panel, spiral []point, damping float64) item {
	best := point{math.NaN(), 0}
	for _, q := range spiral {
		px, py := p.x.position(q.x), p.y.position(q.y)
		if px > 0.05 && px < 0.88 && py > 0.03 && py < 0.94 && (math.IsNaN(best.x) || q.y > best.y) {
			best = q
		}
	}
	label := number(damping, 2)
	if damping == 0.1 {
		label = "ζ " + label
	}
	return caption{best, label}
}
