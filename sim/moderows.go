package sim

import (
	"iter"
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
)

// switches are the rows of the switched rates.
type switches struct {
	hold   []graph.Num       // added to the inertia of each rate: infinite if the rate is held, else 0
	beyond [][]graph.Num     // by rate of modes: what end stops add to the two bounds of friction on a reaction
	next   [][]graph.Num     // the same under the efforts of the next segment, if a segment begins
	slip   map[int]graph.Num // by rate of the model: a bound below its velocity in the direction of slip
}

// recordSwitches declares the rows of the switched rates.
func (w *recorder) recordSwitches(t *tape.Tape, switched []bool) (x switches) {
	x.hold = make([]graph.Num, w.Model().NV())
	if w.modes == nil {
		return x
	}
	n := len(w.modes.rates)
	x.beyond, x.next, x.slip = make([][]graph.Num, n), make([][]graph.Num, n), map[int]graph.Num{}
	for i := range w.modes.rates {
		switch r := &w.modes.rates[i]; {
		case r.locked:
			x.hold[r.v] = graph.Known(math.Inf(1))
		case switched[r.v]:
			rows := t.Fixed(6)
			x.hold[r.v], x.beyond[i], x.next[i], x.slip[r.v] = rows[0], rows[1:3], rows[3:5], rows[5]
		}
	}
	return x
}

// modeRows says where the rows of the modes of a world are in its lane.
type modeRows struct {
	switched                              []bool
	mechanism, switches, stops, reactions tape.Bookmark
}

// guarding says which guards code requires to stay silent.
type guarding uint8

const (
	allGuards  guarding = iota
	exceptNext          // all but the grips under the efforts of the next segment
	noGrips             // neither grips nor slips
)

// fixModes puts the numbers of the present modes into a lane.
func (w *recorder) fixModes(l *tape.Lane, rows *modeRows, g guarding) {
	at := l.At(rows.mechanism)
	w.fixMechanism(&at)
	at = l.At(rows.switches)
	if w.fixSwitches(&at, rows.switched, g); g != noGrips {
		at = l.At(rows.stops)
		w.fixStops(&at)
	}
}

// fixReactions puts a reaction of 0 into a lane for each switched rate. Code overwrites these numbers.
func (w *recorder) fixReactions(l *tape.Lane, rows *modeRows) {
	rows.reactions = l.Mark()
	for range w.countSwitched(rows.switched) {
		l.Carry(0)
	}
}

// takeReactions takes the reactions from a lane, or from its results. The reaction of a free rate has no meaning.
func (w *recorder) takeReactions(l *tape.Lane, rows *modeRows) {
	at := l.At(rows.reactions)
	for _, r := range w.switchedRates(rows.switched) {
		at.Take(&r.reaction)
		r.tolerance = 0 // code does not know the tolerance
	}
}

// countSwitched returns the number of rates that are switched.
func (w *recorder) countSwitched(switched []bool) (n int) {
	for range w.switchedRates(switched) {
		n++
	}
	return n
}

// switchedRates yields the switched rates, with their indices in modes.rates.
func (w *recorder) switchedRates(switched []bool) iter.Seq2[int, *rate] {
	return func(yield func(int, *rate) bool) {
		if w.modes == nil {
			return
		}
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; !r.locked && switched[r.v] && !yield(i, r) {
				return
			}
		}
	}
}

// fixStops puts the positions of the end stops into a lane, and infinite positions for held rates.
func (w *recorder) fixStops(l *tape.Lane) {
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.held() {
			l.Fix(math.Inf(-1), math.Inf(1))
		} else {
			l.Fix(r.lower.position, r.upper.position)
		}
	}
}

// fixSwitches puts the rows of the switched rates into a lane: whether the rate is held, the bounds of the reaction of
// a held rate, and the bound of the velocity of a slipping rate.
func (w *recorder) fixSwitches(l *tape.Lane, switched []bool, g guarding) {
	inf := math.Inf(1)
	for _, r := range w.switchedRates(switched) {
		low, high := 0.0, 0.0 // reactions that end stops bear
		switch {
		case r.side < 0:
			high = inf
		case r.side > 0:
			low = inf
		}
		switch held := r.held(); {
		case held && g == noGrips:
			l.Fix(inf, inf, inf, inf, inf, -1)
		case held && g == exceptNext:
			l.Fix(inf, low, high, inf, inf, -1)
		case held:
			l.Fix(inf, low, high, low, high, -1)
		case g == noGrips:
			l.Fix(0, inf, inf, inf, inf, -inf)
		default:
			l.Fix(0, inf, inf, inf, inf, 0)
		}
	}
}

// bare returns the switched rates whose inertia has no addition while they are free, given the additions to all rates.
func (w *recorder) bare(switched []bool, added []graph.Num) []bool {
	armature, list := w.Model().Armature(), slices.Clone(switched)
	for i := range list {
		list[i] = list[i] && (armature == nil || armature[i] == 0) &&
			(added == nil || added[i].Equal(graph.Known(0)))
	}
	return list
}
