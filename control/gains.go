package control

import "math"

// RateGains are those of the laws of joints, a number for each rate. Clamp is the largest effort of an integral. A law
// uses those that it was made with.
type RateGains struct{ P, I, D, Clamp []float64 }

// Tunable is a Law that can be given other gains, for another run.
type Tunable interface {
	Law
	// Tune copies the gains. The law is then bit by bit one that was made with them. It does not allocate.
	Tune(g *RateGains)
}

// Tune implements Tunable.
func (l *PD) Tune(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

// Tune implements Tunable.
func (l *PID) Tune(g *RateGains) {
	copy(l.c.P, g.P)
	copy(l.c.I, g.I)
	copy(l.c.D, g.D)
	copy(l.c.Clamp, g.Clamp)
	clear(l.z)
	clear(l.added)
	clear(l.i)
	for i := range l.y {
		l.y[i] = math.NaN()
	}
}

// Tune implements Tunable: there are no gains.
func (l *GravityCompensation) Tune(*RateGains) {}

// Tune implements Tunable: there are no gains.
func (l *FeedForward) Tune(*RateGains) {}

// Tune implements Tunable.
func (l *ComputedTorque) Tune(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

// Tune implements Tunable.
func (l *Impedance) Tune(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

// AsTunable returns a law as one that can be given other gains, nil if it cannot: a sum can if all its parts can.
func AsTunable(l Law) Tunable {
	s, _ := l.(*sum)
	if stateful, ok := l.(*statefulSum); ok {
		s = &stateful.sum
	}
	if s != nil {
		for _, part := range s.laws {
			if AsTunable(part) == nil {
				return nil
			}
		}
	}
	t, _ := l.(Tunable)
	return t
}

// Tune implements Tunable where all laws do, see [AsTunable].
func (s *sum) Tune(g *RateGains) {
	for _, l := range s.laws {
		l.(Tunable).Tune(g)
	}
}
