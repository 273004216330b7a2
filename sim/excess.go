package sim

import (
	"math"

	"kinetree/tree"
)

// limits tells when joints are beyond the limits of their descriptions.
type limits struct {
	bounds   []tree.CoordinateRange // of all coordinates with limits; nil for an ideal robot
	widened  bool                   // some are wider than those of the model, see World.widen
	speeds   []speed                // of joints with velocity limits
	excesses []Excess
	pulls    []Pull
	turning  []turning
	bySpeed  []turning // scratch
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
	since    float64 // when code found it beyond the limit first; infinite if it has not
}

// beyond returns since when the joint has been beyond its limit, as far as code has to know: it is infinite if it has
// not been so.
func (s *speed) beyond() float64 {
	if s.noted {
		return 0
	}
	return math.Inf(1)
}

// noteSpeeds notes, in the order of their times, the joints that code found beyond their velocity limits.
func (w *reporter) noteSpeeds() {
	for {
		var first *speed
		for i := range w.limits.speeds {
			if s := &w.limits.speeds[i]; !s.noted && (first == nil || s.since < first.since) {
				first = s
			}
		}
		if first == nil || math.IsInf(first.since, 1) {
			return
		}
		w.noteSpeed(first, first.since)
	}
}

func newLimits(c *Config) limits {
	l := limits{excesses: make([]Excess, 0, 2*len(c.Model.Joints())), turning: newTurning(c),
		pulls: make([]Pull, 0, len(c.Imposed.Constraints))}
	if !c.Ideal {
		l.bounds = c.Model.Bounds()
	}
	l.speeds = make([]speed, 0, len(c.Model.Joints()))
	for k, j := range c.Model.Joints() {
		if j.NV == 1 && !math.IsInf(j.Velocity, 1) && !c.Ideal {
			l.speeds = append(l.speeds, speed{joint: k, v: j.V, limit: j.Velocity / math.Abs(j.Ratio)})
		}
	}
	return l
}

// watch notes which limits are exceeded for the first time, and how fast joints turn. The controller must have been
// asked for the current state last.
func (w *reporter) watch() {
	for i := range w.drive.actuators {
		if a := &w.drive.actuators[i]; a.exceeded && !a.noted {
			a.noted = true
			j := &w.Model().Joints()[a.joint]
			w.limits.excesses = append(w.limits.excesses, Excess{j.Name, "effort", j.Effort, w.state.T})
		}
	}
	w.watchTurns()
	w.detector.watchRolling()
	for i := range w.limits.speeds {
		if s := &w.limits.speeds[i]; !s.noted && math.Abs(w.state.Qd[s.v]) > s.limit {
			w.noteSpeed(s, w.state.T)
		}
	}
}

// noteSpeed notes that a joint was beyond its velocity limit at a time.
func (w *reporter) noteSpeed(s *speed, t float64) {
	s.noted = true
	j := &w.Model().Joints()[s.joint]
	w.limits.excesses = append(w.limits.excesses, Excess{j.Name, "velocity", j.Velocity, t})
}

// forget begins a run in which no limit was exceeded.
func (w *reporter) forget() {
	w.limits.excesses, w.limits.pulls = w.limits.excesses[:0], w.limits.pulls[:0]
	if w.bound != nil {
		clear(w.bound.pulled)
	}
	for i := range w.drive.actuators {
		w.drive.actuators[i].noted = false
	}
	for i := range w.limits.speeds {
		w.limits.speeds[i].noted = false
	}
	for i := range w.limits.turning {
		w.limits.turning[i].speed = 0
	}
}
