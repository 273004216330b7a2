package sim

import (
	"cmp"
	"context"
	"math/bits"
	"sync/atomic"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// Lanes runs worlds side by side, so that machine code computes several at once. The models of the worlds have the same
// structure. Each run has a lane, and gives the bits of World.Run, whatever runs beside it.
//
// A run is a coroutine that executes driver.loop, as a run alone does. The run stops where it needs a result of the
// code: accelerations, ordinary steps, or a part of a step with an event. Lanes then computes what all lanes need, and
// lets each run go on.
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
	// Ended receives what World.Run returns. The summary is reused for the next run after Ended returns.
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
	defer func() {
		for k := range l.lanes {
			l.lanes[k].close()
		}
	}()
	for more, busy := true, true; busy; {
		busy = false
		for k := range l.lanes {
			x := &l.lanes[k]
			for x.World == nil && more {
				if x.LaneRun, more = next(); !more {
					x.LaneRun = LaneRun{}
				} else if l.use(k, x.World) {
					x.begin(ctx, l, k)
					l.resume(k, false)
				} else {
					l.goes()
					l.ended = true
					x.Ended(x.World.Run(ctx, x.Until))
					x.LaneRun = LaneRun{}
				}
			}
			busy = busy || x.World != nil
		}
		if busy {
			l.goes()
			l.compute()
		}
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

// resume lets the run of lane k go on until it needs a result of the code again, or ends. done tells whether the code
// could compute the last result.
func (l *Lanes) resume(k int, done bool) {
	x := &l.lanes[k]
	x.done = done
	x.resume()
	if x.needs == noNeed {
		x.end()
	}
}

// compute computes what the runs need, and lets them go on.
func (l *Lanes) compute() {
	var lanes [needs]uint8 // by what they need
	for k := range l.lanes {
		lanes[l.lanes[k].needs] |= 1 << k
	}
	var done uint8
	asked, whole, parts := lanes[anAcceleration], lanes[wholeSteps], lanes[aPart]
	if asked != 0 {
		done = l.Solver.Compute() & asked
	}
	for together := asked|parts == 0; whole|parts != 0; {
		taken, over := l.takeSteps(whole|parts, parts, together), uint8(0)
		for left := whole; left != 0; left &= left - 1 {
			k := bits.TrailingZeros8(left)
			if x := &l.lanes[k]; taken>>k&1 == 0 {
				x.refuse()
				over |= 1 << k
			} else if !x.goOn() {
				over |= 1 << k
			}
		}
		if asked |= over; !together || over != 0 {
			break
		}
	}
	for left := asked; left != 0; left &= left - 1 {
		k := bits.TrailingZeros8(left)
		l.resume(k, done>>k&1 == 1)
	}
}

// takeSteps computes a step in some lanes, and returns the lanes whose step is complete. Those of the parts decide
// themselves whether to keep their step, and go on. The others keep it, and repeat it if they are to take many
// together; the last repetition is the step that is complete or not.
func (l *Lanes) takeSteps(lanes, parts uint8, together bool) (done uint8) {
	for left := lanes; left != 0; {
		code, inside := l.lanes[bits.TrailingZeros8(left)].steps.runner, uint8(0)
		for k := range l.lanes {
			if s := &l.lanes[k].steps; s.in && s.runner == code {
				inside |= 1 << k
			}
		}
		same := inside & left // the others have entered since the step began, and keep their rows
		left &^= same
		taken := code.Compute(inside) & same
		kept := taken &^ parts
		l.correct(code, kept)
		for asking := same & parts; asking != 0; asking &= asking - 1 {
			k := bits.TrailingZeros8(asking)
			l.resume(k, taken>>k&1 == 1)
			if s := &l.lanes[k].steps; s.kept {
				s.kept = false
				kept |= 1 << k
			}
		}
		code.Keep(kept)
		if together && taken == same {
			taken = l.repeat(code, same)
		}
		done |= taken
	}
	return done
}

// correct lets observers correct the measures of the step that was computed last, in the lanes where code has flagged
// it.
func (l *Lanes) correct(code *tape.Runner, lanes uint8) {
	for flagged := code.Flagged(lanes); flagged != 0; flagged &= flagged - 1 {
		s := &l.lanes[bits.TrailingZeros8(flagged)].steps
		s.observer.Correct(&s.lane, &s.results, *s.span[0], *s.span[1])
	}
}
