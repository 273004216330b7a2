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
	"ScaledJointTrajectoryController":        (*reader).trajectory, // at full speed
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
	Both       bool     // it hands velocities on besides positions
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
	Rate       float64       // of samples (Hz)
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
	if s.Rate == 0 {
		s.Rate = usualRate
		s.Notes = append(s.Notes, fmt.Sprintf("%s: no update_rate is given; it is that of ROS, %d Hz. "+
			"controller.period "+
			"says another one", f.Name, usualRate))
	}
	return s, nil
}

// usualRate is the update rate of a controller manager to which nothing else is said (Hz).
const usualRate = 100

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
		return alone(f, all)
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
func alone(f *params.ParameterFile, all []typed) (*typed, error) {
	var found []*typed
	var names []string
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
			found, names = append(found, t), append(names, strings.TrimPrefix(t.node, "/"))
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("%s: there is no controller that could drive the joints; expected one of %s", f.Name,
			suggest.List(Kinds()))
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%s: there are %d controllers that could drive the joints; expected the name of one of %s",
		f.Name, len(found), suggest.List(names))
}
