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

// Robot is the robot. It is an integrate.Ambient, an integrate.Canonical and an integrate.Stiff.
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
func (r *Robot) Energy(q, v []float64) float64 {
	kinetic, potential := r.energy.Energy(q, v)
	for i, k := range r.Stiffness {
		if k != 0 {
			potential += k * q[i] * q[i] / 2
		}
	}
	return kinetic + potential
}

// AngularMomentum returns the size of the angular momentum about the world's origin.
func (r *Robot) AngularMomentum(q, v []float64) float64 { return r.energy.Momentum(q, v).Ang.Len() }

// Retract implements integrate.System.
func (r *Robot) Retract(dst, q, v []float64, h float64) { r.Integrate(dst, q, v, h) }

// Acceleration implements integrate.System.
func (r *Robot) Acceleration(qdd []float64, _ float64, q, v []float64) error {
	r.Solutions++
	r.efforts(q, v, 0)
	r.forward.Augment(nil)
	return r.forward.ForwardDynamics(qdd, q, v, r.tau, nil)
}

// StiffAcceleration implements integrate.Stiff.
func (r *Robot) StiffAcceleration(qdd []float64, _ float64, q, v []float64, h float64) error {
	r.Solutions++
	r.efforts(q, v, h)
	clear(r.more)
	floats.AddScaled(r.more, h, r.Damping)
	floats.AddScaled(r.more, h*h, r.Stiffness)
	r.forward.Augment(r.more)
	return r.forward.ForwardDynamics(qdd, q, v, r.tau, nil)
}

// efforts sets tau to −B v − K (q + h v). Only joints with one position have springs.
func (r *Robot) efforts(q, v []float64, h float64) {
	for i, b := range r.Damping {
		r.tau[i] = -b * v[i]
		if k := r.Stiffness[i]; k != 0 {
			r.tau[i] -= k * (q[i] + h*v[i])
		}
	}
}

// Momentum implements integrate.Canonical.
func (r *Robot) Momentum(p, q, v []float64) { r.energy.GeneralizedMomentum(p, q, v) }

// MomentumRate implements integrate.Canonical.
func (r *Robot) MomentumRate(dst, q, v, a []float64) {
	r.energy.GeneralizedMomentumRate(dst, q, v, a)
}

// Velocity implements integrate.Canonical.
func (r *Robot) Velocity(v, q, p []float64) error {
	if err := r.mass.Factor(q); err != nil {
		return err
	}
	copy(v, p)
	r.mass.Solve(v)
	return nil
}
