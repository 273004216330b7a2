package prepare_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// openLinkage returns the four-bar linkage of the tests, open and without its end.
func openLinkage() string {
	text, _, _ := strings.Cut(looped, `<joint name="closing"`)
	return text
}

// dialects are ways to close the linkage, with the rows that each has.
var dialects = map[string]struct {
	text string
	rows int
}{
	"loop_joint spherical": {`<loop_joint name="l" type="spherical"><link1 link="coupler" rpy="0 0 0" xyz="0.8 0 0"/>
<link2 link="tip" rpy="0 0 0" xyz="0 0 0"/></loop_joint>`, 3},
	"loop_joint revolute": {`<loop_joint name="l" type="revolute"><link1 link="coupler" xyz="0.8 0 0" rpy="0 1.2 0"/>
<link2 link="rocker" xyz="0.6 0 0" rpy="0 1.2 0"/>
<axis xyz="-0.9320390859672263 0 0.3623577544766736"/></loop_joint>`, 5},
	"loop": {`<loop name="l" type="continuous"><predecessor link="coupler"><origin xyz="0.8 0 0"/></predecessor>
<successor link="rocker"><origin xyz="0.6 0 0"/></successor><axis xyz="0 0 1"/></loop>`, 5},
	"drake:ball_constraint": {`<drake:ball_constraint><drake:ball_constraint_body_A name="coupler"/>
<drake:ball_constraint_body_B name="rocker"/><drake:ball_constraint_p_AP value="0.8 0 0"/>
<drake:ball_constraint_p_BQ value="0.6 0 0"/></drake:ball_constraint>`, 3},
	"drake:distance_constraint": {`<drake:distance_constraint><drake:distance_constraint_body_A name="crank"/>
<drake:distance_constraint_body_B name="rocker"/><drake:distance_constraint_p_AP value="0.3 0 0"/>
<drake:distance_constraint_p_BQ value="0.6 0 0"/><drake:distance_constraint_distance value="0.8"/>
</drake:distance_constraint>`, 1},
}

// dialect prepares a run of the linkage with an end, from the crank at 1 rad and 2 rad/s under 2 N m.
func dialect(t *testing.T, end string) (*prepare.Run, error) {
	t.Helper()
	dir := t.TempDir()
	text := openLinkage() + end + "</robot>"
	if err := os.WriteFile(filepath.Join(dir, "four_bar.urdf"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("{kinetree: 1, model: four_bar.urdf, gravity: [0, -9.81, 0], duration: 1, "+
		"initial: {position: {j1: 1}, velocity: {j1: 2}}, efforts: {j1: 2}}"), "run.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	return prepare.New(s, prepare.Env{Unlogged: true})
}

// TestDialectsOfLoops closes the linkage in all ways in which files do, and compares it with figures of an integration
// in other coordinates. A distance between crank and rocker stands for a coupler without mass, so that only its place
// is compared there.
func TestDialectsOfLoops(t *testing.T) {
	for name, d := range dialects {
		run, err := dialect(t, d.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if said := run.Source.Diagnostics.Error(); !strings.Contains(said, "is not URDF: it is read as a constraint") {
			t.Errorf("%s: the diagnostics %q do not say that there is a constraint", name, said)
		}
		if count := run.World.Constraints().Count(); count.Rows != d.rows {
			t.Errorf("%s: %s; expected %d rows", name, &count, d.rows)
		}
		if _, err := run.Simulate(t.Context()); err != nil {
			t.Fatal(err)
		}
		x := run.World.State()
		if d.rows > 1 {
			if math.Abs(x.Q[0]-9.908026424257) > 1e-7 || math.Abs(x.Qd[0]-24.461663859263) > 1e-6 { // rk4 at 1 ms
				t.Errorf("%s: the crank is at %v with %v; expected 9.908026424257 and 24.461663859263", name, x.Q[0],
					x.Qd[0])
			}
			continue
		}
		dx := 0.3*math.Cos(x.Q[0]) - 0.9 - 0.6*math.Cos(x.Q[2])
		dy := 0.3*math.Sin(x.Q[0]) - 0.6*math.Sin(x.Q[2])
		if l := math.Hypot(dx, dy); math.Abs(l-0.8) > 1e-13 {
			t.Errorf("%s: the distance is %v m; expected 0.8", name, l)
		}
	}
}

// TestCutPlanarJoint: a link that a second joint lets slide in a plane stays in it, level: of the three joints about y
// that carry it one is left to choose.
func TestCutPlanarJoint(t *testing.T) {
	var text strings.Builder
	text.WriteString(`<robot name="scissors"><link name="ground"/>`)
	for i, parent := range []string{"ground", "l0", "l1"} {
		fmt.Fprintf(&text, `<link name="l%d"><inertial><origin xyz="0.2 0 0"/><mass value="1"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
<joint name="j%d" type="continuous"><parent link="%s"/><child link="l%d"/><origin xyz="%v 0 0"/><axis xyz="0 1 0"/>
</joint>`, i, i, parent, i, min(i, 1)*2)
	}
	text.WriteString(`<joint name="floor" type="planar"><parent link="ground"/><child link="l2"/><origin xyz="0 0 -1"/>
<axis xyz="0 0 1"/></joint></robot>`)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "scissors.urdf"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("{kinetree: 1, model: scissors.urdf, duration: 1, initial: {position: "+
		"{j0: 1, j1: -1.5, j2: 0.5}, velocity: {j0: 1}}}"), "run.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if c := run.World.Constraints().Count(); c.Rows != 3 || c.Rank != 2 || c.Mobility != 1 {
		t.Errorf("%s; expected 3 rows of rank 2, mobility 1", &c)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	x := run.World.State()
	height := -2 * (math.Sin(x.Q[0]) + math.Sin(x.Q[0]+x.Q[1]))
	tilt := math.Sin(x.Q[0] + x.Q[1] + x.Q[2])
	if math.Abs(height+1) > 1e-13 || math.Abs(tilt) > 1e-13 || math.Abs(x.Qd[0]) < 0.1 {
		t.Errorf("the link is at height %v with the tilt %v, the first joint at %v rad/s; expected -1, 0 and a motion",
			height, tilt, x.Qd[0])
	}
}

// TestCouplingOfLinks: a coupling of URDF+ makes the successor turn Ratio times as far as the predecessor, both seen
// from the last link that both hang on.
func TestCouplingOfLinks(t *testing.T) {
	run, err := dialect(t, `<coupling name="c"><predecessor link="coupler"/><successor link="rocker"/>
<ratio value="-3"/></coupling>`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	q := run.World.State().Q
	if off := q[2] + 3*(q[0]+q[1]); math.Abs(off) > 1e-12 {
		t.Errorf("the coupling is off by %v rad", off)
	}
}

// TestFaultsOfLoops: what is wrong with loops is named with its place.
func TestFaultsOfLoops(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{`<loop_joint name="l" type="spherical"><link1 link="couple" xyz="0.8 0 0"/><link2 link="tip"/></loop_joint>`,
			`there is no link "couple"`},
		{`<loop_joint name="l" type="cardan"><link1 link="coupler"/><link2 link="tip"/></loop_joint>`,
			`type "cardan"; expected one of continuous, fixed, prismatic, revolute, spherical`},
		{`<loop name="l" type="fixed"><predecessor link="coupler"/></loop>`, "no <successor>"},
		{`<loop name="l" type="revolute"><predecessor link="coupler"/><successor link="tip"/><axis xyz="0 0 0"/>
</loop>`,
			"the axis is zero"},
		{`<coupling name="c"><predecessor link="coupler"/><successor link="tip"/><ratio value="0"/></coupling>`,
			"the ratio is 0"},
		{`<drake:ball_constraint><drake:ball_constraint_body_A name="coupler"/></drake:ball_constraint>`,
			"no <drake:ball_constraint_body_B>"},
		{`<loop name="l" type="fixed"><predecessor link="tip"/><successor link="tip"/></loop>`, "both links are"},
		{`<loop_joint name="l" type="spherical"><link1 link="coupler"/><link2 link="tip"/></loop_joint>
<loop name="l" type="fixed"><predecessor link="coupler"/><successor link="tip"/></loop>`, "has this name already"},
		{`<joint name="l" type="prismatic"><parent link="coupler"/><child link="tip"/><axis xyz="0 0 0"/>
<limit effort="1" velocity="1" lower="-1" upper="1"/></joint>`, "the axis has length 0"},
		{`<joint name="l" type="fixed"><parent link="coupler"/><child link="tip"/></joint>
<joint name="l" type="fixed"><parent link="crank"/><child link="tip"/></joint>`, "has this name already"},
	} {
		text, want := x.text, x.want
		_, err := dialect(t, text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "four_bar.urdf:") {
			t.Errorf("%s: %v; expected its place and %q", text, err, want)
		}
	}
}
