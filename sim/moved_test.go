package sim_test

import (
	"math"
	"testing"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/tree"
)

// pendulum returns a world of a point mass of 1 kg at 1 m that starts at rest at an angle from hanging.
func pendulum(t *testing.T, angle, step float64, method integrate.Method) *sim.World {
	m := golden.Embedded(t, "pendulum")
	return expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
		Start: sim.Start{Position: []float64{angle}}})
}

// period is that of the pendulum from the horizontal (s): 4 K(sin 45°) √(l/g).
var period = 4 * 1.8540746773013719 / math.Sqrt(9.81)

// TestMoved lets a pendulum fall from the horizontal and swing back: it ends at rest where it started, and what moved
// is the energy m g l that it has at the bottom. The steps are 1 % of the period or less, or those of a method that
// takes some 20 for it; so no look is farther than a fortieth of the period from the bottom, where a few per cent are
// missing.
func TestMoved(t *testing.T) {
	for _, c := range []struct {
		method integrate.Method
		step   float64
	}{{integrate.RK4Method, 1e-3}, {integrate.RK4Method, 0.02}, {integrate.ImplicitMidpointMethod, 0.005},
		{integrate.DormandPrinceMethod, period}} {
		s := expect.Run(t, pendulum(t, math.Pi/2, c.step, c.method), 3*period)
		if s.End.Kinetic > 1e-3 || math.Abs(s.End.Potential-s.Start.Potential) > 1e-2 {
			t.Errorf("%s: it does not end as it started: %+v", c.method.Name, s.End)
		}
		if got := s.Ledger.Moved; !(math.Abs(got-9.81) < 0.05*9.81) {
			t.Errorf("%s, step %v: %v J moved, want 9.81", c.method.Name, c.step, got)
		}
		if got, want := s.Ledger.DriftShare(), math.Abs(s.Ledger.Drift)/s.Ledger.Moved; got != want || got > 1e-3 {
			t.Errorf("%s: share %v of the drift, want %v, and little", c.method.Name, got, want)
		}
	}
}

// TestMovedByWork looks at arms and masses that are at rest at both ends, or lose what they gain.
func TestMovedByWork(t *testing.T) {
	m := cart(t, 0)
	s := expect.Run(t, expect.World(t, sim.Config{Model: m, Controller: law(func(t, _, _ float64) float64 {
		return 5 * math.Copysign(1, 1-t) // there and back: 5 m/s² / 2 for 1 s
	}), Integration: sim.Integration{Method: integrate.RK4Method}}), 2)
	if want := 6.25; math.Abs(s.Ledger.EffortWork) > 0.1 || math.Abs(s.Ledger.Moved-want) > 0.02*want {
		t.Errorf("%v J moved, want %v; the work is %v", s.Ledger.Moved, want, s.Ledger.EffortWork)
	}
	s = expect.Run(t, expect.World(t, swinging(t)), 40)
	l := s.Ledger
	if most := max(math.Abs(l.EffortWork), l.WrenchWork, l.DampingLoss, l.FrictionLoss, l.StopLoss); l.Moved < most {
		t.Errorf("%v J moved, and the ledger has %v: %+v", l.Moved, most, l)
	}
}

// TestMovedAtRest checks that rounding is no share of what does not move: a pendulum that all but hangs still, and
// robots whose efforts hold them.
func TestMovedAtRest(t *testing.T) {
	if s := expect.Run(t, pendulum(t, 1e-9, 1e-3, integrate.RK4Method), 3); s.Ledger.DriftShare() > 1e-3 {
		t.Errorf("share %v of the drift %v", s.Ledger.DriftShare(), s.Ledger.Drift)
	}
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		if m.Floating() {
			t.Skip("nothing holds a floating base")
		}
		hold := make([]float64, m.EffortLayout().Len())
		rnea.New(m).Gravity(hold[:m.NV()], m.Neutral())
		s := expect.Run(t, expect.World(t, sim.Config{Model: m, Ideal: true, Controller: loop.NewOpenLoop(hold, nil),
			Integration: sim.Integration{Method: integrate.RK4Method}}), 0.2)
		if !(s.Ledger.DriftShare() < 1e-3) {
			t.Errorf("share %v of the drift %v", s.Ledger.DriftShare(), s.Ledger.Drift)
		}
	})
}

// TestLedgerOfLongOutputs brakes a mass with damping d = 3 N s/m, logged once in 2 s by a method that takes some fifty
// steps in between: the damping takes m v²/2 (1 − e^(−2 d t/m)), as exactly as the steps are.
func TestLedgerOfLongOutputs(t *testing.T) {
	s := expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 3), Start: sim.Start{Velocity: []float64{4}},
		Integration: sim.Integration{Method: integrate.DormandPrinceMethod, Step: 2}}), 2)
	if want := 16 * (1 - math.Exp(-6)); math.Abs(s.Ledger.DampingLoss-want) > 1e-6 || s.Steps != 1 {
		t.Errorf("the damping took %v, want %v; %d steps", s.Ledger.DampingLoss, want, s.Steps)
	}
}
