package reference_test

import (
	"math"
	"testing"

	"kinetree/control/reference"
	"kinetree/models/oracle/expect"
)

// TestMultiSine looks at the lines of a period by Fourier sums, at the peak, and at the derivatives by differences.
func TestMultiSine(t *testing.T) {
	s := &reference.MultiSine{Begin: 1, Offset: 0.5, Amplitude: 0.2, Period: 2, Lowest: 1, Highest: 10}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	const n = 4096
	peak, lines := 0.0, make([]float64, 41)
	for k := range lines {
		re, im := 0.0, 0.0
		for i := range n {
			x := s.At(5+2*float64(i)/n).Position - 0.5
			peak = math.Max(peak, math.Abs(x))
			re += 2 * x * math.Cos(2*math.Pi*float64(k*i)/n) / n
			im += 2 * x * math.Sin(2*math.Pi*float64(k*i)/n) / n
		}
		lines[k] = math.Hypot(re, im)
	}
	expect.Number(t, "peak", peak, 0.2, 2e-3) // between the times that were looked at
	for k, got := range lines {
		want := 0.0
		if k >= 2 && k <= 20 { // multiples of 1/2 Hz from 1 Hz to 10 Hz
			want = lines[2]
		}
		expect.Number(t, "line", got, want, 1e-12)
	}
	if crest := peak / (lines[2] * math.Sqrt(19./2)); lines[2] == 0 || crest > 2 { // √2 is that of a sine
		t.Errorf("the peak is %v times the root of the mean square; expected less than 2", crest)
	}
	for _, at := range []float64{1.3, 2.2, 2.9, 3.7, 8.1} { // the first period fades in
		const h = 1e-5
		a, b, x := s.At(at-h), s.At(at+h), s.At(at)
		expect.Number(t, "velocity", (b.Position-a.Position)/(2*h), x.Velocity, 1e-5)
		expect.Number(t, "acceleration", (b.Velocity-a.Velocity)/(2*h), x.Acceleration, 1e-3)
	}
	if p := s.At(1); p != (reference.Point{Position: 0.5}) || s.Break(0) != 1 || s.Break(1) != 3 {
		t.Errorf("at the beginning %v, breaks at %v and %v", p, s.Break(0), s.Break(1))
	}
	for _, bad := range []reference.MultiSine{{Period: 1, Lowest: 1.2, Highest: 1.8}, {Period: 0, Lowest: 1,
		Highest: 2},
		{Period: 1, Lowest: 3, Highest: 2}} {
		if bad.Check() == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// TestPRBS checks that each register goes through all of its states: the sequence has one high bit more than low ones,
// and its product with itself, shifted, sums to −1.
func TestPRBS(t *testing.T) {
	for order := 2; order <= 20; order++ {
		p := &reference.PRBS{Begin: 0.5, Offset: 1, Amplitude: 2, Hold: 0.01, Order: order}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		n := 1<<order - 1
		at := func(k int) float64 { return (p.At(0.5+0.01*float64(k)).Position - 1) / 2 }
		sum, shifted, repeats := 0.0, 0.0, true
		for k := range n {
			x := at(k)
			sum += x
			shifted += x * at(k+3)
			repeats = repeats && x == at(k+n)
		}
		if sum != 1 || shifted != -1 && order > 2 || !repeats {
			t.Errorf("order %d: sum %v, with a shift %v, repeats: %v; expected 1, -1, true", order, sum, shifted,
				repeats)
		}
		if p.At(0.499).Position != 1 || p.Break(0) != 0.5 || math.Abs(p.Break(0.5)-0.51) > 1e-12 {
			t.Errorf("order %d: before %v, breaks %v, %v", order, p.At(0.4), p.Break(0), p.Break(0.5))
		}
	}
	if (&reference.PRBS{Hold: 0.1, Order: 21}).Check() == nil {
		t.Error("a register of 21 bits was taken")
	}
}
