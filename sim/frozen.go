package sim

import "math"

// Stops that lift each other by turns, and friction that lets go and grips by turns, may do so without end, far faster
// than the step and in ways too small to see. So a rate with many quick events in a step is frozen: it stays at rest,
// once it is, to the end of the step, whatever pulls at it. What stands still does no work, so no energy comes or goes.
const (
	quick = 4 * shortest // the time (s) between two events of a rate that makes the later one quick
	many  = 16           // quick events of a rate before it is frozen
)

// count counts an event of a rate.
func (w *World) count(r *rate) {
	if w.state.T-r.changed < quick {
		r.changes++
		r.frozen = r.changes > many
	}
	r.changed = w.state.T
}

// thaw ends a step: no rate has had an event in the next one. It reports whether rates were frozen, which then may have
// to move.
func (w *World) thaw() bool {
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
