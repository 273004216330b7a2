package control_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
)

// TestCompensation compares the law with its equation, whose parts are differences of inverse dynamics.
func TestCompensation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		n := m.NV()
		in := input(rng, m)
		c := control.CompensationConfig{Shares: control.Shares{Acceleration: rng.Float64(), Velocity: rng.Float64(),
			Gravity: rng.Float64(), Damping: rng.Float64(), Friction: rng.Float64()}, Drags: make([]control.Drag, n),
			AtVelocity: rng.IntN(2) == 0}
		for i := range c.Drags {
			c.Drags[i] = control.Drag{Coulomb: rng.Float64(), Viscous: rng.Float64()}
			if i%2 == 0 {
				c.Drags[i].Level, c.Drags[i].Velocity = 2, 0.3
			}
		}
		got := effort(t, control.NewCompensation(m, c), in)
		inverse, zero, to := rnea.New(m), make([]float64, n), in.Reference
		of := func(qd, qdd []float64) []float64 {
			tau := make([]float64, n)
			inverse.InverseDynamics(tau, to.Q, qd, qdd, nil)
			return tau
		}
		gravity, bias, all := of(zero, zero), of(to.Qd, zero), of(to.Qd, to.Qdd)
		for i := range n {
			d, v, x := c.Drags[i], to.Qd[i], to.Qd[i]
			if c.AtVelocity {
				x = in.Qd[i]
			}
			level := d.Coulomb
			if d.Velocity > 0 {
				level += (d.Level - d.Coulomb) * math.Exp(-math.Pow(v/d.Velocity, 2))
			}
			want := c.Gravity*gravity[i] + c.Velocity*(bias[i]-gravity[i]) + c.Acceleration*(all[i]-bias[i]) +
				c.Damping*d.Viscous*x + c.Friction*math.Copysign(level, v)
			if math.Abs(got[i]-want) > 1e-11*(1+math.Abs(all[i])) { // sums of a few numbers
				t.Fatalf("rate %d: effort %v; expected %v", i, got[i], want)
			}
		}
	})
}

// springy returns a compensation for a robot with springs, all of whose numbers matter.
func springy(m *tree.Model) *control.Compensation {
	return control.NewCompensation(m, control.CompensationConfig{Shares: control.Shares{Acceleration: 1,
		Velocity: 1, Gravity: 1, Damping: 1, Friction: 1, Springs: 1},
		Drags:      []control.Drag{{Coulomb: 1, Viscous: 2}, {Coulomb: 1, Viscous: 2, Level: 3, Velocity: 0.1}},
		Passive:    m.Passive([]tree.Spring{{Joint: 0, Stiffness: 7, Rest: 0.1}, {Joint: 1, Stiffness: 5}}),
		AtPosition: true})
}

// TestCompensationSprings compares springs, at the measured position, and checks the rows.
func TestCompensationSprings(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	completeRows(t, m, "compensation", springy(m))
	in := input(rand.New(rand.NewPCG(1, 2)), m)
	clear(in.Reference.Qd)
	clear(in.Reference.Qdd)
	got, want := effort(t, springy(m), in), make([]float64, 2)
	rnea.New(m).Gravity(want, in.Reference.Q)
	want[0] += 7 * (in.Q[0] - 0.1)
	want[1] += 5 * in.Q[1]
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("rate %d: effort %v; expected %v", i, got[i], want[i])
		}
	}
}

// TestWeightedPID compares a PID with weights, a limit of its output and a dead band with its recursion written out.
func TestWeightedPID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		n := m.NV()
		b, c := rng.Float64(), rng.Float64()
		config := control.PIDConfig{P: vector(rng, n), I: vector(rng, n), D: vector(rng, n),
			AntiWindup: control.BackCalculation, Weights: &control.SetpointWeights{P: b, D: c},
			Output: slices.Repeat([]float64{0.7}, n), DeadBand: slices.Repeat([]float64{0.05}, n)}
		law, err := control.NewPID(m, config)
		if err != nil {
			t.Fatal(err)
		}
		z, cut, e := make([]float64, n), make([]float64, n), make([]float64, n)
		r, q := make([]float64, n), make([]float64, n)
		for sample := range 10 {
			in := input(rng, m)
			in.Lost = vector(rng, n)
			got := effort(t, law, in)
			m.Difference(e, in.Q, in.Reference.Q)
			m.Difference(r, m.Neutral(), in.Reference.Q)
			m.Difference(q, m.Neutral(), in.Q)
			for i := range n {
				p := config.P[i]
				if sample == 0 {
					z[i] = p * (1 - b) * q[i]
				}
				z[i] += in.Lost[i] + cut[i]
				x := 0.0
				if math.Abs(e[i]) > 0.05 {
					x = e[i] - math.Copysign(0.05, e[i])
				}
				u := p*x - p*(1-b)*r[i] + z[i] + config.D[i]*(c*in.Reference.Qd[i]-in.Qd[i])
				want := max(-0.7, min(0.7, u))
				parts := 0.0
				for _, y := range law.AppendParts(nil, i) {
					parts += y
				}
				if math.Abs(got[i]-want) > 1e-12 || math.Abs(parts-u) > 1e-12*(1+math.Abs(u)) {
					t.Fatalf("sample %d, rate %d: effort %v, parts %v; expected %v, %v", sample, i, got[i], parts,
						want, u)
				}
				cut[i] = got[i] - u
				z[i] += 0.01 * config.I[i] * x
			}
		}
	})
	m := golden.Embedded(t, "rr_arm")
	law := func() control.Law {
		l, err := control.NewPID(m, control.PIDConfig{P: []float64{8, 5}, I: []float64{30, 20}, D: []float64{2, 1},
			AntiWindup: control.Conditional, Weights: &control.SetpointWeights{P: 0.4}, Output: []float64{3, 3},
			DeadBand: []float64{0.1, 0.1}})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	wholeState(t, m, "weighted pid", law)
	completeRows(t, m, "weighted pid", law())
}
