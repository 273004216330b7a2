package integrate

import "gonum.org/v1/gonum/floats"

// SemiImplicit is the semi-implicit (symplectic) Euler method:
//
//	v' = v + h a(t, q, v),   q' = q ⊕ h v'
//
// Order 1, one evaluation of the acceleration per step. Where the mass matrix is constant and forces do not depend on
// velocity it is symplectic: the energy error oscillates and does not grow. An arm's mass matrix is not constant;
// there the energy drifts, in proportion to h. An oscillation of angular frequency w is stable up to h w = 2; a
// damping rate b (per second) up to h b = 2. Source: Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2nd
// ed. 2006, section I.1.2.
type SemiImplicit struct{}

// SemiImplicitMethod describes SemiImplicit.
var SemiImplicitMethod = Method{
	Name:     "semi-implicit",
	Equation: "v' = v + h a(t, q, v); q' = q (+) h v'",
	Purpose:  "order 1, one evaluation per step: cheap and robust, for control loops and quick looks",
	New:      func(System, Options) Stepper { return SemiImplicit{} },
}

// Step implements Stepper.
func (SemiImplicit) Step(sys System, s *State, h float64) (float64, error) {
	floats.AddScaled(s.Qd, h, s.Qdd)
	sys.Retract(s.Q, s.Q, s.Qd, h)
	s.T += h
	return h, sys.Acceleration(s.Qdd, s.T, s.Q, s.Qd)
}
