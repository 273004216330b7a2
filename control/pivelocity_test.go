package control_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

func newPIVelocity(t interface{ Fatal(...any) }, m *tree.Model, g control.RateGains) *control.PIVelocity {
	l, err := control.NewPIVelocity(m, g)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestPIVelocity compares the law, sample by sample, with its equations written out, in which an integral does not keep
// an error that the last sample added in the direction in which an effort was lost, and with a law that was another one
// and is reused. The parts add up to the effort.
func TestPIVelocity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		n := m.NV()
		g := control.RateGains{P: vector(rng, n), I: vector(rng, n), D: vector(rng, n), Clamp: make([]float64, n)}
		for i := range n {
			if g.Clamp[i] = 0.02 * rng.Float64(); rng.IntN(3) == 0 {
				g.Clamp[i] = math.Inf(1)
			}
			if rng.IntN(4) == 0 {
				g.I[i] = 0
			}
		}
		law := newPIVelocity(t, m, g)
		reused := newPIVelocity(t, m, control.RateGains{P: vector(rng, n), I: vector(rng, n), D: vector(rng, n)})
		effort(t, reused, input(rng, m))
		if !control.Reuse(reused, law) {
			t.Fatal("a law cannot be reused with other gains")
		}
		sum, last, e := make([]float64, n), make([]float64, n), make([]float64, n)
		for sample := range 20 {
			in := input(rng, m)
			if sample > 0 {
				in.Lost = vector(rng, n)
			}
			got := effort(t, law, in)
			if again := effort(t, reused, in); !slices.Equal(got, again) {
				t.Fatalf("sample %d: a law that is reused asks for %v; expected %v", sample, again, got)
			}
			m.Difference(e, in.Q, in.Reference.Q)
			for i := range n {
				if in.Lost != nil && math.Signbit(in.Lost[i]) != math.Signbit(last[i]) {
					sum[i] -= last[i]
				}
				s := in.Reference.Qd[i] + g.P[i]*e[i] - in.Qd[i]
				want := g.D[i]*s + sum[i]
				parts := 0.0
				for _, x := range law.AppendParts(nil, i) {
					parts += x
				}
				// Numbers are of the magnitude 1 to 10, and of 20 sums.
				if math.Abs(got[i]-want) > 1e-13 || math.Abs(parts-want) > 1e-13 {
					t.Fatalf("sample %d, rate %d: effort %v, parts %v; expected %v", sample, i, got[i], parts, want)
				}
				before := sum[i]
				sum[i] += 0.01 * g.I[i] * s
				sum[i] = max(-g.Clamp[i], min(g.Clamp[i], sum[i]))
				last[i] = sum[i] - before
			}
		}
	})
}

// TestPIVelocityPoles places the poles of the loop with an inertia J,
//
//	J λ³ + D λ² + (D P + I) λ + P I = 0
//
// at −2, −6 and −40 1/s, and compares the motion from rest with the sum of exponentials that has them.
func TestPIVelocityPoles(t *testing.T) {
	const inertia = 3.0
	poles := []float64{-2, -6, -40}
	s1, s2, s3 := 2.0+6+40, 2.0*6+2*40+6*40, 2.0*6*40
	p := (s2 - math.Sqrt(s2*s2-4*s1*s3)) / (2 * s1)
	g := control.RateGains{P: []float64{p, 0}, I: []float64{inertia * s3 / p, 0}, D: []float64{inertia * s1, 0}}
	m := golden.Embedded(t, "cartesian") // whose joints are prismatic, and of which the first is this inertia here
	// follow returns where the inertia is after half a second, under efforts that samples hold.
	follow := func(period float64, samples int) float64 {
		law := newPIVelocity(t, m, g)
		q, qd, goal := 1.0, 0.0, reference.NewSetpoint(m)
		copy(goal.Q, []float64{0, 0})
		for range samples {
			a := effort(t, law, &control.Input{Period: period, Q: []float64{q, 0}, Qd: []float64{qd, 0},
				Reference: goal})[0] / inertia
			q, qd = q+period*qd+period*period/2*a, qd+period*a
		}
		return q
	}
	// c₁ + c₂ + c₃ = 1, Σ c λ = 0 and Σ c λ² = −D P / J, the first acceleration
	first := -g.D[0] * p / inertia
	want := 0.0
	for k, x := range poles {
		y, z := poles[(k+1)%3], poles[(k+2)%3]
		want += (first + y*z) / ((x - y) * (x - z)) * math.Exp(x*0.5)
	}
	// Samples are off by a power series of the period, whose first term two periods cancel. The second one is about
	// (40 1/s)² (0.25 ms)², 1e-4.
	got := 2*follow(0.00025, 2000) - follow(0.0005, 1000)
	if math.Abs(got-want) > 1e-4*want {
		t.Errorf("after half a second at %v; expected %v", got, want)
	}
}

// TestPIVelocityRemembers checks that the state and the rows are all that the law keeps, and what the law refuses.
func TestPIVelocityRemembers(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	rng := rand.New(rand.NewPCG(5, 6))
	g := control.RateGains{P: vector(rng, 2), I: []float64{300, 0}, D: vector(rng, 2), Clamp: []float64{3, 3}}
	law := func() control.Law {
		return control.Sum(m, newPIVelocity(t, m, g), control.NewGravityCompensation(m))
	}
	wholeState(t, m, "pi_velocity", law)
	g.I[1] = 200
	completeRows(t, m, "pi_velocity", law())
	g.Clamp[1] = -1
	if _, err := control.NewPIVelocity(m, g); err == nil || !strings.Contains(err.Error(),
		"the limit of integral 1 is -1; expected 0 or more") {
		t.Errorf("got %v", err)
	}
}
