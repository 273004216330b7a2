package scenario_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
)

const barred = `<robot name="bar"><link name="base"/><link name="bar"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
<inertia ixx="0.01" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="continuous"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/></joint></robot>`

// changed runs the bar, which turns about a vertical axis, with a scenario's other keys.
func changed(t *testing.T, text string) (position, velocity, residual float64) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bar.urdf"), []byte(barred), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: bar.urdf\nintegrator: rk4\nduration: 2\n"+text),
		"a.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	_, summary := simulate(t, s)
	return summary.End.Position[0], summary.End.Velocity[0], summary.Ledger.Drift
}

// TestChanges compares motions whose payload, damping or friction changes in between with closed forms. The inertia
// about the hinge is 0.1 + 2/4 = 0.6 kg m².
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		position, velocity float64
	}{
		// An effort of 1.2 N m: 2 rad/s² for 1 s, then with 1 kg at 0.6 m more, 0.96 kg m², 1.25 rad/s².
		{"payload", "efforts: {hinge: 1.2}\ndisturbances: [{at: 1, link: bar, payload: {mass: 1, position: [0.6, 0, " +
			"0]}}]\n", 1 + 2 + 1.25/2, 2 + 1.25},
		{"payload for a while", "efforts: {hinge: 1.2}\ndisturbances: [{at: 0, for: 1, link: bar, payload: {mass: 1, " +
			"position: [0.6, 0, 0]}}]\n", 1.25/2 + 1.25 + 1, 1.25 + 2},
		// From 2 rad/s friction 0.3 N m brakes by 0.5 rad/s² in the second half.
		{"friction", "initial: {velocity: {hinge: 2}}\ndisturbances: [{at: 1, joint: hinge, friction: 0.3}]\n",
			4 - 0.25, 1.5},
		{"friction ends", "initial: {velocity: {hinge: 2}}\njoints: {hinge: {friction: 0.3}}\ndisturbances: [{at: 1, " +
			"joint: hinge, friction: 0}]\n", 2 - 0.25 + 1.5, 1.5},
		// Damping 0.6 N m s makes the velocity fall as e^-t.
		{"damping", "initial: {velocity: {hinge: 2}}\ndisturbances: [{at: 1, joint: hinge, damping: 0.6}]\n",
			2 + 2*(1-math.Exp(-1)), 2 * math.Exp(-1)},
	} {
		q, v, residual := changed(t, c.text)
		// RK4 at 1 ms is off by some 1e-14 here, and the ledger by Simpson's rule alike.
		if math.Abs(q-c.position) > 1e-11 || math.Abs(v-c.velocity) > 1e-11 || math.Abs(residual) > 1e-11 {
			t.Errorf("%s: ends at %v with %v, want %v and %v; residual %.3g J", c.name, q, v, c.position, c.velocity,
				residual)
		}
	}
}

func TestDisturbanceFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{at: 0}": "disturbances.0: there is neither a link nor a joint",
		"{at: -1, link: wrist_3_link, force: [1, 0, 0]}": "expected times from 0 on",
		"{at: 0, link: tool, force: [1, 0, 0]}": `disturbances.0: the robot ur5 has no link ` +
			`"tool"`,
		"{at: 0, link: tool, payload: {mass: 1}}": `disturbances.0: the robot ur5 has no link ` +
			`"tool"`,
		"{at: 0, link: wrist_3_link, payload: {mass: -1}}": "a payload of -1 kg",
		"{at: 0, joint: elbow, friction: 1}": `disturbances.0: the robot ur5 has no moving ` +
			`joint "elbow" (did you mean "elbow_joint"?)`,
		"{at: 0, joint: elbow_joint}":                                "nothing happens to the joint",
		"{at: 0, joint: elbow_joint, friction: -.inf}":               "expected",
		"{at: 0, joint: elbow_joint, link: wrist_3_link}":            "it has a link and a joint",
		"{at: 0, link: wrist_3_link, friction: 1}":                   "a link has no friction",
		"{at: 0, joint: elbow_joint, friction: 1, force: [1, 0, 0]}": "a joint takes no force",
	} {
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: ur5\ndisturbances: ["+text+"]\n"), "a.yaml", ".")
		if err == nil {
			s.Log.File = "-"
			_, err = s.Prepare(scenario.Env{Output: &bytes.Buffer{}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}
