package sim

import "math"

// geared are the rates of gears with losses behind rotors that have inertia.
type geared struct {
	rates []*rate
	sum   []float64 // scratch: what Augment is given
	turns int       // choices that were given up in the present evaluation
}

// newGeared returns those among the rates of a robot, of which nv may move.
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

// engage begins an evaluation with the losses that rates would have which do not accelerate, as the frictions of the
// rates have them. It reports whether what is added to the inertia of rates is not what it was.
func (s *modes) engage() (changed bool) {
	s.geared.turns = 0
	for _, r := range s.geared.rates {
		before := r.Drag.Shift
		r.Engage()
		changed = changed || r.Drag.Shift != before
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

// withShifts returns what Augment is given to add d and what the losses of gears add. A robot without modes has none.
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
