package scenario

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// lookup returns the index of the joint of a name that a field mentions.
func lookup(m *tree.Model, field, name string) (int, error) {
	k, ok := m.Joint(name)
	if !ok {
		if m.Fixed(name) {
			return 0, wrong(field, "joint %q of the robot %s is fixed; expected one that moves: %s", name, m.Name(),
				suggest.List(m.JointNames()))
		}
		names := m.JointNames()
		if m.Floating() && !strings.HasPrefix(field, "efforts") {
			names = append([]string{m.BaseName()}, names...)
		}
		return 0, wrong(field, "%v", suggest.Missing(m.Name(), "moving joint", name, names))
	}
	return k, nil
}

// sorted returns the keys of a mapping in order. It does not allocate if there are none.
func sorted[T any](m map[string]T) []string {
	if len(m) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(m))
}

// ordered returns the names of joints in order, those of joints that follow others last.
func ordered[T any](m *tree.Model, byJoint map[string]T) []string {
	follows := func(name string) int {
		if k, ok := m.Joint(name); ok && m.Joints()[k].Leader >= 0 {
			return 1
		}
		return 0
	}
	names := sorted(byJoint)
	slices.SortStableFunc(names, func(a, b string) int { return follows(a) - follows(b) })
	return names
}

// start returns the state at the start, and notes it in the scenario for all joints.
func (s *Scenario) start(m *tree.Model, open infile.Opener) (position, velocity []float64, err error) {
	position, velocity = m.Neutral(), make([]float64, m.NV())
	for _, b := range m.Bounds() {
		position[b.Q] = nearZero(b.Range)
	}
	if s.Initial.From != "" {
		if err := lastState(open, s.Initial.From, m, position, velocity); err != nil {
			return nil, nil, wrong("initial.from", "%v", err)
		}
	}
	given := func(values Joints, j *tree.Joint) bool { _, ok := values[j.Name]; return ok }
	err = errors.Join(append(s.checkAngles(m), s.Initial.setBase(m, position, velocity),
		set(m, "initial.position", tree.Position, position, s.Initial.Position, tree.SetBasePosition),
		set(m, "initial.velocity", tree.Velocity, velocity, s.Initial.Velocity, tree.SetBaseVelocity))...)
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Rotor < 0 || s.Initial.From != "" {
			continue
		}
		rotor := &m.Joints()[j.Rotor]
		if !given(s.Initial.Position, rotor) {
			position[rotor.Q] = position[j.Q]
		}
		if !given(s.Initial.Velocity, rotor) {
			velocity[rotor.V] = velocity[j.V]
		}
	}
	s.noteStart(m, position, velocity)
	return position, velocity, err
}

// noteStart notes the state at the start in the scenario for all joints.
func (s *Scenario) noteStart(m *tree.Model, position, velocity []float64) {
	for k := range m.Joints() {
		j := &m.Joints()[k]
		s.Initial.Position[j.Name] = j.AppendPosition(nil, position)
		s.Initial.Velocity[j.Name] = j.AppendRate(nil, velocity)
	}
	if m.Floating() {
		base := m.BaseName()
		s.Initial.Position[base] = slices.Clone(position[:7])
		s.Initial.Velocity[base] = slices.Clone(velocity[:6])
	}
}

// setBase puts what is given of a floating base among the positions and velocities; what is not given is that of q and
// qd.
func (i *Initial) setBase(m *tree.Model, q, qd []float64) error {
	b := i.Base
	if b == nil {
		return nil
	}
	if !m.Floating() {
		return wrong("initial.base", "the base is fixed; expected base: floating, or no such key")
	}
	name := m.BaseName()
	_, position := i.Position[name]
	_, velocity := i.Velocity[name]
	if position || velocity {
		return wrong("initial.base", "the base is given as %q among the joints, too; keep one", name)
	}
	pose, twist := Numbers(slices.Clone(q[:7])), Numbers(slices.Clone(qd[:6]))
	if b.Position != nil {
		copy(pose, b.Position[:])
	}
	if b.Orientation != nil {
		copy(pose[3:], b.Orientation[:])
	}
	if b.LinearVelocity != nil {
		copy(twist, b.LinearVelocity[:])
	}
	if b.AngularVelocity != nil {
		copy(twist[3:], b.AngularVelocity[:])
	}
	i.Position[name], i.Velocity[name], i.Base = pose, twist, nil
	return nil
}

// set puts the numbers given by joint into the vector x of all; joints not named stay.
func set(m *tree.Model, field string, what tree.Quantity, x []float64, values Joints,
	setBase func(x, given []float64) error) error {
	var errs []error
	for _, name := range ordered(m, values) {
		given := values[name]
		if m.Floating() && name == m.BaseName() {
			if err := setBase(x, given); err != nil {
				errs = append(errs, wrong(field+"."+quote(name), "floating base %q: %v", name, err))
			}
			continue
		}
		k, err := lookup(m, field+"."+quote(name), name)
		if err == nil {
			if err = m.SetJoint(x, k, what, given); err != nil {
				err = wrong(field+"."+quote(name), "joint %q: %v", name, err)
			}
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// nearZero returns 0 if it is in the range, else its middle, or its end if it has only one.
func nearZero(r tree.Range) float64 {
	switch {
	case r.Lower <= 0 && 0 <= r.Upper:
		return 0
	case math.IsInf(r.Lower, 0):
		return r.Upper
	case math.IsInf(r.Upper, 0):
		return r.Lower
	}
	return r.Lower + (r.Upper-r.Lower)/2
}
