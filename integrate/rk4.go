package integrate

import "gonum.org/v1/gonum/floats"

// RK4 is the classical Runge-Kutta method of four stages. With the velocities and accelerations of the stages
//
//	v1 = v             a1 = a(t,       q,             v1)
//	v2 = v + h/2 a1    a2 = a(t + h/2, q ⊕ h/2 v1,    v2)
//	v3 = v + h/2 a2    a3 = a(t + h/2, q ⊕ h/2 v2,    v3)
//	v4 = v + h a3      a4 = a(t + h,   q ⊕ h v3,      v4)
//
// the step is
//
//	q' = q ⊕ h/6 (v1 + 2 v2 + 2 v3 + v4),   v' = v + h/6 (a1 + 2 a2 + 2 a3 + a4).
//
// Order 4 where the positions are a vector space, four evaluations of the acceleration per step. The energy error grows with time, as
// h⁴. An oscillation of angular frequency w is stable up to h w = 2 √2, a decay rate b up to h b = 2.785. Source: Hairer,
// Nørsett, Wanner, "Solving Ordinary Differential Equations I", 2nd ed. 1993, table II.1.2.
type RK4 struct {
	q, v, a    []float64 // of a stage
	sumV, sumA []float64 // v1 + 2 v2 + ... and a1 + 2 a2 + ...
}

// RK4Method describes RK4.
var RK4Method = Method{
	Name:     "rk4",
	Equation: "q' = q (+) h/6 (v1 + 2 v2 + 2 v3 + v4); v' = v + h/6 (a1 + 2 a2 + 2 a3 + a4)",
	Purpose:  "order 4, four evaluations per step: smooth motion to high accuracy",
	New:      func(sys System) Stepper { return NewRK4(sys) },
}

// NewRK4 returns a stepper for systems of the lengths of sys.
func NewRK4(sys System) *RK4 {
	nq, nv := sys.NQ(), sys.NV()
	return &RK4{make([]float64, nq), make([]float64, nv), make([]float64, nv), make([]float64, nv), make([]float64, nv)}
}

// Step implements Stepper.
func (r *RK4) Step(sys System, s *State, h float64) (float64, error) {
	v, a := s.V, s.A // of the last stage
	copy(r.sumV, v)
	copy(r.sumA, a)
	for _, stage := range [...]struct{ h, weight float64 }{{h / 2, 2}, {h / 2, 2}, {h, 1}} {
		sys.Retract(r.q, s.Q, v, stage.h)
		floats.AddScaledTo(r.v, s.V, stage.h, a)
		if err := sys.Acceleration(r.a, s.T+stage.h, r.q, r.v); err != nil {
			return 0, err
		}
		v, a = r.v, r.a
		floats.AddScaled(r.sumV, stage.weight, v)
		floats.AddScaled(r.sumA, stage.weight, a)
	}
	sys.Retract(s.Q, s.Q, r.sumV, h/6)
	floats.AddScaled(s.V, h/6, r.sumA)
	s.T += h
	return h, sys.Acceleration(s.A, s.T, s.Q, s.V)
}
