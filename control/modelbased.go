package control

import (
	"slices"

	"kinetree/dynamics/lagrange"
	"kinetree/rnea"
	"kinetree/tree"
)

// The laws of this file compute with a model of the robot that they believe in, which may be wrong. ID is inverse
// dynamics with it, g gravity, M the mass matrix, C the Coriolis matrix. Friction and damping of the joints are no
// part of it.

// GravityCompensation is the law
//
//	τ = g(q)
type GravityCompensation struct{ inverse *rnea.Solver }

// NewGravityCompensation returns the law with the model that it believes in.
func NewGravityCompensation(believed *tree.Model) *GravityCompensation {
	return &GravityCompensation{rnea.New(believed)}
}

// Effort implements Law. It does not allocate.
func (l *GravityCompensation) Effort(tau []float64, in *Input) error {
	l.inverse.Gravity(tau, in.Q)
	return nil
}

// FeedForward is the law
//
//	τ = ID(r, ṙ, r̈)
//
// the efforts that the reference takes. It does not feed back anything.
type FeedForward struct{ inverse *rnea.Solver }

// NewFeedForward returns the law with the model that it believes in.
func NewFeedForward(believed *tree.Model) *FeedForward { return &FeedForward{rnea.New(believed)} }

// Effort implements Law. It does not allocate.
func (l *FeedForward) Effort(tau []float64, in *Input) error {
	r := in.Reference
	l.inverse.InverseDynamics(tau, r.Q, r.Qd, r.Qdd, nil)
	return nil
}

// ComputedTorque is the law
//
//	τ = ID(q, q̇, r̈ + D (ṙ − q̇) + P (r − q))
//
// inverse dynamics feedback. With the exact model the error e = r − q of each joint obeys ë + D ė + P e = 0, by
// itself. Source: Spong, Hutchinson and Vidyasagar, "Robot Modeling and Control", 2006, section 8.3.
type ComputedTorque struct {
	tracking
	p, d, a []float64
	inverse *rnea.Solver
}

// NewComputedTorque returns the law with the model that it believes in and the gains P (1/s²) and D (1/s) of each
// rate, which it copies. It panics if their number is wrong.
func NewComputedTorque(believed *tree.Model, p, d []float64) *ComputedTorque {
	checkGains(believed, p, d)
	return &ComputedTorque{newTracking(believed), slices.Clone(p), slices.Clone(d), make([]float64, believed.NV()),
		rnea.New(believed)}
}

// Effort implements Law. It does not allocate.
func (l *ComputedTorque) Effort(tau []float64, in *Input) error {
	l.update(in)
	for i, qdd := range in.Reference.Qdd {
		l.a[i] = qdd + l.d[i]*l.ed[i] + l.p[i]*l.e[i]
	}
	l.inverse.InverseDynamics(tau, in.Q, in.Qd, l.a, nil)
	return nil
}

// Impedance is the law
//
//	τ = M(q) r̈ + C(q, q̇) ṙ + g(q) + D (ṙ − q̇) + P (r − q)
//
// which leaves the robot its inertia: with the exact model the error e = r − q obeys M ë + (C + D) ė + P e = −τ_ext,
// so that an external effort τ_ext meets springs of stiffness P and dampers D at the joints. It is passive and
// converges for all positive P and D, unlike computed torque it does so with a wrong M and C, too, where the
// reference rests. Source: Paden and Panja, "Globally asymptotically stable 'PD+' controller for robot manipulators",
// Int. J. Control 47(6), 1988.
type Impedance struct {
	tracking
	p, d, zero, coriolis []float64
	inverse              *rnea.Solver
	lagrange             *lagrange.Solver
}

// NewImpedance returns the law with the model that it believes in, the stiffness P (N m/rad, N/m) and the damping D
// (N m s/rad, N s/m) of each rate, which it copies. It panics if their number is wrong.
func NewImpedance(believed *tree.Model, p, d []float64) *Impedance {
	checkGains(believed, p, d)
	n := believed.NV()
	return &Impedance{newTracking(believed), slices.Clone(p), slices.Clone(d), make([]float64, n), make([]float64, n),
		rnea.New(believed), lagrange.New(believed)}
}

// Effort implements Law. It does not allocate.
func (l *Impedance) Effort(tau []float64, in *Input) error {
	l.update(in)
	l.inverse.InverseDynamics(tau, in.Q, l.zero, in.Reference.Qdd, nil)
	l.lagrange.CoriolisProduct(l.coriolis, in.Q, in.Qd, in.Reference.Qd)
	for i := range tau {
		tau[i] += l.coriolis[i] + l.p[i]*l.e[i] + l.d[i]*l.ed[i]
	}
	return nil
}

// StateFeedback is the law
//
//	τ = τ_0 + K x,   x = (r ⊖ q, ṙ − q̇)
//
// such as a linear-quadratic regulator gives it for an operating point that τ_0 holds.
type StateFeedback struct {
	tracking
	hold, k []float64
}

// NewStateFeedback returns the law for a model with K, nv x 2nv row by row, the gains of positions before those of
// velocities, and the effort τ_0, which may be nil for zeros. It copies both. It panics if a length is wrong.
func NewStateFeedback(m *tree.Model, k, hold []float64) *StateFeedback {
	n := m.NV()
	if hold == nil {
		hold = make([]float64, n)
	}
	checkGains(m, hold)
	if len(k) != 2*n*n {
		panic("control: the feedback matrix has another size than nv x 2nv of the model")
	}
	return &StateFeedback{newTracking(m), slices.Clone(hold), slices.Clone(k)}
}

// Effort implements Law. It does not allocate.
func (l *StateFeedback) Effort(tau []float64, in *Input) error {
	l.update(in)
	n := len(tau)
	for i := range tau {
		row := l.k[2*n*i : 2*n*(i+1)]
		tau[i] = l.hold[i]
		for j := range n {
			tau[i] += row[j]*l.e[j] + row[n+j]*l.ed[j]
		}
	}
	return nil
}
