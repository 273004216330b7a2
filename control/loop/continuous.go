package loop

import (
	"errors"
	"math"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/tree"
)

// Continuous is the controller of the ideal loop: the law acts at every instant on the true state, without a delay.
// It is the limit of a [Sampled] loop whose period becomes short.
type Continuous struct {
	model      *tree.Model
	law        control.Law
	plan       *reference.Plan
	path       *signal.SignalPath
	begin, end float64 // of the segment
	memory     *memory // of a law that accumulates; nil for others
	wrenches   Wrenches
	lane       continuousLane
}

// NewContinuous returns a loop with efforts within the limits of each rate, which may be nil for none. A law that
// accumulates is integrated in steps of the given length (s). A law that remembers in another way needs samples; for
// such a law there is an error.
func NewContinuous(m *tree.Model, law control.Law, plan *reference.Plan, limits []float64,
	step float64) (*Continuous, error) {
	accumulating, ok := law.(control.Accumulating)
	if _, remembers := law.(control.Stateful); remembers && (!ok || accumulating.Sampled()) {
		return nil, errors.New("the control law remembers, as an integral or a filter does; expected a period of the " +
			"controller")
	}
	a := &signal.Actuators{Limit: limits}
	if err := a.Check(m); err != nil {
		return nil, err
	}
	l := &Continuous{model: m, law: law, plan: plan, path: signal.NewSignalPath(m, law, 0), begin: math.Inf(-1),
		end: math.Inf(1)}
	l.path.Reuse(&signal.Sensors{}, a, 0)
	if ok {
		l.memory = newMemory(m, accumulating, step)
	}
	return l, nil
}

// BeginSegment begins a segment. The segment ends where the reference or a derivative of the reference jumps; the
// segment of a law that accumulates ends after one step at the latest.
func (l *Continuous) BeginSegment(t float64, q, qd []float64) (end float64, err error) {
	if l.memory != nil {
		l.memory.to(l, t, q, qd)
	}
	jump := l.plan.Break(l.begin) <= t+tolerance(t)
	l.begin = afterBreak(l.plan, t)
	l.end = l.plan.Break(l.begin)
	if l.memory != nil {
		l.end = math.Min(l.end, l.memory.begin(l, jump, t, q, qd))
	}
	l.end = math.Min(l.end, l.wrenches.begin(t))
	return l.end, nil
}

// Know tells the law of the wrenches on the links.
func (l *Continuous) Know(w Wrenches) { l.wrenches = w }

// Reset implements sim.Resetter.
func (l *Continuous) Reset() {
	l.begin, l.end = math.Inf(-1), math.Inf(1)
	if l.memory != nil {
		l.memory.reset()
	}
}

// instant returns the input of the law at time t of the segment.
func (l *Continuous) instant(t float64, q, qd []float64) *control.Input {
	in := &l.path.In
	in.Time = t
	copy(in.Q, q)
	copy(in.Qd, qd)
	l.refer(t)
	return in
}

// refer sets the reference of the input to its value at time t of the segment, at the end of the segment before the
// jump.
func (l *Continuous) refer(t float64) {
	l.plan.At(l.path.In.Reference, math.Max(l.begin, math.Min(t, math.Nextafter(l.end, l.begin))))
}

// Effort sets tau, an effort vector, to the efforts at time t of the current segment, at its end before the jump. It
// does not allocate unless the law does.
func (l *Continuous) Effort(tau []float64, t float64, q, qd []float64) error {
	clear(tau)
	tau = tau[:l.model.NV()]
	if l.memory != nil {
		l.memory.to(l, t, q, qd)
	}
	in := l.instant(t, q, qd)
	var err error
	if in.Wrenches, err = l.wrenches.at(t, q, qd, q, qd); err != nil {
		return err
	}
	err = l.path.Ask()
	if in.Wrenches = nil; err != nil {
		return err
	}
	copy(tau, l.path.Sent)
	return checkEffort(l.model, l.path.Demand, t)
}

// Plan returns the reference.
func (l *Continuous) Plan() *reference.Plan { return l.plan }
