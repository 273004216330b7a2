package sim

import (
	"math"
	"math/bits"

	"kinetree/compile/tape"
)

// laneEvent is what a lane does in a step that code refuses, while the lanes beside it go on with their steps.
//
// Where a rate comes to rest within a step, code takes the part up to there, and after what follows the rest of the
// step. Where steps are not foreseen, code tries steps of several lengths before that, without keeping them, to find
// where that is. Where friction cannot hold rates any more under the efforts of a segment that begins at the end of the
// step, code takes the step without looking whether it can.
//
// Then code takes no time at all, for the accelerations and reactions in the modes of settle, until nothing contradicts
// them. Where it is not clear whether something does, by a margin far above rounding, and where more happens, the world
// goes on alone, from the start of the step, of its rest or of the next one on.
type laneEvent struct {
	phase  eventPhase
	rate   *rate   // that comes to rest; nil for none
	close  float64 // see World.accuracy
	to, h  float64 // end of the step, or of its part, and its length
	over   bool    // it has been taken
	solved int     // how often the modes were tried

	search search  // for where the rate comes to rest
	length float64 // of the step that is tried
	stop   bool    // that step ends at an end stop, but for rounding
	f, d   float64 // the guard of the rate after it, and its slope
}

// eventPhase is what code computes for an event.
type eventPhase uint8

const (
	noEvent eventPhase = iota
	letting            // the step at whose end a segment begins, whatever friction can hold there
	toRest             // the part up to the event
	trying             // a step of another length, to find the event, without keeping it
	passing            // accelerations and reactions, without keeping them
)

// mostSolved is how many modes are tried in code after an event; so many pivot finds by flipping all that is wrong.
const mostSolved = 4

// beginEvent begins the part up to the event of a step that code has refused, or the step. It returns false if the step
// is neither one in which a rate comes to rest, and nothing else happens, nor one at whose end friction may let go.
func (x *lane) beginEvent() bool {
	w, s := x.World, &x.whole
	if !s.shape.lengths || w.modes == nil || w.until.onColumns {
		return false
	}
	s.lane.Rewind()
	s.lane.TakeAll(w.last.Q)
	s.lane.TakeAll(w.last.Qd)
	s.lane.TakeAll(w.last.Qdd)
	w.last.T = w.state.T
	s.event = laneEvent{to: x.to, h: x.h}
	if w.foreseen() == nil {
		if r, several := w.slowing(x.h); r != nil {
			return !several && x.beginSearch(r)
		}
	}
	h, g := w.foresee(x.h)
	to := w.state.T + h
	switch {
	case g == nil:
		if w.drive.end > x.to || w.unheld() {
			return false
		}
		s.event.phase, to = letting, x.to
	case g.kind != slip:
		return false
	default:
		r := &w.modes.rates[g.rate]
		if !s.modes.switched[r.v] {
			s.code.rested = true
			return false
		}
		if !(to < x.to && to < w.drive.end) || w.othersAt(h, r) {
			return false
		}
		s.event.phase, s.event.rate = toRest, r
		_, s.event.close = w.accuracy(g, to)
	}
	if !x.beginPart(to, h) {
		x.endEvent()
		return false
	}
	return true
}

// beginPart begins the part of the step of an event that ends at the time to and has the length h, or all of it. It
// returns false if that is not for code.
func (x *lane) beginPart(to, h float64) bool {
	w, s := x.World, &x.whole
	w.fixModes(&s.lane, &s.modes, &s.event)
	if !s.giveStep(w, to, h) {
		return false
	}
	if x.to, s.quiet = to, 0; w.tired() {
		x.stop(TimedOut, w.timedOut())
	}
	return true
}

// slowing returns the first rate that would come to rest within a step of length h by its acceleration at the start of
// the step, nil if none would, and whether several would.
func (w *World) slowing(h float64) (first *rate, several bool) {
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if r.slip == 0 || float64(r.slip*(w.last.Qd[r.v]+float64(h*w.last.Qdd[r.v]))) > 0 {
			continue
		}
		if first != nil {
			return first, true
		}
		first = r
	}
	return first, false
}

// beginSearch begins to look for where in a step that is not foreseen a rate comes to rest. It returns false if code
// cannot.
func (x *lane) beginSearch(r *rate) bool {
	w, s := x.World, &x.whole
	e := &s.event
	if !s.modes.switched[r.v] {
		s.code.rested = true
		return false
	}
	e.search.fa, e.search.da = float64(r.slip*w.last.Qd[r.v]), float64(r.slip*w.last.Qdd[r.v])
	e.rate, s.quiet = r, 0
	if !(e.search.fa > 0) || !x.try(x.h) {
		x.endEvent()
		return false
	}
	return true
}

// try asks code for a step of another length in the present modes. It returns false if that is not for code.
func (x *lane) try(length float64) bool {
	w, s := x.World, &x.whole
	s.event.phase, s.event.length, s.begins = trying, length, false
	w.fixModes(&s.lane, &s.modes, &s.event)
	to := w.last.T + length
	s.giveTimes(w.last.T, to, false, length)
	s.given = Stretch{From: w.last.T, To: to, Length: length}
	return s.controller == nil || s.controller.Ahead(&s.lane, s.given, false)
}

// tried takes what the guard of the rate is after the step that was tried, from the results.
func (e *laneEvent) tried(w *World, from *tape.Lane) {
	from.Rewind()
	from.TakeAll(w.state.Q)
	from.TakeAll(w.state.Qd)
	from.TakeAll(w.state.Qdd)
	r := e.rate
	if e.f, e.d = float64(r.slip*w.state.Qd[r.v]), float64(r.slip*w.state.Qdd[r.v]); e.f == 0 {
		e.f = -math.SmallestNonzeroFloat64 // see World.value
	}
	e.stop = false
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		e.stop = e.stop || !r.held() && r.q >= 0 && (r.lower.reaches(w.state.Q[r.q], -1) ||
			r.upper.reaches(w.state.Q[r.q], 1))
	}
}

// goOnSearching tries the next length, or begins the part up to the event. It returns false if the step is not for
// code.
func (x *lane) goOnSearching() bool {
	w, e := x.World, &x.whole.event
	s := &e.search
	switch {
	case e.stop:
		return false
	case s.b > 0:
		s.put(e.length, e.f, e.d)
	case !(e.f < 0):
		return false
	default:
		s.b, s.fb, s.db, s.smooth = e.length, e.f, e.d, true
		s.accuracy, s.close = w.accuracy(&guard{kind: slip, rate: w.modes.index[e.rate.v]}, w.last.T+s.b)
		s.begin()
	}
	if c, more := s.next(); more {
		return x.try(c)
	}
	to := w.last.T + s.b
	if !(to < x.to && to < w.drive.end) {
		return false
	}
	e.phase, e.close = toRest, math.Inf(1)
	return x.beginPart(to, s.b)
}

// othersAt reports whether other rates than one come to rest, or any to an end stop, in a step of length h that is
// foreseen.
func (w *World) othersAt(h float64, one *rate) bool {
	f := w.foreseen()
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if r.held() {
			continue
		}
		q := 0.0
		if r.q >= 0 {
			q = w.last.Q[r.q]
		}
		toQ, toQd := f.End(h, q, w.last.Qd[r.v], w.last.Qdd[r.v])
		if r != one && r.slip != 0 && float64(r.slip*toQd) <= 0 || r.q >= 0 && (r.lower.reaches(toQ, -1) ||
			r.upper.reaches(toQ, 1)) {
			return true
		}
	}
	return false
}

// endEvent makes the lane one that takes steps again, in the present modes.
func (x *lane) endEvent() {
	w, s := x.World, &x.whole
	x.to, x.h = s.event.to, s.event.h
	s.event = laneEvent{}
	w.fixModes(&s.lane, &s.modes, &s.event)
}

// settle takes what was computed last in some lanes, where it is not to be kept, to their worlds. It returns these
// lanes.
func (l *Lanes) settle(lanes uint8) (lone uint8) {
	for ; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros8(lanes)
		x := &l.lanes[k]
		w, from := x.World, &x.whole.results
		switch x.whole.event.phase {
		case trying:
			lone |= 1 << k
			x.whole.event.tried(w, from)
		case passing:
			lone |= 1 << k
			from.Rewind()
			from.Pass(len(w.state.Q) + len(w.state.Qd))
			from.TakeAll(w.state.Qdd)
			w.takeReactions(from, &x.whole.modes)
		}
	}
	return lone
}

// goOnWithEvent goes on after what code has computed, or refused, for an event.
func (x *lane) goOnWithEvent(l *Lanes, done bool) {
	w, s := x.World, &x.whole
	switch phase := s.event.phase; {
	case phase == trying:
		w.state.CopyFrom(w.last)
		if !done || !x.goOnSearching() {
			x.endEvent()
			s.refused()
			x.alone(l)
		}
	case phase != passing && !done:
		w.parts-- // which the world counts again
		w.books.parts--
		x.endEvent()
		s.refused()
		x.alone(l)
	case phase == letting:
		x.taken(l)
		s.event.over = true
		x.see()
		w.choose()
		w.takeReactions(&s.lane, &s.modes)
		x.tryModes(l)
	case phase == toRest:
		x.taken(l)
		x.within = true
		x.comeToRest(l)
	case !done:
		x.settleAlone(l)
	default:
		x.putAccelerations()
		x.tryModes(l)
	}
}

// comeToRest ends the part up to the event, see resolve.
func (x *lane) comeToRest(l *Lanes) {
	w, s := x.World, &x.whole
	r := s.event.rate
	x.see()
	if !(float64(r.slip*w.state.Qd[r.v]) < s.event.close) {
		x.rest(l)
		return
	}
	w.events.count++
	w.state.Qd[r.v] = 0
	at := s.lane
	at.Rewind()
	at.Pass(len(w.state.Q) + r.v)
	at.Carry(0)
	w.count(r)
	if w.choose(); r.frozen || !s.code.serves(w) {
		x.settleAlone(l)
		return
	}
	x.stay(l)
}

// tryModes goes on if nothing contradicts the present modes, of which accelerations and reactions are known, and else
// tries others, see pivot.
func (x *lane) tryModes(l *Lanes) {
	w, e := x.World, &x.whole.event
	wrong, clear := w.contradicted()
	e.solved++
	switch {
	case !clear || wrong && e.solved > mostSolved:
		x.settleAlone(l)
	case wrong:
		x.stay(l)
	case e.over:
		x.endEvent()
		x.stepOver()
	default:
		x.rest(l)
	}
}

// contradicted changes, for all rates that may be held, the modes that accelerations and reactions contradict. It
// reports whether there were any, and whether that is clear of rounding.
func (w *World) contradicted() (any, clear bool) {
	const margin = 1e-9 // relative
	s, least := (*settling)(w), float64(margin*largest(w.state.Qdd))
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if !r.candidate {
			continue
		}
		x, near := float64(-r.away()*w.state.Qdd[r.v]), least
		if r.held() {
			x, _ = r.excess()
			near = float64(margin * (w.modes.weight + max(r.Forwards, r.Backwards) + math.Abs(r.reaction)))
		}
		if !(math.Abs(x) > near) {
			return false, false
		}
		if x > 0 {
			any = true
			s.flip(i)
		}
	}
	return any, true
}

// see takes position and velocity from the lane to the world.
func (x *lane) see() {
	l := &x.whole.lane
	l.Rewind()
	l.TakeAll(x.World.state.Q)
	l.TakeAll(x.World.state.Qd)
}

// stay asks code for the accelerations and reactions in the present modes.
func (x *lane) stay(l *Lanes) {
	w, s := x.World, &x.whole
	s.event.phase, s.begins = passing, false
	w.fixModes(&s.lane, &s.modes, &s.event)
	t := w.state.T
	s.evaluated = t
	s.giveTimes(t, t, false, 0)
	if s.controller != nil && !s.controller.Ahead(&s.lane, Stretch{From: t, To: t}, false) {
		x.settleAlone(l)
	}
}

// putAccelerations puts those that were computed last into the lane, with their reactions.
func (x *lane) putAccelerations() {
	w, s := x.World, &x.whole
	to := s.lane
	to.Rewind()
	to.Pass(len(w.state.Q) + len(w.state.Qd))
	to.Carry(w.state.Qdd...)
	to = s.lane.At(s.modes.reactions)
	for _, r := range w.switchedRates(s.modes.switched) {
		to.Carry(r.reaction)
	}
}

// rest begins the rest of the step.
func (x *lane) rest(l *Lanes) {
	w, s := x.World, &x.whole
	x.endEvent()
	x.h = x.to - w.state.T
	if !s.giveStep(w, x.to, x.h) {
		s.refused()
		x.alone(l)
		return
	}
	if w.tired() {
		x.stop(TimedOut, w.timedOut())
	}
}

// settleAlone leaves to the world which modes follow an event, and the rest of the step.
func (x *lane) settleAlone(l *Lanes) {
	w, s := x.World, &x.whole
	over := s.event.over
	x.endEvent()
	s.refused()
	x.leaveWhole()
	if err := w.settle(); err != nil {
		x.stop(w.finishFailed(err))
		return
	}
	if over {
		x.stepOver()
	} else {
		x.alone(l)
	}
}
