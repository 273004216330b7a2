package prepare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// kept returns for each rate whether the start of its joint is given, and of a floating base both halves.
func kept(m *tree.Model, given scenario.Joints, base [2]bool) []bool {
	list := make([]bool, m.NV())
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if _, ok := given[j.Name]; ok {
			for i := range j.NV {
				list[j.V+i] = true
			}
		}
	}
	if !m.Floating() {
		return list
	}
	if x, ok := given[m.BaseName()]; ok {
		base[0], base[1] = true, base[1] || len(x) > 3
	}
	for i := range 6 {
		list[i] = base[i/3]
	}
	return list
}

// assembleStart makes the start of a configuration one that meets the constraints, and notes it.
func assembleStart(s *scenario.Scenario, c *sim.Config, start sim.Start) error {
	start.Position, start.Velocity = c.Start.Position, c.Start.Velocity
	w, err := sim.New(sim.Config{Model: c.Model, Joints: c.Joints, Ideal: c.Ideal, Imposed: c.Imposed,
		Start: start})
	if err != nil {
		return err
	}
	c.Start.Position, c.Start.Velocity = w.State().Q, w.State().Qd
	noteStart(s, c.Model, c.Start.Position, c.Start.Velocity)
	c.Start.KeepPosition, c.Start.KeepVelocity = slices.Repeat([]bool{true}, c.Model.NV()),
		slices.Repeat([]bool{true}, c.Model.NV())
	return nil
}

// startState returns the state at the start, and notes it in the scenario for all joints.
func startState(s *scenario.Scenario, m *tree.Model, open infile.Opener) (position, velocity []float64, err error) {
	position, velocity = m.Neutral(), make([]float64, m.NV())
	for _, b := range m.Bounds() {
		position[b.Q] = nearZero(b.Range)
	}
	if s.Initial.From != "" {
		if err := lastState(open, s.Initial.From, m, position, velocity); err != nil {
			return nil, nil, wrong("initial.from", "%v", err)
		}
	}
	given := func(values scenario.Joints, j *tree.Joint) bool { _, ok := values[j.Name]; return ok }
	err = errors.Join(append(s.CheckAngles(m), setBase(&s.Initial, m, position, velocity),
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
	noteStart(s, m, position, velocity)
	return position, velocity, err
}

// StartPosition returns the position (NQ) at which a scenario starts, before constraints have a say.
func StartPosition(s *scenario.Scenario, m *tree.Model, env Env) ([]float64, error) {
	s = s.Clone()
	for _, list := range []*scenario.Joints{&s.Initial.Position, &s.Initial.Velocity} {
		if *list == nil {
			*list = scenario.Joints{}
		}
	}
	position, _, err := startState(s, m, env.Open)
	return position, err
}

// noteStart notes the state at the start in the scenario for all joints.
func noteStart(s *scenario.Scenario, m *tree.Model, position, velocity []float64) {
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
func setBase(i *scenario.Initial, m *tree.Model, q, qd []float64) error {
	if i.Base == nil {
		return nil
	}
	name, at := m.BaseName(), tree.Joint{}
	if k, ok := m.Joint(robot.FloatingBase); ok && m.Joints()[k].Free {
		name, at = robot.FloatingBase, m.Joints()[k]
	} else if !m.Floating() {
		return wrong("initial.base", "the base is fixed; expected base: floating, or no such key")
	}
	err := setPose(i, i.Base, "initial.base", name, q[at.Q:at.Q+7], qd[at.V:at.V+6])
	i.Base = nil
	return err
}

// setBodies puts what is given of free bodies among the positions and velocities.
func setBodies(s *scenario.Scenario) error {
	var errs []error
	for i := range s.Bodies {
		b := &s.Bodies[i]
		start := b.Start()
		if s.Initial.From != "" || *start == (scenario.Base{}) {
			continue
		}
		errs = append(errs, setPose(&s.Initial, start, fmt.Sprintf("bodies.%d", i), b.Name,
			[]float64{0, 0, 0, 0, 0, 0, 1}, make([]float64, 6)))
		b.Position, b.Orientation, b.LinearVelocity, b.AngularVelocity = nil, nil, nil, nil
	}
	return errors.Join(errs...)
}

// setPose puts what is given of a base or a body among the positions and velocities.
func setPose(i *scenario.Initial, b *scenario.Base, field, name string, q, qd []float64) error {
	pose, twist := scenario.Numbers(slices.Clone(q)), scenario.Numbers(slices.Clone(qd))
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
	for _, x := range []struct {
		to    scenario.Joints
		given bool
		what  scenario.Numbers
	}{{i.Position, b.Position != nil || b.Orientation != nil, pose},
		{i.Velocity, b.LinearVelocity != nil || b.AngularVelocity != nil, twist}} {
		if _, there := x.to[name]; there && x.given {
			return wrong(field, "%q is given among the joints, too; keep one", name)
		} else if !there {
			x.to[name] = x.what
		}
	}
	return nil
}

// set puts the numbers given by joint into the vector x of all; joints not named stay.
func set(m *tree.Model, field string, what tree.Quantity, x []float64, values scenario.Joints,
	setBase func(x, given []float64) error) error {
	var errs []error
	for _, name := range ordered(m, values) {
		given := values[name]
		if m.Floating() && name == m.BaseName() {
			if err := setBase(x, given); err != nil {
				errs = append(errs, wrong(strict.Join(field, name), "floating base %q: %v", name, err))
			}
			continue
		}
		k, err := scenario.FindJoint(m, strict.Join(field, name), name)
		if err == nil {
			if err = m.SetJoint(x, k, what, given); err != nil {
				err = wrong(strict.Join(field, name), "joint %q: %v", name, err)
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
