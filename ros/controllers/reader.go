package controllers

import (
	"slices"
	"strings"

	"kinetree/control"
	"kinetree/internal/suggest"
	"kinetree/ros/params"
)

// reader reads a controller.
type reader struct {
	*ControllerSystem
	*params.ParameterNode
	all   []typed
	typed typed
	c     *Controller
	next  *typed
}

// read reads the controller and returns the one that its commands go to, nil for the hardware.
func (r *reader) read() *typed {
	_, kind, _ := strings.Cut(r.typed.kind, "/")
	r.c = &Controller{Name: r.ParameterNode.Name, Type: kind, node: r.ParameterNode}
	r.Chain = append(r.Chain, r.c)
	for _, own := range []string{"type", "update_rate", "is_async"} {
		r.Has(own)
	}
	read := kinds[kind]
	if read == nil {
		r.Refuse("type", "the controller %s is a %s, which becomes no law; expected one of %s", r.ParameterNode.Name,
			r.typed.kind, suggest.List(Kinds()))
		return nil
	}
	if rate := r.Number("update_rate", 0); rate > 0 && (r.Rate == 0 || rate < r.Rate) {
		r.Rate = rate
	}
	if read(r); len(r.Chain) > 1 && len(r.Faults) == 0 {
		r.fit(r.Chain[len(r.Chain)-2])
	}
	return r.next
}

// fit tells whether the controller takes the commands of the one before.
func (r *reader) fit(before *Controller) {
	takes := r.c.Of
	if r.c.Gains == nil {
		takes = r.c.Gives
	}
	if takes != before.Gives {
		r.Refuse("reference_and_state_interfaces", "the controller takes the %s, and %s gives the %s; expected the "+
			"same",
			takes, before.Name, before.Gives)
	}
}

// targets finds where commands go: to the joints of the hardware, or to those of another controller, whose names stand
// before theirs.
func (r *reader) targets(parameter string, names []string) (joints []string) {
	for _, name := range names {
		i := strings.LastIndex(name, "/")
		joints = append(joints, name[i+1:])
		var next *typed
		if i >= 0 {
			at := slices.IndexFunc(r.all, func(t typed) bool { return strings.HasSuffix(t.node, "/"+name[:i]) })
			if at < 0 {
				r.Refuse(parameter, "there is no controller %q to take commands for %q; expected a joint, or one of "+
					"the controllers %s", name[:i], name, suggest.List(Names(r.File)))
				continue
			}
			next = &r.all[at]
		}
		if len(joints) > 1 && next != r.next {
			r.Refuse(parameter, "the commands go to several controllers; expected one for all joints")
			return joints
		}
		r.next = next
	}
	return joints
}

// command returns the interfaces of the commands.
func (r *reader) command(parameter string, names []string, known ...control.Interface) (list []control.Interface) {
	for _, name := range names {
		what := control.Interface(name)
		if !slices.Contains(known, what) {
			var texts []string
			for _, k := range known {
				texts = append(texts, string(k))
			}
			r.Refuse(parameter, "%q; expected %s", name, suggest.List(texts))
			continue
		}
		list = append(list, what)
	}
	return list
}

// forward reads a controller that hands commands on.
func (r *reader) forward(what control.Interface) {
	r.c.Joints = r.targets("joints", r.Words("joints"))
	if len(r.c.Joints) == 0 {
		r.Miss("joints", "a list of joints")
	}
	if r.c.Gives = what; what != "" {
		return
	}
	all := r.command("interface_name", []string{r.Word("interface_name", "")}, control.PositionInterface,
		control.VelocityInterface, control.EffortInterface)
	if len(all) == 1 {
		r.c.Gives = all[0]
	}
}

// trajectory reads a joint_trajectory_controller.
func (r *reader) trajectory() {
	joints := r.Words("joints")
	if len(joints) == 0 {
		r.Miss("joints", "a list of joints")
	}
	driven := r.Words("command_joints")
	if len(driven) == 0 {
		driven = joints
	}
	r.c.Joints = r.targets("command_joints", driven)
	for _, j := range r.c.Joints {
		if !slices.Contains(joints, j) {
			r.Refuse("command_joints", "%q is none of the joints; expected some of %s", j, suggest.List(joints))
		}
	}
	for _, j := range joints {
		if !slices.Contains(r.c.Joints, j) {
			r.c.Passive = append(r.c.Passive, j)
		}
	}
	gives := r.command("command_interfaces", r.Words("command_interfaces"), control.PositionInterface,
		control.VelocityInterface, control.EffortInterface)
	states := r.command("state_interfaces", r.Words("state_interfaces"), control.PositionInterface,
		control.VelocityInterface, "acceleration")
	both := len(gives) == 2 && slices.Contains(gives, control.PositionInterface) &&
		slices.Contains(gives, control.VelocityInterface)
	switch {
	case len(gives) == 0:
		r.Miss("command_interfaces", "position, velocity, effort, or position and velocity")
		return
	case len(gives) > 1 && !both:
		r.Refuse("command_interfaces", "expected position, velocity, effort, or position and velocity")
		return
	case !slices.Contains(states, control.PositionInterface):
		r.Refuse("state_interfaces", "there is no position; expected it, and velocity for commands that are efforts "+
			"or velocities")
	case gives[0] != control.PositionInterface && !both && !slices.Contains(states, control.VelocityInterface):
		r.Refuse("state_interfaces", "there is no velocity, which the PIDs of commands that are %s take; expected it",
			gives[0])
	}
	if r.c.Gives, r.c.Both = gives[0], both; both {
		r.c.Gives = control.PositionInterface
	}
	r.goal(joints, r.c.Gives != control.PositionInterface)
	open := r.Truth("open_loop_control", false) && r.c.Gives == control.VelocityInterface // without PIDs in Humble
	if r.c.Gives != control.PositionInterface && !open {
		r.c.Of, r.c.WrapsTurns = control.PositionInterface, true
		r.gains("ff_velocity_scale", r.c.Joints)
		if r.idle() {
			r.note("%s: all gains and the ff_velocity_scale of %s are 0, so its commands are 0", r.File.Name, r.c.Name)
		}
	}
	if x := r.Number("speed_scaling.initial_scaling_factor", 1); x != 1 {
		r.Refuse("speed_scaling.initial_scaling_factor", "%v; expected 1: trajectories are followed at full speed", x)
	}
	for _, ignored := range []string{"state_publish_rate",
		"action_monitor_rate", "interpolate_from_desired_state", "cmd_timeout", "constraints.decelerate_on_cancel",
		"set_last_command_interface_value_as_state_on_activation", "start_with_holding",
		"speed_scaling_interface_name", "speed_scaling.state_interface", "speed_scaling.command_interface"} {
		r.Value(ignored) // nothing of a run depends on it
	}
}

// goal reads how trajectories are interpolated and judged.
func (r *reader) goal(joints []string, velocities bool) {
	g := &Goal{Path: map[string]float64{}, End: map[string]float64{}}
	positive := func(name string, otherwise float64) float64 {
		x := r.Number(name, otherwise)
		if x < 0 {
			r.Refuse(name, "%v; expected 0 or more", x)
		}
		return x
	}
	g.Stopped, g.Time = positive("constraints.stopped_velocity_tolerance", 0.01), positive("constraints.goal_time", 0)
	if !velocities {
		g.Stopped = 0 // the error of the velocity is not looked at
	}
	for _, j := range joints {
		g.Path[j], g.End[j] = positive("constraints."+j+".trajectory", 0), positive("constraints."+j+".goal", 0)
	}
	r.Goal = g
	r.Stairs = r.Word("interpolation_method", "splines", "splines", "none") == "none"
	r.FreeEnd = r.Truth("allow_nonzero_velocity_at_trajectory_end", false)
	r.Partial = r.Truth("allow_partial_joints_goal", false)
	r.Integrates = r.Truth("allow_integration_in_goal_trajectories", false)
}

// pid reads a pid_controller.
func (r *reader) pid() {
	targets := r.Words("dof_names")
	if len(targets) == 0 {
		r.Miss("dof_names", "a list of joints")
	}
	commanded := r.targets("dof_names", targets)
	if r.c.Joints = r.Words("reference_and_state_dof_names"); len(r.c.Joints) == 0 {
		r.c.Joints = commanded
	} else if len(r.c.Joints) != len(commanded) {
		r.Refuse("reference_and_state_dof_names", "there are %d names, and %d dof_names; expected as many",
			len(r.c.Joints), len(commanded))
		return
	}
	gives := r.command("command_interface", []string{r.Word("command_interface", "")}, control.PositionInterface,
		control.VelocityInterface, control.EffortInterface)
	of := r.command("reference_and_state_interfaces", r.Words("reference_and_state_interfaces"),
		control.PositionInterface, control.VelocityInterface)
	switch {
	case len(gives) == 0 || len(of) == 0:
		if len(of) == 0 {
			r.Miss("reference_and_state_interfaces", "position, velocity, or position and velocity")
		}
		return
	case len(of) > 2, len(of) == 2 && (of[0] != control.PositionInterface || of[1] != control.VelocityInterface):
		r.Refuse("reference_and_state_interfaces", "expected position, velocity, or position and velocity")
		return
	}
	r.c.Gives, r.c.Of, r.c.Difference, r.c.OfItself = gives[0], of[0], len(of) == 1, len(of) == 1
	r.gains("feedforward_gain", targets)
	if r.Truth("use_external_measured_states", false) {
		r.Refuse("use_external_measured_states", "the measured states are those of the robot; expected false")
	}
	r.Value("enable_feedforward")
	if len(r.Chain) > 1 && !r.c.Difference && !r.Chain[len(r.Chain)-2].Both { // then the reference has no derivative
		r.c.Difference = true
		clear(r.c.Forward)
	}
}

// idle reports whether all gains are 0.
func (r *reader) idle() bool {
	for i, g := range r.c.Gains {
		if g.P != 0 || g.I != 0 || g.D != 0 || r.c.Forward[i] != 0 {
			return false
		}
	}
	return true
}
