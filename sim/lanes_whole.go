package sim

import "kinetree/compile/tape"

// wholeSteps is what a lane knows of the whole steps that code takes for it.
type wholeSteps struct {
	shape  string
	in     bool // the numbers of the world are in the lane of the code, and those of the world are old
	lane   tape.Lane
	begins bool    // a segment begins at the end of the step
	end    float64 // of it
	taken  int     // steps since it is in the lane
	pause  int     // how many steps it waits before it enters
	wait   int
}

// mostPause is for how many steps a world at most does not try again to take whole steps, after one was refused. Worlds
// in which much happens would only go in and out.
const mostPause = 64

// pays is how many whole steps pay for going in and out.
const pays = 4

// beginWhole begins a step that code takes, and reports whether it does.
func (x *lane) beginWhole(l *Lanes, k int) bool {
	w, s := x.World, &x.whole
	if l.Whole == nil || s.shape == "" {
		return false
	}
	if w.config.Log.Sink != nil && (x.summary.Steps+1)%w.config.Log.Every == 0 {
		x.leaveWhole() // for a row
		return false
	}
	if w.fast.looks && x.n%lookEvery == 0 {
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
		steps := l.Whole.of(w, s.shape, l.Solver.Count)
		if steps == nil || !l.turnTo(steps) {
			return false
		}
		s.lane = steps.Lane(k)
		if !w.enterSteps(&s.lane) {
			s.refused()
			return false
		}
		s.in, s.taken = true, 0
	}
	var ok bool
	if s.end, s.begins, ok = w.giveStep(&s.lane, x.to); !ok {
		w.books.parts-- // which the world counts again
		x.leaveWhole()
		s.refused()
		return false
	}
	if w.tired() {
		x.stop(TimedOut, w.timedOut())
		return true
	}
	x.place = wholeStep
	return true
}

// turnTo makes the lanes take whole steps by some code, unless other code is at work.
func (l *Lanes) turnTo(steps *tape.Player) bool {
	if l.steps != steps {
		for k := range l.lanes {
			if l.lanes[k].World != nil && l.lanes[k].whole.in {
				return false
			}
		}
		l.steps = steps
	}
	return true
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
		x.World.leaveSteps(&x.whole.lane)
	}
}

// stepTaken goes on after a step that code has taken or refused.
func (x *lane) stepTaken(l *Lanes, done bool) {
	w, s := x.World, &x.whole
	if !done {
		l.Whole.Refused++
		w.parts-- // which the world counts again
		w.books.parts--
		s.refused()
		x.alone()
		return
	}
	s.taken++
	l.Whole.Taken++
	from := w.state.T
	w.state.T = x.to
	if o, ok := w.config.Observer.(RecordableObserver); ok && o.Odd() {
		w.readSteps(&s.lane)
		o.Amend(from, x.to, w.state.Q, w.state.Qd)
	}
	if s.begins {
		w.config.Controller.(RecordableController).Begun(x.to)
		w.drive.end = s.end
	}
	x.count()
}
