package sim

import (
	"errors"
	"fmt"
	"math"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/crba"
	"kinetree/integrate"
	"kinetree/lagrange"
	"kinetree/tree"
)

// Controller drives the joints: Control sets the efforts tau (N m, N), which are zero on entry, at time t (s), position q and velocity qd. They
// stand as control.Layout says: one for each rate, and behind them one for each joint that follows another one. It must be a
// function of these, for it is asked as often as integration, logging and the ledger of energy need, at times that may go back
// within a step. It must not keep the slices.
type Controller interface {
	Control(tau []float64, t float64, q, qd []float64) error
}

// Segmented is a Controller whose efforts are smooth in time only segment by segment. Integration steps end where segments end,
// so that jumps do not spoil the integrator's order.
type Segmented interface {
	Controller
	// BeginSegment begins the segment that time t lies in, in which the robot is at position q and velocity qd, and returns the time of its end. Until it is called again, Control is asked
	// for times of this segment only, its end included.
	BeginSegment(t float64, q, qd []float64) (end float64, err error)
}

// Config says what a World simulates. Model is required; a zero field means the default named beside it.
type Config struct {
	Model      *tree.Model
	Method     integrate.Method  // semi-implicit Euler
	Options    integrate.Options // of the method
	Controller Controller        // no efforts
	Position   []float64         // at the start; neutral
	Velocity   []float64         // at the start; zero
	Step       float64           // time step (s); 0.001
	Ideal      bool              // leave out the damping of the joints
	Sink       Sink              // no log
	Every      int               // log every Every-th state, besides the first and the last; 1
	Progress   func(t float64)   // called now and then with the time reached; may be nil
}

// World is a robot in motion. It is an integrate.System.
type World struct {
	config     Config
	clock      clock
	forward    *aba.Solver
	energy     *lagrange.Solver
	mass       *crba.Solver
	stepper    integrate.Stepper
	layout     *control.Layout
	damping    []float64 // of each degree of freedom; nil if there is none
	segments   Segmented // the controller, if it has segments
	segmentEnd float64   // of the current segment

	state, last *integrate.State // last is the state one step before
	effort      []float64        // scratch for Acceleration
	ledger      ledger
	row         []float64 // of the log
	logged      float64   // time of the row logged last
}

// New returns a world at its start. The error says what of the configuration cannot be simulated. It panics if the length of the
// position or velocity is wrong.
func New(c Config) (*World, error) {
	if c.Model.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so there is nothing to simulate; expected a joint that is not fixed, or a floating base", c.Model.Name())
	}
	if c.Method.New == nil {
		c.Method = integrate.SemiImplicitMethod
	}
	if c.Step == 0 {
		c.Step = 0.001
	}
	if !(c.Step > 0) || math.IsInf(c.Step, 0) {
		return nil, fmt.Errorf("the step is %v s; expected a positive number", c.Step)
	}
	if c.Every == 0 {
		c.Every = 1
	}
	if c.Position == nil {
		c.Position = c.Model.Neutral()
	}
	if c.Velocity == nil {
		c.Velocity = make([]float64, c.Model.NV())
	}
	w := &World{
		config:     c,
		clock:      newClock(c.Step),
		forward:    aba.New(c.Model),
		energy:     lagrange.New(c.Model),
		mass:       crba.New(c.Model),
		damping:    damping(c.Model, c.Ideal),
		segmentEnd: math.Inf(1),
		layout:     control.NewLayout(c.Model),
		ledger:     newLedger(c.Model),
	}
	w.effort, w.ledger.effort = make([]float64, w.layout.Len()), make([]float64, w.layout.Len())
	w.stepper = c.Method.New(w, c.Options)
	if s, ok := c.Controller.(Segmented); ok {
		w.segments = s
		if err := w.beginSegment(0, c.Position, c.Velocity); err != nil {
			return nil, err
		}
	}
	var err error
	if w.state, err = integrate.NewState(w, 0, c.Position, c.Velocity); err != nil {
		return nil, fmt.Errorf("at the start: %w", err)
	}
	if !w.finite() {
		return nil, errors.New("the position, velocity, effort or acceleration at the start is not finite")
	}
	w.last = w.state.Clone()
	if c.Sink != nil {
		if err := w.checkColumns(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Model returns the robot's model.
func (w *World) Model() *tree.Model { return w.config.Model }

// NQ returns the number of position coordinates.
func (w *World) NQ() int { return w.config.Model.NQ() }

// NV returns the number of velocity coordinates.
func (w *World) NV() int { return w.config.Model.NV() }

// State returns the current state, which the next step changes. The caller must not change it.
func (w *World) State() *integrate.State { return w.state }

// Effort sets tau to the efforts of the controller at an instant, as many as the layout has.
func (w *World) Effort(tau []float64, t float64, q, v []float64) error {
	clear(tau)
	if w.config.Controller == nil {
		return nil
	}
	return w.config.Controller.Control(tau, t, q, v)
}

// Acceleration solves the equation of motion.
func (w *World) Acceleration(qdd []float64, t float64, q, v []float64) error {
	if err := w.Effort(w.effort, t, q, v); err != nil {
		return err
	}
	tau := w.layout.Generalized(w.effort)
	for i, d := range w.damping {
		tau[i] -= d * v[i]
	}
	return w.forward.ForwardDynamics(qdd, q, v, tau, nil)
}

// Retract sets dst to the position reached from q at the constant velocity v in the time h.
func (w *World) Retract(dst, q, v []float64, h float64) { w.config.Model.Integrate(dst, q, v, h) }
