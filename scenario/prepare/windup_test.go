package prepare_test

import (
	"math"
	"testing"
)

// TestWindupOfVoltages checks that the anti-windup of a PID law and the share of time with a limit see the voltage of a
// motor as they see the limit of an effort: a motor whose back-EMF is 1e-7 of its voltage has the same 10 N m at all
// rates. And they see a rate limit: it is worked off, where an integral without it goes on.
func TestWindupOfVoltages(t *testing.T) {
	const robot = `<robot name="r"><link name="w"/><link name="a"><inertial><mass value="1"/>` +
		`<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>` +
		`<joint name="j" type="continuous"><parent link="w"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>`
	const text = "kinetree: 1\nmodel: bar.urdf\ngravity: [0, 0, 0]\nduration: 6\n" +
		"reference: {j: {type: step, at: 0.1, to: 3}}\ncontroller: {type: pid, period: 0.001, " +
		"gains: {j: {p: 300, i: 600, d: 30}}, anti_windup: "
	const motor = "}\njoints: {j: {motor: {torque_constant: 0.001, resistance: 1, voltage: 10000}}}\n"
	run := func(text string) (overshoot, share float64) {
		s, err := in(t, map[string]string{"bar.urdf": robot}, text)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := simulate(t, s)
		m := r.Measures()[0]
		return m.Overshoot, m.SaturationShare
	}
	for _, way := range []string{"conditional", "back-calculation"} {
		overshoot, share := run(text + way + "}\njoints: {j: {effort_limit: 10}}\n")
		got, gotShare := run(text + way + motor)
		if math.Abs(got-overshoot) > 1e-3 || math.Abs(gotShare-share) > 1e-3 || share < 0.01 {
			t.Errorf("%s: overshoot %v %%, limited for %v of the time; with a limit of the effort %v and %v", way, got,
				gotShare, overshoot, share)
		}
		slow, slowShare := run(text + way + "}\nactuators: {rate_limit: 10000}\n")
		wound, _ := run(text + "clamp}\nactuators: {rate_limit: 10000}\n")
		if !(slow < wound) || slowShare == 0 {
			t.Errorf("%s: at 10000 N m/s overshoot %v %%, limited for %v of the time; without anti-windup %v %%", way,
				slow, slowShare, wound)
		}
	}
}
