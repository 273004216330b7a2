package prepare

import (
	"errors"
	"math"

	"kinetree/control"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

// cascade returns the law of drives for a robot with samples of a period, without its limits on request: a linear
// analysis leaves them out.
func (r *Run) cascade(m *tree.Model, period float64, limited bool) (*control.Cascade, error) {
	s, n := r.Scenario, m.NV()
	c := control.CascadeConfig{Rates: make([]control.CascadeRate, n), Period: period}
	for i := range c.Rates {
		inf := math.Inf(1)
		c.Rates[i].Velocity.Limit, c.Rates[i].Effort.Limit, c.Rates[i].Effort.RateLimit = inf, inf, inf
	}
	var errs []error
	extras := robot.Extras(s, m)
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 || j.Drives >= 0 {
			continue
		}
		given, path := s.Controller.CascadeOf(j.Name)
		if given == nil {
			continue
		}
		one := given.Rate(func(string, string, ...any) {})
		if e := given.Effort; e != nil && e.CurrentLimit != nil {
			if motor := extras[k].Motor; motor == nil || motor.ByVoltage {
				errs = append(errs, wrong(path+".effort.current_limit", "joint %q has no motor that takes efforts; "+
					"expected one under joints.%s.motor, or no such key", j.Name, j.Name))
			} else {
				effort := math.Abs(float64(*e.CurrentLimit * motor.Ratio * motor.TorqueConstant))
				one.Effort.Limit = min(one.Effort.Limit, effort)
			}
		}
		if f := given.FeedForward; f != nil && f.Model == nil {
			one.FeedForward.Drag = scenario.DragOf(&r.Loop.believed.Joints()[k], &extras[k])
		}
		if !limited {
			one.Velocity.Limit, one.Effort.Limit, one.Effort.RateLimit = math.Inf(1), math.Inf(1), math.Inf(1)
		}
		for v := j.V; v < j.V+j.NV; v++ {
			rate := one
			rate.Position.Side, rate.Velocity.Side = v, v
			if j.Rotor >= 0 {
				rotor := m.Joints()[j.Rotor].V
				if p := given.Position; p != nil && p.Side == "motor" {
					rate.Position.Side = rotor
				}
				if p := given.Velocity; p != nil && p.Side == "motor" {
					rate.Velocity.Side = rotor
				}
			}
			c.Rates[v] = rate
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	law, err := control.NewCascade(m, r.Loop.believed, c)
	if err != nil {
		return nil, wrong("controller.joints", "%v", err)
	}
	return law, nil
}
