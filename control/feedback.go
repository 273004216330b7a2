package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// Feedback describes a state feedback, [NewStateFeedback]. The state s that it feeds back is what the motion lacks of
// the reference: with e = r ⊖ q and ė = ṙ − q̇, the integrals z of e, and for u each effort that is sent,
//
//	s = (e, ė, z, τ_0 − τ_a, τ_0 − u_1, ..., τ_0 − u_m)
//
// where τ_a are the efforts of actuators with a lag, and u_k those that were sent k samples ago and have not acted
// for a whole period. Numbers of all rates follow each other in each part.
type Feedback struct {
	K [][]float64 // a row for each rate, of len(s) numbers
	// Hold gives the efforts τ_0 that the reference takes; nil for zeros.
	Hold Law
	// Integral says of which rates there are integrals; nil for none.
	Integral []bool
	// Period is the time from one sample to the next (s), Delay that from a sample to the arrival of its efforts, Lag
	// the time constant of the actuators. They are what K was made for; a law that acts at every instant has none.
	Period, Delay, Lag float64
}

// SplitDelay returns how many whole periods a delay has, and the rest of it (s), which is 0 if it is no more than what
// rounding leaves of decimal numbers.
func SplitDelay(delay, period float64) (whole int, part float64) {
	const rounding = 1e-9
	whole = int(math.Floor(delay/period + rounding))
	if part = delay - float64(float64(whole)*period); part <= rounding*period {
		part = 0
	}
	return whole, part
}

// stateFeedback is the law of a [Feedback]. It knows the efforts that it has sent, and what a limit took of them, so it
// knows those underway, and what actuators with a lag give.
type stateFeedback struct {
	tracking
	f        Feedback
	rates    []int     // that have integrals
	z        []float64 // integrals
	added    []float64 // to z in the last sample
	actual   []float64 // efforts of the actuators, nil without a lag
	underway []float64 // efforts that were sent one sample ago, then those sent two samples ago, and so forth
	hold     []float64
	s        []float64

	// τ_a⁺ = decay τ_a + early u_m+1 + late u_m, where u_m are the efforts that were sent whole samples ago
	whole              int
	split              bool // early is not 0
	decay, early, late float64
}

// rememberingFeedback is a state feedback with a memory.
type rememberingFeedback struct{ stateFeedback }

// NewStateFeedback returns the law
//
//	τ = τ_0 + K s
//
// for a model, such as a linear-quadratic regulator is. It keeps K and does not allocate unless the law that gives τ_0
// does. It is a [Stateful] if the feedback has integrals, a delay or a lag.
//
// The integral of a rate takes up the error, z⁺ = z + T (r ⊖ q), unless its effort is at a limit and the error would
// take it further beyond. It panics if a length is wrong.
func NewStateFeedback(m *tree.Model, f Feedback) Law {
	n, samples := m.NV(), 0
	l := &rememberingFeedback{stateFeedback{tracking: newTracking(m), f: f, hold: make([]float64, n)}}
	for i, x := range f.Integral {
		if x {
			l.rates = append(l.rates, i)
		}
	}
	if f.Period > 0 {
		var part float64
		l.whole, part = SplitDelay(f.Delay, f.Period)
		if samples = l.whole; part > 0 {
			samples++
		}
		if f.Lag > 0 {
			l.actual = make([]float64, n)
			l.decay, l.late = libm.Exp(-f.Period/f.Lag), -libm.Expm1((part-f.Period)/f.Lag)
			l.split = part > 0
			l.early = float64(-libm.Expm1(-part/f.Lag) * libm.Exp((part-f.Period)/f.Lag))
		}
	}
	l.z, l.added = make([]float64, len(l.rates)), make([]float64, len(l.rates))
	l.underway = make([]float64, samples*n)
	l.s = make([]float64, 2*n+len(l.z)+len(l.actual)+len(l.underway))
	if len(f.K) != n || f.Integral != nil && len(f.Integral) != n ||
		slices.ContainsFunc(f.K, func(row []float64) bool { return len(row) != len(l.s) }) {
		panic(fmt.Sprintf("control: the feedback matrix or the list of integrals has another size than those of the "+
			"model %s, %d x %d and %d", m.Name(), n, len(l.s), n))
	}
	if len(l.s) == 2*n {
		return &l.stateFeedback
	}
	return l
}

// Effort implements Law.
func (l *stateFeedback) Effort(tau []float64, in *Input) error {
	l.update(in)
	if l.f.Hold != nil {
		if err := l.f.Hold.Effort(l.hold, in); err != nil {
			return err
		}
	}
	if in.Lost != nil {
		l.correct(in.Lost)
	}
	n := len(tau)
	s := append(append(append(l.s[:0], l.e...), l.ed...), l.z...)
	for k, x := range l.actual {
		s = append(s, l.hold[k]-x)
	}
	for k, x := range l.underway {
		s = append(s, l.hold[k%n]-x)
	}
	for i := range tau {
		tau[i] = l.hold[i]
		for k, x := range s {
			tau[i] += float64(l.f.K[i][k] * x)
		}
	}
	l.advance(tau, in.Period)
	return nil
}

// correct undoes the change of the integrals by the last sample where a limit has cut the efforts.
func (l *stateFeedback) correct(lost []float64) {
	for k, i := range l.rates {
		if lost[i]*l.added[k] < 0 {
			l.z[k] -= l.added[k]
		}
	}
	for i, x := range lost {
		if len(l.underway) > 0 {
			l.underway[i] += x
		}
		if l.actual != nil && l.whole == 0 {
			l.actual[i] += float64(l.late * x)
		}
	}
}

// advance moves the state on to the next sample.
func (l *stateFeedback) advance(tau []float64, period float64) {
	n := len(tau)
	for k, i := range l.rates {
		l.added[k] = float64(period * l.e[i])
		l.z[k] += l.added[k]
	}
	sent := func(ago, i int) float64 {
		if ago == 0 {
			return tau[i]
		}
		return l.underway[(ago-1)*n+i]
	}
	for i := range l.actual {
		l.actual[i] = float64(l.decay*l.actual[i]) + float64(l.late*sent(l.whole, i))
		if l.split {
			l.actual[i] += float64(l.early * l.underway[l.whole*n+i])
		}
	}
	if len(l.underway) > 0 {
		copy(l.underway[n:], l.underway)
		copy(l.underway, tau)
	}
}

// Rows implements tape.Rowed.
func (l *stateFeedback) Rows(r *tape.RowList) {
	r.FixedNumber(&l.decay)
	r.FixedNumber(&l.early)
	r.FixedNumber(&l.late)
	r.FixedNumber(&l.f.Delay)
	r.FixedNumber(&l.f.Lag)
	for _, row := range l.f.K {
		r.Fixed(row)
	}
	r.Carried(l.z, l.added, l.actual, l.underway)
	r.Scratch(l.e, l.ed, l.hold, l.s)
	if h, ok := l.f.Hold.(Recordable); ok {
		h.Rows(r)
	}
}

// Believed implements Recordable.
func (l *stateFeedback) Believed() *tree.Model {
	if h, ok := l.f.Hold.(Recordable); ok {
		return h.Believed()
	}
	return nil
}

// AppendState implements Stateful.
func (l *rememberingFeedback) AppendState(state []float64) []float64 {
	return slices.Concat(state, l.z, l.added, l.actual, l.underway)
}

// SetState implements Stateful.
func (l *rememberingFeedback) SetState(state []float64) {
	for _, list := range [][]float64{l.z, l.added, l.actual, l.underway} {
		state = state[copy(list, state):]
	}
}
