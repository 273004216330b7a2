package prepare_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// bounded is a robot whose joint turns from -1 to 2 rad, at most 3 rad/s, with another one that follows it at -0.5
// times its position and must not be below -0.75 rad, so that the first may be at 1.5 rad at most. A slide goes along.
const bounded = `<robot name="bounded"><link name="base"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="2" velocity="3" effort="100"/></joint>
<joint name="follow" type="revolute"><parent link="base"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-0.75" upper="2" velocity="30" effort="100"/><mimic joint="turn" multiplier="-0.5"/></joint>
<joint name="slide" type="prismatic"><parent link="base"/><child link="c"/><axis xyz="1 0 0"/>
<limit lower="0" upper="0.5" velocity="1" effort="100"/></joint></robot>`

// TestBeyondLimits checks which references are warned of, and that the value, the time and the limit are named.
func TestBeyondLimits(t *testing.T) {
	for _, c := range []struct {
		reference string
		want      []string
	}{
		{"turn: {type: step, at: 0.5, to: 1.5}", nil}, // to the limit
		{"turn: {type: step, at: 9, to: 7}", nil},     // after the run
		{"turn: {type: step, at: 0.5, to: 1.75}", []string{`reference.turn: the reference of joint "turn" has the ` +
			`position 1.75 rad at t = 0.5 s, beyond its limit of 1.5 rad, which joint "follow" sets that follows it`}},
		{"turn: {type: hold, to: -1.25}", []string{`"turn" has the position -1.25 rad at t = 0 s, beyond its limit ` +
			`of -1 rad`}},
		// The largest speed of a minimum-jerk motion is 15/8 of the mean, 3.75 rad/s in the middle.
		{"turn: {type: min_jerk, from_time: 0.25, to_time: 0.75, to: -1}", []string{`"turn" has the velocity -3.75 ` +
			`rad/s at t = 0.5 s, beyond its limit of -3 rad/s`}},
		{"slide: {type: sine, amplitude: 0.4, frequency: 0.25, offset: 0.2}", []string{
			`"slide" has the position 0.6 m at t = 1 s, beyond its limit of 0.5 m`}},
		{"slide: {type: sine, amplitude: 0.4, frequency: 0.5, offset: 0.2}", []string{
			`"slide" has the position -0.2 m at t = 1.5 s, beyond its limit of 0 m`,
			`"slide" has the position 0.6 m at t = 0.5 s, beyond its limit of 0.5 m`,
			`"slide" has the velocity 1.25664 m/s at t = 0 s, beyond its limit of 1 m/s`}},
		{"slide: {type: hold, to: 1}\n  turn: {type: hold, to: -2}", []string{`reference.slide: `, `reference.turn: `}},
	} {
		for _, change := range []struct {
			text   string
			strict bool
		}{{"", false}, {"ideal: true\n", false}, {"", true}} {
			s, err := in(t, map[string]string{"r.urdf": bounded}, "kinetree: 1\nmodel: r.urdf\nduration: 1.6\n"+
				change.text+"controller: {type: pd}\nreference:\n  "+c.reference+"\n")
			if err != nil {
				t.Fatal(err)
			}
			run, err := prepare.New(s, prepare.Env{Unlogged: true, Strict: change.strict})
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if change.text != "" || change.strict {
				want = nil
			}
			if !slices.EqualFunc(run.Warnings, want, strings.Contains) {
				t.Errorf("%s %+v:\n got %q\nwant %q", c.reference, change, run.Warnings, want)
			}
		}
	}
}

// TestIdleSettings checks that settings of a PID that have no effect are errors or noted.
func TestIdleSettings(t *testing.T) {
	for _, c := range []struct{ controller, want, more string }{
		{`gains: {"*": {p: 1, i: 1, d: 1}}, anti_windup: back-calculation, tracking_time: 0.05, filter_time: 0.01, ` +
			`derivative: measurement`, "", ""},
		{`gains: {"*": {p: 1, i: 1}}, tracking_time: 0.05`, "error: controller.tracking_time: without " +
			"back-calculation nothing uses it; expected anti_windup: back-calculation, or no such key", ""},
		{`gains: {"*": {p: 1, i: 1}}, anti_windup: conditional, tracking_time: 0.05`,
			"error: controller.tracking_time", ""},
		{`gains: {"*": {p: 1, i: 1}}, anti_windup: back-calculation, tracking_time: 0.0005`,
			"controller.tracking_time: 0.0005 s is shorter than the period, 0.001 s", ""},
		{`gains: {"*": {p: 1}}, anti_windup: conditional`, "controller.anti_windup has no effect: all gains i are 0",
			""},
		{`gains: {"*": {p: 1, i_clamp: 3}}`, "the gains i_clamp have no effect: all gains i are 0", ""},
		{`gains: {"*": {p: 1, i: 1}}, anti_windup: clamp`, "clamp has no effect: no joint has a gain i_clamp", ""},
		{`gains: {"*": {p: 1, i: 1, i_clamp: 2}}, anti_windup: clamp`, "", ""},
		{`gains: {"*": {p: 1}}, filter_time: 0.1`, "controller.filter_time has no effect: all gains d are 0", ""},
		{`gains: {"*": {p: 1}}, derivative: measurement`, "controller.derivative has no effect: all gains d are 0", ""},
		{`gains: {"*": {p: 1, i: 1}}, anti_windup: conditional`, "no effort has a limit", "ideal: true\n"},
	} {
		text := "kinetree: 1\nmodel: r.urdf\ncontroller: {type: pid, " + c.controller + "}\n" + c.more
		s, err := in(t, map[string]string{"r.urdf": bounded}, text)
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		got := ""
		if err != nil {
			got = "error: " + err.Error()
		} else {
			got = strings.Join(run.Notes, "\n")
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", c.controller, got, c.want)
		}
	}
}

// TestEnergyOfEfforts checks that the metric energy and the work of the summary are the same integral by the same rule:
// they differ by rounding alone, for each integrator, with jumps of a sampled effort, saturation and end stops; and
// that the metrics of several joints, one that others follow among them, add up to the summary.
func TestEnergyOfEfforts(t *testing.T) {
	const pendulum = "model: pendulum\ncontroller: {type: pd, period: 0.01, gains: {\"*\": {p: 30, d: 3}}}\n" +
		"reference: {hinge: {type: step, at: 0.1, to: 1}}\n"
	const turn = "model: r.urdf\ninitial: {position: {slide: 0.1}}\nefforts: {follow: 3}\ncontroller: {type: pid, " +
		"gains: {\"*\": {p: 300, i: 10, d: 3}}}\nreference: {turn: {type: step, at: 0.1, to: 3}}\n"
	for _, text := range []string{pendulum, pendulum + "dt: 0.02\n", pendulum + "integrator: semi-implicit\n",
		pendulum + "integrator: dormand-prince\n", pendulum + "joints: {hinge: {effort_limit: 4, damping: 0.3}}\n",
		turn} {
		s, err := in(t, map[string]string{"r.urdf": bounded}, "kinetree: 1\nduration: 1.5\n"+text)
		if err != nil {
			t.Fatal(err)
		}
		run, summary := simulate(t, s)
		sum := run.Measures().Together().Energy
		// A thousand sums of numbers of up to some 10 J.
		if work := summary.Ledger.EffortWork; math.Abs(work) < 0.5 || math.Abs(sum-work) > 1e-12*math.Abs(work) {
			t.Errorf("%s: the metric is %v J, the summary says %v J", text, sum, work)
		}
	}
}
