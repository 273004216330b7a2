package robot

import (
	"errors"
	"fmt"

	"kinetree/dynamics/constraint"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// Acting returns the constraints of a robot, those of the scenario and then those that close the loops of its
// description, and its force elements. Source and model are those of Build.
func Acting(s *scenario.Scenario, source *models.Source, m *tree.Model) ([]constraint.Constraint, []sim.ForceElement,
	error) {
	list, err := Constraints(s, source, m)
	elements, errElement := ForceElements(s, m)
	if err := errors.Join(err, errElement); err != nil {
		return nil, nil, s.Locate(err)
	}
	return list, elements, nil
}

// Constraints returns the constraints of the scenario, and then those that close the loops of the robot's
// description.
func Constraints(s *scenario.Scenario, source *models.Source, m *tree.Model) ([]constraint.Constraint, error) {
	list, err := constraints(s, m)
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
		if name := s.Constraints[i].Label(i); taken[name] {
			errs = append(errs, wrong(fmt.Sprintf("constraints.%d.name", i), "%q closes a loop of the robot's "+
				"description already; expected another name", name))
		}
	}
	return append(list, loops...), errors.Join(errs...)
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
