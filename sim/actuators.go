package sim

import (
	"math"

	"kinetree/tree"
)

// actuator is a joint whose effort has a limit.
type actuator struct {
	joint    int
	index    int // of its effort
	limit    float64
	exceeded bool // by what the controller asked for last
	noted    bool
}

// newActuators returns the actuators with limits. The effort limit of a joint with several rates has no meaning and
// is left out.
func newActuators(c *Config, l *tree.EffortLayout) []actuator {
	var list []actuator
	for k, j := range c.Model.Joints() {
		if j.NV == 1 && !math.IsInf(j.Effort, 1) && !c.Ideal && c.Controller != nil {
			list = append(list, actuator{joint: k, index: l.Index(k), limit: j.Effort})
		}
	}
	return list
}

// saturate limits the efforts of the controller to what the actuators can give.
func (w *World) saturate(tau []float64) {
	for i := range w.actuators {
		a := &w.actuators[i]
		x := tau[a.index]
		a.exceeded = x > a.limit || x < -a.limit
		if a.exceeded {
			tau[a.index] = math.Copysign(a.limit, x)
		}
	}
}

// Excess tells when a joint was beyond a limit of its description for the first time.
type Excess struct {
	Joint string  `json:"joint"`
	What  string  `json:"what"`  // "effort", which was limited, or "velocity", which was not
	Limit float64 `json:"limit"` // N m or N, rad/s or m/s
	Time  float64 `json:"time"`  // s
}

// speed is a joint whose velocity has a limit.
type speed struct {
	joint, v int
	limit    float64 // of |v|
	noted    bool
}

func newSpeeds(c *Config) []speed {
	var list []speed
	for k, j := range c.Model.Joints() {
		if j.NV == 1 && !math.IsInf(j.Velocity, 1) && !c.Ideal {
			list = append(list, speed{joint: k, v: j.V, limit: j.Velocity / math.Abs(j.Ratio)})
		}
	}
	return list
}

// watch notes which limits are exceeded for the first time. The controller must have been asked for the current state
// last.
func (w *World) watch() {
	for i := range w.actuators {
		if a := &w.actuators[i]; a.exceeded && !a.noted {
			a.noted = true
			j := &w.Model().Joints()[a.joint]
			w.excesses = append(w.excesses, Excess{j.Name, "effort", j.Effort, w.state.T})
		}
	}
	for i := range w.speeds {
		if s := &w.speeds[i]; !s.noted && math.Abs(w.state.Qd[s.v]) > s.limit {
			s.noted = true
			j := &w.Model().Joints()[s.joint]
			w.excesses = append(w.excesses, Excess{j.Name, "velocity", j.Velocity, w.state.T})
		}
	}
}
