package sim

import (
	"gonum.org/v1/gonum/floats"

	"kinetree/tree"
)

// ledger books the work of the efforts and the heat of the damping along the motion. The power is integrated by Simpson's rule; the
// state in the middle of a step is that of the cubic through both ends:
//
//	v_m = (v₀ + v₁)/2 + h/8 (a₀ − a₁),   q_m = q₀ ⊕ h/24 (5 v₀ + 8 v_m − v₁)
//
// Where positions are poses, which do not commute, the last is two motions of half the velocity each, plus and minus h/12 (v₀ − v_m): those of the
// method of order 4 for such positions (see integrate.RK4) over half a step. The error is of order 4 in the step, as that of the integrators
// at best.
type ledger struct {
	work, heat     float64   // J
	effort         []float64 // scratch: efforts, and the state in the middle
	q, v, velocity []float64
	turn           []float64 // h/12 (v₀ − v_m) / h
}

func newLedger(m *tree.Model) ledger {
	nq, nv := m.NQ(), m.NV()
	return ledger{q: make([]float64, nq), v: make([]float64, nv), velocity: make([]float64, nv), turn: make([]float64, nv)}
}

// book adds the step of length h from w.last to w.state.
func (l *ledger) book(w *World, h float64) error {
	if w.config.Controller == nil && w.damping == nil {
		return nil
	}
	from, to := w.last, w.state
	for i := range l.v {
		l.v[i] = (from.V[i]+to.V[i])/2 + h/8*(from.A[i]-to.A[i])
		l.velocity[i] = (5*from.V[i] + 8*l.v[i] - to.V[i]) * (1.0 / 24)
	}
	if len(l.q) == len(l.v) {
		w.Retract(l.q, from.Q, l.velocity, h)
	} else {
		l.moveHalves(w, h)
	}
	for _, p := range [...]struct {
		weight, t float64
		q, v      []float64
	}{
		{1, from.T, from.Q, from.V}, {4, from.T + h/2, l.q, l.v}, {1, to.T, to.Q, to.V},
	} {
		if err := w.Effort(l.effort, p.t, p.q, p.v); err != nil {
			return err
		}
		l.work += p.weight * h / 6 * floats.Dot(w.layout.Generalized(l.effort), p.v)
		for i, d := range w.damping {
			l.heat += p.weight * h / 6 * d * p.v[i] * p.v[i]
		}
	}
	return nil
}

// moveHalves sets q to the position in the middle where positions are poses.
func (l *ledger) moveHalves(w *World, h float64) {
	floats.SubTo(l.turn, w.last.V, l.v)
	floats.Scale(1.0/12, l.turn)
	floats.Scale(0.5, l.velocity)
	floats.Add(l.velocity, l.turn)
	w.Retract(l.q, w.last.Q, l.velocity, h)
	floats.AddScaled(l.velocity, -2, l.turn)
	w.Retract(l.q, l.q, l.velocity, h)
}
