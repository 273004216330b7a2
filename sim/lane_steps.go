package sim

import (
	"math"

	"kinetree/compile/tape"
)

// laneSteps is what a lane knows of the whole steps that code takes for it.
type laneSteps struct {
	shape         stepShape
	shaped        bool // for the wrenches that act, and the robot as it is
	in            bool // the numbers of the run are in the lane of the code, and those of the world are stale
	apart         bool // but for the state and the modes, which are those of the world, within an event
	eventful      bool // the code has refused the part that begins as a whole
	known         bool // the accelerations of the state, in the modes in which code computed them
	kept          bool // the step that was computed last is taken, but its results are not yet the rows of the lane
	refused       bool // the code has refused the step that begins
	looked        bool // no condition holds at the start of the step that begins
	code          *stepCode
	runner        *tape.Runner // of the code
	lane, results tape.Lane    // of the runner
	modes         modeRows
	span          [3]*float64          // of the lane, see giveTimes: the rows that are given first
	controller    RecordableController // nil for none
	observer      RecordableObserver   // nil for none

	n         int     // the step that begins
	to, h     float64 // end and length of the step, or of its part
	begins    bool    // a segment begins at the end of the step
	constant  float64 // until when what the observer has given holds
	budget    int     // how many steps may follow before the run has to look at something
	taken     int     // steps since the run is in the lane
	given     Stretch // the step that was given last
	evaluated float64 // the time of the accelerations in the lane
	repeats   repeatedSteps
	pause     int // how many steps the run waits before it enters
	wait      int
}

// mostPause is for how many steps a run at most does not enter the lane again after a step was refused. Runs in which
// much happens would only go in and out.
const mostPause = 64

// pays is how many whole steps pay for going in and out.
const pays = 4

// rows returns the lane with the rows as they are after the last step that was taken.
func (s *laneSteps) rows() *tape.Lane {
	if s.kept {
		return &s.results
	}
	return &s.lane
}

// inside reports whether the numbers of the run are in the lane.
func (x *lane) inside() bool { return x != nil && x.steps.in }

// take takes ordinary steps by code, from step n of the run on, until the run has to look at something or the code
// refuses a step. It returns how many steps were taken. Where none was, the world takes the step itself.
func (x *lane) take(n int, until float64) (taken int, err error) {
	if x == nil {
		return 0, nil
	}
	x.of.goes()
	s := &x.steps
	if s.refused {
		s.refused = false
	} else if s.n = n; x.enter(until) {
		if x.World.driver.tired() {
			return 0, x.World.driver.timedOut()
		}
		if x.World.until.watched {
			x.takeWatched()
		} else {
			s.budget = x.mayFollow(until)
			x.findRepeats()
			x.await(wholeSteps)
		}
		if taken = s.n - n; taken > 0 {
			return taken, nil
		}
		s.refused = false
	} else {
		x.leave()
	}
	s.eventful = true
	x.part()
	return 0, nil
}

// enter gives the step that begins to the code. It returns false if the step is not one for code.
func (x *lane) enter(until float64) bool {
	w, s, codes := x.World, &x.steps, x.of.Whole
	if codes == nil {
		return false
	}
	end := w.clock.time(s.n + 1)
	if w.events.crowd < w.detector.mostCrowd() || end > until || w.state.T != w.clock.time(s.n) && !s.in {
		return false
	}
	if w.plant.changesAt() <= end {
		s.shaped = false
		return false
	}
	if !s.shaped {
		s.shape, s.shaped = codes.shape(w), true
	}
	if s.shape.text == "" || s.in && w.Stiff() != nil || !x.aim() {
		return false
	}
	if !s.in {
		if s.wait--; s.wait >= 0 || !w.recorder.ordinary() || !x.enterLane() {
			return false
		}
	}
	x.rejoin()
	if !x.giveStep() {
		s.pauses()
		return false
	}
	return true
}

// enterLane puts the numbers of the run into the lane. It returns false if there is no code, or if the run has to wait.
func (x *lane) enterLane() bool {
	w, s := x.World, &x.steps
	code := x.of.Whole.of(w, &s.shape, x.of.Solver.Count)
	if code == nil {
		return false
	}
	s.code, s.runner, s.modes.switched = code, code.steps, code.switched
	s.lane, s.results = s.runner.Lane(x.number), s.runner.Results(x.number)
	for i := range s.span {
		s.span[i] = &s.runner.Given(i)[x.number]
	}
	s.controller, _ = w.config.Controller.(RecordableController)
	s.observer, _ = w.config.Watch.Observer.(RecordableObserver)
	s.constant = math.Inf(-1)
	if !w.recorder.enterSteps(&s.lane, &s.shape, &s.modes) { // which it can after the first step, as a rule
		s.wait = s.pause
		s.pause = min(2*s.pause+1, mostPause)
		return false
	}
	s.in, s.looked, s.taken, s.evaluated = true, false, 0, w.state.T
	return true
}

// leave makes the numbers of the world those of the lane.
func (x *lane) leave() {
	if !x.inside() {
		return
	}
	w, s, rows := x.World, &x.steps, *x.steps.rows()
	apart := s.apart
	if apart {
		x.putState()
	}
	s.in, s.apart, s.kept = false, false, false
	w.recorder.leaveSteps(&rows, &s.modes, s.taken > 0, s.evaluated)
	if apart {
		if s.taken == 0 {
			w.modes.recall()
		}
		w.modes.lookBack()
	}
}

// mayFollow returns how many steps may follow the one that begins before the context, the end of the run, its limits,
// the log or the speed of the motion have to be looked at.
func (x *lane) mayFollow(until float64) int {
	w, s := x.World, &x.steps
	c, taken := &w.config, x.summary.Steps
	most := min(lookAround-1-taken%lookAround, w.clock.before(until)-s.n-3)
	if c.Log.Sink != nil {
		most = min(most, c.Log.Every-1-taken%c.Log.Every)
	}
	if end := w.plant.changesAt(); !math.IsInf(end, 1) {
		most = min(most, w.clock.before(end)-s.n-3)
	}
	if w.fast.looks {
		most = min(most, lookEvery-1-s.n%lookEvery)
	}
	if c.End.Steps > 0 {
		most = min(most, c.End.Steps-w.parts)
	}
	return max(0, most)
}

// aim sets the end and the length of the step that begins, or of the part of it that is smooth. It returns false if the
// step has parts, but its code takes none.
func (x *lane) aim() bool {
	w, s := x.World, &x.steps
	s.to, s.h = w.clock.time(s.n+1), w.config.Integration.Step
	if end := w.SmoothUntil(); end < s.to || s.shape.parts && w.state.T != w.clock.time(s.n) {
		s.to = min(s.to, end)
		s.h = s.to - w.state.T
		return s.shape.parts
	}
	return true
}

// goOn counts a step, or a part of one, that code has taken, and begins the next one. It returns false if the run has
// to go on.
func (x *lane) goOn() bool {
	w, s := x.World, &x.steps
	whole := x.count()
	if whole && s.budget == 0 {
		x.countRepeats()
		return false
	}
	if whole {
		s.budget--
	}
	if x.beginRepeat() {
		return true
	}
	x.countRepeats()
	if !x.aim() || w.driver.spent() || !x.giveStep() {
		return false
	}
	w.parts++
	x.findRepeats()
	return true
}

// count goes to the end of a step that code has taken, or to that of a part, and reports whether the step is over.
func (x *lane) count() (whole bool) {
	w, s := x.World, &x.steps
	if r := &s.repeats; r.begun > 0 {
		r.taken++
		return true
	}
	w.state.T = s.to
	if x.taken(); s.begins {
		w.drive.end = s.controller.SegmentBegan(&s.lane, s.to)
	}
	if whole = !s.shape.parts || !(s.to < w.clock.time(s.n+1)); whole {
		s.n++
	}
	return whole
}

// taken counts a step, or a part of one, that was given and that code has taken.
func (x *lane) taken() {
	s := &x.steps
	s.taken++
	x.of.Whole.Taken++
	x.World.books.parts++
	if s.evaluated = s.given.From + s.given.Length; s.begins {
		s.evaluated = s.given.To
	}
}

// refuse notes that the code has refused the step that began.
func (x *lane) refuse() {
	x.countRepeats()
	x.World.parts-- // which the world counts again
	x.of.Whole.Refused++
	x.steps.refused = true
}

// pauses makes the run wait before it enters the lane again, the longer the oftener it leaves soon after it has
// entered.
func (s *laneSteps) pauses() {
	if s.pause = min(2*s.pause+1, mostPause); s.taken >= pays {
		s.pause = 0
	}
	s.wait = s.pause
}

// giveStep gives what is known of the step that begins. It returns false if the step is not for code.
func (x *lane) giveStep() bool {
	w, s := x.World, &x.steps
	return x.give(w.state.T, s.to, s.h, w.drive.end <= s.to)
}

// give gives what is known of a step from a time to another one, at whose end a segment begins or not, and of its
// length.
func (x *lane) give(from, to, h float64, begins bool) bool {
	w, s := x.World, &x.steps
	l := &s.lane
	l.Rewind()
	l.Give(from, to, one(looked(w.books.parts+1)))
	if s.shape.lengths {
		l.Give(h)
	}
	s.begins, s.given = begins, Stretch{From: from, To: to, Length: h, Step: s.shape.step}
	if s.controller != nil && !s.controller.PrepareStep(l, s.given, begins) {
		return false
	}
	if s.observer != nil && to > s.constant && h > 0 {
		s.constant = s.observer.PrepareStep(l, from, to)
	}
	return true
}

// show makes what a row of the log has of the numbers of the world those of the lane, and leaves the run in the lane.
func (x *lane) show() {
	if x.inside() {
		x.rejoin()
		x.World.recorder.showSteps(x.steps.rows(), &x.steps.modes, x.steps.evaluated)
	}
}
