package rnea

import (
	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// TurnWrenches says what becomes of external wrenches as the robot moves, for the derivatives that follow: whether
// they turn along with their links, as they do unless it is called, or keep their directions in the world. They act
// on the origins of their links in both cases.
func (s *DerivativeSolver) TurnWrenches(turn bool) { s.keep = !turn }

// lag adds to dq what it makes that the wrenches do not turn along with their links. When body j turns by the column
// S_k, the wrench on a link that it carries lacks the change of one that turns along, and the forces through the
// joints between make up for it:
//
//	Δf = W S_k,   W = Σ W_l over the links l, W_l of [kernel.Coriolis.AddTurning]
//
// So dq changes as in efforts, with W S_k in place of I ψ̈ + B ψ̇.
func (s *DerivativeSolver) lag(dq []float64, fext []spatial.Force) {
	n := s.model.NV()
	Turning(s.W, s.model, fext)
	bodies := s.model.Bodies()
	for i := len(bodies) - 1; i > 0; i-- {
		m, b, W := &bodies[i], &s.bodies[i], &s.W[i]
		columns := s.columns[b.first:b.end]
		for k := range columns {
			var r kernel.Reaction // Wᵀ S_k in place of Bᵀ S_k
			W.Transposed(&r.BS, &columns[k].S)
			W.AddApply(&r.ByQ, &columns[k].S)
			row := (m.V + k) * n
			for l := range columns {
				dq[row+m.V+l] += r.BS.Dot(columns[l].S.Ang)
			}
			for j := i; bodies[j].Parent > 0; {
				s.bodies[j].X.InverseReaction(&r)
				j = bodies[j].Parent
				p := &s.bodies[j]
				for l := p.first; l < p.end; l++ {
					c, at := &s.columns[l], bodies[j].V+l-p.first
					dq[row+at] += r.BS.Dot(c.S.Ang)
					dq[at*n+m.V+k] += c.S.Dot(&r.ByQ)
				}
			}
		}
		if m.Parent > 0 {
			b.X.AddCoriolis(&s.W[m.Parent], W)
		}
	}
}

// Turning sets W[i] to the sum over the links of body i of the maps from a turn of it to the changes of wrenches that
// turn along, see [kernel.Coriolis.AddTurning]. W has an element for each body of the model.
func Turning(W []kernel.Coriolis, m *tree.Model, fext []spatial.Force) {
	clear(W)
	for l := range fext {
		link := &m.Links()[l]
		turn := spatial.Transform{R: link.Placement.R}
		var f spatial.Force
		turn.InverseForce(&f, &fext[l])
		W[link.Body].AddTurning(&link.Placement.P, &f)
	}
}
