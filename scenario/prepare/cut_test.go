package prepare_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/urdf"
)

// looped is a four-bar linkage whose last joint closes it: the link tip has two parents.
const looped = `<robot name="four_bar"><link name="ground"/>
<link name="crank"><inertial><origin xyz="0.15 0 0"/><mass value="1"/>
<inertia ixx="0.0075" ixy="0" ixz="0" iyy="0.0075" iyz="0" izz="0.0075"/></inertial></link>
<link name="coupler"><inertial><origin xyz="0.4 0 0"/><mass value="2"/>
<inertia ixx="0.10666666666666667" ixy="0" ixz="0" iyy="0.10666666666666667" iyz="0" izz="0.10666666666666667"/>
</inertial></link>
<link name="rocker"><inertial><origin xyz="0.3 0 0"/><mass value="1.5"/>
<inertia ixx="0.045" ixy="0" ixz="0" iyy="0.045" iyz="0" izz="0.045"/></inertial></link><link name="tip"/>
<joint name="j1" type="continuous"><parent link="ground"/><child link="crank"/><axis xyz="0 0 1"/></joint>
<joint name="j2" type="continuous"><parent link="crank"/><child link="coupler"/><origin xyz="0.3 0 0"/>
<axis xyz="0 0 1"/></joint>
<joint name="j3" type="continuous"><parent link="ground"/><child link="rocker"/><origin xyz="0.9 0 0"/>
<axis xyz="0 0 1"/></joint>
<joint name="end" type="fixed"><parent link="rocker"/><child link="tip"/><origin xyz="0.6 0 0"/></joint>
<joint name="closing" type="continuous"><parent link="coupler"/><child link="tip"/><origin xyz="0.8 0 0"/>
<axis xyz="0 0 1"/></joint></robot>`

// TestCutJoint runs a linkage whose URDF closes a loop and compares it with figures of an integration in other
// coordinates, with a point as its closure: a crank at 1 rad and 2 rad/s under 2 N m. The other angles are found.
func TestCutJoint(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "four_bar.urdf"), []byte(looped), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("{kinetree: 1, model: four_bar.urdf, gravity: [0, -9.81, 0], duration: 1, "+
		"initial: {position: {j1: 1}, velocity: {j1: 2}}, efforts: {j1: 2}}"), "run.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if d := run.Source.Diagnostics.Error(); !strings.Contains(d, "it is cut") {
		t.Errorf("the diagnostics %q do not say that a joint is cut", d)
	}
	count := run.World.Constraints().Count()
	if count.Rows != 5 || count.Rank != 2 || count.Mobility != 1 {
		t.Errorf("%s; expected 5 rows of rank 2, mobility 1", &count)
	}
	if _, err := run.Simulate(context.Background()); err != nil {
		t.Fatal(err)
	}
	x := run.World.State()
	if math.Abs(x.Q[0]-9.908026424257) > 1e-7 || math.Abs(x.Qd[0]-24.461663859263) > 1e-6 { // rk4 at 1 ms
		t.Errorf("the crank is at %v with %v; expected 9.908026424257 and 24.461663859263", x.Q[0], x.Qd[0])
	}
}

// TestFourBarLoop compares the ready linkage with figures of an integration in other coordinates: accelerations at the
// start and the crank after a second.
func TestFourBarLoop(t *testing.T) {
	s, err := scenario.Open("four_bar_loop", nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	a := run.World.State().Qdd
	for i, want := range []float64{-4.404918144010, 2.203383025644, 0.770577648058} { // of the rods against the ground
		got := a[i]
		if i == 1 {
			got += a[0]
		}
		if math.Abs(got-want) > 1e-10 {
			t.Errorf("acceleration %d is %.12f; expected %.12f", i, got, want)
		}
	}
	if _, err := run.Simulate(context.Background()); err != nil {
		t.Fatal(err)
	}
	x := run.World.State()
	if math.Abs(x.Q[0]-9.908026424257) > 1e-7 || math.Abs(x.Qd[0]-24.461663859263) > 1e-6 { // rk4 at 1 ms
		t.Errorf("the crank is at %v with %v; expected 9.908026424257 and 24.461663859263", x.Q[0], x.Qd[0])
	}
}

// TestConstraintFaults checks that what is wrong with constraints is named with its place.
func TestConstraintFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{type: hinge, links: [bob, world], at: [[0,0,0],[0,0,0]], axis: [[0,0,0],[0,0,1]]}": "constraints.0.axis",
		"{type: point, links: [bop, world], at: [[0,0,0],[0,0,0]]}":                          `"bop" (did you mean`,
		"{type: point, links: [bob], at: [[0,0,0],[0,0,0]]}":                                 "constraints.0.links",
		"{type: distance, links: [bob, world], at: [[0,0,0],[0,0,0]], length: 0}":            "constraints.0.length",
		"{type: gear, joints: [hinge, hing], ratio: 2}":                                      "constraints.0.joints.1",
		"{name: a, type: weld, links: [bob, world], at: [[0,0,0],[0,0,0]]}":                  "constraints a have 1",
		"{type: point, links: [bob, world], at: [[0,0,-1],[0,0,5]]}":                         "off by 4 m",
		"{type: gear, joints: [hinge, hinge], ratio: 2}":                                     "both are the same",
		"{type: rolling, link: bob, axis: [0,0,1], radius: 1, plane: {normal: [0,0,1]}}":     "lies flat",
		"{type: point, links: [bob, world], at: [[0,0,0],[0,0,0]], length: 1}":               "constraints.0.length",
	} {
		s, err := scenario.Read([]byte("{kinetree: 1, model: pendulum, constraints: ["+text+"]}"), "run.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prepare.New(s, prepare.Env{Unlogged: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v; expected %q in it", text, err, want)
		}
	}
}

// TestAllConstraintFaults checks that of constraints that are wrong each is named, and each of its faults: an unknown
// link hides nothing. Of those that cannot be met those are named without which the others close.
func TestAllConstraintFaults(t *testing.T) {
	for _, x := range []struct {
		text string
		want []string
	}{
		{`constraints: [{type: hinge, links: [bop, world], at: [[0,0,0],[0,0,0]], axis: [[0,0,0],[0,0,0]]},
{type: knife_edge, link: bob, at: [0,0,0], across: [0,0,0]},
{type: rolling, link: bop, radius: -1, plane: {normal: [0,0,0]}},
{type: gear, joints: [hing, hinge], ratio: 0}]`,
			[]string{"constraints.0.links.0", "constraints.0.axis.0", "constraints.0.axis.1",
				"constraints.1.across", "constraints.2.link:", "constraints.2.radius", "constraints.2.plane.normal",
				"constraints.3.joints.0", "constraints.3.ratio"}},
		{`constraints: [{type: point, links: [bob, world], at: [[0,0,0],[0,0,5]]},
{type: distance, links: [bob, world], at: [[0,0,-0.5],[0,0,0]], length: 0.5},
{type: distance, links: [bob, world], at: [[0,0,-0.5],[0,0,0]], length: 0.8}]`,
			[]string{"constraints.0: at the start: constraint \"point0\" does not close: it is off by 5 m",
				"constraints.2: at the start: constraint \"distance2\" does not close: it is off by 0.3 m"}},
		{`prescribed: {hinge: {type: step, at: 0.5, to: 1}}
base_motion: {x: {type: step, at: 0.5, to: 1}, y: {type: ramp, from_time: 0.1, to_time: 0.5, to: 1}}`,
			[]string{"prescribed.hinge: the position jumps from 0 to 1 at 0.5 s", "base_motion.x: the position jumps"}},
	} {
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: pendulum\nduration: 1\n"+x.text), "run.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		_, err = prepare.New(s, prepare.Env{Unlogged: true})
		if err == nil {
			t.Errorf("%s: there is no error", x.text)
			continue
		}
		for _, want := range x.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error is\n%v\nexpected %q in it", err, want)
			}
		}
		if n := strings.Count(err.Error(), "\n") + 1; n != len(x.want) {
			t.Errorf("the error has %d lines; expected %d:\n%v", n, len(x.want), err)
		}
	}
}

// TestFaultsTogether checks that keys that cannot be read do not hide what is wrong with constraints, nor the other way
// round, in the order of their places, and that what was not read is not judged.
func TestFaultsTogether(t *testing.T) {
	_, err := robot.Checked(scenario.Read([]byte(`kinetree: 1
model: pendulum
constraints:
  - {type: hinge, links: [bop, world], at: [[0, 0, 0], [0, 0, 0]], axis: [[0, 0, 0], [0, 0, 1]], stifness: 3}
  - {type: point, links: [bop, world], at: [[0, 0], [0, 0, 0]]}
force_elements:
  - {type: spring, links: [bob, wall], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1}
prescribed: {hing: {type: hold}}
base_motion: {w: {type: hold}}
durration: 1
`), "run.yaml", "."))
	if err == nil {
		t.Fatal("there is no error")
	}
	lines := strings.Split(err.Error(), "\n")
	want := []string{`run.yaml:4:27: error: constraints.0.links.0: the robot pendulum has no link "bop"`,
		"run.yaml:4:75: error: constraints.0.axis.0: the vector [0 0 0] has no direction",
		"run.yaml:4:98: error: constraints.0.stifness: there is no such key",
		"run.yaml:5:45: error: constraints.1.at.0: a list of 2",
		`run.yaml:7:33: error: force_elements.0.links.1: the robot pendulum has no link "wall"`,
		`run.yaml:8:21: error: prescribed.hing: the robot pendulum has no moving joint "hing"`,
		`run.yaml:9:19: error: base_motion.w: the base has no coordinate "w"`,
		"run.yaml:10:1: error: durration: there is no such key"}
	if len(lines) != len(want) {
		t.Fatalf("there are %d lines; expected %d:\n%v", len(lines), len(want), err)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("line %d is %q; expected it to begin with %q", i, lines[i], want[i])
		}
	}
}

// TestMasslessFrameStays checks that a link without mass which a fixed joint and another one carry hangs on the fixed
// one, whichever comes first in the file, and that one with mass hangs on the first.
func TestMasslessFrameStays(t *testing.T) {
	end := `<joint name="end" type="fixed"><parent link="rocker"/><child link="tip"/><origin xyz="0.6 0 0"/></joint>`
	last := strings.Replace(strings.Replace(looped, end, "", 1), "</robot>", end+"</robot>", 1)
	heavy := strings.Replace(last, `<link name="tip"/>`, `<link name="tip"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>`, 1)
	for text, want := range map[string]string{looped: "closing", last: "closing", heavy: "end"} {
		r, found := urdf.ParseBytes([]byte(text), "four_bar.urdf")
		if r == nil {
			t.Fatal(found)
		}
		if len(r.Cut) != 1 || r.Cut[0].Name != want || len(r.Joints) != 4 {
			t.Errorf("%d joints are cut and %d stay; expected only %q to be", len(r.Cut), len(r.Joints), want)
		}
	}
}
