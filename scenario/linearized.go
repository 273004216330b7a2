package scenario

import "kinetree/integrate/stability"

// Linearized returns the robot linearized about the start of the run, driven by the efforts there, with its dampings
// and springs. Friction and stops are not in it.
func (r *Run) Linearized() (*stability.System, error) {
	w := r.World
	m, state := w.Model(), w.State()
	layout := m.EffortLayout()
	effort := make([]float64, layout.Len())
	if err := w.Effort(effort, state.T, state.Q, state.Qd); err != nil {
		return nil, err
	}
	s := stability.Start{Position: state.Q, Velocity: state.Qd, Effort: layout.Generalized(effort)}
	s.Damping, s.Stiffness = r.Scenario.resistance(m)
	for _, j := range m.Joints() {
		spring := r.Scenario.Joints[j.Name]
		if r.Scenario.Ideal || spring.Stiffness == nil || j.NV != 1 {
			continue
		}
		stretch := j.Ratio*state.Q[j.Q] + j.Offset - or(spring.Rest, 0)
		s.Effort[j.V] -= j.Ratio * *spring.Stiffness * stretch
	}
	return stability.Linearize(m, s)
}
