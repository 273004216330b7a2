package prepare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
)

// puck is a body of 2 kg and 2 kg m² about all axes, whose centre is in its joint.
const puck = `<robot name="puck"><link name="ground"/><link name="puck"><inertial><mass value="2"/>
<inertia ixx="2" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial></link>
<joint name="j" type="continuous"><parent link="ground"/><child link="puck"/><axis xyz="0 0 1"/></joint></robot>`

// TestStopsOfCoordinates lets a body meet the stops of single coordinates: they hold or turn back that rate, at the
// time and the place of the closed forms, and leave the others alone, which are decoupled here. Motions are quadratic
// in time or uniform, so rk4 makes rounding errors only.
func TestStopsOfCoordinates(t *testing.T) {
	const g = 9.81
	fall := math.Sqrt(2 * 0.3 / g)
	bounce := 0.5*g*fall*0.1 - 0.5*g*0.1*0.1 // 0.1 s after the fall, with half of the velocity
	for _, c := range []struct {
		name, text string
		want       map[string]float64
	}{
		// It falls by 0.3 m along the axis and lies there, turning on at 2 rad/s.
		{"cylindrical, at rest", `duration: 1
joints: {j: {kind: cylindrical, limits: [null, [-0.3, null]]}}
initial: {velocity: {j: [2, 0]}}`, map[string]float64{"j[0]/position": 2, "j[0]/velocity": 2, "j[1]/position": -0.3,
			"j[1]/velocity": 0, "j[1]/limit_effort": 2 * g, "energy/kinetic": 4}},
		{"cylindrical, the instant", `duration: 1
joints: {j: {kind: cylindrical, limits: [null, [-0.3, null]]}}
stop: [j/limit]`, map[string]float64{"time": fall, "j[1]/position": -0.3}},
		{"cylindrical, the instant of a coordinate", `duration: 1
joints: {j: {kind: cylindrical, limits: [[-0.1, 0.1], [-0.3, null]]}}
initial: {velocity: {j: [2, 0]}}
stop: ["j[1]/limit"]`, map[string]float64{"time": fall, "j[0]/position": 0.1, "j[1]/position": -0.3}},
		{"cylindrical, a rebound", fmt.Sprintf(`duration: %v
joints: {j: {kind: cylindrical, restitution: 0.5, limits: [null, [-0.3, null]]}}`, fall+0.1),
			map[string]float64{"j[1]/position": -0.3 + bounce, "j[1]/velocity": 0.5*g*fall - g*0.1}},
		// It turns about its second axis against the stop at 0.5 rad, and has all its energy there.
		{"universal, at rest", `duration: 1
joints: {j: {kind: universal, limits: [null, [-1, 0.5]]}}
initial: {velocity: {j: [0, 2]}}`, map[string]float64{"j[0]/position": 0, "j[1]/position": 0.5, "j[1]/velocity": 0,
			"energy/kinetic": 0}},
		{"universal, a rebound", `duration: 1
joints: {j: {kind: universal, restitution: 1, limits: [null, [-1, 0.5]]}}
initial: {velocity: {j: [3, 1]}}`, map[string]float64{"j[0]/position": 3, "j[0]/velocity": 3, "j[1]/position": 0,
			"j[1]/velocity": -1, "energy/kinetic": 10}},
		{"universal, without friction of the other axis", `duration: 1
joints: {j: {kind: universal, limits: [null, [-1, 0.5]]}}
initial: {velocity: {j: [3, 1]}}`, map[string]float64{"j[0]/position": 3, "j[1]/position": 0.5, "energy/kinetic": 9}},
		// A box of 1 m by 0.6 m with elastic walls, and a locked angle: unfolded, the path is straight.
		{"planar box", `duration: 1
joints: {j: {kind: planar, restitution: 1, limits: [[-0.5, 0.5], [-0.3, 0.3], [0.2, 0.2]]}}
initial: {velocity: {j: [1.7, 1.1, 0]}}`, map[string]float64{"j[0]/position": 2*0.5*2 - 1.7 - 0.6,
			"j[1]/position": 1.1 - 2*0.6, "j[2]/position": 0.2, "j[0]/velocity": 1.7, "j[1]/velocity": 1.1}},
		// Without a start it begins in the middle of limits that exclude 0.
		{"start", "duration: 0\njoints: {j: {kind: planar, limits: [[1, 2], null, [null, -3]]}}",
			map[string]float64{"j[0]/position": 1.5, "j[1]/position": 0, "j[2]/position": -3}},
		{"ideal", "duration: 1\nideal: true\njoints: {j: {kind: planar, limits: [[-0.1, 0.1], null, null]}}\n" +
			"initial: {velocity: {j: [1, 0, 0]}}", map[string]float64{"j[0]/position": 1}},
	} {
		at, err := lastRow(t, puck, c.text+"\n")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for name, want := range c.want {
			expect.Within(t, c.name+" "+name, []float64{at(name)}, []float64{want}, 1e-11)
		}
	}
}

// TestIntervalFaults checks what is said of limits that cannot be, and of a start outside of them.
func TestIntervalFaults(t *testing.T) {
	for joint, want := range map[string]string{
		`{kind: spherical, limits: [[0, 1]]}`:          `the position of a spherical joint has a quaternion`,
		`{kind: cylindrical, lower: -1}`:               `expected limits with [lower, upper] for each`,
		`{kind: cylindrical, limits: [[0, 1]]}`:        `there are 1; expected [lower, upper] or null for each`,
		`{kind: cylindrical, limits: [null, [2, 1]]}`:  `those of coordinate 1 are 2 and 1; expected`,
		`{kind: cylindrical, limits: [null, 1]}`:       `expected [lower, upper] with null for no limit`,
		`{kind: cylindrical, limits: [null, [a, 1]]}`:  `expected a finite number`,
		`{kind: cylindrical, limits: 1}`:               `expected a list`,
		`{limits: [[0, 1]]}`:                           `expected lower and upper, or a kind`,
		`{kind: universal, restitution: 0.5}`:          `restitution: a universal joint has several coordinates`,
		`{kind: universal, limits: [null, [-1, 0.5]]}`: `joint "j[1]": the start position 0.7 is outside`,
	} {
		text := "duration: 0\njoints: {j: " + joint + "}\n"
		if strings.Contains(joint, "universal, limits") {
			text += "initial: {position: {j: [9, 0.7]}}\n"
		}
		if _, err := lastRow(t, puck, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", joint, err, want)
		}
	}
}
