package control_test

import (
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"kinetree/control"
)

// TestFilterResponses compares the response of filters with samples, at the frequency of the filter, at rest and where
// a notch is 3 dB deep, with that of the filter in time: w/(s + w) at s = iw is 1/(1 + i), and so forth.
func TestFilterResponses(t *testing.T) {
	const frequency, period, damping = 22.4, 1e-3, 0.4
	w := 2 * math.Pi * frequency
	g := math.Pow(10, -20.0/20)
	// The bilinear rule moves frequencies: the response of time at s = iv stands at 2/T atan(v/w tan(w T/2)).
	moved := func(v float64) float64 { return 2 / period * math.Atan(v/w*math.Tan(w*period/2)) }
	edge := math.Hypot(frequency, 5) // whose distances to the edges, ±5 Hz, have the product of the frequency squared
	lead := math.Sqrt(10 * 40)
	for _, x := range []struct {
		name      string
		filter    control.Filter
		frequency float64 // rad/s
		want      complex128
	}{
		{"low-pass", control.LowPass(frequency, 1, 0), w, 1 / (1 + 1i)},
		{"low-pass at rest", control.LowPass(frequency, 1, 0), 0, 1},
		{"low-pass of order 2", control.LowPass(frequency, 2, damping), w, 1 / (2 * damping * 1i)},
		{"low-pass of order 2 at rest", control.LowPass(frequency, 2, damping), 0, 1},
		{"low-pass of order 2, an octave above", control.LowPass(frequency, 2, damping), moved(2 * w),
			1 / complex(1-4, 2*damping*2)},
		{"high-pass", control.HighPass(frequency, 1, 0), w, 1i / (1 + 1i)},
		{"high-pass at rest", control.HighPass(frequency, 1, 0), 0, 0},
		{"high-pass of order 2", control.HighPass(frequency, 2, damping), w, -1 / (2 * damping * 1i)},
		{"high-pass of order 2 at rest", control.HighPass(frequency, 2, damping), 0, 0},
		{"notch", control.Notch(frequency, 10, 20), w, complex(g, 0)},
		{"notch at rest", control.Notch(frequency, 10, 20), 0, 1},
		{"notch without a bottom", control.Notch(frequency, 10, math.Inf(1)), w, 0},
		{"lead", control.Lead(10, 40), 2 * math.Pi * lead, (1 + 2i) / (1 + 0.5i)},
		{"lead at rest", control.Lead(10, 40), 0, 1},
		{"lag", control.Lead(40, 10), 2 * math.Pi * lead, (1 + 0.5i) / (1 + 2i)},
		{"of samples, at half their rate", control.Biquad([3]float64{1, 2, 3}, [3]float64{1, 0.5, 0.25}),
			math.Pi / period, 2 / 0.75},
	} {
		// Rounding beside numbers of 1, of differences of numbers about (w T)⁻² = 50.
		if got := x.filter.Response(period, x.frequency); cmplx.Abs(got-x.want) > 1e-12 {
			t.Errorf("%s: the response is %v; expected %v", x.name, got, x.want)
		}
	}
	for _, side := range []float64{-5, 5} {
		notch := control.Notch(frequency, 10, 20)
		got := cmplx.Abs(notch.Response(period, moved(2*math.Pi*(edge+side))))
		if math.Abs(got-math.Sqrt2/2) > 1e-12 {
			t.Errorf("the gain of a notch at its edge is %v; expected %v", got, math.Sqrt2/2)
		}
	}
}

// TestFilterCheck checks which filters there are not.
func TestFilterCheck(t *testing.T) {
	for _, x := range []struct {
		filter control.Filter
		want   string
	}{
		{control.LowPass(499, 1, 0), ""},
		{control.LowPass(500, 1, 0), "the frequency 500 Hz; expected less than half the rate of the samples, 500 Hz"},
		{control.Biquad([3]float64{1}, [3]float64{1, -2, 1}), ""},
		{control.Biquad([3]float64{1}, [3]float64{1, 0, 1.01}), "grows from sample to sample"},
		{control.Biquad([3]float64{1}, [3]float64{1, -2.1, 1}), "grows from sample to sample"},
	} {
		switch err := x.filter.Check(1e-3); {
		case err == nil && x.want == "":
		case err == nil || x.want == "" || !strings.Contains(err.Error(), x.want):
			t.Errorf("%+v: got the error %v; expected %q", x.filter, err, x.want)
		}
	}
}
