package prepare_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
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
		{"payload that moves", "efforts: {hinge: 1.2}\ndisturbances: [{at: 1, link: bar, payload: {mass: 1, " +
			"position: [0.6, 0, 0], moving: true}}]\n", 1 + 2 + 1.25/2, 2 + 1.25},
		// One that is at rest leaves the angular momentum of 1.2 N m s to 0.96 kg m².
		{"payload", "efforts: {hinge: 1.2}\ndisturbances: [{at: 1, link: bar, payload: {mass: 1, position: [0.6, 0, " +
			"0]}}]\n", 1 + 1.25 + 1.25/2, 1.25 + 1.25},
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
			_, err = prepare.New(s, prepare.Env{Output: &bytes.Buffer{}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// rail is a body of 1 kg on a level rail, with a stop at 1 m.
const rail = `<robot name="rail"><link name="base"/><link name="m"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="s" type="prismatic"><parent link="base"/><child link="m"/><axis xyz="1 0 0"/>
<limit lower="-1000" upper="1000" effort="1e9" velocity="1e9"/></joint></robot>`

// TestPartTaken takes 1 kg at 0.5 s with a body of 1 kg that slides at 2 m/s, and lets it go at 1.5 s. At rest before,
// it halves the velocity and the energy; in motion it brings 2 J. Let go, it keeps the velocity and takes the energy
// away that it has. All is booked, whatever the integrator.
func TestPartTaken(t *testing.T) {
	for _, c := range []struct {
		keys                       string
		velocity, brings, lost, at float64 // after 1 s; the position after 2 s
	}{
		{"", 1, 0, 1, 2.5}, {", moving: true", 2, 2, 0, 4}, {", moving: false", 1, 0, 1, 2.5},
	} {
		for _, method := range []string{"rk4", "semi-implicit", "implicit-midpoint", "dormand-prince", "euler"} {
			s, err := in(t, map[string]string{"rail.urdf": rail}, "kinetree: 1\nmodel: rail.urdf\nduration: 2\n"+
				"dt: 0.01\ninitial: {velocity: {s: 2}}\nlog: {ledger: true}\nintegrator: "+method+"\ndisturbances: "+
				"[{at: 0.5, for: 1, link: m, payload: {mass: 1"+c.keys+"}}]\n")
			if err != nil {
				t.Fatal(err)
			}
			log := &tape{}
			run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: log})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := run.World.Run(t.Context(), 2); err != nil {
				t.Fatal(err)
			}
			// sums of 200 steps
			near := func(what string, row int, column string, want float64) {
				if got := log.of(t, row, column)[0]; math.Abs(got-want) > 1e-12 {
					t.Errorf("%s%s, %s: %v, want %v", method, c.keys, what, got, want)
				}
			}
			near("velocity before", 49, "s/velocity", 2)
			near("velocity with the part", 50, "s/velocity", c.velocity)
			near("velocity after", 200, "s/velocity", c.velocity)
			near("position", 200, "s/position", c.at)
			near("what the part brings", 100, "ledger/payload", c.brings)
			near("what it takes away", 200, "ledger/payload", c.brings-c.velocity*c.velocity/2)
			near("what is lost", 200, "ledger/stop_loss", c.lost)
			for row := range log.rows {
				near("residual", row, "ledger/residual", 0)
			}
		}
	}
}

// TestPartFromTheStart has a part from the start of the run on, which moves with the robot.
func TestPartFromTheStart(t *testing.T) {
	q, v, residual := changed(t, "initial: {velocity: {hinge: 2}}\ndisturbances: [{link: bar, payload: {mass: 1, "+
		"position: [0.6, 0, 0]}}]\n")
	if math.Abs(q-4) > 1e-12 || math.Abs(v-2) > 1e-12 || math.Abs(residual) > 1e-12 {
		t.Errorf("%v rad and %v rad/s after 2 s; residual %v J", q, v, residual)
	}
}
