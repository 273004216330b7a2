package loop_test

import (
	"math"
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
)

// TestReset drives an arm by a PID with integrals and a filter, with noise, a velocity filter, differences, a delay, a
// rate limit and a lag: after another motion and a reset it moves as at first, to the last bit, and nothing is
// allocated.
func TestReset(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	n := m.NV()
	for _, sensors := range []signal.Sensors{
		{PositionNoise: 1e-3, Difference: true, VelocityFilter: 40},
		{PositionNoise: 1e-3, VelocityNoise: 0.1, PositionResolution: 1e-3},
	} {
		pid, err := control.NewPID(m, control.PIDConfig{P: constant(n, 80), I: constant(n, 200), D: constant(n, 8),
			FilterTime: 0.01, AntiWindup: control.BackCalculation, TrackingTime: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		plan := reference.NewPlan(m, []float64{0.5, -0.3})
		l, err := loop.NewSampled(loop.SampledConfig{Model: m, Period: 0.003, Delay: 0.004, Plan: plan, Seed: 3,
			Law: control.Sum(m, pid, control.NewGravityCompensation(m)), Sensors: sensors,
			Actuators: signal.Actuators{Limit: constant(n, 30), RateLimit: 4000, Lag: 0.002}})
		if err != nil {
			t.Fatal(err)
		}
		w, err := sim.New(sim.Config{Model: m, Controller: loop.Sum(m, plan, l)})
		if err != nil {
			t.Fatal(err)
		}
		walk := func(steps int) (bits []uint64) {
			for range steps {
				if _, err := w.Step(); err != nil {
					t.Fatal(err)
				}
				for _, x := range slices.Concat(w.State().Q, w.State().Qd, w.State().Qdd) {
					bits = append(bits, math.Float64bits(x))
				}
			}
			return bits
		}
		reset := func(qd ...float64) {
			if err := w.Reset(nil, qd); err != nil {
				t.Fatal(err)
			}
		}
		first := walk(200)
		reset(1, -3)
		if other := walk(101); slices.Equal(other, first[:len(other)]) {
			t.Fatal("another start leads to the same motion")
		}
		reset()
		if !slices.Equal(walk(200), first) {
			t.Errorf("%+v: the motion after a reset is another one", sensors)
		}
		start := make([]float64, n)
		if a := testing.AllocsPerRun(10, func() {
			if err := w.Reset(nil, start); err != nil {
				t.Fatal(err)
			}
			for range 10 {
				if _, err := w.Step(); err != nil {
					t.Fatal(err)
				}
			}
		}); a != 0 {
			t.Errorf("%v allocations", a)
		}
	}
}
