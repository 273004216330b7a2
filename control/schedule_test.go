package control_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/models/oracle/golden"
)

// TestScheduled compares a law whose gains depend on the second position with laws that have the gains at that place,
// and which remember the same.
func TestScheduled(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	inf := math.Inf(1)
	at := func(x float64) control.RateGains {
		return control.RateGains{P: []float64{10 + x, 5}, I: []float64{3*x + 1, 1}, D: []float64{1, 2 + x},
			Clamp: []float64{inf, 2}}
	}
	table := control.Table{Points: []float64{0, 1, 3}, Gains: []control.RateGains{at(0), at(1), at(3)}}
	pid := func(g control.RateGains) *control.PID {
		l, err := control.NewPID(m, control.PIDConfig{P: g.P, I: g.I, D: g.D, Clamp: g.Clamp})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	law, err := control.NewScheduled(m, pid(at(2)), 1, table)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var z []float64
	for range 50 {
		in := input(rng, m)
		in.Q[1] = 5*rng.Float64() - 1
		same := pid(at(max(0, min(3, in.Q[1]))))
		if z != nil {
			same.SetState(z)
		}
		// Gains differ by the rounding of an interpolation.
		got, want := effort(t, law, in), effort(t, same, in)
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-13*(1+math.Abs(want[i])) {
				t.Fatalf("at %v: efforts %v; expected %v", in.Q[1], got, want)
			}
		}
		z = law.(control.Stateful).AppendState(nil)
		for i, x := range same.AppendState(nil) {
			if math.Abs(z[i]-x) > 1e-13*(1+math.Abs(x)) {
				t.Fatalf("integrals %v; expected %v", z[i], x)
			}
		}
	}
	for _, x := range []struct {
		points []float64
		want   string
	}{{[]float64{0, 1}, "2 points and 3 gains"}, {[]float64{0, 2, 2}, "point 2 is 2"},
		{[]float64{0, math.NaN(), 2}, "point 1 is NaN"}} {
		table.Points = x.points
		_, err := control.NewScheduled(m, pid(at(0)), 1, table)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("got the error %v; expected %q", err, x.want)
		}
	}
}
