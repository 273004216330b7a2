package control

import (
	"math"

	"kinetree/tree"
)

// RateGains are those of the laws of joints, a number for each rate. Clamp is the largest effort of an integral. A law
// uses those that it was made with.
type RateGains struct{ P, I, D, Clamp []float64 }

// Renewable is a Law that can take other gains and another model, for another run.
type Renewable interface {
	Law
	// Renew copies the gains, and gives the law another model to believe in, of the structure of its present model
	// (tree.Model.SameStructure); nil keeps the present model. The law then equals, bit by bit, a new law with these
	// gains and this model. Renew does not allocate.
	Renew(g *RateGains, believed *tree.Model)
}

// Renew implements Renewable.
func (l *PD) Renew(g *RateGains, _ *tree.Model) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

// Renew implements Renewable.
func (l *PID) Renew(g *RateGains, _ *tree.Model) {
	copy(l.p, g.P)
	copy(l.d, g.D)
	l.integrals.renew(g)
	clear(l.cut)
	for i := range l.y {
		l.y[i] = math.NaN()
	}
}

// Renew implements Renewable: there are no gains.
func (l *GravityCompensation) Renew(_ *RateGains, believed *tree.Model) {
	if believed != nil {
		l.inverse.Become(believed)
		l.believed, l.foreseen = believed, false
	}
}

// Renew implements Renewable: there are no gains.
func (l *FeedForward) Renew(_ *RateGains, believed *tree.Model) {
	if believed != nil {
		l.inverse.Become(believed)
		l.believed = believed
	}
}

// Renew implements Renewable.
func (l *ComputedTorque) Renew(g *RateGains, believed *tree.Model) {
	copy(l.p, g.P)
	copy(l.d, g.D)
	if believed != nil {
		l.inverse.Become(believed)
		l.model = believed
	}
}

// Renew implements Renewable.
func (l *Impedance) Renew(g *RateGains, believed *tree.Model) {
	copy(l.p, g.P)
	copy(l.d, g.D)
	if believed != nil {
		l.inverse.Become(believed)
		l.lagrange.Become(believed)
		l.model = believed
	}
}

// AsRenewable returns a law as one that can be made another one, nil if it cannot: a sum can if all its parts can.
func AsRenewable(l Law) Renewable {
	s, _ := l.(*sum)
	if stateful, ok := l.(*statefulSum); ok {
		s = &stateful.sum
	}
	if s != nil {
		for _, part := range s.laws {
			if AsRenewable(part) == nil {
				return nil
			}
		}
	}
	t, _ := l.(Renewable)
	return t
}

// Renew implements Renewable where all laws do, see [AsRenewable].
func (s *sum) Renew(g *RateGains, believed *tree.Model) {
	for _, l := range s.laws {
		l.(Renewable).Renew(g, believed)
	}
}
