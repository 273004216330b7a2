package sim_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
)

// TestDrifted lets a mass of 2 kg swing on a spring of 2 N/m in 100 steps of 0.1 s by the explicit Euler method, which
// makes its energy 1.01 times larger in each, from 0.01 J at a displacement of 0.1 m. The weight is 2 · 9.81 N, so the
// fall by 1 cm has 0.196 J.
func TestDrifted(t *testing.T) {
	grown := math.Pow(1.01, 100) - 1 // relative to the energy at the start
	swing := func(start, most float64, until ...string) (*sim.Summary, error) {
		return expect.World(t, sim.Config{Model: cart(t, 0), Joints: []sim.JointExtras{{Stiffness: 2}},
			Integration: sim.Integration{Method: integrate.EulerMethod, Step: 0.1, MaxDrift: most},
			Start:       sim.Start{Position: []float64{start}},
			End:         sim.End{Until: until}}).Run(context.Background(), 10)
	}
	for _, c := range []struct {
		name        string
		start, most float64
		status      sim.Status
	}{
		{"the default", 1, 0, sim.Drifted},
		{"any drift", 1, math.Inf(1), sim.Done},
		{"little energy", 0.1, 0, sim.Done}, // 0.0171 J of 0.196 J
		{"a close bound on little energy", 0.1, 0.99 * 0.01 * grown / (2 * 9.81 * 0.01), sim.Drifted},
		{"a wide bound on little energy", 0.1, 1.01 * 0.01 * grown / (2 * 9.81 * 0.01), sim.Done},
	} {
		s, err := swing(c.start, c.most)
		if want := c.start * c.start * grown; math.Abs(s.Ledger.Drift-want) > 1e-12*want {
			t.Fatalf("%s: drift %v, want %v", c.name, s.Ledger.Drift, want)
		}
		var drifted *sim.DriftedError
		if s.Status != c.status || errors.As(err, &drifted) != (c.status == sim.Drifted) {
			t.Errorf("%s: status %s, error %v", c.name, s.Status, err)
		}
		if drifted != nil && (drifted.Drift != s.Ledger.Drift || drifted.Share != s.Ledger.DriftShare() ||
			s.Reason != err.Error()) {
			t.Errorf("%s: %+v, reason %q", c.name, drifted, s.Reason)
		}
	}
	share := func() float64 { s, _ := swing(1, 1e9); return s.Ledger.DriftShare() }()
	for _, factor := range []float64{0.999, 1.001} {
		if s, _ := swing(1, share*factor); (s.Status == sim.Drifted) != (factor < 1) {
			t.Errorf("share %v, bound %v times it: status %s", share, factor, s.Status)
		}
	}
	// The energy that ends this run early was made by the integration.
	if s, err := swing(1, 0.1, "x/position > 1.2"); s.Status != sim.Drifted || err == nil || s.End.Time == 10 {
		t.Errorf("stopped by a condition: %s at %v s, %v", s.Status, s.End.Time, err)
	}
	// An energy that overflows is no number to compare.
	if s, err := swing(1e160, 0); s.Status != sim.Drifted || err == nil {
		t.Errorf("an energy of 1e320 J: %s, %v", s.Status, err)
	}
	if _, err := sim.New(sim.Config{Model: cart(t, 0), Integration: sim.Integration{MaxDrift: -1}}); err == nil {
		t.Error("a negative share is taken")
	}
}
