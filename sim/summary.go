package sim

import (
	"fmt"
	"slices"
)

// Status tells how a run ended.
type Status string

// The ends of a run.
const (
	Done    Status = "done"    // the end time was reached
	Stopped Status = "stopped" // a condition for the end holds
	// a state was not finite, the mass matrix singular, or friction and stops without a balance
	Diverged    Status = "diverged"
	Interrupted Status = "interrupted" // the context was cancelled
	Failed      Status = "failed"      // the controller failed, or the log could not be written
)

// Snapshot is a state with its energies.
type Snapshot struct {
	Time               float64
	Position, Velocity []float64
	Kinetic, Potential float64 // J; the potential energy includes that of the springs
}

// Total returns the total energy (J).
func (s *Snapshot) Total() float64 { return s.Kinetic + s.Potential }

// Summary is the account of a run.
type Summary struct {
	Status     Status
	Reason     string // why the run ended, in words
	Steps      int
	Start, End Snapshot
	Work       float64  // of the actuators (J)
	Push       float64  // work of the wrenches (J)
	Heat       float64  // taken by the damping (J)
	Friction   float64  // taken by friction (J)
	Stops      float64  // lost in impacts on stops (J)
	Added      float64  // by changes of the robot (J)
	Impacts    int      // on stops
	Excesses   []Excess // when joints were beyond their limits for the first time
}

// Drift returns the energy that appeared from nowhere, the residual of the account: the error of the integrator, in J.
func (s *Summary) Drift() float64 {
	return s.End.Total() - s.Start.Total() - s.Work - s.Push - s.Added + s.Heat + s.Friction + s.Stops
}

func (w *World) snapshot() Snapshot {
	s := w.state
	kinetic, potential := w.energies(s.Q, s.Qd)
	return Snapshot{s.T, slices.Clone(s.Q), slices.Clone(s.Qd), kinetic, potential}
}

// end completes the summary.
func (s *Summary) end(w *World, status Status, err error) {
	s.Status = status
	switch {
	case err != nil:
		s.Reason = err.Error()
	case w.ended != nil:
		s.Reason = fmt.Sprintf("%s at t = %v s", w.ended.text, w.state.T)
	default:
		s.Reason = "the duration was reached"
	}
	s.End = w.snapshot()
	l := &w.ledger.entries
	s.Work, s.Push, s.Heat, s.Friction, s.Stops = l.work, l.push, l.heat, l.friction, l.stops
	s.Added = l.added
	s.Impacts, s.Excesses = w.impacts, slices.Clone(w.excesses)
}
