package sim

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"kinetree/dynamics/lagrange"
	"kinetree/internal/floats"
	"kinetree/internal/vec"
	"kinetree/rnea"
	"kinetree/tree"
)

// Change replaces the model of the robot from a time on by one with other masses, inertias, damping or friction, for
// example by the robot with a payload that it has gripped. Joints, links, geometry and limits must be the same.
// Velocities are continuous, as if the mass that is added had moved with its link before, and goes on so where it is
// taken away.
type Change struct {
	At    float64 // s
	Model *tree.Model
	// Resting tells that the mass that is added was at rest in the world. Then momenta are continuous, and the robot
	// and the mass lose energy as bodies do that stick together in an impact. Friction has no impulse.
	Resting bool
}

// checkChanges panics unless the changes are in the order of time and to robots with the same joints and links.
func (c *Config) checkChanges() {
	for i, x := range c.Disturbances.Changes {
		if x.Model == nil || math.IsNaN(x.At) {
			panic(fmt.Sprintf("sim: change %d of the robot has no model or no time; expected both", i))
		}
		if i > 0 && x.At < c.Disturbances.Changes[i-1].At {
			panic("sim: the changes of the robot are not in the order of time")
		}
		if x.Model.NQ() != c.Model.NQ() || x.Model.NV() != c.Model.NV() || !slices.Equal(x.Model.JointNames(),
			c.Model.JointNames()) || len(x.Model.Links()) != len(c.Model.Links()) {
			panic(fmt.Sprintf("sim: the robot %s is to change to one with other joints or links", c.Model.Name()))
		}
	}
}

// rubs reports for each joint whether it has friction at any time of a run.
func (c *Config) rubs() []bool {
	list := make([]bool, len(c.Model.Joints()))
	for k := range list {
		list[k] = c.Model.Joints()[k].Friction > 0 ||
			c.Joints != nil && c.Joints[k].TurnFriction != nil && *c.Joints[k].TurnFriction > 0
		for _, x := range c.Disturbances.Changes {
			list[k] = list[k] || x.Model.Joints()[k].Friction > 0
		}
	}
	return list
}

// nextChange returns the time of the next change, infinity if there is none.
func (w *World) nextChange() float64 {
	if w.changed == len(w.config.Disturbances.Changes) {
		return math.Inf(1)
	}
	return w.config.Disturbances.Changes[w.changed].At
}

// change makes the next change of the robot and books the energy that it brings.
func (w *World) change() error {
	s, x := w.state, w.config.Disturbances.Changes[w.changed]
	momenta := w.books.Mean // scratch
	kinetic, potential := w.plant.energies(s.Q, s.Qd)
	w.energy.GeneralizedMomentum(momenta, s.Q, s.Qd)
	w.reuse(x.Model)
	w.changed++
	k, p := w.plant.energies(s.Q, s.Qd)
	w.books.Payload += p - potential
	if !x.Resting {
		w.books.Payload += k - kinetic
		return nil
	}
	return w.stick(momenta, kinetic)
}

// stick finds the velocities after the robot has taken a mass that was at rest. The robot with the mass has the momenta
// that the robot had before, and the impulses of held rates and of constraints. The kinetic energy before is given.
func (w *World) stick(momenta []float64, kinetic float64) error {
	s, carried := w.state, w.books.Turn // scratch
	w.plant.addBallast(momenta, s.Qd)
	before := append(w.books.Work[:0], s.Qd...)
	clear(s.Qd)
	w.energy.GeneralizedMomentum(carried, s.Q, s.Qd) // those that the base gives
	floats.Sub(momenta, carried)
	var locked []float64
	if w.modes != nil {
		locked = w.modes.locked
	}
	w.mass.Augment(w.plant.withBallast(locked))
	if err := w.mass.Factor(s.Q); err != nil {
		return err
	}
	w.mass.Solve(momenta)
	copy(s.Qd, momenta)
	if w.bound != nil {
		w.plant.augment(locked)
		w.stale = true
		if err := w.bound.constraints.Project(s.T, s.Q, s.Qd); err != nil {
			return err
		}
	}
	floor := rounding * max(largest(s.Qd), largest(before))
	for i, v := range before { // the mass does not change the velocities of other branches of the tree
		if math.Abs(s.Qd[i]-v) <= floor {
			s.Qd[i] = v
		}
	}
	after, _ := w.plant.energies(s.Q, s.Qd)
	if w.plant.driven() {
		w.books.ConstraintWork += after - kinetic // with what is lost
	} else {
		w.books.StopLoss += kinetic - after
	}
	if w.modes != nil && w.modes.impacts != nil {
		return w.detector.collide()
	}
	return nil
}

// Reuse gives the world another model for the runs to come, with other inertias, and with other damping and friction
// where there is some. The world must be before or after a run, and a Reset has to follow. The world then equals, bit
// by bit, a new world of this model. Reuse reports whether it has succeeded: the models must have the same structure
// (tree.Model.SameStructure), and the robot must have no constraints and no changes in the course of its run.
func (w *World) Reuse(m *tree.Model) bool {
	now := w.first
	if len(w.config.Disturbances.Changes) > 0 || w.bound != nil || !now.SameStructure(m) || !now.SamePlaces(m) {
		return false
	}
	if !now.SameJoints(m) {
		for k := range now.Joints() {
			a, b := now.Joints()[k], m.Joints()[k]
			if (a.Damping == 0) != (b.Damping == 0) || (a.Friction == 0) != (b.Friction == 0) {
				return false
			}
			if a.Damping, a.Friction = b.Damping, b.Friction; !reflect.DeepEqual(a, b) {
				return false
			}
		}
	}
	w.first = m
	w.reuse(m)
	return true
}

// reuse makes the robot one of another model.
func (w *World) reuse(m *tree.Model) {
	before := w.config.Model
	w.config.Model, w.books.fresh = m, false
	if before.SameStructure(m) {
		w.solvers.reuse(m)
	} else {
		w.solvers = newSolvers(m, w.algorithm, nil)
	}
	w.mechanism.Model, w.mechanism.Energies = m, w.energy
	if w.base != nil {
		w.base.at = math.NaN()
	}
	if w.reactions != nil {
		w.reactions.inverse = rnea.New(m)
	}
	if w.bound != nil {
		w.bound.constraints.Reuse(m, w.forward)
	}
	if w.contacts != nil {
		w.contacts.kin.Reuse(m)
	}
	if w.modes != nil {
		w.modes.weight = float64(w.energy.Mass(lagrange.Moving) * vec.Len(m.Gravity()))
	}
	if w.stale = true; before.SameJoints(m) {
		return
	}
	w.mechanism.Passive = Passive(m, w.config.Joints, w.config.Ideal)
	if w.modes != nil {
		w.modes.rub(m)
		w.mechanism.Frictions = w.modes.frictions()
		w.events.guards = newGuards(w.modes, w.until.conditions, w.mechanism.Lines, w.contacts)
	}
}
