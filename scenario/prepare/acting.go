package prepare

import (
	"errors"

	"kinetree/dynamics/constraint"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

// Assembly returns the constraints of a robot, and a position that says which of the ways to assemble them is meant.
// Source and model are those of Build.
func Assembly(s *scenario.Scenario, source *models.Source, m *tree.Model) ([]constraint.Constraint, []float64, error) {
	list, err := robot.Constraints(s, source, m)
	position, _, errStart := startState(s, m, nil)
	if err := errors.Join(err, errStart); err != nil {
		return nil, nil, s.Locate(err)
	}
	return list, position, nil
}
