package sim

import "fmt"

// HeldEfforts is the Controller of a program that owns the loop, such as an agent of reinforcement learning: it holds
// the efforts that [World.Act] gave last, and zeros before.
type HeldEfforts struct{ tau []float64 }

// Effort implements Controller.
func (h *HeldEfforts) Effort(tau []float64, _ float64, _, _ []float64) error {
	copy(tau, h.tau)
	return nil
}

// Reset implements Resetter: all efforts are zero.
func (h *HeldEfforts) Reset() { clear(h.tau) }

// Act makes the efforts tau, in the order of tree.EffortLayout (N m, N), act from the current time on. The controller
// of the world has to be a *HeldEfforts. Act does what the start of a segment of a [Segmented] controller does: the
// accelerations, and which joints friction holds, become those under the new efforts, so that each integrator keeps its
// order. The error says that no acceleration was found; the world has to be reset then. Act does not allocate after the
// first call. It panics if the length of tau is wrong, or the controller is another one.
func (w *World) Act(tau []float64) error {
	h, ok := w.config.Controller.(*HeldEfforts)
	if !ok {
		panic(fmt.Sprintf("sim: the controller is a %T; Act needs a *sim.HeldEfforts", w.config.Controller))
	}
	if n := w.drive.layout.Len(); len(tau) != n {
		panic(fmt.Sprintf("sim: there are %d efforts; expected %d", len(tau), n))
	}
	h.tau = append(h.tau[:0], tau...)
	w.detector.restart()
	if err := w.plant.balance(); err != nil {
		return w.driver.at(err)
	}
	return nil
}
