package main

import (
	"bytes"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// colors tell methods apart, also for those who see few colours (Okabe and Ito, "Color universal design", 2008).
var colors = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{213, 94, 0, 255},
	color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{90, 90, 90, 255},
}

// logarithmic returns an empty plot with logarithmic axes.
func logarithmic(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: 3}, plot.LogTicks{Prec: 3}
	p.Add(plotter.NewGrid())
	return p
}

// add adds a line with points.
func add(p *plot.Plot, name string, i int, xy plotter.XYs, marks bool) error {
	if len(xy) == 0 {
		return nil
	}
	line, points, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	line.Color, points.Color, points.Radius = colors[i], colors[i], vg.Points(1.5)
	points.Shape = draw.CircleGlyph{}
	p.Add(line)
	if marks {
		p.Add(points)
	}
	p.Legend.Add(name, line)
	return nil
}

// least is the smallest error that is drawn: below it there is rounding only.
const least = 1e-16

// figure draws the errors of a problem against evaluations, as SVG.
func (c *problemCurves) figure() ([]byte, error) {
	p := logarithmic(c.title, "solutions of the equation of motion", "error, "+c.unit)
	for i, one := range c.curves {
		var work plotter.XYs
		for _, x := range one.points {
			work = append(work, plotter.XY{X: float64(x.evaluations), Y: math.Max(least, x.error)})
		}
		if err := add(p, one.method.Name, i, work, true); err != nil {
			return nil, err
		}
	}
	p.Legend.Left = true // below, where no curve comes
	return svg(p)
}

// driftFigure draws the energy errors of the long runs.
func driftFigure(drifts []drift) ([]byte, error) {
	p := logarithmic("Energy of a double pendulum", "time, s", "size of the error in 100 windows, J")
	p.Legend.Left, p.Legend.Top = true, true
	for i, d := range drifts {
		var xy plotter.XYs
		for k, t := range d.times {
			xy = append(xy, plotter.XY{X: t, Y: math.Max(least, d.off[k])})
		}
		if err := add(p, d.name, i, xy, false); err != nil {
			return nil, err
		}
	}
	return svg(p)
}

// svg draws a plot.
func svg(p *plot.Plot) ([]byte, error) {
	canvas := vgsvg.New(14*vg.Centimeter, 10*vg.Centimeter)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	return b.Bytes(), err
}
