// Package bare is the equation of motion of a robot with dampers and springs at its joints and nothing else, as
// methods of integration see it:
//
//	M(q) q̈ + C(q, q̇) q̇ + g(q) = −B q̇ − K q
//
// For tests and for the accuracy record; simulations have package sim.
package bare

import (
	"gonum.org/v1/gonum/floats"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/tree"
)

// Robot is the robot. It is an integrate.Ambient, an integrate.Canonical, an integrate.Damped and an
// integrate.Stiff.
type Robot struct {
	*tree.Model
	Damping, Stiffness []float64 // B and K, of each rate; 0 at first
	Solutions          int       // of the equation of motion so far
	forward            *aba.Solver
	mass               *crba.Solver
	energy             *lagrange.Solver
	tau, more          []float64
}

// New returns a robot without dampers and springs.
func New(m *tree.Model) *Robot {
	r := &Robot{Model: m, forward: aba.New(m), mass: crba.New(m), energy: lagrange.New(m)}
	for _, s := range []*[]float64{&r.Damping, &r.Stiffness, &r.tau, &r.more} {
		*s = make([]float64, m.NV())
	}
	return r
}

// Energy returns the kinetic and the potential energy, that of the springs included (J).
func (r *Robot) Energy(q, qd []float64) float64 {
	kinetic, potential := r.energy.Energy(q, qd)
	for i, k := range r.Stiffness {
		if k != 0 {
			potential += k * q[i] * q[i] / 2
		}
	}
	return kinetic + potential
}

// AngularMomentum returns the size of the angular momentum about the world's origin.
func (r *Robot) AngularMomentum(q, qd []float64) float64 { return r.energy.Momentum(q, qd).Ang.Len() }

// Retract implements integrate.System.
func (r *Robot) Retract(dst, q, qd []float64, h float64) { r.Integrate(dst, q, qd, h) }

// Acceleration implements integrate.System.
func (r *Robot) Acceleration(qdd []float64, _ float64, q, qd []float64) error {
	r.Solutions++
	r.efforts(q, qd)
	r.forward.Augment(nil)
	return r.forward.ForwardDynamics(qdd, q, qd, r.tau, nil)
}

// Damps implements integrate.Damped.
func (r *Robot) Damps() bool { return floats.Norm(r.Damping, 1) > 0 }

// DampedAcceleration implements integrate.Damped.
func (r *Robot) DampedAcceleration(qdd []float64, _ float64, q, qd []float64, h float64) error {
	r.Solutions++
	r.efforts(q, qd)
	clear(r.more)
	floats.AddScaled(r.more, h, r.Damping)
	r.forward.Augment(r.more)
	return r.forward.ForwardDynamics(qdd, q, qd, r.tau, nil)
}

// StiffAcceleration implements integrate.Stiff.
func (r *Robot) StiffAcceleration(qdd []float64, _ float64, q, qd, dq, dv []float64, h float64) error {
	r.Solutions++
	r.efforts(q, qd)
	for i := range r.tau {
		r.tau[i] -= r.Damping[i]*dv[i] + r.Stiffness[i]*dq[i]
	}
	clear(r.more)
	floats.AddScaled(r.more, h, r.Damping)
	floats.AddScaled(r.more, h*h, r.Stiffness)
	r.forward.Augment(r.more)
	return r.forward.ForwardDynamics(qdd, q, qd, r.tau, nil)
}

// efforts sets tau to −B v − K q. Only joints with one position have springs.
func (r *Robot) efforts(q, qd []float64) {
	for i, b := range r.Damping {
		r.tau[i] = -b * qd[i]
		if k := r.Stiffness[i]; k != 0 {
			r.tau[i] -= k * q[i]
		}
	}
}

// Momentum implements integrate.Canonical.
func (r *Robot) Momentum(p, q, qd []float64) { r.energy.GeneralizedMomentum(p, q, qd) }

// MomentumRate implements integrate.Canonical.
func (r *Robot) MomentumRate(dst, q, qd, qdd []float64) {
	r.energy.GeneralizedMomentumRate(dst, q, qd, qdd)
}

// Velocity implements integrate.Canonical.
func (r *Robot) Velocity(qd, q, p []float64) error {
	if err := r.mass.Factor(q); err != nil {
		return err
	}
	copy(qd, p)
	r.mass.Solve(qd)
	return nil
}
