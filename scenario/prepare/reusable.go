package prepare

import (
	"slices"
	"strconv"

	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
	"kinetree/tree"
	"kinetree/urdf"
)

// part is a part of a run that can be reused.
type part uint8

const (
	lawOf      part = iota + 1 // gains and cascades
	inertiaOf                  // of a link
	frictionOf                 // and damping of a joint
	positionOf                 // of a joint, at the start
	velocityOf
	referenceOf // a coordinate
	loopOf      // sensors, delay and actuators
	wrenchOf    // a disturbance
)

// reusable describes how a path of a sweep changes a run that can be reused.
type reusable struct {
	part part
	name string   // of the link, the joint or the coordinate; the index of the disturbance
	keys []string // of the path
}

// reusableBy returns what paths say; nil if one of them says something else.
func reusableBy(paths []sweep.Path) []reusable {
	list := make([]reusable, 0, len(paths))
	for _, p := range paths {
		keys, err := strict.Split(p.Name)
		part, name := partOf(keys)
		if err != nil || part == 0 {
			return nil
		}
		list = append(list, reusable{part, name, keys})
	}
	return list
}

// partOf returns which part of a run a path says something of, 0 if of none or more, and the name in it.
func partOf(keys []string) (_ part, name string) {
	at := func(depth int, place ...string) bool {
		for i, key := range place {
			if len(keys) < depth || key != "" && keys[i] != key {
				return false
			}
		}
		return true
	}
	gains, drag := []string{"p", "i", "d", "i_clamp"}, []string{"damping", "friction"}
	wrench := []string{"force", "moment", "at", "for"}
	switch {
	case at(4, "controller", "gains") && len(keys) == 4 && slices.Contains(gains, keys[3]),
		at(4, "controller", "joints"):
		return lawOf, keys[2]
	case at(4, "model", "links"):
		return inertiaOf, keys[2]
	case at(4, "links", "", "payload"):
		return inertiaOf, keys[1]
	case at(4, "model", "joints") && slices.Contains(drag, keys[3]):
		return frictionOf, keys[2]
	case at(3, "joints") && slices.Contains(drag, keys[2]):
		return frictionOf, keys[1]
	case at(3, "initial", "position"):
		return positionOf, keys[2]
	case at(3, "initial", "velocity"):
		return velocityOf, keys[2]
	case at(3, "reference"):
		return referenceOf, keys[1]
	case at(2, "sensors"), at(2, "actuators"), at(2, "controller", "delay"):
		return loopOf, ""
	case at(3, "disturbances") && slices.Contains(wrench, keys[2]):
		return wrenchOf, keys[1]
	}
	return 0, ""
}

// factors returns the numbers of what a factor multiplies, a number or a list.
func factors(x any) (list []float64) {
	switch x := x.(type) {
	case float64:
		return []float64{x}
	case []any:
		for _, y := range x {
			list = append(list, factors(y)...)
		}
	}
	return list
}

// reusedStart is the state at the start of a run, and the reference that may begin there, which are other ones in each
// run of a variation.
type reusedStart struct {
	to, from []*float64     // numbers of the state, and of the scenario
	moved    []reusedMotion // the coordinates of the reference that are other ones
}

// reusedMotion is the motion of a coordinate of the reference.
type reusedMotion struct {
	motion               string // its name in the scenario; empty if it holds where it starts
	joint, coordinate, q int
	move                 *reference.Move // of its measures; nil if it is none, or is not measured
}

// keep notes where the numbers of a path are in the state. It returns false unless they are coordinates of a joint that
// depend on no other ones.
func (s *reusedStart) keep(r *Run, what *reusable, numbers []*float64) bool {
	m := r.World.Model()
	k, ok := m.Joint(what.name)
	if !ok || r.World.Constraints() != nil || len(r.Scenario.Prescribed)+len(r.Scenario.Environment) > 0 {
		return false
	}
	j, first, x := &m.Joints()[k], 0, r.start.Position
	if j.Leader >= 0 || j.Rotor >= 0 || j.NQ != j.NV {
		return false
	}
	for i := range m.Joints() {
		if m.Joints()[i].Leader == k {
			return false
		}
	}
	values, at := r.Scenario.Initial.Position[j.Name], j.Q
	if what.part == velocityOf {
		values, at, x = r.Scenario.Initial.Velocity[j.Name], j.V, r.start.Velocity
	}
	if len(what.keys) == 4 {
		first, _ = strconv.Atoi(what.keys[3]) // which was an index before
	}
	if first+len(numbers) > len(values) || len(values) != j.NQ {
		return false
	}
	for i, from := range numbers {
		s.to, s.from = append(s.to, &x[at+first+i]), append(s.from, from)
		if what.part == positionOf && !s.keepReference(r, k, first+i) {
			return false
		}
	}
	return true
}

// keepMotion notes that the motion of a name depends on what a path says.
func (s *reusedStart) keepMotion(r *Run, name string) bool {
	m := r.World.Model()
	for i := range m.Joints() {
		if m.Joints()[i].Rotor >= 0 { // which follows its joint
			return false
		}
	}
	joint, i, err := scenario.FindCoordinate(m, "", name)
	return err == nil && r.Loop != nil && s.keepReference(r, joint, i)
}

// keepReference notes that the reference of a coordinate is another one in each run.
func (s *reusedStart) keepReference(r *Run, joint, i int) bool {
	if r.Loop == nil {
		return true
	}
	m := r.World.Model()
	at := reusedMotion{joint: joint, coordinate: i, q: m.Joints()[joint].Q + i}
	if slices.ContainsFunc(s.moved, func(x reusedMotion) bool { return x.q == at.q }) {
		return true
	}
	for name, motion := range r.Scenario.Reference {
		k, c, err := scenario.FindCoordinate(m, "", name)
		if err != nil {
			return false
		}
		if k == joint && c == i && motion.Type != "file" {
			at.motion = name
		}
	}
	if r.meter != nil {
		for _, p := range r.meter.parts {
			if p.q == at.q {
				at.move = p.move
			}
		}
	}
	s.moved = append(s.moved, at)
	return true
}

// reuse makes the start of the run, and the reference, what the scenario says now. It reports whether there is nothing
// wrong with that.
func (s *reusedStart) reuse(r *Run) bool {
	for i, x := range s.to {
		*x = *s.from[i]
	}
	if len(s.moved) == 0 {
		return true
	}
	plan := r.Loop.Plan
	plan.Hold(r.start.Position)
	for i := range s.moved {
		at := &s.moved[i]
		if at.motion == "" {
			continue
		}
		motion := r.Scenario.Reference[at.motion]
		t, err := trajectoryOf(&motion, r.start.Position[at.q],
			limitsOf(r.Source.Robot, &r.World.Model().Joints()[at.joint]))
		if err != nil || plan.Follow(at.joint, at.coordinate, t) != nil {
			return false
		}
		if move, ok := moveOf(t); ok && at.move != nil {
			*at.move = move
		}
	}
	return true
}

// reusedRobot is the robot of a run whose links and joints are other ones in each run of a variation.
type reusedRobot struct {
	robot   *urdf.Robot // as the scenario changes it
	recheck *urdf.Recheck
	links   []int // that differ
	joints  []int
	made    [2]*tree.Model // the last models, of which the run has one at most and nobody uses the other any more
}

// newReusedRobot returns the robot of a run; nil if more depends on it than the model, the world and the law.
func newReusedRobot(r *Run) *reusedRobot {
	s := r.Scenario
	changed := slices.ContainsFunc(s.Disturbances, func(d scenario.Disturbance) bool { return d.ChangesRobot() })
	altered, _, err := robot.Change(s, r.Source.Robot)
	if err != nil || changed || r.World.Constraints() != nil ||
		len(s.Prescribed)+len(s.BaseMotion)+len(s.Environment) > 0 {
		return nil
	}
	return &reusedRobot{robot: altered, recheck: urdf.NewRecheck(altered)}
}

// keep notes which link or joint a path says something of.
func (a *reusedRobot) keep(what *reusable) bool {
	list, i := &a.links, slices.IndexFunc(a.robot.Links, func(l urdf.Link) bool { return l.Name == what.name })
	if what.part == frictionOf {
		list, i = &a.joints, slices.IndexFunc(a.robot.Joints, func(j urdf.Joint) bool { return j.Name == what.name })
	}
	if i >= 0 && !slices.Contains(*list, i) {
		*list = append(*list, i)
	}
	return i >= 0
}

// reuse makes the robot of the run, and what its law believes of it, that of the scenario. It reports whether it could.
func (a *reusedRobot) reuse(r *Run) bool {
	if a == nil {
		return true
	}
	m := a.model(r)
	if m == nil || !r.World.Reuse(m) {
		return false
	}
	if r.Loop.law() != nil && r.Scenario.Controller.Model == "" {
		r.Loop.believed = m
	}
	return true
}

// model returns the model of the robot with what the scenario of the run says now; nil if there is something wrong with
// that.
func (a *reusedRobot) model(r *Run) *tree.Model {
	s, described := r.Scenario, r.Source.Robot
	for _, i := range a.links {
		l := &a.robot.Links[i]
		*l = described.Links[i]
		change := s.Model.Links[l.Name]
		if robot.EditLink(&change, "", l) != nil || robot.AddPayload(s.Links[l.Name].Payload, l) != nil {
			return nil
		}
	}
	for _, i := range a.joints {
		j := &a.robot.Joints[i]
		*j = described.Joints[i]
		change, more := s.Model.Joints[j.Name], s.Joints[j.Name]
		if robot.EditJoint(&change, "", j) != nil || robot.ChangeJoint(&more, j, s.IgnoreMimic) != nil {
			return nil
		}
	}
	if a.recheck.Links(a.links...) != nil {
		return nil
	}
	now := r.World.Model()
	if now == a.made[0] {
		a.made[0], a.made[1] = a.made[1], now
	}
	a.made[0] = now.Reuse(a.robot, a.links, a.joints, a.made[0])
	return a.made[0]
}
