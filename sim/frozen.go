package sim

import "math"

// Stops that lift each other by turns, and friction that lets go and grips by turns, may do so without end, far faster
// than the step and in ways too small to see. So a rate with many quick events in a step is frozen: it stays at rest,
// once it is, to the end of the step, whatever pulls at it or strikes elsewhere. What stands still does no work, so no
// energy comes or goes. In a step that is crowded with events, of joints that rattle between narrow stops for example,
// every event counts as quick and few are enough: then the events of a step grow no faster than the rates. After such a
// step the next one counts as crowded sooner, and later again after one that was not.
const (
	quick       = 4 * shortest // the time (s) between two events of a rate that makes the later one quick
	many        = 16           // quick events of a rate before it is frozen
	mostCrowd   = 128          // events of many rates in a step from which on each counts, at first
	manyRates   = 32           // with fewer rates an event costs less, and there may be more of them
	leastCrowd  = 8            // the same after many crowded steps
	fewInCrowds = 2            // events of a rate before it is frozen then
)

// mostCrowd returns the number of events in a step from which on each counts, at first.
func (w *detector) mostCrowd() int {
	if w.modes == nil {
		return mostCrowd
	}
	return mostCrowd * max(1, manyRates/len(w.modes.rates))
}

// count counts an event of a rate.
func (w *detector) count(r *rate) {
	crowded := w.events.count > w.events.crowd
	if crowded || w.state.T-r.changed < quick {
		r.changes++
		r.frozen = r.frozen || r.changes > many || crowded && r.changes > fewInCrowds
	}
	r.changed = w.state.T
}

// thaw ends a step: no rate has had an event in the next one. It reports whether rates were frozen, which then may have
// to move.
func (w *detector) thaw() bool {
	if w.events.count > w.events.crowd {
		w.events.crowd = max(leastCrowd, w.events.crowd/2)
	} else {
		w.events.crowd = min(w.mostCrowd(), 2*w.events.crowd)
	}
	w.events.count = 0
	if w.modes == nil {
		return false
	}
	any := false
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		any = any || r.frozen
		r.changes, r.changed, r.frozen = 0, math.Inf(-1), false
	}
	return any
}
