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

// TestWhatCannotBeHad: what a scenario asks of joints and cannot have is a warning, or an error, that names the field
// and by how much. A scenario that asks for nothing of that kind has none.
func TestWhatCannotBeHad(t *testing.T) {
	const robot = `<robot name="pair"><link name="ground"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="s" type="prismatic"><parent link="ground"/><child link="a"/><axis xyz="1 0 0"/>
<limit lower="-0.5" upper="2" effort="9" velocity="9"/></joint>
<joint name="u" type="prismatic"><parent link="ground"/><child link="b"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="9" velocity="9"/></joint></robot>`
	const sine = "prescribed: {s: {type: sine, amplitude: 0.1, frequency: 1}}\n"
	const gear = "constraints: [{type: gear, name: pair, joints: [s, u], ratio: 2}]\n"
	const file = "prescribed: {s: {type: file, file: motion.csv}}\n"
	motion := func(rate, phase float64) string {
		text := "time,s/position,s/velocity\n"
		for i := range 21 {
			x := float64(i) / 10
			text += fmt.Sprintf("%v,%v,%v\n", x, math.Sin(x+phase)-math.Sin(phase), rate*math.Cos(x+phase))
		}
		return text
	}
	for _, x := range []struct {
		name, text, motion string
		warnings           []string // parts of each
		err                string
	}{
		{name: "nothing", text: gear + "initial: {position: {s: 0.4, u: 0.2}, velocity: {s: 2, u: 1}}\n"},
		{name: "a motion to the stop", text: "prescribed: {s: {type: sine, amplitude: 0.5, frequency: 1}}\n"},
		{name: "a start that a gear overrules", text: gear + "initial: {position: {s: 0.4, u: 0.4}}\n",
			warnings: []string{"initial.position.s: asked is 0.4 m", "initial.position.u: asked is 0.4 m"}},
		{name: "a velocity", text: gear + "initial: {velocity: {u: 1, s: 0}}\n",
			warnings: []string{"initial.velocity.s: asked is 0 m/s", "initial.velocity.u: asked is 1 m/s"}},
		{name: "a prescribed joint", text: sine + "efforts: {s: 5}\ninitial: {velocity: {s: -3}}\n",
			warnings: []string{`efforts.s: the motion of joint "s" is prescribed`,
				"initial.velocity.s: asked is -3 m/s, but constraints or prescribed motions make it 0.628318531"}},
		{name: "a law", text: sine + "controller: {type: pd, gains: {s: {p: 1}, u: {p: 1}}}\nreference: {s: {type: " +
			"hold}}\n",
			warnings: []string{"controller.gains.s: ", "reference.s: "}},
		{name: "beyond a stop", text: "prescribed: {s: {type: sine, amplitude: 0.6, frequency: 1}}\n",
			err: `s, beyond the lower stop of joint "s" at -0.5`},
		{name: "a file", text: file, motion: motion(1, math.Pi/2-2)},
		{name: "a file that ends in motion", text: file, motion: motion(1, 0),
			warnings: []string{"prescribed.s: the file ends at t = 2 s with the velocity -0.416147"}},
		{name: "velocities in degrees", text: file, motion: motion(180/math.Pi, 0),
			err: "the velocities contradict the positions: from "},
		{name: "half the velocities", text: file, motion: motion(0.5, 0),
			err: "the velocities contradict the positions: from "},
		{name: "rests between rows", text: file, motion: "time,s/position,s/velocity\n0,0,0\n1,0.5,0\n2,0.2,0\n"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"pair.urdf": robot, "motion.csv": x.motion} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: pair.urdf\nduration: 3\n"+x.text), "pair.yaml", dir)
		if err != nil {
			t.Fatal(x.name, err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if x.err != "" {
			if err == nil || !strings.Contains(err.Error(), x.err) {
				t.Errorf("%s: the error is %v; expected %s", x.name, err, x.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		ok := len(run.Warnings) == len(x.warnings)
		for i := 0; ok && i < len(x.warnings); i++ {
			ok = strings.Contains(run.Warnings[i], x.warnings[i])
		}
		if !ok {
			t.Errorf("%s: warnings %q; expected %q", x.name, run.Warnings, x.warnings)
		}
	}
}
