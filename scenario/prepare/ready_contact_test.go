package prepare_test

import (
	"math"
	"testing"

	"kinetree/models/oracle/expect"
)

// TestReadyGrip: the box in the pads is where it was to the last bit.
func TestReadyGrip(t *testing.T) {
	_, x := play(t, "gripper_holds")
	names := []string{"box/position/x", "box/position/y", "box/position/z", "box/orientation/w", "left/position"}
	for i, now := range x.of(t, x.last(), names...) {
		if was := x.of(t, 0, names...)[i]; now != was {
			t.Errorf("%s is %v at the end and was %v; expected no creep at all", names[i], now, was)
		}
	}
}

// TestReadyCradle: in a swing of 0.3 rad the outer balls take turns, and the others stay within what their gaps of
// 0.1 mm make of impacts. The time between two is half a period of a pendulum with the moment of inertia 1.001 kg m²
// about its hinge, 4 K(sin 0.15)/2 √(1.001/9.81), and the energy stays.
func TestReadyCradle(t *testing.T) {
	run, x := play(t, "newtons_cradle", "duration", 1.2)
	k, a, b := 0.0, 1.0, math.Cos(0.15)
	for range 6 { // the complete elliptic integral by the arithmetic-geometric mean
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	k = math.Pi / (2 * a)
	half := 2 * k * math.Sqrt(1.001/9.81)
	at := 0 // the row in which the last ball is as far out as the first one was
	for i := range x.rows {
		if x.of(t, i, "time")[0] <= half {
			at = i
		}
	}
	balls := x.of(t, at, "hinge_1/position", "hinge_2/position", "hinge_3/position", "hinge_4/position",
		"hinge_5/position")
	expect.Within(t, "balls", balls, []float64{0, 0, 0, 0, 0.3}, 2e-3)
	energies := x.of(t, x.last(), "energy/total")
	expect.Within(t, "energy", energies, x.of(t, 0, "energy/total"), 1e-9)
	if n := run.World.State().T; n != 1.2 {
		t.Errorf("the run ended at %v s", n)
	}
}

// TestReadyDrops: the ball falls 1 m from when the jaws open and is at rest after √(2h/g) (1 + e)/(1 − e), and the box
// lies on a face.
func TestReadyDrops(t *testing.T) {
	_, x := play(t, "gripper_drops", "duration", 1.5)
	end := x.of(t, x.last(), "box/position/z", "box/linear_velocity/z")
	expect.Within(t, "the box lies", end, []float64{0, 0}, 1e-9)
	lowest, highest := 1.0, 0.0
	for i := range x.rows {
		now := x.of(t, i, "time", "ball/position/z")
		if lowest = min(lowest, now[1]); now[0] > 0.7 && now[0] < 1.2 {
			highest = max(highest, now[1])
		}
	}
	if lowest < -1e-9 {
		t.Errorf("the ball was %v m within the floor", -lowest)
	}
	expect.Number(t, "height of the first rebound", highest, 0.64, 1e-5)
}

// TestReadyPick: the box is lifted by 0.22 m, and lies 0.3 m from where it was, but for what the law lags behind and
// the jaws push it aside.
func TestReadyPick(t *testing.T) {
	_, x := play(t, "pick_and_place_box")
	highest := 0.0
	for i := range x.rows {
		highest = max(highest, x.of(t, i, "box/position/z")[0])
	}
	expect.Number(t, "height", highest, 0.26, 0.02)
	end := x.of(t, x.last(), "box/position/x", "box/position/y", "box/position/z", "box/linear_velocity/x")
	expect.Within(t, "place", end, []float64{0.3, 0, 0.03, 0}, 1e-3)
	expect.Number(t, "height in the end", end[2], 0.03, 1e-9)
}
