package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

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
func (b *Coriolis) SetBody(i *spatial.Inertia, v *spatial.Motion) {
	w, l, mc := vec.Load(&v.Ang), vec.Load(&v.Lin), vec.Load(&i.MC)
	half := float64(0.5 * (i.I[0] + i.I[2] + i.I[5]))
	// The columns of 2 Π.
	w2, l2 := w.Scale(2), l.Scale(2)
	x := w2.Cross(vec.Of(half-i.I[0], -i.I[1], -i.I[3])).Add(l2.Scale(mc.X))
	y := w2.Cross(vec.Of(-i.I[1], half-i.I[2], -i.I[4])).Add(l2.Scale(mc.Y))
	z := w2.Cross(vec.Of(-i.I[3], -i.I[4], half-i.I[5])).Add(l2.Scale(mc.Z))
	t := l2.Dot(mc)
	e := &b.E
	e[0], e[1], e[2] = t-x.X, -y.X, -z.X
	e[3], e[4], e[5] = -x.Y, t-y.Y, -z.Y
	e[6], e[7], e[8] = -x.Z, -y.Z, t-z.Z
	l.Scale(i.M).Add(w.Cross(mc)).Store(&b.L)
}

// AddFollowerLoad adds to b the map from a rotation ω of a body to the change of a follower load, a force on the body
// that rotates along with it. The force f is given in a frame that has the pose x on the body, with its moment about
// the origin of this frame. With p = x.P, and n and f in the axes of the body:
//
//	[ω × n + p × (ω × f); ω × f]
func (b *Coriolis) AddFollowerLoad(x *spatial.Transform, f *spatial.Force) {
	// It is the map of Π = ½ f pᵀ and L = ½ f, and −n×.
	r, n, l, e := vec.Load(&x.P), vec.Of(vec.Mul(&x.R, vec.Load(&f.Ang))), vec.Of(vec.Mul(&x.R, vec.Load(&f.Lin))), &b.E
	t := r.Dot(l)
	e[0], e[1], e[2] = e[0]+t-float64(l.X*r.X), e[1]-float64(l.X*r.Y)+n.Z, e[2]-float64(l.X*r.Z)-n.Y
	e[3], e[4], e[5] = e[3]-float64(l.Y*r.X)-n.Z, e[4]+t-float64(l.Y*r.Y), e[5]-float64(l.Y*r.Z)+n.X
	e[6], e[7], e[8] = e[6]-float64(l.Z*r.X)+n.Y, e[7]-float64(l.Z*r.Y)-n.X, e[8]+t-float64(l.Z*r.Z)
	vec.Load(&b.L).Add(l.Scale(0.5)).Store(&b.L)
}

// NetForce sets f = I a + v ×* I v, the force on the body of inertia i and velocity v that b belongs to. For B v = 2
// v ×* I v.
func (b *Coriolis) NetForce(f *spatial.Force, i *spatial.Inertia, a, v *spatial.Motion) {
	mc, aw, al := vec.Load(&i.MC), vec.Load(&a.Ang), vec.Load(&a.Lin)
	w, e := vec.Load(&v.Ang), &b.E
	h := w.Scale(0.5)
	vec.Of(vec.Sym((*[6]float64)(&i.I), aw)).Add(mc.Cross(al)).Add(vec.Of(
		float64(e[0]*h.X)+float64(e[1]*h.Y)+float64(e[2]*h.Z),
		float64(e[3]*h.X)+float64(e[4]*h.Y)+float64(e[5]*h.Z),
		float64(e[6]*h.X)+float64(e[7]*h.Y)+float64(e[8]*h.Z),
	)).Store(&f.Ang)
	al.Scale(i.M).Sub(mc.Cross(aw)).Add(w.Cross(vec.Load(&b.L))).Store(&f.Lin)
}

// AddApply sets f = f + b m.
func (b *Coriolis) AddApply(f *spatial.Force, m *spatial.Motion) {
	w, e := vec.Load(&m.Ang), &b.E
	vec.Load(&f.Ang).Add(vec.Of(
		float64(e[0]*w.X)+float64(e[1]*w.Y)+float64(e[2]*w.Z),
		float64(e[3]*w.X)+float64(e[4]*w.Y)+float64(e[5]*w.Z),
		float64(e[6]*w.X)+float64(e[7]*w.Y)+float64(e[8]*w.Z),
	)).Store(&f.Ang)
	vec.Load(&f.Lin).Add(w.Scale(2).Cross(vec.Load(&b.L))).Store(&f.Lin)
}

// Transposed sets n to the angular part of bᵀ m; the linear part is zero.
//
//	Eᵀ ω + 2 L × v
func (b *Coriolis) Transposed(n *mgl64.Vec3, m *spatial.Motion) {
	w, e := vec.Load(&m.Ang), &b.E
	vec.Load(&b.L).Cross(vec.Load(&m.Lin).Scale(2)).Add(vec.Of(
		float64(e[0]*w.X)+float64(e[3]*w.Y)+float64(e[6]*w.Z),
		float64(e[1]*w.X)+float64(e[4]*w.Y)+float64(e[7]*w.Z),
		float64(e[2]*w.X)+float64(e[5]*w.Y)+float64(e[8]*w.Z),
	)).Store(n)
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

	l := vec.Load(&b.L).RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa)
	p, m := vec.Load(&x.P), l.Scale(2)
	px, py, pz := float64(p.X*m.X), float64(p.Y*m.Y), float64(p.Z*m.Z)
	e00, e01, e02 = e00+py+pz, e01-float64(m.X*p.Y), e02-float64(m.X*p.Z)
	e10, e11, e12 = e10-float64(m.Y*p.X), e11+pz+px, e12-float64(m.Y*p.Z)
	e20, e21, e22 = e20-float64(m.Z*p.X), e21-float64(m.Z*p.Y), e22+px+py
	if x.Twisted {
		c, s = x.Cg, x.Sg
		e00, e01, e10, e11 = rotateBlock(c, s, e00, e01, e10, e11)
		e02, e12 = rotate(c, s, e02, e12)
		e20, e21 = rotate(c, s, e20, e21)
		l = l.RotateZ(c, s)
	}
	E := &dst.E
	E[0], E[1], E[2] = E[0]+e00, E[1]+e01, E[2]+e02
	E[3], E[4], E[5] = E[3]+e10, E[4]+e11, E[5]+e12
	E[6], E[7], E[8] = E[6]+e20, E[7]+e21, E[8]+e22
	vec.Load(&dst.L).Add(l).Store(&dst.L)
}
