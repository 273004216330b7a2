package identify_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// TestPlot checks that a plot has a diagram for each effort, that it is a picture, and that the same fit gives the same bytes.
func TestPlot(t *testing.T) {
	m := build(t, resisting(embedded(t, "rr_arm")))
	f := fit(t, m, all, sampled(m, wave(m, 1), 3000, []float64{1, 1}, 1))
	var first, second, picture bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := f.Plot(out, "svg", f.Values()); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two plots of one fit differ")
	}
	text := first.String()
	for _, want := range []string{"<svg", "joint1: effort", "joint1: effort not explained", "joint2: effort", "measured", "explained", "time (s)", "N m"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plot does not have %q", want)
		}
	}
	if len(text) > 500_000 {
		t.Errorf("the plot has %d bytes", len(text))
	}
	if err := f.Plot(&picture, "png", f.Values()); err != nil {
		t.Fatal(err)
	}
	image, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	if b := image.Bounds(); b.Dx() < 1000 || b.Dy() < 300 {
		t.Errorf("the picture is %v", b)
	}
	if err := f.Plot(&picture, "bmp", f.Values()); err == nil {
		t.Error("a format that there is not gives no error")
	}
}

// TestPlotUnused checks the plot of a joint of which no sample counts.
func TestPlotUnused(t *testing.T) {
	m := build(t, resisting(embedded(t, "rr_arm")))
	x := wave(m, 1)
	clear(x.A[0])
	clear(x.B[0])
	f := fit(t, m, all, sampled(m, x, 100, nil, 1))
	if f.Efforts[0].Rows != 0 {
		t.Fatalf("%d samples of a joint that stands still count", f.Efforts[0].Rows)
	}
	var out bytes.Buffer
	if err := f.Plot(&out, "svg", f.Values()); err != nil {
		t.Error(err)
	}
}
