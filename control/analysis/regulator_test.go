package analysis_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/spatial/mat"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
)

// weigh returns the same weights for n rates; an integral weight of 0 is none.
func weigh(n int, position, velocity, effort, integral float64) analysis.Weights {
	return analysis.Weights{Position: constant(n, position), Velocity: constant(n, velocity),
		Effort:   constant(n, effort),
		Integral: constant(n, integral)}
}

// regulate gives a setup a regulator, with the delay and the lag that the setup has.
func regulate(t *testing.T, s *analysis.Setup, w analysis.Weights, period float64) *analysis.Regulator {
	t.Helper()
	r, err := s.Plant.Regulate(s.Model.RateNames(), w, period, s.Delay, s.Actuators.Lag)
	if err != nil {
		t.Fatal(err)
	}
	s.Law = r.Law(s.Model, control.NewFeedForward(s.Model, nil))
	return r
}

// twoLinks is a light arm that stretches out to the side.
func twoLinks(t *testing.T) *analysis.Setup {
	t.Helper()
	link := `<link name="%s"><inertial><origin xyz="0.25 0 0"/><mass value="1"/><inertia ixx="0.001" iyy="0.021" ` +
		`izz="0.021" ixy="0" ixz="0" iyz="0"/></inertial></link>`
	robot, diagnostics := urdf.Parse(strings.NewReader(fmt.Sprintf(`<robot name="two"><link name="base"/>`+link+link+
		`<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>`+
		`</joint>`+
		`<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0.5 0 0"/>`+
		`<axis xyz="0 1 0"/></joint></robot>`, "upper", "lower")), "two.urdf")
	if robot == nil {
		t.Fatal(diagnostics)
	}
	m := expect.Model(t, robot)
	q := []float64{0.3, -0.8}
	plant, err := linearize(m, q, gravity(m, q), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Setup{Model: m, Plant: plant, Position: q}
}

// TestRegulatorOfSamples compares with the Riccati equation of the whole system: the plant with a state for each effort
// underway, and an integral for each rate. A delay of whole periods, which Regulate predicts, is a part of it.
func TestRegulatorOfSamples(t *testing.T) {
	const period, n = 0.02, 2
	for _, c := range []struct{ delay, lag, integral float64 }{{0, 0, 0}, {0.02, 0, 0}, {0.013, 0, 0}, {0.06, 0, 40},
		{0.033, 0, 40}, {0, 0.01, 0}, {0.047, 0.015, 40}} {
		s := twoLinks(t)
		s.Delay, s.Actuators.Lag = c.delay, c.lag
		w := weigh(n, 100, 2, 0.01, c.integral)
		r := regulate(t, s, w, period)

		plant := s.Plant.Sampled(period, c.delay, c.lag)
		integrals := 0
		if c.integral > 0 {
			integrals = n
		}
		size := plant.States + integrals
		a, b, q := mat.NewDense(size, size, nil), mat.NewDense(size, n, nil), mat.NewDense(size, size, nil)
		for i := range plant.States {
			for j := range plant.States {
				a.Set(i, j, plant.M.At(i, j))
			}
			for j := range n {
				b.Set(i, j, plant.M.At(i, plant.States+j))
			}
		}
		for i := range n {
			q.Set(i, i, 100)
			q.Set(n+i, n+i, 2)
			if integrals > 0 {
				k := plant.States + i
				a.Set(k, k, 1)
				a.Set(k, i, period)
				q.Set(k, k, c.integral)
			}
		}
		k, _, err := analysis.DiscreteLQR(a, b, q, diagonal(0.01, 0.01))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.States) != size || len(r.K) != n || len(r.K[0]) != size {
			t.Fatalf("%+v: %d states, K is %d x %d; want %d states", c, len(r.States), len(r.K), len(r.K[0]), size)
		}
		scale := largest(k)
		for i := range n {
			for j := range size {
				from := j // integrals come behind the motion
				switch {
				case j >= 2*n && j < 2*n+integrals:
					from = plant.States + j - 2*n
				case j >= 2*n:
					from = j - integrals
				}
				// two ways to solve a system of condition 1e4 or so
				if want := k.At(i, from); math.Abs(r.K[i][j]-want) > 1e-9*scale {
					t.Errorf("%+v: the gain of %s for %s is %v, want %v", c, r.Efforts[i], r.States[j], r.K[i][j], want)
				}
			}
		}

		// The law in its loop has the poles of A - B K, so it knows the efforts that are underway.
		var closed mat.Dense
		closed.Mul(b, k)
		closed.Sub(a, &closed)
		values, _ := mat.Eigenvalues(&closed)
		want := 0.0
		for _, z := range values {
			want = math.Max(want, cmplx.Abs(z))
		}
		if got := radius(t, s, period); math.Abs(got-want) > 1e-6 || !(want < 1) {
			t.Errorf("%+v: the loop has the spectral radius %v, A - B K %v", c, got, want)
		}
	}
}

// TestRegulatorDecay compares the decay of a simulation, with delay and lag and without weight, with the spectral
// radius.
func TestRegulatorDecay(t *testing.T) {
	s := spin(t, 0, 0)
	s.Delay, s.Actuators.Lag = 0.013, 0.008
	const period = 0.01
	regulate(t, s, weigh(1, 100, 1, 0.01, 1000), period)
	want := radius(t, s, period)
	states := simulate(t, s, period, 400, []float64{1e-3}) // the rotor is linear
	// The slowest poles may be a pair: the peak of 40 samples from there on.
	peak := func(from int) (most float64) {
		for _, x := range states[from : from+40] {
			most = math.Max(most, floats.Norm(x, 2))
		}
		return most
	}
	if rate := math.Pow(peak(200)/peak(100), 1.0/100); math.Abs(rate-want) > 1e-3 || !(want < 1) {
		t.Errorf("the motion decays by %v from sample to sample, the spectral radius is %v", rate, want)
	}
}

// TestThirtyMilliseconds compares the regulator of an arm with slow samples with that of continuous time, which makes
// it unstable, and with the least radius that the discrete equation gives.
func TestThirtyMilliseconds(t *testing.T) {
	const period = 0.03
	s := twoLinks(t)
	w := weigh(2, 1000, 1, 1e-4, 0)
	continuous, err := s.Plant.Regulate(s.Model.RateNames(), w, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Law = continuous.Law(s.Model, control.NewFeedForward(s.Model, nil))
	if r := radius(t, s, period); !(r > 2) {
		t.Errorf("the continuous regulator has the spectral radius %v at %v s, want an unstable one", r, period)
	}
	regulate(t, s, w, period)
	if r := radius(t, s, period); !(r < 0.8) {
		t.Errorf("the regulator of samples has the spectral radius %v at %v s", r, period)
	}
}

// TestRegulatorLimit checks that the gains go to those of continuous time as the period T goes to 0. The hold is a
// delay of T/2, so they differ by some T times the bandwidth, here 200 rad/s.
func TestRegulatorLimit(t *testing.T) {
	s := twoLinks(t)
	w := weigh(2, 100, 2, 0.01, 0)
	want, err := s.Plant.Regulate(s.Model.RateNames(), w, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, period := range []float64{1e-4, 1e-5} {
		got := regulate(t, s, w, period)
		for i := range got.K {
			for j := range got.K[i] {
				if math.Abs(got.K[i][j]-want.K[i][j]) > 250*period*floats.Norm(want.K[i], math.Inf(1)) {
					t.Errorf("T = %v: the gain of %s for %s is %v, want about %v", period, got.Efforts[i],
						got.States[j],
						got.K[i][j], want.K[i][j])
				}
			}
		}
	}
}

// TestRegulatorOfRotor compares with the closed form of continuous time for a rotor of the inertia J: K = (√(q/r),
// √(2 J √(q/r) + w/r)), and the margins that every regulator has: half to infinite gain, 60° of phase (Safonov and
// Athans, IEEE Trans. Automatic Control 22(2), 1977). A period of 0.1 ms takes some 1e-3 of them.
func TestRegulatorOfRotor(t *testing.T) {
	const inertia, q, w, r, period = 1.0, 400.0, 4.0, 0.25, 1e-4
	s := spin(t, 0, 0)
	g := regulate(t, s, weigh(1, q, w, r, 0), period)
	p := math.Sqrt(q / r)
	d := math.Sqrt(2*inertia*p + w/r)
	if math.Abs(g.K[0][0]-p) > 2e-3*p || math.Abs(g.K[0][1]-d) > 2e-3*d {
		t.Errorf("K = %v, want %v and %v", g.K[0], p, d)
	}
	l, err := s.Loop(period)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Margins(0)
	if err != nil {
		t.Fatal(err)
	}
	if m.Phase < 59.9*math.Pi/180 || m.Gain < 100 || m.LowerGain > 0.505 || m.Sensitivity > 1.01 {
		t.Errorf("margins %+v; want 60° of phase, half to infinite gain, a sensitivity of 1", m)
	}
}

// TestRegulatorErrors checks what cannot be regulated.
func TestRegulatorErrors(t *testing.T) {
	s := twoLinks(t)
	for _, c := range []struct {
		w             analysis.Weights
		period, delay float64
	}{{weigh(2, 0, 0, 1, 0), 0.01, 0}, {weigh(2, 1, 1, 0, 0), 0.01, 0}, {weigh(2, -1, 1, 1, 0), 0.01, 0},
		{weigh(2, 1, 1, 1, 0), 0.01, 10}, {weigh(2, 1, 1, 1, 0), -1, 0}} {
		if r, err := s.Plant.Regulate(s.Model.RateNames(), c.w, c.period, c.delay, 0); err == nil {
			t.Errorf("%+v gives %v", c, r.K)
		}
	}
}
