// Package loop has the controllers that drive a simulation. [Sampled] closes the loop around a control law as in
// reality: the law sees samples of what sensors measure, its efforts come after a delay and through actuators, and are
// held in between,
//
//	q, q̇ → noise, resolution, velocity filter → law, every period → limits → delay → hold → rate limit → lag → τ
//
// in the order of a drive that bounds its set point, slews and settles. [Continuous] is the ideal loop without all
// that, [OpenLoop] has efforts that depend on time only, and [Sum] adds controllers up. Each of them is a
// sim.Segmented: integration steps end at samples, when an effort arrives, and when a rate limit ends, and in between
// efforts are smooth. [ReferenceSignals] are columns of a log for what joints are asked to do.
//
// Noise comes from one generator for each rate, seeded by the seed and the rate's name, and drawn once per sample. So
// runs repeat, and another seed, or noise on another joint, changes nothing but its own noise.
package loop

import (
	"fmt"
	"math"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/internal/floats"
	"kinetree/sim"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/tree"
)

// SampledConfig describes a sampled loop. Model, Law, Plan and Period are required.
type SampledConfig struct {
	Model     *tree.Model
	Law       control.Law
	Plan      *reference.Plan
	Period    float64 // from one sample to the next (s); the first is at time 0
	Delay     float64 // from a sample to the arrival of its efforts (s); not limited to a period
	Sensors   signal.Sensors
	Actuators signal.Actuators
	Start     []float64 // what the actuators give before the first efforts arrive (N m, N), by rate; nil for nothing
	Seed      uint64    // of the noise
	Wrenches  Wrenches  // that the law knows
	// Voltages tell what the voltages of motors leave of efforts; nil if no voltage has a limit.
	Voltages *step.VoltageLimits
}

// Wrenches are what a law knows to act on the links: nothing, what is known beforehand, at the position that sensors
// say, or what sensors in the links measure.
type Wrenches struct {
	Of       *sim.LinkWrenches // nil for nothing
	Measured bool
}

// begin finds which of them act from time t on, and returns when the next one begins or ends.
func (w *Wrenches) begin(t float64) (until float64) {
	if w.Of == nil {
		return math.Inf(1)
	}
	return w.Of.Begin(t)
}

// changes reports whether one begins or ends after a time, up to another one.
func (w *Wrenches) changes(from, to float64) bool { return w.Of != nil && w.Of.Begin(from) <= to }

// at returns them at a time t (s), not before that of the last call of begin, for a robot in one state that is seen in
// another one.
func (w *Wrenches) at(t float64, q, qd, seenQ, seenQd []float64) ([]spatial.Force, error) {
	switch {
	case w.Of == nil:
		return nil, nil
	case w.Measured:
		return w.Of.At(t, q, qd)
	}
	return w.Of.At(t, seenQ, seenQd)
}

// Sampled is a controller with a law that acts on samples. It belongs to one simulation.
type Sampled struct {
	c         SampledConfig
	stateful  control.Stateful // the law, if it remembers
	initial   []float64        // its state at the beginning
	begun     bool
	next      int // sample
	path      *signal.SignalPath
	drives    *signal.ActuatorBank
	underway  queue
	saturated []float64 // 1 where a limit bounds the efforts that arrived last
	limited   []float64 // 1 where a limit bounds the efforts of the segment: this one, the rate limit, or a voltage
	told      []bool    // see Saturated
	now, real []float64 // what the actuators take up, and what voltages leave of it
	lane      sampledLane
}

// NewSampled returns a loop before its first sample. The error says what of the configuration is wrong. The law must
// not be in use by another loop.
func NewSampled(c SampledConfig) (*Sampled, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	nv := c.Model.NV()
	if c.Start != nil && len(c.Start) != nv {
		panic(fmt.Sprintf("loop: there are %d efforts at the start, the model %s has nv = %d", len(c.Start),
			c.Model.Name(), nv))
	}
	l := &Sampled{c: c, path: signal.NewSignalPath(c.Model, c.Law, c.Period),
		drives:   signal.NewActuatorBank(nv, &c.Actuators),
		underway: newQueue(c.places(), nv), saturated: make([]float64, nv),
		limited: make([]float64, nv), told: make([]bool, nv), now: make([]float64, nv), real: make([]float64, nv)}
	l.path.Become(&c.Sensors, &c.Actuators, c.Seed)
	if l.stateful, _ = c.Law.(control.Stateful); l.stateful != nil {
		l.initial = l.stateful.AppendState(nil)
	}
	return l, nil
}

// check returns what is wrong with the numbers.
func (c *SampledConfig) check() error {
	if !(c.Period > 0) || math.IsInf(c.Period, 0) {
		return fmt.Errorf("the period of the controller is %v s; expected a positive number", c.Period)
	}
	if !(c.Delay >= 0) || c.Delay > maxUnderway*c.Period {
		return fmt.Errorf("the delay of the controller is %v s; expected 0 to %d periods, %v s", c.Delay,
			maxUnderway, maxUnderway*c.Period)
	}
	if err := c.Sensors.Check(); err != nil {
		return err
	}
	if err := c.Actuators.Check(c.Model); err != nil {
		return err
	}
	return nil
}

// places returns how many commands may be under way.
func (c *SampledConfig) places() int { return int(c.Delay/c.Period) + 2 }

// Reset implements sim.Resetter: the loop is before its first sample again, with the same noise to come. What a law
// keeps without being a control.Stateful, such as a script in its globals, it keeps.
func (l *Sampled) Reset() {
	l.begun, l.underway.n = false, 0
	l.path.Reset()
	clear(l.saturated)
	clear(l.limited)
	if l.stateful != nil {
		l.stateful.SetState(l.initial)
	}
}

// Renew gives the noise another seed, and tells the loop that its law, which is before its first sample, may have other
// gains. A Reset has to follow. The loop is then one that was made so.
func (l *Sampled) Renew(seed uint64) {
	l.c.Seed = seed
	l.path.Become(&l.c.Sensors, &l.c.Actuators, seed)
	if l.stateful != nil {
		l.initial = l.stateful.AppendState(l.initial[:0])
	}
}

// Become makes the loop one with another delay, other sensors and actuators and another seed; its law has to be before
// its first sample, and a Reset has to follow. The error is that of NewSampled; the loop is what it was then.
func (l *Sampled) Become(delay float64, s signal.Sensors, a signal.Actuators, seed uint64) error {
	c := l.c
	c.Delay, c.Sensors, c.Actuators = delay, s, a
	if err := c.check(); err != nil {
		return err
	}
	if c.Delay != l.c.Delay {
		l.underway = newQueue(c.places(), len(l.saturated))
		l.lane.times, l.lane.punctual = nil, 0
	}
	l.lane.forget()
	l.c = c
	l.drives.Become(&l.c.Actuators)
	l.Renew(seed)
	return nil
}

// BeginSegment takes the sample that is due at time t at the position q and the velocity qd, lets efforts that are
// due arrive, and returns the time of the next event. The error is that of the law, or tells an effort that is not
// finite. It does not allocate unless the law does.
func (l *Sampled) BeginSegment(t float64, q, qd []float64) (end float64, err error) {
	now := t + tolerance(t)
	if !l.begun {
		l.begun, l.next = true, max(0, int(math.Ceil(t/l.c.Period-rest)))
		l.drives.Start(t, l.c.Start)
	}
	for l.time(l.next) <= now {
		if l.path.Begun {
			l.lose(t, now, qd)
		}
		if err := l.sample(q, qd); err != nil {
			return 0, err
		}
		l.next++
	}
	for l.underway.n > 0 && l.underway.first().arrival <= now {
		c := l.underway.take()
		l.drives.Arrive(t, c.effort)
		copy(l.saturated, c.saturated)
	}
	end = math.Min(l.time(l.next), l.drives.Segment(t, now))
	if l.underway.n > 0 {
		end = math.Min(end, l.underway.first().arrival)
	}
	l.judge(t, qd)
	return end, nil
}

// lose adds to what is lost of the efforts of the last sample what the rate limit has not given yet at a time, slightly
// before now, and what the voltages of motors do not allow.
func (l *Sampled) lose(t, now float64, qd []float64) {
	l.drives.Lose(l.path.Lost, t, now)
	if l.c.Voltages != nil {
		l.attainable(t, qd)
		for i, x := range l.real {
			l.path.Lost[i] += x - l.now[i]
		}
	}
}

// attainable finds what the actuators give at a time, and what voltages leave of it.
func (l *Sampled) attainable(t float64, qd []float64) {
	l.drives.At(l.now, t)
	l.c.Voltages.Attainable(l.real, l.now, qd)
}

// judge finds which efforts are limited in the segment that begins.
func (l *Sampled) judge(t float64, qd []float64) {
	l.drives.Bounded(l.limited, l.saturated)
	if l.c.Voltages == nil {
		return
	}
	l.attainable(t, qd)
	for i, x := range l.real {
		if x != l.now[i] {
			l.limited[i] = 1
		}
	}
}

// Effort sets tau, an effort vector, to the efforts at time t of the current segment. It does not allocate.
func (l *Sampled) Effort(tau []float64, t float64, _, _ []float64) error {
	clear(tau)
	l.drives.At(tau[:len(l.saturated)], t)
	return nil
}

// sample asks the law for the efforts of the next sample and sends them on their way.
func (l *Sampled) sample(q, qd []float64) error {
	t, p := l.time(l.next), l.path
	p.In.Time = t
	p.Measure(q, qd)
	l.c.Plan.At(p.In.Reference, afterBreak(l.c.Plan, t))
	var err error
	l.c.Wrenches.begin(t)
	if p.In.Wrenches, err = l.c.Wrenches.at(t, q, qd, p.In.Q, p.In.Qd); err != nil {
		return err
	}
	err = p.Ask()
	if p.In.Wrenches = nil; err != nil {
		return err
	}
	if err := checkEffort(l.c.Model, p.Demand, t); err != nil {
		return err
	}
	c := l.underway.add(snap(t + l.c.Delay))
	copy(c.effort, p.Sent)
	copy(c.saturated, p.Over)
	return nil
}

// time returns the time of a sample.
func (l *Sampled) time(k int) float64 { return snap(float64(float64(k) * l.c.Period)) }

// Measured returns the position and the velocity of the last sample. They must not be changed.
func (l *Sampled) Measured() (q, qd []float64) { return l.path.In.Q, l.path.In.Qd }

// Saturated reports for each rate whether a limit bounds the effort in the segment that began last: that of what is
// asked for, the rate limit, or the voltage of a motor. The slice must not be changed.
func (l *Sampled) Saturated() []bool {
	for i, x := range l.limited {
		l.told[i] = x > 0
	}
	return l.told
}

// Plan returns the reference.
func (l *Sampled) Plan() *reference.Plan { return l.c.Plan }

// checkEffort returns an error if an effort is not finite.
func checkEffort(m *tree.Model, tau []float64, t float64) error {
	for i, x := range tau {
		if !floats.Finite(x) {
			return fmt.Errorf("the control law asks for the effort %v of %q at t = %v s; expected a finite number", x,
				m.RateName(i), t)
		}
	}
	return nil
}
