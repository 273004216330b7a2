package rnea

import (
	"kinetree/internal/kernel"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// TurnWrenches says what becomes of external wrenches as the robot moves, for the derivatives that follow: whether they
// are follower loads, which rotate along with their links, as they are unless it is called, or dead loads, which keep
// their directions in the world. Both act on the origins of their links.
func (s *DerivativeSolver) TurnWrenches(turn bool) { s.keepDirections = !turn }

// addDeadLoads adds to dq what the wrenches contribute as dead loads. When body j rotates by the column S_k, a dead
// load on a link that it carries lacks the change of a follower load, and the forces through the joints between make
// up for it:
//
//	Δf = W S_k,   W = Σ W_l over the links l, W_l of [kernel.Coriolis.AddFollowerLoad]
//
// So dq changes as in efforts, with W S_k in place of I ψ̈ + B ψ̇.
func (s *DerivativeSolver) addDeadLoads(dq []float64, fext []spatial.Force) {
	n := s.model.NV()
	clear(s.deadLoads)
	for l := range fext {
		link := &s.model.Links()[l]
		s.deadLoads[link.Body].AddFollowerLoad(&link.Placement, &fext[l])
	}
	bodies := s.model.Bodies()
	for i := len(bodies) - 1; i > 0; i-- {
		m, b, W := &bodies[i], &s.bodies[i], &s.deadLoads[i]
		columns := s.columns[b.first:b.end]
		for k := range columns {
			var r kernel.Sensitivity // with W in place of B
			W.Transposed(&r.BS, &columns[k].S)
			W.AddApply(&r.ByQ, &columns[k].S)
			row := (m.V + k) * n
			for l := range columns {
				dq[row+m.V+l] += vec.Dot(r.BS, columns[l].S.Ang)
			}
			for j := i; bodies[j].Parent > 0; {
				s.bodies[j].X.InverseSensitivity(&r)
				j = bodies[j].Parent
				p := &s.bodies[j]
				for l := p.first; l < p.end; l++ {
					c, at := &s.columns[l], bodies[j].V+l-p.first
					dq[row+at] += vec.Dot(r.BS, c.S.Ang)
					dq[at*n+m.V+k] += c.S.Dot(&r.ByQ)
				}
			}
		}
		if m.Parent > 0 {
			b.X.AddCoriolis(&s.deadLoads[m.Parent], W)
		}
	}
}
