package analysis_test

import (
	"math"
	"testing"

	"kinetree/control/analysis"
	"kinetree/spatial/mat"
)

// TestThirdOrder checks the margins of 25/(s³ + 10 s² + 10 s + 10) by figures that were computed elsewhere to 18
// digits: the phase is −180° where ω² = 10, with the gain 25/90; the others are roots of polynomials. The disk margin
// with a skew of 1 is the inverse of the sensitivity's peak, that with −1 of the complementary one's.
func TestThirdOrder(t *testing.T) {
	d := &analysis.Discrete{States: 3, Inputs: 1, Outputs: 1, M: mat.NewDense(4, 4, []float64{
		0, 1, 0, 0,
		0, 0, 1, 0,
		-10, -10, -10, 25,
		1, 0, 0, 0})}
	r, err := d.Response(0)
	if err != nil {
		t.Fatal(err)
	}
	m := r.Margins()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"gain margin", m.Gain, 3.6}, {"its frequency", m.GainFrequency, math.Sqrt(10)},
		{"phase margin", analysis.Degrees(m.Phase), 29.1103691304157222},
		{"disk margin", m.Disk, 0.458092547741559692},
	} {
		if math.Abs(c.got-c.want) > 1e-12*c.want { // some roundings of numbers about 100
			t.Errorf("%s: %.17g, want %.17g", c.name, c.got, c.want)
		}
	}
	// T at 0 is 25/35 > 1/√2, and falls below it from its peak on: what a fine walk finds.
	peak, last := 0.0, math.Inf(1)
	for w := 0.0; w < 10; w += 1e-4 {
		s := complex(0, w)
		v := 25 / (s*s*s + 10*s*s + 10*s + 35)
		x := math.Hypot(real(v), imag(v))
		peak = max(peak, x)
		if x < math.Sqrt2/2 {
			last = w
			break
		}
	}
	// the steps of the walk, and their squares at a peak
	if math.Abs(m.Bandwidth-last) > 1e-4 || math.Abs(m.Complementary-peak) > 1e-7 {
		t.Errorf("bandwidth %v, want %v; peak of T %v, want %v", m.Bandwidth, last, m.Complementary, peak)
	}
	if len(m.GainCrossings) != 1 || len(m.PhaseCrossings) != 1 {
		t.Errorf("crossings %v, %v", m.GainCrossings, m.PhaseCrossings)
	}
}

// TestMultiloopDisk checks the disk margin of two loops at once: of a satellite that spins, whose loops have each the
// sensitivity s/(s + 1) and together S = (s − a J)/(s + 1) with J = [0 1; −1 0] (Doyle's example, with a = 10). S − 1/2
// is normal, so its μ is its spectral radius, of which the peak over s is (a + √(a² + 1))/2. Units of one loop, in
// which J is no more skew, do not matter.
func TestMultiloopDisk(t *testing.T) {
	const a = 10.0
	for _, unit := range []float64{1, 1e-3, 47} {
		// S = 1 − (1 + a J)/(s + 1)
		d := &analysis.Discrete{States: 2, Inputs: 2, Outputs: 2, M: mat.NewDense(4, 4, []float64{
			-1, 0, 1, 0,
			0, -1, 0, 1,
			-1, -a * unit, 1, 0,
			a / unit, -1, 0, 1})}
		margin, _, err := d.MultiloopDisk(0, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := 2 / (a + math.Sqrt(a*a+1))
		if math.Abs(margin-want) > 1e-8*want { // of a bound whose scale is found to 1e-5
			t.Errorf("unit %v: %.12g, want %.12g", unit, margin, want)
		}
	}
}
