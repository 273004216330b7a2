package scenario

import (
	"errors"
	"maps"
	"slices"

	"kinetree/internal/strict"
)

// CheckLinear returns an error that names at their places what the scenario has that puts forces on the robot which
// its equation of motion τ = W β does not have, as an identification takes it: force elements, a base in motion, and
// transmissions between which and their joints there is a motion of its own.
func (s *Scenario) CheckLinear() error {
	var faults strict.Faults
	if len(s.Elements) > 0 {
		faults = append(faults, s.At("force_elements").Fault("force elements put forces on the robot that no effort "+
			"of a log tells; expected a robot without them, or springs of joints"))
	}
	if len(s.BaseMotion) > 0 {
		faults = append(faults, s.At("base_motion").Fault("the motion of the base puts forces on the robot that no "+
			"effort of a log tells; expected a base at rest"))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Joints)) {
		if j := s.Joints[name]; j.Elastic != nil || j.Backlash != nil {
			faults = append(faults, s.At("joints."+name).Fault("the drive of joint %q gives way, so its effort is not "+
				"that of the joint; expected one without elastic and backlash", name))
		}
	}
	return faults.Err()
}

// CheckOpen is CheckLinear, and names constraints, too.
func (s *Scenario) CheckOpen() error {
	err := s.CheckLinear()
	if len(s.Constraints) > 0 {
		err = errors.Join(s.At("constraints").Fault("constraints leave the joints no motions of their own, which are "+
			"sought; expected a robot whose tree says how it moves, or a motion of your own for simulate "+
			"identify"), err)
	}
	return err
}
