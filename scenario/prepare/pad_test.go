package prepare_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// slider is a body of 1 kg and 0.1 kg m² in a plane, whose joint a scenario may make one of another kind.
const slider = `<robot name="puck"><link name="base"/><link name="m"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="p" type="planar"><parent link="base"/><child link="m"/><axis xyz="0 0 1"/></joint></robot>`

// TestFrictionOfPlane stops a puck that slides at 1 m/s at π/8 and turns at 2 rad/s: by 0.5 N it slides 1 m on its
// line, and by 0.05 N m it turns 4 rad. A ball of 0.1 kg m² stops by 0.05 N m after 1 rad about its axis.
func TestFrictionOfPlane(t *testing.T) {
	c, s := math.Cos(math.Pi/8), math.Sin(math.Pi/8)
	for _, x := range []struct {
		joint, velocity string
		want            []float64
	}{
		{"friction: [0.5, 0.05]", "[0.9238795325112867, 0.3826834323650898, 2]", []float64{c, s, 4}},
		{"friction: 0.5, turn_friction: 0.05", "[0.9238795325112867, 0.3826834323650898, 2]", []float64{c, s, 4}},
		{"friction: 0.05", "[0, 0, 2]", []float64{0, 0, 4}},
		{"friction: [0.5, 0]", "[0.9238795325112867, 0.3826834323650898, 0.1]", []float64{c, s, 1}},
		{"kind: spherical, friction: 0.05", "[0.6, 0, -0.8]",
			[]float64{0.6 * math.Sin(0.5), 0, -0.8 * math.Sin(0.5), math.Cos(0.5)}},
	} {
		of, err := in(t, map[string]string{"puck.urdf": slider}, "kinetree: 1\nmodel: puck.urdf\nduration: 10\n"+
			"gravity: [0, 0, 0]\njoints: {p: {"+x.joint+"}}\ninitial: {velocity: {p: "+x.velocity+"}}\n")
		if err != nil {
			t.Fatal(err)
		}
		// some thousand steps, each exact but for rounding
		if got := end(t, of)[:len(x.want)]; !near(got, x.want, 1e-9) {
			t.Errorf("%s, from %s: ends at %v, want %v", x.joint, x.velocity, got, x.want)
		}
	}
	for joint, want := range map[string]string{
		"friction: [1]":                                       "expected a number, or [force, moment] of a planar",
		"kind: spherical, friction: [1, 2]":                   "a spherical joint has one friction",
		"friction: [1, -2]":                                   "turn_friction: -2; expected 0 or more",
		"turn_friction: 1, stribeck: {level: 1, velocity: 1}": "no key stribeck beside it",
	} {
		of, err := in(t, map[string]string{"puck.urdf": slider}, "kinetree: 1\nmodel: puck.urdf\n"+
			"joints: {p: {"+joint+"}}\n")
		if err == nil {
			_, err = prepare.New(of, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", joint, err, want)
		}
	}
}
