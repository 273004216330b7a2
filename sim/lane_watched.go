package sim

// Code does not compute each column of the log. Where a run ends by a condition on a column that code does not compute,
// code computes a step, the world fills the row of the log from the results, and the lane keeps the step if no
// condition holds in the row. Else the run leaves the lane, and the world takes the step itself, up to the instant at
// which the condition begins to hold.

// takeWatched takes one ordinary step by code, or the parts of one step. It stops where a condition holds at the start
// of a part, where a condition would hold at the end of a part, and where code refuses a part.
func (x *lane) takeWatched() {
	w, s := x.World, &x.steps
	for n := s.n; ; w.parts++ {
		if !s.looked && x.holdsAtStart() || !x.keepUnlessHolds() {
			w.parts-- // because the world counts the part again
			return
		}
		if w.state.T = s.to; s.begins {
			w.drive.end = x.beginSegment()
		}
		s.looked = !s.begins && !w.until.booked
		if !s.shape.parts || !(s.to < w.clock.time(n+1)) {
			s.n++
			return
		}
		if !x.aim() || w.driver.spent() || !x.giveStep() {
			return
		}
	}
}

// holdsAtStart reports whether a condition holds at the start of the part that begins, or cannot be looked at.
func (x *lane) holdsAtStart() bool {
	w := x.World
	if x.steps.taken > 0 {
		x.show()
	}
	return w.reporter.measure(w.logbook.row) != nil || w.reporter.holds(atStart) != nil
}

// keepUnlessHolds has code compute the part that was given, and keeps the part unless a condition holds at its end,
// before the next segment begins there. It reports whether the part was kept.
func (x *lane) keepUnlessHolds() bool {
	if !x.await(aPart) {
		x.of.Whole.Refused++
		return false
	}
	if x.holdsAtEnd() {
		return false
	}
	x.keepComputed()
	return true
}

// holdsAtEnd reports whether a condition holds at the end of the part that code has computed, or cannot be looked at.
// Afterwards the state and the modes of the world are those of the start of the part.
func (x *lane) holdsAtEnd() bool {
	w, s := x.World, &x.steps
	if w.last.CopyFrom(w.state); w.modes != nil {
		w.modes.remember()
	}
	before, after := s.lane, s.results
	w.state.T = s.given.From + s.given.Length
	var err error
	if !s.begins {
		w.recorder.showSteps(&after, &s.modes, w.state.T)
	} else { // the results have the accelerations under the efforts of the segment that begins
		w.recorder.showSteps(&before, &s.modes, w.state.T)
		w.recorder.readSteps(&after)
		err = w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd)
	}
	holds := err != nil || w.reporter.measure(w.logbook.row) != nil || w.reporter.holds(atEnd) != nil
	if w.state.CopyFrom(w.last); w.modes != nil {
		w.modes.recall()
	}
	return holds
}
