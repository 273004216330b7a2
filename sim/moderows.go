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
	hold   []graph.Num       // what is added to the inertia of each rate: infinite where it is held, else 0
	beyond [][]graph.Num     // of rates of modes: what reactions may be less and more than grips; nil for none
	next   [][]graph.Num     // the same of the efforts of the next segment, if one begins
	slip   map[int]graph.Num // by rate of the model: what its velocity has to be more than, in the direction of slip
}

// recordSwitches records what tells which of the switched rates are held.
func (w *World) recordSwitches(t *tape.Tape, switched []bool) (x switches) {
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

// modeRows is where a lane has the rows of the modes.
type modeRows struct {
	switched                              []bool
	mechanism, switches, stops, reactions tape.Bookmark
}

// guarding tells which guards code looks at.
type guarding uint8

const (
	allGuards  guarding = iota
	exceptNext          // all but the grips in the segment that begins at the end of the step
	noGrips             // neither grips nor slips
)

// fixModes puts the present modes into a lane.
func (w *World) fixModes(l *tape.Lane, rows *modeRows, g guarding) {
	at := l.At(rows.mechanism)
	w.fixMechanism(&at)
	at = l.At(rows.switches)
	if w.fixSwitches(&at, rows.switched, g); g != noGrips {
		at = l.At(rows.stops)
		w.fixStops(&at)
	}
}

// fixReactions puts, for code to overwrite, as many reactions into a lane as there are switched rates.
func (w *World) fixReactions(l *tape.Lane, rows *modeRows) {
	rows.reactions = l.Mark()
	for range w.countSwitched(rows.switched) {
		l.Carry(0)
	}
}

// takeReactions takes the reactions from a lane, or from its results. They mean something where rates are held.
func (w *World) takeReactions(l *tape.Lane, rows *modeRows) {
	at := l.At(rows.reactions)
	for _, r := range w.switchedRates(rows.switched) {
		at.Take(&r.reaction)
		r.tolerance = 0 // which code does not know
	}
}

// countSwitched returns the number of rates that are switched.
func (w *World) countSwitched(switched []bool) (n int) {
	for range w.switchedRates(switched) {
		n++
	}
	return n
}

// switchedRates goes through the rates that are switched, with their indices.
func (w *World) switchedRates(switched []bool) iter.Seq2[int, *rate] {
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

// fixStops puts into a lane the end stops of the rates that are not held.
func (w *World) fixStops(l *tape.Lane) {
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.held() {
			l.Fix(math.Inf(-1), math.Inf(1))
		} else {
			l.Fix(r.lower.position, r.upper.position)
		}
	}
}

// fixSwitches puts into a lane which of the switched rates are held, what these bear, and that the others slip on.
func (w *World) fixSwitches(l *tape.Lane, switched []bool, g guarding) {
	inf := math.Inf(1)
	for _, r := range w.switchedRates(switched) {
		low, high := 0.0, 0.0 // as much as stops bear
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

// bare returns the switched rates to which nothing is added where they are not held, given what is added then.
func (w *World) bare(switched []bool, added []graph.Num) []bool {
	armature, list := w.Model().Armature(), slices.Clone(switched)
	for i := range list {
		list[i] = list[i] && (armature == nil || armature[i] == 0) &&
			(added == nil || added[i].Equal(graph.Known(0)))
	}
	return list
}
