package analysis_test

import (
	"math"
	"testing"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/spatial/mat"
)

// TestRoundingOfPoles checks poles that are 0, of which differences of order 1e-16 in a matrix make pairs of some 1e-7:
// two inertias that a spring joins turn together without a pole of their own,
//
//	s² (s² + 2 ζ ω s + ω²),   ω² = k (1/J + 1/j),   2 ζ ω = d (1/J + 1/j)
//
// and that poles without damping have a damping ratio of 0.
func TestRoundingOfPoles(t *testing.T) {
	for _, d := range []float64{0.5, 0} {
		const J, j, k = 0.5, 0.2, 2000
		p := &analysis.Plant{A: mat.NewDense(4, 4, []float64{
			0, 0, 1, 0,
			0, 0, 0, 1,
			-k / J, k / J, -d / J, d / J,
			k / j, -k / j, d / j, -d / j}), B: mat.NewDense(4, 2, nil)}
		poles, err := p.Poles()
		if err != nil {
			t.Fatal(err)
		}
		zeros, others := 0, 0
		w, decay := math.Sqrt(k*(1/J+1/j)), d*(1/J+1/j)/2
		for _, x := range poles {
			if x.S == 0 {
				zeros++
				continue
			}
			others++
			if math.Abs(real(x.S)+decay) > 1e-11 || math.Abs(x.Frequency-w) > 1e-11 { // some 1e-13 of w
				t.Errorf("damping %v: the pole %v, want %v of %v rad/s", d, x.S, -decay, w)
			}
			if d == 0 && x.Damping != 0 {
				t.Errorf("the damping ratio is %v, want 0", x.Damping)
			}
		}
		if zeros != 2 || others != 2 {
			t.Errorf("damping %v: %d poles 0 and %d others: %v", d, zeros, others, poles)
		}
	}
}

// TestLeastLowerGain checks that a lower gain margin which is rounding is 0: a rotor with a negative stiffness k needs
// the share k/p of a gain p, and one of 1e-10 N m/rad is what differences leave of a law that compensates gravity.
func TestLeastLowerGain(t *testing.T) {
	const p = 50
	m := rotor(t)
	for k, want := range map[float64]float64{0: 0, 1e-10: 0, 1e-16: 0, 2: 2. / p} {
		s := &analysis.Setup{Model: m, Position: []float64{0}, Law: control.NewPD(m, []float64{p}, []float64{10}),
			Plant: &analysis.Plant{A: mat.NewDense(2, 2, []float64{0, 1, k, 0}),
				B: mat.NewDense(2, 1, []float64{0, 1})}}
		for _, period := range []float64{1e-3, 0} {
			a, err := s.Analyze(period)
			if err != nil {
				t.Fatal(err)
			}
			// 1e-9 is what the differences of the law leave
			if l := a.Loops[0]; !a.IsStable() || math.Abs(l.LowerGain-want) > 1e-9 ||
				math.IsNaN(l.LowerGainFrequency) != (want == 0) {
				t.Errorf("stiffness %v, period %v: the lower gain margin is %v at %v rad/s, want %v", -k, period,
					l.LowerGain, l.LowerGainFrequency, want)
			}
		}
	}
}
