package sim

import "slices"

// Status tells how a run ended.
type Status string

// The ends of a run.
const (
	Done        Status = "done"        // the end time was reached
	Diverged    Status = "diverged"    // a state was not finite, or the mass matrix singular
	Interrupted Status = "interrupted" // the context was cancelled
	Failed      Status = "failed"      // the controller failed, or the log could not be written
)

// Snapshot is a state with its energies.
type Snapshot struct {
	Time               float64
	Position, Velocity []float64
	Kinetic, Potential float64 // J
}

// Total returns the total energy (J).
func (s *Snapshot) Total() float64 { return s.Kinetic + s.Potential }

// Summary is the account of a run.
type Summary struct {
	Status     Status
	Reason     string // why the run ended, in words
	Steps      int
	Start, End Snapshot
	Work       float64 // of the efforts (J)
	Heat       float64 // taken by the damping (J)
}

// Drift returns the energy that appeared from nowhere: the error of the integrator, in J.
func (s *Summary) Drift() float64 { return s.End.Total() - s.Start.Total() - s.Work + s.Heat }

func (w *World) snapshot() Snapshot {
	s := w.state
	kinetic, potential := w.energy.Energy(s.Q, s.V)
	return Snapshot{s.T, slices.Clone(s.Q), slices.Clone(s.V), kinetic, potential}
}

// end completes the summary.
func (s *Summary) end(w *World, status Status, err error) {
	s.Status, s.Reason = status, "the duration was reached"
	if err != nil {
		s.Reason = err.Error()
	}
	s.End = w.snapshot()
	s.Work, s.Heat = w.ledger.work, w.ledger.heat
}
