package scenario

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/internal/strict"
)

// SettleSigns replaces negative dampings, frictions and effort limits of joints, which mean nothing, by their
// magnitudes, as a model does with those of its description. It returns a warning for each. The scenario is a clone.
func (s *Scenario) SettleSigns() []string {
	var warnings []string
	settle := func(path, name string, x **float64) {
		if *x == nil || !(**x < 0) || math.IsInf(**x, 0) {
			return
		}
		warnings = append(warnings, fmt.Sprintf("%s.%s: %v is negative; its magnitude %v is used", path, name, **x,
			-**x))
		magnitude := -**x
		*x = &magnitude
	}
	for _, name := range slices.Sorted(maps.Keys(s.Joints)) {
		j, path := s.Joints[name], strict.Join("joints", name)
		settle(path, "damping", &j.Damping)
		settle(path, "friction", &j.Friction)
		settle(path, "effort_limit", &j.EffortLimit)
		s.Joints[name] = j
	}
	s.Model.Joints = maps.Clone(s.Model.Joints)
	for _, name := range slices.Sorted(maps.Keys(s.Model.Joints)) {
		j, path := s.Model.Joints[name], strict.Join("model.joints", name)
		settle(path, "damping", &j.Damping)
		settle(path, "friction", &j.Friction)
		s.Model.Joints[name] = j
	}
	for i := range s.Disturbances {
		d, path := &s.Disturbances[i], fmt.Sprintf("disturbances.%d", i)
		settle(path, "damping", &d.Damping)
		settle(path, "friction", &d.Friction)
	}
	return warnings
}
