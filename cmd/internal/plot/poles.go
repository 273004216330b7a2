package plot

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"gonum.org/v1/plot/vg/draw"
)

// PoleSet is a set of poles of a discrete system in the z plane, such as those of the open or the closed loop.
type PoleSet struct {
	Name  string
	Poles []complex128
}

// Poles draws poles of a system with samples of a period (s) in the z plane, with the unit circle, inside which it is
// stable, and lines of equal damping ratio ζ. Fast samples crowd all poles near z = 1, so a second panel shows them by
// the logarithm of their distance from there, as the poles s = ln(z)/period of the motion between samples: the natural
// frequency |s| and the damping ratio -Re(s)/|s|, which is negative where the motion grows. Poles at z = 1 and z = 0
// have no place there and are counted.
func Poles(title, subtitle string, period float64, sets []PoleSet, size Size) (*Drawing, error) {
	f := &figure{title: title, subtitle: subtitle, dataWidth: 330, square: true}
	reach := 1.1
	for _, set := range sets {
		for _, p := range set.Poles {
			if finite(real(p)) && finite(imag(p)) && cmplx.Abs(p) <= huge {
				reach = max(reach, float64(1.1*math.Abs(real(p))), float64(1.1*math.Abs(imag(p))))
			}
		}
	}
	all := plane(reach, marksOf(sets))
	all.title = "unit circle"
	f.rows = [][]*panel{{all, around(period, sets)}}
	for k, set := range sets {
		glyph := poleGlyph(k)
		f.legend = append(f.legend,
			entry{name: fmt.Sprintf("%s, largest magnitude %s", set.Name, number(largest(set.Poles), 6)),
				glyph: &glyph})
	}
	return f.drawing(size)
}

// around returns the panel of natural frequencies and damping ratios.
func around(period float64, sets []PoleSet) *panel {
	const rounding = 1e-7 // of the distance from z = 1: a double pole there splits by the root of that of a number
	nyquist := math.Pi / period
	low, high, bottom := nyquist/10, nyquist, -0.05
	atOne, atZero := 0, 0
	p := &panel{title: "around z = 1"}
	var all []item
	for k, set := range sets {
		m := marks{style: poleGlyph(k)}
		for _, z := range set.Poles {
			s := cmplx.Log(z) / complex(period, 0)
			frequency := cmplx.Abs(s)
			switch {
			case z == 0:
				atZero++
			case frequency*period < rounding:
				atOne++
			case finite(frequency):
				damping := -real(s) / frequency
				low, high, bottom = min(low, frequency), max(high, frequency), min(bottom, float64(1.05*damping)-0.02)
				m.points = append(m.points, point{frequency, damping})
			}
		}
		all = append(all, m)
	}
	var left []string
	for _, x := range []struct {
		n     int
		where string
	}{{atOne, "z = 1"}, {atZero, "z = 0"}} {
		if x.n > 0 {
			left = append(left, fmt.Sprintf("%d at %s", x.n, x.where))
		}
	}
	if len(left) > 0 {
		p.note = "and " + strings.Join(left, ", ")
	}
	p.x = logAxis("natural frequency |ln z|/T", "rad/s", low/1.3, float64(high*1.3), 6)
	p.y = linearAxis("damping ratio", "", bottom, 1.05, 6)
	p.items = append([]item{limit{0, false}, rule{nyquist, true, referenceLine}}, all...)
	return p
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

// plane returns a square panel of the z plane.
func plane(reach float64, poles []item) *panel {
	p := &panel{
		x: linearAxis("real part", "", -reach, reach, 5),
		y: linearAxis("imaginary part", "", -reach, reach, 5),
	}
	fine := draw.LineStyle{Color: frame, Width: 0.4}
	for _, damping := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
		// A pole s = -ζω ± iω√(1-ζ²) is z = exp(s h): as the angle θ = ω√(1-ζ²)h grows from 0 to π, |z| shrinks as
		// exp(-θζ/√(1-ζ²)).
		decay := damping / math.Sqrt(1-float64(damping*damping))
		for _, side := range []float64{1, -1} {
			var spiral []point
			for theta := 0.0; ; theta = min(theta+max(theta/20, reach/200), math.Pi) {
				z := cmplx.Rect(math.Exp(-theta*decay), float64(side*theta))
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
	const parts = 720
	var circle []point
	for i := range parts + 1 {
		z := cmplx.Rect(1, float64(math.Pi*(2*float64(i)/parts-1)))
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
