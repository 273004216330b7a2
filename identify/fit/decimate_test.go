package fit

import (
	"math"
	"testing"
)

// TestKernel checks what the kernel is chosen for: its sum over samples is 1, a constant passes; it is orthogonal to
// its translations, so that white noise stays white; and its response is 1/√2 at the cutoff, 1 below half of it and 0
// beyond one and a half of it. What is cut off of the kernel has 0.2 % of its peak, which bounds all of these.
func TestKernel(t *testing.T) {
	const cutoff, h = 10., 0.001
	d := decimator{1 / (2 * cutoff)}
	response := func(f float64) float64 {
		sum := 0.0
		for i := -1000; i <= 1000; i++ {
			sum += d.kernel(h*float64(i)+0.0003) * math.Cos(2*math.Pi*f*(h*float64(i)+0.0003)) * h / d.spacing
		}
		return sum
	}
	for f, want := range map[float64]float64{0: 1, 2: 1, 5: 1, 10: math.Sqrt(0.5), 20: 0, 100: 0} {
		if got := response(f); math.Abs(got-want) > 2e-3 {
			t.Errorf("response at %v Hz %v, want %v", f, got, want)
		}
	}
	for shift := range 8 {
		sum := 0.0
		for i := -1000; i <= 1000; i++ {
			x := h*float64(i) + 0.0003
			sum += d.kernel(x) * d.kernel(x+float64(shift)*d.spacing) * h / d.spacing
		}
		want := 0.0
		if shift == 0 {
			want = 1
		}
		if math.Abs(sum-want) > 2e-3 {
			t.Errorf("correlation over %d spacings %v, want %v", shift, sum, want)
		}
	}
	at := d.spacing / (4 * rolloff) // the formula has 0/0 there
	if got, near := d.kernel(at), d.kernel(at*(1+1e-6)); math.Abs(got-near) > 1e-5 {
		t.Errorf("kernel %v, beside %v", got, near)
	}
}
