package sim

import (
	"math"
	"slices"
)

// A gear with losses transmits what the rotor before the gear leaves of the effort of its drive, y = τ − J q̈, and the
// joint gets e y: e is the efficiency η where the joint moves in the direction of y, and 1/η where it is driven
// backwards. So a rate that slips has
//
//	(M + (e − 1) J) q̈ = e τ + ...
//
// in place of M q̈ = τ + ..., where M has J on its diagonal. What the joint gets rises with y, so there is exactly one
// choice of e for each gear that agrees with the sign of its y.

// geared are the rates of gears with losses behind rotors that have inertia.
type geared struct {
	rates []*rate
	sum   []float64 // scratch: what Augment is given
	turns int       // choices that were given up in the present evaluation
}

// newGeared returns those among the rates of a robot, of which nv may move.
func newGeared(rates []rate, nv int) (x geared) {
	for i := range rates {
		d := rates[i].drag
		if d != nil && slices.ContainsFunc(d.gears, func(g dragGear) bool { return g.inertia > 0 }) {
			x.rates = append(x.rates, &rates[i])
		}
	}
	if x.rates != nil {
		x.sum = make([]float64, nv)
	}
	return x
}

// loss returns e − 1 of a gear whose rate slips in a direction and which transmits y.
func (g *dragGear) loss(direction, y float64) float64 {
	if direction*y >= 0 {
		return g.efficiency - 1
	}
	return 1/g.efficiency - 1
}

// engage begins an evaluation with the losses that rates would have which do not accelerate, as the frictions of the
// rates have them. It reports whether what is added to the inertia of rates is not what it was.
func (s *modes) engage() (changed bool) {
	s.geared.turns = 0
	for _, r := range s.geared.rates {
		sum := 0.0
		for i := range r.drag.gears {
			g := &r.drag.gears[i]
			if g.gain = 0; r.slip != 0 {
				g.gain = g.loss(r.slip, g.effort)
			}
			sum += float64(g.gain * g.inertia)
		}
		changed = changed || sum != r.drag.shift
		r.drag.shift = sum
	}
	return changed
}

// turned reports whether gears transmit efforts of another sign than was taken for them, given the accelerations that
// came of it, and takes the other sign: in the efforts tau of the rates and in what is added to their inertia. It turns
// all of them at once, and one at a time where that does not end, as pivot does.
func (w *World) turned(qdd, tau []float64) (any bool) {
	const (
		atOnce = 4   // turns of all that are wrong
		most   = 100 // turns; what is wrong after that is so by rounding
	)
	if w.modes == nil || w.modes.geared.turns == most {
		return false
	}
	x := &w.modes.geared
	for _, r := range x.rates {
		for i := range r.drag.gears {
			g := &r.drag.gears[i]
			a := float64(g.inertia * qdd[r.v])
			y := g.effort - a
			gain := g.loss(r.slip, y)
			if r.slip == 0 || gain == g.gain || math.Abs(y) <= rounding*(math.Abs(g.effort)+math.Abs(a)) ||
				any && x.turns >= atOnce {
				continue
			}
			tau[r.v] += float64((gain - g.gain) * g.effort)
			r.drag.shift += float64((gain - g.gain) * g.inertia)
			g.gain, any, w.stale = gain, true, true
		}
	}
	if any {
		x.turns++
	}
	return any
}

// withShifts returns what Augment is given to add d and what the losses of gears add. A robot without modes has none.
func (s *modes) withShifts(d []float64) []float64 {
	if s == nil || s.geared.rates == nil {
		return d
	}
	copy(s.geared.sum, d)
	for _, r := range s.geared.rates {
		s.geared.sum[r.v] += r.drag.shift
	}
	return s.geared.sum
}
