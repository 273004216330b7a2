// Package integrate advances the state of a mechanical system in time: position q, velocity v and the law of motion
//
//	q̇ = v (on the manifold of positions),   v̇ = a(t, q, v).
//
// A [System] gives the law, a [Stepper] one method of integration. Each method is a file of its own; [Methods] lists
// them all. What some methods ask for besides are interfaces that a System may have: [Bounded], [Stiff], [Ambient] and
// [Canonical]; all of them take their steps to the constraints of a [Projecting] one. Positions are advanced by the
// system's Retract alone, q ⊕ h v. So joints whose positions are poses need nothing special here, but that motions one
// after the other do not commute, which methods of higher order must respect. Go identifiers name the velocity qd and
// the acceleration qdd.
//
// A stepper is a workspace for one goroutine. Its steps do not allocate.
package integrate

import (
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/libm"
	"kinetree/internal/suggest"
)

// System is a mechanical system. Its methods must not keep the slices that they are given.
type System interface {
	// NQ and NV return the lengths of positions and velocities. They are equal if and only if positions are a vector
	// space, where Retract adds h qd to q.
	NQ() int
	NV() int
	// Acceleration sets qdd to the acceleration at time t, position q and velocity qd.
	Acceleration(qdd []float64, t float64, q, qd []float64) error
	// Retract sets dst to q ⊕ h qd, the position reached from q at the constant velocity qd in the time h. dst may be
	// q.
	Retract(dst, q, qd []float64, h float64)
}

// Bounded is a System whose law of motion is smooth in time only up to an instant.
type Bounded interface {
	System
	// SmoothUntil returns the end of the time in which Acceleration may be asked now, infinity if there is none.
	SmoothUntil() float64
}

// Damped is a System with damping −B v on its rates, B diagonal, that a method may take at the end of a step.
type Damped interface {
	System
	// Damps reports whether B is not zero.
	Damps() bool
	// DampedAcceleration sets qdd to the acceleration a of a step of length h with the damping of its end, at v + h a:
	//
	//	(M + h B) a = M a(t, q, v)
	DampedAcceleration(qdd []float64, t float64, q, qd []float64, h float64) error
}

// Stiff is a System with forces −B v − K (q − q₀) on its rates, B and K diagonal, that a method may take at another
// state than all others.
type Stiff interface {
	System
	// StiffAcceleration sets qdd to the acceleration a with these forces at v + dv + h a and q + dq + h² a, and all
	// others at q, v:
	//
	//	(M + h B + h² K) a = M a(t, q, v) − B dv − K dq
	//
	// So dv = 0 and dq = h v mean the end of a step of length h. Distances dq are of rates.
	StiffAcceleration(qdd []float64, t float64, q, qd, dq, dv []float64, h float64) error
}

// Ambient is a System whose positions are poses, for methods that treat them as points of the space around:
// quaternions as four numbers. These methods ask Acceleration and PositionRate at quaternions whose length is near 1,
// and take the quaternions back to length 1 by Retract with h = 0.
type Ambient interface {
	System
	// PositionRate sets dst to the derivative of the position in time, NQ numbers.
	PositionRate(dst, q, qd []float64)
}

// Canonical is a System with momenta p = M(q) v, for methods that keep the structure of Hamilton's equations.
type Canonical interface {
	System
	// Momentum sets p to M(q) qd.
	Momentum(p, q, qd []float64)
	// MomentumRate sets dst to ṗ = M qdd + Ṁ qd.
	MomentumRate(dst, q, qd, qdd []float64)
	// Velocity sets qd to M(q)⁻¹ p. qd may be p.
	Velocity(qd, q, p []float64) error
}

// Projecting is a System whose states meet constraints on position and velocity, which the law of motion keeps and
// integration does not.
type Projecting interface {
	System
	// Project takes a position and a velocity at time t to the nearest that meet the constraints.
	Project(t float64, q, qd []float64) error
}

// Impulsive is a Projecting system that tells the motion and the constraints apart, for methods in which these act at
// the ends of steps alone.
type Impulsive interface {
	Projecting
	// Constrained reports whether there are constraints that can act so in the state where Acceleration was asked last.
	Constrained() bool
	// FreeAcceleration is Acceleration without what the constraints do.
	FreeAcceleration(qdd []float64, t float64, q, qd []float64) error
	// Aim sets dq, in numbers of velocities, to the smallest displacement that forces of the constraints at time t and
	// position q can cause and that takes the position next at time later to the constraints; exactly, if these were
	// linear and the same at both. off is how far next is from there, relative to the lengths in the constraint.
	Aim(dq []float64, t float64, q []float64, later float64, next []float64) (off float64, err error)
}

// Passing is a Projecting system that passes singular positions, where constraints imply others that they do not imply
// elsewhere, so that there the motion could branch off.
type Passing interface {
	Projecting
	// Margin returns how far the position where Acceleration was asked last is from a singular one: 0 there, and about
	// 1 where it is far.
	Margin() float64
	// Tangent takes from deviations of a position, in numbers of positions, and of a velocity what Project would take
	// from them. The position is that where Acceleration was asked last.
	Tangent(dq, dqd, q []float64)
}

// Nearby is the margin of a Passing system below which a singular position may lie within a step.
const Nearby = 0.05

// project takes a position and a velocity to the constraints of a system, if it has any. Where it is called the state
// is off by no more than the error of a step, and so is what this changes.
func project(sys System, t float64, q, qd []float64) error {
	if c, ok := sys.(Projecting); ok {
		return c.Project(t, q, qd)
	}
	return nil
}

// arrive ends a step: it takes the new position and velocity to the constraints and brings the acceleration up to date.
func arrive(sys System, s *State) error {
	if err := project(sys, s.T, s.Q, s.Qd); err != nil {
		return err
	}
	return sys.Acceleration(s.Qdd, s.T, s.Q, s.Qd)
}

// State is a system at an instant.
type State struct {
	T   float64   // time (s)
	Q   []float64 // position
	Qd  []float64 // velocity
	Qdd []float64 // acceleration at T, Q, V
}

// NewState returns the state of a system at time t, position q and velocity qd, which it copies.
func NewState(sys System, t float64, q, qd []float64) (*State, error) {
	s := &State{t, slices.Clone(q), slices.Clone(qd), make([]float64, sys.NV())}
	return s, sys.Acceleration(s.Qdd, t, s.Q, s.Qd)
}

// Clone returns a copy.
func (s *State) Clone() *State {
	return &State{s.T, slices.Clone(s.Q), slices.Clone(s.Qd), slices.Clone(s.Qdd)}
}

// CopyFrom makes s equal to b, whose slices must have the same lengths.
func (s *State) CopyFrom(b *State) {
	s.T = b.T
	copy(s.Q, b.Q)
	copy(s.Qd, b.Qd)
	copy(s.Qdd, b.Qdd)
}

// Stepper is a method of integration.
type Stepper interface {
	// Step advances a state, whose acceleration must be up to date, by at most h > 0 and leaves its acceleration up
	// to date. It returns the time taken: h, unless the method chooses its own steps. After an error the state is not
	// usable.
	Step(sys System, s *State, h float64) (taken float64, err error)
}

// Restarter is a Stepper that remembers where it came from. Restart makes it forget; it must be called when the law
// of motion or the state has changed otherwise than by Step.
type Restarter interface {
	Stepper
	Restart()
}

// Resetter is a Stepper that has learned something of the motion, such as the length of its steps. Reset makes it as it
// was before its first step, for another motion of the same system.
type Resetter interface {
	Stepper
	Reset()
}

// Options are the settings of methods that have any. A zero field means the default.
type Options struct {
	// accuracy asked of each step by methods that choose their own: relative (1e-9), and absolute (1e-12 rad, m,
	// rad/s, m/s)
	RTol, ATol float64
	// Piecewise makes Step of a method that chooses its own steps return at the end of each of them, for callers who
	// want to see the motion between the times that they ask for. It changes no state at these times.
	Piecewise bool
}

// Method describes a stepper for people and programs.
type Method struct {
	Name     string
	Equation string // one step, for logs
	OnPoses  string // one step where positions are not a vector space; empty if it is the same
	Purpose  string // when to choose it, for help texts
	Adaptive bool   // it chooses its own steps; the steps asked for are those of the output
	// Stability is the stability function R: a step h multiplies a mode e^(λt) of a linear system by R(hλ). It is nil
	// where that is no function of hλ alone, for a method that treats q and v, or forces, differently.
	Stability func(z complex128) complex128
	// Turns is by how much the joints of a robot may turn in a step (rad): in the fall of arms and legged robots the
	// error of the energy is then below some per cent of what moves. 0 for a method that chooses its own steps.
	Turns float64
	New   func(sys System, o Options) Stepper
	// Stiff makes the stepper that is to take its place where damping or springs are too fast for the step. It is nil
	// for a method that is for such systems itself, or shows what a method does.
	Stiff func(sys System) Stepper
}

// Methods returns the methods, the default first.
func Methods() []Method {
	return []Method{SemiImplicitMethod, ImplicitMethod, RK4Method, DormandPrinceMethod, ImplicitMidpointMethod,
		MidpointMethod, EulerMethod}
}

// ByName returns the method of a name.
func ByName(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	hint := suggest.Hint(name, names)
	if slices.Contains(elsewhere, strings.ToLower(name)) {
		hint = fmt.Sprintf(" (did you mean %q?)", DormandPrinceMethod.Name)
	}
	return Method{}, fmt.Errorf("there is no integrator %q%s; expected one of %s", name, hint, suggest.List(names))
}

// elsewhere are the names that other programs have for the pair of Dormand and Prince.
var elsewhere = []string{"rk45", "ode45", "dopri5", "dopri45", "dopri", "rkdp"}

// polynomial returns Σ cᵢ zⁱ.
func polynomial(z complex128, c ...float64) complex128 {
	var sum complex128
	for i := len(c) - 1; i >= 0; i-- {
		sum = libm.CMul(sum, z) + complex(c[i], 0)
	}
	return sum
}
