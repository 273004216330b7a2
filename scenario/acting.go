package scenario

import (
	"errors"
	"fmt"

	"kinetree/dynamics/constraint"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// RobotOnly returns the default scenario with the robot of this one, what it changes of that, and what acts on it at
// all times: constraints, with the position that says how they are assembled, and force elements.
func (s *Scenario) RobotOnly() *Scenario {
	r := Default()
	r.Model, r.Base, r.Gravity, r.IgnoreMimic = s.Model, s.Base, s.Gravity, s.IgnoreMimic
	r.Joints, r.Links, r.Inertia = s.Joints, s.Links, s.Inertia
	r.Constraints, r.Elements = s.Constraints, s.Elements
	if len(s.Constraints) > 0 {
		r.Initial.Position = s.Initial.Position
	}
	r.dir, r.text, r.origin, r.set = s.dir, s.text, s.origin, s.set
	return r
}

// Acting returns the constraints of a robot, those of the scenario and then those that close the loops of its
// description, and its force elements. Source and model are those of Build.
func (s *Scenario) Acting(source *models.Source, m *tree.Model) ([]constraint.Constraint, []sim.ForceElement, error) {
	list, err := s.allConstraints(source, m)
	elements, errElement := s.forceElements(m)
	if err := errors.Join(err, errElement); err != nil {
		return nil, nil, s.Locate(err)
	}
	return list, elements, nil
}

// Assembly returns the constraints of a robot, and a position that says which of the ways to assemble them is meant.
// Source and model are those of Build.
func (s *Scenario) Assembly(source *models.Source, m *tree.Model) ([]constraint.Constraint, []float64, error) {
	list, err := s.allConstraints(source, m)
	position, _, errStart := s.start(m, nil)
	if err := errors.Join(err, errStart); err != nil {
		return nil, nil, s.Locate(err)
	}
	return list, position, nil
}

// allConstraints returns the constraints of the scenario, and then those that close the loops of the robot's
// description.
func (s *Scenario) allConstraints(source *models.Source, m *tree.Model) ([]constraint.Constraint, error) {
	list, err := s.constraints(m)
	loops, errLoop := cutJoints(m, source.Robot)
	errs := []error{err, errLoop}
	taken := map[string]bool{}
	for _, j := range source.Robot.Cut {
		taken[j.Name] = true
	}
	for _, l := range source.Robot.Loops {
		taken[l.Name] = true
	}
	for i := range s.Constraints {
		if name := s.Constraints[i].label(i); taken[name] {
			errs = append(errs, wrong(fmt.Sprintf("constraints.%d.name", i), "%q closes a loop of the robot's "+
				"description already; expected another name", name))
		}
	}
	return append(list, loops...), errors.Join(errs...)
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

// CheckTree returns an error at its place for each loop of a robot's description; the text says why there must be
// none.
func CheckTree(source *models.Source, what string) error {
	var list urdf.Diagnostics
	add := func(pos urdf.Position, element, name string) {
		list = append(list, urdf.Diagnostic{Severity: urdf.Error, Code: "loop", File: source.Name, Pos: pos,
			Path:    fmt.Sprintf("robot/%s[@name=%q]", element, name),
			Message: "it closes a loop, and " + what + "; expected a robot whose tree says how it moves"})
	}
	for i := range source.Robot.Cut {
		add(source.Robot.Cut[i].Pos, "joint", source.Robot.Cut[i].Name)
	}
	for i := range source.Robot.Loops {
		l := &source.Robot.Loops[i]
		add(l.Pos, l.Element, l.Name)
	}
	if len(list) == 0 {
		return nil
	}
	return source.Robot.Located(list)
}
