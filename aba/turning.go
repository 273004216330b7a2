package aba

import (
	"kinetree/internal/kernel"
	"kinetree/rnea"
	"kinetree/spatial"
)

// TurnWrenches says what becomes of external wrenches as the robot moves, for the derivatives that follow: whether
// they turn with their links, which they do otherwise, or keep their direction in the world and act on the origins of
// their links still.
func (s *DerivativeSolver) TurnWrenches(turn bool) {
	s.keep = !turn
	if s.coupled != nil {
		s.coupled.inverse.TurnWrenches(turn)
	}
}

// lag adds to u by q what it makes that the wrenches do not turn along with their links, see package rnea: the force
// T S_k on body i, from which follows
//
//	N = Tᵀ S,   Ta = T − W Nᵀ,   T_λ += Xᵀ Ta X
//
// as of B. So u changes as in respond, with T S_k in place of I ψ̈ + B ψ̇.
func (s *DerivativeSolver) lag(x []float64, width int, fext []spatial.Force) {
	rnea.Turning(s.turning, s.forward.model, fext)
	for i := range s.bodies { // B is not needed any more
		s.bodies[i].B.SetRigid(&s.turning[i])
	}
	for i := len(s.bodies) - 1; i > 0; i-- {
		b, T := &s.forward.bodies[i], &s.bodies[i].B
		m := b.m
		responses := s.responses[m.V : m.V+len(m.S)]
		for k := range responses {
			responses[k] = kernel.Response{}
			T.AddApply(&responses[k].ByQ, &m.S[k])
		}
		for k := len(responses) - 1; k >= 0; k-- {
			S, W, Dinv := &m.S[k], b.follow(k), b.inverseD(k)
			responses[k].SetMaps(S, T, &W, Dinv)
			for l := range responses {
				s.lagFree(x, width, S, &W, Dinv, m.V+k, m.V+l, &responses[l])
			}
		}
		if m.Parent == 0 {
			continue
		}
		for k := range responses {
			s.lagCarry(x, width, b, m.V+k, &responses[k])
		}
		b.X.AddTransmitted(&s.bodies[m.Parent].B, T, &spatial.Force{})
	}
}

// lagCarry is carry for lag.
func (s *DerivativeSolver) lagCarry(x []float64, width int, b *body, rate int, r *kernel.Response) {
	for b.m.Parent > 0 {
		b.X.InverseResponses(s.responses[rate : rate+1])
		b = b.parent
		for k := len(b.m.S) - 1; k >= 0; k-- {
			S, W := &b.m.S[k], b.follow(k)
			x[rate*width+len(s.columns)+b.m.V+k] += r.V.Dot(S.Ang)
			s.lagFree(x, width, S, &W, b.inverseD(k), b.m.V+k, rate, r)
		}
	}
}

// lagFree adds to u_i what the force of column k, which T takes, makes of the rate i of column S, and takes off what
// S does not transmit.
func (s *DerivativeSolver) lagFree(x []float64, width int, S *spatial.Motion, W *spatial.Force, Dinv float64, i, k int,
	r *kernel.Response) {
	byQ, _ := r.Free(S, W, Dinv)
	x[i*width+len(s.columns)+k] += byQ
}
