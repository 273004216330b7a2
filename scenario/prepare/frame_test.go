package prepare_test

import (
	"math"
	"testing"
)

// arm is a body of 1 kg m² about an upright axle, with a tip 2 m from it.
const arm = `<robot name="arm"><link name="stand"/><link name="bar"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link><link name="tip"/>
<joint name="x" type="continuous"><parent link="stand"/><child link="bar"/><axis xyz="0 0 1"/></joint>
<joint name="end" type="fixed"><parent link="bar"/><child link="tip"/><origin xyz="2 0 0"/></joint></robot>`

// TestLinkAxes pushes the tip across the arm with 1.5 N, wherever it points: 3 N m, so 1.5 t² rad, and the work is that
// along the arc. In the world's axes the moment is 3 cos x.
func TestLinkAxes(t *testing.T) {
	at, err := lastRow(t, arm, `disturbances: [{link: tip, force: [0, 1.5, 0], frame: link}]
duration: 2
log: {ledger: true}
`)
	if err != nil {
		t.Fatal(err)
	}
	// rk4 is exact for a constant acceleration.
	for column, want := range map[string]float64{"x/position": 6, "x/velocity": 6, "ledger/wrench_work": 18} {
		if got := at(column); !(math.Abs(got-want) < 1e-10) {
			t.Errorf("%s is %v, want %v", column, got, want)
		}
	}
	if at, err = lastRow(t, arm, `disturbances: [{link: tip, force: [0, 1.5, 0], frame: world}]
initial: {position: {x: 0.5}}
duration: 0
`); err != nil || math.Abs(at("x/acceleration")-3*math.Cos(0.5)) > 1e-12 {
		t.Errorf("%v, %v", at("x/acceleration"), err)
	}
}

// TestMeasuredElements holds an arm under computed torque against a spring to the world that pulls at its tip: sensors
// in the links feel it, and with what they say the joint stays where it is asked to be. Without it the joint gives way
// until p (0.3 − x) N m, with the inertia of 1 kg m², balances the spring.
func TestMeasuredElements(t *testing.T) {
	for compensation, holds := range map[string]bool{"wrench_compensation: measured, ": true, "": false} {
		at, err := lastRow(t, arm, `gravity: [0, 0, 0]
controller: {type: computed_torque, `+compensation+`gains: {x: {p: 100, d: 20}}}
force_elements: [{type: spring, links: [world, tip], at: [[0, 3, 0], [0, 0, 0]], stiffness: 5}]
initial: {position: {x: 0.3}}
duration: 3
`)
		if err != nil {
			t.Fatal(err)
		}
		if off := math.Abs(at("x/position") - 0.3); (off < 1e-9) != holds || !holds && off < 0.01 {
			t.Errorf("%q: it is off by %v", compensation, off)
		}
	}
}
