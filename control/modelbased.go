package control

import (
	"slices"

	"kinetree/compile/tape"
	"kinetree/control/reference"
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
type GravityCompensation struct {
	inverse    *rnea.Solver
	believed   *tree.Model
	q, gravity []float64 // that was foreseen, and where
	foreseen   bool
}

// NewGravityCompensation returns the law with the model that it believes in.
func NewGravityCompensation(believed *tree.Model) *GravityCompensation {
	return &GravityCompensation{inverse: rnea.New(believed), believed: believed, q: make([]float64, believed.NQ()),
		gravity: make([]float64, believed.NV())}
}

// Effort implements Law. It does not allocate.
func (l *GravityCompensation) Effort(tau []float64, in *Input) error {
	if l.foreseen && slices.Equal(l.q, in.Q) {
		copy(tau, l.gravity)
		return nil
	}
	l.inverse.Gravity(tau, in.Q)
	return nil
}

// Rows implements tape.Rowed.
func (l *GravityCompensation) Rows(r *tape.RowList) {
	r.Scratch(l.q, l.gravity)
	r.ScratchFlag(&l.foreseen)
}

// Believed implements Recordable.
func (l *GravityCompensation) Believed() *tree.Model { return l.believed }

// Foresee implements Foreseer.
func (l *GravityCompensation) Foresee(m *tree.Model, q, gravity []float64) {
	if m == l.believed {
		l.foreseen = true
		copy(l.q, q)
		copy(l.gravity, gravity)
	}
}

// FeedForward is the law
//
//	τ = ID(r, ṙ, r̈) − τ_passive(r, ṙ)
//
// the efforts that the reference takes, with those of dampers and springs that the law knows of. It does not feed back
// anything.
type FeedForward struct {
	believed *tree.Model
	inverse  *rnea.Solver
	passive  *tree.Passive
	part     []float64
}

// NewFeedForward returns the law with the model that it believes in, and with dampers and springs, which may be nil for
// none.
func NewFeedForward(believed *tree.Model, passive *tree.Passive) *FeedForward {
	if passive == nil {
		passive = &tree.Passive{}
	}
	return &FeedForward{believed, rnea.New(believed), passive, make([]float64, believed.NV())}
}

// Effort implements Law. It does not allocate.
func (l *FeedForward) Effort(tau []float64, in *Input) error {
	l.toSetpoint(tau, in.Reference)
	return nil
}

// toSetpoint sets tau to the efforts that a reference takes.
func (l *FeedForward) toSetpoint(tau []float64, r *reference.Setpoint) {
	l.inverse.InverseDynamics(tau, r.Q, r.Qd, r.Qdd, nil)
	clear(l.part)
	l.passive.AddEffort(l.part, r.Q, r.Qd)
	for i, x := range l.part {
		tau[i] -= x
	}
}

// Rows implements tape.Rowed.
func (l *FeedForward) Rows(r *tape.RowList) {
	r.Fixed(l.passive.Damping)
	springs, _ := l.passive.Springs()
	for i := range springs {
		r.FixedNumber(&springs[i].Stiffness)
		r.FixedNumber(&springs[i].Offset)
	}
	r.Scratch(l.part, l.passive.Stiffness)
}

// Believed implements Recordable.
func (l *FeedForward) Believed() *tree.Model { return l.believed }

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
		l.a[i] = qdd + float64(l.d[i]*l.ed[i]) + float64(l.p[i]*l.e[i])
	}
	l.inverse.InverseDynamics(tau, in.Q, in.Qd, l.a, nil)
	return nil
}

// Rows implements tape.Rowed.
func (l *ComputedTorque) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	r.Scratch(l.e, l.ed, l.a)
}

// Believed implements Recordable.
func (l *ComputedTorque) Believed() *tree.Model { return l.model }

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
		tau[i] += l.coriolis[i] + float64(l.p[i]*l.e[i]) + float64(l.d[i]*l.ed[i])
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *Impedance) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	r.Scratch(l.e, l.ed, l.zero, l.coriolis)
}

// Believed implements Recordable.
func (l *Impedance) Believed() *tree.Model { return l.model }
