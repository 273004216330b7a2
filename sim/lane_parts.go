package sim

import (
	"math"

	"kinetree/integrate"
)

// What a world does with an event has one text, driver.toEnd, in lanes and alone. In a lane the code takes the steps of
// the lengths that driver.part tries, and computes the accelerations that detector.settle asks for. The code then looks
// at no guards. A rate that comes to rest, and friction that does not hold any more, so cost about what some ordinary
// steps do, while other lanes take theirs. The code does not know the tolerances of reactions, so the run leaves the
// lane where a reaction is within what friction and stops bear, or beyond, by no more than rounding.

// clearly is the share of an effort, or of the largest acceleration, by which something is beyond doubt. It is far
// above rounding.
const clearly = 1e-9

// part makes state and modes those of the world, which an event changes. Where code does nothing for events the run
// leaves the lane.
func (x *lane) part() {
	if !x.inside() || x.steps.apart {
		return
	}
	w, s := x.World, &x.steps
	if !s.shape.lengths || w.modes == nil || w.modes.drags || w.until.onColumns || len(w.mechanism.Lines) > 0 ||
		w.modes.bearsByDrives() {
		x.leaveEvent()
		return
	}
	x.see()
	w.modes.remember()
	s.apart = true
}

// smooth takes a part of a step to the time to, of length h, by code, as an ordinary step. A part that the code has
// refused as a whole may be ordinary but for the efforts of the segment that begins at its end, which friction cannot
// bear: the code then looks at no grips under these. smooth returns false if the code refuses the part, and does not
// ask for a part in which an event is foreseen.
func (x *lane) smooth(to, h float64) bool {
	if !x.inside() {
		return false
	}
	w, s := x.World, &x.steps
	first := s.eventful
	if s.eventful = false; first {
		if w.drive.end > to {
			return false
		}
		if _, foreseen := w.detector.foresee(h); foreseen != nil {
			return false
		}
	} else {
		x.rejoin()
	}
	s.to, s.h = to, h
	if first && !x.compute(w.last, to, h, true, exceptNext) || !first && !(x.giveStep() && x.await(aPart)) {
		if s.apart = true; !first {
			x.of.Whole.Refused++
		}
		return false
	}
	x.keepComputed()
	if first {
		x.takeState(true)
		w.state.T, s.known = to, true
	} else if w.state.T = to; s.begins {
		w.drive.end = x.beginSegment()
	}
	return true
}

// see makes state and reactions those of the lane.
func (x *lane) see() {
	if !x.inside() || x.steps.apart || x.steps.taken == 0 {
		return
	}
	w, l := x.World, *x.steps.rows()
	l.Rewind()
	l.TakeAll(w.state.Q)
	l.TakeAll(w.state.Qd)
	l.TakeAll(w.state.Qdd)
	if w.modes != nil {
		w.recorder.takeReactions(&l, &x.steps.modes)
		w.plant.rub(w.state.Qd, nil)
	}
}

// rejoin makes the state and the modes of the lane those of the world.
func (x *lane) rejoin() {
	if s := &x.steps; s.apart {
		x.putState()
		x.World.recorder.fixModes(&s.lane, &s.modes, allGuards)
		s.apart = false
	}
}

// putState makes the state and the reactions of the lane those of the world.
func (x *lane) putState() {
	w, l := x.World, *x.steps.rows()
	l.Rewind()
	l.Carry(w.state.Q...)
	l.Carry(w.state.Qd...)
	l.Carry(w.state.Qdd...)
	l = l.At(x.steps.modes.reactions)
	for _, r := range w.recorder.switchedRates(x.steps.modes.switched) {
		l.Carry(r.reaction)
	}
}

// leaveEvent leaves the lane within an event.
func (x *lane) leaveEvent() {
	if x.inside() {
		x.steps.pauses()
		x.leave()
	}
}

// step takes a step of length h in the present modes by code, which looks at no guards. It returns false, and leaves
// the lane, if code cannot.
func (x *lane) step(h float64) bool {
	if !x.inside() {
		return false
	}
	w := x.World
	if x.compute(w.last, w.last.T+h, h, false, noGrips) {
		x.takeState(true)
		if w.state.T += h; w.recorder.clearlyHeld() {
			return true
		}
		w.state.CopyFrom(w.last)
	}
	x.leaveEvent()
	return false
}

// solve finds the accelerations and reactions of the current state in the present modes by code. It returns false, and
// leaves the lane, if code cannot, or where it is in doubt whether they contradict the modes.
func (x *lane) solve() bool {
	if !x.inside() {
		return false
	}
	w, s := x.World, &x.steps
	known := s.known && w.modes.asComputed()
	if s.known = false; known || x.compute(w.state, w.state.T, 0, false, noGrips) {
		if !known {
			x.takeState(false)
			s.evaluated = w.state.T
		}
		if w.recorder.clearlySettled() {
			return true
		}
	}
	x.leaveEvent()
	return false
}

// compute has code compute a step from a state to the time to, of length h, with some guards.
func (x *lane) compute(from *integrate.State, to, h float64, begins bool, g guarding) bool {
	w, s := x.World, &x.steps
	if !s.code.serves(w) {
		return false
	}
	l := *s.rows()
	l.Rewind()
	l.Carry(from.Q...)
	l.Carry(from.Qd...)
	l.Carry(from.Qdd...)
	w.recorder.fixModes(&l, &s.modes, g)
	w.modes.noteComputed()
	return x.give(from.T, to, h, begins) && x.await(aPart)
}

// takeState takes what code has computed: accelerations and reactions, and position and velocity if they have moved.
func (x *lane) takeState(moved bool) {
	w, l := x.World, x.steps.results
	l.Rewind()
	if moved {
		l.TakeAll(w.state.Q)
		l.TakeAll(w.state.Qd)
	} else {
		l.Pass(len(w.state.Q) + len(w.state.Qd))
	}
	l.TakeAll(w.state.Qdd)
	w.recorder.takeReactions(&l, &x.steps.modes)
	w.plant.rub(w.state.Qd, nil)
	w.modes.fresh = true
}

// keep makes the step of length h from the last to the current state, which code has tried, one that the run has taken.
// It returns false if code cannot.
func (x *lane) keep(h float64, event bool) bool {
	w, s := x.World, &x.steps
	begins := w.drive.end <= w.state.T
	if begins && event {
		return false
	}
	if begins || s.given.To != w.state.T || s.given.Length != h {
		if !x.compute(w.last, w.state.T, h, begins, noGrips) {
			return false
		}
		x.takeState(false)
		s.known = begins
	}
	x.keepComputed()
	return true
}

// keepComputed makes the step that was computed last one that the run has taken.
func (x *lane) keepComputed() {
	s := &x.steps
	if s.runner.Flagged(1<<x.number) != 0 {
		s.observer.Correct(&s.lane, &s.results, s.given.From, s.given.To)
	}
	s.kept = true
	x.taken()
}

// beginSegment begins the segment of the controller after the step that was kept, and returns the time of its end.
func (x *lane) beginSegment() (end float64) {
	return x.steps.controller.SegmentBegan(x.steps.rows(), x.World.state.T)
}

// rested notes that friction may hold a rate, for which other code is needed if there is none.
func (x *lane) rested(r *rate) {
	if x != nil && x.steps.code != nil && !x.steps.code.switched[r.v] {
		x.steps.code.rested = true
	}
}

// clearlyHeld reports whether the reactions of all rates that are held are clearly within what holds these bears.
func (w *recorder) clearlyHeld() bool {
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.held() && !r.locked && (r.pad != nil || !(r.grip() > w.doubt(r))) {
			return false
		}
	}
	return true
}

// doubt returns below which effort it is in doubt whether the reaction of a rate is within what holds it bears.
func (w *recorder) doubt(r *rate) float64 {
	return float64(clearly * (w.modes.weight + max(r.Forwards, r.Backwards) + math.Abs(r.reaction)))
}

// clearlySettled reports whether it is clear for each rate that has a choice whether reactions and accelerations
// contradict its mode.
func (w *recorder) clearlySettled() bool {
	least := float64(clearly * largest(w.state.Qdd))
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		x, near := float64(r.away()*w.state.Qdd[r.v]), least
		if r.held() {
			x, near = r.grip(), w.doubt(r)
		}
		if r.candidate && (r.pad != nil || !(math.Abs(x) > near)) {
			return false
		}
	}
	return true
}

// noteComputed notes the modes in which code computes.
func (m *modes) noteComputed() {
	for i := range m.rates {
		r := &m.rates[i]
		r.computed.held, r.computed.slip = r.held(), r.slip
	}
}

// asComputed reports whether the modes are still those in which code has computed.
func (m *modes) asComputed() bool {
	for i := range m.rates {
		if r := &m.rates[i]; r.computed.held != r.held() || r.computed.slip != r.slip {
			return false
		}
	}
	return true
}

// bearsByDrives reports whether some friction depends on the efforts of drives, which code does not tell.
func (m *modes) bearsByDrives() bool {
	for i := range m.rates {
		if d := m.rates[i].Drag; d != nil && len(d.Gears) > 0 {
			return true
		}
	}
	return false
}
