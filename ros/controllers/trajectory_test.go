package controllers_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/ros/controllers"
)

const message = `header: {stamp: {sec: 0, nanosec: 0}, frame_id: ""}
joint_names: [joint2, joint1]
points:
- {positions: [1.0, 2.0], velocities: [0.5, 0.0], time_from_start: {sec: 1, nanosec: 500000000}}
- {positions: [2.0, 2.0], velocities: [0.5, 0.0], accelerations: [0.0, 1.0], time_from_start: 2.5}
- positions: [3.0, 0.0]
  velocities: [0.0, 0.0]
  accelerations: [0.0, 0.0]
  time_from_start: {sec: 4}
`

func motions(t *testing.T, config, text string) (map[string]func(float64) [3]float64, error) {
	t.Helper()
	msg, err := controllers.ReadTrajectory([]byte(text), "t.yaml")
	if err != nil {
		return nil, err
	}
	all, err := load(t, config, "arm_controller", "").Motions(msg, func(joint string) (float64, float64) {
		return map[string]float64{"joint1": -1, "joint2": 0}[joint], 0
	})
	got := map[string]func(float64) [3]float64{}
	for name, p := range all {
		got[name] = func(time float64) [3]float64 {
			x := p.At(time)
			return [3]float64{x.Position, x.Velocity, x.Acceleration}
		}
	}
	return got, err
}

// TestMotions compares a trajectory with polynomials that meet what both ends of each segment know: from the start,
// whose acceleration is not known, cubics to the second point and a quintic to the last one.
func TestMotions(t *testing.T) {
	all, err := motions(t, arm, message)
	if err != nil {
		t.Fatal(err)
	}
	// From 0 at rest to 1 with the velocity 1/2 in T = 3/2: x = 3 s² − 2 s³ + T/2 (s³ − s²), s = t/T.
	s := 0.4
	want := 3*s*s - 2*s*s*s + 0.75*(s*s*s-s*s)
	for name, c := range map[string]struct {
		got, want float64
	}{
		"cubic": {all["joint2"](0.6)[0], want},
		"start": {all["joint1"](0)[0], -1}, "end": {all["joint1"](9)[0], 0}, "end at rest": {all["joint1"](9)[1], 0},
		"point": {all["joint2"](2.5)[0], 2}, "its velocity": {all["joint2"](2.5)[1], 0.5},
		"its acceleration":             {all["joint1"](2.5)[2], 1},
		"the acceleration at the end":  {all["joint1"](4 - 1e-9)[2], 0},
		"between points with velocity": {all["joint2"](2)[0], 1.5 + 0}, // by symmetry
	} {
		if math.Abs(c.got-c.want) > 1e-7 { // 1e-9 s before the end of a jerk of 10
			t.Errorf("%s: %v; expected %v", name, c.got, c.want)
		}
	}
	lines, err := motions(t, arm, "{joint_names: [joint1, joint2], points: [{positions: [1, 0], time_from_start: "+
		"0.0},\n"+
		"{positions: [3, 0], time_from_start: 1.0}]}")
	if got := lines["joint1"](0.25); err != nil || got != [3]float64{1.5, 2, 0} {
		t.Errorf("linear: %v, %v; expected 1.5 at 2", got, err)
	}
	jumps, err := motions(t, strings.Replace(arm, "command_interfaces: [effort]",
		"command_interfaces: [effort]\n    interpolation_method: none", 1), message)
	for at, want := range map[float64]float64{1: -1, 1.5: 2, 2: 2, 2.6: 0, 5: 0} {
		if got := jumps["joint1"](at); err != nil || got != [3]float64{want, 0, 0} {
			t.Errorf("without interpolation at %v s: %v, %v; expected %v", at, got, err, want)
		}
	}
	integrated, err := motions(t, strings.Replace(arm, "command_interfaces: [effort]",
		"command_interfaces: [effort]\n    allow_integration_in_goal_trajectories: true", 1),
		"goal: {trajectory: {joint_names: [joint1, joint2], points: [{velocities: [1, 0], time_from_start: 1.0},\n"+
			"{velocities: [0, 0], time_from_start: 2.0}]}}")
	if got := integrated["joint1"](2); err != nil || got[0] != -1+0.5+0.5 {
		t.Errorf("of velocities: %v, %v; expected a position 0", got, err)
	}
}

// TestTrajectoryRefused tells what is wrong with a message, and what the controller refuses.
func TestTrajectoryRefused(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[joint2, joint1]", "[joint2, joint3]", `/arm_controller has no joint "joint3"`},
		{"[joint2, joint1]", "[joint2, joint3]", `there is no joint "joint1", which /arm_controller has`},
		{"[joint2, joint1]", "[joint2]", "point 0 has 2 positions, and there are 1 joints"},
		{"[joint2, joint1]", "[joint2, joint2]", `joint_names has "joint2" twice`},
		{"time_from_start: 2.5", "time_from_start: 1.5", "point 1 is at 1.5 s; expected a time from 0 on, and after"},
		{"time_from_start: 2.5", "time: 2.5", "t.yaml:5"},
		{"velocities: [0.0, 0.0]\n", "velocities: [0.0, 0.1]\n", "the last point has the velocity 0.1; expected 0, or"},
		{"positions: [3.0, 0.0]\n  ", "", "point 2 has no positions; expected them, or allow_integration"},
		{"[3.0, 0.0]", "[3.0, .nan]", `points.2.positions.1: ".nan"; expected a finite number`},
		{message, "joint_names: []\npoints: []", "there are 0 joints and 0 points"},
	} {
		if _, err := motions(t, arm, strings.Replace(message, c.old, c.new, 1)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v; expected %s", c.new, err, c.want)
		}
	}
}
