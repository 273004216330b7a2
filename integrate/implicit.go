package integrate

import "kinetree/internal/floats"

// Implicit is the semi-implicit Euler method with the damping and the springs of the joints at the end of the step:
//
//	(M + h B + h² K) a = M a(t, q, v) − h K v
//	v' = v + h a,   q' = q ⊕ h v'
//
// B and K are the diagonal matrices of damping and stiffness of a [Stiff] system; the articulated-body algorithm
// solves for a at its usual cost, with h B + h² K as inertias of the drives. On other systems it is SemiImplicit.
//
// Order 1, two solutions of the equation of motion per step: of this one, and of the acceleration at the end, which
// the state carries. What B and K do is stable at any step: a mode e^(λt) of these forces alone is multiplied by
// R(hλ) = 1/(1 − hλ), as by the implicit Euler method, so it decays, and an oscillation of angular frequency w loses
// the part (h w)² of its energy in each step. For all other forces the limits of stability are those of SemiImplicit.
// Source: Baraff and Witkin, "Large steps in cloth simulation", SIGGRAPH 1998; Hairer and Wanner, "Solving Ordinary
// Differential Equations II", 2nd ed. 1996, section IV.7 (linearly implicit methods).
type Implicit struct {
	a, dq, still []float64 // h v; zeros
}

// ImplicitMethod describes Implicit.
var ImplicitMethod = Method{
	Name:     "implicit",
	Equation: "(M + h B + h^2 K) a = M a(t, q, v) - h K v; v' = v + h a; q' = q (+) h v'; B damping, K stiffness",
	Purpose:  "order 1, two evaluations per step: strong damping, stiff springs, gains on light links, large steps",
	Turns:    0.01,
	New:      func(sys System, _ Options) Stepper { return NewImplicit(sys) },
}

// NewImplicit returns a stepper for systems of the lengths of sys.
func NewImplicit(sys System) *Implicit {
	n := sys.NV()
	return &Implicit{make([]float64, n), make([]float64, n), make([]float64, n)}
}

// Step implements Stepper.
func (m *Implicit) Step(sys System, s *State, h float64) (float64, error) {
	a := s.Qdd
	if stiff, ok := sys.(Stiff); ok {
		a = m.a
		floats.ScaleTo(m.dq, h, s.Qd)
		if err := stiff.StiffAcceleration(a, s.T, s.Q, s.Qd, m.dq, m.still, h); err != nil {
			return 0, err
		}
	}
	floats.AddScaled(s.Qd, h, a)
	sys.Retract(s.Q, s.Q, s.Qd, h)
	s.T += h
	return h, arrive(sys, s)
}
