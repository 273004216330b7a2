package scenario

import (
	"errors"
	"math"

	"kinetree/control"
	"kinetree/loop"
	"kinetree/reference"
	"kinetree/sim"
	"kinetree/tree"
)

// Sensors is what the controller sees of the robot.
type Sensors struct {
	PositionNoise      float64 `json:"position_noise,omitempty" doc:"standard deviation (rad or m)"`
	VelocityNoise      float64 `json:"velocity_noise,omitempty" doc:"standard deviation (rad/s or m/s)"`
	PositionResolution float64 `json:"position_resolution,omitempty" doc:"step of the encoder (rad or m)"`
	Velocity           string  `json:"velocity,omitempty" enum:"measured|difference" doc:"where velocities come from: a sensor, or differences of positions"`
	VelocityFilter     float64 `json:"velocity_filter_hz,omitempty" doc:"frequency of the low-pass on velocities (Hz)"`
}

// Actuators is how efforts come about.
type Actuators struct {
	RateLimit float64 `json:"rate_limit,omitempty" doc:"largest change of an effort in a second (N m/s or N/s)"`
	Lag       float64 `json:"lag,omitempty" doc:"time constant (s)"`
}

// closed is a control loop and what it was made of.
type closed struct {
	controller sim.Segmented
	law        control.Law
	plan       *reference.Plan
	period     float64 // 0 for a continuous law
	sensors    loop.Sensors
	actuators  loop.Actuators
}

// close makes the control loop of a robot that starts at position q, or nil if there is no controller.
func (s *Scenario) close(m, believed *tree.Model, law control.Law, q []float64) (*closed, error) {
	plan, err := s.plan(m, q)
	if err != nil {
		return nil, err
	}
	c := &closed{law: law, plan: plan, period: or(positive(s.Controller.Period), s.Step),
		sensors: loop.Sensors{PositionNoise: s.Sensors.PositionNoise, VelocityNoise: s.Sensors.VelocityNoise, PositionResolution: s.Sensors.PositionResolution,
			Difference: s.Sensors.Velocity == "difference", VelocityFilter: s.Sensors.VelocityFilter},
		actuators: loop.Actuators{Limit: s.effortLimits(m), RateLimit: s.Actuators.RateLimit, Lag: s.Actuators.Lag},
	}
	if s.Controller.Continuous {
		c.period = 0
		if s.Sensors != (Sensors{}) || s.Actuators != (Actuators{}) {
			return nil, wrong("controller.continuous", "a law that acts at every instant has no sensors and no actuators; expected neither of the two")
		}
		c.controller, err = loop.NewContinuous(m, law, plan, c.actuators.Limit)
	} else {
		c.controller, err = loop.New(loop.Config{Model: m, Law: law, Plan: plan, Period: c.period, Delay: s.Controller.Delay, Sensors: c.sensors, Actuators: c.actuators,
			Seed: uint64(s.Seed)})
	}
	if err != nil {
		return nil, wrong("controller", "%v", err)
	}
	return c, nil
}

// positive returns a pointer to x, or nil if it is 0.
func positive(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// effortLimits returns the limit of each rate that the law knows of, or nil for an ideal robot.
func (s *Scenario) effortLimits(m *tree.Model) []float64 {
	if s.Ideal {
		return nil
	}
	limits := make([]float64, m.NV())
	for i := range limits {
		limits[i] = math.Inf(1)
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			continue
		}
		for i := range j.NV {
			limits[j.V+i] = j.Effort
		}
	}
	return limits
}

// both drives a robot by two controllers, whose efforts add up.
type both struct {
	first, second sim.Segmented
	effort        []float64
}

// BeginSegment implements sim.Segmented.
func (b *both) BeginSegment(t float64, q, qd []float64) (float64, error) {
	end1, err1 := b.first.BeginSegment(t, q, qd)
	end2, err2 := b.second.BeginSegment(t, q, qd)
	return math.Min(end1, end2), errors.Join(err1, err2)
}

// Control implements sim.Controller.
func (b *both) Control(tau []float64, t float64, q, qd []float64) error {
	if len(b.effort) != len(tau) {
		b.effort = make([]float64, len(tau))
	}
	clear(b.effort)
	if err := errors.Join(b.first.Control(tau, t, q, qd), b.second.Control(b.effort, t, q, qd)); err != nil {
		return err
	}
	for i, x := range b.effort {
		tau[i] += x
	}
	return nil
}
