package aba

import (
	"kinetree/internal/kernel"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// TurnWrenches says what becomes of external wrenches as the robot moves, for the derivatives that follow: whether they
// are follower loads, which rotate along with their links, as they are unless it is called, or dead loads, which keep
// their directions in the world. Both act on the origins of their links.
func (s *DerivativeSolver) TurnWrenches(turn bool) {
	s.keepDirections = !turn
	if s.coupled != nil {
		s.coupled.inverse.TurnWrenches(turn)
	}
}

// addDeadLoads adds to u by q what the wrenches contribute as dead loads, see package rnea: the force T S_k on body i,
// from which follows
//
//	N = Tᵀ S,   Ta = T − W Nᵀ,   T_λ += Xᵀ Ta X
//
// as of B. So u changes as in propagate, with T S_k in place of I ψ̈ + B ψ̇.
func (s *DerivativeSolver) addDeadLoads(x []float64, width int, fext []spatial.Force) {
	clear(s.deadLoads)
	for l := range fext {
		link := &s.forward.model.Links()[l]
		s.deadLoads[link.Body].AddFollowerLoad(&link.Placement, &fext[l])
	}
	for i := range s.bodies { // B is no longer needed
		s.bodies[i].B.SetRigid(&s.deadLoads[i])
	}
	for i := len(s.bodies) - 1; i > 0; i-- {
		b, T := &s.forward.bodies[i], &s.bodies[i].B
		m := b.m
		sensitivities := s.sensitivities[m.V : m.V+len(m.S)]
		for k := range sensitivities {
			sensitivities[k] = kernel.ArticulatedSensitivity{}
			T.AddApply(&sensitivities[k].ByQ, &m.S[k])
		}
		for k := len(sensitivities) - 1; k >= 0; k-- {
			S, W, Dinv := &m.S[k], b.gain(k), b.inverseD(k)
			sensitivities[k].SetMaps(S, T, &W, Dinv)
			for l := range sensitivities {
				s.transmitDeadLoad(x, width, S, &W, Dinv, m.V+k, m.V+l, &sensitivities[l])
			}
		}
		if m.Parent == 0 {
			continue
		}
		for k := range sensitivities {
			s.passDeadLoad(x, width, b, m.V+k, &sensitivities[k])
		}
		b.X.AddTransmitted(&s.bodies[m.Parent].B, T, &spatial.Force{})
	}
}

// passDeadLoad is carry for dead loads.
func (s *DerivativeSolver) passDeadLoad(x []float64, width int, b *body, rate int, r *kernel.ArticulatedSensitivity) {
	for b.m.Parent > 0 {
		b.X.InverseSensitivities(s.sensitivities[rate : rate+1])
		b = b.parent
		for k := len(b.m.S) - 1; k >= 0; k-- {
			S, W := &b.m.S[k], b.gain(k)
			x[rate*width+len(s.columns)+b.m.V+k] += vec.Dot(r.V, S.Ang)
			s.transmitDeadLoad(x, width, S, &W, b.inverseD(k), b.m.V+k, rate, r)
		}
	}
}

// transmitDeadLoad adds to u_i of the column S what the force T S_k accelerates it by, and leaves in the force what S
// transmits.
func (s *DerivativeSolver) transmitDeadLoad(x []float64, width int, S *spatial.Motion, W *spatial.Force, Dinv float64,
	i, k int, r *kernel.ArticulatedSensitivity) {
	byQ, _ := r.Transmit(S, W, Dinv)
	x[i*width+len(s.columns)+k] += byQ
}
