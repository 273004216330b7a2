package sim

import (
	"fmt"
	"slices"

	"kinetree/dynamics/constraint"
	"kinetree/dynamics/coulomb"
	"kinetree/tree"
)

// Status tells how a run ended.
type Status string

// The ends of a run.
const (
	Done    Status = "done"    // the end time was reached
	Stopped Status = "stopped" // a condition of End.Until holds
	// a state was not finite, or the mass matrix singular
	Diverged Status = "diverged"
	// the integration has added or lost more energy than Integration.MaxDrift allows; the log is complete
	Drifted     Status = "drifted"
	TimedOut    Status = "timed out"   // more steps or more wall time than Config.End allows
	Interrupted Status = "interrupted" // the context was cancelled
	Failed      Status = "failed"      // the controller failed, or the log could not be written
)

// Snapshot is a state of a robot with its energies.
type Snapshot struct {
	Model              *tree.Model
	Time               float64 // s
	Position, Velocity []float64
	Kinetic, Potential float64 // J; the potential energy includes that of the springs
}

// Total returns the total energy (J).
func (s *Snapshot) Total() float64 { return s.Kinetic + s.Potential }

// Summary describes a run: how it ended, and what it came to.
type Summary struct {
	Status     Status
	Reason     string // why the run ended, in words
	Steps      int
	Start, End Snapshot
	Ledger     Ledger
	Impacts    int         // on end stops
	Excesses   []Excess    // when joints were beyond their limits for the first time
	Pulls      []Pull      // when rolling pulled for the first time
	Coarse     Turn        // the fastest turn, if it was too fast for the steps; otherwise zero
	Stiff      []Stiffness // dampers and springs for which the run changed over to an implicit method

	Constraints *constraint.RowCount // nil if there are none
	Touches     []TouchEvent         // what contacts began to do, at most so many as MostTouches
	Laws        *coulomb.Laws        // by how much rigid contacts have broken the laws at most; nil for none
	Shared      bool                 // at the end rigid bodies leave it undetermined what each contact bears
}

// beginSummary sets a summary to the state and the given energies at the start, and makes room for the state at the
// end, unless there is room from another run.
func (w *reporter) beginSummary(s *Summary, kinetic, potential float64) {
	from, to := &s.Start, &s.End
	nq, nv := w.NQ(), w.NV()
	if len(from.Position) != nq || len(from.Velocity) != nv {
		numbers := make([]float64, 2*(nq+nv))
		room := func(n int) (list []float64) {
			list, numbers = numbers[:n:n], numbers[n:]
			return list
		}
		for _, at := range []*Snapshot{from, to} {
			at.Position, at.Velocity = room(nq), room(nv)
		}
	}
	*s = Summary{Start: Snapshot{Position: from.Position, Velocity: from.Velocity, Kinetic: kinetic,
		Potential: potential}, End: Snapshot{Position: to.Position[:0], Velocity: to.Velocity[:0]}}
	w.snapshot(from)
}

// snapshot sets a snapshot to the state, but for the energies.
func (w *reporter) snapshot(s *Snapshot) {
	s.Model, s.Time = w.Model(), w.state.T
	s.Position, s.Velocity = append(s.Position[:0], w.state.Q...), append(s.Velocity[:0], w.state.Qd...)
}

// end completes the summary, whose ledger is there.
func (s *Summary) end(w *World, status Status, err error) {
	s.Status = status
	switch {
	case err != nil:
		s.Reason = err.Error()
	case w.until.met != nil:
		s.Reason = fmt.Sprintf("%s at t = %v s", w.until.met.text, w.state.T)
	default:
		s.Reason = "the duration was reached"
	}
	s.Impacts, s.Excesses = w.events.impacts, slices.Clone(w.limits.excesses)
	s.Pulls = slices.Clone(w.limits.pulls)
	s.Coarse, s.Stiff = w.reporter.coarseTurn(), slices.Clone(w.Stiff())
	if w.contacts != nil {
		s.Touches, s.Shared = slices.Clone(w.contacts.events), w.contacts.open
		laws := w.contacts.laws
		s.Laws = &laws
	}
	if w.bound != nil && len(w.bound.list) > 0 {
		count := w.bound.constraints.Count()
		if w.config.Log.Reactions && len(count.Redundant) > 0 {
			count.Shares = "undetermined: rigid bodies do not tell how redundant rows share them; logged are the " +
				"shares of least norm"
		}
		s.Constraints = &count
	}
}
