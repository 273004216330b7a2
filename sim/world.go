package sim

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/internal/vec"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/tree"
)

// World is a robot in motion. It is an integrate.System, integrate.Bounded, integrate.Damped, integrate.Stiff,
// integrate.Ambient, integrate.Canonical and integrate.Impulsive.
type World struct {
	config Config
	first  *tree.Model // at the start
	clock  clock
	solvers
	lane        *lane // in which it runs beside others; nil alone
	inStepCode  stepCodeRows
	stepper     integrate.Stepper
	state, last *integrate.State // last is the state one step before

	actions
	discontinuities
	extent
	accounts

	// Each part has the methods of the world for one purpose, and knows the whole world.
	plant    plant
	driver   driver
	detector detector
	reporter reporter
	recorder recorder
}

// actions are the actions on the robot.
type actions struct {
	drive     drive
	mechanism *step.Mechanism
	implicit  *implicit
	fast      fastness
	wrenches  *wrenches  // nil if there are none
	bound     *bound     // by constraints and prescribed motion; nil if there are none
	base      *movedBase // nil if it is at rest
	timed     timed
	changed   int // how many changes of the robot were made
}

// discontinuities are where the motion is not smooth.
type discontinuities struct {
	modes     *modes // of friction and end stops; nil if there are none
	*contacts        // nil if there are none
	events    events
	until     until
}

// extent bounds the run, see Config.End.
type extent struct {
	parts   int          // of steps that it has taken
	hurried *atomic.Bool // its context has ended: own, or that of lanes
	own     atomic.Bool
	inStep  bool // which fails then
}

// accounts record the run: its log, its ledger and the limits that it exceeds.
type accounts struct {
	limits    limits
	books     bookkeeper
	logbook   logbook
	reactions *reactions // nil if they are not logged
}

// solvers are the algorithms of a model.
type solvers struct {
	algorithm Algorithm
	forward   *aba.Solver
	chosen    accelerator // that accelerations come from instead of forward; nil for forward
	energy    *lagrange.Solver
	mass      *crba.Solver
	stale     bool // the diagonal that augments forward is not that of the modes
	// augmented tells that something is added to the mass matrix of forward.
	augmented bool
}

// New returns a world at its start. The error joins all faults of the configuration, among them *OutsideError and
// *ConditionError. New panics if a slice has the wrong length.
func New(c Config) (*World, error) {
	switch {
	case c.Model == nil:
		return nil, errors.New("the configuration has no model; expected one made by tree.Build")
	case c.Model.NV() == 0:
		return nil, fmt.Errorf("the robot %s has no moving joint, so there is nothing to simulate; expected a joint "+
			"that is not fixed, or a floating base", c.Model.Name())
	}
	if err := c.complete(); err != nil {
		return nil, err
	}
	x, previous := newMechanism(&c), c.Previous
	c.Previous = nil
	drive, modes := newDrive(&c, x), newModes(&c, x.Drives)
	w := &World{
		config:  c,
		first:   c.Model,
		clock:   newClock(c.Integration.Step),
		solvers: newSolvers(c.Model, c.algorithm(modes != nil && modes.rubs), previous),
		actions: actions{drive: drive, mechanism: x, implicit: newImplicit(&c),
			fast: newFastness(&c)},
		discontinuities: discontinuities{modes: modes},
		accounts: accounts{limits: newLimits(&c), reactions: newReactions(&c),
			books: bookkeeper{Books: step.NewBooks(c.Model, drive.layout.Len())}},
		state: &integrate.State{Q: slices.Clone(c.Start.Position), Qd: slices.Clone(c.Start.Velocity),
			Qdd: make([]float64, c.Model.NV())},
	}
	w.last, w.hurried = w.state.Clone(), &w.own
	w.plant, w.driver, w.detector, w.reporter, w.recorder = plant{w}, driver{w}, detector{w}, reporter{w}, recorder{w}
	if w.modes != nil {
		w.modes.weight = float64(w.energy.Mass(lagrange.Moving) * vec.Len(c.Model.Gravity()))
	}
	w.base = w.plant.newMovedBase()
	var err error
	if w.contacts, err = newContacts(&c, w); err != nil {
		return nil, err
	}
	err = w.plant.bind()
	if err := errors.Join(err, w.checkStart(w.state.Q, w.state.Qd, w.bound != nil), c.checkWrenches(),
		w.reporter.parseConditions(), w.reporter.makeRow()); err != nil {
		return nil, err
	}
	if err := w.plant.assemble(w.state.Q, w.state.Qd); err != nil {
		return nil, err
	}
	if err := w.plant.release(); err != nil {
		return nil, err
	}
	c.Integration.Options.Piecewise = true // the ledger and the guards look at each step
	w.stepper = c.Integration.Method.New(w, c.Integration.Options)
	if len(c.Disturbances.Wrenches)+len(c.Forces) > 0 || w.contacts.soft() {
		var elements []ForceElement
		elements, x.Lines = passages(c.Forces)
		if w.contacts.soft() {
			elements = append(elements, compliantForces{w.contacts})
			if c.Felt != nil {
				c.Felt.Elements = append(c.Felt.Elements, compliantForces{w.contacts})
			}
		}
		w.wrenches = newWrenches(c.Model, c.Disturbances.Wrenches, elements)
		x.Links = w.wrenches.LinkForces
	}
	x.Frictions, x.Energies, x.Dampers = w.modes.frictions(), w.energy, w.plant.lineDampers()
	w.events.guards = newGuards(w.modes, w.until.conditions, x.Lines, w.contacts)
	if err := w.start(); err != nil {
		return nil, err
	}
	return w, nil
}

// start begins the account and the first segment, makes the changes of the robot that are due at the start, and finds
// the modes and the accelerations.
func (w *World) start() error {
	if w.contacts != nil {
		w.contacts.forget()
		w.contacts.measureContacts(w.state.Q, w.state.Qd)
		if err := w.contacts.separate(); err != nil {
			return err
		}
	}
	w.driver.account()
	w.detector.thaw()
	w.modes.forget()
	w.events.crowd = w.detector.mostCrowd()
	if w.wrenches != nil {
		w.wrenches.begin(w.state.T)
		w.detector.turnLines()
	}
	if w.drive.segments != nil {
		if err := w.drive.begin(w.state); err != nil {
			return err
		}
	}
	for w.nextChange() <= w.state.T {
		if err := w.change(); err != nil {
			return err
		}
	}
	if err := w.plant.balance(); err != nil {
		return fmt.Errorf("at the start: %w", err)
	}
	if !w.reporter.finite() {
		return errors.New("the position, velocity, effort or acceleration at the start is not finite")
	}
	w.last.CopyFrom(w.state)
	w.books.fresh = w.changed == 0
	return w.plant.lookForFast()
}

// newMechanism returns the mechanism of a robot, without friction.
func newMechanism(c *Config) *step.Mechanism {
	x := &step.Mechanism{Model: c.Model, Passive: Passive(c.Model, c.Joints, c.Ideal), Drives: newTransmissions(c)}
	for i := range x.Drives {
		at := x.Drives[i].Circuit
		if at >= 0 && x.Circuits == nil {
			x.Circuits = make([]bool, c.Model.NV())
		}
		if at >= 0 {
			x.Circuits[at] = true
		}
	}
	return x
}

// newSolvers takes over the solvers of a world that is not used any more, or makes new ones.
func newSolvers(m *tree.Model, d Algorithm, previous *World) solvers {
	if previous != nil && previous.algorithm == d && previous.Model().SameStructure(m) {
		s := previous.solvers
		s.reuse(m)
		return s
	}
	forward, chosen := newForward(m, d)
	return solvers{algorithm: d, forward: forward, chosen: chosen, energy: lagrange.New(m), mass: crba.New(m)}
}

// reuse gives the solvers another model of the same structure. It does not allocate if the algorithm is that of
// articulated bodies.
func (s *solvers) reuse(m *tree.Model) {
	s.stale, s.augmented = false, false
	s.forward.Reuse(m)
	s.energy.Reuse(m)
	s.mass.Reuse(m)
	if s.chosen != nil {
		_, s.chosen = newForward(m, s.algorithm)
	}
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
	return min(w.drive.end, w.plant.changesAt())
}

// Effort sets tau, an effort vector (see tree.EffortLayout), to the efforts of the actuators: the efforts of the
// controller, within the effort limits.
func (w *World) Effort(tau []float64, t float64, q, qd []float64) error {
	if w.inStep && w.hurried.Load() {
		return errHurried
	}
	return w.drive.efforts(tau, t, q, qd)
}

// efforts returns the effort on each rate, without the reactions of held rates.
func (w *plant) efforts(t float64, q, qd []float64) ([]float64, error) {
	if err := w.Effort(w.drive.effort, t, q, qd); err != nil {
		return nil, err
	}
	if w.modes == nil {
		return w.mechanism.Rates(w.drive.effort, q, qd), nil
	}
	w.modes.tell()
	tau := w.mechanism.Rates(w.drive.effort, q, qd)
	w.stale = w.modes.engage() || w.stale
	return tau, nil
}

// Acceleration solves the equation of motion in the present modes of friction and end stops.
func (w *World) Acceleration(qdd []float64, t float64, q, qd []float64) error {
	tau, err := w.plant.efforts(t, q, qd)
	for again := err == nil; again; {
		w.plant.hold()
		err = w.plant.solve(qdd, t, q, qd, tau)
		again = err == nil && w.plant.turned(qdd, tau)
	}
	return err
}

// FreeAcceleration implements integrate.Impulsive.
func (w *World) FreeAcceleration(qdd []float64, t float64, q, qd []float64) error {
	tau, err := w.plant.efforts(t, q, qd)
	for again := err == nil; again; {
		w.plant.hold()
		_, err = w.plant.free(qdd, t, q, qd, tau)
		again = err == nil && w.plant.turned(qdd, tau)
	}
	return err
}

// hold makes the algorithm hold the rates that the present modes hold.
func (w *plant) hold() {
	if !w.stale {
		return
	}
	w.stale = false
	if w.modes != nil {
		w.augment(w.modes.withShifts(w.modes.hold))
	} else {
		w.augment(nil)
	}
}

// solve sets qdd to the accelerations by the efforts tau.
func (w *plant) solve(qdd []float64, t float64, q, qd, tau []float64) error {
	if w.contacts != nil && w.contacts.unchanged(w.World, q, tau) {
		clear(qdd)
		return nil
	}
	fext, err := w.free(qdd, t, q, qd, tau)
	if err != nil {
		return err
	}
	if w.bound != nil {
		if err := w.constrain(qdd, t, q, qd, tau, fext); err != nil {
			return err
		}
	}
	if w.modes != nil {
		w.detector.note(qdd, tau)
	}
	if x := w.contacts; x != nil {
		x.fresh = &qdd[0] == &w.state.Qdd[0]
		if x.still = x.still && !(x.floats && w.contacts.moves(qdd)); x.still {
			clear(qdd)
			x.remember(q, tau)
		}
	}
	return nil
}

// free sets qdd to the accelerations without constraints, and returns the wrenches.
func (w *plant) free(qdd []float64, t float64, q, qd, tau []float64) (fext []spatial.Force, err error) {
	w.moveBase(t)
	if w.wrenches != nil {
		if fext, err = w.wrenches.On(t, q, qd); err != nil {
			return nil, err
		}
	}
	return fext, w.accelerate(qdd, q, qd, tau, fext)
}

// balance brings modes and accelerations up to date with a state, or with a law of motion, that has changed.
func (w *plant) balance() error {
	if w.contacts != nil {
		return w.contacts.meet()
	}
	if w.modes != nil {
		return w.detector.settle()
	}
	return w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd)
}

// energies returns the energies at the position q and the velocity qd (J). The potential energy includes springs.
func (w *plant) energies(q, qd []float64) (kinetic, potential float64) {
	w.moveBase(w.state.T)
	return w.mechanism.Energy(q, qd)
}

// Retract sets dst to the position reached from q at the constant velocity qd in the time h.
func (w *World) Retract(dst, q, qd []float64, h float64) { w.config.Model.Integrate(dst, q, qd, h) }
