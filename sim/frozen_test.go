package sim_test

import (
	"math"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/urdf"
)

// TestAlternatingStops runs a robot whose stops lift each other by turns, each for some microseconds, from 0.18 s on:
// more than 100,000 impacts, of motions that nobody sees, before rates are frozen. What can be seen must not
// depend on where steps end, to which freezing lasts: a motion in steps of a quarter of the length is the same.
func TestAlternatingStops(t *testing.T) {
	robot, diags := urdf.ParseFile("testdata/alternating_stops.urdf")
	if robot == nil {
		t.Fatal(diags)
	}
	m := expect.Model(t, robot)
	run := func(step float64) *sim.Summary {
		return expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: step}}), 1)
	}
	s, fine := run(0.001), run(0.00025)
	for i, x := range fine.End.Position {
		if !(math.Abs(s.End.Position[i]-x) < 1e-6) { // the error of RK4 is 1e-9
			t.Errorf("position %d is %v, and %v in steps of a quarter", i, s.End.Position[i], x)
		}
	}
	w := expect.World(t, sim.Config{Model: m})
	expect.Run(t, w, 0.1792) // in the midst of it
	if err := w.Reset(nil, nil); err != nil {
		t.Fatal(err)
	}
	if again := expect.Run(t, w, 1); again.End.Position[0] != s.End.Position[0] || again.Impacts != s.Impacts {
		t.Errorf("after a reset: position %v and %d impacts, not %v and %d", again.End.Position[0], again.Impacts,
			s.End.Position[0], s.Impacts)
	}
	if s.Impacts < 8 || s.Impacts > 200 {
		t.Errorf("%d impacts; expected those that can be seen, some dozens at most", s.Impacts)
	}
	if !(s.Ledger.LargestDrift < 1e-8*s.Ledger.Moved) {
		t.Errorf("drift %v J of %v J", s.Ledger.LargestDrift, s.Ledger.Moved)
	}
}
