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
	root := m.Links()[link].Body
	bodies := m.Bodies()
	inside := make([]bool, len(bodies))
	place := make([]spatial.Transform, len(bodies)) // poses in the link
	back := m.Links()[link].Placement.Inverse()
	column := make([]int, m.NV()) // of F, from 1 on
	var rates []int
	outside := make([]bool, m.NV()) // the rates of joints that are not inside
	for i := range bodies {
		b := &bodies[i]
		if i == root {
			inside[i], place[i] = true, back
			continue
		}
		if i > root && inside[b.Parent] {
			inside[i] = true
			pose := b.X
			b.Place(&pose, q)
			x := pose.Pose()
			place[i] = place[b.Parent].Compose(&x)
		}
		for k := range b.S {
			if v := b.V + k; !inside[i] {
				outside[v] = true
			} else if column[v] == 0 {
				rates = append(rates, v)
				column[v] = len(rates)
			}
		}
	}
	if root > 0 { // the joint that carries the link
		for k := range bodies[root].S {
			outside[bodies[root].V+k] = true
		}
	}
	for _, v := range rates {
		if outside[v] {
			return fmt.Errorf("joints that move with %q are on both sides of the link %q, so what hangs on it cannot "+
				"move on its own; expected a link that carries all of them or none, or joints that ignore it",
				m.RateName(v), m.Links()[link].Name)
		}
	}
	n := len(rates)
	inertia, F := mat.NewDense(6, 6, nil), mat.NewDense(6, max(n, 1), nil)
	for i := range bodies {
		if !inside[i] {
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
			place[i].ApplyMotion(&e, &e)
			s.addMomentum(inertia, k, i, &e, &place[i])
		}
		for j := i; j != root; j = bodies[j].Parent {
			for k := range bodies[j].S {
				var e spatial.Motion
				bodies[j].Column(&e, &place[j], k)
				place[i].ApplyMotion(&e, &e)
				s.addMomentum(F, column[bodies[j].V+k]-1, i, &e, &place[i])
			}
		}
	}
	if n > 0 {
		all := make([]float64, m.NV()*m.NV())
		s.coupled.crba.MassMatrix(all, q)
		M := mat.NewDense(n, n, nil)
		for i, v := range rates {
			for j, w := range rates {
				M.Set(i, j, all[v*m.NV()+w])
			}
		}
		var solved, taken mat.Dense
		if solved.Solve(M, F.T()) != nil {
			return m.Singular(s.firstOf(rates[0]), 0)
		}
		taken.Mul(F, &solved)
		inertia.Sub(inertia, &taken)
	}
	copy(dst, inertia.Data())
	return nil
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
