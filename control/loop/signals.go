package loop

import (
	"kinetree/control/reference"
	"kinetree/integrate"
	"kinetree/sim"
	"kinetree/tree"
)

// ReferenceSignals returns the columns of a log for what the joints of a model are asked to do:
// <joint>/reference/position and <joint>/reference/velocity of each coordinate. Joints that follow others and joints
// whose positions are poses have none.
func ReferenceSignals(m *tree.Model, p *reference.Plan) sim.Signals {
	var x sim.Signals
	var asked []*tree.Joint
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 || j.NQ != j.NV {
			continue
		}
		asked = append(asked, j)
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			x.Names = append(x.Names, name+"/reference/position", name+"/reference/velocity")
		}
	}
	r := reference.NewSetpoint(m)
	x.Append = func(row []float64, s *integrate.State) []float64 {
		p.At(r, s.T)
		for _, j := range asked {
			for i := range j.NV {
				row = append(row, r.Q[j.Q+i], r.Qd[j.V+i])
			}
		}
		return row
	}
	return x
}
