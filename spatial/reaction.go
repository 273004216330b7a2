package spatial

import "github.com/go-gl/mathgl/mgl64"

// Reaction is what the composite body behind a joint, of inertia I, of the map B (see [Coriolis]) and pushed by the
// force f, has to do with one column S of the joint: the forces that the variation of S takes, and the maps to the
// effort on S from other variations. See [Variation].
type Reaction struct {
	IS  Force      // I S
	BS  mgl64.Vec3 // Bᵀ S, a couple
	ByQ Force      // I ψ̈ + B ψ̇ + S ×* f, by the coordinate
	ByV Force      // I σ + B S, by the rate
}

// Set sets r for a column.
func (r *Reaction) Set(c *Variation, i *Inertia, b *Coriolis, f *Force) {
	i.Apply(&r.IS, &c.S)
	b.Transposed(&r.BS, &c.S)
	i.Apply(&r.ByQ, &c.A)
	b.AddApply(&r.ByQ, &c.V)
	w, l, n, m := load(&c.S.Ang), load(&c.S.Lin), load(&f.Ang), load(&f.Lin)
	load(&r.ByQ.Ang).add(w.cross(n)).add(l.cross(m)).store(&r.ByQ.Ang)
	load(&r.ByQ.Lin).add(w.cross(m)).store(&r.ByQ.Lin)
	i.Apply(&r.ByV, &c.C)
	b.AddApply(&r.ByV, &c.S)
}

// SetRevolute is Set for a revolute joint.
func (r *Reaction) SetRevolute(c *Variation, i *Inertia, b *Coriolis, f *Force) {
	k, e, l, mc := c.S.Ang[2], &b.E, load(&b.L).scale(2), load(&i.MC)
	v3{k * i.I[3], k * i.I[4], k * i.I[5]}.store(&r.IS.Ang)
	v3{-k * mc.y, k * mc.x, 0}.store(&r.IS.Lin)
	v3{k * e[6], k * e[7], k * e[8]}.store(&r.BS)
	px, py, qx, qy := c.V.Ang[0], c.V.Ang[1], c.V.Lin[0], c.V.Lin[1] // ψ̇ has no z components
	w, v := load(&c.A.Ang), load(&c.A.Lin)
	n := i.I.mul(w).add(mc.cross(v)).add(v3{e[0]*px + e[1]*py, e[3]*px + e[4]*py, e[6]*px + e[7]*py})
	n.x, n.y = n.x-k*f.Ang[1], n.y+k*f.Ang[0]
	n.store(&r.ByQ.Ang)
	v = v.scale(i.M).sub(mc.cross(w))
	v3{v.x + l.z*py - k*f.Lin[1], v.y - l.z*px + k*f.Lin[0], v.z - l.x*py + l.y*px}.store(&r.ByQ.Lin)
	px, py, qx, qy = 2*px, 2*py, 2*qx, 2*qy // σ
	v3{
		i.I[0]*px + i.I[1]*py - mc.z*qy + k*e[2],
		i.I[1]*px + i.I[2]*py + mc.z*qx + k*e[5],
		i.I[3]*px + i.I[4]*py + mc.x*qy - mc.y*qx + k*e[8],
	}.store(&r.ByV.Ang)
	v3{i.M*qx + mc.z*py - k*l.y, i.M*qy - mc.z*px + k*l.x, mc.y*px - mc.x*py}.store(&r.ByV.Lin)
}

// SetPrismatic is Set for a prismatic joint.
func (r *Reaction) SetPrismatic(c *Variation, i *Inertia, b *Coriolis, f *Force) {
	k, l := c.S.Lin[2], load(&b.L).scale(2)
	i.Apply(&r.ByQ, &c.A) // ψ̇ and S do not turn: B has no part in it
	i.Apply(&r.ByV, &c.C)
	i.ApplyPrismatic(&r.IS)
	r.IS.scale(k)
	v3{k * l.y, -k * l.x, 0}.store(&r.BS)
	r.ByQ.Ang[0] -= k * f.Lin[1]
	r.ByQ.Ang[1] += k * f.Lin[0]
}

func (f *Force) scale(k float64) {
	load(&f.Ang).scale(k).store(&f.Ang)
	load(&f.Lin).scale(k).store(&f.Lin)
}

// InverseReaction writes r, given in the child frame, in the parent frame: each force f as Xᵀ f.
func (x *Axial) InverseReaction(r *Reaction) {
	cz, sz, ca, sa, p := x.Cz, x.Sz, x.Ca, x.Sa, load(&x.P)
	n := load(&r.IS.Ang).rotateZ(cz, sz).rotateX(ca, sa)
	l := load(&r.IS.Lin).rotateZ(cz, sz).rotateX(ca, sa)
	n.add(p.cross(l)).store(&r.IS.Ang)
	l.store(&r.IS.Lin)
	load(&r.BS).rotateZ(cz, sz).rotateX(ca, sa).store(&r.BS)
	n = load(&r.ByQ.Ang).rotateZ(cz, sz).rotateX(ca, sa)
	l = load(&r.ByQ.Lin).rotateZ(cz, sz).rotateX(ca, sa)
	n.add(p.cross(l)).store(&r.ByQ.Ang)
	l.store(&r.ByQ.Lin)
	n = load(&r.ByV.Ang).rotateZ(cz, sz).rotateX(ca, sa)
	l = load(&r.ByV.Lin).rotateZ(cz, sz).rotateX(ca, sa)
	n.add(p.cross(l)).store(&r.ByV.Ang)
	l.store(&r.ByV.Lin)
	if x.Twisted {
		c, s := x.Cg, x.Sg
		for _, v := range [...]*mgl64.Vec3{&r.IS.Ang, &r.IS.Lin, &r.BS, &r.ByQ.Ang, &r.ByQ.Lin, &r.ByV.Ang,
			&r.ByV.Lin} {
			v[0], v[1] = rotate(c, s, v[0], v[1])
		}
	}
}

// Own returns the derivatives of the effort on the column of r by the coordinate and the rate of c, a column of the
// same joint or of one that carries it.
//
//	Sᵀ (I ψ̈ + B ψ̇),   Sᵀ (I σ + B S_c)
func (r *Reaction) Own(c *Variation) (byQ, byV float64) {
	n, f, m := load(&r.IS.Ang), load(&r.IS.Lin), load(&r.BS)
	byQ = n.dot(load(&c.A.Ang)) + f.dot(load(&c.A.Lin)) + m.dot(load(&c.V.Ang))
	byV = n.dot(load(&c.C.Ang)) + f.dot(load(&c.C.Lin)) + m.dot(load(&c.S.Ang))
	return byQ, byV
}

// OwnRevolute is Own for a column of a revolute joint.
func (r *Reaction) OwnRevolute(c *Variation) (byQ, byV float64) {
	n, f, m := load(&r.IS.Ang), load(&r.IS.Lin), load(&r.BS)
	vx, vy := c.V.Ang[0], c.V.Ang[1]
	byQ = n.dot(load(&c.A.Ang)) + f.dot(load(&c.A.Lin)) + m.x*vx + m.y*vy
	byV = 2*(n.x*vx+n.y*vy+f.x*c.V.Lin[0]+f.y*c.V.Lin[1]) + c.S.Ang[2]*m.z
	return byQ, byV
}

// On returns the derivatives of the effort on c, a column of a joint that carries the one of r, by the coordinate and
// the rate of r.
func (r *Reaction) On(c *Variation) (byQ, byV float64) {
	w, l := load(&c.S.Ang), load(&c.S.Lin)
	byQ = w.dot(load(&r.ByQ.Ang)) + l.dot(load(&r.ByQ.Lin))
	byV = w.dot(load(&r.ByV.Ang)) + l.dot(load(&r.ByV.Lin))
	return byQ, byV
}
