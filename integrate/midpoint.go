package integrate

import (
	"kinetree/internal/floats"
)

// Midpoint is the explicit midpoint method:
//
//	v_m = v + h/2 a(t, q, v)         q_m = q ⊕ h/2 v
//	v'  = v + h a(t + h/2, q_m, v_m)   q'  = q ⊕ h v_m
//
// Order 2, on poses, too: each position is one motion from q, and the error of not changing the velocity on the way
// is of order 3 in a step. Two evaluations of the acceleration per step. The amplitude of an oscillation of angular
// frequency w grows by the factor 1 + (h w)⁴/8 in each step, so without damping it is stable at no step, but grows
// slowly where h w is small; a damping rate b is stable up to h b = 2. Its stability function is R(z) = 1 + z + z²/2.
// Source: Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", 2nd ed. 1993, section II.1 (Runge
// 1895); on poses Munthe-Kaas, "Runge-Kutta methods on Lie groups", BIT 38, 1998.
type Midpoint struct {
	q, v, a []float64 // in the middle
}

// MidpointMethod describes Midpoint.
var MidpointMethod = Method{
	Name:      "midpoint",
	Equation:  "q' = q (+) h (v + h/2 a); v' = v + h a(t + h/2, q (+) h/2 v, v + h/2 a)",
	Purpose:   "order 2, two evaluations per step: damped motion to moderate accuracy",
	Stability: func(z complex128) complex128 { return polynomial(z, 1, 1, 1./2) },
	Turns:     0.25,
	New:       func(sys System, _ Options) Stepper { return NewMidpoint(sys) },
}

// NewMidpoint returns a stepper for systems of the lengths of sys.
func NewMidpoint(sys System) *Midpoint {
	nq, nv := sys.NQ(), sys.NV()
	return &Midpoint{make([]float64, nq), make([]float64, nv), make([]float64, nv)}
}

// Step implements Stepper.
func (m *Midpoint) Step(sys System, s *State, h float64) (float64, error) {
	sys.Retract(m.q, s.Q, s.Qd, h/2)
	floats.AddScaledTo(m.v, s.Qd, h/2, s.Qdd)
	if err := sys.Acceleration(m.a, s.T+h/2, m.q, m.v); err != nil {
		return 0, err
	}
	sys.Retract(s.Q, s.Q, m.v, h)
	floats.AddScaled(s.Qd, h, m.a)
	s.T += h
	return h, arrive(sys, s)
}
