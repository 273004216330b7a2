package analysis

import (
	"slices"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/tree"
)

// Law returns a control law near a position q of rest that is its reference, too, as a system from the errors of
// measurement to efforts: its input is x = (δq, δq̇), its state that of a control.Stateful, without
// parts that have no effect or that nothing moves. The derivatives are
// differences of order 4, exact for laws that are linear and off by some 1e-10 for smooth ones. It sets the state of
// the law back to what it was. A period of 0 is that of a law that acts at every instant.
func Law(m *tree.Model, law control.Law, q []float64, period float64) (*Discrete, error) {
	return lawOf(m, law, q, period, 2*m.NV())
}

// lawOf returns the law with the first so many of the inputs (δq, δq̇, δr), where r is the position of the reference.
func lawOf(m *tree.Model, law control.Law, q []float64, period float64, inputs int) (*Discrete, error) {
	n := m.NV()
	rest := reference.NewSetpoint(m)
	copy(rest.Q, q)
	in := &control.Input{Period: period, Q: make([]float64, m.NQ()), Qd: make([]float64, n), Reference: rest}
	stateful, _ := law.(control.Stateful)
	var before []float64
	if stateful != nil {
		before = stateful.AppendState(nil)
		defer stateful.SetState(before)
	}
	states := len(before)
	evaluate := func(to, x, u []float64) error {
		m.Integrate(in.Q, q, u[:n], 1)
		copy(in.Qd, u[n:2*n])
		if inputs > 2*n {
			m.Integrate(rest.Q, q, u[2*n:], 1)
		}
		if stateful != nil {
			stateful.SetState(x)
		}
		if err := law.Effort(to[states:], in); err != nil {
			return err
		}
		if m.Floating() {
			clear(to[states : states+6])
		}
		switch {
		case stateful == nil:
		case period > 0:
			copy(to, stateful.AppendState(nil))
		default: // what remembers and acts at every instant accumulates
			law.(control.Accumulating).AppendRate(to[:0], in)
		}
		return nil
	}
	var failed error
	const h = 1e-3
	points := [...]struct{ step, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}}
	from, to := make([]float64, states+inputs), make([]float64, states+n)
	system := assemble(states, inputs, n, func(next, y, x, u []float64) {
		for _, p := range points {
			for i := range states { // around the state of rest, zeros
				from[i] = float64(p.step * x[i])
			}
			for i := range u {
				from[states+i] = float64(p.step * u[i])
			}
			if err := evaluate(to, from[:states], from[states:]); err != nil {
				failed = err
				return
			}
			for i := range next {
				next[i] += p.weight * to[i] / (12 * h)
			}
			for i := range y {
				y[i] += p.weight * to[states+i] / (12 * h)
			}
		}
	})
	if failed != nil {
		return nil, failed
	}
	stays := 1.0
	if period == 0 {
		stays = 0
	}
	return system.moved(stays), nil
}

// Sensors returns the sensors of a loop of n rates as a system from the true x = (δq, δq̇) to the measured one,
// without noise and resolution.
func Sensors(s *signal.Sensors, n int, period float64) *Discrete {
	pass := s.Pass(period)
	last, filter := 0, 0 // numbers of states: the last position, the filtered velocity
	if s.Difference {
		last = n
	}
	if pass != 1 {
		filter = n
	}
	return assemble(last+filter, 2*n, 2*n, func(next, y, x, u []float64) {
		q, velocity := u[:n], slices.Clone(u[n:])
		if s.Difference {
			for i := range n {
				velocity[i] = (q[i] - x[i]) / period
			}
			copy(next, q)
		}
		if filter > 0 {
			for i := range n {
				velocity[i] = x[last+i] + float64(pass*(velocity[i]-x[last+i]))
			}
			copy(next[last:], velocity)
		}
		copy(y, q)
		copy(y[n:], velocity)
	})
}
