package plot_test

import (
	"math"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/cmd/internal/plot"
)

// TestPoles checks where poles stand beside the unit circle, whose outermost points are at 1.
func TestPoles(t *testing.T) {
	d, err := plot.Poles("poles", "period 1 ms", 0.001, []plot.PoleSet{{"open loop", []complex128{1, -0.5i}},
		{"closed loop", []complex128{-1.5, 0.25 + 0.5i}}}, plot.Size{})
	text := svg(t, d, err)
	has(t, text, "poles", "period 1 ms", "open loop, largest magnitude 1", "closed loop, largest magnitude 1.5",
		"real part", "imaginary part", "ζ 0.1", "0.9")
	circle := lines(text, "#222222")
	if len(circle) != 1 {
		t.Fatalf("%d circles", len(circle))
	}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range circle[0] {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	centre, radius := [2]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}, (high[0]-low[0])/2
	if math.Abs(high[1]-low[1]-2*radius) > 0.1 {
		t.Errorf("the circle is %v wide and %v high", 2*radius, high[1]-low[1])
	}
	at := func(z complex128) bool { // a cross there, as the middle of a stroke; coordinates have five digits
		for _, l := range lines(text, blue) {
			x, y := (l[0][0]+l[len(l)-1][0])/2, (l[0][1]+l[len(l)-1][1])/2
			if cmplx.Abs(complex((x-centre[0])/radius, (y-centre[1])/radius)-z) < 0.002 {
				return true
			}
		}
		return false
	}
	if !at(1) || !at(-0.5i) || at(0.5i) || at(-1.5) {
		t.Error("poles are not at their places")
	}
	for _, poles := range [][]complex128{nil, {cmplx.NaN(), 0.5}, {complex(math.Inf(1), 0)}, {1e200}, {1, 1, 1},
		{1, 1 + 1e-15}, {complex(0, 1e-320)}} {
		d, err := plot.Poles("", "", 0.001, []plot.PoleSet{{"odd", poles}}, plot.Size{})
		if err != nil {
			t.Errorf("%v: %v", poles, err)
			continue
		}
		svgOdd(t, d)
	}
}

// TestPolesAroundOne checks where the poles z = exp(s T) of motions with known natural frequencies and damping ratios
// stand, which all look like z = 1 in the plane: at the logarithm of the one and at the other.
func TestPolesAroundOne(t *testing.T) {
	const T = 0.001
	var poles []complex128
	places := [][2]float64{{1, 1}, {10, 1}, {10, 0.5}, {100, 0.1}, {100, -0.2}, {1000, 0.7}} // rad/s, damping ratios
	for _, p := range places {
		s := complex(-p[0]*p[1], p[0]*math.Sqrt(1-p[1]*p[1]))
		poles = append(poles, cmplx.Exp(s*T))
	}
	d, err := plot.Poles("", "", T, []plot.PoleSet{{"closed loop", append(poles, 1, 1, 0)}}, plot.Size{})
	text := svg(t, d, err)
	has(t, text, "unit circle", "around z = 1", "and 2 at z = 1, 1 at z = 0", "natural frequency |ln z|/T (rad/s)",
		"damping ratio")
	boxes := lines(text, frame)
	box := boxes[len(boxes)-1] // the frame of the second panel
	var crosses [][2]float64
	for _, l := range lines(text, blue) {
		x, y := (l[0][0]+l[len(l)-1][0])/2, (l[0][1]+l[len(l)-1][1])/2
		if x > box[0][0] && x < box[1][0] && y > box[0][1] && y < box[2][1] {
			crosses = append(crosses, [2]float64{x, y})
		}
	}
	if len(crosses) != 2*len(places) { // each of two strokes
		t.Fatalf("%d strokes", len(crosses))
	}
	// The first and the last pole fix the axes, all others must stand between them by ratio.
	first, last := crosses[0], crosses[2*len(places)-2]
	for i, p := range places {
		across := math.Log10(p[0]) / 3
		down := (p[1] - 1) / (0.7 - 1)
		for k, want := range []float64{across, down} {
			got := (crosses[2*i][k] - first[k]) / (last[k] - first[k])
			if math.Abs(got-want) > 0.01 { // five digits of places that are some 100 apart
				t.Errorf("pole %v: %v of the way from the first to the last along axis %d, want %v", p, got, k, want)
			}
		}
	}
}

// svgOdd is svg for drawings in whose legend a number is not finite.
func svgOdd(t *testing.T, d *plot.Drawing) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("panic: %v", r)
		}
	}()
	var size counter
	if err := d.SVG(&size); err != nil || size < 1000 {
		t.Errorf("%d bytes, %v", size, err)
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// integrator returns the response of k/s, whose gain falls by 20 dB each decade through 0 dB at k rad/s, at -90°.
func integrator(name string, k float64) plot.Response {
	r := plot.Response{Name: name, PhaseMargin: math.Pi / 2, GainCrossover: k}
	for i := range 301 {
		w := math.Pow(10, float64(i)/100)
		r.Frequency = append(r.Frequency, w)
		r.Magnitude = append(r.Magnitude, k/w)
		r.Phase = append(r.Phase, -math.Pi/2)
	}
	return r
}

// TestBode checks the axes of an integrator, whose response is a straight line in both panels.
func TestBode(t *testing.T) {
	r := integrator("loop", 10)
	r.GainMargin, r.PhaseCrossover = math.Inf(1), math.Inf(1)
	d, err := plot.Bode("Bode", "", []plot.Response{r}, plot.Size{})
	text := svg(t, d, err)
	has(t, text, "loop, phase margin 90°", "gain (dB)", "phase (°)", "frequency (rad/s)", "1", "10", "100", "1000",
		"20", "0", "−20", "−40", "−90", "−180")
	curves := lines(text, blue) // legend, gain, phase, margin
	if len(curves) != 4 || len(curves[1]) != 2 || len(curves[2]) != 2 {
		t.Fatalf("%d curves: %v", len(curves), curves)
	}
	gain, phase, margin := curves[1], curves[2], curves[3]
	left, right := gain[0][0], gain[1][0]
	if at := left + (right-left)/3; math.Abs(margin[0][0]-at) > 0.1 || margin[0][0] != margin[1][0] {
		t.Errorf("the margin stands at %v, want %v, a third of the axis", margin[0][0], at)
	}
	if phase[0][1] != phase[1][1] || math.Abs(margin[1][1]-phase[0][1]) > 0.02 {
		t.Errorf("the margin ends at %v, the phase is at %v", margin[1], phase)
	}
	turned := integrator("loop", 10) // phases are known but for whole turns
	turned.GainMargin, turned.PhaseCrossover = math.Inf(1), math.Inf(1)
	for i := range turned.Phase {
		turned.Phase[i] += 4 * math.Pi
	}
	if d, err := plot.Bode("Bode", "", []plot.Response{turned}, plot.Size{}); svg(t, d, err) != text {
		t.Error("a phase two turns higher is drawn elsewhere")
	}
	two := integrator("other", 100)
	two.GainMargin, two.PhaseCrossover = 10, 100
	d, err = plot.Bode("", "", []plot.Response{r, two}, plot.Size{})
	has(t, svg(t, d, err), "other, gain margin 20 dB, phase margin 90°")
	for _, odd := range []plot.Response{{}, {Frequency: []float64{1}, Magnitude: []float64{0},
		Phase: []float64{math.NaN()}},
		{Frequency: []float64{0, -1, math.Inf(1)}, Magnitude: []float64{1, 1, 1}, Phase: []float64{0, 0, 0}},
		{Frequency: []float64{1, 1e300}, Magnitude: []float64{1e300, 1e-300}, Phase: []float64{1e9, -1e9}}} {
		d, err := plot.Bode("", "", []plot.Response{odd}, plot.Size{})
		svg(t, d, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("slices of different lengths are drawn")
		}
	}()
	plot.Bode("", "", []plot.Response{{Frequency: []float64{1}}}, plot.Size{})
}

// TestHistory checks that the line falls to the least cost and never rises, on both kinds of axis, and that runs
// without a cost are shown.
func TestHistory(t *testing.T) {
	for _, costs := range [][]float64{{100, math.NaN(), 50, 70, 1, 2, math.Inf(1), 0.5, 3},
		{3, 4, 2, math.NaN(), -1, 0, 5, -0.5}} {
		d, err := plot.History("tuning", "", "cost", costs, plot.Size{})
		text := svg(t, d, err)
		least := costs[0]
		for _, c := range costs {
			if c < least {
				least = c
			}
		}
		label := strconv.FormatFloat(math.Abs(least), 'g', -1, 64)
		if least < 0 {
			label = "−" + label
		}
		has(t, text, "cost of a run", "least so far, at the end "+label, "no finite cost, or unstable", "run", "cost")
		curves := lines(text, vermilion)
		line := curves[len(curves)-1]
		for i := 1; i < len(line); i++ {
			if line[i][1] > line[i-1][1] || line[i][0] < line[i-1][0] {
				t.Errorf("the line rises: %v", line)
			}
		}
		if first, last := line[0], line[len(line)-1]; last[1] >= first[1] || last[0] <= first[0] {
			t.Errorf("the line goes from %v to %v", first, last)
		}
	}
	for _, costs := range [][]float64{nil, {1}, {math.NaN()}, {0, 0}, {1e-300, 1e299}} {
		d, err := plot.History("", "", "cost", costs, plot.Size{})
		svg(t, d, err)
	}
}

// TestHistoryOfMany checks that dots in the same place are drawn once: a search of 100,000 runs that cost the same, but
// for one, has a dot for each half radius of 0.8 points along the axis, which is 500 points long, and the other's.
func TestHistoryOfMany(t *testing.T) {
	costs := slices.Repeat([]float64{1}, 100_000)
	costs[60_000] = 2
	d, err := plot.History("", "", "cost", costs, plot.Size{})
	circles := strings.Count(string(svg(t, d, err)), "<path") // and a few lines
	if most := int(500/0.8) + 40; circles > most || circles < most-100 {
		t.Errorf("there are %d paths; expected %d at most, and hardly fewer", circles, most)
	}
}
