package integrate

import (
	"errors"
	"fmt"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// ImplicitMidpoint is the implicit midpoint method on positions and momenta p = M(q) v:
//
//	q_m = q ⊕ h/2 v_m       M(q_m) v_m = p + h/2 ṗ(t + h/2, q_m, v_m)
//	q'  = q ⊕ h v_m         p' = p + h ṗ(t + h/2, q_m, v_m),   v' = M(q')⁻¹ p'
//
// where ṗ = M a + Ṁ v. It is symplectic: it moves the states of a conservative system as the exact motion of a system
// near to it does, so the energy error oscillates, as h², and does not grow, over any time. The midpoint rule on
// positions and velocities is not, where M depends on q: its energy drifts. The momenta are those of a [Canonical]
// system; other systems are taken as of a constant mass matrix, p = v. On poses p is the momentum in the body's axes:
// there the method is symmetric in time and keeps the energy and the size of the momentum of a free body, but is not
// symplectic.
//
// Order 2. The equation is solved for v_m until rounding stops it, because otherwise the energy drifts: by v_m =
// M(q_m)⁻¹ (p + h/2 ṗ), which takes some 5 to 8 evaluations of the acceleration where the motion is smooth on the
// scale of h; and where this converges slowly, by Newton's method with a Jacobian by differences, NV evaluations
// more, which is kept from step to step as long as it serves. One more evaluation gives the acceleration at the end
// of the step.
//
// Constraints act by impulses along their gradients at both ends of the step, and not in between (see [Impulsive]):
// that at the beginning is such that the position at the end meets them, that at the end such that the velocity does,
//
//	p⁺ = p + G(q)ᵀ λ,   (q', p⁻) by the equations above from (q, p⁺) without constraints,   g(q') = 0
//	p' = p⁻ + G(q')ᵀ μ,   G(q') v' = 0
//
// which is symplectic on the manifold of the constraints, symmetric and of order 2. Of constraints on velocities alone
// the impulse at the start is that of their force there, and nothing is kept. Source: Reich, "Symplectic integration of
// constrained Hamiltonian systems by composition methods", SIAM J. Numer. Anal. 33, 1996.
//
// Every oscillation and every decay is stable at every step: R(z) = (1 + z/2) / (1 − z/2). But modes far faster than
// the step are hardly damped. Sources: Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2nd ed. 2006,
// theorem VI.3.4; Hairer, McLachlan, Razakarivony, "Achieving Brouwer's law with implicit Runge-Kutta methods", BIT
// 48, 2008 (when to stop); on poses Austin, Krishnaprasad, Wang, "Almost Poisson integration of rigid body systems",
// J. Comp. Phys. 107, 1993.
type ImplicitMidpoint struct {
	p         []float64 // at the start; after the impulse there
	kick      []float64 // the change of the velocity by it
	q, v, a   []float64 // in the middle
	rate      []float64 // ṗ in the middle
	image     []float64 // M(q_m)⁻¹ (p + h/2 ṗ)
	off, base []float64 // image − v; the same at the state of the Jacobian
	slopes    []float64 // the LU factors of 1 − ∂image/∂v
	pivots    []int
	step      float64   // that the Jacobian is for; 0 if there is none
	bound     Impulsive // the system in a step in which the constraints act at the ends; nil otherwise
}

// ImplicitMidpointMethod describes ImplicitMidpoint.
var ImplicitMidpointMethod = Method{
	Name: "implicit-midpoint",
	Equation: "q' = q (+) h v_m; p' = p + h dp/dt(t + h/2, q_m, v_m); p = M(q) v; q_m = q (+) h/2 v_m; M(q_m) v_m = " +
		"(p + p')/2",
	Purpose:   "order 2, symplectic, some six evaluations per step: energy without drift over long times",
	Stability: func(z complex128) complex128 { return libm.CQuo(2+z, 2-z) },
	Turns:     0.15,
	New:       func(sys System, _ Options) Stepper { return NewImplicitMidpoint(sys) },
}

// NewImplicitMidpoint returns a stepper for systems of the lengths of sys. It takes O(nv²) memory.
func NewImplicitMidpoint(sys System) *ImplicitMidpoint {
	n := sys.NV()
	m := &ImplicitMidpoint{q: make([]float64, sys.NQ()), slopes: make([]float64, n*n), pivots: make([]int, n)}
	for _, s := range []*[]float64{&m.p, &m.kick, &m.v, &m.a, &m.rate, &m.image, &m.off, &m.base} {
		*s = make([]float64, n)
	}
	return m
}

// Reset implements Resetter.
func (m *ImplicitMidpoint) Reset() { m.step = 0 }

// Step implements Stepper. The error tells if the equation could not be solved.
func (m *ImplicitMidpoint) Step(sys System, s *State, h float64) (float64, error) {
	canonical, _ := sys.(Canonical)
	copy(m.p, s.Qd)
	if canonical != nil {
		canonical.Momentum(m.p, s.Q, s.Qd)
	}
	m.bound = nil
	floats.AddScaledTo(m.v, s.Qd, h/2, s.Qdd)
	var err error
	if b, ok := sys.(Impulsive); ok && canonical != nil && b.Constrained() {
		err = m.aim(b, canonical, s, h)
	} else {
		err = m.solve(sys, canonical, s, h)
	}
	if err != nil {
		return 0, err
	}
	sys.Retract(s.Q, s.Q, m.v, h)
	floats.AddScaledTo(s.Qd, m.p, h, m.rate)
	if canonical != nil {
		if err := canonical.Velocity(s.Qd, s.Q, s.Qd); err != nil {
			return 0, err
		}
	}
	s.T += h
	return h, arrive(sys, s)
}

// aim finds the impulse at the beginning of a step of a system with constraints, and solves the equation of the step.
func (m *ImplicitMidpoint) aim(sys Impulsive, c Canonical, s *State, h float64) error {
	const (
		shut = 4e-15 // of the violation at the end
		near = 1e-12 // where it may be stopped by rounding
		most = 30
	)
	m.bound = sys
	if err := sys.FreeAcceleration(m.a, s.T, s.Q, s.Qd); err != nil {
		return err
	}
	floats.SubTo(m.kick, s.Qdd, m.a)
	floats.Scale(h/2, m.kick)
	floats.Add(m.kick, s.Qd)
	last := math.Inf(1)
	for range most {
		c.Momentum(m.p, s.Q, m.kick)
		if err := m.solve(sys, c, s, h); err != nil {
			return err
		}
		sys.Retract(m.q, s.Q, m.v, h)
		off, err := sys.Aim(m.a, s.T, s.Q, s.T+h, m.q)
		if err != nil {
			return err
		}
		if off <= shut || off <= near && off > last/2 {
			break
		}
		last = off
		floats.AddScaled(m.kick, 1/h, m.a)
		floats.AddScaled(m.v, 1/h, m.a)
	}
	return nil // projection does the rest, where this does not converge
}

// errNotSolved is an equation that could not be solved.
var errNotSolved = errors.New("the equation of the step was not solved; expected a step on whose scale the motion is " +
	"smooth, so take a smaller one, and look for efforts that jump")

// solve finds v_m from where v is, and leaves the rate of the momenta there.
func (m *ImplicitMidpoint) solve(sys System, c Canonical, s *State, h float64) error {
	const (
		rounding = 0x1p-52
		near     = 1e-9   // relative; here the iteration may be stopped by rounding
		slow     = 0.3    // a factor per iteration for which the Jacobian is worth its evaluations
		tiny     = 1e-280 // a velocity that counts as rest: smaller numbers have fewer digits
		most     = 30     // iterations with one Jacobian
		renewals = 4
	)
	if m.step != h {
		m.step = 0
	}
	last, since, renewed := math.Inf(1), 0, 0
	for {
		if err := m.residual(sys, c, s, h); err != nil {
			return err
		}
		m.correction()
		size := floats.Norm(m.off, math.Inf(1))
		scale := math.Max(tiny, math.Max(floats.Norm(m.v, math.Inf(1)), floats.Norm(s.Qd, math.Inf(1))))
		if size <= rounding*scale || size <= near*scale && size >= last {
			return nil
		}
		if since >= most && renewed >= renewals || math.IsNaN(size) {
			return fmt.Errorf("implicit-midpoint: at t = %v s with h = %v s: %w", s.T, h, errNotSolved)
		}
		if renewed < renewals && (since >= most || size > slow*last && size > near*scale) {
			if err := m.renew(sys, c, s, h, scale); err != nil {
				return err
			}
			renewed, since, size = renewed+1, 0, math.Inf(1)
		}
		floats.Add(m.v, m.off)
		last = size
		since++
	}
}

// residual sets image and off at v.
func (m *ImplicitMidpoint) residual(sys System, c Canonical, s *State, h float64) error {
	sys.Retract(m.q, s.Q, m.v, h/2)
	var err error
	if m.bound != nil {
		err = m.bound.FreeAcceleration(m.a, s.T+h/2, m.q, m.v)
	} else {
		err = sys.Acceleration(m.a, s.T+h/2, m.q, m.v)
	}
	if err != nil {
		return err
	}
	if c == nil {
		copy(m.rate, m.a)
	} else {
		c.MomentumRate(m.rate, m.q, m.v, m.a)
	}
	floats.AddScaledTo(m.image, m.p, h/2, m.rate)
	if c != nil {
		if err := c.Velocity(m.image, m.q, m.image); err != nil {
			return err
		}
	}
	floats.SubTo(m.off, m.image, m.v)
	return nil
}

// correction makes off the Newton step, if there is a Jacobian.
func (m *ImplicitMidpoint) correction() {
	if m.step != 0 {
		mat.Substitute(m.slopes, m.pivots, m.off)
	}
}

// renew computes the Jacobian 1 − ∂image/∂v at v by differences, and the correction with it.
func (m *ImplicitMidpoint) renew(sys System, c Canonical, s *State, h, scale float64) error {
	n := len(m.v)
	m.step = 0
	if err := m.residual(sys, c, s, h); err != nil {
		return err
	}
	copy(m.base, m.off)
	by := float64(1e-7 * math.Max(scale, 1e-3)) // half the digits
	for j := range n {
		v := m.v[j]
		m.v[j] = v + by
		by := m.v[j] - v // exactly
		if err := m.residual(sys, c, s, h); err != nil {
			return err
		}
		m.v[j] = v
		for i := range n {
			m.slopes[i*n+j] = (m.base[i] - m.off[i]) / by
		}
	}
	copy(m.off, m.base)
	if mat.Eliminate(m.slopes, m.pivots) {
		m.step = h
		m.correction()
	}
	return nil
}
