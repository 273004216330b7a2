package sim

import (
	"context"
	"errors"
	"iter"
	"slices"

	"kinetree/tree"
)

// lane is the place of one run among those that go side by side. A nil lane is that of a world that runs alone.
type lane struct {
	LaneRun
	of      *Lanes
	number  int
	model   *tree.Model // at the start
	ctx     context.Context
	release func()   // of the context; nil if it is that of all lanes
	summary *Summary // of the run, or of the one before it
	err     error
	needs   need
	done    bool // the code could compute what the run needed
	failed  int  // accelerations in a row that the code could not compute
	gravity []float64
	steps   laneSteps

	next  func() (struct{}, bool) // of the coroutine; nil before the first run
	stop  func()
	yield func(struct{}) bool
}

// need is what a run needs of the code.
type need uint8

const (
	noNeed         need = iota // there is no run
	anAcceleration             // of a state
	wholeSteps                 // ordinary steps
	aPart                      // of a step with an event
	needs
)

// begin begins a run in lane k.
func (x *lane) begin(ctx context.Context, l *Lanes, k int) {
	w := x.World
	x.of, x.number, x.ctx, x.release, x.model, x.failed = l, k, ctx, nil, w.Model(), 0
	x.gravity = slices.Grow(x.gravity[:0], w.NV())[:w.NV()]
	x.steps = laneSteps{}
	if w.config.End.Wall > 0 {
		x.ctx, x.release = w.driver.hurry(ctx)
	} else {
		w.hurried = &l.hurried
	}
	w.lane = x
	if x.next == nil {
		x.next, x.stop = iter.Pull(x.runs)
	}
}

// end ends a run. The lane is free then.
func (x *lane) end() {
	x.of.ended = true
	if x.release != nil {
		x.release()
	}
	x.World.lane, x.World.hurried = nil, &x.World.own
	x.Ended(x.summary, x.err)
	x.LaneRun = LaneRun{}
}

// runs is the coroutine: one run after the other.
func (x *lane) runs(yield func(struct{}) bool) {
	x.yield = yield
	for again := true; again; again = yield(struct{}{}) {
		x.run()
		x.needs = noNeed
	}
}

// run does a run, see World.Run.
func (x *lane) run() {
	w, s := x.World, x.summary
	if s == nil {
		s = new(Summary)
	}
	if x.summary, x.err = w.driver.beginRun(x.Until, s); x.err != nil {
		return
	}
	status, err := w.driver.loop(x.ctx, x.Until, s)
	x.leave()
	x.err = w.driver.conclude(s, status, err)
}

// resume lets the coroutine go on until it needs something, or until its run has ended.
func (x *lane) resume() { x.next() }

// await stops the coroutine until what it needs has been computed, and reports whether that could be done.
func (x *lane) await(what need) (done bool) {
	if x.needs = what; !x.yield(struct{}{}) {
		panic(errAbandoned)
	}
	return x.done
}

// errAbandoned ends a coroutine within a run, after a panic elsewhere.
var errAbandoned = errors.New("the run has been abandoned")

// close ends the coroutine.
func (x *lane) close() {
	if x.next == nil {
		return
	}
	defer func() {
		x.next, x.stop, x.yield, x.LaneRun = nil, nil, nil, LaneRun{}
		if r := recover(); r != nil && r != errAbandoned {
			panic(r)
		}
	}()
	x.stop()
}

// mostFailed is how many accelerations in a row code may leave to Go before it is not asked any more: of a robot that
// stands still, for example.
const mostFailed = 16

// accelerate sets qdd to the accelerations of the model without wrenches, and with nothing added to its mass matrix, by
// code, together with those that other lanes need. It returns false if code could not.
func (x *lane) accelerate(qdd, q, qd, tau []float64) bool {
	if x == nil || x.failed == mostFailed || x.steps.in { // the lane would lose its rows while other lanes take steps
		return false
	}
	w, s, k := x.World, &x.of.Solver, x.number
	if w.augmented || w.Model() != x.model || w.bound != nil || w.base != nil {
		return false
	}
	for i, x := range q {
		s.Q[i*s.Count+k] = x
	}
	for i, x := range qd {
		s.Qd[i*s.Count+k], s.Tau[i*s.Count+k] = x, tau[i]
	}
	done := x.await(anAcceleration)
	if done && x.Foresee != nil && s.Gravity != nil && &qdd[0] == &w.state.Qdd[0] &&
		w.recorder.read(x.gravity, s.Gravity, s.Count, k) {
		x.Foresee(x.model, q, x.gravity)
	}
	if done && w.recorder.read(qdd, s.Qdd, s.Count, k) {
		x.failed = 0
		return true
	}
	x.failed++
	return false
}

// read reads the numbers of lane k of a result. Code does not know the sign of a zero, which shows in a log, and there
// alone; read reports whether the numbers are as good as those that the world computes.
func (w *recorder) read(to, from []float64, count, k int) bool {
	for i := range to {
		to[i] = from[i*count+k]
	}
	return w.config.Log.Sink == nil || !slices.Contains(to, 0)
}
