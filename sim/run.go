package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// driver is the world as a run: it takes steps, and parts of steps, one after the other.
type driver struct{ *World }

// Run steps until the time until (s), which may be infinite, and logs to the sink. Run ends early with an error if the
// state diverges, the mass matrix is singular, the controller or the sink fails, or the context is cancelled; then the
// log ends with the last finite state. Beyond the limits of Config.End, Run ends with a *TimedOutError. Run ends early
// without an error where a condition of End.Until begins to hold. A run without another error whose drift is beyond
// Integration.MaxDrift has a *DriftedError. There is a summary unless the log could not be begun. Another Run goes on
// from the last state, with a log and a summary of its own. Steps do not allocate unless the controller, a signal or
// the sink does.
func (w *World) Run(ctx context.Context, until float64) (*Summary, error) {
	if ctx == nil {
		return nil, errors.New("there is no context; expected one such as context.Background()")
	}
	s, err := w.driver.beginRun(until, new(Summary))
	if err != nil {
		return nil, err
	}
	ctx, release := w.driver.hurry(ctx)
	defer release()
	status, err := w.driver.loop(ctx, until, s)
	return s, w.driver.conclude(s, status, err)
}

// beginRun begins a run, its log, and its summary, which is s.
func (w *driver) beginRun(until float64, s *Summary) (*Summary, error) {
	switch {
	case math.IsNaN(until):
		return nil, errors.New("the end time is NaN; expected a time in s")
	case until < w.state.T:
		return nil, fmt.Errorf("the end time is %v s and the world is at %v s; expected no earlier time, or a Reset "+
			"before the run", until, w.state.T)
	}
	b := &w.books
	if !b.fresh {
		w.account()
	}
	b.fresh = false
	w.reporter.beginSummary(s, b.kinetic, b.potential)
	if w.config.Log.Sink != nil {
		if err := w.reporter.beginLog(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// conclude ends a run, its log and its summary. It returns the error of the run, or an error of ending the log.
func (w *driver) conclude(s *Summary, status Status, err error) error {
	if err == nil && w.until.met != nil {
		status = Stopped
	}
	s.End.Kinetic, s.End.Potential = w.plant.energies(w.state.Q, w.state.Qd)
	w.reporter.snapshot(&s.End)
	s.Ledger = w.ledger(s.End.Kinetic, s.End.Potential)
	if drifted := w.reporter.drifted(&s.Ledger); err == nil && drifted != nil {
		status, err = Drifted, drifted
	}
	if w.config.Log.Sink != nil {
		status, err = w.reporter.endLog(s, status, err)
	}
	s.end(w.World, status, err)
	return err
}

// Step goes on to the end of the step that the current time lies in, and writes no log. It is for programs that own the
// loop. The step has the configured length unless a run has ended within it. The states equal those of Run bit by bit,
// and a step costs as much as a step of Run. The status is Done after a step, and Stopped if a condition of End.Until
// holds within or before the step. Otherwise there is an error with its status, and the state is the last finite state.
// Step does not allocate unless the controller does.
func (w *World) Step() (Status, error) {
	w.until.met, w.books.fresh = nil, false
	status, err := w.driver.advance(context.Background(), w.clock.before(w.state.T), math.Inf(1))
	if err == nil && w.until.met != nil {
		status = Stopped
	}
	return status, err
}

// Ledger returns the account of the energy since the world was made, was reset or began its last run. It does not
// allocate.
func (w *World) Ledger() Ledger { return w.driver.ledger(w.plant.energies(w.state.Q, w.state.Qd)) }

// ledger returns the account up to the current state, whose energies are given.
func (w *driver) ledger(kinetic, potential float64) Ledger {
	l := w.books.Ledger
	l.Close(kinetic + potential - w.books.Start)
	l.AddMoved(max(kinetic, w.reporter.rounding(kinetic+potential)))
	return l
}

// account begins the account of a run.
func (w *driver) account() {
	b := &w.books
	b.Ledger, b.parts = Ledger{}, 0
	b.kinetic, b.potential = w.plant.energies(w.state.Q, w.state.Qd)
	b.Start = b.kinetic + b.potential
	b.AddMoved(b.kinetic)
	w.until.met, w.events.impacts, w.parts = nil, 0, 0
	w.reporter.forget()
}

// loop logs the start, steps and logs.
func (w *driver) loop(ctx context.Context, until float64, s *Summary) (Status, error) {
	if err := w.beforeSteps(); err != nil {
		return Failed, err
	}
	for n := w.clock.before(w.state.T); w.until.met == nil && w.clock.beginsBefore(n, until); n++ {
		if w.hurried.Load() || s.Steps%lookAround == 0 && ctx.Err() != nil {
			return w.interrupted(ctx)
		}
		if s.Steps%lookAround == 0 && w.config.Watch.Progress != nil {
			w.config.Watch.Progress(w.state.T)
		}
		if err := w.look(n); err != nil {
			return w.reporter.stepFailed(err)
		}
		taken, err := w.lane.take(n, until)
		if err != nil {
			return TimedOut, err
		}
		if taken == 0 {
			if status, err := w.toEnd(ctx, n, until); err != nil {
				return status, err
			}
			taken = 1
		}
		n += taken - 1
		if s.Steps += taken; w.logs(s.Steps) {
			w.lane.show()
			if err := w.reporter.log(); err != nil {
				return Failed, err
			}
		}
	}
	return Done, nil
}

// lookAround is the number of steps between looks at the context and the progress. That the context has ended is known
// sooner where steps take long.
const lookAround = 64

// beforeSteps does what a run does before its first step.
func (w *driver) beforeSteps() error {
	if err := w.reporter.log(); err != nil {
		return err
	}
	if err := w.lookAhead(); err != nil {
		return w.at(err)
	}
	w.reporter.watch()
	return nil
}

// logs reports whether the state after a number of steps is logged.
func (w *driver) logs(steps int) bool {
	return w.config.Log.Sink != nil && steps%w.config.Log.Every == 0
}

// advance takes the state to the end of step n, or to the time until if that is earlier: at one go, or in parts where
// a segment of the controller or a wrench ends, friction or an end stop begins or ceases to act, or the stepper takes
// less. A whole step is exactly as long as configured. A condition that ends the run ends the step, too.
func (w *driver) advance(ctx context.Context, n int, until float64) (Status, error) {
	if err := w.look(n); err != nil {
		return w.reporter.stepFailed(err)
	}
	return w.toEnd(ctx, n, until)
}

// look looks, now and then, for dampers and springs that are too fast for the step that begins.
func (w *driver) look(n int) error {
	if n%lookEvery != 0 || !w.fast.looks {
		return nil
	}
	w.lane.see()
	return w.plant.lookForFast()
}

// toEnd is advance from a time within the step on.
func (w *driver) toEnd(ctx context.Context, n int, until float64) (Status, error) {
	begin, end := w.clock.time(n), w.clock.time(n+1)
	for parts := 1; w.state.T < min(end, until); parts++ {
		if parts > 1 && w.hurried.Load() { // of a controller that is much faster than the steps
			return w.interrupted(ctx)
		}
		if w.tired() {
			return TimedOut, w.timedOut()
		}
		if err := w.lookAhead(); err != nil || w.until.met != nil {
			return Failed, err
		}
		to := min(end, until, w.SmoothUntil())
		h := to - w.state.T
		if w.state.T == begin && to == end {
			h = w.config.Integration.Step
		}
		w.lane.part()
		w.detector.turnLines()
		w.last.CopyFrom(w.state)
		w.inStep = true
		taken, event, err := w.part(h, to)
		w.inStep = false
		if err != nil {
			w.state.CopyFrom(w.last) // the last good state
			if errors.Is(err, errHurried) {
				return w.interrupted(ctx)
			}
			return w.reporter.stepFailed(err)
		}
		if err := w.finish(taken, event); err != nil {
			return w.finishFailed(err)
		}
	}
	if w.detector.thaw() {
		w.lane.part()
		w.detector.restart()
		if err := w.detector.collide(); err != nil {
			return w.reporter.stepFailed(err)
		}
	}
	return Done, nil
}

// finishFailed returns the status and the error of a run in which the end of a step failed.
func (w *driver) finishFailed(err error) (Status, error) {
	if status, diverged := w.reporter.stepFailed(err); status == Diverged {
		return status, diverged
	}
	return Failed, w.at(err)
}

// part takes one step of at most h, to the time to, up to the first event in the step. In a lane code takes and books
// the step; alone the world books the step, see finish.
func (w *driver) part(h, to float64) (taken float64, event bool, err error) {
	if w.lane.smooth(to, h) {
		return h, false, nil
	}
	if taken, event, err = w.find(h); taken == h {
		w.state.T = to // without the rounding of the sum
	}
	if w.lane.inside() && !(err == nil && w.lane.keep(taken, event)) {
		w.state.CopyFrom(w.last)
		w.lane.leaveEvent()
		return w.part(h, to)
	}
	return taken, event, err
}

// find takes one step of at most h, up to the first event in it, without an account of it.
func (w *driver) find(h float64) (taken float64, event bool, err error) {
	var first *guard
	if w.events.guards != nil {
		h, first = w.detector.foresee(h)
	}
	taken, err = w.whole(h)
	// A step may go on beyond an event in modes that hold no longer, such as friction that drives, and so may fail. A
	// step that leaves the branch of the motion was too long.
	for n := 0; err != nil && n < halvings; n++ {
		if _, branched := err.(*BranchedError); w.events.guards == nil && !branched {
			break
		}
		h /= 2
		first = nil
		w.state.CopyFrom(w.last)
		w.detector.restart()
		shorter, again := w.whole(h)
		if _, branched := again.(*BranchedError); again == nil || branched {
			taken, err = shorter, again
		}
	}
	if err != nil || w.events.guards == nil {
		return taken, false, err
	}
	return w.detector.shorten(taken, first)
}

// halvings is how often a step that fails is tried with half the length.
const halvings = 20

// whole takes one step of at most h, and checks that the state is finite and on the branch of the motion before the
// step.
func (w *driver) whole(h float64) (taken float64, err error) {
	if w.bound != nil {
		w.bound.least = w.bound.constraints.Margin()
	}
	taken, err = w.detector.step(h)
	if err == nil && !w.reporter.finite() {
		err = w.reporter.diverged(w.reporter.notFinite())
	}
	if err == nil {
		err = w.reporter.branches()
	}
	return taken, err
}

// finish books a step and changes what changes at its end.
func (w *driver) finish(taken float64, event bool) error {
	if !w.lane.inside() {
		if err := w.books.book(w.World, taken); err != nil {
			return err
		}
		w.books.weigh(w.World)
		w.reporter.watch()
	}
	if event {
		if err := w.detector.resolve(); err != nil {
			return err
		}
	}
	return w.nextSegment()
}

// lookAhead notes what guards look back to at the start of a step. A condition may hold there already, by a jump of
// an effort or at the start of the run.
func (w *driver) lookAhead() error {
	if w.modes != nil {
		w.modes.aim(w.state.Qd)
		w.modes.lookBack()
	}
	if err := w.contacts.lookBackAtContacts(); err != nil {
		return err
	}
	if !w.until.onColumns {
		return nil
	}
	if err := w.detector.refresh(); err != nil {
		return err
	}
	for i := range w.events.guards {
		if g := &w.events.guards[i]; g.kind == ending {
			g.before = g.condition.lacks(w.logbook.row)
		}
	}
	if w.until.met == nil {
		w.until.met = w.reporter.holds(atStart)
	}
	return nil
}

// nextSegment begins the next segment of the efforts and of the wrenches where a segment has ended, and changes the
// robot where a change is due.
func (w *driver) nextSegment() error {
	if over, err := w.turnOver(); err != nil || !over {
		return err
	}
	return w.plant.balance()
}

// turnOver is nextSegment without the accelerations. It reports whether the accelerations have to be evaluated anew.
func (w *driver) turnOver() (over bool, err error) {
	if w.state.T < w.SmoothUntil() {
		return false, nil
	}
	for w.nextChange() <= w.state.T {
		if err := w.change(); err != nil {
			return false, err
		}
	}
	if w.timed.motions != nil && w.state.T >= w.timed.end {
		if err := w.plant.jump(); err != nil {
			return false, err
		}
	}
	if w.wrenches != nil && w.state.T >= w.wrenches.until {
		w.wrenches.begin(w.state.T)
	}
	if w.drive.segments != nil && w.state.T >= w.drive.end {
		if w.lane.inside() {
			w.drive.end = w.lane.beginSegment()
		} else if err := w.drive.begin(w.state); err != nil {
			return false, err
		}
	}
	w.detector.restart()
	return true, nil
}

// at adds the current time to an error.
func (w *driver) at(err error) error { return fmt.Errorf("at t = %v s: %w", w.state.T, err) }
