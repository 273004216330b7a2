package sim_test

import (
	"errors"
	"math"
	"testing"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// jaw returns a parallelogram of cranks of 0.1 m, 0.05 m apart, with a coupler of a length, whose cranks have stops.
// The links stand upright along y at 0.
func jaw(t testing.TB, coupler float64, drive, follow [2]float64) sim.Config {
	stops := func(x [2]float64) *urdf.Limit {
		return &urdf.Limit{Lower: x[0], Upper: x[1], Effort: 1, Velocity: 9}
	}
	r := &urdf.Robot{Name: "jaw",
		Links: []urdf.Link{{Name: "ground"}, rod("left", 1, 0.1), rod("coupler", 1, coupler), rod("right", 1, 0.1)},
		Joints: []urdf.Joint{turning("drive", "ground", "left", 0), turning("tip", "left", "coupler", 0.1),
			turning("follow", "ground", "right", 0.05)}}
	for i, limit := range []*urdf.Limit{stops(drive), stops([2]float64{-4, 4}), stops(follow)} {
		r.Joints[i].Type, r.Joints[i].Limit = urdf.Revolute, limit
	}
	for i := range r.Joints {
		r.Joints[i].Origin.RPY[2] = []float64{math.Pi / 2, -math.Pi / 2, math.Pi / 2}[i]
	}
	m := expect.Model(t, r)
	return sim.Config{Model: m, Imposed: sim.Imposed{Constraints: []constraint.Constraint{
		close2(t, m, "coupler", coupler, "right", 0.1)}}}
}

// TestAssembledWithinStops: a loop whose coupler is shorter than the distance of its cranks, as CAD rounds, is
// assembled with one crank on its stop and the other one where it closes; the nearest position would be outside of a
// stop.
func TestAssembledWithinStops(t *testing.T) {
	for _, coupler := range []float64{0.0499, 0.0499999999, 0.05, 0.0501} {
		w := expect.World(t, jaw(t, coupler, [2]float64{-1, 0}, [2]float64{-1, 0}))
		q := w.State().Q
		left, right := q[0]+math.Pi/2, q[2]+math.Pi/2
		length := math.Hypot(0.05+0.1*(math.Cos(right)-math.Cos(left)), 0.1*(math.Sin(right)-math.Sin(left)))
		if !(q[0] <= 0 && q[2] <= 0 && max(q[0], q[2]) == 0) || math.Abs(length-coupler) > 1e-15 {
			t.Errorf("coupler of %v m: positions %v with the distance %v m; expected one on the stop at 0", coupler, q,
				length)
		}
		expect.Run(t, w, 0.1)
	}
}

// TestNextToNothingOutside: a loop that closes by 1e-8 rad outside of the stops of both cranks starts there, and one
// that closes by more is refused for the constraints and not for the start.
func TestNextToNothingOutside(t *testing.T) {
	c := jaw(t, 0.05, [2]float64{-1, -5e-9}, [2]float64{5e-9, 1})
	w := expect.World(t, c)
	expect.Run(t, w, 0.1)
	if q := w.State().Q; math.Abs(q[0]) > 1e-8 || math.Abs(q[2]) > 1e-8 {
		t.Errorf("positions %v; expected what the stops leave, 0 to 1e-8", q)
	}
	if err := w.Reset(nil, nil); err != nil {
		t.Error(err)
	}
	var outside *sim.OutsideError
	c = jaw(t, 0.05, [2]float64{-1, -1e-3}, [2]float64{1e-3, 1})
	c.Start.Position = []float64{-1e-3, 0, 1e-3}
	if _, err := sim.New(c); !errors.As(err, &outside) || !outside.Assembled {
		t.Errorf("the error is %v; expected one of the loop", err)
	}
}

// TestLockedByLoop: the joints of a triangle of hinges do not move, so stops at which they are but for rounding, in
// whichever way, are no events. A pendulum on it swings as one on the ground does, with friction in the triangle too.
func TestLockedByLoop(t *testing.T) {
	r := &urdf.Robot{Name: "triangle",
		Links: []urdf.Link{{Name: "ground"}, rod("left", 1, 0.3), rod("right", 1, 0.4), rod("pendulum", 1, 0.5)},
		Joints: []urdf.Joint{turning("foot", "ground", "left", 0), turning("top", "left", "right", 0.3),
			turning("swing", "left", "pendulum", 0)}}
	start := []float64{math.Acos(0.6), -math.Pi / 2, 0}
	for _, x := range [][2]float64{{-1e-13, 1}, {1e-15, 1}, {-1, 1e-13}, {-1, -1e-14}, {-1e-13, 1e-13}} {
		for i := range 2 {
			j := &r.Joints[i]
			j.Type, j.Dynamics = urdf.Revolute, &urdf.Dynamics{Friction: 0.1}
			j.Limit = &urdf.Limit{Lower: start[i] + x[0], Upper: start[i] + x[1], Effort: 1, Velocity: 9}
		}
		m := expect.Model(t, r, tree.WithGravity([3]float64{0, -9.81, 0}))
		w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: []constraint.Constraint{
			&constraint.Ball{Name: "closure", Links: [2]constraint.Anchor{{Link: 2, At: [3]float64{0.4}},
				{Link: constraint.World, At: [3]float64{0.5}}}}}},
			Start: sim.Start{Position: start}, End: sim.End{Steps: 300}})
		expect.Run(t, w, 0.2)
		ground := &urdf.Robot{Name: "pendulum", Links: []urdf.Link{{Name: "ground"}, rod("pendulum", 1, 0.5)},
			Joints: []urdf.Joint{turning("swing", "ground", "pendulum", 0)}}
		single := expect.World(t, sim.Config{Model: expect.Model(t, ground, tree.WithGravity([3]float64{0, -9.81, 0})),
			Start: sim.Start{Position: []float64{start[0]}}})
		expect.Run(t, single, 0.2)
		q := w.State().Q
		expect.Within(t, "positions", []float64{q[0], q[1], q[0] + q[2]}, []float64{start[0], start[1],
			single.State().Q[0]}, 1e-11)
	}
}
