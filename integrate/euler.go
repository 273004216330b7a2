package integrate

import "kinetree/internal/floats"

// Euler is the explicit Euler method:
//
//	v' = v + h a(t, q, v),   q' = q ⊕ h v
//
// Order 1, one evaluation of the acceleration per step. The energy of an oscillation of angular frequency w grows by
// the factor 1 + (h w)² in each step, so without damping it is stable at no step; a damping rate b (per second) is
// stable up to h b = 2. It serves as a reference for the other methods. Its stability function is R(z) = 1 + z,
// its stability region the disc |1 + z| ≤ 1. Source: Hairer, Nørsett, Wanner, "Solving Ordinary Differential
// Equations I", 2nd ed. 1993, section I.7.
type Euler struct{}

// EulerMethod describes Euler.
var EulerMethod = Method{
	Name:      "euler",
	Equation:  "q' = q (+) h v; v' = v + h a(t, q, v)",
	Purpose:   "order 1, one evaluation per step, gains energy: for teaching",
	Stability: func(z complex128) complex128 { return 1 + z },
	Turns:     0.01,
	New:       func(System, Options) Stepper { return Euler{} },
}

// Step implements Stepper.
func (Euler) Step(sys System, s *State, h float64) (float64, error) {
	sys.Retract(s.Q, s.Q, s.Qd, h)
	floats.AddScaled(s.Qd, h, s.Qdd)
	s.T += h
	return h, arrive(sys, s)
}

// End implements Foreseen.
func (Euler) End(h, q, qd, qdd float64) (toQ, toQd float64) {
	return q + float64(h*qd), qd + float64(h*qdd)
}

// Rate implements Foreseen.
func (Euler) Rate(qd, _ float64) float64 { return qd }
