package plot_test

import (
	"math"
	"testing"

	"kinetree/cmd/internal/plot"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestLoop checks the picture of the loop L = 1/(2 T s (T s + 1)): the circle about −1 touches the curve of Nyquist and
// no point of it is inside.
func TestLoop(t *testing.T) {
	text, _ := models.Scenario("modulus_optimum")
	s, err := scenario.Read(text, "modulus_optimum", ".")
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	d, err := plot.Loop(a, 0, false, plot.Size{})
	picture := svg(t, d, err)
	has(t, picture, "Loop of hinge", "acting at every instant; rings mark all crossings of 0 dB and −180°",
		"Nyquist, around −1", "root locus of its gain", "S and T",
		"effort per error, |KS|", "compliance", "frequency (rad/s)", "hinge, phase margin 65.5°")
	circles := 0
	for _, line := range lines(picture, vermilion) {
		if len(line) < 100 || math.Hypot(line[0][0]-line[len(line)-1][0], line[0][1]-line[len(line)-1][1]) > 0.1 {
			continue // no circle
		}
		circles++
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range line {
			low, high = min(low, p[0]), max(high, p[0])
		}
		middle, radius, y := (low+high)/2, (high-low)/2, line[0][1]
		nearest := math.Inf(1)
		for _, curve := range lines(picture, blue) {
			for i := 1; i < len(curve); i++ {
				for k := range 20 { // between points, as the curve is drawn
					share := float64(k) / 20
					p, q := curve[i-1], curve[i]
					nearest = min(nearest, math.Hypot(p[0]+share*(q[0]-p[0])-middle, p[1]+share*(q[1]-p[1])-y))
				}
			}
		}
		if math.Abs(nearest-radius) > 0.01*radius {
			t.Errorf("the curve is %v from the middle of the circle, whose radius is %v", nearest, radius)
		}
	}
	if circles != 1 {
		t.Errorf("%d circles of the sensitivity", circles)
	}
	d, err = plot.Loop(a, 0, true, plot.Size{})
	has(t, svg(t, d, err), "frequency (Hz)")
	svgOdd(t, d.Narrow())
	d, err = plot.LoopBode(a, 0, true, plot.Size{})
	has(t, svg(t, d, err), "frequency (Hz)", "Loop of hinge")
}
