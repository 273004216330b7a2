package sim

import "math"

// geared are the rates of gears with losses behind rotors that have inertia.
type geared struct {
	rates []*rate
	sum   []float64 // scratch: what Augment is given
	turns int       // choices that were given up in the present evaluation
}

// newGeared returns the rates with losses in gears among the rates of a robot with NV = nv.
func newGeared(rates []rate, nv int) (x geared) {
	for i := range rates {
		if rates[i].Geared() {
			x.rates = append(x.rates, &rates[i])
		}
	}
	if x.rates != nil {
		x.sum = make([]float64, nv)
	}
	return x
}

// engage begins an evaluation with the losses of gears of rates that do not accelerate, which the frictions of the
// rates have. It reports whether the addition to the inertia of a rate has changed.
func (s *modes) engage() (changed bool) {
	s.geared.turns = 0
	for _, r := range s.geared.rates {
		before := r.Drag.Shift
		r.Engage()
		changed = changed || r.Drag.Shift != before
	}
	return changed
}

// turned reports whether, at the given accelerations, a gear transmits an effort of another sign than the sign that its
// loss was computed for. The loss then takes the other sign, in the efforts tau and in the additions to the inertia of
// rates. All such losses change at once; if that does not end, one loss changes at a time, as in pivot.
func (w *plant) turned(qdd, tau []float64) (any bool) {
	const (
		atOnce = 4   // turns of all that are wrong
		most   = 100 // turns; what is wrong after that is so by rounding
	)
	if w.modes == nil || w.modes.geared.turns == most {
		return false
	}
	x := &w.modes.geared
	for _, r := range x.rates {
		for i := range r.Drag.Gears {
			g := &r.Drag.Gears[i]
			a := float64(g.Inertia * qdd[r.v])
			y := g.Effort - a
			gain := g.Loss(r.slip, y)
			if r.slip == 0 || gain == g.Gain || math.Abs(y) <= rounding*(math.Abs(g.Effort)+math.Abs(a)) ||
				any && x.turns >= atOnce {
				continue
			}
			tau[r.v] += float64((gain - g.Gain) * g.Effort)
			r.Drag.Shift += float64((gain - g.Gain) * g.Inertia)
			g.Gain, any, w.stale = gain, true, true
		}
	}
	if any {
		x.turns++
	}
	return any
}

// withShifts returns the sum of d and of the additions of gears to the inertia of rates, for Augment. A robot without
// modes has no losses in gears.
func (s *modes) withShifts(d []float64) []float64 {
	if s == nil || s.geared.rates == nil {
		return d
	}
	copy(s.geared.sum, d)
	for _, r := range s.geared.rates {
		s.geared.sum[r.v] += r.Drag.Shift
	}
	return s.geared.sum
}
