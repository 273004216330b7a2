package prepare

import (
	"kinetree/aba"
	"kinetree/dynamics/crba"
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
	if w.Constraints() != nil || w.Yielding() {
		return r.linearizedBound(tau)
	}
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

// linearizedBound is Linearized for a robot with constraints.
func (r *Run) linearizedBound(tau []float64) (*stability.Spectrum, error) {
	w := r.World
	linear, err := w.Linearize(tau)
	if err != nil {
		return nil, err
	}
	m, n := w.Model(), w.NV()
	b := &stability.Tangent{Model: m, Places: linear.Places, Rates: linear.Rates, A: linear.A, B: linear.B,
		Mass: make([]float64, n*n), Damping: w.Passive().Damping, Stiffness: w.Passive().Stiffness}
	crba.New(m).MassMatrix(b.Mass, w.State().Q)
	for _, x := range []*[]float64{&b.Damping, &b.Stiffness} {
		if *x == nil {
			*x = make([]float64, n)
		}
	}
	return stability.NewTangent(b)
}
