package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// sine returns samples of a motion of a model whose joints have one coordinate, of frequencies up to some Hz, with
// efforts that are its accelerations.
func sine(m *tree.Model, n int, h float64) *fit.Samples {
	s := &fit.Samples{}
	for i := range n {
		t := h * float64(i)
		row := func(value func(w, phase float64) float64) []float64 {
			x := make([]float64, m.NV())
			for k := range x {
				x[k] = value(float64(k+1), float64(k))
			}
			return x
		}
		s.T = append(s.T, t)
		s.Q = append(s.Q, row(func(w, p float64) float64 { return math.Sin(w*t + p) }))
		s.V = append(s.V, row(func(w, p float64) float64 { return w * math.Cos(w*t+p) }))
		s.A = append(s.A, row(func(w, p float64) float64 { return -w * w * math.Sin(w*t+p) }))
		s.Tau = append(s.Tau, row(func(w, p float64) float64 { return -w * w * math.Sin(w*t+p) }))
	}
	return s
}

// forget makes columns unknown.
func forget(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i := range out {
		out[i] = make([]float64, len(rows[i]))
		for k := range out[i] {
			out[i][k] = math.NaN()
		}
	}
	return out
}

// largestOff returns the largest difference of two tables.
func largestOff(a, b [][]float64) float64 {
	largest := 0.0
	for i := range a {
		largest = math.Max(largest, floats.Distance(a[i], b[i], math.Inf(1)))
	}
	return largest
}

// TestSmooth checks that missing velocities and accelerations are found, with the accuracy of the differences, and
// that a filter whose cutoff is well above the motion leaves it as it is.
func TestSmooth(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	const h = 0.005
	full := sine(m, 2001, h)
	for _, c := range []struct {
		name   string
		lacks  *fit.Samples
		cutoff float64
		// of differences, twice: 2 ω² (ωh)⁴/30 for ω = 7; of a filter at 50 Hz more, for its beginning leaves 1e-5 of
		// accelerations of ω²
		limit float64
	}{
		{"nothing", full, 0, 0},
		{"accelerations", &fit.Samples{T: full.T, Q: full.Q, V: full.V, A: forget(full.A), Tau: full.Tau}, 0,
			3e-6},
		{"both", &fit.Samples{T: full.T, Q: full.Q, V: forget(full.V), A: forget(full.A), Tau: full.Tau}, 0, 6e-6},
		{"both, filtered", &fit.Samples{T: full.T, Q: full.Q, V: forget(full.V), A: forget(full.A),
			Tau: full.Tau}, 6.25, 5e-4},
	} {
		if got := c.lacks.Complete(); got != (c.name == "nothing") {
			t.Errorf("%s: complete is %v", c.name, got)
		}
		got, err := c.lacks.Smooth(m, c.cutoff)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Complete() {
			t.Fatalf("%s: not complete", c.name)
		}
		want := sine(m, 2001, h)
		at := func(i int) int { return int(math.Round(got.T[i] / h)) }
		for i := range got.T {
			k := at(i)
			for _, pair := range [][2][]float64{{got.Q[i], want.Q[k]}, {got.V[i], want.V[k]}, {got.A[i], want.A[k]},
				{got.Tau[i], want.Tau[k]}} {
				if d := floats.Distance(pair[0], pair[1], math.Inf(1)); d > c.limit {
					t.Fatalf("%s, at %v s: off by %.3g, limit %.3g", c.name, got.T[i], d, c.limit)
				}
			}
		}
		spare := 2001 - got.Len()
		if c.cutoff == 0 && spare > 8 || c.cutoff == 6.25 && (got.Len() < 1940 || got.Len() > 1980) {
			t.Errorf("%s: %d samples", c.name, got.Len())
		}
	}
	if largestOff(full.Q, sine(m, 2001, h).Q) != 0 {
		t.Error("the samples have changed")
	}
}

// TestSmoothNoise checks that the filter takes away noise of the positions above its cutoff, eight times that of the
// equation, and none of the motion: of white noise the share 2 cutoff/rate of the power is left. And it checks that the
// noise of the velocities, ω² times as strong at each frequency, is told.
func TestSmoothNoise(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	const n, h, cutoff, sigma = 40_000, 0.001, 10., 1e-3
	s, clean := sine(m, n, h), sine(m, n, h)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range s.Q {
		s.Q[i][0] += sigma * rng.NormFloat64()
	}
	s.V = forget(s.V)
	got, err := s.Smooth(m, cutoff)
	if err != nil {
		t.Fatal(err)
	}
	position, velocity := 0.0, 0.0
	for i := range got.T {
		k := int(math.Round(got.T[i] / h))
		position += math.Pow(got.Q[i][0]-clean.Q[k][0], 2) / float64(got.Len())
		velocity += math.Pow(got.V[i][0]-clean.V[k][0], 2) / float64(got.Len())
	}
	// The equivalent width of 1/(1 + (f/f₀)⁸)² is near f₀, which is 1.12 cutoffs; 4000 numbers know their power to 2 %.
	if want := 2 * 8 * cutoff * h * sigma * sigma; math.Abs(position-want) > 0.2*want {
		t.Errorf("power of the noise %v, want %v", position, want)
	}
	if told := got.VelocityNoise(0, 0); math.Abs(math.Sqrt(velocity)/told-1) > 0.2 {
		t.Errorf("noise of the velocity %v, told %v", math.Sqrt(velocity), told)
	}
	if quiet := got.VelocityNoise(1, 0); quiet > 1e-6 { // differences of order 6 of sin 2t at 1 kHz leave nothing
		t.Errorf("noise of the velocity that has none: told %v", quiet)
	}
}

// TestSmoothPoses checks the velocities and accelerations of a floating base and of joints whose positions are poses,
// on a motion that is integrated in small steps.
func TestSmoothPoses(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	const h, part = 0.002, 50
	v0, v1 := randrobot.Vector(1, m.NV()), randrobot.Vector(2, m.NV())
	s := &fit.Samples{}
	q := m.Neutral()
	for i := range 400 {
		velocity := func(t float64) []float64 {
			v := make([]float64, m.NV())
			for k := range v {
				v[k] = v0[k]*math.Cos(2*t) + v1[k]*math.Sin(3*t)
			}
			return v
		}
		t := h * float64(i)
		a := make([]float64, m.NV())
		for k := range a {
			a[k] = -2*v0[k]*math.Sin(2*t) + 3*v1[k]*math.Cos(3*t)
		}
		s.T = append(s.T, t)
		s.Q = append(s.Q, append([]float64(nil), q...))
		s.V, s.A, s.Tau = append(s.V, velocity(t)), append(s.A, a), append(s.Tau, make([]float64, m.NV()))
		for k := range part { // midpoint rule
			m.Integrate(q, q, velocity(t+h*(float64(k)+0.5)/part), h/part)
		}
	}
	got, err := (&fit.Samples{T: s.T, Q: s.Q, V: forget(s.V), A: forget(s.A), Tau: s.Tau}).Smooth(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	first := int(math.Round(got.T[0] / h))
	// Differences of poses are of second order where axes turn: h² times third derivatives, up to some 100.
	if d := largestOff(got.V, s.V[first:]); d > 2e-4 {
		t.Errorf("velocities are off by %v", d)
	}
	if d := largestOff(got.A, s.A[first:]); d > 2e-3 {
		t.Errorf("accelerations are off by %v", d)
	}
}

// TestUneven checks that uneven steps are named, but for a shorter last one.
func TestUneven(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	s := sine(m, 100, 0.01)
	s.T[99] = s.T[98] + 0.004
	if got, err := s.Smooth(m, 0); err != nil || got.Len() != 99 {
		t.Errorf("a shorter last step: %v", err)
	}
	s.T[50] += 0.001
	if _, err := s.Smooth(m, 0); err == nil || !strings.Contains(err.Error(),
		"the step from 0.49 s to 0.501 s is 0.011 s and the first one 0.01 s; expected even steps") {
		t.Errorf("got %v", err)
	}
	if _, err := sine(m, 4, 0.01).Smooth(m, 0); err == nil || !strings.Contains(err.Error(),
		"there are 4 rows; expected 5 or more") {
		t.Errorf("got %v", err)
	}
	if _, err := sine(m, 100, 0.01).Smooth(m, 1); err == nil || !strings.Contains(err.Error(),
		"expected a longer log") {
		t.Errorf("got %v", err)
	}
	if _, err := sine(m, 100, 0.01).Smooth(m, 70); err == nil || !strings.Contains(err.Error(), "below 33.3333 Hz") {
		t.Errorf("got %v", err)
	}
}
