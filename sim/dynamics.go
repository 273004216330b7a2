package sim

import (
	"fmt"
	"slices"

	"kinetree/aba"
	"kinetree/dynamics/cfa"
	"kinetree/internal/suggest"
	"kinetree/spatial"
	"kinetree/tree"
)

// Dynamics names the algorithm that accelerations come from. All of them give the same but for rounding.
type Algorithm string

// The algorithms.
const (
	ArticulatedBodies Algorithm = "aba"               // package aba; the default
	MassMatrix        Algorithm = "crba"              // aba.NewByMassMatrix
	ConstraintForces  Algorithm = "constraint-forces" // cfa.Tree
)

// AlgorithmNames returns the names of all algorithms.
func AlgorithmNames() []string {
	return []string{string(ArticulatedBodies), string(MassMatrix), string(ConstraintForces)}
}

// check returns what is wrong with a name.
func (d Algorithm) check() error {
	if d == "" || slices.Contains(AlgorithmNames(), string(d)) {
		return nil
	}
	return fmt.Errorf("there is no algorithm of forward dynamics %q%s; expected one of %s", string(d),
		suggest.Hint(string(d), AlgorithmNames()), suggest.List(AlgorithmNames()))
}

// accelerator is an algorithm of forward dynamics, as aba.Solver is.
type accelerator interface {
	ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error
	MoveBase(b *tree.BaseMotion)
	Augment(d []float64)
	Reaction(i int) float64
}

// newForward returns the articulated-body solver of a model, or what stands in for it, and the algorithm that
// accelerations come from, nil where that is the same.
func newForward(m *tree.Model, d Algorithm) (*aba.Solver, accelerator) {
	switch d {
	case MassMatrix:
		return aba.NewByMassMatrix(m), nil
	case ConstraintForces:
		return aba.New(m), cfa.NewTree(m)
	}
	return aba.New(m), nil
}

// augment adds to the diagonal of the mass matrix, see aba.Solver.Augment.
func (w *World) augment(d []float64) {
	d = w.withBallast(d)
	w.forward.Augment(d)
	w.augmented = slices.ContainsFunc(d, func(x float64) bool { return x != 0 })
	if w.chosen != nil {
		w.chosen.Augment(d)
	}
	if w.bound != nil {
		w.bound.constraints.Forget()
	}
}

// reaction returns what holds a rate, see aba.Solver.Reaction.
func (w *World) reaction(rate int) float64 {
	if w.chosen != nil {
		return w.chosen.Reaction(rate)
	}
	return w.forward.Reaction(rate)
}

// accelerate sets qdd to the accelerations without constraints.
func (w *World) accelerate(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	if w.chosen == nil {
		if fext == nil && w.coded.accelerate(w, qdd, q, qd, tau) {
			return nil
		}
		return w.forward.ForwardDynamics(qdd, q, qd, tau, fext)
	}
	if w.bound != nil { // which takes the articulated bodies of this state
		if err := w.forward.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
			return err
		}
	}
	return w.chosen.ForwardDynamics(qdd, q, qd, tau, fext)
}

// articulated reports whether the algorithm is that of articulated bodies, of which there is machine code.
func (w *World) articulated() bool {
	return w.config.Dynamics == "" || w.config.Dynamics == ArticulatedBodies
}
