package aba

import (
	"kinetree/compile/graph"
	"kinetree/internal/traced/kernel"
	"kinetree/internal/traced/spatial"
	"kinetree/internal/traced/tree"
)

// SwitchedDynamics is ForwardDynamics where what Augment adds to the switched rates is a number that is 0 or infinite:
// each of them is free or held when the code runs. The operations are those that the solver does for the one and for
// the other. They differ for revolute joints alone, of which a free one leaves out the row and the column of its axis,
// unless joints follow others: then the factors of the mass matrix have zeros where a rate is held.
func (s *Solver) SwitchedDynamics(qdd, q, qd, tau []graph.Num, fext []spatial.Force, switched []bool) error {
	if s.coupled != nil {
		return s.coupled.switchedDynamics(qdd, q, qd, tau, fext)
	}
	s.velocities(q, qd)
	s.wrenches(fext)
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		if b.m.Kind == tree.Revolute && switched[b.m.V] {
			b.switchInertia(&s.ia)
			b.switchBias(tau[b.m.V])
			continue
		}
		b.free(&s.ia)
		if graph.IsNaN(b.Dinv) {
			return s.singular(i)
		}
		b.bias(tau, &s.ia)
	}
	s.accelerations(qdd)
	return nil
}

// switchedDynamics is forwardDynamics, with the reactions of all rates. Those that nobody asks for are no operations.
func (c *coupled) switchedDynamics(qdd, q, qd, tau []graph.Num, fext []spatial.Force) error {
	if err := c.forwardDynamics(qdd, q, qd, tau, fext); err != nil {
		return err
	}
	for i, x := range c.bias {
		c.reaction[i] = c.crba.Product(i, qdd).Add(x).Sub(tau[i])
	}
	return nil
}

// held returns a number where the joint is held, and another one where it is free.
func (b *body) held(yes, no graph.Num) graph.Num {
	return graph.Where(graph.Known(0), b.added, yes, no)
}

// switchInertia is free for a revolute joint that may be held.
func (b *body) switchInertia(Ia *kernel.ArticulatedInertia) {
	*Ia = b.IA
	b.Dinv = Ia.HoldRevolute(&b.W, b.added)
	b.W.Ang[2] = b.held(graph.Known(0), graph.Known(1))
	for _, x := range [...]*graph.Num{&Ia.A[3], &Ia.A[4], &Ia.A[5], &Ia.B[6], &Ia.B[7], &Ia.B[8]} {
		*x = b.held(*x, graph.Known(0))
	}
	if b.m.Parent > 0 {
		b.X.AddInertia(&b.parent.IA, b.sum, Ia)
	}
}

// switchBias is bias after switchInertia.
func (b *body) switchBias(tau graph.Num) {
	b.u = tau.Sub(b.pA.Ang[2])
	if b.m.Parent == 0 {
		return
	}
	// What a held joint transmits, in the axes of its body.
	all := b.pA
	b.IA.AddBias(&all, &b.c, graph.Known(0), &b.W)
	// What a free one does, see kernel.Axial.AddBiasRevolute.
	wx, wy, vx, vy := b.c.Ang[0], b.c.Ang[1], b.c.Lin[0], b.c.Lin[1]
	A, B, D := &b.IA.A, &b.IA.B, &b.IA.D
	k := b.u.Sub(A[3].Mul(wx).Add(A[4].Mul(wy)).Add(B[6].Mul(vx)).Add(B[7].Mul(vy)))
	part := func(p, x, y, u, v, w graph.Num) graph.Num {
		return p.Add(x.Mul(wx)).Add(y.Mul(wy)).Add(u.Mul(vx)).Add(v.Mul(vy)).Add(k.Mul(w))
	}
	p, W := &b.pA, &b.W
	free := spatial.Force{
		Ang: [3]graph.Num{part(p.Ang[0], A[0], A[1], B[0], B[1], W.Ang[0]),
			part(p.Ang[1], A[1], A[2], B[3], B[4], W.Ang[1]), tau},
		Lin: [3]graph.Num{part(p.Lin[0], B[0], B[3], D[0], D[1], W.Lin[0]),
			part(p.Lin[1], B[1], B[4], D[1], D[2], W.Lin[1]), part(p.Lin[2], B[2], B[5], D[3], D[4], W.Lin[2])},
	}
	for i := range free.Ang {
		free.Ang[i], free.Lin[i] = b.held(all.Ang[i], free.Ang[i]), b.held(all.Lin[i], free.Lin[i])
	}
	b.X.AddForce(&b.parent.pA, &free)
}

// SwitchedReaction returns what Reaction does where rate i, which may be switched, is held. Elsewhere it means nothing.
func (s *Solver) SwitchedReaction(i int) graph.Num {
	if s.coupled != nil {
		return s.coupled.reaction[i]
	}
	r := s.rates[i]
	b := &s.bodies[r.body]
	if b.cols != nil {
		return b.cols[r.column].u.Neg()
	}
	var f spatial.Force
	b.IA.Apply(&f, &b.a)
	return b.m.S[0].Dot(&f).Sub(b.u)
}
