package identify

import (
	"kinetree/rnea"
	"kinetree/tree"
)

// Efforts computes what a motion takes of a model with its damping and friction. It is a workspace for one goroutine.
type Efforts struct {
	model   *tree.Model
	inverse *rnea.Solver
	many    *evaluator // of the efforts without damping and friction
}

// NewEfforts returns a workspace for a model.
func NewEfforts(m *tree.Model) *Efforts { return &Efforts{m, rnea.New(m), inverseDynamics(m)} }

// At sets tau to the efforts at position q, velocity qd and acceleration qdd. Coulomb friction of a joint at rest is 0.
// It does not allocate.
func (e *Efforts) At(tau, q, qd, qdd []float64) {
	e.inverse.InverseDynamics(tau, q, qd, qdd, nil)
	e.addPassive(tau, q, qd)
}

// Each calls use with the efforts in so many states, one after the other. The function state sets each of them.
func (e *Efforts) Each(count int, state func(i int, x *MotionState), use func(i int, x *MotionState, tau []float64)) {
	e.many.each(count, state, func(i int, x *MotionState, tau []float64) {
		e.addPassive(tau, x.Q, x.Qd)
		use(i, x, tau)
	})
}

// addPassive adds what damping and friction take.
func (e *Efforts) addPassive(tau, q, qd []float64) {
	joints := e.model.Joints()
	for k := range joints {
		j := &joints[k]
		for row := j.V; row < j.V+j.NV; row++ {
			tau[row] += float64(j.Damping*Damping.effort(j, q, qd[row], 0)) +
				float64(j.Friction*Friction.effort(j, q, qd[row], 0))
		}
	}
}
