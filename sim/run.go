package sim

import (
	"context"
	"fmt"
	"math"
)

// Run steps until the time until (s) and logs to the sink. It ends early with an error if the state diverges, the mass matrix is
// singular, the controller or the sink fails, or the context is cancelled; then the log ends with the last good state. There is a
// summary unless the log could not be begun. Another Run goes on from there, with a log and a summary of its own.
func (w *World) Run(ctx context.Context, until float64) (*Summary, error) {
	s := &Summary{Start: w.snapshot()}
	w.ledger.work, w.ledger.heat = 0, 0
	if w.Sink != nil {
		if err := w.begin(); err != nil {
			return nil, err
		}
	}
	status, err := w.loop(ctx, until, s)
	if w.Sink != nil {
		status, err = w.closeLog(s, status, err)
	}
	s.end(w, status, err)
	return s, err
}

// loop steps and logs.
func (w *World) loop(ctx context.Context, until float64, s *Summary) (Status, error) {
	const every = 64 // steps between looks at the context and the progress
	steps := w.clock.steps(until)
	for n := w.clock.before(w.state.T); n < steps; n++ {
		if s.Steps%every == 0 {
			if err := ctx.Err(); err != nil {
				return Interrupted, fmt.Errorf("interrupted at t = %v s", w.state.T)
			}
			if w.Progress != nil {
				w.Progress(w.state.T)
			}
		}
		from, to := w.clock.time(n), w.clock.time(n+1)
		if err := w.advance(math.Min(to, until), w.state.T == from && to <= until); err != nil {
			w.state.CopyFrom(w.last) // the last good state
			return Diverged, err
		}
		s.Steps++
		if w.Sink != nil && s.Steps%w.Every == 0 {
			if err := w.record(); err != nil {
				return Failed, err
			}
		}
	}
	return Done, nil
}

// advance takes the state to the time end in one step, or in several where the controller has pieces or the stepper chooses its
// own. A whole step is exactly as long as configured.
func (w *World) advance(end float64, whole bool) error {
	for w.state.T < end {
		to := end
		if w.end < end {
			to, whole = w.end, false
		}
		h := to - w.state.T
		if whole {
			h = w.Step
		}
		w.last.CopyFrom(w.state)
		taken, err := w.stepper.Step(w, w.state, h)
		if err != nil {
			return w.stepFailed(err)
		}
		if taken == h {
			w.state.T = to // without the rounding of the sum
		}
		if !w.finite() {
			return w.diverged(w.notFinite())
		}
		if err := w.ledger.book(w, taken); err != nil {
			return err
		}
		if err := w.turnPiece(); err != nil {
			return err
		}
	}
	return nil
}

// turnPiece goes on to the next piece of the controller if the current one is over.
func (w *World) turnPiece() error {
	if w.pieces == nil || w.state.T < w.end {
		return nil
	}
	w.end = w.pieces.Segment(w.state.T)
	if err := w.Acceleration(w.state.A, w.state.T, w.state.Q, w.state.V); err != nil {
		return fmt.Errorf("at t = %v s: %w", w.state.T, err)
	}
	return nil
}
