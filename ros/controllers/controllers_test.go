package controllers_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/models/oracle/golden"
	"kinetree/ros/controllers"
	"kinetree/ros/params"
)

// arm has a controller of each kind for the joints of rr_arm; the trajectory controller feeds the PIDs.
const arm = `# gains by hand
controller_manager:
  ros__parameters:
    update_rate: 250  # Hz
    use_sim_time: true
    arm_controller: {type: joint_trajectory_controller/JointTrajectoryController}
    outer: {type: joint_trajectory_controller/JointTrajectoryController}
    inner: {type: pid_controller/PidController}
    hand: {type: effort_controllers/JointGroupEffortController}
    broadcaster: {type: joint_state_broadcaster/JointStateBroadcaster}

arm_controller:
  ros__parameters:
    joints: &joints [joint1, joint2]
    command_interfaces: [effort]
    state_interfaces: [position, velocity]
    constraints: {goal_time: 0.6, joint1: {trajectory: 0.2, goal: 0.05}}
    gains:
      joint1: {p: 100.0, i: 1.0, d: 10.0, i_clamp: 5.0, ff_velocity_scale: 0.5}
      joint2: {p: 50.0, i: 1, d: 5.0, i_clamp: 2.0}   # softer
outer:
  ros__parameters:
    joints: *joints
    command_joints: [inner/joint1, inner/joint2]
    command_interfaces: [velocity]
    state_interfaces: [position, velocity]
    gains.joint1.p: 6.0
    gains.joint2.p: 4.0
inner:
  ros__parameters:
    dof_names: [joint1, joint2]
    command_interface: effort
    reference_and_state_interfaces: [velocity]
    gains:
      joint1: {p: 12.0, u_clamp_max: 30.0, u_clamp_min: -30.0, antiwindup_strategy: conditional_integration}
      joint2: {p: 3.0, i: 2.0, error_deadband: 0.01, feedforward_gain: 0.2}
hand:
  ros__parameters: {joints: [joint2]}
`

func load(t *testing.T, text, name string, form control.ToolboxForm) *controllers.ControllerSystem {
	t.Helper()
	f, err := params.Read([]byte(text), "controllers.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := controllers.Load(f, name, form)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// has checks that one of some texts has a part.
func has(t *testing.T, texts []string, part string) {
	t.Helper()
	if all := strings.Join(texts, "\n"); !strings.Contains(all, part) {
		t.Errorf("got\n%s\nexpected %q in it", all, part)
	}
}

// TestLoad reads a controller with the keys of Humble.
func TestLoad(t *testing.T) {
	s := load(t, arm, "arm_controller", "")
	c := s.Chain[0]
	if s.Rate != 250 || len(s.Chain) != 1 || c.Form != control.ToolboxHumble || c.Because != "i_clamp" {
		t.Errorf("got %+v, %+v", s, c)
	}
	want := control.ToolboxGains{P: 100, I: 1, D: 10, UMin: math.Inf(-1), UMax: math.Inf(1), IMin: -5, IMax: 5,
		Windup: control.LegacyFree}
	if c.Gains[0] != want || c.Forward[0] != 0.5 || c.Gives != control.EffortInterface {
		t.Errorf("got %+v; expected %+v", c, want)
	}
	if s.Goal.Path["joint1"] != 0.2 || s.Goal.End["joint1"] != 0.05 || s.Goal.Time != 0.6 || s.Goal.Stopped != 0.01 {
		t.Errorf("got %+v", s.Goal)
	}
	has(t, s.Notes, "the PIDs of /arm_controller are those of Humble (control_toolbox before 4), as the key i_clamp "+
		"says")
	has(t, s.Notes, "controllers.yaml:20:28: gains.joint2.i is 1, an integer, which ROS refuses")
}

// TestDefaults reads files that do not say all: the update rate is that of ROS, and positions alone have no derivative
// for the PIDs that they are handed to.
func TestDefaults(t *testing.T) {
	s := load(t, strings.Replace(arm, "update_rate: 250", "other: 250", 1), "arm_controller", "")
	if s.Rate != 100 {
		t.Errorf("the update rate is %v Hz; expected that of ROS, 100 Hz", s.Rate)
	}
	has(t, s.Notes, "no update_rate is given; it is that of ROS, 100 Hz")
	both := strings.NewReplacer("command_interfaces: [velocity]", "command_interfaces: [position, velocity]",
		"reference_and_state_interfaces: [velocity]", "reference_and_state_interfaces: [position, "+
			"velocity]").Replace(arm)
	if s := load(t, both, "outer", ""); s.Chain[1].Difference || s.Chain[1].Forward[1] != 0.2 {
		t.Errorf("got %+v; expected errors of velocities", s.Chain[1])
	}
	alone := strings.Replace(both, "command_interfaces: [position, velocity]", "command_interfaces: [position]", 1)
	if s := load(t, alone, "outer", ""); !s.Chain[1].Difference || s.Chain[1].Forward[1] != 0 {
		t.Errorf("got %+v; expected differences, and no feed-forward", s.Chain[1])
	}
	open := strings.Replace(arm, "gains.joint1.p: 6.0", "open_loop_control: true", 1)
	if s := load(t, open, "outer", ""); s.Chain[0].Gains != nil {
		t.Errorf("got %+v; expected velocities that are handed on", s.Chain[0])
	}
	scaled := strings.NewReplacer("outer: {type: joint_trajectory_controller/Joint",
		"outer: {type: ur_controllers/ScaledJoint",
		"gains.joint1.p: 6.0", "speed_scaling.initial_scaling_factor: 1.0").Replace(arm)
	load(t, scaled, "outer", "")
	idle := strings.Replace(arm, "p: 100.0, i: 1.0, d: 10.0, i_clamp: 5.0, ff_velocity_scale: 0.5", "p: 0.0", 1)
	idle = strings.Replace(idle, "p: 50.0, i: 1, d: 5.0, i_clamp: 2.0", "p: 0.0", 1)
	has(t, load(t, idle, "arm_controller", "").Notes, "all gains and the ff_velocity_scale of /arm_controller are 0")
}

// TestForms reads the same gains as those of other distributions.
func TestForms(t *testing.T) {
	s := load(t, arm, "arm_controller", control.ToolboxRolling)
	if g := s.Chain[0].Gains[0]; g.Windup != control.NoWindup || !math.IsInf(g.IMax, 1) {
		t.Errorf("got %+v", g)
	}
	has(t, s.Notes, "the PIDs of Kilted and Rolling (control_toolbox 6.3) do not know gains.joint1.i_clamp")
	s = load(t, strings.ReplaceAll(arm, "i_clamp: 5.0", "antiwindup_strategy: legacy, i_clamp_max: 7.0, "+
		"i_clamp_min: -6.0"),
		"arm_controller", "")
	if g := s.Chain[0].Gains[0]; s.Chain[0].Form != control.ToolboxJazzy || g.Windup != control.LegacyFree ||
		g.IMin != -6 || g.IMax != 7 {
		t.Errorf("got %+v", g)
	}
	s = load(t, strings.ReplaceAll(arm, ", i_clamp: 5.0", ""), "arm_controller", control.ToolboxHumble)
	has(t, s.Notes, "gains.joint1.i is 1, and its limits are 0: in Humble the integral adds nothing")
	s = load(t, strings.ReplaceAll(strings.ReplaceAll(arm, ", i_clamp: 5.0", ""), ", i_clamp: 2.0", ""),
		"arm_controller", "")
	has(t, s.Notes, "no key says of which version the PIDs of /arm_controller are")
}

// TestChained reads controllers that feed one another, and makes the law of them.
func TestChained(t *testing.T) {
	s := load(t, arm, "outer", "")
	if len(s.Chain) != 2 || s.Chain[1].Name != "/inner" || s.Gained() != 1 || s.Gives() != control.EffortInterface {
		t.Fatalf("got %+v", s.Chain)
	}
	inner := s.Chain[1]
	if inner.Of != control.VelocityInterface || !inner.Difference || !inner.OfItself ||
		inner.Form != control.ToolboxRolling ||
		inner.Gains[0].Windup != control.ToolboxConditional || inner.Gains[0].UMin != -30 || inner.Forward[1] != 0.2 ||
		inner.Gains[1].Deadband != 0.01 {
		t.Errorf("got %+v", inner)
	}
	m := golden.Embedded(t, "rr_arm")
	c, err := s.Config(m, nil, controllers.Drive{})
	if err != nil || len(c.Stages) != 2 || !c.Used[0] || !c.Used[1] {
		t.Fatalf("got %+v, %v", c, err)
	}
	if _, err := control.NewChain(m, c); err != nil {
		t.Error(err)
	}
	alone := strings.Replace(arm, "hand: {type", "# hand: {type", 1)
	alone = strings.Replace(alone, "arm_controller: {type", "# arm_controller: {type", 1)
	alone = alone[:strings.Index(alone, "arm_controller:\n")] + strings.ReplaceAll(alone[strings.Index(alone,
		"outer:\n"):],
		"*joints", "[joint1, joint2]")
	alone = strings.Replace(alone, "hand:\n  ros__parameters: {joints: [joint2]}", "", 1)
	if s := load(t, alone, "", ""); s.Chain[0].Name != "/outer" {
		t.Errorf("without a name %s; expected /outer, which feeds the other one", s.Chain[0].Name)
	}
}

// TestRefused tells all that is wrong with a controller, with its places.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ old, new, name, want string }{
		{"", "", "", "there are 3 controllers that could drive the joints; expected the name of one of arm_controller"},
		{"", "", "arm_contoller", `there is no controller "arm_contoller" (did you mean "arm_controller"?)`},
		{"", "", "broadcaster", "is a joint_state_broadcaster/JointStateBroadcaster, which becomes no law"},
		{"command_interfaces: [effort]", "command_interfaces: [effort, velocity]", "arm_controller",
			"controllers.yaml:15:25: error: arm_controller.ros__parameters.command_interfaces: expected position"},
		{"command_interfaces: [effort]", "command_interfaces: [torque]", "arm_controller", `"torque"; expected`},
		{"state_interfaces: [position, velocity]", "state_interfaces: [position]", "arm_controller",
			"there is no velocity, which the PIDs of commands that are effort take"},
		{"p: 100.0", "p: high", "arm_controller", "gains.joint1.p: expected a number"},
		{"goal_time: 0.6", "goal_time: -0.6", "arm_controller", "goal_time: -0.6; expected 0 or more"},
		{"[inner/joint1, inner/joint2]", "[inner/joint1, iner/joint2]", "outer", `there is no controller "iner"`},
		{"reference_and_state_interfaces: [velocity]", "reference_and_state_interfaces: [position]", "outer",
			"the controller takes the position, and /outer gives the velocity; expected the same"},
		{"gains.joint1.p: 6.0", "speed_scaling.initial_scaling_factor: 0.5", "outer", "0.5; expected 1"},
		{"u_clamp_max: 30.0", "u_clamp_max: -40.0", "outer", "expected a lower limit below the upper one"},
		{"conditional_integration", "conditional", "outer", `"conditional"`},
		{"[velocity]\n    gains:", "[velocity, position]\n    gains:", "outer", "expected position, velocity, or " +
			"position and"},
	} {
		f, err := params.Read([]byte(strings.Replace(arm, c.old, c.new, 1)), "controllers.yaml", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = controllers.Load(f, c.name, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v; expected %s", c.new, err, c.want)
		}
	}
	m := golden.Embedded(t, "cartesian")
	if _, err := load(t, arm, "outer", "").Config(m, nil, controllers.Drive{}); err == nil ||
		!strings.Contains(err.Error(), `/outer: the robot cartesian has no joint "joint1"`) {
		t.Errorf("got %v", err)
	}
}

// TestInto writes gains: nothing but their digits changes.
func TestInto(t *testing.T) {
	f, err := params.Read([]byte(arm), "controllers.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := controllers.Into(f, "arm_controller", map[string]map[string]float64{"joint1": {"p": 123.456, "d": 7},
		"*": {"p": 0.00012346, "i": 1e-9}}, 4)
	want := strings.NewReplacer("{p: 100.0, i: 1.0, d: 10.0, i", "{p: 123.5, i: 1.0, d: 7.0, i",
		"{p: 50.0, i: 1,", "{p: 0.0001235, i: 1.0e-09,").Replace(arm)
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	got, err = controllers.Into(f, "outer", map[string]map[string]float64{"joint2": {"i": 2.25}}, 2)
	if want := strings.Replace(arm, "i: 2.0, error", "i: 2.2, error", 1); err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	for want, gains := range map[string]map[string]map[string]float64{
		`/arm_controller has no joint "joint3"`:                    {"joint3": {"p": 1}},
		"/arm_controller has no parameter gains.joint2.velocity_p": {"joint2": {"velocity_p": 1}},
	} {
		if _, err := controllers.Into(f, "arm_controller", gains, 4); err == nil || !strings.Contains(err.Error(),
			want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
	if _, err := controllers.Into(f, "hand", nil, 4); err == nil || !strings.Contains(err.Error(), "have no PIDs") {
		t.Errorf("got %v", err)
	}
}

// TestHardware reads the limits of commands, and refuses commands that the hardware does not take.
func TestHardware(t *testing.T) {
	const urdf = `<robot name="r"><ros2_control name="s" type="system"><joint name="joint1">
<command_interface name="effort"><param name="min">-20</param><param name="max"> 25.5 </param></command_interface>
<state_interface name="position"/></joint><joint name="joint2"><command_interface name="position"/></joint>
</ros2_control></robot>`
	h, notes := controllers.ReadHardware([]byte(urdf), "r.urdf")
	want := controllers.CommandLimits{Min: -20, Max: 25.5}
	if notes != nil || h["joint1"].Commands[control.EffortInterface] != want {
		t.Fatalf("got %+v, %v", h, notes)
	}
	m := golden.Embedded(t, "rr_arm")
	_, err := load(t, arm, "arm_controller", "").Config(m, h, controllers.Drive{})
	if err == nil || !strings.Contains(err.Error(), `commands the effort of "joint2", and the <ros2_control> of the `+
		"robot takes position there") {
		t.Errorf("got %v", err)
	}
	delete(h, "joint2")
	if c, err := load(t, arm, "arm_controller", "").Config(m, h, controllers.Drive{}); err != nil ||
		c.Least[0] != -20 ||
		c.Most[0] != 25.5 || !math.IsInf(c.Most[1], 1) {
		t.Errorf("got %+v, %v", c, err)
	}
	unbounded := controllers.CommandLimits{Min: math.Inf(-1), Max: math.Inf(1)}
	for bad, want := range map[string]string{"-30": "they are from -20 to -30; expected a min below the max",
		"-20": "they are from -20 to -20", "{2*pi}": `the max is "{2*pi}"; expected a number`, "nan": "a number"} {
		h, notes := controllers.ReadHardware([]byte(strings.Replace(urdf, " 25.5 ", bad, 1)), "r.urdf")
		if len(notes) != 1 || !strings.Contains(notes[0], `r.urdf: ros2_control: the effort of joint "joint1" has no `+
			"limits: ") || !strings.Contains(notes[0], want) {
			t.Errorf("%s: got %q; expected %q", bad, notes, want)
		}
		if got := h["joint1"].Commands[control.EffortInterface]; got != unbounded {
			t.Errorf("%s: got %v; expected no limits", bad, got)
		}
	}
	if h, notes := controllers.ReadHardware([]byte("solid"), "r.stl"); h != nil || notes != nil {
		t.Errorf("got %v, %v", h, notes)
	}
}
