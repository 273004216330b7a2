package frequency_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/control/frequency"
	"kinetree/models/oracle/expect"
)

// TestKnownSystem drives y⁺ = 0.8 y + 0.2 u by white noise, without and with noise on the output. Its response is
// 0.2/(z − 0.8). With 400 segments the standard error is below 1e-3 without noise, which is due to the window, and with
// noise of the variance of half the output the coherence says how large it is.
func TestKnownSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, window, step = 200 * 512, 512, 0.01
	u, y, noisy := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range u {
		u[i] = rng.NormFloat64()
		if i > 0 {
			y[i] = 0.8*y[i-1] + 0.2*u[i-1]
		}
		noisy[i] = y[i] + 0.1*rng.NormFloat64()
	}
	for name, out := range map[string][]float64{"clean": y, "noisy": noisy} {
		e, err := frequency.Welch([]frequency.EvenStretch{{In: u, Out: out}}, step, window, false)
		if err != nil {
			t.Fatal(err)
		}
		if e.Segments != 2*n/window-1 || e.Frequency[0] != 1/(window*step) || len(e.Frequency) != window/2 {
			t.Fatalf("%d segments, %d frequencies from %v Hz", e.Segments, len(e.Frequency), e.Frequency[0])
		}
		outside := 0
		for k, f := range e.Frequency {
			want := 0.2 / (cmplx.Exp(complex(0, 2*math.Pi*f*step)) - 0.8)
			limit := 0.03
			if name == "noisy" {
				limit = 4 * e.Sure(k) // and once in some thousand more
				// γ² = |H|²/(|H|² + σ²) with σ = 0.1
				power := real(want)*real(want) + imag(want)*imag(want)
				expect.Number(t, "coherence", e.Coherence[k], power/(power+0.01), 0.12)
			} else if e.Coherence[k] < 0.996 {
				t.Errorf("the coherence at %v Hz is %v; expected 1 but for the window", f, e.Coherence[k])
			}
			if cmplx.Abs(e.Value[k]-want) > limit*cmplx.Abs(want) {
				outside++
			}
		}
		if outside > 2 {
			t.Errorf("%s: %d of %d values are off by too much", name, outside, len(e.Frequency))
		}
	}
}

// TestPeriodic drives the same system by a sum of sines with a whole number of periods in each segment, in the steady
// state: nothing leaks, so the response is exact and the coherence is 1. Frequencies between the sines are left out.
func TestPeriodic(t *testing.T) {
	const window, step = 256, 0.01
	const n = 20 * window
	u, y := make([]float64, n), make([]float64, n)
	for i := range u {
		for _, k := range []int{8, 24, 60, 100} {
			u[i] += math.Sin(2*math.Pi*float64(k*(i%window))/window + float64(k))
		}
		if i > 0 {
			y[i] = 0.8*y[i-1] + 0.2*u[i-1]
		}
	}
	s := frequency.EvenStretch{In: u[window:], Out: y[window:]} // 0.8^256 is 1e-25
	e, err := frequency.Welch([]frequency.EvenStretch{s}, step, window, true)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for k, f := range e.Frequency {
		for _, at := range []float64{8, 24, 60, 100} {
			if math.Abs(f*window*step-at) < 0.5 {
				want := 0.2 / (cmplx.Exp(complex(0, 2*math.Pi*f*step)) - 0.8)
				expect.Number(t, "real", real(e.Value[k]), real(want), 1e-12)
				expect.Number(t, "imaginary", imag(e.Value[k]), imag(want), 1e-12)
				expect.Number(t, "coherence", e.Coherence[k], 1, 1e-12)
				seen++
			}
		}
	}
	if seen != 4 || len(e.Frequency) != 4 {
		t.Errorf("%d of 4 frequencies, among %d", seen, len(e.Frequency))
	}
}

// TestFeedback closes a loop u = r − 2 y with noise on y: the direct estimate is off, the one by r is not.
func TestFeedback(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 400 * 256
	r, u, y := make([]float64, n), make([]float64, n), make([]float64, n)
	x := 0.0
	for i := range r {
		r[i] = rng.NormFloat64()
		y[i] = x + 0.5*rng.NormFloat64()
		u[i] = r[i] - 2*y[i]
		x = 0.8*x + 0.2*u[i]
	}
	e, err := frequency.Welch([]frequency.EvenStretch{{In: u, Out: y, By: r}}, 1, 256, false)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := frequency.Welch([]frequency.EvenStretch{{In: u, Out: y}}, 1, 256, false)
	if err != nil {
		t.Fatal(err)
	}
	off, by := 0.0, 0.0
	for k, f := range e.Frequency {
		want := 0.2 / (cmplx.Exp(complex(0, 2*math.Pi*f)) - 0.8)
		by += cmplx.Abs(e.Value[k]-want) / cmplx.Abs(want) / float64(len(e.Frequency))
		off += cmplx.Abs(direct.Value[k]-want) / cmplx.Abs(want) / float64(len(e.Frequency))
	}
	if by > 0.15 || off < 2*by {
		t.Errorf("off by %v with the reference and by %v without it; expected less, and more than twice as much",
			by, off)
	}
}

// drive simulates a drive of two masses with dry friction at the motor, in steps that are small against its modes.
func drive(d frequency.TwoMass, u []float64, step float64) (motor, load []float64) {
	const parts = 40
	h := step / parts
	phi, w1, w2 := 0.0, 0.0, 0.0
	for _, effort := range u {
		motor, load = append(motor, w1), append(load, w2)
		for range parts {
			k := func(p, a, b float64) (float64, float64, float64) {
				between := d.Stiffness*p + d.Coupling*(a-b)
				rub := d.Friction * math.Tanh(a/1e-3)
				return a - b, (effort - d.MotorDamping*a - rub - between) / d.Motor,
					(between - d.LoadDamping*b) / d.Load
			}
			a1, b1, c1 := k(phi, w1, w2)
			a2, b2, c2 := k(phi+h/2*a1, w1+h/2*b1, w2+h/2*c1)
			phi, w1, w2 = phi+h*a2, w1+h*b2, w2+h*c2
		}
	}
	return motor, load
}

// TestTwoMass finds the numbers of drives again, from both sides, without friction to 0.1 % and with friction, whose
// effect on the response is that of its first harmonics, to some percent.
func TestTwoMass(t *testing.T) {
	d := frequency.TwoMass{Motor: 0.02, Load: 0.05, Stiffness: 400, Coupling: 0.06, MotorDamping: 0.03,
		LoadDamping: 0.05}
	const n, step = 1 << 15, 0.002
	rng := rand.New(rand.NewPCG(5, 6))
	u := make([]float64, n)
	for i := range u {
		if u[i] = 3; i%4 != 0 {
			u[i] = u[i-1]
		} else if rng.IntN(2) == 0 {
			u[i] = -3
		}
	}
	for _, friction := range []float64{0, 0.4} {
		d.Friction = friction
		motor, load := drive(d, u, step)
		for side, out := range map[frequency.Side][]float64{frequency.MotorSide: motor, frequency.LoadSide: load} {
			if friction > 0 && side == frequency.LoadSide {
				continue // the friction rubs at the motor
			}
			known := 0.0 // the velocity of the load does not tell the inertias apart
			if side == frequency.LoadSide {
				known = d.Motor
			}
			e, err := frequency.Welch([]frequency.EvenStretch{{In: u, Out: out}}, step, 2048, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.FitTwoMass("", known)
			if err != nil {
				t.Fatal(err)
			}
			limit := 0.02 + 0.1*friction
			t.Logf("%s, friction %v: %+v", side, friction, *got)
			if got.Side != side {
				t.Errorf("side %s; expected %s", got.Side, side)
			}
			expect.Number(t, "motor", got.Motor, d.Motor, limit*d.Motor)
			expect.Number(t, "load", got.Load, d.Load, limit*d.Load)
			expect.Number(t, "stiffness", got.Stiffness, d.Stiffness, limit*d.Stiffness)
			expect.Number(t, "anti-resonance", got.AntiResonance, math.Sqrt(d.Stiffness/d.Load)/(2*math.Pi), 0.2)
			expect.Number(t, "inertia", got.Inertia, d.Motor+d.Load, limit*d.Load)
			if blind, err := e.FitTwoMass(side, 0); err != nil || math.IsNaN(blind.Motor) != (known > 0) {
				t.Errorf("%s without an inertia: %+v, %v", side, blind, err)
			}
			if friction > 0 {
				expect.Number(t, "friction", got.Friction, friction, 0.1*friction)
			} else {
				expect.Number(t, "damping", got.MotorDamping+got.LoadDamping, 0.08, 0.01)
			}
		}
	}
}

// TestEvened brings logs to even steps: rounded times, a lost row, a gap, a row without a number.
func TestEvened(t *testing.T) {
	var times, in, out []float64
	for i := range 400 {
		if i == 50 || i >= 200 && i < 230 {
			continue
		}
		times = append(times, float64(i)*0.01)
		in, out = append(in, float64(i)), append(out, float64(2*i))
	}
	out[10] = math.NaN()
	e, err := frequency.Evened(times, in, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Stretches) != 2 || len(e.Stretches[0].In) != 200 || len(e.Stretches[1].In) != 170 || len(e.Notes) != 3 {
		t.Errorf("stretches %d of %d rows, notes %q", len(e.Stretches), len(e.Stretches[0].In), e.Notes)
	}
	expect.Number(t, "step", e.Step, 0.01, 1e-9)
	for i, x := range e.Stretches[0].In { // straight lines are interpolated exactly
		expect.Number(t, "in", x, float64(i), 1e-6)
		expect.Number(t, "out", e.Stretches[0].Out[i], float64(2*i), 1e-6)
	}
}

// TestRefused tells why there is no response.
func TestRefused(t *testing.T) {
	still := make([]float64, 100)
	for want, f := range map[string]func() error{
		"the input is the same in all rows": func() error {
			_, err := frequency.Welch([]frequency.EvenStretch{{In: still, Out: still}}, 1, 32, false)
			return err
		},
		"segments of 200 rows; expected 16 at least": func() error {
			_, err := frequency.Welch([]frequency.EvenStretch{{In: still, Out: still}}, 1, 200, false)
			return err
		},
		"there are 3 rows with numbers at rising times": func() error {
			_, err := frequency.Evened([]float64{0, 1, 2}, still[:3], still[:3], nil)
			return err
		},
		"frequencies below": func() error {
			_, err := (&frequency.ResponseEstimate{Step: 1}).FitTwoMass("", 0)
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
}
