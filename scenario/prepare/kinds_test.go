package prepare_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// top is a symmetrical top of 0.5 kg on its tip, 0.1 m below its centre of mass: I3 = 0.01, and I1 = 0.02 about the
// tip.
const top = `<robot name="top"><link name="ground"/><link name="top"><inertial><origin xyz="0 0 0.1"/>
<mass value="0.5"/><inertia ixx="0.015" ixy="0" ixz="0" iyy="0.015" iyz="0" izz="0.01"/></inertial></link>
<joint name="tip" type="fixed"><parent link="ground"/><child link="top"/><axis xyz="0 0 1"/></joint></robot>`

// lastRow runs a scenario of a robot and returns its log's last row by name.
func lastRow(t *testing.T, robot, text string) (at func(name string) float64, err error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "robot.urdf"), []byte(robot), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: robot.urdf\n"+text), "test.yaml", dir)
	if err != nil {
		return nil, err
	}
	var log columns
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: &log})
	if err == nil {
		_, err = run.World.Run(context.Background(), s.Duration)
	}
	return func(name string) float64 {
		i := slices.Index(log.names, name)
		if i < 0 {
			t.Fatalf("no column %s in %v", name, log.names)
		}
		return log.row[i]
	}, err
}

// TestHeavyTop lets the top precess steadily at a tilt of 0.5 rad and with a spin of 100 rad/s about its axis: at both
// rates Ω that I1 cos(tilt) Ω² − I3 spin Ω + m g l = 0 has, the axis keeps its tilt and turns by Ω t. Nothing is left
// out; 1e-9 is what the steps of rk4 take.
func TestHeavyTop(t *testing.T) {
	const tilt, spin, duration = 0.5, 100.0, 0.25
	for _, rate := range []float64{0.494797067892, 56.479899298336} {
		// ω = (−Ω sin tilt, 0, spin) in the axes of a top that is tilted about y
		at, err := lastRow(t, top, fmt.Sprintf(`duration: %v
dt: 5e-5
joints: {tip: {kind: spherical}}
initial: {position: {tip: [0, %v, 0, %v]}, velocity: {tip: [%v, 0, %v]}}
`, duration, math.Sin(tilt/2), math.Cos(tilt/2), -rate*math.Sin(tilt), spin))
		if err != nil {
			t.Fatal(err)
		}
		x, y, z, w := at("tip[0]/position"), at("tip[1]/position"), at("tip[2]/position"), at("tip[3]/position")
		axis := []float64{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)}
		expect.Within(t, "axis", axis, []float64{math.Sin(tilt) * math.Cos(rate*duration),
			math.Sin(tilt) * math.Sin(rate*duration), math.Cos(tilt)}, 1e-9)
	}
}

// TestKinds checks the coordinates of each kind, and springs on them: a body of 2 kg m² about all axes and 2 kg, whose
// centre is in the joint, swings on a spring of stiffness 8 with the circular frequency √(k/I), 2 rad/s.
func TestKinds(t *testing.T) {
	const body = `<robot name="body"><link name="ground"/><link name="body"><inertial><mass value="2"/>
<inertia ixx="2" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial></link>
<joint name="j" type="continuous"><parent link="ground"/><child link="body"/><axis xyz="0 0 1"/></joint></robot>`
	for _, c := range []struct {
		kind, start string
		want        map[string]float64
	}{
		{"spherical", fmt.Sprintf("[0, 0, %v, %v]", math.Sin(0.2), math.Cos(0.2)),
			map[string]float64{"j[2]/position": math.Sin(0.2 * math.Cos(2)), "j[0]/position": 0}},
		{"universal", "[0.4, 0]", map[string]float64{"j[0]/position": 0.4 * math.Cos(2), "j[1]/position": 0}},
		{"universal", "[0, 0.4]", map[string]float64{"j[1]/position": 0.4 * math.Cos(2), "j[0]/position": 0}},
		{"cylindrical", "[0.4, 0.1]", map[string]float64{"j[0]/position": 0.4 * math.Cos(2),
			"j[1]/position": 0.1 * math.Cos(2)}},
		{"planar", "[0.1, -0.2, 0.3]", map[string]float64{"j[0]/position": 0.1 * math.Cos(2),
			"j[1]/position": -0.2 * math.Cos(2), "j[2]/position": 0.3 * math.Cos(2)}},
	} {
		at, err := lastRow(t, body, fmt.Sprintf("gravity: [0, 0, 0]\nduration: 1\njoints: {j: {kind: %s, "+
			"stiffness: 8}}\ninitial: {position: {j: %s}}\n", c.kind, c.start))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			expect.Within(t, c.kind+" "+name, []float64{at(name)}, []float64{want}, 1e-11)
		}
		expect.Within(t, "energy", []float64{at("energy/total")}, []float64{at("energy/kinetic") +
			at("energy/potential")}, 1e-14)
	}
}

// TestKindFaults checks what is said of kinds that cannot be.
func TestKindFaults(t *testing.T) {
	for joint, want := range map[string]string{
		`{kind: spherical, lower: -1}`:               `a spherical joint has several coordinates`,
		`{kind: spherical, stiffness: 1, rest: 0.5}`: `rest: a spherical joint has several coordinates`,
		`{second_axis: [1, 0, 0]}`:                   `only a universal joint has one`,
		`{kind: universal, second_axis: [0, 0, 2]}`:  `expected an axis that is not`,
		`{kind: universal, second_axis: [0, 0, 0]}`:  `expected an axis that is not`,
	} {
		robot := top
		if !strings.Contains(joint, "kind") {
			robot = strings.Replace(top, "fixed", "continuous", 1)
		}
		if _, err := lastRow(t, robot, "duration: 0\njoints: {tip: "+joint+"}\n"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", joint, err, want)
		}
	}
}
