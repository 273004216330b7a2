package spatial

// The kernels of algorithms that write the quantities of all bodies in one frame, in which those of several bodies
// simply add up.

// InverseRevolute sets dst = X⁻¹ S rate for a revolute joint, its axis the z axis of the child frame: the motion in
// the parent frame.
func (x *Transform) InverseRevolute(dst *Motion, rate float64) {
	w := v3{x.R[6], x.R[7], x.R[8]}.scale(rate)
	w.store(&dst.Ang)
	load(&x.P).cross(w).store(&dst.Lin)
}

// InversePrismatic is InverseRevolute for a prismatic joint.
func (x *Transform) InversePrismatic(dst *Motion, rate float64) {
	v3{}.store(&dst.Ang)
	v3{x.R[6], x.R[7], x.R[8]}.scale(rate).store(&dst.Lin)
}

// InverseRigid sets dst = Xᵀ i X: the rigid inertia i, given in the child frame, in the parent frame. With c = R m c_i:
//
//	m' = m,   m c' = c + m P
//	I' = R I Rᵀ + (2 P·c + m P·P) 1 − P cᵀ − c Pᵀ − m P Pᵀ
func (x *Transform) InverseRigid(dst, i *Inertia) {
	r := &x.R
	mc, p := mul(r, load(&i.MC)), load(&x.P)
	// The rows of R I, and of R I Rᵀ its lower triangle.
	r0, r1, r2 := v3{r[0], r[3], r[6]}, v3{r[1], r[4], r[7]}, v3{r[2], r[5], r[8]}
	a, b, c := i.I.mul(r0), i.I.mul(r1), i.I.mul(r2)
	i00, i01, i11 := a.dot(r0), b.dot(r0), b.dot(r1)
	i02, i12, i22 := c.dot(r0), c.dot(r1), c.dot(r2)

	mp := p.scale(i.M)
	h := mc.add(mp.scale(0.5)) // so that P hᵀ + h Pᵀ has all of the terms
	d := 2 * p.dot(h)
	dst.M = i.M
	mc.add(mp).store(&dst.MC)
	I := &dst.I
	I[0], I[1], I[2] = i00+d-2*p.x*h.x, i01-p.x*h.y-p.y*h.x, i11+d-2*p.y*h.y
	I[3], I[4], I[5] = i02-p.x*h.z-p.z*h.x, i12-p.y*h.z-p.z*h.y, i22+d-2*p.z*h.z
}

// Add sets b = b + c: two bodies that are given in one frame.
func (b *Coriolis) Add(c *Coriolis) {
	for k := range b.E {
		b.E[k] += c.E[k]
	}
	load(&b.L).add(load(&c.L)).store(&b.L)
}
