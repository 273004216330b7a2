package reference_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/reference"
)

// must returns the trajectory of a constructor.
func must[T reference.Trajectory](t testing.TB) func(T, error) T {
	return func(x T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// samePoint compares a point within a tolerance.
func samePoint(t testing.TB, what string, got, want reference.Point, tolerance float64) {
	t.Helper()
	for _, x := range [...][2]float64{{got.Position, want.Position}, {got.Velocity, want.Velocity},
		{got.Acceleration, want.Acceleration}} {
		if !(math.Abs(x[0]-x[1]) <= tolerance) {
			t.Errorf("%s: %+v, want %+v", what, got, want)
			return
		}
	}
}

// exact is the tolerance of closed forms: numbers of order 1 to 10 and a few operations.
const exact = 1e-13

func TestClosedForms(t *testing.T) {
	piece := must[*reference.Piecewise](t)
	type point = reference.Point
	for _, c := range []struct {
		name string
		of   reference.Trajectory
		at   float64
		want point
	}{
		{"hold", reference.Hold(2), -7, point{2, 0, 0}},
		{"before a step", piece(reference.Step(0.5, 1, 3)), 0.5 - 1e-9, point{1, 0, 0}},
		{"at a step", piece(reference.Step(0.5, 1, 3)), 0.5, point{3, 0, 0}},
		{"ramp", piece(reference.Ramp(1, 3, 5, 1)), 1.5, point{4, -2, 0}},
		{"after a ramp", piece(reference.Ramp(1, 3, 5, 1)), 3, point{1, 0, 0}},
		// With s = 1/4 and T = 2: 10/64 − 15/256 + 6/1024 = 106/1024; its derivatives 30 s² (1−s)²/T and 60 s
		// (1−s)(1−2s)/T².
		{"minimum jerk", piece(reference.MinJerk(1, 3, 0, 1)), 1.5, point{106.0 / 1024, 30.0 / 16 * 9 / 16 / 2,
			60.0 / 4 * 3 / 4 / 2 / 4}},
		{"minimum jerk in the middle", piece(reference.MinJerk(1, 3, 0, 1)), 2, point{0.5, 15.0 / 8 / 2, 0}},
		// Three equal parts of 1 s at 1.5 times the mean speed 2/3.
		{"trapezoid accelerates", piece(reference.Trapezoid(0, 3, 0, 2, 0)), 0.5, point{1.0 / 8, 0.5, 1}},
		{"trapezoid at speed", piece(reference.Trapezoid(0, 3, 0, 2, 0)), 1.25, point{0.75, 1, 0}},
		{"trapezoid brakes", piece(reference.Trapezoid(0, 3, 0, 2, 0)), 2.5, point{2 - 1.0/8, 0.5, -1}},
		{"trapezoid backwards", piece(reference.Trapezoid(0, 3, 2, 0, 1)), 2.5, point{1.0 / 8, -0.5, 1}},
		{"triangle", piece(reference.Trapezoid(0, 2, 0, 1, 1)), 0.5, point{1.0 / 8, 0.5, 1}},
		{"triangle at its top", piece(reference.Trapezoid(0, 2, 0, 1, 1)), 1, point{0.5, 1, -1}},
		// Speed 2 and acceleration 4 over 3 m: half a second, one at speed, half a second.
		{"fast trapezoid", piece(reference.FastTrapezoid(1, 0, 3, 2, 4)), 2, point{1.5, 2, 0}},
		{"fast trapezoid ends", piece(reference.FastTrapezoid(1, 0, 3, 2, 4)), 3, point{3, 0, 0}},
		{"fast triangle", piece(reference.FastTrapezoid(0, 0, -1, 9, 4)), 0.25, point{-1.0 / 8, -1, -4}},
		{"no distance", piece(reference.FastTrapezoid(0, 1, 1, 9, 4)), 0.25, point{1, 0, 0}},
		// The complete spline through 0, 1, 0 is symmetric, with velocity 0 in the middle, so two Hermite cubics 3 s²
		// − 2 s³.
		{"spline", piece(reference.Spline([]float64{0, 1, 2}, []float64{0, 1, 0})), 0.5, point{0.5, 1.5, 0}},
		{"spline at a knot", piece(reference.Spline([]float64{0, 1, 2}, []float64{0, 1, 0})), 1, point{1, 0, -6}},
		{"before a spline", piece(reference.Spline([]float64{0, 1}, []float64{4, 1})), -1, point{4, 0, 0}},
		{"one knot", piece(reference.Spline([]float64{3}, []float64{4})), 0, point{4, 0, 0}},
		{"sine", &reference.Sine{Offset: 1, Amplitude: 2, Frequency: 0.25}, 2, point{1, -math.Pi, 0}},
		{"sine that begins later", &reference.Sine{Begin: 1, Amplitude: 2, Phase: math.Pi / 2}, 0, point{2, 0, 0}},
		// After half of 4 s from 0 to 1 Hz: φ = 2π t²/8 = π, ω = 2π/2, its rate 2π/4.
		{"chirp", &reference.Chirp{End: 4, Amplitude: 1, ToFrequency: 1}, 2, point{0, -math.Pi, -math.Pi / 2}},
		// φ = 2π·2 at the end of the sweep; a quarter of a period later.
		{"after a chirp", &reference.Chirp{End: 4, Amplitude: 1, ToFrequency: 1}, 4.25,
			point{1, 0, -4 * math.Pi * math.Pi}},
	} {
		samePoint(t, c.name, c.of.At(c.at), c.want, 100*exact)
	}
}

// TestExponentialChirp checks that the frequency grows by equal factors in equal times: 1, 2 and 4 Hz.
func TestExponentialChirp(t *testing.T) {
	c := &reference.Chirp{End: 2, Amplitude: 1, FromFrequency: 1, ToFrequency: 4, Exponential: true}
	for time, hertz := range map[float64]float64{0: 1, 1: 2, 2: 4, 3: 4} {
		p := c.At(time)
		// sin² + cos² = 1 gives the frequency from position and velocity.
		if w := math.Abs(p.Velocity) / math.Sqrt(1-p.Position*p.Position); math.Abs(w-2*math.Pi*hertz) > 1e-9 {
			t.Errorf("at %v s: %v Hz, want %v", time, w/2/math.Pi, hertz)
		}
	}
}

// TestHermite follows a polynomial of degree 5, which the pieces of that degree are exactly, and a cubic without
// accelerations and without velocities.
func TestHermite(t *testing.T) {
	times := []float64{-0.5, 0.2, 0.9, 1.1, 2}
	curve := func(c [6]float64) (at func(float64) reference.Point, x, v, a []float64) {
		at = func(t float64) (p reference.Point) {
			for k := 5; k >= 0; k-- {
				p = reference.Point{Position: p.Position*t + c[k], Velocity: p.Velocity*t + p.Position,
					Acceleration: p.Acceleration*t + 2*p.Velocity}
			}
			return p
		}
		for _, s := range times {
			p := at(s)
			x, v, a = append(x, p.Position), append(v, p.Velocity), append(a, p.Acceleration)
		}
		return at, x, v, a
	}
	piece := must[*reference.Piecewise](t)
	at5, x5, v5, a5 := curve([6]float64{1, -2, 0.5, 3, -1, 0.7})
	at3, x3, v3, _ := curve([6]float64{1, -2, 0.5, 3})
	at2, x2, _, _ := curve([6]float64{1, -2, 0.5})
	for _, s := range []float64{-0.5, -0.1, 0.2, 0.5, 1, 1.7, 1.999} {
		// the shortest piece has 0.2 s: division by its cube
		samePoint(t, "quintic", piece(reference.Hermite(times, x5, v5, a5)).At(s), at5(s), 1e-10)
		samePoint(t, "cubic", piece(reference.Hermite(times, x3, v3, nil)).At(s), at3(s), 1e-11)
		samePoint(t, "spline", piece(reference.Hermite(times, x3, nil, nil)).At(s), at3(s), 1e-11)
		if s < 0.9 {
			samePoint(t, "three points", piece(reference.Hermite(times[:3], x2[:3], nil, nil)).At(s), at2(s), 1e-11)
		}
	}
	samePoint(t, "two points", piece(reference.Hermite([]float64{0, 2}, []float64{1, 2}, nil, nil)).At(1),
		reference.Point{Position: 1.5, Velocity: 0.5}, exact)
}

// arbitrary draws a trajectory.
func arbitrary(t *rapid.T) reference.Trajectory {
	number := func(name string) float64 { return rapid.Float64Range(-3, 3).Draw(t, name) }
	duration := func(name string) float64 { return rapid.Float64Range(0.1, 3).Draw(t, name) }
	begin, from, to := number("begin"), number("from"), number("to")
	end := begin + duration("duration")
	var p *reference.Piecewise
	var err error
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		p, err = reference.Ramp(begin, end, from, to)
	case 1:
		p, err = reference.MinJerk(begin, end, from, to)
	case 2:
		p, err = reference.Trapezoid(begin, end, from, to, math.Abs(to-from)/(end-begin)*rapid.Float64Range(1.01,
			2).Draw(t, "speed"))
	case 3:
		p, err = reference.FastTrapezoid(begin, from, to, duration("speed"), duration("acceleration"))
	case 4, 5:
		times, x, v := []float64{begin}, []float64{from}, []float64{to}
		for i := range rapid.IntRange(1, 6).Draw(t, "knots") {
			times, x, v = append(times, times[i]+duration("step")), append(x, number("position")),
				append(v, number("velocity"))
		}
		if rapid.Bool().Draw(t, "spline") {
			p, err = reference.Spline(times, x)
		} else {
			p, err = reference.Hermite(times, x, v, nil)
		}
	case 6:
		return &reference.Sine{Begin: begin, Offset: from, Amplitude: to, Frequency: duration("frequency"),
			Phase: number("phase")}
	case 7:
		return &reference.Chirp{Begin: begin, End: end, Offset: from, Amplitude: to, FromFrequency: duration("f"),
			ToFrequency: duration("g"), Exponential: rapid.Bool().Draw(t, "exponential")}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDerivatives checks that between breaks the velocity is the derivative of the position, and the acceleration
// that of the velocity, by central differences of order 4: their error is below h⁴/30 times the fifth derivative,
// here at most of the order of (2π·3 rad/s)⁵·3 for a sine of 3 Hz and of 720·3/0.1⁵ for a quintic in 0.1 s, and the
// rounding below 1e-14/h.
func TestDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := arbitrary(t)
		at := rapid.Float64Range(-4, 8).Draw(t, "time")
		const h = 1e-4
		if r.Break(at-2*h) <= at+2*h {
			return
		}
		difference := func(f func(reference.Point) float64) float64 {
			return (8*(f(r.At(at+h))-f(r.At(at-h))) - (f(r.At(at+2*h)) - f(r.At(at-2*h)))) / (12 * h)
		}
		p := r.At(at)
		v := difference(func(p reference.Point) float64 { return p.Position })
		a := difference(func(p reference.Point) float64 { return p.Velocity })
		scale := 1 + math.Abs(p.Position) + math.Abs(p.Velocity) + math.Abs(p.Acceleration)
		if math.Abs(v-p.Velocity) > 1e-8*scale || math.Abs(a-p.Acceleration) > 1e-6*scale {
			t.Errorf("at %v s of %+v: %+v, differences %v and %v", at, r, p, v, a)
		}
	})
}

// TestBreaks checks that each break is told exactly once, in order, and that the position is continuous but for steps.
func TestBreaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := arbitrary(t)
		at, n := math.Inf(-1), 0
		for {
			next := r.Break(at)
			if math.IsInf(next, 1) {
				break
			}
			if n++; !(next > at) || n > 10 {
				t.Fatalf("break %d at %v after %v", n, next, at)
			}
			left, right := r.At(next-1e-9), r.At(next)
			if math.Abs(left.Position-right.Position) > 1e-6 { // the velocity is below 1e3
				t.Errorf("a jump at %v from %+v to %+v", next, left, right)
			}
			at = next
		}
	})
}

func TestMove(t *testing.T) {
	piece := must[*reference.Piecewise](t)
	for _, p := range []*reference.Piecewise{piece(reference.Step(1, 2, 3)), piece(reference.Ramp(1, 4, 2, 3)),
		piece(reference.MinJerk(1, 4, 2, 3)),
		piece(reference.Trapezoid(1, 4, 2, 3, 0)), piece(reference.FastTrapezoid(1, 2, 3, 1, 1))} {
		_, end := p.Span()
		if m, ok := p.Move(); !ok || m != (reference.Move{Begin: 1, End: end, From: 2, To: 3}) {
			t.Errorf("move %+v", m)
		}
	}
	for _, p := range []*reference.Piecewise{reference.Hold(1),
		piece(reference.Spline([]float64{0, 1}, []float64{0, 1}))} {
		if m, ok := p.Move(); ok {
			t.Errorf("move %+v", m)
		}
	}
}

func TestBadTrajectories(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	fails := func(_ *reference.Piecewise, err error) error { return err }
	for want, err := range map[string]error{
		"step is NaN": fails(reference.Step(0, nan, 1)),
		"begins at 2 s and ends at 2 s; expected a later end": fails(reference.Ramp(2, 2, 0, 1)),
		"is +Inf; expected a finite number":                   fails(reference.MinJerk(0, inf, 0, 1)),
		"expected more than 0.5, that of a ramp":              fails(reference.Trapezoid(0, 2, 0, 1, 0.5)),
		"and at most 1, twice as much":                        fails(reference.Trapezoid(0, 2, 0, 1, 1.1)),
		"the speed is 0 and the acceleration 1":               fails(reference.FastTrapezoid(0, 0, 1, 0, 1)),
		"there are no times":                                  fails(reference.Spline(nil, nil)),
		"time 1 follows time 1; expected rising": fails(reference.Spline([]float64{1, 1},
			[]float64{0, 0})),
		"there are 1 positions and 2 times": fails(reference.Spline([]float64{1, 2}, []float64{0})),
		"there are 3 velocities and 2 times": fails(reference.Hermite([]float64{1, 2},
			[]float64{0, 0}, make([]float64, 3), nil)),
		"one of the accelerations is NaN": fails(reference.Hermite([]float64{1, 2},
			[]float64{0, 0}, make([]float64, 2), []float64{0, nan})),
		"frequency is -1 Hz":          (&reference.Sine{Frequency: -1}).Check(),
		"a number of the sine is NaN": (&reference.Sine{Phase: nan}).Check(),
		"frequencies are 1 Hz and -1 Hz": (&reference.Chirp{End: 1, FromFrequency: 1,
			ToFrequency: -1}).Check(),
		"from or to which no exponential leads": (&reference.Chirp{End: 1, ToFrequency: 1,
			Exponential: true}).Check(),
		"ends at 0 s": (&reference.Chirp{}).Check(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for _, c := range []interface{ Check() error }{&reference.Sine{Frequency: 1},
		&reference.Chirp{End: 1, ToFrequency: 2}} {
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}
