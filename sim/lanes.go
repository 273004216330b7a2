package sim

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"kinetree/integrate"
	"kinetree/tree"
)

// Lanes runs worlds of one model, or of models that are alike, side by side, so that the accelerations of several are
// computed at once. Each world runs as World.Run has it, bit by bit, whatever runs beside it. What is not smooth in a
// step, such as an end stop that is reached, a world does alone.
type Lanes struct {
	Model  *tree.Model
	Solver LaneSolver
	Most   int        // how many worlds run at a time, at most; 0 means one for each lane
	Whole  *StepCodes // code for whole steps, for as many lanes; nil for none
	// Goes is called before the worlds that run go on after some have ended; may be nil.
	Goes  func()
	lanes []lane
	ended bool // some worlds, since Goes was called

	hurried atomic.Bool // the context has ended
}

// LaneSolver computes forward dynamics, as aba.Solver does, of Count states at once. Number i of lane k stands at index
// i*Count + k of Q, Qd and Tau, and of the result Qdd.
type LaneSolver struct {
	Count           int
	Algorithm       Algorithm // of worlds; others run alone
	Q, Qd, Tau, Qdd []float64
	Gravity         []float64 // of rnea.Solver, another result; may be nil
	// Use makes a model that of a lane. It returns false if the solver does not have that one. It may be nil: there is
	// one model.
	Use func(lane int, m *tree.Model) bool
	// Compute computes all lanes. It returns a bit for each, the lowest for the first, that is set where it could.
	// There Qdd has the bits of aba.Solver's, but for the signs of zeros.
	Compute func() (done uint8)
}

// LaneRun is a run to do. Worlds of a model or an algorithm that the solver does not have run alone.
type LaneRun struct {
	World *World
	Until float64 // see World.Run
	// Foresee is told the gravity efforts at the position that the world has reached, if the solver has them; may be
	// nil.
	Foresee func(m *tree.Model, q, gravity []float64)
	// Ended is called at the end with what World.Run returns, of which the summary becomes that of another run once it
	// has returned.
	Ended func(*Summary, error)
}

// Run does the runs that next returns until it has no more, as many at a time as there are lanes, and calls Ended of
// each in the order in which they end. It does not allocate in its steps unless a world does, and takes over the memory
// of the lanes of the last Run.
func (l *Lanes) Run(ctx context.Context, next func() (LaneRun, bool)) {
	if n := min(cmp.Or(l.Most, l.Solver.Count), l.Solver.Count); len(l.lanes) != n {
		l.lanes = make([]lane, n)
	}
	defer hurried(ctx, &l.hurried)()
	more := true
	for busy := true; busy; {
		busy = false
		for k := range l.lanes {
			x := &l.lanes[k]
			for x.World == nil && more {
				if x.LaneRun, more = next(); !more {
					x.World = nil
				} else if !l.use(k, x.World) {
					l.goes()
					l.ended = true
					x.Ended(x.World.Run(ctx, x.Until))
					x.World = nil
				} else if x.start(ctx, l, k); !x.resume(l, k) {
					x.end(l)
				}
			}
			busy = busy || x.World != nil
		}
		if !busy {
			return
		}
		l.goes()
		l.compute()
	}
}

// goes tells that worlds go on.
func (l *Lanes) goes() {
	if l.ended && l.Goes != nil {
		l.Goes()
	}
	l.ended = false
}

// use makes the model of a world that of a lane, if the solver has it and its algorithm.
func (l *Lanes) use(k int, w *World) bool {
	switch m := w.Model(); {
	case w.algorithm != l.Solver.Algorithm:
		return false
	case l.Solver.Use == nil:
		return m == l.Model
	default:
		return l.Solver.Use(k, m)
	}
}

// compute computes what the lanes want, and goes on with them.
func (l *Lanes) compute() {
	var asked, whole, done, gone uint8
	for k := range l.lanes {
		switch x := &l.lanes[k]; {
		case x.World == nil:
		case x.place == wholeStep:
			whole |= 1 << k
		default:
			asked |= 1 << k
		}
	}
	if asked != 0 {
		done = l.Solver.Compute() & asked
	}
	for whole != 0 {
		done, gone = done&asked|l.takeWhole(whole, asked == 0), 0
		for k := range l.lanes {
			if whole&done>>k&1 == 1 && l.lanes[k].goOn(l) {
				gone |= 1 << k
			}
		}
		if asked != 0 || gone != whole {
			break
		}
	}
	for k := range l.lanes {
		x := &l.lanes[k]
		switch {
		case x.World == nil || gone>>k&1 == 1:
			continue
		case whole>>k&1 == 0:
			x.take(&l.Solver, k, done>>k&1 == 1)
		case x.place == wholeStep:
			x.stepTaken(l, done>>k&1 == 1)
		}
		if !x.resume(l, k) {
			x.end(l)
		}
	}
}

// lane is a world that runs, at a place where it wants an acceleration.
type lane struct {
	LaneRun
	model   *tree.Model // at the start
	ctx     context.Context
	release func()   // of the context; nil if it is that of all lanes
	summary *Summary // of the run, or of the one before it
	status  Status
	err     error
	n       int // step
	place   lanePlace
	stepper integrate.Staged
	stage   int
	h, to   float64 // length and end of the step, or of its part
	within  bool    // code has taken a part of the step
	wanted  integrate.Evaluation
	failed  error // of the acceleration that was wanted
	gravity []float64
	whole   wholeSteps
}

// lanePlace is where in a run a lane is.
type lanePlace uint8

const (
	beforeStep lanePlace = iota
	withinStep           // after evaluation stage − 1
	afterStep            // after the acceleration at the start of a segment
	wholeStep            // before a step that code takes
	over
)

// start begins a run in lane k.
func (x *lane) start(ctx context.Context, l *Lanes, k int) {
	m := x.World.Model()
	summary := x.summary
	if summary == nil {
		summary = new(Summary)
	}
	*x = lane{LaneRun: x.LaneRun, model: m, ctx: ctx, status: Done,
		gravity: slices.Grow(x.gravity[:0], m.NV())[:m.NV()]}
	if x.World.config.End.Wall > 0 {
		x.ctx, x.release = x.World.hurry(ctx)
	} else {
		x.World.hurried = &l.hurried
	}
	x.World.coded = coded{solver: &l.Solver, lane: k, model: m}
	if x.summary, x.err = x.World.beginRun(x.Until, summary); x.err != nil {
		x.place = over
		return
	}
	if x.err = x.World.beforeSteps(); x.err != nil {
		x.status, x.place = Failed, over
	}
	x.n = x.World.clock.before(x.World.state.T)
	if l.Whole != nil {
		x.whole.shape = l.Whole.shape(x.World)
	}
}

// end ends a run. The lane is free then.
func (x *lane) end(l *Lanes) {
	l.ended = true
	x.leaveWhole()
	x.World.coded = coded{}
	if x.release != nil {
		x.release()
	}
	x.World.hurried = &x.World.own
	if x.summary != nil {
		x.err = x.World.conclude(x.summary, x.status, x.err)
	}
	x.Ended(x.summary, x.err)
	x.LaneRun = LaneRun{}
}

// resume goes on to where the next acceleration is wanted, which it puts into lane k of the solver. It returns false
// at the end of the run.
func (x *lane) resume(l *Lanes, k int) bool {
	s := &l.Solver
	for {
		switch x.place {
		case beforeStep:
			if x.begin(l, k); x.place == wholeStep {
				return true
			}
		case withinStep:
			if x.failed == nil {
				x.wanted, x.failed = x.stepper.Stage(x.World, x.World.state, x.h, x.stage)
				x.stage++
			}
			switch {
			case x.failed != nil:
				x.alone(l)
			case x.wanted.Qdd == nil:
				x.finish(l, k)
				if x.place == afterStep && x.wanted.Qdd != nil {
					return true
				}
			case x.ask(s, k):
				return true
			}
		case afterStep:
			if x.failed != nil {
				x.stop(x.World.finishFailed(x.failed))
			} else {
				x.count()
			}
		case wholeStep:
			return true // within an event
		case over:
			return false
		}
	}
}

// begin begins the next step. One that is not whole, or that a stepper has to take at one go, the world takes alone.
func (x *lane) begin(l *Lanes, k int) {
	w := x.World
	if w.until.met != nil || !w.clock.beginsBefore(x.n, x.Until) {
		x.place = over
		return
	}
	if w.hurried.Load() || x.summary.Steps%lookAround == 0 && x.ctx.Err() != nil {
		x.stop(w.interrupted(x.ctx))
		return
	}
	if x.summary.Steps%lookAround == 0 && w.config.Watch.Progress != nil {
		w.config.Watch.Progress(w.state.T)
	}
	x.to = w.clock.time(x.n + 1)
	x.h = w.config.Integration.Step
	if w.events.crowd < w.mostCrowd() || x.to > x.Until || w.state.T != w.clock.time(x.n) && !x.within {
		x.alone(l)
		return
	}
	if w.changesAt() <= x.to {
		x.whole.old = true
		x.alone(l)
		return
	}
	if x.whole.old && !x.within {
		if x.whole.old = false; l.Whole != nil {
			x.whole.shape = l.Whole.shape(w)
		}
	}
	parted := x.within || w.SmoothUntil() < x.to
	if parted && !x.whole.shape.parts {
		x.alone(l)
		return
	}
	if !x.within {
		w.events.count = 0
	}
	if x.beginWhole(l, k) {
		return
	}
	if parted || w.until.onColumns {
		x.alone(l)
		return
	}
	if x.n%lookEvery == 0 {
		if err := w.lookForFast(); err != nil {
			x.stop(w.stepFailed(err))
			return
		}
	}
	var staged bool
	if x.stepper, staged = w.stepper.(integrate.Staged); !staged {
		x.alone(l)
		return
	}
	if w.tired() {
		x.stop(TimedOut, w.timedOut())
		return
	}
	_ = w.lookAhead() // its error is that of a row of the log
	w.last.CopyFrom(w.state)
	if w.modes != nil {
		w.modes.fresh = false
		w.modes.remember()
	}
	x.place, x.stage, x.failed, w.inStep = withinStep, 0, nil, true
}

// alone takes the step, from its start, without the other lanes.
func (x *lane) alone(l *Lanes) {
	l.goes()
	w := x.World
	w.inStep = false
	x.leaveWhole()
	if x.place == withinStep {
		w.parts-- // which the world counts again
		w.state.CopyFrom(w.last)
		w.restart()
		if w.modes != nil { // what guards look back to, which is of the time of the last step's end, but for rounding
			_ = w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd) // succeeded before
			w.state.CopyFrom(w.last)
			w.modes.recall()
		}
	}
	x.place, x.failed = beforeStep, nil
	advance := w.advance
	if x.within {
		advance = w.toEnd
	}
	if status, err := advance(x.ctx, x.n, x.Until); err != nil {
		x.stop(status, err)
		return
	}
	x.count()
}

// count counts a step.
func (x *lane) count() {
	x.place, x.within = beforeStep, false
	x.n++
	if w := x.World; w.logs(x.summary.Steps + 1) {
		x.show()
	}
	if err := x.World.stepped(x.summary); err != nil {
		x.stop(Failed, err)
	}
}

// stop ends the run with an error.
func (x *lane) stop(status Status, err error) { x.status, x.err, x.place = status, err, over }

// finish does what a world does after a step. If the accelerations change there, they are wanted, or found alone.
func (x *lane) finish(l *Lanes, k int) {
	w := x.World
	w.inStep = false
	if !w.finite() || w.events.guards != nil && w.suspects(x.h) {
		x.alone(l)
		return
	}
	w.state.T = x.to
	err := w.books.book(w, x.h)
	if err != nil {
		x.stop(w.finishFailed(err))
		return
	}
	w.books.weigh(w)
	w.watch()
	changed, err := w.turnOver()
	switch {
	case err != nil:
		x.stop(w.finishFailed(err))
		return
	case !changed:
		x.count()
		return
	case w.modes != nil && w.choose():
		err = w.balance()
	default:
		if w.modes != nil {
			w.modes.holdRates()
			w.stale = true
		}
		x.place = afterStep
		x.wanted = integrate.Evaluation{T: w.state.T, Q: w.state.Q, Qd: w.state.Qd, Qdd: w.state.Qdd}
		if x.ask(&l.Solver, k) {
			return
		}
		err, x.failed = x.failed, nil
	}
	if err != nil {
		x.stop(w.finishFailed(err))
		return
	}
	x.count()
}

// ask puts the acceleration that is wanted into lane k of the solver. Where that cannot find it, it is found at once,
// and ask returns false.
func (x *lane) ask(s *LaneSolver, k int) bool {
	w, at := x.World, &x.wanted
	if w.pushed() || w.bound != nil || w.base != nil || w.Model() != x.model || !w.unheld() ||
		w.modes != nil && w.modes.geared.rates != nil {
		x.failed = w.Acceleration(at.Qdd, at.T, at.Q, at.Qd)
		return false
	}
	tau, err := w.efforts(at.T, at.Q, at.Qd)
	if err != nil {
		x.failed = err
		return false
	}
	for i, q := range at.Q {
		s.Q[i*s.Count+k] = q
	}
	for i, qd := range at.Qd {
		s.Qd[i*s.Count+k], s.Tau[i*s.Count+k] = qd, tau[i]
	}
	return true
}

// take takes the acceleration that was wanted from lane k of the solver. It is computed anew where the solver could
// not.
func (x *lane) take(s *LaneSolver, k int, done bool) {
	w, at := x.World, &x.wanted
	if done && x.Foresee != nil && s.Gravity != nil && &at.Qdd[0] == &w.state.Qdd[0] && w.read(x.gravity, s.Gravity,
		s.Count, k) {
		x.Foresee(x.model, at.Q, x.gravity)
	}
	if !done || !w.read(at.Qdd, s.Qdd, s.Count, k) {
		x.failed = w.Acceleration(at.Qdd, at.T, at.Q, at.Qd)
	} else if w.modes != nil {
		w.note(at.Qdd, nil)
	}
}

// unheld reports whether friction and end stops hold no rate.
func (w *World) unheld() bool {
	if w.modes != nil {
		for i := range w.modes.rates {
			if w.modes.rates[i].held() {
				return false
			}
		}
	}
	return true
}
