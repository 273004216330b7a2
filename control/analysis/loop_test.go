package analysis_test

import (
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/spatial/mat"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
)

// scaledLaw multiplies one effort of a law's departure from what holds the robot.
type scaledLaw struct {
	control.Law
	rate   int
	factor float64
	hold   []float64
}

func (l scaledLaw) Effort(tau []float64, in *control.Input) error {
	err := l.Law.Effort(tau, in)
	tau[l.rate] = l.hold[l.rate] + l.factor*(tau[l.rate]-l.hold[l.rate])
	return err
}

// radius returns the spectral radius of a setup.
func radius(t rapid.TB, s *analysis.Setup, period float64) float64 {
	t.Helper()
	l, err := s.Loop(period)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.SpectralRadius()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// simulate runs the closed loop of a setup from a small displacement and returns the states x = (δq, δq̇) at the
// samples.
func simulate(t rapid.TB, s *analysis.Setup, period float64, samples int, displacement []float64) [][]float64 {
	t.Helper()
	return follow(t, s, reference.NewPlan(s.Model, s.Position), period, samples, displacement)
}

// follow is simulate with something to follow.
func follow(t rapid.TB, s *analysis.Setup, plan *reference.Plan, period float64, samples int,
	displacement []float64) [][]float64 {
	t.Helper()
	m := s.Model
	l, err := loop.NewSampled(loop.SampledConfig{Model: m, Law: s.Law, Plan: plan, Period: period, Delay: s.Delay,
		Sensors: s.Sensors, Actuators: s.Actuators})
	if err != nil {
		t.Fatal(err)
	}
	start := append([]float64{}, s.Position...)
	floats.Add(start, displacement)
	// Steps of RK4 that are far shorter than the fastest motion, 500/s.
	steps := math.Ceil(period / 0.0005)
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method,
		Step: period / steps}, Controller: l, Start: sim.Start{Position: start}, Ideal: true})
	var states [][]float64
	for k := range samples + 1 {
		if _, err := w.Run(context.Background(), float64(k)*period); err != nil {
			t.Fatal(err)
		}
		x := append([]float64{}, w.State().Q...)
		floats.Sub(x, s.Position)
		states = append(states, append(x, w.State().Qd...))
	}
	return states
}

// TestMotion compares the motion that the closed loop's matrix predicts with a simulation from a displacement of 1e-6
// rad, of which the square is nothing, with all that a loop can have: an integral, filters, differences, a delay of
// more than a period, a lag.
func TestMotion(t *testing.T) {
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot, tree.WithGravity(mgl64.Vec3{})) // so that the delay of the first efforts does no harm
	if err != nil {
		t.Fatal(err)
	}
	q := []float64{0.1, -1, 1.2, 0.3, 0.5, 0}
	plant, err := linearize(m, q, make([]float64, 6), nil)
	if err != nil {
		t.Fatal(err)
	}
	const period, samples = 0.004, 30
	g := gains["ur5"]
	p, d := make([]float64, 6), make([]float64, 6)
	floats.AddScaled(p, 0.3, g.p)
	floats.AddScaled(d, 0.2, g.d)
	i := constant(6, 30)
	i[2] = 0 // a joint without an integral
	for name, s := range map[string]struct {
		pid     control.PIDConfig
		setup   analysis.Setup
		sensors int // states
	}{
		"plain":       {control.PIDConfig{}, analysis.Setup{}, 0},
		"delay":       {control.PIDConfig{}, analysis.Setup{Delay: 0.0013}, 0},
		"long delay":  {control.PIDConfig{I: i}, analysis.Setup{Delay: 0.0093}, 0},
		"lag":         {control.PIDConfig{I: i}, analysis.Setup{Actuators: signal.Actuators{Lag: 0.003}}, 0},
		"differences": {control.PIDConfig{}, analysis.Setup{Sensors: signal.Sensors{Difference: true}}, 6},
		"filter":      {control.PIDConfig{}, analysis.Setup{Sensors: signal.Sensors{VelocityFilter: 80}}, 6},
		"everything": {control.PIDConfig{I: i, FilterTime: 0.002},
			analysis.Setup{Delay: 0.006, Actuators: signal.Actuators{Lag: 0.001},
				Sensors: signal.Sensors{Difference: true, VelocityFilter: 150}}, 12},
	} {
		c := s.pid
		c.P, c.D = p, d
		if c.I == nil {
			c.I = make([]float64, 6)
		}
		pid := func() *control.PID {
			l, err := control.NewPID(m, c)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		setup := s.setup
		setup.Model, setup.Plant, setup.Position, setup.Law = m, plant, q, pid()
		l, err := setup.Loop(period)
		if err != nil {
			t.Fatal(err)
		}
		displacement := []float64{1e-6, -2e-6, 1e-6, 3e-6, -1e-6, 2e-6}
		closed := l.Closed()
		n, _ := closed.Dims()
		x := mat.NewVecDense(n, nil)
		for k, y := range displacement {
			x.SetVec(k, y)
			if setup.Sensors.Difference {
				x.SetVec(l.Plant.States+k, y) // the first difference is 0
			}
		}
		setup.Law = pid()
		worst := 0.0
		for _, state := range simulate(t, &setup, period, samples, displacement) {
			for k, y := range state {
				scale := 1e-6
				if k >= 6 {
					scale = 1e-4 // velocities
				}
				worst = math.Max(worst, math.Abs(x.AtVec(k)-y)/scale)
			}
			var next mat.VecDense
			next.MulVec(closed, x)
			x.CloneFromVec(&next)
		}
		// What is not linear is 1e-6 of the motion, times the number of radians that the laws of motion change over.
		if worst > 1e-4 {
			t.Errorf("%s: off by %v of the displacement", name, worst)
		}
	}
}

// TestLargestPeriodOfRotor: with samples of a double integrator under PD the polynomial z² + (d T + p T²/2 − 2) z + 1
// − d T + p T²/2 has its roots in the unit circle for T < 2 d/p and T < 2/d.
func TestLargestPeriodOfRotor(t *testing.T) {
	for _, g := range [][2]float64{{100, 15}, {100, 5}, {1, 10}} {
		want := math.Min(2*g[1]/g[0], 2/g[1])
		for _, from := range []float64{1e-3, 1} {
			if got, err := spin(t, g[0], g[1]).LargestPeriod(from); err != nil || math.Abs(got-want) > 2e-6*want {
				t.Errorf("gains %v from %v: %v, want %v, %v", g, from, got, want, err)
			}
		}
	}
	if got, err := spin(t, 100, -1).LargestPeriod(0.001); err != nil || got != 0 {
		t.Errorf("a loop that is never stable: %v, %v", got, err)
	}
	late := spin(t, 100, 5)
	late.Delay = 1
	if got, err := late.LargestPeriod(0.001); err != nil || got != 0 {
		t.Errorf("a loop with a long delay: %v, %v", got, err)
	}
	// Without a law, a damped rotor does not care for the period.
	still := spin(t, 0, 0)
	still.Plant.A.Set(1, 1, -1)
	still.Plant.A.Set(1, 0, -1)
	if got, err := still.LargestPeriod(0.001); err != nil || !math.IsInf(got, 1) {
		t.Errorf("a loop that is always stable: %v, %v", got, err)
	}
	for period, want := range map[float64]string{0: "the period of the controller is 0 s",
		0.01: "the delay of the controller is 1 s; expected 0 to 50 periods, 0.5 s"} {
		if _, err := late.Loop(period); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// grows simulates from a small displacement and reports whether the motion is larger at the end than in the middle.
func grows(t *testing.T, s *analysis.Setup, period float64) bool {
	t.Helper()
	n := len(s.Position)
	const samples = 600
	states := simulate(t, s, period, samples, constant(n, 1e-7))
	size := func(from, to int) (sum float64) {
		for _, x := range states[from:to] {
			sum += floats.Norm(x, 2)
		}
		return sum
	}
	return size(samples-100, samples) > size(samples/2-100, samples/2)
}

// TestPredictedPeriod checks that simulations decay with a period that is 2 % below the largest stable one and grow
// with one that is 2 % above.
func TestPredictedPeriod(t *testing.T) {
	for _, name := range []string{"rr_arm", "ur5"} {
		for _, c := range []struct {
			delay, lag float64
			sensors    signal.Sensors
		}{{0, 0, signal.Sensors{}}, {0.0004, 0.001, signal.Sensors{Difference: true, VelocityFilter: 400}}} {
			s := arm(t, name)
			s.Delay, s.Actuators.Lag, s.Sensors = c.delay, c.lag, c.sensors
			largest, err := s.LargestPeriod(0.001)
			if err != nil || !(largest > 0) || math.IsInf(largest, 1) {
				t.Fatalf("%s: largest period %v, %v", name, largest, err)
			}
			t.Logf("%s: largest period %.5g s", name, largest)
			if grows(t, s, 0.98*largest) {
				t.Errorf("%s is unstable with 98 %% of the largest period %v", name, largest)
			}
			if !grows(t, s, 1.02*largest) {
				t.Errorf("%s is stable with 102 %% of the largest period %v", name, largest)
			}
		}
	}
}

// TestPredictedGain checks that simulations decay with a gain of one joint that is 2 % below the critical one and
// grow with one that is 2 % above.
func TestPredictedGain(t *testing.T) {
	s := arm(t, "ur5")
	s.Delay = 0.001
	const period = 0.002
	hold := gravity(s.Model, s.Position)
	law := s.Law
	for _, rate := range []int{0, 2, 5} {
		s.Law = law
		l, err := s.Loop(period)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Margins(rate)
		if err != nil || math.IsInf(m.Gain, 1) {
			t.Fatalf("joint %d: %+v, %v", rate, m, err)
		}
		t.Logf("joint %d: gain margin %.4g", rate, m.Gain)
		for factor, want := range map[float64]bool{0.98: false, 1.02: true} {
			s.Law = scaledLaw{law, rate, factor * m.Gain, hold}
			if got := grows(t, s, period); got != want {
				t.Errorf("joint %d with %v of the critical gain grows: %v", rate, factor, got)
			}
		}
	}
}

// TestMarginsAgainstPoles checks that with the gain of each joint at its margins a pole is on the unit circle, and
// that L turned by the phase margin is −1.
func TestMarginsAgainstPoles(t *testing.T) {
	for _, name := range []string{"rr_arm", "ur5", "panda_arm"} {
		s := arm(t, name)
		s.Delay = 0.0007
		law, hold := s.Law, gravity(s.Model, s.Position)
		const period = 0.002
		for rate := range hold {
			s.Law = law
			l, err := s.Loop(period)
			if err != nil {
				t.Fatal(err)
			}
			m, err := l.Margins(rate)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsInf(m.Gain, 1) || math.IsInf(m.Phase, 1) {
				t.Errorf("%s, joint %d: margins %+v", name, rate, m)
				continue
			}
			for _, gain := range []float64{m.Gain, m.LowerGain} {
				if gain == 0 {
					continue
				}
				s.Law = scaledLaw{law, rate, gain, hold}
				if r := radius(t, s, period); math.Abs(r-1) > 1e-7 {
					t.Errorf("%s, joint %d: spectral radius %v with the critical gain %v", name, rate, r, gain)
				}
			}
			// |L| = 1 and its angle to −1 at the frequency of the phase margin.
			r, err := l.Break(rate).Response(period)
			if err != nil {
				t.Fatal(err)
			}
			if v := r.At(m.PhaseFrequency) * cmplx.Exp(complex(0, -m.Phase)); cmplx.Abs(v+1) > 1e-9 {
				t.Errorf("%s, joint %d: L turned by the phase margin is %v", name, rate, v)
			}
		}
	}
}

// TestDelayMargin checks that a loop with one joint is on the border of stability with the delay at its margin.
func TestDelayMargin(t *testing.T) {
	s := spin(t, 100, 10)
	s.Delay = 0.0123
	l, err := s.Loop(0.01)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Margins(0)
	if err != nil {
		t.Fatal(err)
	}
	// The delay turns L by w θ exactly at frequencies of the samples only up to the hold's images, which for whole
	// periods it does.
	whole := math.Floor(m.Delay / 0.01)
	for _, c := range []struct {
		delay  float64
		stable bool
	}{{s.Delay + 0.01*whole, true}, {s.Delay + 0.01*(whole+1), false}} {
		s.Delay = c.delay
		if r := radius(t, s, 0.01); (r < 1) != c.stable {
			t.Errorf("delay %v with the margin %v: spectral radius %v", c.delay, m.Delay, r)
		}
	}
}

// TestRegulator checks that a loop with short samples under the regulator's feedback has the poles of A − B K, and
// that it brings ur5 back.
func TestRegulator(t *testing.T) {
	s := arm(t, "ur5")
	k, _, err := analysis.LQR(s.Plant.A, s.Plant.B, diagonal(append(constant(6, 1000), constant(6, 10)...)...),
		diagonal(constant(6, 0.01)...))
	if err != nil {
		t.Fatal(err)
	}
	var closed mat.Dense
	closed.Mul(s.Plant.B, k)
	closed.Sub(s.Plant.A, &closed)
	want, err := (&analysis.Plant{A: &closed}).Poles()
	if err != nil {
		t.Fatal(err)
	}
	var gains [][]float64
	for i := range 6 {
		gains = append(gains, k.RawRowView(i))
	}
	s.Law = control.NewStateFeedback(s.Model, control.Feedback{K: gains, Hold: control.NewFeedForward(s.Model, nil)})
	const period = 1e-6
	l, err := s.Loop(period)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Poles()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		// A delay of T/2 moves a pole s by s² T/2 or so; several of them are near each other.
		if cmplx.Abs(got[i].S-want[i].S) > 1e-2*cmplx.Abs(want[i].S) {
			t.Errorf("pole %d is %v, want %v", i, got[i].S, want[i].S)
		}
	}
	states := simulate(t, s, 0.001, 4000, constant(6, 0.05))
	if end := floats.Norm(states[len(states)-1], math.Inf(1)); end > 1e-6 {
		t.Errorf("after 4 s the arm is off by %v", end)
	}
}

// TestRotorMargins compares with L = (d s + p)/s² of a rotor: |L| = 1 at w² = (d² + √(d⁴ + 4 p²))/2, where the phase
// margin is atan(d w/p); with a delay θ it is less by θ w.
func TestRotorMargins(t *testing.T) {
	const p, d, T = 100.0, 10.0, 5e-4
	w := math.Sqrt((d*d + math.Sqrt(d*d*d*d+4*p*p)) / 2)
	for _, delay := range []float64{0, 0.01} {
		s := spin(t, p, d)
		s.Delay = delay
		l, err := s.Loop(T)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Margins(0)
		if err != nil {
			t.Fatal(err)
		}
		// The hold is a delay of T/2, but for (w T)²/12 = 3e-6.
		phase := math.Atan2(d*w, p) - w*(delay+T/2)
		if math.Abs(m.Phase-phase) > 1e-5 || math.Abs(m.PhaseFrequency-w) > 1e-4 || math.Abs(m.Delay-phase/w) > 1e-5 {
			t.Errorf("delay %v: margins %+v, want the phase %v at %v", delay, m, phase, w)
		}
		// 1/|1 + L| is the largest of |s²/(s² + d s + p)| = 1/√(1 − u + u²) with u = p/w² here: at u = 1/2, √(4/3);
		// the hold's delay adds w T/2.
		if delay == 0 && (math.Abs(m.Sensitivity-math.Sqrt(4.0/3)) > 5e-3 ||
			math.Abs(m.SensitivityFrequency-math.Sqrt(2*p)) > 0.05) {
			t.Errorf("sensitivity %v at %v", m.Sensitivity, m.SensitivityFrequency)
		}
		if m.LowerGain != 0 {
			t.Errorf("lower gain margin %v", m.LowerGain)
		}
	}
}

// TestUprightMargins: an inverted pendulum, s² = 1, under p = 2 and d = 2 needs at least half the gain.
func TestUprightMargins(t *testing.T) {
	s := spin(t, 2, 2)
	s.Plant.A.Set(1, 0, 1)
	l, err := s.Loop(1e-3)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Margins(0)
	if err != nil || math.Abs(m.LowerGain-0.5) > 1e-9 || m.LowerGainFrequency != 0 {
		t.Errorf("margins %+v, %v", m, err)
	}
}

// TestResponse compares with the power series Σ C Aᵏ B z^(−k−1) + D of random systems with small A.
func TestResponse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 12).Draw(t, "states")
		d := &analysis.Discrete{States: n, Inputs: 1, Outputs: 1, M: random(rng, n+1, n+1)}
		a := d.M.Slice(0, n, 0, n)
		a.Scale(0.5/mat.Norm(a), a) // the series falls by a half in each term
		const period = 0.1
		w := rapid.Float64Range(0, math.Pi/period).Draw(t, "frequency")
		r, err := d.Response(period)
		if err != nil {
			t.Fatal(err)
		}
		z := cmplx.Exp(complex(0, w*period))
		want, power := complex(d.M.At(n, n), 0), 1/z
		x := mat.DenseCopyOf(d.M.Slice(0, n, n, n+1))
		for range 60 {
			y := 0.0
			for i := range n {
				y += d.M.At(n, i) * x.At(i, 0)
			}
			want += complex(y, 0) * power
			power /= z
			var next mat.Dense
			next.Mul(a, x)
			x = &next
		}
		if got := r.At(w); cmplx.Abs(got-want) > 1e-12*(1+cmplx.Abs(want))*float64(n) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// TestBode checks that phases go on without jumps: that of a delay of three samples falls by 3 w T.
func TestBode(t *testing.T) {
	d := &analysis.Discrete{States: 3, Inputs: 1, Outputs: 1,
		M: mat.NewDense(4, 4, []float64{0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0})}
	r, err := d.Response(0.1)
	if err != nil {
		t.Fatal(err)
	}
	frequencies := r.Frequencies(500)
	for _, p := range r.Bode(frequencies) {
		if math.Abs(p.Phase+3*p.Frequency*0.1) > 1e-12 || math.Abs(p.Gain-1) > 1e-12 {
			t.Fatalf("at %v: %+v", p.Frequency, p)
		}
	}
	if last := frequencies[len(frequencies)-1]; math.Abs(last-math.Pi/0.1) > 1e-9 {
		t.Errorf("the last frequency is %v", last)
	}
}
