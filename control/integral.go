package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// AntiWindup says what becomes of the integral of a law while the actuators give less than the law asks for.
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

// integrals are efforts of the rates that take up errors x, with samples of period T:
//
//	z⁺ = z + T gain x,   |z| ≤ limit
//
// An integral is an effort, so that a change of the gain does not make it jump; an error takes part from the next
// sample on.
type integrals struct {
	gain, limit  []float64
	antiWindup   AntiWindup
	trackingTime float64
	z            []float64
	added        []float64 // to z in the last sample
	last         []float64 // z of the last sample
}

// newIntegrals returns the integrals for a model, from copies of the gains and the limits, nil for none of these.
func newIntegrals(m *tree.Model, gain, limit []float64, way AntiWindup, trackingTime float64) (integrals, error) {
	if limit == nil {
		limit = slices.Repeat([]float64{math.Inf(1)}, m.NV())
	}
	checkGains(m, gain, limit)
	if known := []AntiWindup{ClampOnly, Conditional, BackCalculation}; !slices.Contains(known, way) {
		return integrals{}, fmt.Errorf("there is no anti-windup %q; expected one of %s, %s, %s", way, known[0],
			known[1], known[2])
	}
	for i, x := range limit {
		if !(x >= 0) {
			return integrals{}, fmt.Errorf("the limit of integral %d is %v; expected 0 or more", i, x)
		}
	}
	n := m.NV()
	return integrals{slices.Clone(gain), slices.Clone(limit), way, trackingTime, make([]float64, n),
		make([]float64, n), make([]float64, n)}, nil
}

// present returns integral i for a sample, corrected for the effort that was lost in the last one.
func (l *integrals) present(i int, period, lost float64) float64 {
	l.unwind(i, period, lost)
	l.last[i] = l.z[i]
	return l.last[i]
}

// unwind corrects integral i for the effort that was lost in the last sample.
func (l *integrals) unwind(i int, period, lost float64) {
	if l.gain[i] == 0 {
		return
	}
	switch l.antiWindup {
	case Conditional:
		if lost*l.added[i] < 0 {
			l.z[i] -= l.added[i]
		}
	case BackCalculation:
		l.z[i] = l.clamp(i, l.z[i]+float64(period/math.Max(period, l.trackingTime)*lost))
	}
}

func (l *integrals) clamp(i int, z float64) float64 {
	return math.Max(-l.limit[i], math.Min(l.limit[i], z))
}

// take adds the error x of a sample to integral i.
func (l *integrals) take(i int, period, x float64) {
	z := l.clamp(i, l.z[i]+float64(period*l.gain[i]*x))
	l.added[i], l.z[i] = z-l.z[i], z
}

// rows adds the numbers to a list.
func (l *integrals) rows(r *tape.RowList) {
	r.Fixed(l.gain, l.limit)
	r.Carried(l.z, l.added, l.last)
}

// adopt copies the gains and the limits.
func (l *integrals) adopt(g *RateGains) {
	copy(l.gain, g.I)
	copy(l.limit, g.Clamp)
}

// appendState appends the state of integral i: the integral, and what the last sample added to an integral that may
// take it back.
func (l *integrals) appendState(state []float64, i int) []float64 {
	switch {
	case l.gain[i] == 0:
		return state
	case l.antiWindup == Conditional:
		return append(state, l.z[i], l.added[i])
	}
	return append(state, l.z[i])
}

// setState sets the state of integral i to the first numbers of a list, and returns the others.
func (l *integrals) setState(state []float64, i int) []float64 {
	if l.gain[i] == 0 {
		return state
	}
	if l.z[i], state = state[0], state[1:]; l.antiWindup == Conditional {
		l.added[i], state = state[0], state[1:]
	}
	return state
}
