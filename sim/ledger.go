package sim

import (
	"math"

	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/internal/vec"
	"kinetree/sim/step"
)

// Ledger is the account of the energy of a run, see package step.
type Ledger = step.Ledger

// Looking at the kinetic energy costs about a quarter of an evaluation of the accelerations. So it is looked at after
// each of the first parts of a run, which may be all if the steps are coarse, and now and then after that.
const (
	weighedFirst = 64
	weighedEvery = 8
)

// weigh counts the energy that moves in the part of a step that has been booked.
func (b *bookkeeper) weigh(w *World) {
	if b.parts++; looked(b.parts) {
		b.Look(w.plant.energies(w.state.Q, w.state.Qd))
	}
}

// looked reports whether a part, counted from 1, is to be looked at.
func looked(part int) bool { return part <= weighedFirst || part%weighedEvery == 0 }

// rounding bounds the error of a sum of energies over some thousand steps (J). The bound is in proportion to the
// energies at the start and at the end and to the robot's weight times 1 m, because potential energies may cancel in
// their sum.
func (w *reporter) rounding(end float64) float64 {
	weight := w.energy.Mass(lagrange.Moving) * vec.Len(w.Model().Gravity())
	return float64(1e-9 * max(math.Abs(w.books.Start), math.Abs(end), weight))
}

// bookkeeper has the books of a run.
type bookkeeper struct {
	step.Books
	fresh     bool    // the account is that of a run which begins now, at these energies
	kinetic   float64 // at the start
	potential float64
	parts     int // of steps that were booked
	step      step.Booked
}

// book adds the step of length h from w.last to w.state.
func (b *bookkeeper) book(w *World, h float64) error {
	x, observer, driven := w.mechanism, w.config.Watch.Observer, w.plant.driven()
	if w.config.Controller == nil && x.Passive.Damping == nil && !x.Passive.Couples() && !w.drive.motors &&
		len(x.Frictions) == 0 && observer == nil && !x.Links.Any() && !driven {
		return nil
	}
	if w.modes != nil {
		w.modes.tell()
	}
	if w.contacts != nil {
		w.contacts.losses = w.contacts.losses[:0]
	}
	if err := b.Book(x, (*outside)(w), w.reporter.booked(h, driven)); err != nil {
		return err
	}
	w.contacts.bookContacts(h)
	if observer != nil {
		observer.Observe(w.last, w.state, b.Begin, b.Effort, b.Work)
	}
	return nil
}

// booked returns the step of length h to the current state.
func (w *reporter) booked(h float64, driven bool) *step.Booked {
	w.books.step = step.Booked{Length: h, From: w.last, To: w.state, Straight: w.straight(),
		Transient: len(w.fast.found) > 0, Driven: driven}
	return &w.books.step
}

// straight reports whether velocities are linear in time within a step, as the method has it.
func (w *reporter) straight() bool {
	_, foreseen := w.stepper.(integrate.Foreseen)
	return foreseen && w.bound == nil
}

// outside is the world as the books see it.
type outside World

// Effort implements step.Outside.
func (w *outside) Effort(tau []float64, t float64, q, qd []float64) error {
	return (*World)(w).Effort(tau, t, q, qd)
}

// ConstraintPower implements step.Outside.
func (w *outside) ConstraintPower(t float64, q, qd []float64) (float64, error) {
	return (*World)(w).plant.constraintPower(t, q, qd)
}
