package identify

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawn is how many points of a curve are drawn at most.
const drawn = 1000

// The size of the two diagrams of one effort.
const (
	diagramWidth  = 16 * vg.Centimeter
	diagramHeight = 4.5 * vg.Centimeter
)

// PlotFormats are the formats of plots.
var PlotFormats = []string{"svg", "png"}

// Plot draws, for each rate, the effort over time as measured and as the base parameters β explain it, and beside it what is left. The format is one of
// PlotFormats.
func (f *Fit) Plot(w io.Writer, format string, beta []float64) error {
	n := len(f.Efforts)
	canvas, err := draw.NewFormattedCanvas(2*diagramWidth, vg.Length(n)*diagramHeight, format)
	if err != nil {
		return fmt.Errorf("the plot cannot be drawn: %w", err)
	}
	predicted := f.Predict(beta)
	var rows [][]*plot.Plot
	for row, e := range f.Efforts {
		measured, explained, left := f.curves(row, predicted)
		effort, rest := diagram(e.Name+": effort", e.Unit), diagram(e.Name+": effort not explained", e.Unit)
		if row == n-1 {
			effort.X.Label.Text, rest.X.Label.Text = "time (s)", "time (s)"
		}
		for _, c := range []struct {
			in     *plot.Plot
			name   string
			points plotter.XYs
			color  color.Color
			width  vg.Length
		}{
			{effort, "measured", measured, color.Gray{160}, vg.Points(2)},
			{effort, "explained", explained, color.RGBA{R: 0x1f, G: 0x5f, B: 0xb0, A: 255}, vg.Points(0.75)},
			{rest, "", left, color.RGBA{R: 0xb0, G: 0x40, B: 0x20, A: 255}, vg.Points(0.5)},
		} {
			if len(c.points) == 0 {
				continue
			}
			line, err := plotter.NewLine(c.points)
			if err != nil {
				return fmt.Errorf("the efforts of %s cannot be drawn: %w", e.Name, err)
			}
			line.Color, line.Width = c.color, c.width
			c.in.Add(line)
			if c.name != "" && row == 0 {
				c.in.Legend.Add(c.name, line)
			}
		}
		effort.Legend.Top = true
		rows = append(rows, []*plot.Plot{effort, rest})
	}
	tiles := draw.Tiles{Rows: n, Cols: 2, PadX: vg.Centimeter, PadY: vg.Millimeter, PadTop: 2 * vg.Millimeter, PadBottom: 2 * vg.Millimeter,
		PadLeft: 2 * vg.Millimeter, PadRight: 4 * vg.Millimeter}
	for i, row := range plot.Align(rows, tiles, draw.New(canvas)) {
		for k, c := range row {
			rows[i][k].Draw(c)
		}
	}
	_, err = canvas.WriteTo(w)
	return err
}

// diagram returns an empty diagram.
func diagram(title, unit string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Y.Label.Text = title, unit
	p.Add(plotter.NewGrid())
	return p
}

// curves returns what is drawn of a rate, at some of the samples. What does not count is left out of the last.
func (f *Fit) curves(row int, predicted [][]float64) (measured, explained, left plotter.XYs) {
	step := (f.Samples.Len() + drawn - 1) / drawn
	for i := 0; i < f.Samples.Len(); i += step {
		t, tau, x := f.Samples.T[i], f.Samples.Tau[i][row], predicted[i][row]
		if math.IsInf(x, 0) || math.IsNaN(x) {
			continue
		}
		measured, explained = append(measured, plotter.XY{X: t, Y: tau}), append(explained, plotter.XY{X: t, Y: x})
		if f.used[row][i] {
			left = append(left, plotter.XY{X: t, Y: tau - x})
		}
	}
	return measured, explained, left
}
