package scenario

import (
	"kinetree/aba"
	"kinetree/integrate/stability"
)

// Linearized returns the modes of the robot linearized about the start of the run, driven by the efforts there, with
// its dampings and springs; of a robot with more than [MostRates] rates the fastest ones. Friction and stops are not in
// it.
func (r *Run) Linearized() (*stability.Spectrum, error) {
	w := r.World
	m, state := w.Model(), w.State()
	layout := m.EffortLayout()
	effort := make([]float64, layout.Len())
	if err := w.Effort(effort, state.T, state.Q, state.Qd); err != nil {
		return nil, err
	}
	tau := layout.Generalized(effort)
	w.Passive().AddSpringEffort(tau, state.Q)
	if m.NV() > MostRates {
		return stability.Fast(m, w.Passive(), state.Q, state.Qd, tau)
	}
	linear, err := aba.Linearize(m, w.Passive(), state.Q, state.Qd, tau)
	if err != nil {
		return nil, err
	}
	return stability.New(linear)
}
