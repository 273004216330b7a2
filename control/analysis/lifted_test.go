package analysis_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/models/oracle/expect"
)

// twice says that a law which does the same at each sample has a period of some.
type twice struct {
	control.Stateful
	samples int
}

func (l twice) Samples() int { return l.samples }

// TestLiftedSteadyLoop compares the analysis of a loop that is the same at each sample with that of the same loop
// lifted over three samples.
func TestLiftedSteadyLoop(t *testing.T) {
	e := elastic{link: 0.5, rotor: 0.2, stiffness: 2000, damping: 0.5, p: [2]float64{60, 0}, d: [2]float64{0, 6},
		delay: 1.4e-3, difference: true, filter: 90}
	plain, lifted := e.setup(t, 1), e.setup(t, 1)
	law, err := control.NewPID(plain.Model, control.PIDConfig{P: e.p[:], I: []float64{100, 0}, D: e.d[:]})
	if err != nil {
		t.Fatal(err)
	}
	plain.Law, lifted.Law = law, twice{law, 3}
	one, err := plain.Analyze(1e-3)
	if err != nil {
		t.Fatal(err)
	}
	three, err := lifted.Analyze(1e-3)
	if err != nil {
		t.Fatal(err)
	}
	if one.Samples != 1 || three.Samples != 3 || len(one.Loops) != 1 || len(three.Loops) != 1 {
		t.Fatalf("periods of %d and %d samples, %d and %d loops", one.Samples, three.Samples, len(one.Loops),
			len(three.Loops))
	}
	expect.Number(t, "spectral radius", three.SpectralRadius, one.SpectralRadius, 1e-12)
	a, b := &one.Loops[0].Margins, &three.Loops[0].Margins
	// Responses agree but for rounding, and peaks are flat.
	expect.Number(t, "gain margin", b.Gain, a.Gain, 1e-9*a.Gain)
	expect.Number(t, "phase margin", b.Phase, a.Phase, 1e-9)
	expect.Number(t, "delay margin", b.Delay, a.Delay, 1e-9)
	expect.Number(t, "peak of the sensitivity", b.Sensitivity, a.Sensitivity, 1e-6)
	expect.Number(t, "lower gain margin", b.LowerGain, a.LowerGain, 1e-9)
	step, err := three.StepResponse(0, 50)
	if err != nil {
		t.Fatal(err)
	}
	want, err := one.StepResponse(0, 50)
	if err != nil {
		t.Fatal(err)
	}
	for k := range step {
		expect.Number(t, "step response", step[k], want[k], 1e-12)
	}
}

// multirate returns an elastic drive under a cascade, the position of the link at each n-th sample and the velocity of
// the rotor at each, with all efforts multiplied by a factor.
func multirate(t testing.TB, n int, p, factor float64) *analysis.Setup {
	t.Helper()
	s := elastic{link: 0.5, rotor: 0.2, stiffness: 2000, damping: 0.5, delay: 1.4e-3}.setup(t, 1)
	inf := math.Inf(1)
	c := control.CascadeRate{
		Position:   control.PositionLevel{P: p, Every: n},
		Velocity:   control.VelocityLevel{P: factor * 12, IntegralTime: 0.1, Limit: inf, Side: 1},
		Effort:     control.EffortLevel{Limit: inf, RateLimit: inf},
		AntiWindup: control.ClampOnly,
	}
	law, err := control.NewCascade(s.Model, s.Model, control.CascadeConfig{Rates: []control.CascadeRate{c, {
		Velocity: control.VelocityLevel{Limit: inf}, Effort: c.Effort}}, Period: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	s.Law = law
	return s
}

// growth returns by what factor a loop of samples grows from one to the next, from running it: plant by the exact
// system from sample to sample, law as it is.
func growth(t testing.TB, s *analysis.Setup, period float64) float64 {
	t.Helper()
	plant, n := s.Plant.Sampled(period, s.Delay, 0), s.Model.NV()
	x, next, u := make([]float64, plant.States), make([]float64, plant.States), make([]float64, n)
	x[0] = 1e-3
	in := &control.Input{Period: period, Reference: reference.NewSetpoint(s.Model)}
	const settle, samples = 4000, 8000
	log := 0.0
	for k := range settle + samples {
		in.Q, in.Qd = x[:n], x[n:2*n]
		if err := s.Law.Effort(u, in); err != nil {
			t.Fatal(err)
		}
		for i := range next {
			next[i] = 0
			for j := range plant.States + n {
				if j < plant.States {
					next[i] += plant.M.At(i, j) * x[j]
				} else {
					next[i] += plant.M.At(i, j) * u[j-plant.States]
				}
			}
		}
		x, next = next, x
		size := 0.0
		for _, v := range x {
			size = math.Hypot(size, v)
		}
		if k == settle {
			log = -math.Log(size)
		}
		if k == settle+samples-1 {
			log += math.Log(size)
		}
	}
	return math.Exp(log / (samples - 1))
}

// TestMultirateRadius compares the spectral radius of cascades with how their runs grow.
func TestMultirateRadius(t *testing.T) {
	for _, x := range []struct {
		n int
		p float64
	}{{4, 8}, {8, 40}, {20, 50}} {
		s := multirate(t, x.n, x.p, 1)
		loop, err := s.Loop(1e-3)
		if err != nil {
			t.Fatal(err)
		}
		radius, err := loop.SpectralRadius()
		if err != nil {
			t.Fatal(err)
		}
		// A run swings about its growth: its size is known to a factor of some ten, of 8000 samples.
		expect.Number(t, "growth", growth(t, multirate(t, x.n, x.p, 1), 1e-3), radius, 4e-4)
	}
}

// TestMultirateMargins compares the gain margin of a cascade with the gains at which the loop is unstable, and checks
// what an analysis says of its period.
func TestMultirateMargins(t *testing.T) {
	for _, x := range []struct {
		n int
		p float64
	}{{4, 8}, {8, 20}, {20, 5}} {
		a, err := multirate(t, x.n, x.p, 1).Analyze(1e-3)
		if err != nil {
			t.Fatal(err)
		}
		if a.Samples != x.n || !a.IsStable() || len(a.Loops) != 1 {
			t.Fatalf("every %d: a period of %d samples, stable %v, %d loops", x.n, a.Samples, a.IsStable(),
				len(a.Loops))
		}
		m := a.Loops[0].Margins
		for _, edge := range []float64{m.Gain, m.LowerGain} {
			if math.IsInf(edge, 1) || edge == 0 {
				continue
			}
			inside, outside := radius(t, multirate(t, x.n, x.p, 1+(edge-1)*(1-1e-4)), 1e-3),
				radius(t, multirate(t, x.n, x.p, 1+(edge-1)*(1+1e-4)), 1e-3)
			if inside >= 1 || outside <= 1 {
				t.Errorf("every %d: with nearly the gain margin %v the spectral radius is %v, and %v with more", x.n,
					edge, inside, outside)
			}
		}
		if math.IsInf(m.Gain, 1) || m.Phase <= 0 || m.Sensitivity < 1 {
			t.Errorf("every %d: margins %+v", x.n, m)
		}
	}
}

// counting is a law whose gain depends on the number of the sample.
type counting struct {
	gain  func(sample float64) float64
	count float64
}

func (l *counting) Effort(tau []float64, in *control.Input) error {
	clear(tau)
	tau[0] = -l.gain(l.count) * in.Qd[0]
	l.count++
	return nil
}
func (l *counting) AppendState(state []float64) []float64 { return append(state, l.count) }
func (l *counting) SetState(state []float64)              { l.count = state[0] }

// TestRhythm checks what is found of laws that do not say what their period is: a count that starts again after five
// samples, and squares, which never do.
func TestRhythm(t *testing.T) {
	s := elastic{link: 0.5, rotor: 0.2, stiffness: 2000, damping: 0.5}.setup(t, 1)
	s.Law = &five{counting{gain: func(k float64) float64 { return 1 + math.Floor(k) }}}
	a, err := s.Analyze(1e-3)
	if err != nil || a.Samples != 5 || a.Stable == nil {
		t.Fatalf("a period of %d samples, stable %v, error %v; expected 5", a.Samples, a.Stable, err)
	}
	s = elastic{link: 0.5, rotor: 0.2, stiffness: 2000, damping: 0.5}.setup(t, 1)
	s.Law = &counting{gain: func(k float64) float64 {
		if root := math.Floor(math.Sqrt(k)); root*root == k {
			return 2
		}
		return 1
	}}
	if a, err = s.Analyze(1e-3); err != nil || a.Stable != nil || !strings.Contains(a.Reason, "does not do the same") {
		t.Errorf("stable %v, reason %q, error %v", a.Stable, a.Reason, err)
	}
}

// five starts again after five samples.
type five struct{ counting }

func (l *five) Effort(tau []float64, in *control.Input) error {
	err := l.counting.Effort(tau, in)
	l.count = math.Mod(l.count, 5)
	return err
}
