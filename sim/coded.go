package sim

import (
	"slices"

	"kinetree/tree"
)

// coded is the code for accelerations of a world in a lane, which it uses where it steps alone, too.
type coded struct {
	solver *LaneSolver // nil for none
	lane   int
	model  *tree.Model
	missed int // evaluations in a row that it could not do
}

// mostMissed is how many evaluations in a row code may leave to Go before it is not asked any more: of a robot that
// stands still, for example.
const mostMissed = 16

// accelerate sets qdd to the accelerations of the model without wrenches, and with nothing added to its mass matrix. It
// returns false if it could not.
func (c *coded) accelerate(w *World, qdd, q, qd, tau []float64) bool {
	s, k := c.solver, c.lane
	if s == nil || w.augmented || w.Model() != c.model || w.bound != nil || w.base != nil {
		return false
	}
	for i, x := range q {
		s.Q[i*s.Count+k] = x
	}
	for i, x := range qd {
		s.Qd[i*s.Count+k], s.Tau[i*s.Count+k] = x, tau[i]
	}
	if s.Compute()>>k&1 == 1 && w.read(qdd, s.Qdd, s.Count, k) {
		c.missed = 0
		return true
	}
	if c.missed++; c.missed == mostMissed {
		c.solver = nil
	}
	return false
}

// read reads the numbers of lane k of a result. Code does not know the sign of a zero, which shows in a log, and there
// alone; read reports whether the numbers are as good as those that the world computes.
func (w *World) read(to, from []float64, count, k int) bool {
	for i := range to {
		to[i] = from[i*count+k]
	}
	return w.config.Log.Sink == nil || !slices.Contains(to, 0)
}
