package sim

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"kinetree/dynamics/lagrange"
	"kinetree/internal/vec"
	"kinetree/rnea"
	"kinetree/tree"
)

// Change replaces the model of the robot from a time on by one with other masses, inertias, damping or friction, for
// example by the robot with a payload that it has gripped. Joints, links, geometry and limits must be the same.
// Velocities are continuous, as if the mass that is added had moved with its link before.
type Change struct {
	At    float64 // s
	Model *tree.Model
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
		list[k] = c.Model.Joints()[k].Friction > 0
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

// change makes the next change of the robot and books the energy that it adds.
func (w *World) change() {
	kinetic, potential := w.energies(w.state.Q, w.state.Qd)
	w.become(w.config.Disturbances.Changes[w.changed].Model)
	w.changed++
	k, p := w.energies(w.state.Q, w.state.Qd)
	w.books.Change += k + p - kinetic - potential
}

// Become makes the robot, which is at rest or has ended its run, that of another model for the runs to come: one with
// other inertias, and with other damping and friction where there is some. A Reset has to follow. The world is then bit
// by bit a new one of this model, and it reports whether it could: the models have to be alike (tree.Model.Alike), and
// the robot must be free of constraints, and not be changed in the course of its run.
func (w *World) Become(m *tree.Model) bool {
	now := w.first
	if len(w.config.Disturbances.Changes) > 0 || w.bound != nil || !now.Alike(m) || !now.SamePlaces(m) {
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
	w.become(m)
	return true
}

// become makes the robot one of another model.
func (w *World) become(m *tree.Model) {
	before := w.config.Model
	w.config.Model, w.books.fresh = m, false
	if before.Alike(m) {
		w.solvers.become(m)
	} else {
		w.solvers = newSolvers(m, w.algorithm, nil)
	}
	if w.base != nil {
		w.base.at = math.NaN()
	}
	if w.reactions != nil {
		w.reactions.inverse = rnea.New(m)
	}
	if w.bound != nil {
		w.bound.constraints.Become(m, w.forward)
	}
	if w.modes != nil {
		w.modes.weight = float64(w.energy.Mass(lagrange.Moving) * vec.Len(m.Gravity()))
	}
	if w.stale = true; before.SameJoints(m) {
		return
	}
	w.passive = Passive(m, w.config.Joints, w.config.Ideal)
	if w.modes != nil {
		w.modes.rub(m)
		w.events.guards = newGuards(w.modes, w.until.conditions, w.lines)
	}
}
