package prepare

import (
	"errors"
	"math"
	"slices"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
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
	pose, twist := scenario.Numbers(slices.Clone(q[:7])), scenario.Numbers(slices.Clone(qd[:6]))
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
