package plot

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"
)

// TestLinearTicks checks for any range that ticks are on the axis, rise by the same step, are neither few nor many,
// and that their labels say where they are.
func TestLinearTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := math.Pow(10, rapid.Float64Range(-12, 12).Draw(t, "log size"))
		middle := rapid.Float64Range(-1, 1).Draw(t, "middle") * size * math.Pow(10,
			rapid.Float64Range(-2, 8).Draw(t, "far"))
		count := rapid.IntRange(4, 8).Draw(t, "count")
		low, high := middle-size, middle+size
		a := linearAxis("x", "m", low, high, count)
		if n := len(a.ticks); n < count/2 || n > 2*count { // the step is within a factor of √2.5 of the one wanted
			t.Fatalf("%v to %v: %d ticks, wanted about %d", low, high, n, count)
		}
		step := (high - low) / float64(count)
		for i, tk := range a.ticks {
			if p := a.position(tk.at); p < -1e-6 || p > 1+1e-6 {
				t.Fatalf("%v to %v: tick at %v is at %v", low, high, tk.at, p)
			}
			shown, err := strconv.ParseFloat(strings.ReplaceAll(tk.label, "−", "-"), 64)
			value := shown*math.Pow10(a.exponent) + a.offset
			// rounding of numbers as large as the offset
			if err != nil || math.Abs(value-tk.at) > 1e-6*step+1e-15*math.Abs(middle) {
				t.Fatalf("%v to %v: the label %q, factor 10^%d, offset %v stands at %v (%v)", low, high, tk.label,
					a.exponent, a.offset, tk.at, err)
			}
			if len(tk.label) > 12 {
				t.Fatalf("%v to %v: long label %q", low, high, tk.label)
			}
			if i > 0 && a.ticks[i-1].label == tk.label {
				t.Fatalf("%v to %v: two labels %q", low, high, tk.label)
			}
		}
	})
}

func TestTickLabels(t *testing.T) {
	for _, c := range []struct {
		low, high   float64
		count       int
		labels      string
		title, note string
	}{
		{0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0", "x (J)", ""},
		{-1, 1, 4, "−1.0 −0.5 0.0 0.5 1.0", "x (J)", ""},
		{0, 30, 6, "0 5 10 15 20 25 30", "x (J)", ""},
		{0, 3e-7, 3, "0 100 200 300", "x (1e−9 J)", ""},
		{0, 2e6, 4, "0.0 0.5 1.0 1.5 2.0", "x (1e6 J)", ""},
		{1000, 1000.002, 4, "−1.0 −0.5 0.0 0.5 1.0", "x (1e−3 J)", "0 is 1000.001 J"},
	} {
		a := linearAxis("x", "J", c.low, c.high, c.count)
		var labels []string
		for _, tk := range a.ticks {
			labels = append(labels, tk.label)
		}
		if got := strings.Join(labels, " "); got != c.labels || a.title() != c.title || a.note() != c.note {
			t.Errorf("%v to %v: %q, %q, %q", c.low, c.high, got, a.title(), a.note())
		}
	}
	if a := linearAxis("x", "", 0, 1e-3, 2); a.title() != "x (1e−3)" {
		t.Errorf("%q", a.title())
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		labels    string
		marks     int
	}{
		{0.1, 1000, "0.1 1 10 100 1000", 37},
		{0.5, 3, "0.5 1 2", 8},
		{1e-6, 1e-2, "1e−6 1e−5 1e−4 0.001 0.01", 37},
		{1e-8, 1e8, "1e−8 1e−4 1 10000 1e8", 17},
		{2e5, 3e6, "2e5 5e5 1e6 2e6", 11},
	} {
		a := logAxis("x", "", c.low, c.high, 5)
		var labels []string
		for _, tk := range a.ticks {
			if tk.label != "" {
				labels = append(labels, tk.label)
			}
			if p := a.position(tk.at); p < -1e-9 || p > 1+1e-9 {
				t.Errorf("%v to %v: tick at %v", c.low, c.high, p)
			}
		}
		if got := strings.Join(labels, " "); got != c.labels || len(a.ticks) != c.marks {
			t.Errorf("%v to %v: %q, %d marks", c.low, c.high, got, len(a.ticks))
		}
	}
	if a := logAxis("x", "", 1, 100, 5); math.Abs(a.position(10)-0.5) > 1e-15 { // rounding of two logarithms
		t.Errorf("10 is at %v", a.position(10))
	}
}

func TestSpread(t *testing.T) {
	for _, c := range [][5]float64{
		{0, 1, 0, -0.06, 1.06},
		{5, 5, 0, 4.5, 5.5},
		{0, 0, 0, -1, 1},
		{-1e-17, 1e-17, 2, -0.2, 0.2}, // rounding beside joints that move
		{1, 1 + 1e-12, 0, 0.9, 1.1},
		{math.Inf(1), math.Inf(-1), 0, 0, 1},
		{-huge, huge, 0, -1.12 * huge, 1.12 * huge},
	} {
		low, high := spread(c[0], c[1], c[2])
		if math.Abs(low-c[3]) > 1e-9*(1+math.Abs(c[3])) || math.Abs(high-c[4]) > 1e-9*(1+math.Abs(c[4])) {
			t.Errorf("%v: %v to %v", c, low, high)
		}
	}
}

// TestGlyphs checks that the font has the letters beyond ASCII that pictures use: what it lacks is left out in
// silence, and a minus must not be.
func TestGlyphs(t *testing.T) {
	for _, weight := range []draw.TextStyle{letters(10, ink), bold(letters(10, ink))} {
		face := weight.Handler.(text.Plain).Fonts.Lookup(weight.Font, weight.Font.Size)
		for _, r := range "−±°²ζ·…" {
			if glyph, err := face.Face.GlyphIndex(nil, r); err != nil || glyph == 0 {
				t.Errorf("the font has no %q (%v)", r, err)
			}
		}
	}
}
