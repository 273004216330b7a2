package sim

import "math/bits"

// laneEvent is what a lane does in a step that code refuses, while the lanes beside it go on with their steps.
//
// Where a rate comes to rest within a step of a method whose steps are foreseen, code takes the part up to there, then
// no time at all with the rate held, for the accelerations, or where its friction does not hold it with the rate
// slipping the other way, and then the rest of the step.
//
// Where friction cannot hold rates any more under the efforts of a segment that begins at the end of the step, code
// takes the step without looking whether it can, and then no time at all with the rates slipping.
//
// In both cases the modes that code agrees with are those of settle, of whose problem there is one solution. What is
// not so simple the world takes alone, from the begin of the step, of its rest or of the next one on.
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
	letting              // the step at whose end a segment begins, whatever friction can hold there
	toRest               // the part up to the event
	gripping             // accelerations with the rate held
	reversing            // and with the rate slipping the other way
	starting             // and with all slipping that friction cannot hold
)

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
	h, g := w.foresee(x.h)
	to := w.state.T + h
	switch {
	case g == nil:
		if w.drive.end > x.to || w.unheld() {
			return false
		}
		s.event.phase, to = letting, x.to
		for _, r := range w.switchedRates(s.modes.switched) {
			r.passes = r.held()
		}
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
		r.passes = true
		_, close := w.accuracy(g, to)
		s.event.phase, s.event.rate, s.event.slip, s.event.close = toRest, r, r.slip, close
	}
	w.fixModes(&s.lane, &s.modes)
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

// endEvent makes the lane one that takes steps again, in the present modes.
func (x *lane) endEvent() {
	w, s := x.World, &x.whole
	x.to, x.h = s.event.to, s.event.h
	s.event.phase = noEvent
	for _, r := range w.switchedRates(s.modes.switched) {
		r.passes = false
	}
	w.fixModes(&s.lane, &s.modes)
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
	case e.phase <= toRest && !done:
		w.parts-- // which the world counts again
		w.books.parts--
		x.endEvent()
		s.refused()
		x.alone()
	case e.phase == letting:
		x.taken(l)
		x.letGo()
	case e.phase == toRest:
		x.taken(l)
		x.within = true
		x.comeToRest()
	case e.phase == gripping && !done && e.rate.at == 0:
		e.phase, e.rate.slip, e.rate.passes = reversing, -e.slip, true
		w.fixModes(&s.lane, &s.modes)
	case !done || !x.slips():
		x.settleAlone()
	case e.phase == starting:
		x.putAccelerations()
		x.endEvent()
		x.stepOver()
	default:
		x.putAccelerations()
		x.rest()
	}
}

// comeToRest ends the part up to the event, see resolve.
func (x *lane) comeToRest() {
	w, s := x.World, &x.whole
	r := s.event.rate
	r.passes = false
	x.see()
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
	x.stay(gripping)
}

// letGo ends a step after which friction cannot hold some rates.
func (x *lane) letGo() {
	w, s := x.World, &x.whole
	x.see()
	w.choose()
	w.takeReactions(&s.lane, &s.modes)
	some, stopped := false, false
	for _, r := range w.switchedRates(s.modes.switched) {
		r.passes = false
		if !r.held() {
			continue
		}
		if x, direction := r.excess(); x > 0 {
			stopped = stopped || r.side != 0
			r.slip, r.passes, some = direction, true, true
		}
	}
	if !some || stopped {
		x.settleAlone()
		return
	}
	x.stay(starting)
}

// see takes position and velocity from the lane to the world.
func (x *lane) see() {
	l := &x.whole.lane
	l.Rewind()
	l.TakeAll(x.World.state.Q)
	l.TakeAll(x.World.state.Qd)
}

// stay asks code for the accelerations in the present modes.
func (x *lane) stay(p eventPhase) {
	w, s := x.World, &x.whole
	s.event.phase, s.begins = p, false
	w.fixModes(&s.lane, &s.modes)
	t := w.state.T
	s.giveTimes(t, t, false, 0)
	if s.controller != nil && !s.controller.Ahead(&s.lane, Stretch{From: t, To: t}, false) {
		x.settleAlone()
	}
}

// slips reports whether the rates that were let go, or have passed through rest, begin to slip.
func (x *lane) slips() bool {
	const clear = 1e-9 // as a share of the largest acceleration: far above rounding
	w := x.World
	least := float64(clear * largest(w.state.Qdd))
	for _, r := range w.switchedRates(x.whole.modes.switched) {
		if r.passes && !(float64(r.slip*w.state.Qdd[r.v]) > least) {
			return false
		}
	}
	return true
}

// putAccelerations puts those that were computed last into the lane.
func (x *lane) putAccelerations() {
	w, to := x.World, x.whole.lane
	to.Rewind()
	to.Pass(len(w.state.Q) + len(w.state.Qd))
	to.Carry(w.state.Qdd...)
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
	over := s.event.phase == letting || s.event.phase == starting
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
		x.alone()
	}
}
