package loop

import (
	"errors"
	"math"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/tree"
)

// Continuous is the controller of the ideal loop: the law acts at every instant on the true state, without a delay.
// It is the limit of a [Sampled] loop whose period becomes short.
type Continuous struct {
	model      *tree.Model
	law        control.Law
	plan       *reference.Plan
	actuators  *Actuators
	rates      []string
	in         control.Input
	begin, end float64 // of the segment
}

// NewContinuous returns a loop with efforts within the limits of each rate, which may be nil for none. The error
// tells a law that remembers, which has to have samples.
func NewContinuous(m *tree.Model, law control.Law, plan *reference.Plan, limits []float64) (*Continuous, error) {
	if _, ok := law.(control.Stateful); ok {
		return nil, errors.New("the control law remembers, as an integral or a filter does; expected a period of the " +
			"controller")
	}
	a := &Actuators{Limit: limits}
	if err := a.check(m); err != nil {
		return nil, err
	}
	return &Continuous{model: m, law: law, plan: plan, actuators: a, rates: m.RateNames(),
		in:    control.Input{Reference: reference.NewSetpoint(m)},
		begin: math.Inf(-1), end: math.Inf(1)}, nil
}

// BeginSegment begins a segment, which ends where the reference or a derivative of it jumps.
func (l *Continuous) BeginSegment(t float64, _, _ []float64) (end float64, err error) {
	l.begin = afterBreak(l.plan, t)
	l.end = l.plan.Break(l.begin)
	return l.end, nil
}

// Effort sets tau, an effort vector, to the efforts at time t of the current segment, at its end before the jump. It
// does not allocate unless the law does.
func (l *Continuous) Effort(tau []float64, t float64, q, qd []float64) error {
	clear(tau)
	tau = tau[:l.model.NV()]
	l.in.Time, l.in.Q, l.in.Qd = t, q, qd
	l.plan.At(l.in.Reference, math.Max(l.begin, math.Min(t, math.Nextafter(l.end, l.begin))))
	if err := l.law.Effort(tau, &l.in); err != nil {
		return err
	}
	if err := checkEffort(l.model, l.rates, tau, t); err != nil {
		return err
	}
	for i := range tau {
		tau[i] = l.actuators.limit(i, tau[i])
	}
	return nil
}

// Plan returns the reference.
func (l *Continuous) Plan() *reference.Plan { return l.plan }
