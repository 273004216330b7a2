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

// AntiWindup says what becomes of the integral of a PID while the actuators give less than it asks for.
type AntiWindup string

// The ways to keep the integral from winding up.
const (
	// ClampOnly does nothing besides the limit of the integral.
	ClampOnly AntiWindup = "clamp"
	// Conditional does not integrate an error that would take the effort further beyond the limit.
	Conditional AntiWindup = "conditional"
	// BackCalculation drives the integral by the lost effort, too, with the time constant TrackingTime. Source:
	// Åström and Hägglund, "Advanced PID Control", 2006, section 3.5.
	BackCalculation AntiWindup = "back-calculation"
)

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
// joint by joint, with samples of period T. The integral z is an effort, so that a change of the gain I does not make
// it jump; it takes part from the next sample on. Without a filter y is the error of the velocity itself.
type PID struct {
	tracking
	c     PIDConfig
	z, y  []float64 // y is NaN before the first sample
	added []float64 // to z in the last sample
	i     []float64 // z of the last sample
}

// NewPID returns the law for a model. The error says what of the configuration is wrong. It panics if a number of
// gains is wrong.
func NewPID(m *tree.Model, c PIDConfig) (*PID, error) {
	checkGains(m, c.P, c.I, c.D)
	if c.Clamp == nil {
		c.Clamp = slices.Repeat([]float64{math.Inf(1)}, m.NV())
	}
	checkGains(m, c.Clamp)
	if c.AntiWindup == "" {
		c.AntiWindup = ClampOnly
	}
	if known := []AntiWindup{ClampOnly, Conditional, BackCalculation}; !slices.Contains(known, c.AntiWindup) {
		return nil, fmt.Errorf("there is no anti-windup %q; expected one of %s, %s, %s", c.AntiWindup, known[0],
			known[1], known[2])
	}
	if !(c.TrackingTime >= 0) || !(c.FilterTime >= 0) {
		return nil, fmt.Errorf("the tracking time is %v s and the filter time %v s; expected none that is negative",
			c.TrackingTime, c.FilterTime)
	}
	for i, limit := range c.Clamp {
		if !(limit >= 0) {
			return nil, fmt.Errorf("the limit of integral %d is %v; expected 0 or more", i, limit)
		}
	}
	c.P, c.I, c.D, c.Clamp = slices.Clone(c.P), slices.Clone(c.I), slices.Clone(c.D), slices.Clone(c.Clamp)
	n := m.NV()
	return &PID{tracking: newTracking(m), c: c, z: make([]float64, n),
		y: slices.Repeat([]float64{math.NaN()}, n), added: make([]float64, n),
		i: make([]float64, n)}, nil
}

// Parts implements Parted: p, i and d.
func (l *PID) Parts() []string { return []string{"p", "i", "d"} }

// AppendParts implements Parted.
func (l *PID) AppendParts(row []float64, i int) []float64 {
	return append(row, float64(l.c.P[i]*l.e[i]), l.i[i], float64(l.c.D[i]*l.y[i]))
}

// Effort implements Law. It does not allocate.
func (l *PID) Effort(tau []float64, in *Input) error {
	l.update(in)
	pass := 1.0
	if l.c.FilterTime > 0 {
		pass = -libm.Expm1(-in.Period / l.c.FilterTime)
	}
	for i := range tau {
		l.unwind(i, in)
		rate := l.ed[i]
		if l.c.OnMeasurement {
			rate = -in.Qd[i]
		}
		if math.IsNaN(l.y[i]) {
			l.y[i] = rate
		}
		l.y[i] += float64(pass * (rate - l.y[i]))
		l.i[i] = l.z[i]
		tau[i] = float64(l.c.P[i]*l.e[i]) + l.i[i] + float64(l.c.D[i]*l.y[i])
		z := l.clamp(i, l.z[i]+float64(in.Period*l.c.I[i]*l.e[i]))
		l.added[i], l.z[i] = z-l.z[i], z
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *PID) Rows(r *tape.RowList) {
	r.Fixed(l.c.P, l.c.I, l.c.D, l.c.Clamp)
	r.Carried(l.z, l.y, l.added, l.i)
	r.Scratch(l.e, l.ed)
}

// Believed implements Recordable.
func (l *PID) Believed() *tree.Model { return nil }

// unwind corrects integral i for the effort that was lost in the last sample.
func (l *PID) unwind(i int, in *Input) {
	if in.Lost == nil || l.c.I[i] == 0 {
		return
	}
	switch lost := in.Lost[i]; l.c.AntiWindup {
	case Conditional:
		if lost*l.added[i] < 0 {
			l.z[i] -= l.added[i]
		}
	case BackCalculation:
		l.z[i] = l.clamp(i, l.z[i]+float64(in.Period/math.Max(in.Period, l.c.TrackingTime)*lost))
	}
}

func (l *PID) clamp(i int, z float64) float64 {
	return math.Max(-l.c.Clamp[i], math.Min(l.c.Clamp[i], z))
}

// AppendState implements Stateful: the integrals and the filters that have an effect.
func (l *PID) AppendState(state []float64) []float64 {
	for i := range l.z {
		if l.c.I[i] != 0 {
			state = append(state, l.z[i])
		}
	}
	for i := range l.y {
		if l.filtered(i) {
			state = append(state, l.y[i])
		}
	}
	return state
}

// SetState implements Stateful.
func (l *PID) SetState(state []float64) {
	next := func(x *float64) {
		*x = state[0]
		state = state[1:]
	}
	for i := range l.z {
		if l.c.I[i] != 0 {
			next(&l.z[i])
		}
	}
	for i := range l.y {
		if l.filtered(i) {
			next(&l.y[i])
		}
	}
}

// filtered reports whether the derivative of rate i has a filter.
func (l *PID) filtered(i int) bool { return l.c.FilterTime > 0 && l.c.D[i] != 0 }
