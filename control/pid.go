package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// PD is the law
//
//	τ = P (r − q) + D (ṙ − q̇)
//
// joint by joint, with the position error r ⊖ q where positions are poses.
type PD struct {
	tracking
	p, d []float64
}

// NewPD returns the law for a model with the gains P (N m/rad, N/m) and D (N m s/rad, N s/m) of each rate, which it
// copies. It panics if their number is wrong.
func NewPD(m *tree.Model, p, d []float64) *PD {
	checkGains(m, p, d)
	return &PD{newTracking(m), slices.Clone(p), slices.Clone(d)}
}

// Parts implements Parted: p and d.
func (l *PD) Parts() []string { return []string{"p", "d"} }

// AppendParts implements Parted.
func (l *PD) AppendParts(row []float64, i int) []float64 {
	return append(row, float64(l.p[i]*l.e[i]), float64(l.d[i]*l.ed[i]))
}

// Effort implements Law. It does not allocate.
func (l *PD) Effort(tau []float64, in *Input) error {
	l.update(in)
	for i := range tau {
		tau[i] = float64(l.p[i]*l.e[i]) + float64(l.d[i]*l.ed[i])
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *PD) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	r.Scratch(l.e, l.ed)
}

// Believed implements Recordable.
func (l *PD) Believed() *tree.Model { return nil }

// PIDConfig describes a PID. The gains are lists with a number for each rate.
type PIDConfig struct {
	P, I, D []float64 // N m/rad, N m/(rad s), N m s/rad, or N for N m and m for rad
	// largest magnitude of the integral's effort (N m, N), infinite for no limit; nil for none at all
	Clamp         []float64
	AntiWindup    AntiWindup
	TrackingTime  float64 // of BackCalculation (s), at least the period of the samples
	OnMeasurement bool    // the derivative acts on −q̇ instead of ṙ − q̇
	FilterTime    float64 // time constant of a low-pass of order 1 on the derivative (s); 0 for none
	// Weights of the reference, nil for 1: P (b r − q) and D (c ṙ − q̇). The integrals begin with P (1 − b) q of the
	// first sample, so that nothing jumps where the reference begins at the position.
	Weights *SetpointWeights
	Output  []float64 // largest magnitude of the effort (N m, N), infinite for no limit; nil for none at all
	// DeadBand is the error of the position of each rate that counts nothing (rad, m), and by which larger ones count
	// less; nil for none.
	DeadBand []float64
}

// SetpointWeights are those of the reference in a PID.
type SetpointWeights struct{ P, D float64 }

// PID is the law
//
//	τ = P (r − q) + z + D y
//	z⁺ = z + T I (r − q),   |z| ≤ Clamp
//	y⁺ = y + (1 − exp(−T/FilterTime)) (ṙ − q̇ − y)
//
// joint by joint, with samples of period T. Without a filter y is the error of the velocity itself.
type PID struct {
	tracking
	integrals
	p, d          []float64
	onMeasurement bool
	filterTime    float64
	y             []float64 // NaN before the first sample

	weighted, bounded, blind bool // there are weights, limits of the output, a dead band
	weights                  SetpointWeights
	most, cut, band          []float64 // limits, and what they took of the last effort
	zero, from               []float64 // neutral position, and one seen from there
}

// NewPID returns the law for a model. The error says what of the configuration is wrong. It panics if a number of
// gains is wrong.
func NewPID(m *tree.Model, c PIDConfig) (*PID, error) {
	checkGains(m, c.P, c.D)
	if c.AntiWindup == "" {
		c.AntiWindup = ClampOnly
	}
	if !(c.TrackingTime >= 0) || !(c.FilterTime >= 0) {
		return nil, fmt.Errorf("the tracking time is %v s and the filter time %v s; expected none that is negative",
			c.TrackingTime, c.FilterTime)
	}
	z, err := newIntegrals(m, c.I, c.Clamp, c.AntiWindup, c.TrackingTime)
	if err != nil {
		return nil, err
	}
	l := &PID{tracking: newTracking(m), integrals: z, p: slices.Clone(c.P), d: slices.Clone(c.D),
		onMeasurement: c.OnMeasurement, filterTime: c.FilterTime, y: slices.Repeat([]float64{math.NaN()}, m.NV())}
	if c.Weights != nil {
		l.weighted, l.weights = true, *c.Weights
		l.zero, l.from = m.Neutral(), make([]float64, m.NV())
	}
	if c.Output != nil {
		checkGains(m, c.Output)
		l.bounded, l.most, l.cut = true, slices.Clone(c.Output), make([]float64, m.NV())
	}
	if c.DeadBand != nil {
		checkGains(m, c.DeadBand)
		l.blind, l.band = true, slices.Clone(c.DeadBand)
	}
	return l, nil
}

// Parts implements Parted: p, i and d.
func (l *PID) Parts() []string { return []string{"p", "i", "d"} }

// AppendParts implements Parted.
func (l *PID) AppendParts(row []float64, i int) []float64 {
	p := float64(l.p[i] * l.e[i])
	if l.weighted {
		p -= l.less(i)
	}
	return append(row, p, l.last[i], float64(l.d[i]*l.y[i]))
}

// less returns what the weight of the reference takes from P (r − q) of rate i, given the reference.
func (l *PID) less(i int) float64 { return float64(l.p[i] * float64((1-l.weights.P)*l.from[i])) }

// see computes the errors, and the reference from the neutral position. Before the first sample the integrals begin.
func (l *PID) see(in *Input) {
	l.update(in)
	if l.blind {
		for i, band := range l.band {
			l.e[i] -= math.Max(-band, math.Min(band, l.e[i]))
		}
	}
	if !l.weighted {
		return
	}
	l.model.Difference(l.from, l.zero, in.Q)
	for i, y := range l.y {
		if math.IsNaN(y) {
			l.z[i] += l.less(i)
		}
	}
	l.model.Difference(l.from, l.zero, in.Reference.Q)
}

// Effort implements Law. It does not allocate.
func (l *PID) Effort(tau []float64, in *Input) error {
	l.see(in)
	pass := 1.0
	if l.filterTime > 0 {
		pass = -libm.Expm1(-in.Period / l.filterTime)
	}
	for i := range tau {
		rate := l.ed[i]
		switch {
		case l.onMeasurement:
			rate = -in.Qd[i]
		case l.weighted:
			rate = float64(l.weights.D*in.Reference.Qd[i]) - in.Qd[i]
		}
		switch {
		case l.filterTime == 0, math.IsNaN(l.y[i]):
			l.y[i] = rate
		default:
			l.y[i] += float64(pass * (rate - l.y[i]))
		}
		lost := in.lost(i)
		if l.bounded {
			lost += l.cut[i]
		}
		tau[i] = float64(l.p[i]*l.e[i]) + l.present(i, in.Period, lost) + float64(l.d[i]*l.y[i])
		if l.weighted {
			tau[i] -= l.less(i)
		}
		if l.bounded {
			x := math.Max(-l.most[i], math.Min(l.most[i], tau[i]))
			l.cut[i], tau[i] = x-tau[i], x
		}
		l.take(i, in.Period, l.e[i])
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *PID) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	l.integrals.rows(r)
	r.Carried(l.y, l.cut)
	r.Fixed(l.most, l.band)
	r.FixedIf(l.weighted, &l.weights.P, &l.weights.D)
	r.Scratch(l.e, l.ed, l.from)
}

// Believed implements Recordable.
func (l *PID) Believed() *tree.Model { return nil }

// AppendState implements Stateful: the integrals and the filters.
func (l *PID) AppendState(state []float64) []float64 {
	for i := range l.d {
		if state = l.integrals.appendState(state, i); l.filtered(i) || l.weighted {
			state = append(state, l.y[i])
		}
		if l.bounded {
			state = append(state, l.cut[i])
		}
	}
	return state
}

// SetState implements Stateful.
func (l *PID) SetState(state []float64) {
	for i := range l.d {
		if state = l.integrals.setState(state, i); l.filtered(i) || l.weighted {
			l.y[i], state = state[0], state[1:]
		}
		if l.bounded {
			l.cut[i], state = state[0], state[1:]
		}
	}
}

// AppendRate implements Accumulating: of the integrals, for a law without a filter.
func (l *PID) AppendRate(rate []float64, in *Input) []float64 {
	l.see(in)
	for i, gain := range l.gain {
		if gain == 0 {
			continue
		}
		if rate = append(rate, float64(gain*l.e[i])); l.antiWindup == Conditional {
			rate = append(rate, 0)
		}
	}
	return rate
}

// Settle implements Accumulating: the integrals stay within their limits.
func (l *PID) Settle() {
	for i, z := range l.z {
		l.z[i] = l.clamp(i, z)
	}
}

// Sampled implements Accumulating: filters, weights, limits of the output, and other ways than a clamp of keeping
// integrals from winding up, belong to samples.
//
//twin:never
func (l *PID) Sampled() bool {
	return l.filterTime > 0 || l.weighted || l.bounded || l.antiWindup != ClampOnly
}

// filtered reports whether the derivative of rate i has a filter.
func (l *PID) filtered(i int) bool { return l.filterTime > 0 && l.d[i] != 0 }
