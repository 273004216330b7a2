package aba

import (
	"fmt"

	"kinetree/spatial"
	"kinetree/spatial/mat"
)

// articulatedCoupled is ArticulatedInertia where joints follow others. Then a body cannot be freed joint by joint: with
// the inertia I of all that hangs on the link as if it were rigid, the mass matrix M of the rates in there, and the
// momenta F of unit rates, it is
//
//	IA = I − F M⁻¹ Fᵀ
//
// the Schur complement of the mass matrix of the part that hangs on the link, on a floating base. The rates of leaders
// that the part does not contain are none of it: their followers in it are tied to what does not move with it, which is
// an error. O(n k² + k³) with k rates in the part.
func (s *Solver) articulatedCoupled(dst, q []float64, link int) error {
	m := s.model
	p := s.partOf(q, link)
	for _, v := range p.rates {
		if p.outside[v] {
			return fmt.Errorf("joints that move with %q are on both sides of the link %q, so what hangs on it cannot "+
				"move on its own; expected a link that carries all of them or none, or joints that ignore it",
				m.RateName(v), m.Links()[link].Name)
		}
	}
	inertia, F := s.rigidMomenta(p)
	if n := len(p.rates); n > 0 {
		all := make([]float64, m.NV()*m.NV())
		s.coupled.crba.MassMatrix(all, q)
		M := mat.NewDense(n, n, nil)
		for i, v := range p.rates {
			for j, w := range p.rates {
				M.Set(i, j, all[v*m.NV()+w])
			}
		}
		var solved, taken mat.Dense
		if solved.Solve(M, F.T()) != nil {
			return m.Singular(s.firstOf(p.rates[0]), 0)
		}
		taken.Mul(F, &solved)
		inertia.Sub(inertia, &taken)
	}
	copy(dst, inertia.Data())
	return nil
}

// hangingPart is a link with all that hangs on it.
type hangingPart struct {
	root    int                 // the body of the link
	inside  []bool              // bodies
	place   []spatial.Transform // their poses in the link
	rates   []int               // of the joints inside
	column  []int               // of each rate among these, from 1 on; 0 for others
	outside []bool              // the rates of joints that are not inside
}

// partOf returns the part that hangs on a link at position q.
func (s *Solver) partOf(q []float64, link int) *hangingPart {
	m := s.model
	bodies := m.Bodies()
	p := &hangingPart{root: m.Links()[link].Body, inside: make([]bool, len(bodies)),
		place: make([]spatial.Transform, len(bodies)), column: make([]int, m.NV()), outside: make([]bool, m.NV())}
	back := m.Links()[link].Placement.Inverse()
	for i := range bodies {
		b := &bodies[i]
		if i == p.root {
			p.inside[i], p.place[i] = true, back
			continue
		}
		if i > p.root && p.inside[b.Parent] {
			p.inside[i] = true
			pose := b.X
			b.Place(&pose, q)
			x := pose.Pose()
			p.place[i] = p.place[b.Parent].Compose(&x)
		}
		for k := range b.S {
			if v := b.V + k; !p.inside[i] {
				p.outside[v] = true
			} else if p.column[v] == 0 {
				p.rates = append(p.rates, v)
				p.column[v] = len(p.rates)
			}
		}
	}
	if p.root > 0 { // the joint that carries the link
		for k := range bodies[p.root].S {
			p.outside[bodies[p.root].V+k] = true
		}
	}
	return p
}

// rigidMomenta returns the inertia of a part as if it were rigid, and the momenta F of unit rates, a column each, both
// in the axes of the link.
func (s *Solver) rigidMomenta(p *hangingPart) (inertia, F *mat.Dense) {
	bodies := s.model.Bodies()
	inertia, F = mat.NewDense(6, 6, nil), mat.NewDense(6, max(len(p.rates), 1), nil)
	for i := range bodies {
		if !p.inside[i] {
			continue
		}
		// The momentum of the body by a unit of the link's motion, and by a unit of each rate before it.
		for k := range 6 {
			var e spatial.Motion
			if k < 3 {
				e.Ang[k] = 1
			} else {
				e.Lin[k-3] = 1
			}
			p.place[i].ApplyMotion(&e, &e)
			s.addMomentum(inertia, k, i, &e, &p.place[i])
		}
		for j := i; j != p.root; j = bodies[j].Parent {
			for k := range bodies[j].S {
				var e spatial.Motion
				bodies[j].Column(&e, &p.place[j], k)
				p.place[i].ApplyMotion(&e, &e)
				s.addMomentum(F, p.column[bodies[j].V+k]-1, i, &e, &p.place[i])
			}
		}
	}
	return inertia, F
}

// addMomentum adds the momentum of a body that moves as m, in the axes of the body, to a column, in those of a link.
func (s *Solver) addMomentum(to *mat.Dense, column, body int, m *spatial.Motion, place *spatial.Transform) {
	var h spatial.Force
	s.model.Bodies()[body].Inertia.Apply(&h, m)
	place.InverseForce(&h, &h)
	for r := range 3 {
		to.Set(r, column, to.At(r, column)+h.Ang[r])
		to.Set(3+r, column, to.At(3+r, column)+h.Lin[r])
	}
}

// firstOf returns the first body that moves with a rate.
func (s *Solver) firstOf(rate int) int {
	for i := range s.model.Bodies() {
		if b := &s.model.Bodies()[i]; i > 0 && b.V <= rate && rate < b.V+len(b.S) {
			return i
		}
	}
	return 0
}
