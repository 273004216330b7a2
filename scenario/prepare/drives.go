package prepare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/tree"
)

// checkActuated returns an error for each effort that is given for a joint that nothing drives.
func checkActuated(s *scenario.Scenario) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.Efforts)) {
		if a := s.Joints[name].Actuated; a != nil && !*a {
			errs = append(errs, wrong(strict.Join("efforts", name), "joint %q has no actuator (joints.%s.actuated is "+
				"false); expected no effort", name, strict.Join("", name)))
		}
	}
	return errors.Join(errs...)
}

// driveNotes returns what the user should know of the drives.
func driveNotes(s *scenario.Scenario, m *tree.Model) (notes []string) {
	for _, j := range m.Joints() {
		given := s.Joints[j.Name]
		if given.ByVoltage() && !s.Ideal && !math.IsInf(j.Effort, 1) {
			notes = append(notes, fmt.Sprintf("joint %s takes voltages; its effort limit of %v is not used", j.Name,
				j.Effort))
		}
	}
	return notes
}

// forgetCharges removes the charges of circuits from a plant.
func forgetCharges(p *analysis.Plant, m *tree.Model, decay float64) {
	for _, j := range m.Joints() {
		if j.Circuit >= 0 {
			p.Forget(m.Joints()[j.Circuit].V, decay)
		}
	}
}

// hasCircuit reports whether a motor has an inductance.
func hasCircuit(m *tree.Model) bool {
	return slices.ContainsFunc(m.Joints(), func(j tree.Joint) bool { return j.Circuit >= 0 })
}

// followRotors makes the rotors of elastic drives follow what their joints are asked to do, unless they have a
// reference of their own.
func followRotors(s *scenario.Scenario, m *tree.Model, plan *reference.Plan,
	motions map[int]reference.Trajectory) error {
	var errs []error
	for k, t := range motions {
		rotor := m.Joints()[k].Rotor
		if rotor < 0 {
			continue
		}
		if _, own := s.Reference[m.Joints()[rotor].Name]; !own {
			errs = append(errs, plan.Follow(rotor, 0, t))
		}
	}
	return errors.Join(errs...)
}

// withoutDrives leaves the regulator one effort for each joint of the robot, and none for what its drive has besides.
func withoutDrives(p *analysis.Plant, m *tree.Model) {
	rows, _ := p.B.Dims()
	for _, j := range m.Joints() {
		for i := 0; i < rows && j.Drives >= 0; i++ {
			p.B.Set(i, j.V, 0)
		}
	}
}
