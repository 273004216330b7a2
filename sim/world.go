package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/spatial"
	"kinetree/tree"
)

// World is a robot in motion. It is an integrate.System, integrate.Bounded and integrate.Stiff.
type World struct {
	config     Config
	clock      clock
	forward    *aba.Solver
	energy     *lagrange.Solver
	mass       *crba.Solver
	stepper    integrate.Stepper
	layout     *tree.EffortLayout
	passive    passive
	actuators  []actuator // those with limits
	speeds     []speed    // those with limits
	wrenches   *wrenches  // nil if there are none
	implicit   *implicit
	segments   Segmented // the controller, if it has segments
	segmentEnd float64   // of its current segment

	modes       *modes // of friction and stops; nil if there are none
	guards      []guard
	rubs        bool   // there is friction
	rubbing     []bool // the joints that have friction at any time
	changed     int    // how many changes of the robot were made
	stale       bool   // the diagonal of forward is not that of the modes
	stopped     []int  // the joints that have stops, see Ranges
	conditions  []condition
	conditional bool       // some are about columns of the log
	ended       *condition // the one that ended the run
	events      int        // in the current step
	impacts     int
	excesses    []Excess

	state, last *integrate.State // last is the state one step before
	effort      []float64        // scratch for Acceleration
	books       bookkeeper
	row         []float64 // of the log
	logged      float64   // time of the row logged last
}

// New returns a world at its start. The error says what of the configuration cannot be simulated: *OutsideError and
// *ConditionError for those faults, all joined. It panics if a slice has the wrong length.
func New(c Config) (*World, error) {
	if c.Model.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so there is nothing to simulate; expected a joint "+
			"that is not fixed, or a floating base", c.Model.Name())
	}
	if err := c.complete(); err != nil {
		return nil, err
	}
	w := &World{
		config:     c,
		clock:      newClock(c.Integration.Step),
		passive:    newPassive(&c),
		implicit:   newImplicit(&c),
		speeds:     newSpeeds(&c),
		segmentEnd: math.Inf(1),
		layout:     c.Model.EffortLayout(),
		books:      newBookkeeper(c.Model),
		excesses:   make([]Excess, 0, 2*len(c.Model.Joints())),
	}
	w.setSolvers()
	w.actuators = newActuators(&c, w.layout)
	w.effort, w.books.effort, w.books.begin = make([]float64, w.layout.Len()), make([]float64, w.layout.Len()),
		make([]float64, w.layout.Len())
	if w.modes = newModes(&c); w.modes != nil {
		w.rubbing = c.rubs()
		w.rubs = slices.Contains(w.rubbing, true)
		w.modes.weight = w.energy.Mass(lagrange.Moving) * c.Model.Gravity().Len()
	}
	if err := errors.Join(w.findStops(), w.parseConditions(), w.makeRow()); err != nil {
		return nil, err
	}
	w.guards = newGuards(w.modes, w.conditions)
	w.stepper = c.Integration.Method.New(w, c.Integration.Options)
	if len(c.Disturbances.Wrenches) > 0 {
		w.wrenches = newWrenches(c.Model, c.Disturbances.Wrenches)
		w.wrenches.begin(0)
	}
	w.state = &integrate.State{Q: c.Start.Position, Qd: slices.Clone(c.Start.Velocity), Qdd: make([]float64, w.NV())}
	if s, ok := c.Controller.(Segmented); ok {
		w.segments = s
		if err := w.beginSegment(); err != nil {
			return nil, err
		}
	}
	for w.nextChange() <= 0 {
		w.change()
	}
	if err := w.balance(); err != nil {
		return nil, fmt.Errorf("at the start: %w", err)
	}
	if !w.finite() {
		return nil, errors.New("the position, velocity, effort or acceleration at the start is not finite")
	}
	w.last = w.state.Clone()
	return w, nil
}

// setSolvers takes over the solvers of the world before, or makes new ones.
func (w *World) setSolvers() {
	m, p := w.config.Model, w.config.Previous
	w.config.Previous = nil
	if p == nil || p.config.Model != m {
		w.forward, w.energy, w.mass = aba.New(m), lagrange.New(m), crba.New(m)
		return
	}
	w.forward, w.energy, w.mass = p.forward, p.energy, p.mass
	w.forward.Augment(nil)
	w.mass.Augment(nil)
}

// Model returns the robot's model.
func (w *World) Model() *tree.Model { return w.config.Model }

// NQ returns the number of position coordinates.
func (w *World) NQ() int { return w.config.Model.NQ() }

// NV returns the number of velocity coordinates.
func (w *World) NV() int { return w.config.Model.NV() }

// State returns the current state, which the next step changes. The caller must not change it.
func (w *World) State() *integrate.State { return w.state }

// SmoothUntil implements integrate.Bounded: efforts, wrenches and the robot are smooth up to there.
func (w *World) SmoothUntil() float64 {
	end := w.segmentEnd
	if w.wrenches != nil {
		end = math.Min(end, w.wrenches.until)
	}
	if w.config.Disturbances.Changes != nil {
		end = math.Min(end, w.nextChange())
	}
	return end
}

// Effort sets tau to the efforts of the actuators at an instant, as many as the layout has: those of the controller
// within the limits.
func (w *World) Effort(tau []float64, t float64, q, qd []float64) error {
	clear(tau)
	if w.config.Controller == nil {
		return nil
	}
	if err := w.config.Controller.Effort(tau, t, q, qd); err != nil {
		return err
	}
	if w.actuators != nil {
		w.saturate(tau)
	}
	return nil
}

// efforts returns what acts on each rate, but for what holds it.
func (w *World) efforts(t float64, q, qd []float64) ([]float64, error) {
	if err := w.Effort(w.effort, t, q, qd); err != nil {
		return nil, err
	}
	tau := w.layout.Generalized(w.effort)
	w.passive.add(tau, q, qd)
	if w.modes != nil {
		w.modes.add(tau)
	}
	return tau, nil
}

// Acceleration solves the equation of motion in the present modes of friction and stops.
func (w *World) Acceleration(qdd []float64, t float64, q, qd []float64) error {
	tau, err := w.efforts(t, q, qd)
	if err != nil {
		return err
	}
	if w.stale {
		w.stale = false
		if w.modes != nil {
			w.forward.Augment(w.modes.hold)
		} else {
			w.forward.Augment(nil)
		}
	}
	return w.solve(qdd, q, qd, tau)
}

// solve sets qdd to the accelerations by the efforts tau.
func (w *World) solve(qdd, q, qd, tau []float64) error {
	var fext []spatial.Force
	if w.wrenches != nil {
		fext = w.wrenches.on(q)
	}
	if err := w.forward.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
		return err
	}
	if w.modes != nil {
		w.note(qdd, tau)
	}
	return nil
}

// balance brings modes and accelerations up to date with a state, or with a law of motion, that has changed.
func (w *World) balance() error {
	if w.modes != nil {
		return w.settle()
	}
	return w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd)
}

// energies returns the energies of a state (J). The potential one includes that of the springs.
func (w *World) energies(q, qd []float64) (kinetic, potential float64) {
	kinetic, potential = w.energy.Energy(q, qd)
	return kinetic, potential + w.passive.stored(q)
}

// Retract sets dst to the position reached from q at the constant velocity qd in the time h.
func (w *World) Retract(dst, q, qd []float64, h float64) { w.config.Model.Integrate(dst, q, qd, h) }
