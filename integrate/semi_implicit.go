package integrate

import "kinetree/internal/floats"

// SemiImplicit is the semi-implicit (symplectic) Euler method:
//
//	v' = v + h a,   q' = q ⊕ h v',   (M + h B) a = M a(t, q, v)
//
// The damping B of a [Damped] system acts as it is at the end of the step; without damping a is the acceleration of the
// state.
//
// Order 1, one evaluation of the acceleration per step, two with damping. Where the mass matrix is constant and
// forces do not depend on velocity it is symplectic: the energy error oscillates and does not grow. An arm's mass
// matrix is not constant; there the energy drifts, in proportion to h. An oscillation of angular frequency w is
// stable up to h w = 2; damping at any step. Source: Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2nd
// ed. 2006, section I.1.2.
type SemiImplicit struct{}

// SemiImplicitMethod describes SemiImplicit.
var SemiImplicitMethod = Method{
	Name:     "semi-implicit",
	Equation: "v' = v + h a; q' = q (+) h v'; (M + h B) a = M a(t, q, v); B damping",
	Purpose:  "order 1, one evaluation per step (damped: two): cheap and robust, for control loops and quick looks",
	Turns:    0.01,
	New:      func(System, Options) Stepper { return SemiImplicit{} },
}

// Step implements Stepper.
func (SemiImplicit) Step(sys System, s *State, h float64) (float64, error) {
	if d, ok := sys.(Damped); ok && d.Damps() {
		if err := d.DampedAcceleration(s.Qdd, s.T, s.Q, s.Qd, h); err != nil {
			return 0, err
		}
	}
	floats.AddScaled(s.Qd, h, s.Qdd)
	sys.Retract(s.Q, s.Q, s.Qd, h)
	s.T += h
	return h, arrive(sys, s)
}

// End implements Foreseen.
func (SemiImplicit) End(h, q, qd, qdd float64) (toQ, toQd float64) {
	toQd = qd + float64(h*qdd)
	return q + float64(h*toQd), toQd
}

// Rate implements Foreseen.
func (SemiImplicit) Rate(qd, toQd float64) float64 { return float64(2*toQd) - qd }
