// Package loop has the controllers that drive a simulation. [Sampled] closes the loop around a control law as in
// reality: sensors measure the state at samples, the law gives efforts for each sample, the efforts reach the joints
// after a delay and through actuators, and the actuators hold the efforts until others arrive,
//
//	q, q̇ → noise, resolution, velocity filter → law, every period → limits → delay → hold → rate limit → lag → τ
//
// in the order of a drive that bounds its set point, slews and settles. [Continuous] is the ideal loop without sensors,
// delay and actuators, [OpenLoop] has efforts that depend on time only, and [Sum] adds controllers up. Each of these
// controllers is a sim.Segmented: integration steps end at samples, when an effort arrives, and when a rate limit ends,
// and efforts are smooth in between. [ReferenceSignals] are columns of a log for the motion that joints are asked for.
//
// Each rate has a generator of noise, seeded by the seed of the run and the name of the rate, which draws once per
// sample. So runs repeat, and noise on one joint does not depend on noise on another joint.
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
	// Voltages bound efforts by the voltages of motors; nil if no voltage has a limit.
	Voltages *step.VoltageLimits
}

// Wrenches are the wrenches on links that a law knows: none, planned wrenches at the measured position of the robot, or
// wrenches that sensors in the links measure.
type Wrenches struct {
	Of       *sim.LinkWrenches // nil for nothing
	Measured bool
}

// begin finds which wrenches act from time t on, and returns when the next wrench begins or ends.
func (w *Wrenches) begin(t float64) (until float64) {
	if w.Of == nil {
		return math.Inf(1)
	}
	return w.Of.Begin(t)
}

// changes reports whether a wrench begins or ends in the time (from, to].
func (w *Wrenches) changes(from, to float64) bool { return w.Of != nil && w.Of.Begin(from) <= to }

// at returns the wrenches at a time t (s), which is not before the time of the last call of begin, for a robot in the
// state q, qd whose sensors say seenQ, seenQd.
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
	begun     bool             // a segment has begun
	next      int              // sample
	path      *signal.SignalPath
	drives    *signal.ActuatorBank
	underway  queue
	saturated []float64 // 1 where a limit bounds the efforts that arrived last
	limited   []float64 // 1 where a limit bounds the efforts of the segment: this one, the rate limit, or a voltage
	told      []bool    // see Saturated
	now, real []float64 // efforts of the actuators, and those that the voltages of motors leave
	lane      sampledLane
}

// NewSampled returns a loop before its first sample. The error names the first wrong number of the configuration. The
// law must not be in use by another loop.
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
	l.path.Reuse(&c.Sensors, &c.Actuators, c.Seed)
	if l.stateful, _ = c.Law.(control.Stateful); l.stateful != nil {
		l.initial = l.stateful.AppendState(nil)
	}
	return l, nil
}

// check returns an error for the first wrong number.
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

// Reset implements sim.Resetter: the loop is before its first sample again, with the same noise to come. A law that
// remembers without being a control.Stateful, such as a script with globals, is not reset.
func (l *Sampled) Reset() {
	l.begun, l.underway.n = false, 0
	l.path.Reset()
	clear(l.saturated)
	clear(l.limited)
	if l.stateful != nil {
		l.stateful.SetState(l.initial)
	}
}

// Reseed gives the noise another seed. The law must be before its first sample, such as after control.Reuse, and a
// Reset has to follow. The loop then equals a new loop with this seed and this law.
func (l *Sampled) Reseed(seed uint64) {
	l.c.Seed = seed
	l.path.Reuse(&l.c.Sensors, &l.c.Actuators, seed)
	if l.stateful != nil {
		l.initial = l.stateful.AppendState(l.initial[:0])
	}
}

// Reuse gives the loop another delay, other sensors and actuators and another seed, as Reseed does. The error is the
// one that NewSampled returns; the loop is unchanged then.
func (l *Sampled) Reuse(delay float64, s signal.Sensors, a signal.Actuators, seed uint64) error {
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
	l.drives.Reuse(&l.c.Actuators)
	l.Reseed(seed)
	return nil
}

// BeginSegment takes the sample that is due at time t at the position q and the velocity qd, lets efforts that are
// due arrive, and returns the time of the next event. The error comes from the law, or names an effort that is not
// finite. BeginSegment does not allocate unless the law does.
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

// lose adds to the lost part of the efforts of the last sample the part that the rate limit holds back at time t,
// slightly before now, and the part that the voltages of motors do not allow.
func (l *Sampled) lose(t, now float64, qd []float64) {
	l.drives.Lose(l.path.Lost, t, now)
	if l.c.Voltages != nil {
		l.attainable(t, qd)
		for i, x := range l.real {
			l.path.Lost[i] += x - l.now[i]
		}
	}
}

// attainable finds the efforts of the actuators at a time, and the efforts that the voltages of motors leave.
func (l *Sampled) attainable(t float64, qd []float64) {
	l.drives.At(l.now, t)
	l.c.Voltages.Attainable(l.real, l.now, qd)
}

// judge finds the efforts that a limit bounds in the segment that begins.
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

// Saturated reports for each rate whether a limit bounds the effort in the segment that began last: the effort limit,
// the rate limit, or the voltage of a motor. The slice must not be changed.
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
