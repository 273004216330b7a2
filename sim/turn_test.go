package sim_test

import (
	"math"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// spun returns a rod that swings about y, with a wheel at its end that turns about the rod: the centre of mass of the
// wheel is off its axis by an offset.
func spun(t *testing.T, offset float64) *tree.Model {
	free := &urdf.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Effort: 1e3, Velocity: 1e9}
	return expect.Model(t, &urdf.Robot{Name: "spun", Links: []urdf.Link{{Name: "world"},
		{Name: "rod", Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0, 0, -0.5}},
			Inertia: urdf.Tensor{IXX: 0.1, IYY: 0.1, IZZ: 0.01}}},
		{Name: "wheel", Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{offset, 0, 0}},
			Inertia: urdf.Tensor{IXX: 0.01, IYY: 0.01, IZZ: 0.02}}}},
		Joints: []urdf.Joint{
			{Name: "swing", Type: urdf.Continuous, Parent: "world", Child: "rod", Axis: [3]float64{0, 1, 0},
				Limit: free},
			{Name: "spin", Type: urdf.Continuous, Parent: "rod", Child: "wheel", Axis: [3]float64{0, 0, 1}, Limit: free,
				Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}}}}})
}

// TestTurn lets a rod swing whose wheel spins with 900 rad/s, 0.9 rad in a step. The angle of a balanced wheel matters
// to nothing, so the swing is the fastest turn, with the speed that it has at the bottom: √(2 m g l (1 − cos q)/J) =
// √(2 · 14.715 · (1 − cos 1) / 1.36) from 1 rad, for 1 kg at 0.5 m and at 1 m. An unbalanced one is too fast for the
// steps of a method that does not choose its own.
func TestTurn(t *testing.T) {
	for _, c := range []struct {
		offset float64
		method integrate.Method
		joint  string
		speed  float64
		coarse bool
	}{
		{0, integrate.RK4Method, "swing", math.Sqrt(2 * 14.715 * (1 - math.Cos(1)) / 1.36), false},
		{0.01, integrate.RK4Method, "spin", 900, true},
		{0.01, integrate.DormandPrinceMethod, "spin", 900, false},
	} {
		w := expect.World(t, sim.Config{Model: spun(t, c.offset), Integration: sim.Integration{Method: c.method,
			MaxDrift: math.Inf(1)}, Start: sim.Start{Position: []float64{1, 0}, Velocity: []float64{0, 900}}})
		s, turn := expect.Run(t, w, 1.5), w.FastestTurn()
		if turn.Joint != c.joint || math.Abs(turn.Speed/c.speed-1) > 0.01 || (s.Coarse.Speed > 0) != c.coarse {
			t.Errorf("offset %v: %+v, coarse %v, want %s with %v rad/s", c.offset, turn, s.Coarse, c.joint, c.speed)
		}
		if s.Coarse.Speed > 0 && s.Coarse != turn {
			t.Errorf("offset %v: too fast is %+v, the fastest turn is %+v", c.offset, s.Coarse, turn)
		}
		expect.Run(t, w, 1.501)
		if turn := w.FastestTurn(); turn.Speed > 0 && turn.Time < 1.5 { // a run of its own
			t.Errorf("the turn of the run before: %+v", turn)
		}
	}
}

// TestBegins compares the time of the first radian with that of a fall at the acceleration a of the start, √(2/a), and
// at the speed v of the start, 1/v.
func TestBegins(t *testing.T) {
	at := func(q, v float64) (sim.Turn, float64) {
		return expect.World(t, sim.Config{Model: spun(t, 0), Start: sim.Start{Position: []float64{q, 0},
			Velocity: []float64{v, 500}}}).Begins()
	}
	a := 14.715 / 1.36
	if turn, within := at(math.Pi/2, 0); math.Abs(within-math.Sqrt(2/a)) > 1e-9 || turn.Joint != "swing" {
		t.Errorf("it falls: %+v within %v s, want %v", turn, within, math.Sqrt(2/a))
	}
	if turn, within := at(0, -20); math.Abs(within-0.05) > 1e-9 || math.Abs(turn.Speed-20) > 1e-6 {
		t.Errorf("it swings: %+v within %v s, want 0.05", turn, within)
	}
	if turn, within := at(0, 0); within < 1e6 {
		t.Errorf("it hangs: %+v within %v s", turn, within)
	}
}
