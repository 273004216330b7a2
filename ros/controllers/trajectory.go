package controllers

import (
	"fmt"
	"math"
	"slices"

	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/params"
)

// JointTrajectory is a message JointTrajectory.
type JointTrajectory struct {
	Joints []string          `json:"joint_names" required:"true"`
	Points []TrajectoryPoint `json:"points" required:"true"`
	Notes  []string          `json:"-"` // what a table has and is left out
	name   string
	root   *strict.Node
}

// TrajectoryPoint is a point of a trajectory: lists with a number for each joint, empty for what is not said.
type TrajectoryPoint struct {
	Positions     []float64 `json:"positions,omitempty"`
	Velocities    []float64 `json:"velocities,omitempty"`
	Accelerations []float64 `json:"accelerations,omitempty"`
	Effort        []float64 `json:"effort,omitempty"`
	Time          FromStart `json:"time_from_start" required:"true"`
}

// FromStart is a time (s). In files it is a number, or seconds and nanoseconds.
type FromStart float64

// DecodeNode implements strict.Decoder.
func (t *FromStart) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.Number {
		*t = FromStart(n.Number)
		return nil
	}
	var d struct {
		Sec     float64 `json:"sec"`
		NanoSec float64 `json:"nanosec"`
		Secs    float64 `json:"secs"`
		NSecs   float64 `json:"nsecs"`
	}
	faults := n.Decode(&d)
	*t = FromStart(d.Sec + d.Secs + (d.NanoSec+d.NSecs)/1e9)
	return faults
}

// ReadTrajectory reads a trajectory, as YAML or JSON: a message JointTrajectory, or a goal that has one as its
// trajectory; or a table, see ReadMotionTable. The error is strict.Faults.
func ReadTrajectory(text []byte, name string) (*JointTrajectory, error) {
	if isTable(text, name) {
		t, err := ReadMotionTable(text, name)
		if err != nil {
			return nil, err
		}
		return t.trajectory()
	}
	root, err := strict.Parse(text, name)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"goal", "trajectory", "joint_trajectory"} {
		if inner := root.Get(key); inner != nil {
			root = inner
		}
	}
	root.Pairs = slices.DeleteFunc(root.Pairs, func(p strict.Pair) bool { return p.Key == "header" })
	t := &JointTrajectory{name: name, root: root}
	faults := root.Decode(t)
	if len(faults) == 0 {
		faults = t.check()
	}
	return t, faults.Err()
}

// check returns what of the points does not fit.
func (t *JointTrajectory) check() (faults strict.Faults) {
	fault := func(format string, args ...any) { faults = append(faults, t.root.Fault(format, args...)) }
	for i, name := range t.Joints {
		if slices.Contains(t.Joints[:i], name) {
			fault("joint_names has %q twice; keep one", name)
		}
	}
	if len(t.Joints) == 0 || len(t.Points) == 0 {
		fault("there are %d joints and %d points; expected some of both", len(t.Joints), len(t.Points))
	}
	for i := range t.Points {
		p := &t.Points[i]
		before := math.Inf(-1)
		if i > 0 {
			before = float64(t.Points[i-1].Time)
		}
		if x := float64(p.Time); !(x >= 0) || math.IsInf(x, 0) || x <= before {
			fault("point %d is at %v s; expected a time from 0 on, and after that of the point before", i, x)
		}
		for _, l := range []struct {
			what string
			list []float64
		}{{"positions", p.Positions}, {"velocities", p.Velocities}, {"accelerations", p.Accelerations},
			{"effort", p.Effort}} {
			if n := len(l.list); n != 0 && n != len(t.Joints) {
				fault("point %d has %d %s, and there are %d joints; expected as many, or none", i, n, l.what,
					len(t.Joints))
			}
		}
	}
	return faults
}

// End returns when the trajectory ends (s).
func (t *JointTrajectory) End() float64 { return float64(t.Points[len(t.Points)-1].Time) }

// HasEfforts reports whether a point says efforts.
func (t *JointTrajectory) HasEfforts() bool {
	return slices.ContainsFunc(t.Points, func(p TrajectoryPoint) bool { return len(p.Effort) > 0 })
}

// Any returns what stands for a controller of joints that follows any trajectory and judges none.
func Any(name string, joints []string) *ControllerSystem {
	return &ControllerSystem{File: &params.ParameterFile{}, Chain: []*Controller{{Name: name, Joints: joints}},
		Goal: &Goal{}, Partial: true, FreeEnd: true, Integrates: true}
}

// Motions returns the motions of the joints of the controller, by joint, from where these are at the start, as it
// executes the trajectory. The error tells why it would refuse it.
func (s *ControllerSystem) Motions(t *JointTrajectory, start func(joint string) (position, velocity float64)) (
	map[string]*reference.Piecewise, error) {
	if s.Goal == nil {
		return nil, fmt.Errorf("%s: %s is a %s; expected a joint_trajectory_controller, which follows trajectories",
			s.File.Name, s.Chain[0].Name, s.Chain[0].Type)
	}
	var faults strict.Faults
	all := append(slices.Clone(s.Chain[0].Joints), s.Chain[0].Passive...)
	motions := map[string]*reference.Piecewise{}
	for k, joint := range t.Joints {
		if !slices.Contains(all, joint) {
			faults = append(faults, t.root.Fault("%s has no joint %q%s; expected some of %s", s.Chain[0].Name, joint,
				suggest.Hint(joint, all), suggest.List(all)))
			continue
		}
		position, velocity := start(joint)
		points, err := s.waypoints(t, k, position, velocity)
		if err == nil {
			motions[joint], err = reference.Waypoints(points, s.Stairs)
		}
		if err != nil {
			faults = append(faults, t.root.Fault("joint %q: %v", joint, err))
		}
	}
	for _, joint := range all {
		if !s.Partial && !slices.Contains(t.Joints, joint) {
			faults = append(faults, t.root.Fault("there is no joint %q, which %s has; expected it, or "+
				"allow_partial_joints_goal", joint, s.Chain[0].Name))
		}
	}
	return motions, faults.Err()
}

// waypoints returns the points of joint k, with the one where the joint is at the start unless the first one is there.
func (s *ControllerSystem) waypoints(t *JointTrajectory, k int, position, velocity float64) ([]reference.Waypoint,
	error) {
	var points []reference.Waypoint
	if t.Points[0].Time > 0 {
		points = append(points, reference.Waypoint{Position: position, Velocity: &velocity})
	}
	at := func(list []float64) *float64 {
		if len(list) == 0 {
			return nil
		}
		return &list[k]
	}
	before := reference.Waypoint{Position: position, Velocity: &velocity}
	for i := range t.Points {
		p := &t.Points[i]
		w := reference.Waypoint{Time: float64(p.Time), Velocity: at(p.Velocities), Acceleration: at(p.Accelerations)}
		x := at(p.Positions)
		switch {
		case x != nil:
			w.Position = *x
		case !s.Integrates:
			return nil, fmt.Errorf("point %d has no positions; expected them, or "+
				"allow_integration_in_goal_trajectories",
				i)
		case w.Velocity == nil && w.Acceleration == nil:
			return nil, fmt.Errorf("point %d has neither positions nor velocities nor accelerations", i)
		default:
			integrate(&w, &before)
		}
		points, before = append(points, w), w
	}
	if v := before.Velocity; v != nil && *v != 0 && !s.FreeEnd {
		return nil, fmt.Errorf("the last point has the velocity %v; expected 0, or "+
			"allow_nonzero_velocity_at_trajectory_end", *v)
	}
	if s.Stairs { // at each point the next one is asked for
		given := points[len(points)-len(t.Points):]
		for i := range given[1:] {
			given[i].Position = given[i+1].Position
		}
	}
	return points, nil
}

// integrate finds what a point does not say by the trapezoidal rule from the one before.
func integrate(w, before *reference.Waypoint) {
	h := w.Time - before.Time
	value := func(x *float64) float64 {
		if x == nil {
			return 0
		}
		return *x
	}
	if w.Velocity == nil {
		v := value(before.Velocity) + float64(h/2*(value(before.Acceleration)+value(w.Acceleration)))
		w.Velocity = &v
	}
	w.Position = before.Position + float64(h/2*(value(before.Velocity)+value(w.Velocity)))
}
