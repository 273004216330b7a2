package sim

import (
	"errors"
	"fmt"
	"math"

	"kinetree/aba"
	"kinetree/integrate"
	"kinetree/lagrange"
	"kinetree/tree"
)

// Controller is a law that drives the joints: it sets the efforts tau (N m, N) at time t (s), position q and velocity
// qd. It must be a function of these, for it is asked as often as integration, logging and the account of the energy need, at times that
// may go back within a step. It must not keep the slices.
type Controller interface {
	Control(tau []float64, t float64, q, qd []float64) error
}

// Segmented is a Controller whose efforts are smooth in time only piece by piece. Integration steps end where pieces end,
// so that jumps do not spoil the integrator's order.
type Segmented interface {
	Controller
	// Segment begins the piece that time t lies in and returns the time of its end. Until it is called again, Control is asked for
	// times of this piece only, its end included.
	Segment(t float64) (end float64)
}

// Config says what a World simulates. Model is required; what is zero has the default named with it.
type Config struct {
	Model      *tree.Model
	Method     integrate.Method // semi-implicit Euler
	Controller Controller       // no efforts
	Position   []float64        // at the start; zero
	Velocity   []float64        // at the start; zero
	Step       float64          // of time (s); 0.001
	Ideal      bool             // without damping of the joints
	Sink       Sink             // no log
	Every      int              // the log has each Every-th step, the first and the last state; 1
	Progress   func(t float64)  // called now and then with the time reached; may be nil
}

// World is a robot in motion. It is an integrate.System.
type World struct {
	Config
	clock   clock
	forward *aba.Solver
	energy  *lagrange.Solver
	stepper integrate.Stepper
	damping []float64 // of each degree of freedom; nil if there is none
	pieces  Segmented // the controller, if it has pieces
	end     float64   // of the current piece

	state, last *integrate.State // last is the state one step before
	effort      []float64        // scratch for Acceleration
	ledger      ledger
	row         []float64 // of the log
	logged      float64   // time of the row logged last
}

// New returns a world at its start. The error says what of the configuration cannot be simulated.
func New(c Config) (*World, error) {
	if c.Model.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so there is nothing to simulate; expected at least one revolute, continuous or prismatic joint", c.Model.Name())
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
		Config:  c,
		clock:   newClock(c.Step),
		forward: aba.New(c.Model),
		energy:  lagrange.New(c.Model),
		end:     math.Inf(1),
		effort:  make([]float64, c.Model.NV()),
		ledger:  newLedger(c.Model),
	}
	w.damp()
	w.stepper = c.Method.New(w)
	if s, ok := c.Controller.(Segmented); ok {
		w.pieces = s
		w.end = s.Segment(0)
	}
	var err error
	if w.state, err = integrate.NewState(w, 0, c.Position, c.Velocity); err != nil {
		return nil, fmt.Errorf("at the start: %w", err)
	}
	if !w.finite() {
		return nil, errors.New("the start position, velocity or effort is not finite")
	}
	w.last = w.state.Clone()
	return w, nil
}

// damp takes over the damping of the joints.
func (w *World) damp() {
	if w.Ideal {
		return
	}
	for _, j := range w.Model.Joints() {
		if j.Damping == 0 {
			continue
		}
		if w.damping == nil {
			w.damping = make([]float64, w.Model.NV())
		}
		for i := range j.NV {
			w.damping[j.V+i] = j.Damping
		}
	}
}

// Equation returns the equation of motion that is simulated, for logs.
func (w *World) Equation() string {
	const rigid = "M(q) qdd + C(q, qd) qd + g(q) = effort"
	if w.damping == nil {
		return rigid
	}
	return rigid + " - damping qd"
}

// NotSimulated names what the robot's description has and the simulation leaves out. It is empty for an ideal robot, from
// which nothing else is expected.
func (w *World) NotSimulated() []string {
	if w.Ideal {
		return nil
	}
	var limits, friction, effort, velocity bool
	for _, j := range w.Model.Joints() {
		limits = limits || !math.IsInf(j.Lower, -1) || !math.IsInf(j.Upper, 1)
		friction = friction || j.Friction != 0
		effort = effort || !math.IsInf(j.Effort, 1)
		velocity = velocity || !math.IsInf(j.Velocity, 1)
	}
	var parts []string
	for _, p := range []struct {
		there bool
		what  string
	}{{limits, "position limits"}, {friction, "Coulomb friction"}, {effort, "effort limits"}, {velocity, "velocity limits"}} {
		if p.there {
			parts = append(parts, p.what)
		}
	}
	return parts
}

// NQ returns the number of position coordinates.
func (w *World) NQ() int { return w.Model.NQ() }

// NV returns the number of velocity coordinates.
func (w *World) NV() int { return w.Model.NV() }

// State returns the current state. The caller must not change it, and steps do.
func (w *World) State() *integrate.State { return w.state }

// Effort sets tau to the efforts of the controller at an instant.
func (w *World) Effort(tau []float64, t float64, q, v []float64) error {
	if w.Controller == nil {
		clear(tau)
		return nil
	}
	return w.Controller.Control(tau, t, q, v)
}

// Acceleration solves the equation of motion.
func (w *World) Acceleration(qdd []float64, t float64, q, v []float64) error {
	if err := w.Effort(w.effort, t, q, v); err != nil {
		return err
	}
	for i, d := range w.damping {
		w.effort[i] -= d * v[i]
	}
	return w.forward.ForwardDynamics(qdd, q, v, w.effort, nil)
}

// Retract sets dst to the position reached from q at the constant velocity v in the time h.
func (w *World) Retract(dst, q, v []float64, h float64) { w.Model.Integrate(dst, q, v, h) }
