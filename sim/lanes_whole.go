package sim

import (
	"math"
	"math/bits"

	"kinetree/compile/tape"
)

// wholeSteps is what a lane knows of the whole steps that code takes for it.
type wholeSteps struct {
	shape         stepShape
	old           bool // other wrenches act than those of the shape, or the robot has changed
	in            bool // the numbers of the world are in the lane of the code, and those of the world are old
	code          *stepCode
	steps         *tape.Player // of the code
	lane, results tape.Lane    // of the steps
	modes         modeRows
	event         laneEvent
	span          [3]*float64          // of the lane, see giveTimes: the rows that are given first
	controller    RecordableController // nil for none
	observer      RecordableObserver   // nil for none
	begins        bool                 // a segment begins at the end of the step
	still         float64              // until when what the observer has given holds
	quiet         int                  // how many steps may follow of which nothing but what is ahead has to be known
	taken         int                  // steps since it is in the lane
	given         Stretch              // the step that was given last
	evaluated     float64              // of what time the accelerations in the lane are
	alike         alikeSteps
	pause         int // how many steps it waits before it enters
	wait          int
}

// mostPause is for how many steps a world at most does not try again to take whole steps, after one was refused. Worlds
// in which much happens would only go in and out.
const mostPause = 64

// pays is how many whole steps pay for going in and out.
const pays = 4

// beginWhole begins a step that code takes, and reports whether it does.
func (x *lane) beginWhole(l *Lanes, k int) bool {
	w, s := x.World, &x.whole
	if l.Whole == nil || s.shape.text == "" {
		return false
	}
	if w.fast.looks && x.n%lookEvery == 0 && !x.within {
		if s.in {
			w.readSteps(&s.lane)
		}
		if err := w.lookForFast(); err != nil {
			x.stop(w.stepFailed(err))
			return true
		}
		if w.Stiff() != nil {
			x.leaveWhole()
			return false
		}
	}
	if !s.in {
		if s.wait--; s.wait >= 0 || !w.ordinary() {
			return false
		}
		code := l.Whole.of(w, &s.shape, l.Solver.Count)
		if code == nil {
			return false
		}
		s.code, s.steps = code, code.steps
		s.modes.switched, s.event = code.switched, laneEvent{}
		s.lane, s.results = s.steps.Lane(k), s.steps.Results(k)
		for i := range s.span {
			s.span[i] = &s.steps.Given(i)[k]
		}
		s.controller, _ = w.config.Controller.(RecordableController)
		s.observer, _ = w.config.Watch.Observer.(RecordableObserver)
		s.still = math.Inf(-1)
		if !w.enterSteps(&s.lane, &s.shape, &s.modes) { // which it can after the first step, as a rule
			s.wait = s.pause
			s.pause = min(2*s.pause+1, mostPause)
			return false
		}
		s.in, s.taken, s.evaluated = true, 0, w.state.T
	}
	if s.shape.parts {
		if to := w.SmoothUntil(); x.within || to < x.to {
			x.to = min(x.to, to)
			x.h = x.to - w.state.T
		}
	}
	if !s.giveStep(w, x.to, x.h) {
		x.leaveWhole()
		s.refused()
		return false
	}
	if w.tired() {
		x.stop(TimedOut, w.timedOut())
		return true
	}
	x.place, s.quiet = wholeStep, x.quiet()
	x.findAlike(l)
	return true
}

// quiet returns how many steps may follow the one that begins before the context, the end of the run, its limits, the
// log or the speed of the motion have to be looked at.
func (x *lane) quiet() int {
	w := x.World
	if x.whole.shape.parts {
		return 0
	}
	c, taken := &w.config, x.summary.Steps
	most := min(lookAround-1-taken%lookAround, w.clock.before(x.Until)-x.n-3)
	if c.Log.Sink != nil {
		most = min(most, c.Log.Every-1-taken%c.Log.Every)
	}
	if end := w.changesAt(); !math.IsInf(end, 1) {
		most = min(most, w.clock.before(end)-x.n-3)
	}
	if w.fast.looks {
		most = min(most, lookEvery-1-x.n%lookEvery)
	}
	if c.End.Steps > 0 {
		most = min(most, c.End.Steps-w.parts)
	}
	return most
}

// takeWhole takes whole steps in lanes, and goes on with those that follow and are alike if it may. It returns the
// lanes that have taken the last step that they have begun.
func (l *Lanes) takeWhole(whole uint8, goOn bool) (done uint8) {
	for left := whole; left != 0; {
		steps, same := l.lanes[bits.TrailingZeros8(left)].whole.steps, uint8(0)
		for k := range l.lanes {
			if left>>k&1 == 1 && l.lanes[k].whole.steps == steps {
				same |= 1 << k
			}
		}
		left &^= same
		taken := steps.Compute(same)
		l.keep(steps, taken&^l.settle(taken))
		if goOn && taken == same {
			taken = l.takeAlike(steps, same)
		}
		done |= taken
	}
	return done
}

// keep goes to the end of the step that was computed last, in some lanes, and observes what code does not observe.
func (l *Lanes) keep(steps *tape.Player, lanes uint8) {
	for flagged := steps.Flagged(lanes); flagged != 0; flagged &= flagged - 1 {
		s := &l.lanes[bits.TrailingZeros8(flagged)].whole
		s.observer.Amend(&s.lane, &s.results, *s.span[0], *s.span[1])
	}
	steps.Keep(lanes)
}

// goOn begins the next step after one that code has taken. It returns false if resume has to.
func (x *lane) goOn(l *Lanes) bool {
	w, s := x.World, &x.whole
	if s.quiet <= 0 {
		return false
	}
	s.quiet--
	x.took(l)
	if x.beginAlike() {
		return true
	}
	x.tell(l)
	x.to = w.clock.time(x.n + 1)
	if w.drive.end < x.to || !s.giveStep(w, x.to, x.h) {
		x.place = beforeStep
		return false
	}
	w.parts++
	x.findAlike(l)
	return true
}

// took counts a step that code has taken.
func (x *lane) took(l *Lanes) {
	if a := &x.whole.alike; a.begun > 0 {
		a.taken++
		return
	}
	x.taken(l)
	x.n++
	x.summary.Steps++
}

// refused makes the lane wait, the longer the oftener it is refused soon after it has entered.
func (s *wholeSteps) refused() {
	if s.pause = min(2*s.pause+1, mostPause); s.taken >= pays {
		s.pause = 0
	}
	s.wait = s.pause
}

// leaveWhole makes the numbers of the world those of the lane.
func (x *lane) leaveWhole() {
	if x.whole.in {
		x.whole.in = false
		x.World.leaveSteps(&x.whole.lane, &x.whole.modes, x.whole.taken > 0, x.whole.evaluated)
	}
}

// show makes what a row of the log has of the numbers of the world, which stays in the lane, those of the lane.
func (x *lane) show() {
	if s := &x.whole; s.in {
		x.World.showSteps(&s.lane, &s.modes, s.evaluated)
	}
}

// stepTaken goes on after a step that code has taken or refused.
func (x *lane) stepTaken(l *Lanes, done bool) {
	w, s := x.World, &x.whole
	told := s.alike.begun > 0
	if told && done {
		s.alike.taken++
	}
	x.tell(l)
	if s.event.phase != noEvent {
		x.goOnWithEvent(l, done)
		return
	}
	if !done {
		l.Whole.Refused++
		w.parts-- // which the world counts again
		w.books.parts--
		if x.beginEvent() {
			return
		}
		s.refused()
		x.alone(l)
		return
	}
	if told { // count counts it
		x.n--
		x.summary.Steps--
	} else {
		x.taken(l)
	}
	x.stepOver()
}

// stepOver goes on after a step, or a part of one, that code has taken.
func (x *lane) stepOver() {
	w := x.World
	if x.to < w.clock.time(x.n+1) {
		x.place, x.within = beforeStep, true
		return
	}
	if w.events.count > 0 {
		w.thaw() // nothing is frozen
	}
	x.count()
}

// taken goes to the end of a step that code has taken.
func (x *lane) taken(l *Lanes) {
	w, s := x.World, &x.whole
	s.taken++
	l.Whole.Taken++
	w.state.T = x.to
	if s.evaluated = s.given.From + s.given.Length; s.begins {
		s.evaluated = x.to
		w.drive.end = s.controller.Begun(&s.lane, x.to)
	}
}
