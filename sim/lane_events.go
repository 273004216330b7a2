package sim

import "math/bits"

// laneEvent is what a lane does where a rate comes to rest within a step of a method whose steps are foreseen: code
// takes the part up to there, then no time at all with the rate held, for the accelerations, or where its friction does
// not hold it with the rate slipping the other way, and then the rest of the step. The lanes beside it go on with their
// steps. What is not so simple the world takes alone, from the begin of the step or of its rest on.
type laneEvent struct {
	phase eventPhase
	rate  *rate
	slip  float64 // of the rate before
	close float64 // see World.accuracy
	to, h float64 // end of the step, or of its part, and its length
}

// eventPhase is what code computes for an event.
type eventPhase uint8

const (
	noEvent   eventPhase = iota
	toRest               // the part up to the event
	gripping             // accelerations with the rate held
	reversing            // and with the rate slipping the other way
)

// beginEvent begins the part up to the event of a step that code has refused. It returns false if the step is not one
// in which a rate comes to rest, and nothing else happens.
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
	h, g := w.foresee(x.h)
	if g == nil || g.kind != slip {
		return false
	}
	r, to := &w.modes.rates[g.rate], w.state.T+h
	if !s.modes.switched[r.v] {
		s.code.rested = true
		return false
	}
	if !(to < x.to && to < w.drive.end) || w.othersAt(h, r) {
		return false
	}
	_, close := w.accuracy(g, to)
	s.event = laneEvent{toRest, r, r.slip, close, x.to, x.h}
	w.fixModes(&s.lane, &s.modes, r)
	if !s.giveStep(w, to, h) {
		x.endEvent()
		return false
	}
	if x.to, s.quiet = to, 0; w.tired() {
		x.stop(TimedOut, w.timedOut())
	}
	return true
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

// endEvent makes the lane as it was before an event.
func (x *lane) endEvent() {
	s := &x.whole
	x.to, x.h = s.event.to, s.event.h
	s.event.phase = noEvent
	x.World.fixModes(&s.lane, &s.modes, nil)
}

// settle takes what was computed last in some lanes, where it is accelerations only, to their worlds. It returns these
// lanes.
func (l *Lanes) settle(lanes uint8) (settling uint8) {
	for ; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros8(lanes)
		if x := &l.lanes[k]; x.whole.event.phase > toRest {
			settling |= 1 << k
			x.whole.results.Rewind()
			x.whole.results.Pass(len(x.World.state.Q) + len(x.World.state.Qd))
			x.whole.results.TakeAll(x.World.state.Qdd)
		}
	}
	return settling
}

// goOnWithEvent goes on after what code has computed, or refused, for an event.
func (x *lane) goOnWithEvent(l *Lanes, done bool) {
	w, s := x.World, &x.whole
	e := &s.event
	switch {
	case e.phase == toRest && !done:
		w.parts-- // which the world counts again
		w.books.parts--
		x.endEvent()
		s.refused()
		x.alone()
	case e.phase == toRest:
		x.taken(l)
		x.within = true
		x.comeToRest()
	case e.phase == gripping && !done && e.rate.at == 0:
		e.phase, e.rate.slip = reversing, -e.slip
		w.fixModes(&s.lane, &s.modes, e.rate)
	case !done || e.phase == reversing && !x.reversed():
		x.settleAlone()
	default:
		x.settled()
	}
}

// comeToRest ends the part up to the event, see resolve.
func (x *lane) comeToRest() {
	w, s := x.World, &x.whole
	r := s.event.rate
	s.lane.Rewind()
	s.lane.TakeAll(w.state.Q)
	s.lane.TakeAll(w.state.Qd)
	if !(float64(r.slip*w.state.Qd[r.v]) < s.event.close) {
		x.rest()
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
		x.settleAlone()
		return
	}
	s.event.phase = gripping
	w.fixModes(&s.lane, &s.modes, nil)
	s.giveTimes(w.state.T, w.state.T, false, 0)
}

// reversed reports whether the rate begins to slip the other way.
func (x *lane) reversed() bool {
	const clear = 1e-9 // as a share of the largest acceleration: far above rounding
	w, r := x.World, x.whole.event.rate
	return float64(r.slip*w.state.Qdd[r.v]) > clear*largest(w.state.Qdd)
}

// settled goes on with the accelerations that were computed last.
func (x *lane) settled() {
	w, to := x.World, x.whole.lane
	to.Rewind()
	to.Pass(len(w.state.Q) + len(w.state.Qd))
	to.Carry(w.state.Qdd...)
	x.rest()
}

// rest begins the rest of the step.
func (x *lane) rest() {
	w, s := x.World, &x.whole
	x.endEvent()
	x.h = x.to - w.state.T
	if !s.giveStep(w, x.to, x.h) {
		s.refused()
		x.alone()
		return
	}
	if w.tired() {
		x.stop(TimedOut, w.timedOut())
	}
}

// settleAlone leaves to the world which modes follow an event, and the rest of the step.
func (x *lane) settleAlone() {
	w, s := x.World, &x.whole
	x.endEvent()
	s.refused()
	x.leaveWhole()
	if err := w.settle(); err != nil {
		x.stop(w.finishFailed(err))
		return
	}
	x.alone()
}
