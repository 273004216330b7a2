package kernel

import (
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// The kernels of algorithms that write the quantities of all bodies in one frame, in which those of several bodies
// simply add up.

// InverseRevolute sets dst = X⁻¹ S rate for a revolute joint, its axis the z axis of the child frame: the motion in
// the parent frame.
func InverseRevolute(dst *spatial.Motion, x *spatial.Transform, rate float64) {
	w := vec.Of(x.R[6], x.R[7], x.R[8]).Scale(rate)
	w.Store(&dst.Ang)
	vec.Load(&x.P).Cross(w).Store(&dst.Lin)
}

// InversePrismatic is InverseRevolute for a prismatic joint.
func InversePrismatic(dst *spatial.Motion, x *spatial.Transform, rate float64) {
	vec.V{}.Store(&dst.Ang)
	vec.Of(x.R[6], x.R[7], x.R[8]).Scale(rate).Store(&dst.Lin)
}

// InverseRigid sets dst = Xᵀ i X: the rigid inertia i, given in the child frame, in the parent frame. With c = R m c_i:
//
//	m' = m,   m c' = c + m P
//	I' = R I Rᵀ + (2 P·c + m P·P) 1 − P cᵀ − c Pᵀ − m P Pᵀ
func InverseRigid(dst *spatial.Inertia, x *spatial.Transform, i *spatial.Inertia) {
	r := &x.R
	mc, p := vec.Of(vec.Mul(r, vec.Load(&i.MC))), vec.Load(&x.P)
	// The rows of R I, and of R I Rᵀ its lower triangle.
	r0, r1, r2 := vec.Of(r[0], r[3], r[6]), vec.Of(r[1], r[4], r[7]), vec.Of(r[2], r[5], r[8])
	a, b, c := vec.Of(vec.Sym((*[6]float64)(&i.I), r0)), vec.Of(vec.Sym((*[6]float64)(&i.I),
		r1)), vec.Of(vec.Sym((*[6]float64)(&i.I), r2))
	i00, i01, i11 := a.Dot(r0), b.Dot(r0), b.Dot(r1)
	i02, i12, i22 := c.Dot(r0), c.Dot(r1), c.Dot(r2)

	mp := p.Scale(i.M)
	h := mc.Add(mp.Scale(0.5)) // so that P hᵀ + h Pᵀ has all of the terms
	d := float64(2 * p.Dot(h))
	dst.M = i.M
	mc.Add(mp).Store(&dst.MC)
	I := &dst.I
	I[0], I[1], I[2] = i00+d-float64(2*p.X*h.X), i01-float64(p.X*h.Y)-float64(p.Y*h.X), i11+d-float64(2*p.Y*h.Y)
	I[3], I[4] = i02-float64(p.X*h.Z)-float64(p.Z*h.X), i12-float64(p.Y*h.Z)-float64(p.Z*h.Y)
	I[5] = i22 + d - float64(2*p.Z*h.Z)
}

// Add sets b = b + c: two bodies that are given in one frame.
func (b *Coriolis) Add(c *Coriolis) {
	for k := range b.E {
		b.E[k] += c.E[k]
	}
	vec.Load(&b.L).Add(vec.Load(&c.L)).Store(&b.L)
}
