package prepare

import (
	"fmt"

	"kinetree/control/analysis"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// PlantResponse returns the frequency response of the robot alone about its start, at rest under the efforts that hold
// it there: from an effort that is held for a period (s) to a velocity or position, which columns of a log name. What
// is not linear is left out, see [analysis.Plant].
func (r *Run) PlantResponse(from, to string, period float64) (*analysis.FrequencyResponse, error) {
	m := r.World.Model()
	columns := m.LogColumns()
	in, known := columns[from]
	if !known || in.Quantity != tree.Effort {
		return nil, fmt.Errorf("%q is no effort of a joint of %s; expected the model's response from one, such as %q",
			from, m.Name(), m.JointNames()[0]+"/effort")
	}
	out, known := columns[to]
	if !known || out.Quantity != tree.Velocity && out.Quantity != tree.Position {
		return nil, fmt.Errorf("%q is no velocity or position of a joint of %s%s; expected the model's response to one",
			to, m.Name(), suggest.Hint(to, m.JointNames()))
	}
	if r.World.Constraints() != nil {
		return nil, fmt.Errorf("%s has constraints; expected a tree for the response of its model", m.Name())
	}
	q := r.World.State().Q
	hold, err := r.held(m, q)
	if err != nil {
		return nil, err
	}
	plant, err := r.plant(m, q, hold)
	if err != nil {
		return nil, err
	}
	row := m.Joints()[out.Joint].V + out.Coordinate
	if out.Quantity == tree.Velocity {
		row += m.NV()
	}
	return plant.Sampled(period, 0, 0).Part(m.Joints()[in.Joint].V+in.Coordinate, row).Response(period)
}
