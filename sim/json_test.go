package sim_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestSnapshotOfBase checks the state of a floating base, of a joint with several coordinates and of one that follows
// another one.
func TestSnapshotOfBase(t *testing.T) {
	m, err := tree.Build(&urdf.Robot{Name: "r", Links: []urdf.Link{{Name: "0"}, {Name: "1"}, {Name: "2"}, {Name: "3"}},
		Joints: []urdf.Joint{
			{Name: "p", Type: urdf.Planar, Parent: "0", Child: "1", Axis: [3]float64{0, 0, 1}},
			{Name: "x", Type: urdf.Continuous, Parent: "1", Child: "2", Axis: [3]float64{0, 0, 1}},
			{Name: "y", Type: urdf.Continuous, Parent: "2", Child: "3", Axis: [3]float64{0, 0, 1},
				Mimic: &urdf.Mimic{Joint: "x", Multiplier: 2, Offset: 1}}}},
		tree.WithFloatingBase())
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(
		sim.Snapshot{Model: m, Time: 0.5, Position: []float64{1, 2, 3, 0, 0, 0, 1, 4, 5, 6, 7},
			Velocity: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Kinetic: 1, Potential: 2})
	const want = `{"time":0.5,"base":{"position":[1,2,3],"orientation":[0,0,0,1],` +
		`"linear_velocity":[1,2,3],"angular_velocity":[4,5,6]},` +
		`"position":{"p":[4,5,6],"x":7,"y":15},` +
		`"velocity":{"p":[7,8,9],"x":10,"y":20},"energy":{"kinetic":1,"potential":2,"total":3}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestLedgerJSON checks the keys of the ledger, of which changes is there only where the robot changed, and that a
// number that is not finite is null.
func TestLedgerJSON(t *testing.T) {
	got, err := json.Marshal(&sim.Ledger{EffortWork: 1, WrenchWork: 2, DampingLoss: 3, FrictionLoss: math.Inf(1),
		StopLoss: 5, Drift: math.NaN()})
	const want = `{"efforts":1,"wrenches":2,"damping":3,"friction":null,"stops":5,"drift":null,` +
		`"largest_drift":0,"moved":0}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	if got, err = json.Marshal(sim.Ledger{Payload: 4}); err != nil || !strings.Contains(string(got), `"payload":4,`) {
		t.Errorf("got %s, %v", got, err)
	}
}
