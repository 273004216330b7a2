package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Run steps until the time until (s), which may be infinite, and logs to the sink. It ends early with an error if the state
// diverges, the mass matrix is singular, the controller or the sink fails, or the context is cancelled; then the log ends with the last
// good state. There is a summary unless the log could not be begun. Another Run goes on from there, with a log and a summary of its
// own.
func (w *World) Run(ctx context.Context, until float64) (*Summary, error) {
	if math.IsNaN(until) {
		return nil, errors.New("the end time is NaN; expected a time in s")
	}
	s := &Summary{Start: w.snapshot()}
	w.ledger.work, w.ledger.heat = 0, 0
	if w.config.Sink != nil {
		if err := w.beginLog(); err != nil {
			return nil, err
		}
	}
	status, err := w.loop(ctx, until, s)
	if w.config.Sink != nil {
		status, err = w.endLog(s, status, err)
	}
	s.end(w, status, err)
	return s, err
}

// loop logs the start, steps and logs.
func (w *World) loop(ctx context.Context, until float64, s *Summary) (Status, error) {
	const every = 64 // steps between looks at the context and the progress
	if err := w.log(); err != nil {
		return Failed, err
	}
	for n := w.clock.before(w.state.T); w.clock.beginsBefore(n, until); n++ {
		if s.Steps%every == 0 {
			if ctx.Err() != nil {
				return Interrupted, fmt.Errorf("interrupted at t = %v s", w.state.T)
			}
			if w.config.Progress != nil {
				w.config.Progress(w.state.T)
			}
		}
		if status, err := w.advance(n, until); err != nil {
			return status, err
		}
		s.Steps++
		if s.Steps%w.config.Every == 0 {
			if err := w.log(); err != nil {
				return Failed, err
			}
		}
	}
	return Done, nil
}

// advance takes the state to the end of step n, or to the time until if that is earlier: at one go, or in parts where a segment of the
// controller ends or the stepper takes less. A whole step is exactly as long as configured.
func (w *World) advance(n int, until float64) (Status, error) {
	begin, end := w.clock.time(n), w.clock.time(n+1)
	for w.state.T < math.Min(end, until) {
		to := math.Min(math.Min(end, until), w.segmentEnd)
		h := to - w.state.T
		if w.state.T == begin && to == end {
			h = w.config.Step
		}
		w.last.CopyFrom(w.state)
		taken, err := w.stepper.Step(w, w.state, h)
		if err == nil && !w.finite() {
			err = w.diverged(w.notFinite())
		}
		if err != nil {
			w.state.CopyFrom(w.last) // the last good state
			return w.stepFailed(err)
		}
		if taken == h {
			w.state.T = to // without the rounding of the sum
		}
		if err := w.ledger.book(w, taken); err != nil {
			return Failed, w.at(err)
		}
		if err := w.nextSegment(); err != nil {
			return Failed, w.at(err)
		}
	}
	return Done, nil
}

// nextSegment goes on to the next segment of the controller if the current one is over.
func (w *World) nextSegment() error {
	if w.segments == nil || w.state.T < w.segmentEnd {
		return nil
	}
	if err := w.beginSegment(w.state.T, w.state.Q, w.state.V); err != nil {
		return err
	}
	return w.Acceleration(w.state.A, w.state.T, w.state.Q, w.state.V)
}

// beginSegment begins the controller's segment at time t.
func (w *World) beginSegment(t float64, q, v []float64) (err error) {
	if w.segmentEnd, err = w.segments.BeginSegment(t, q, v); err != nil {
		return err
	}
	if !(w.segmentEnd > t) {
		return fmt.Errorf("the controller's segment that begins at t = %v s ends at %v s; expected a later time", t, w.segmentEnd)
	}
	return nil
}

// at adds the current time to an error.
func (w *World) at(err error) error { return fmt.Errorf("at t = %v s: %w", w.state.T, err) }
