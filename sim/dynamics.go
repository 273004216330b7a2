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

// Algorithm names the algorithm of forward dynamics. The accelerations of all algorithms are equal but for rounding. An
// empty name stands for the fastest algorithm: factors of the mass matrix if friction may hold joints and no chain has
// more than deepest rates, and articulated bodies otherwise.
type Algorithm string

// The algorithms.
const (
	ArticulatedBodies Algorithm = "aba"               // package aba
	MassMatrix        Algorithm = "crba"              // aba.NewByMassMatrix
	ConstraintForces  Algorithm = "constraint-forces" // cfa.Tree
)

// AlgorithmNames returns the names of all algorithms.
func AlgorithmNames() []string {
	return []string{string(ArticulatedBodies), string(MassMatrix), string(ConstraintForces)}
}

// check returns an error for an unknown name.
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

// deepest is the most rates on the way from a link to the base with which factors of the mass matrix take less than
// articulated bodies that may be held: the factors of a chain take time as the third power of its length.
const deepest = 12

// algorithm returns the algorithm that a configuration chooses. Rates that are held leave their rows out of the factors
// of the mass matrix, which is there for all choices of them in a state, while articulated bodies are others then.
func (c *Config) algorithm(rubs bool) Algorithm {
	switch {
	case c.Dynamics != "":
		return c.Dynamics
	case rubs && len(c.Imposed.Constraints)+len(c.Imposed.Joints) == 0 && depth(c.Model) <= deepest:
		return MassMatrix
	}
	return ArticulatedBodies
}

// depth returns the most rates on the way from a link to the base.
func depth(m *tree.Model) (most int) {
	rates := make([]int, len(m.Bodies()))
	for i, b := range m.Bodies() {
		if i > 0 {
			rates[i] = rates[b.Parent] + len(b.S)
		}
		most = max(most, rates[i])
	}
	return most
}

// newForward returns the solver of a model, by articulated bodies or by the mass matrix. The second result is the
// solver of another algorithm that accelerations come from, nil if accelerations come from the first one.
func newForward(m *tree.Model, d Algorithm) (*aba.Solver, accelerator) {
	switch d {
	case MassMatrix:
		return aba.NewByMassMatrix(m), nil
	case ConstraintForces:
		return aba.New(m), cfa.NewTree(m)
	}
	return aba.New(m), nil
}

// plant is the world as the law of motion: what accelerations a state has under actuators, friction, constraints,
// prescribed motions and implicit terms.
type plant struct{ *World }

// augment adds to the diagonal of the mass matrix, see aba.Solver.Augment.
func (w *plant) augment(d []float64) {
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

// reaction returns the effort that holds a rate, see aba.Solver.Reaction.
func (w *plant) reaction(rate int) float64 {
	if w.chosen != nil {
		return w.chosen.Reaction(rate)
	}
	return w.forward.Reaction(rate)
}

// accelerate sets qdd to the accelerations without constraints.
func (w *plant) accelerate(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	if w.chosen == nil {
		if fext == nil && w.lane.accelerate(qdd, q, qd, tau) {
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

// Algorithm returns the algorithm that accelerations come from.
func (w *World) Algorithm() Algorithm { return w.algorithm }
