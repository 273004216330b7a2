package sim

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// TimedOutError reports that a run took more than Config.End allows.
type TimedOutError struct {
	Time  float64       // that the run had reached (s)
	Steps int           // that it was allowed; 0 if it ended by wall time
	Wall  time.Duration // that it was allowed; 0 if it ended by steps
}

func (e *TimedOutError) Error() string {
	if e.Wall > 0 {
		return fmt.Sprintf("the run took longer than the %v of wall time that it may, a limit that other machines "+
			"reach elsewhere: it was at t = %v s", e.Wall, e.Time)
	}
	return fmt.Sprintf("the run took more than the %d steps that it may, parts of steps included: it was at t = %v s",
		e.Steps, e.Time)
}

// errWall is the cause of a context that ended by End.Wall.
var errWall = errors.New("wall time")

// errHurried ends a step while the controller is asked for efforts, which may take long, in a run whose context has
// ended.
var errHurried = errors.New("the context of the run has ended")

// hurry makes a context that ends after End.Wall, and has w.hurried set when it ends. The function releases it.
func (w *driver) hurry(ctx context.Context) (context.Context, func()) {
	release := func() {}
	if wall := w.config.End.Wall; wall > 0 {
		ctx, release = context.WithTimeoutCause(ctx, wall, errWall)
	}
	w.hurried = &w.own
	stop := hurried(ctx, w.hurried)
	return ctx, func() { stop(); release() }
}

// hurried has a value set once a context has ended. The function releases it.
func hurried(ctx context.Context, value *atomic.Bool) (release func() bool) {
	value.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { value.Store(true) })
}

// interrupted tells how a run ends whose context has ended.
func (w *driver) interrupted(ctx context.Context) (Status, error) {
	if errors.Is(context.Cause(ctx), errWall) {
		return TimedOut, &TimedOutError{Time: w.state.T, Wall: w.config.End.Wall}
	}
	return Interrupted, fmt.Errorf("interrupted at t = %v s", w.state.T)
}

// tired counts a part of a step that is to begin, and reports whether the run may take no more.
func (w *driver) tired() bool {
	if w.spent() {
		return true
	}
	w.parts++
	return false
}

// spent reports whether the run has taken as many parts of steps as it may.
func (w *driver) spent() bool { return w.config.End.Steps > 0 && w.parts == w.config.End.Steps }

// timedOut is the error of a run that is tired.
func (w *driver) timedOut() error { return &TimedOutError{Time: w.state.T, Steps: w.config.End.Steps} }

// EndAfter sets the most steps, and parts of steps, of the runs to come, as End.Steps of the configuration does.
func (w *World) EndAfter(steps int) { w.config.End.Steps = steps }

// Parts returns how many steps, and parts of steps, the last run has taken.
func (w *World) Parts() int { return w.parts }
