package sim

import (
	"fmt"
	"math"

	"kinetree/integrate"
	"kinetree/sim/step"
	"kinetree/tree"
)

// drive has the controller, and the actuators that bound its efforts.
type drive struct {
	controller Controller // may be nil
	segments   Segmented  // the controller, if it has segments
	end        float64    // of its current segment
	model      *tree.Model
	layout     *tree.EffortLayout
	actuators  []actuator // those with effort limits
	effort     []float64  // scratch: an effort vector

	mechanism   *step.Mechanism
	motors      bool                            // there are any
	transmitted func(joint int, effort float64) // sets that of a joint in effort
}

// actuator is a joint whose effort has a limit.
type actuator struct {
	joint    int
	index    int // of its effort
	limit    float64
	exceeded bool // by what the controller asked for last
	noted    bool // in the excesses of the run
}

// newDrive returns the drive of a configuration. The effort limit of a joint with several rates has no meaning and is
// left out.
func newDrive(c *Config, x *step.Mechanism) drive {
	d := drive{controller: c.Controller, end: math.Inf(1), model: c.Model, layout: c.Model.EffortLayout(), mechanism: x}
	d.segments, _ = c.Controller.(Segmented)
	d.effort = make([]float64, d.layout.Len())
	for i := range x.Drives {
		d.motors = d.motors || x.Drives[i].Motor != nil
	}
	effort, layout := d.effort, d.layout
	d.transmitted = func(joint int, x float64) { effort[layout.Index(joint)] = x }
	for k, j := range c.Model.Joints() {
		if c.Joints != nil && c.Joints[k].Motor != nil && c.Joints[k].Motor.ByVoltage {
			continue // an effort limit is not one of voltages
		}
		if j.NV == 1 && !math.IsInf(j.Effort, 1) && !c.Ideal && c.Controller != nil {
			d.actuators = append(d.actuators, actuator{joint: k, index: d.layout.Index(k), limit: j.Effort})
		}
	}
	return d
}

// efforts sets tau to the efforts of the actuators.
func (d *drive) efforts(tau []float64, t float64, q, qd []float64) error {
	clear(tau)
	if d.controller == nil {
		d.mechanism.Drive(tau, qd)
		return nil
	}
	if err := d.controller.Effort(tau, t, q, qd); err != nil {
		return err
	}
	if !finite(tau) && finite(q, qd) { // efforts of a state that is not finite are those of a motion that diverged
		return d.notFinite(tau, t)
	}
	for i := range d.actuators {
		a := &d.actuators[i]
		x := tau[a.index]
		a.exceeded = x > a.limit || x < -a.limit
		if a.exceeded {
			tau[a.index] = math.Copysign(a.limit, x)
		}
	}
	d.mechanism.Drive(tau, qd)
	return nil
}

// notFinite returns the error for efforts that are not finite.
func (d *drive) notFinite(tau []float64, t float64) error {
	what, x := "of the floating base", 0.0
	for i := range tau {
		if x = tau[i]; finite(tau[i : i+1]) {
			continue
		}
		for k, j := range d.model.Joints() {
			if at := d.layout.Index(k); at <= i && i < at+j.NV {
				what = fmt.Sprintf("of joint %q", j.Name)
			}
		}
		break
	}
	return fmt.Errorf("the controller gives the effort %v %s at t = %v s; expected a finite number", x, what, t)
}

// begin begins the controller's segment at a state.
func (d *drive) begin(s *integrate.State) (err error) {
	if d.end, err = d.segments.BeginSegment(s.T, s.Q, s.Qd); err != nil {
		return err
	}
	if !(d.end > s.T) {
		return fmt.Errorf("the controller's segment that begins at t = %v s ends at %v s; expected a later time", s.T,
			d.end)
	}
	return nil
}
