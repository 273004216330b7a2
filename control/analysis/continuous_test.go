package analysis_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/spatial/mat"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestContinuousLoop checks the loop of a rotor of inertia 1 under a PD law that acts at every instant,
//
//	L = (d s + p)/s²,   1/(1 + L) = s²/(s² + d s + p),
//
// whose figures are closed forms. With d = 2 ζ √p the phase margin is atan(d w/p) at w² = (d² + √(d⁴ + 4 p²))/2 and the
// peak of the sensitivity is 1/(2 ζ √(1 − ζ²)) for ζ below 1/√2, otherwise 1.
func TestContinuousLoop(t *testing.T) {
	m := rotor(t)
	plant, err := linearize(m, []float64{0}, []float64{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, zeta := range []float64{0.01, 0.3, 0.9, 4} {
		for _, p := range []float64{0.02, 100, 1e6} {
			d := 2 * zeta * math.Sqrt(p)
			s := &analysis.Setup{Model: m, Plant: plant, Position: []float64{0},
				Law: control.NewPD(m, []float64{p}, []float64{d})}
			a, err := s.Analyze(0)
			if err != nil {
				t.Fatal(err)
			}
			w := math.Sqrt((d*d + math.Sqrt(d*d*d*d+4*p*p)) / 2)
			margin, peak := math.Atan(d*w/p), 1.0
			if zeta < math.Sqrt2/2 {
				peak = 1 / (2 * zeta * math.Sqrt(1-zeta*zeta))
			}
			l := a.Loops[0]
			for name, x := range map[string][2]float64{"phase margin": {l.Phase, margin},
				"its frequency": {l.PhaseFrequency, w}, "delay margin": {l.Delay, margin / w},
				"sensitivity": {l.Sensitivity, peak}, "real part": {real(a.Closed[0].S) / math.Sqrt(p),
					-zeta + math.Sqrt(max(0, zeta*zeta-1))}} {
				if math.Abs(x[0]-x[1]) > 1e-8*math.Abs(x[1]) { // differences of the law, and a peak that is flat
					t.Errorf("zeta %v, p %v: %s %v, want %v", zeta, p, name, x[0], x[1])
				}
			}
			if !a.IsStable() || !math.IsInf(l.Gain, 1) || l.LowerGain != 0 || !math.IsNaN(a.SpectralRadius) ||
				!math.IsNaN(a.LargestPeriod) || *a.Nearest != "axle" {
				t.Errorf("zeta %v, p %v: %+v of %+v", zeta, p, l.Margins, a.Operating)
			}
			if zeta >= 1 {
				continue
			}
			response, err := a.StepResponse(0, 400)
			if err != nil {
				t.Fatal(err)
			}
			damped := math.Sqrt(p * (1 - zeta*zeta))
			for k, y := range response {
				at := float64(k) * a.Interval()
				sin, cos := math.Sincos(damped * at)
				want := 1 - math.Exp(-d/2*at)*(cos+d/2/damped*sin)
				if math.Abs(y-want) > 1e-8 { // as above
					t.Fatalf("zeta %v, p %v: the step response is %v at %v s, want %v", zeta, p, y, at, want)
				}
			}
		}
	}
}

// across is a PD law from the second joint of two to the effort of the first one.
type across struct{ p, d float64 }

func (l across) Effort(tau []float64, in *control.Input) error {
	tau[0], tau[1] = l.p*(in.Reference.Q[1]-in.Q[1])-l.d*in.Qd[1], 0
	return nil
}

// TestContinuousGainMargin checks the gain margin of a loop through a spring, by the poles of the loop with that gain:
// one pair is on the imaginary axis. Its characteristic polynomial gives the margin, too: of
//
//	J j s⁴ + (J + j)(δ s³ + k s²) + g (d s + p)(δ s + k)
//
// by Routh.
func TestContinuousGainMargin(t *testing.T) {
	const J, j, k, damping, p, d = 0.5, 0.2, 2000, 0.5, 40, 6
	m, err := twoRotors()
	if err != nil {
		t.Fatal(err)
	}
	setup := func(gain float64) *analysis.Setup {
		return &analysis.Setup{Model: m, Position: []float64{0, 0}, Law: across{gain * p, gain * d},
			Plant: &analysis.Plant{A: mat.NewDense(4, 4, []float64{
				0, 0, 1, 0,
				0, 0, 0, 1,
				-k / J, k / J, -damping / J, damping / J,
				k / j, -k / j, damping / j, -damping / j}),
				B: mat.NewDense(4, 2, []float64{0, 0, 0, 0, 1 / J, 0, 0, 1 / j})}}
	}
	const start = 0.05 // of the gains, with which it is stable
	a, err := setup(start).Analyze(0)
	if err != nil {
		t.Fatal(err)
	}
	margin := a.Loops[0].Gain
	// With a s⁴ + b s³ + c s² + e s + f the pair is on the axis where b c e = a e² + b² f.
	routh := func(gain float64) float64 {
		a, b, c := J*j, (J+j)*damping, (J+j)*k+gain*d*damping
		e, f := gain*(d*k+p*damping), gain*p*k
		return b*c*e - a*e*e - b*b*f
	}
	low, high := start, 100.0
	for range 100 {
		if middle := (low + high) / 2; routh(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	if !a.IsStable() || math.Abs(margin*start-low) > 1e-8*low {
		t.Errorf("the gain margin is %v, want %v", margin, low/start)
	}
	for _, x := range []struct {
		factor float64
		stable bool
	}{{0.999, true}, {1.001, false}} {
		if stable, err := setup(start * margin * x.factor).Stable(0); err != nil || stable != x.stable {
			t.Errorf("at %v times the margin stable is %v, %v", x.factor, stable, err)
		}
	}
}

// twoRotors are two robots as that of rotor, whose masses a plant does not use.
func twoRotors() (*tree.Model, error) {
	disc := &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
	return tree.Build(&urdf.Robot{Name: "rotors",
		Links: []urdf.Link{{Name: "base"}, {Name: "motor", Inertial: disc}, {Name: "link", Inertial: disc}},
		Joints: []urdf.Joint{
			{Name: "first", Type: urdf.Continuous, Parent: "base", Child: "motor", Axis: [3]float64{0, 0, 1}},
			{Name: "second", Type: urdf.Continuous, Parent: "base", Child: "link", Axis: [3]float64{0, 0, 1}}}},
		tree.WithGravity(mgl64.Vec3{}))
}
