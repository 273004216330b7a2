package prepare_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
	"kinetree/sim"
)

// rosControllers are those of the scenarios here, for the joints of rr_arm.
const rosControllers = `
controller_manager:
  ros__parameters:
    update_rate: 500
    effort: {type: joint_trajectory_controller/JointTrajectoryController}
    humble: {type: joint_trajectory_controller/JointTrajectoryController}
    position: {type: joint_trajectory_controller/JointTrajectoryController}
    velocity: {type: joint_trajectory_controller/JointTrajectoryController}
    outer: {type: joint_trajectory_controller/JointTrajectoryController}
    inner: {type: pid_controller/PidController}
    pd: {type: pid_controller/PidController}
    group: {type: velocity_controllers/JointGroupVelocityController}
effort:
  ros__parameters: &effort
    joints: [joint1, joint2]
    command_interfaces: [effort]
    state_interfaces: [position, velocity]
    constraints: {goal_time: 0.05, joint1: {trajectory: 0.05, goal: 0.04}, joint2: {goal: 0.04}}
    gains:
      joint1: {p: 30000.0, i: 10000.0, d: 3000.0, u_clamp_max: 1800.0, u_clamp_min: -1800.0,
        antiwindup_strategy: back_calculation, ff_velocity_scale: 0.3}
      joint2: {p: 9000.0, i: 5000.0, d: 900.0, u_clamp_max: 900.0, u_clamp_min: -900.0,
        antiwindup_strategy: conditional_integration, error_deadband: 0.0001, i_clamp_max: 300.0, i_clamp_min: -300.0}
humble:
  ros__parameters:
    joints: [joint1, joint2]
    command_interfaces: [effort]
    state_interfaces: [position, velocity]
    gains: {joint1: {p: 30000.0, i: 9000.0, d: 3000.0, i_clamp: 500.0}, joint2: {p: 9000.0, d: 900.0}}
position: &position
  ros__parameters:
    joints: [joint1, joint2]
    command_interfaces: [position]
    state_interfaces: [position, velocity]
velocity:
  ros__parameters:
    joints: [joint1, joint2]
    command_interfaces: [velocity]
    state_interfaces: [position, velocity]
    gains: {joint1: {p: 8.0, ff_velocity_scale: 1.0}, joint2: {p: 8.0, i: 1.0, ff_velocity_scale: 1.0}}
outer:
  ros__parameters:
    joints: [joint1, joint2]
    command_joints: [inner/joint1, inner/joint2]
    command_interfaces: [velocity]
    state_interfaces: [position, velocity]
    gains: {joint1: {p: 10.0, ff_velocity_scale: 1.0}, joint2: {p: 10.0, ff_velocity_scale: 1.0}}
inner:
  ros__parameters:
    dof_names: [joint1, joint2]
    command_interface: effort
    reference_and_state_interfaces: [velocity]
    gains:
      joint1: {p: 3000.0, i: 20000.0, d: 0.1, u_clamp_max: 1900.0, u_clamp_min: -1900.0,
        antiwindup_strategy: conditional_integration}
      joint2: {p: 1000.0, i: 5000.0, d: 0.1}
pd:
  ros__parameters:
    dof_names: [joint1, joint2]
    command_interface: effort
    reference_and_state_interfaces: [position, velocity]
    gains: {joint1: {p: 30000.0, d: 3000.0}, joint2: {p: 9000.0, d: 900.0}}
group:
  ros__parameters: {joints: [joint1, joint2]}
`

const rosTrajectory = `joint_names: [joint1, joint2]
points:
- {positions: [0.04, -0.03], velocities: [0.02, -0.04], time_from_start: 0.2}
- {positions: [0.07, -0.05], velocities: [0.0, 0.0], time_from_start: {sec: 0, nanosec: 500000000}}
`

// rosFiles writes the files into a folder and returns the text of a scenario with more keys of the controller, which
// has a trajectory unless the keys have it.
func rosFiles(t testing.TB) func(keys, more string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"controllers.yaml": strings.ReplaceAll(strings.ReplaceAll(rosControllers,
		" &effort", ""), " &position", ""), "trajectory.yaml": rosTrajectory} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(keys, more string) string {
		if !strings.Contains(keys, "pd") && !strings.Contains(keys, "group") {
			keys += fmt.Sprintf(", trajectory: %q", filepath.Join(dir, "trajectory.yaml"))
		}
		return fmt.Sprintf("{kinetree: 1, model: rr_arm, duration: 0.7, controller: {type: ros2_control, file: %q, "+
			"name: %s}%s}", filepath.Join(dir, "controllers.yaml"), keys, more)
	}
}

func simulateText(t *testing.T, text string) (*prepare.Run, *prepare.Outcome) {
	t.Helper()
	s, err := scenario.Read([]byte(text), "a.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	o, err := run.Simulate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return run, o
}

// rosCases are controllers and what of their scenario differs from run to run.
var rosCases = []struct{ name, keys, more string }{
	{"effort", "effort", ""}, {"an effort that misses", "effort, gains: {joint1: {p: 250}}", ""},
	{"an effort too late", "effort, gains: {joint2: {p: 90, i: 0, d: 100}}", ""},
	{"humble", "humble, delay_periods: 1", ""}, {"chained", "outer", ""}, {"position", "position", ""},
	{"velocity", "velocity", ""}, {"driven", `velocity, drive: {"*": {p: 1000, i: 9000}}`, ""},
	{"pd", "pd", ", reference: {joint1: {type: step, at: 0.1, to: 0.3}}"},
	{"group", "group", ", reference: {joint1: {type: ramp, from_time: 0.1, to_time: 0.5, to: 0.3}}"},
}

// TestROS2Lanes runs each kind of chain with several robots side by side, with code for whole steps, and each alone,
// and compares all that they come to, digit by digit.
func TestROS2Lanes(t *testing.T) {
	text, states := rosFiles(t), map[string]int{}
	for _, c := range rosCases {
		cache := robot.NewCache()
		var texts, want []string
		for k := range 6 {
			more := fmt.Sprintf(`%s, links: {link2: {payload: {mass: %v}}}, initial: {position: {joint1: %v}}`, c.more,
				3*float64(k), 0.002*float64(k))
			texts = append(texts, text(c.keys, more))
			run := prepareDrawn(t, texts[k], cache)
			if run == nil {
				t.Fatalf("%s cannot be prepared", texts[k])
			}
			s, err := run.World.Run(t.Context(), run.Scenario.Duration)
			want = append(want, outcome(run, s, err)+fmt.Sprint(run.Goal()))
			if g := run.Goal(); g != nil {
				states[g.State]++
			}
		}
		first := prepareDrawn(t, texts[0], cache)
		solver := new(prepare.RunCode).Of(first)
		if solver == nil {
			t.Skip("there is no code for this processor")
		}
		codes, i := &sim.StepCodes{Assemble: compile.LaneCode}, 0
		lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: codes}
		lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
			if i == len(texts) {
				return run, false
			}
			r, n := prepareDrawn(t, texts[i], cache), i
			i++
			return r.Lane(func(s *sim.Summary, err error) {
				if got := outcome(r, s, err) + fmt.Sprint(r.Goal()); got != want[n] {
					t.Errorf("%s: beside others\n%s\nalone\n%s", c.name, got, want[n])
				}
			}), true
		})
		if codes.Taken < 100 {
			t.Errorf("%s: code has taken %d whole steps and refused %d; expected most", c.name, codes.Taken,
				codes.Refused)
		}
	}
	for _, state := range []string{"reached", "path tolerance violated", "goal tolerance violated"} {
		if states[state] == 0 {
			t.Errorf("no trajectory is %s: %v", state, states)
		}
	}
}

// TestROS2Reuse takes variations of gains and masses through runs that are reused.
func TestROS2Reuse(t *testing.T) {
	text := rosFiles(t)
	for _, c := range rosCases {
		s, err := scenario.Read([]byte(text(c.keys, c.more)), "a.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		paths := []sweep.Path{{Name: "model.links.link2.mass", Node: &strict.Node{}}}
		if !strings.Contains(c.keys, "position") && !strings.Contains(c.keys, "group") {
			for _, path := range []string{"joint1.p", "joint2.d", "joint1.i"} {
				paths = append(paths, sweep.Path{Name: "controller.gains." + path, Node: &strict.Node{}})
			}
		}
		v, err := prepare.Vary(s, paths, effective)
		if err != nil {
			t.Fatal(err)
		}
		var old *prepare.Run
		for k := range 4 {
			row := make([]sweep.Value, len(paths))
			for i := range row {
				row[i].Number = []float64{40, 20000, 800, 900}[i] * (1 + 0.2*float64(k))
			}
			x, err := v.Scenario(row, 1)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := prepare.New(x, prepare.Env{Unlogged: true, Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			switch became := old != nil && v.Reuse(old, row, 1, nil); {
			case old == nil:
				if old, err = prepare.New(x, prepare.Env{Unlogged: true, Strict: true}); err != nil {
					t.Fatal(err)
				}
			case !became:
				t.Errorf("%s: run %d is not made in place", c.name, k)
			}
			want, got := traced(fresh)+fmt.Sprint(fresh.Goal()), traced(old)+fmt.Sprint(old.Goal())
			if got != want {
				t.Fatalf("%s: run %d in place is\n%s\nprepared anew it is\n%s", c.name, k, got, want)
			}
		}
	}
}

// TestROS2PD compares a pid_controller without integrals with the law pd, state by state: both are the same products
// and sums.
func TestROS2PD(t *testing.T) {
	const reference = ", reference: {joint1: {type: step, at: 0.1, to: 0.3}, joint2: {type: sine, amplitude: 0.2, " +
		"frequency: 1}}"
	_, got := simulateText(t, rosFiles(t)("pd", reference))
	_, want := simulateText(t, "{kinetree: 1, model: rr_arm, duration: 0.7, controller: {type: pd, period: 0.002, "+
		"gains: {joint1: {p: 30000, d: 3000}, joint2: {p: 9000, d: 900}}}"+reference+"}")
	if fmt.Sprint(got.End.Position, got.End.Velocity, got.Ledger) != fmt.Sprint(want.End.Position, want.End.Velocity,
		want.Ledger) {
		t.Errorf("ends at %v; expected %v", got.End, want.End)
	}
}

// TestTrajectory has another law follow a trajectory, and compares it with the motion that this one is.
func TestTrajectory(t *testing.T) {
	name := filepath.Join(t.TempDir(), "t.yaml")
	if err := os.WriteFile(name, []byte("{joint_names: [joint2], points: [{positions: [0.3], time_from_start: 0.5}]}"),
		0o666); err != nil {
		t.Fatal(err)
	}
	const law = "{kinetree: 1, model: rr_arm, duration: 0.7, controller: {type: pd_gravity, gains: {\"*\": {p: 3000, " +
		"d: 300}}}, "
	_, got := simulateText(t, fmt.Sprintf("%strajectory: %q}", law, name))
	_, want := simulateText(t, law+"reference: {joint2: {type: ramp, from_time: 0, to_time: 0.5, to: 0.3}}}")
	if fmt.Sprint(got.End.Position, got.Ledger) != fmt.Sprint(want.End.Position, want.Ledger) {
		t.Errorf("ends at %v; expected %v", got.End.Position, want.End.Position)
	}
	s, err := scenario.Read([]byte(fmt.Sprintf("%strajectory: %q, reference: {joint2: {type: hold}}}", law, name)),
		"a.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = prepare.New(s, prepare.Env{Unlogged: true}); err == nil || !strings.Contains(err.Error(),
		"reference.joint2: the trajectory says the motion of the joint, too") {
		t.Errorf("got %v", err)
	}
}

// TestROS2Ideal follows a trajectory with ideal drives: a joint is where it should be at the samples but for what the
// effort, which is held for a period, cannot know of the motion within the period.
func TestROS2Ideal(t *testing.T) {
	for _, name := range []string{"position", "velocity"} {
		run, o := simulateText(t, rosFiles(t)(name, ""))
		if o.Goal == nil || o.Goal.State != "reached" || math.Abs(*o.Goal.Time-0.5) > 1e-9 {
			t.Errorf("%s: %v; expected the goal to be reached at 0.5 s", name, o.Goal)
		}
		if run.Loop.Period != 0.002 {
			t.Errorf("%s: the period is %v s; expected that of the update rate, 2 ms", name, run.Loop.Period)
		}
		for i := range o.Metrics {
			// Accelerations of 6 rad/s², which jump, are followed in two periods of 2 ms: 6 T². Where velocities
			// follow, their error of 6 T lasts for 1/8 s, the time constant of the gain.
			if rms, _ := o.Metrics[i].Value("rms_error"); !(rms < map[string]float64{"position": 3e-5,
				"velocity": 1e-3}[name]) {
				t.Errorf("%s: %s follows with an error of %v", name, o.Metrics[i].Joint, rms)
			}
		}
	}
}

// TestROS2Analysis analyses loops at their update rates, with a period of delay on request, which makes less margin.
func TestROS2Analysis(t *testing.T) {
	text := rosFiles(t)
	margin := func(keys string) float64 {
		run, _ := simulateText(t, text(keys, ""))
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		if a.Stable == nil || !*a.Stable || a.Period != 0.002 {
			t.Errorf("%s: stable %v with the period %v s", keys, a.Stable, a.Period)
		}
		return a.Loops[0].Phase
	}
	if at, late := margin("effort"), margin("effort, delay_periods: 1"); !(late < at) {
		t.Errorf("the phase margin is %v, and %v with a period of delay; expected less", at, late)
	}
	run, _ := simulateText(t, text("effort, delay_periods: 1", ""))
	if run.Loop.Delay != 0.002 {
		t.Errorf("the delay is %v s; expected a period", run.Loop.Delay)
	}
	margin("outer")
}

// TestROS2Refused tells what is wrong with a scenario of controllers.
func TestROS2Refused(t *testing.T) {
	text := rosFiles(t)
	for _, c := range []struct{ text, want string }{
		{text("nobody", ""), `there is no controller "nobody"`},
		{text("effort, distribution: foxy", ""), `controller.distribution: "foxy"`},
		{text("effort, delay: 0.001, delay_periods: 1", ""), "controller.delay_periods: 1, and there is a delay"},
		{text("effort, drive: {joint1: {p: 3}}", ""), "controller.drive: the controllers give efforts"},
		{text("position, delay_periods: 1", ""), "controller.drive: there is none, and an ideal drive acts at once"},
		{text("position, gains: {joint1: {p: 3}}", ""), "controller.gains: "},
		{text("effort, gains: {joint3: {p: 3}}", ""), "controller.gains.joint3"},
		{text("effort, gains: {joint1: {i_clamp: 3}}", ""), "the law ros2_control does not use it"},
		{text("effort", ", reference: {joint1: {type: hold}}"), "the trajectory says the motion of the joint, too"},
		{text("inner", ""), "is a PidController; expected a joint_trajectory_controller"},
		{strings.Replace(text("effort", ""), "rr_arm", "ur5", 1), `the robot ur5 has no joint "joint1"`},
		{"{kinetree: 1, model: rr_arm, controller: {type: ros2_control}}", "controller.file: there is none"},
		{"{kinetree: 1, model: rr_arm, controller: {type: pd, name: a}}", "controller.name: the law pd does not use " +
			"it"},
		{"{kinetree: 1, model: rr_arm, controller: {type: ros2_control, file: none.yaml}}", "none.yaml"},
	} {
		s, err := scenario.Read([]byte(c.text), "a.yaml", ".")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v; expected %s", c.text, err, c.want)
		}
	}
}

// TestInto writes numbers into a scenario, of which nothing but digits changes, and into a parameter file.
func TestInto(t *testing.T) {
	const text = "kinetree: 1 # v\r\nmodel: rr_arm\r\ncontroller:\r\n  gains: {'joint1': {p: 20, d: 1e1}} # mine\r\n"
	numbers := []scenario.Written{{Path: "controller.gains.joint1.p", Value: 123.456},
		{Path: "controller.gains.joint1.d", Value: 7}}
	arm := &scenario.IntoFile{Name: "s.yaml", Text: []byte(text), Digits: 4}
	got, err := arm.Into(numbers)
	if want := strings.NewReplacer("p: 20", "p: 123.5", "1e1", "7").Replace(text); err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	file := &scenario.IntoFile{Name: "c.yaml", Text: []byte(rosControllers), Controller: "effort", Digits: 6}
	got, err = file.Into(numbers)
	if want := strings.Replace(rosControllers, "{p: 30000.0, i: 10000.0, d: 3000.0, u", "{p: 123.456, i: 10000.0, "+
		"d: 7.0, u", 1); err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	launched := `/**:
  controller_manager: {ros__parameters: {effort: {type: joint_trajectory_controller/JointTrajectoryController}}}
/**:
  effort:
    ros__parameters:
      joints: [$(var tf_prefix)joint1]
      command_interfaces: [effort]
      state_interfaces: [position, velocity]
      gains: {$(var tf_prefix)joint1: {p: 1.0, d: 1.0}}
`
	got, err = (&scenario.IntoFile{Name: "l.yaml", Text: []byte(launched), Args: map[string]string{"tf_prefix": "l_"},
		Digits: 4}).Into([]scenario.Written{{Path: "controller.gains.l_joint1.p", Value: 123.456}})
	if want := strings.Replace(launched, "p: 1.0", "p: 123.5", 1); err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	for want, x := range map[string]string{"there is no number controller.gains.joint2.p": "controller.gains.joint2.p",
		"controller.gains: there is a mapping; expected a number": "controller.gains"} {
		if _, err := arm.Into([]scenario.Written{{Path: x}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
	if _, err := file.Into([]scenario.Written{{Path: "dt"}}); err == nil || !strings.Contains(err.Error(), "dt is no "+
		"gain of a joint") {
		t.Errorf("got %v", err)
	}
}
