package sim

import (
	"gonum.org/v1/gonum/floats"

	"kinetree/tree"
)

// entries are the parts of the account of the energy (J): that at the end is that at the start + work + push + added
// − heat − friction − stops + residual.
type entries struct {
	work     float64 // of the actuators
	push     float64 // work of the wrenches
	heat     float64 // taken by damping
	friction float64 // taken by friction
	stops    float64 // lost in impacts on stops
	added    float64 // by changes of the robot
}

// gain returns what they add to the energy.
func (e *entries) gain() float64 { return e.work + e.push + e.added - e.heat - e.friction - e.stops }

// ledger books the work of efforts and wrenches and what damping and friction take along the motion, and what is lost
// in impacts. The power is integrated by Simpson's rule; the state in the middle of a step is that of the cubic
// through both ends:
//
//	v_m = (v₀ + v₁)/2 + h/8 (a₀ − a₁),   q_m = q₀ ⊕ h/24 (5 v₀ + 8 v_m − v₁)
//
// Where positions are poses, which do not commute, the last is two motions of half the velocity each, plus and minus
// h/12 (v₀ − v_m): those of the method of order 4 for such positions (see integrate.RK4) over half a step. The error
// is of order 4 in the step, as that of the integrators at best. A step ends at each change of a mode, so the power
// is smooth within.
type ledger struct {
	entries
	start          float64   // energy at the start of the run (J)
	effort, begin  []float64 // scratch: efforts, those at the begin of a step, and the state in the middle
	q, v, velocity []float64
	turn           []float64 // h/12 (v₀ − v_m) / h
}

func newLedger(m *tree.Model) ledger {
	nq, nv := m.NQ(), m.NV()
	return ledger{q: make([]float64, nq), v: make([]float64, nv), velocity: make([]float64, nv),
		turn: make([]float64, nv)}
}

// book adds the step of length h from w.last to w.state.
func (l *ledger) book(w *World, h float64) error {
	pushed := w.wrenches != nil && w.wrenches.any
	if w.config.Controller == nil && w.passive.damping == nil && !w.rubs && w.config.Observer == nil && !pushed {
		return nil
	}
	from, to := w.last, w.state
	for i := range l.v {
		l.v[i] = (from.Qd[i]+to.Qd[i])/2 + h/8*(from.Qdd[i]-to.Qdd[i])
		l.velocity[i] = (5*from.Qd[i] + 8*l.v[i] - to.Qd[i]) * (1.0 / 24)
	}
	if len(l.q) == len(l.v) {
		w.Retract(l.q, from.Q, l.velocity, h)
	} else {
		l.moveHalves(w, h)
	}
	for i, p := range [...]struct {
		weight, t float64
		q, v      []float64
	}{
		{h / 6, from.T, from.Q, from.Qd}, {4 * h / 6, from.T + h/2, l.q, l.v}, {h / 6, to.T, to.Q, to.Qd},
	} {
		if err := w.Effort(l.effort, p.t, p.q, p.v); err != nil {
			return err
		}
		if i == 0 {
			copy(l.begin, l.effort)
		}
		l.work += p.weight * floats.Dot(w.layout.Generalized(l.effort), p.v)
		if pushed {
			l.push += p.weight * w.wrenches.power(p.q, p.v)
		}
		for i, d := range w.passive.damping {
			l.heat += p.weight * d * p.v[i] * p.v[i]
		}
		if w.rubs {
			l.friction += p.weight * w.modes.power(p.v)
		}
	}
	if w.config.Observer != nil {
		w.config.Observer.Observe(from, to, l.begin, l.effort)
	}
	return nil
}

// power returns what the rates that slip lose per second (W).
func (s *modes) power(v []float64) float64 {
	sum := 0.0
	for i := range s.rates {
		r := &s.rates[i]
		sum += r.friction * max(0, r.slip*v[r.v]) // the cubic may dip where the steps are rough
	}
	return sum
}

// moveHalves sets q to the position in the middle where positions are poses.
func (l *ledger) moveHalves(w *World, h float64) {
	floats.SubTo(l.turn, w.last.Qd, l.v)
	floats.Scale(1.0/12, l.turn)
	floats.Scale(0.5, l.velocity)
	floats.Add(l.velocity, l.turn)
	w.Retract(l.q, w.last.Q, l.velocity, h)
	floats.AddScaled(l.velocity, -2, l.turn)
	w.Retract(l.q, l.q, l.velocity, h)
}
