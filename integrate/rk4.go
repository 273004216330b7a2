package integrate

import (
	"kinetree/internal/floats"
)

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
// Where positions are poses, motions do not commute, and this has order 2 only. There the position of the last stage
// and the new one take two motions each, with the same sums:
//
//	q4 = q ⊕ h/2 v1 ⊕ h (v3 − v1/2)
//	q' = q ⊕ h/12 (3 v1 + 2 v2 + 2 v3 − v4) ⊕ h/12 (−v1 + 2 v2 + 2 v3 + 3 v4)
//
// Each motion is one at a constant velocity, so the position stays a pose and a joint moves as its motion subspace
// allows.
//
// Order 4, four evaluations of the acceleration per step. The energy error grows with time, as h⁴. An oscillation of
// angular frequency w is stable up to h w = 2 √2, a decay rate b up to h b = 2.785; where dampers or springs are
// faster, simulations take [IMEX] in its place. Sources: Hairer, Nørsett, Wanner, "Solving Ordinary Differential
// Equations I", 2nd ed. 1993, table II.1.2; for poses Celledoni, Marthinsen, Owren, "Commutator-free Lie group
// methods", Future Generation Computer Systems 19, 2003, which needs no commutators, unlike Munthe-Kaas, "Runge-Kutta
// methods on Lie groups", BIT 38, 1998.
type RK4 struct {
	q, v, a    []float64 // of a stage
	sumV, sumA []float64 // v1 + 2 v2 + ... and a1 + 2 a2 + ...
	poses      *poses    // nil where positions are a vector space
}

// poses is the workspace for positions that are poses.
type poses struct {
	middle []float64 // q ⊕ h/2 v1
	motion []float64
}

// RK4Method describes RK4.
var RK4Method = Method{
	Name:     "rk4",
	Equation: "q' = q (+) h/6 (v1 + 2 v2 + 2 v3 + v4); v' = v + h/6 (a1 + 2 a2 + 2 a3 + a4)",
	OnPoses: "q' = q (+) h/12 (3 v1 + 2 v2 + 2 v3 - v4) (+) h/12 (-v1 + 2 v2 + 2 v3 + 3 v4); v' = v + h/6 (a1 + 2 " +
		"a2 + 2 a3 + a4)",
	Purpose: "order 4, four evaluations per step: smooth motion to high accuracy",
	Stability: func(z complex128) complex128 {
		return polynomial(z, 1, 1, 1./2, 1./6, 1./24)
	},
	Turns: 0.35,
	New:   func(sys System, _ Options) Stepper { return NewRK4(sys) },
	Stiff: func(sys System) Stepper { return NewIMEX(sys) },
}

// NewRK4 returns a stepper for systems of the lengths of sys.
func NewRK4(sys System) *RK4 {
	nq, nv := sys.NQ(), sys.NV()
	r := &RK4{q: make([]float64, nq), v: make([]float64, nv), a: make([]float64, nv), sumV: make([]float64, nv),
		sumA: make([]float64, nv)}
	if nq != nv {
		r.poses = &poses{make([]float64, nq), make([]float64, nv)}
	}
	return r
}

// Step implements Stepper.
func (r *RK4) Step(sys System, s *State, h float64) (float64, error) {
	v, a := s.Qd, s.Qdd // of the last stage
	copy(r.sumV, v)
	copy(r.sumA, a)
	for i, to := range [...]float64{h / 2, h / 2, h} {
		r.place(sys, s, i, v, to)
		floats.AddScaledTo(r.v, s.Qd, to, a)
		if err := sys.Acceleration(r.a, s.T+to, r.q, r.v); err != nil {
			return 0, err
		}
		weight := [...]float64{2, 2, 1}[i]
		floats.AddScaled(r.sumV, weight, r.v)
		floats.AddScaled(r.sumA, weight, r.a)
		v, a = r.v, r.a
	}
	r.move(sys, s, h)
	floats.AddScaled(s.Qd, h/6, r.sumA)
	s.T += h
	return h, arrive(sys, s)
}

// place sets the position of the stage after stage i of three, whose velocity is v.
func (r *RK4) place(sys System, s *State, i int, v []float64, h float64) {
	p := r.poses
	if p == nil || i < 2 {
		sys.Retract(r.q, s.Q, v, h)
		if p != nil && i == 0 {
			copy(p.middle, r.q)
		}
		return
	}
	floats.AddScaledTo(p.motion, v, -0.5, s.Qd)
	sys.Retract(r.q, p.middle, p.motion, h)
}

// move takes the position to the end of the step. With the sum v̄ of six velocities and the first and the last of
// them the two motions are h/12 (v̄ ± 2 (v1 − v4)).
func (r *RK4) move(sys System, s *State, h float64) {
	p := r.poses
	if p == nil {
		sys.Retract(s.Q, s.Q, r.sumV, h/6)
		return
	}
	floats.SubTo(p.motion, s.Qd, r.v)
	floats.AddScaledTo(p.motion, r.sumV, 2, p.motion)
	sys.Retract(s.Q, s.Q, p.motion, h/12)
	floats.SubTo(p.motion, s.Qd, r.v)
	floats.AddScaledTo(p.motion, r.sumV, -2, p.motion)
	sys.Retract(s.Q, s.Q, p.motion, h/12)
}
