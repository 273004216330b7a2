package cfa

import "kinetree/spatial"

// move is the equation of a velocity: v = X v₋ + w, with the velocity v₋ of the body that is h bodies before.
type move struct {
	X spatial.Transform
	w spatial.Motion
}

// velocities sets the velocities of all bodies by odd-even reduction of φ⁻ᵀ v = H q̇, the equations of which are set
// already. The equation of body j−h put into that of body j is again one:
//
//	v_j = X_j X_j−h v_j−2h + (X_j w_j−h + w_j)
//
// Bodies are counted from 0 here, which is the first after the base.
func (p *ParallelChain) velocities() {
	n := len(p.moves)
	for p.h = 1; p.h < n; p.h *= 2 {
		p.team.all(p, p.even()-1, (*ParallelChain).compose)
	}
	p.velocity(1, p.qd)
	for p.h /= 2; p.h > 0; p.h /= 2 {
		p.team.all(p, p.odd(), (*ParallelChain).move)
	}
}

// setMove sets the equation of body j from that of the joint.
func (p *ParallelChain) setMove(j int) {
	m := &p.moves[j]
	m.X = p.bodies[j+1].X.Pose()
	m.w = spatial.Motion{}
	p.model.Bodies()[j+1].AddRate(&m.w, p.qd)
}

// compose puts the equation of body j−h into that of body j, the multiple k+1 of 2h.
func (p *ParallelChain) compose(k int) {
	j := 2 * p.h * (k + 1)
	m, before := &p.moves[j], &p.moves[j-p.h]
	var w spatial.Motion
	m.X.ApplyMotion(&w, &before.w)
	m.w.Add(&w)
	m.X = before.X.Compose(&m.X)
}

// move sets the velocity of body j, the odd multiple 2k+1 of h.
func (p *ParallelChain) move(k int) {
	j := p.h * (2*k + 1)
	m, b := &p.moves[j], &p.bodies[j+1]
	m.X.ApplyMotion(&b.v, &p.bodies[j+1-p.h].v)
	b.v.Add(&m.w)
}
