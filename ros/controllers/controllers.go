// Package controllers reads the controllers of ros2_control from a parameter file, the interfaces of the hardware from
// a robot's description and trajectories from messages, makes control laws of them, and writes gains back into the
// file.
package controllers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/control"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/params"
)

// kinds are the controllers that there are, by their types without the package.
var kinds = map[string]func(*reader){
	"JointTrajectoryController":              (*reader).trajectory,
	"PidController":                          (*reader).pid,
	"ForwardCommandController":               func(r *reader) { r.forward("") },
	"JointGroupPositionController":           func(r *reader) { r.forward(control.PositionInterface) },
	"JointGroupVelocityController":           func(r *reader) { r.forward(control.VelocityInterface) },
	"JointGroupEffortController":             func(r *reader) { r.forward(control.EffortInterface) },
	"MultiInterfaceForwardCommandController": nil, // of which no reference of a scenario can say the commands
}

// Kinds returns the types of controllers that become laws.
func Kinds() (list []string) {
	for name, read := range kinds {
		if read != nil {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// Controller is one controller of a chain. Lists have a number for each of its joints.
type Controller struct {
	Name, Type string // such as /arm_controller and JointTrajectoryController
	Joints     []string
	Passive    []string               // joints that are judged and not driven
	Form       control.ToolboxForm    // of its PIDs; "" for a controller without
	Because    string                 // what says the form
	Gains      []control.ToolboxGains // of its PIDs
	Of         control.Interface      // what the error of the PIDs is of
	Difference bool                   // its rate is that of a difference
	Forward    []float64              // feed-forward of each PID
	OfItself   bool                   // it is of the reference itself, else of its derivative
	Wraps      []bool                 // the error is the shortest way round
	WrapsTurns bool                   // so it is for joints that turn without end
	Gives      control.Interface
	keys       []string // what stands before the names of the gains of each PID
	node       *params.ParameterNode
}

// Goal has the tolerances of a joint_trajectory_controller, by joint.
type Goal struct {
	Path, End     map[string]float64
	Stopped, Time float64
}

// ControllerSystem is what a parameter file says of one controller and those that follow it.
type ControllerSystem struct {
	File       *params.ParameterFile
	Rate       float64       // of samples (Hz); 0 if nothing is said
	Chain      []*Controller // from the reference to the hardware
	Goal       *Goal         // nil for a controller without trajectories
	Stairs     bool          // trajectories are not interpolated
	FreeEnd    bool          // they may end at a velocity
	Integrates bool          // they may have no positions
	Partial    bool          // they may be of some joints alone
	Notes      []string      // what the reader of the file should know

	// Distribution is the form of the PIDs that the scenario asks for; "" for the one that the keys tell.
	Distribution control.ToolboxForm
}

// Names returns the controllers of a file: those that its managers name, and nodes that are controllers by their
// parameters.
func Names(f *params.ParameterFile) []string {
	var names []string
	for _, n := range types(f) {
		names = append(names, n.node)
	}
	return names
}

// typed is a controller and its type; "" where the manager is in another file.
type typed struct{ node, kind, manager string }

// types returns the controllers of a file.
func types(f *params.ParameterFile) (list []typed) {
	nodes := f.Nodes()
	if !slices.ContainsFunc(nodes, isManager) { // it may be there for a wildcard
		nodes = append(nodes, "/controller_manager")
	}
	for _, manager := range nodes {
		if !isManager(manager) {
			continue
		}
		n := f.Of(manager)
		for _, name := range n.Names() {
			if controller, ok := strings.CutSuffix(name, ".type"); ok && !strings.Contains(controller, ".") {
				list = append(list, typed{strings.TrimSuffix(manager, "controller_manager") + controller,
					n.Word(name, ""), manager})
			}
		}
	}
	for _, name := range nodes {
		n := f.Of(name)
		known := slices.ContainsFunc(list, func(t typed) bool { return t.node == name })
		if kind := kindOf(n); !known && !isManager(name) && kind != "" {
			list = append(list, typed{name, kind, strings.TrimSuffix(name, name[strings.LastIndex(name, "/")+1:]) +
				"controller_manager"})
		}
	}
	return list
}

func isManager(node string) bool { return strings.HasSuffix(node, "/controller_manager") }

// kindOf returns the type of a controller by its parameters, "" for none.
func kindOf(n *params.ParameterNode) string {
	switch {
	case n.Has("dof_names"):
		return "pid_controller/PidController"
	case n.Has("joints") && n.Has("command_interfaces") && n.Has("state_interfaces"):
		return "joint_trajectory_controller/JointTrajectoryController"
	case n.Has("joints") && n.Has("interface_name"):
		return "forward_command_controller/ForwardCommandController"
	}
	return ""
}

// Load reads a controller of a file and those that follow it. The name may lack the namespace, and may be empty if the
// file has one controller that no other one feeds. The form of the PIDs is that of the distribution, or the one that
// their keys tell if that is empty. The error has all faults.
func Load(f *params.ParameterFile, name string, distribution control.ToolboxForm) (*ControllerSystem, error) {
	all := types(f)
	head, err := choose(f, all, name)
	if err != nil {
		return nil, err
	}
	s := &ControllerSystem{File: f, Notes: slices.Clone(f.Notes), Distribution: distribution}
	s.Rate = f.Of(head.manager).Number("update_rate", 0)
	var faults strict.Faults
	for next := head; next != nil; {
		r := &reader{ControllerSystem: s, ParameterNode: f.Of(next.node), all: all, typed: *next}
		next = r.read()
		faults = append(faults, r.Faults...)
		s.Notes = append(s.Notes, r.ParameterNode.Notes...)
		if unused := r.Unused(); len(unused) > 0 && len(r.Faults) == 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: nothing here uses the parameters %s of %s", f.Name,
				suggest.List(unused), r.Name))
		}
		if len(s.Chain) > len(all) {
			return nil, fmt.Errorf("%s: the controllers of %s feed one another in a circle", f.Name, head.node)
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if s.Rate < 0 || math.IsInf(s.Rate, 0) {
		return nil, fmt.Errorf("%s: update_rate is %v Hz; expected a positive number", f.Name, s.Rate)
	}
	return s, nil
}

// choose returns the controller of a name.
func choose(f *params.ParameterFile, all []typed, name string) (*typed, error) {
	var names []string
	var found []*typed
	for i := range all {
		t := &all[i]
		names = append(names, strings.TrimPrefix(t.node, "/"))
		if t.node == name || strings.HasSuffix(t.node, "/"+strings.TrimPrefix(name, "/")) {
			found = append(found, t)
		}
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("%s: there is no controller; expected one of %s, by its type under controller_manager",
			f.Name, suggest.List(Kinds()))
	case name == "":
		return alone(f, all, names)
	case len(found) == 0:
		return nil, fmt.Errorf("%s: there is no controller %q%s; expected one of %s", f.Name, name,
			suggest.Hint(name, names), suggest.List(names))
	case len(found) > 1:
		return nil, fmt.Errorf("%s: %q is a controller in %d namespaces; expected one of %s", f.Name, name, len(found),
			suggest.List(names))
	}
	return found[0], nil
}

// alone returns the one controller that becomes a law and that no other one feeds.
func alone(f *params.ParameterFile, all []typed, names []string) (*typed, error) {
	var found []*typed
	for i := range all {
		t := &all[i]
		_, kind, _ := strings.Cut(t.kind, "/")
		fed := slices.ContainsFunc(all, func(other typed) bool {
			n := f.Of(other.node)
			targets := append(n.Words("command_joints"), append(n.Words("dof_names"), n.Words("joints")...)...)
			return other.node != t.node && slices.ContainsFunc(targets, func(joint string) bool {
				return strings.HasPrefix(joint, t.node[strings.LastIndex(t.node, "/")+1:]+"/")
			})
		})
		if kinds[kind] != nil && !fed {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s: there are %d controllers that could drive the joints; expected the name of one "+
			"of %s",
			f.Name, len(found), suggest.List(names))
	}
	return found[0], nil
}

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
	read(r)
	return r.next
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
					"the "+
					"controllers %s", name[:i], name, suggest.List(Names(r.File)))
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
			"or "+
			"velocities")
	case gives[0] != control.PositionInterface && !both && !slices.Contains(states, control.VelocityInterface):
		r.Refuse("state_interfaces", "there is no velocity, which the PIDs of commands that are %s take; expected it",
			gives[0])
	}
	if r.c.Gives = gives[0]; both {
		r.c.Gives = control.PositionInterface
	}
	r.goal(joints, r.c.Gives != control.PositionInterface)
	if r.c.Gives != control.PositionInterface {
		r.c.Of, r.c.WrapsTurns = control.PositionInterface, true
		r.gains("ff_velocity_scale", r.c.Joints)
		if r.c.Gives == control.VelocityInterface && r.idle() {
			r.ControllerSystem.Notes = append(r.ControllerSystem.Notes, fmt.Sprintf("%s: %s gives velocities, and "+
				"all its gains and "+
				"ff_velocity_scale are 0: its commands are 0", r.File.Name, r.ParameterNode.Name))
		}
	}
	for _, ignored := range []string{"open_loop_control", "state_publish_rate",
		"action_monitor_rate", "interpolate_from_desired_state", "cmd_timeout", "constraints.decelerate_on_cancel",
		"set_last_command_interface_value_as_state_on_activation", "start_with_holding"} {
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
	if len(r.Chain) > 1 && !r.c.Difference { // what the controller before hands on may have no derivative
		before := r.Chain[len(r.Chain)-2]
		r.c.Difference = before.Gains != nil || before.Gives != control.PositionInterface
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
