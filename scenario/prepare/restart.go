package prepare

import (
	"slices"
	"strconv"

	"kinetree/control/reference"
	"kinetree/scenario"
)

// restart is the state at the start of a run, and the reference that may begin there, which are other ones in each run
// of a variation.
type restart struct {
	to, from []*float64   // numbers of the state, and of the scenario
	moved    []restarting // the coordinates of the reference that are other ones
}

// restarting is a coordinate of the reference.
type restarting struct {
	motion               string // its name in the scenario; empty if it holds where it starts
	joint, coordinate, q int
	move                 *reference.Move // of its measures; nil if it is none, or is not measured
}

// keep notes where the numbers of a path are in the state. It returns false unless they are coordinates of a joint that
// depend on no other ones.
func (s *restart) keep(r *Run, what *renewal, numbers []*float64) bool {
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
func (s *restart) keepMotion(r *Run, name string) bool {
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
func (s *restart) keepReference(r *Run, joint, i int) bool {
	if r.Loop == nil {
		return true
	}
	m := r.World.Model()
	at := restarting{joint: joint, coordinate: i, q: m.Joints()[joint].Q + i}
	if slices.ContainsFunc(s.moved, func(x restarting) bool { return x.q == at.q }) {
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

// follow makes the start of the run, and the reference, what the scenario says now. It reports whether there is nothing
// wrong with that.
func (s *restart) follow(r *Run) bool {
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
		t, err := trajectoryOf(&motion, r.start.Position[at.q])
		if err != nil || plan.Follow(at.joint, at.coordinate, t) != nil {
			return false
		}
		if move, ok := moveOf(t); ok && at.move != nil {
			*at.move = move
		}
	}
	return true
}
