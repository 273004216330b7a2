package sim

import (
	"fmt"
	"math"
	"slices"
	"time"

	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Config describes the simulation of a World. Model is required; a zero field stands for the default that is named
// beside the field. So Config{Model: m} is a robot that falls from its neutral position.
type Config struct {
	Model  *tree.Model
	Joints []JointExtras // springs, drives and restitution, for each of Model.Joints; none
	Ideal  bool          // leave out damping, friction, springs, end stops and effort limits

	Imposed      Imposed
	Integration  Integration
	Dynamics     Algorithm // the algorithm of forward dynamics; articulated bodies
	Start        Start
	Controller   Controller     // no efforts
	Forces       []ForceElement // on links; none
	Disturbances Disturbances
	End          End
	Log          Log
	Watch        Watch

	// Previous is a world that is not used any more. The new world takes over its solvers if the models have the same
	// structure, which saves memory and time in batches; none.
	Previous *World
}

// Imposed are the constraints and the prescribed motions of a robot.
type Imposed struct {
	Constraints []constraint.Constraint // none
	Joints      []PrescribedJoint       // joints that move as given; none
	Base        BaseCourse              // motion of a fixed base; at rest
	Contacts    []ContactPair           // of links with each other and with the world; none
	Crossing    []CrossingPair          // what contacts of corners keep apart, and edges might cross; none
	Separate    bool                    // moves a start that penetrates a rigid contact out of it
}

// Integration says how the equation of motion is integrated.
type Integration struct {
	Method  integrate.Method  // rk4
	Options integrate.Options // of the method
	Step    float64           // time step (s); 0.001
	// MaxDrift is the largest share of the energy that moved, see Ledger.DriftShare, that the integration may add or
	// lose in a run. A run beyond MaxDrift has the status Drifted and a *DriftedError. Infinite for any; 0.25. The
	// energy that moved counts as at least the energy of a fall of the robot by 1 cm.
	MaxDrift float64
}

// Start is the state that a run starts in. One that does not meet the constraints is assembled: the position and the
// velocity are changed as little as possible, with the mass matrix as the metric.
type Start struct {
	Position []float64 // NQ numbers, within the position limits; the neutral position
	Velocity []float64 // NV numbers; zero
	// For each of the NV rates whether its joint keeps the position, or the velocity, when the start is assembled, if
	// that is possible; none does.
	KeepPosition, KeepVelocity []bool
	AsIs                       bool // a start that does not meet the constraints is an error
}

// Disturbances act on the robot, or change it, in the course of a run.
type Disturbances struct {
	Wrenches []Wrench // on links; none
	Changes  []Change // of the robot, in the order of time; none
}

// End says what ends a run before its time. Beyond Steps or Wall it has the status TimedOut and a *TimedOutError.
type End struct {
	// Until are conditions that end the run as soon as one of them holds: COLUMN > NUMBER, COLUMN < NUMBER,
	// JOINT/limit for the contact of a joint with one of its end stops, or contact/NAME for the first touch of the
	// contacts of a name; none.
	Until []string
	Steps int           // most steps, and parts of steps, between events for example; 0 for any
	Wall  time.Duration // most time on the clock; 0 for any. Where such a run ends differs each time.
}

// Watch is who sees a run while it goes on.
type Watch struct {
	Observer Observer        // sees each step; none
	Progress func(t float64) // called now and then with the time reached; none
}

// Log says what is logged of a run and where to.
type Log struct {
	Sink    Sink      // no log
	Every   int       // log every Every-th state, besides the first and the last; 1
	Signals []Signals // further columns; none
	Ledger  bool      // log the ledger of the energy
	// Reactions asks for what joints and constraints bear.
	Reactions bool
	Contacts  bool // asks for what contacts bear, and their distances
}

// complete fills in the defaults. The error says what is not usable; lengths that are wrong panic.
func (c *Config) complete() error {
	if c.Integration.Method.New == nil {
		c.Integration.Method = integrate.RK4Method
	}
	if err := c.Dynamics.check(); err != nil {
		return err
	}
	if c.Integration.Step == 0 {
		c.Integration.Step = 0.001
	}
	if step := c.Integration.Step; !(step > 0) || math.IsInf(step, 0) {
		return fmt.Errorf("the step is %v s; expected a positive number", step)
	}
	if c.Integration.MaxDrift == 0 {
		c.Integration.MaxDrift = 0.25
	}
	if most := c.Integration.MaxDrift; !(most > 0) {
		return fmt.Errorf("the largest drift is %v of the energy that moved; expected a positive number", most)
	}
	if c.End.Steps < 0 || c.End.Wall < 0 {
		return fmt.Errorf("a run may take %d steps and %v; expected positive numbers, or 0 for any", c.End.Steps,
			c.End.Wall)
	}
	if c.Log.Every == 0 {
		c.Log.Every = 1
	}
	if c.Log.Every < 0 {
		return fmt.Errorf("every %dth state is to be logged; expected 1 or more", c.Log.Every)
	}
	for i, x := range c.Log.Signals {
		if x.Append == nil {
			return fmt.Errorf("signals %d, %s, have no function Append; expected one", i, suggest.List(x.Names))
		}
	}
	if c.Start.Position == nil {
		c.Start.Position = c.Model.Neutral()
	}
	if c.Start.Velocity == nil {
		c.Start.Velocity = make([]float64, c.Model.NV())
	}
	if c.Joints != nil && len(c.Joints) != len(c.Model.Joints()) {
		panic(fmt.Sprintf("sim: %d joints are described, the model %s has %d", len(c.Joints), c.Model.Name(),
			len(c.Model.Joints())))
	}
	if err := c.checkDrives(); err != nil {
		return err
	}
	c.Model.CheckLengths(c.Start.Position, c.Start.Velocity)
	for _, keep := range [...][]bool{c.Start.KeepPosition, c.Start.KeepVelocity} {
		if keep != nil && len(keep) != c.Model.NV() {
			panic(fmt.Sprintf("sim: %d rates are kept or not, the model %s has nv = %d", len(keep), c.Model.Name(),
				c.Model.NV()))
		}
	}
	c.checkChanges()
	c.Start.Position, c.Start.Velocity = slices.Clone(c.Start.Position), slices.Clone(c.Start.Velocity)
	return nil
}
