package scenario

import "kinetree/internal/strict"

// RobotOnly returns the default scenario with the robot of this one, what it changes of that, and what acts on it at
// all times: constraints, with the position that says how they are assembled, and force elements.
func (s *Scenario) RobotOnly() *Scenario {
	r := Default()
	r.Model, r.Base, r.Gravity, r.IgnoreMimic = s.Model, s.Base, s.Gravity, s.IgnoreMimic
	r.Joints, r.Links, r.Inertia = s.Joints, s.Links, s.Inertia
	r.Constraints, r.Elements, r.Bodies = s.Constraints, s.Elements, s.Bodies
	if len(s.Constraints) > 0 {
		r.Initial.Position = s.Initial.Position
	}
	r.dir, r.text, r.origin, r.set = s.dir, s.text, s.origin, s.set
	return r
}

// CheckTimeless returns an error that names at their places motions of the scenario that are prescribed over time,
// which dynamics in a state do not know.
func (s *Scenario) CheckTimeless() error {
	var faults strict.Faults
	for _, x := range []struct {
		key     string
		motions map[string]Reference
	}{{"prescribed", s.Prescribed}, {"base_motion", s.BaseMotion}} {
		if len(x.motions) > 0 {
			faults = append(faults, s.At(x.key).Fault("a state has no time at which such a motion is somewhere; "+
				"expected a scenario without it, or simulate run with --reactions"))
		}
	}
	return faults.Err()
}
