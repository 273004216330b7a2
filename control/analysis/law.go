package analysis

import (
	"math"
	"slices"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/tree"
)

// Law returns a control law near a position q of rest that is its reference, too, as a system from the errors of
// measurement to efforts: its input is x = (δq, δq̇), its state the departure of a control.Stateful from the state that
// it has, without parts that have no effect or that nothing moves. The derivatives are differences of order 4, exact
// for laws that are linear and off by some 1e-10 for smooth ones. It sets the state of the law back to what it was. A
// period of 0 is that of a law that acts at every instant.
func Law(m *tree.Model, law control.Law, q []float64, period float64) (*Discrete, error) {
	list, err := lawOf(m, law, q, period, 2*m.NV(), rhythm{samples: 1})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// lawOf returns the law at each sample of its period, with the first so many of the inputs (δq, δq̇, δr), where r is
// the position of the reference.
func lawOf(m *tree.Model, law control.Law, q []float64, period float64, inputs int, r rhythm) ([]*Discrete, error) {
	d := newDifferences(m, law, q, period, inputs)
	defer d.restore()
	list, still := make([]*Discrete, r.samples), make([]float64, inputs)
	for k := range list {
		if k > 0 { // with the time of the sample before
			if err := d.evaluate(d.to, d.around, still); err != nil {
				return nil, err
			}
			d.around = slices.Clone(d.to[:len(d.around)])
		}
		d.in.Time = float64(float64(k) * period)
		list[k] = assemble(len(d.around), inputs, m.NV(), func(next, y, x, u []float64) {
			d.along(next, y, r.apart(x), u)
			r.apart(next)
		})
		if d.failed != nil {
			return nil, d.failed
		}
	}
	stays := 1.0
	if period == 0 {
		stays = 0
	}
	return moved(list, stays), nil
}

// differences are those of a law about a position of rest.
type differences struct {
	model    *tree.Model
	law      control.Law
	stateful control.Stateful // nil if the law has no state
	before   []float64        // its state, to be restored
	around   []float64        // the state about which it is differentiated, at first its own
	q        []float64
	in       control.Input
	rest     *reference.Setpoint
	from, to []float64
	failed   error
}

func newDifferences(m *tree.Model, law control.Law, q []float64, period float64, inputs int) *differences {
	d := &differences{model: m, law: law, q: q, rest: reference.NewSetpoint(m)}
	copy(d.rest.Q, q)
	d.in = control.Input{Period: period, Q: make([]float64, m.NQ()), Qd: make([]float64, m.NV()), Reference: d.rest}
	if d.stateful, _ = law.(control.Stateful); d.stateful != nil {
		d.before = d.stateful.AppendState(nil)
	}
	d.around = slices.Clone(d.before)
	for i, x := range d.around {
		if math.IsNaN(x) { // of a filter before its first sample
			d.around[i] = 0
		}
	}
	d.from, d.to = make([]float64, len(d.around)+inputs), make([]float64, len(d.around)+m.NV())
	return d
}

// restore sets the state of the law back to what it was.
func (d *differences) restore() {
	if d.stateful != nil {
		d.stateful.SetState(d.before)
	}
}

// evaluate sets to to the next state and the efforts for the state x and the inputs u.
func (d *differences) evaluate(to, x, u []float64) error {
	n := d.model.NV()
	d.model.Integrate(d.in.Q, d.q, u[:n], 1)
	copy(d.in.Qd, u[n:2*n])
	if len(u) > 2*n {
		d.model.Integrate(d.rest.Q, d.q, u[2*n:], 1)
	}
	if d.stateful != nil {
		d.stateful.SetState(x)
	}
	efforts := to[len(x):]
	if err := d.law.Effort(efforts, &d.in); err != nil {
		return err
	}
	if d.model.Floating() {
		clear(efforts[:6])
	}
	switch {
	case d.stateful == nil:
	case d.in.Period > 0:
		copy(to, d.stateful.AppendState(nil))
	default: // what remembers and acts at every instant accumulates
		d.law.(control.Accumulating).AppendRate(to[:0], &d.in)
	}
	return nil
}

// along adds to next and y what they change by along the state x and the inputs u. After a fault of the law it does
// nothing more.
func (d *differences) along(next, y, x, u []float64) {
	const h = 1e-3
	for _, p := range [...]struct{ step, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
		for i := range x {
			d.from[i] = d.around[i] + float64(p.step*x[i])
		}
		for i := range u {
			d.from[len(x)+i] = float64(p.step * u[i])
		}
		if d.failed == nil {
			d.failed = d.evaluate(d.to, d.from[:len(x)], d.from[len(x):])
		}
		if d.failed != nil {
			return
		}
		for i := range next {
			next[i] += p.weight * d.to[i] / (12 * h)
		}
		for i := range y {
			y[i] += p.weight * d.to[len(x)+i] / (12 * h)
		}
	}
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
