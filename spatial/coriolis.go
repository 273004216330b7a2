package spatial

import "github.com/go-gl/mathgl/mgl64"

// Coriolis is the linear map B of a body of inertia I that moves at the velocity v, by which the force on it changes
// with its velocity:
//
//	δ(v ×* I v) = v ×* I δv + δv ×* I v,   B m = v ×* I m − I (v × m) + m ×* I v
//
// The middle term is what the acceleration changes by when the axes in which δv is constant do not move along. What
// is left of the three are the Coriolis forces 2 ω × ṙ dm of the body's points r, with ṙ = v_ω × r + v_v, in an
// additional rotation ω. A translation takes none:
//
//	B [ω; ·] = 2 ∫ [r × (ω × ṙ); ω × ṙ] dm = [E ω; −2 L × ω]
//	E = 2 (tr Π 1 − Π),   Π = ∫ ṙ rᵀ dm,   L = ∫ ṙ dm
//
// So it has twelve numbers. Those of bodies that are given in one frame add up. The zero value is the map of a body
// at rest. For the use of B see Singh, Russell and Wensing, "Efficient analytical derivatives of rigid-body dynamics
// using spatial vector algebra", IEEE Robotics and Automation Letters 7, 2022.
type Coriolis struct {
	E [9]float64 // row by row (kg m²/s)
	L mgl64.Vec3 // momentum (kg m/s)
}

// SetBody sets b to the map of a body of inertia i that moves at velocity v.
//
//	Π = ω × Σ + v m cᵀ,   Σ = ∫ r rᵀ dm = ½ tr I 1 − I,   tr Π = v · m c
func (b *Coriolis) SetBody(i *Inertia, v *Motion) {
	w, l, mc := load(&v.Ang), load(&v.Lin), load(&i.MC)
	half := 0.5 * (i.I[0] + i.I[2] + i.I[5])
	// The columns of 2 Π.
	w2, l2 := w.scale(2), l.scale(2)
	x := w2.cross(v3{half - i.I[0], -i.I[1], -i.I[3]}).add(l2.scale(mc.x))
	y := w2.cross(v3{-i.I[1], half - i.I[2], -i.I[4]}).add(l2.scale(mc.y))
	z := w2.cross(v3{-i.I[3], -i.I[4], half - i.I[5]}).add(l2.scale(mc.z))
	t := l2.dot(mc)
	e := &b.E
	e[0], e[1], e[2] = t-x.x, -y.x, -z.x
	e[3], e[4], e[5] = -x.y, t-y.y, -z.y
	e[6], e[7], e[8] = -x.z, -y.z, t-z.z
	l.scale(i.M).add(w.cross(mc)).store(&b.L)
}

// AddTurning adds to b the map from a turn ω of a body to the change of a force on it that turns along with the body,
// about the point p that it acts on. The force f has its moment n about that point.
//
//	[ω × n + p × (ω × f); ω × f]
func (b *Coriolis) AddTurning(p *mgl64.Vec3, f *Force) {
	// It is the map of Π = ½ f pᵀ and L = ½ f, and −n×.
	r, n, l, e := load(p), load(&f.Ang), load(&f.Lin), &b.E
	t := r.dot(l)
	e[0], e[1], e[2] = e[0]+t-l.x*r.x, e[1]-l.x*r.y+n.z, e[2]-l.x*r.z-n.y
	e[3], e[4], e[5] = e[3]-l.y*r.x-n.z, e[4]+t-l.y*r.y, e[5]-l.y*r.z+n.x
	e[6], e[7], e[8] = e[6]-l.z*r.x+n.y, e[7]-l.z*r.y-n.x, e[8]+t-l.z*r.z
	load(&b.L).add(l.scale(0.5)).store(&b.L)
}

// NetForce sets f = I a + v ×* I v, the force on the body of inertia i and velocity v that b belongs to. For B v = 2
// v ×* I v.
func (b *Coriolis) NetForce(f *Force, i *Inertia, a, v *Motion) {
	mc, aw, al := load(&i.MC), load(&a.Ang), load(&a.Lin)
	w, e := load(&v.Ang), &b.E
	h := w.scale(0.5)
	i.I.mul(aw).add(mc.cross(al)).add(v3{
		e[0]*h.x + e[1]*h.y + e[2]*h.z,
		e[3]*h.x + e[4]*h.y + e[5]*h.z,
		e[6]*h.x + e[7]*h.y + e[8]*h.z,
	}).store(&f.Ang)
	al.scale(i.M).sub(mc.cross(aw)).add(w.cross(load(&b.L))).store(&f.Lin)
}

// AddApply sets f = f + b m.
func (b *Coriolis) AddApply(f *Force, m *Motion) {
	w, e := load(&m.Ang), &b.E
	load(&f.Ang).add(v3{
		e[0]*w.x + e[1]*w.y + e[2]*w.z,
		e[3]*w.x + e[4]*w.y + e[5]*w.z,
		e[6]*w.x + e[7]*w.y + e[8]*w.z,
	}).store(&f.Ang)
	load(&f.Lin).add(w.scale(2).cross(load(&b.L))).store(&f.Lin)
}

// Transposed sets n to the angular part of bᵀ m; the linear part is zero.
//
//	Eᵀ ω + 2 L × v
func (b *Coriolis) Transposed(n *mgl64.Vec3, m *Motion) {
	w, e := load(&m.Ang), &b.E
	load(&b.L).cross(load(&m.Lin).scale(2)).add(v3{
		e[0]*w.x + e[3]*w.y + e[6]*w.z,
		e[1]*w.x + e[4]*w.y + e[7]*w.z,
		e[2]*w.x + e[5]*w.y + e[8]*w.z,
	}).store(n)
}

// AddCoriolis sets dst = dst + Xᵀ b X: the map b, given in the child frame, is added in the parent frame. With R =
// Rz(γ) Rx(α) Rz(θ) and all in the axes rotated by γ:
//
//	L' = R L,   E' = R E Rᵀ + 2 (P · L' 1 − L' Pᵀ)
func (x *Axial) AddCoriolis(dst, b *Coriolis) {
	c, s := x.Cz, x.Sz
	e00, e01, e10, e11 := rotateBlock(c, s, b.E[0], b.E[1], b.E[3], b.E[4])
	e02, e12 := rotate(c, s, b.E[2], b.E[5])
	e20, e21 := rotate(c, s, b.E[6], b.E[7])
	c, s = x.Ca, x.Sa
	e11, e12, e21, e22 := rotateBlock(c, s, e11, e12, e21, b.E[8])
	e01, e02 = rotate(c, s, e01, e02)
	e10, e20 = rotate(c, s, e10, e20)

	l := load(&b.L).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	p, m := load(&x.P), l.scale(2)
	px, py, pz := p.x*m.x, p.y*m.y, p.z*m.z
	e00, e01, e02 = e00+py+pz, e01-m.x*p.y, e02-m.x*p.z
	e10, e11, e12 = e10-m.y*p.x, e11+pz+px, e12-m.y*p.z
	e20, e21, e22 = e20-m.z*p.x, e21-m.z*p.y, e22+px+py
	if x.Twisted {
		c, s = x.Cg, x.Sg
		e00, e01, e10, e11 = rotateBlock(c, s, e00, e01, e10, e11)
		e02, e12 = rotate(c, s, e02, e12)
		e20, e21 = rotate(c, s, e20, e21)
		l = l.rotateZ(c, s)
	}
	E := &dst.E
	E[0], E[1], E[2] = E[0]+e00, E[1]+e01, E[2]+e02
	E[3], E[4], E[5] = E[3]+e10, E[4]+e11, E[5]+e12
	E[6], E[7], E[8] = E[6]+e20, E[7]+e21, E[8]+e22
	load(&dst.L).add(l).store(&dst.L)
}
