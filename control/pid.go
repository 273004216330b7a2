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
}

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
	return &PID{newTracking(m), z, slices.Clone(c.P), slices.Clone(c.D), c.OnMeasurement, c.FilterTime,
		slices.Repeat([]float64{math.NaN()}, m.NV())}, nil
}

// Parts implements Parted: p, i and d.
func (l *PID) Parts() []string { return []string{"p", "i", "d"} }

// AppendParts implements Parted.
func (l *PID) AppendParts(row []float64, i int) []float64 {
	return append(row, float64(l.p[i]*l.e[i]), l.last[i], float64(l.d[i]*l.y[i]))
}

// Effort implements Law. It does not allocate.
func (l *PID) Effort(tau []float64, in *Input) error {
	l.update(in)
	pass := 1.0
	if l.filterTime > 0 {
		pass = -libm.Expm1(-in.Period / l.filterTime)
	}
	for i := range tau {
		rate := l.ed[i]
		if l.onMeasurement {
			rate = -in.Qd[i]
		}
		switch {
		case l.filterTime == 0, math.IsNaN(l.y[i]):
			l.y[i] = rate
		default:
			l.y[i] += float64(pass * (rate - l.y[i]))
		}
		tau[i] = float64(l.p[i]*l.e[i]) + l.present(i, in) + float64(l.d[i]*l.y[i])
		l.take(i, in.Period, l.e[i])
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *PID) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	l.integrals.rows(r)
	r.Carried(l.y)
	r.Scratch(l.e, l.ed)
}

// Believed implements Recordable.
func (l *PID) Believed() *tree.Model { return nil }

// AppendState implements Stateful: the integrals and the filters.
func (l *PID) AppendState(state []float64) []float64 {
	for i := range l.d {
		if state = l.integrals.appendState(state, i); l.filtered(i) {
			state = append(state, l.y[i])
		}
	}
	return state
}

// SetState implements Stateful.
func (l *PID) SetState(state []float64) {
	for i := range l.d {
		if state = l.integrals.setState(state, i); l.filtered(i) {
			l.y[i], state = state[0], state[1:]
		}
	}
}

// AppendRate implements Accumulating: of the integrals, for a law without a filter.
func (l *PID) AppendRate(rate []float64, in *Input) []float64 {
	l.update(in)
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

// filtered reports whether the derivative of rate i has a filter.
func (l *PID) filtered(i int) bool { return l.filterTime > 0 && l.d[i] != 0 }
