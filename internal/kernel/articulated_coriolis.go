package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// ArticulatedCoriolis is to [Coriolis] what [ArticulatedInertia] is to [Inertia]: the map B of a body on which other
// bodies hang by joints that bear no change of effort. A joint of motion subspace S transmits of it, with U and D of
// the articulated inertia,
//
//	B − U D⁻¹ (Bᵀ S)ᵀ
//
// A translation takes no force still, but forces are no longer such as Coriolis forces of one body are. So it has
// eighteen numbers:
//
//	B [ω; ·] = [E ω; F ω]
type ArticulatedCoriolis struct {
	E, F [9]float64 // row by row (kg m²/s, kg m/s)
}

// SetRigid sets b to the map of a rigid body.
func (b *ArticulatedCoriolis) SetRigid(c *Coriolis) {
	b.E = c.E
	l := vec.Load(&c.L).Scale(2)
	f := &b.F
	f[0], f[1], f[2] = 0, l.Z, -l.Y
	f[3], f[4], f[5] = -l.Z, 0, l.X
	f[6], f[7], f[8] = l.Y, -l.X, 0
}

// AddApply sets f = f + b m.
func (b *ArticulatedCoriolis) AddApply(f *spatial.Force, m *spatial.Motion) {
	w := vec.Load(&m.Ang)
	vec.Load(&f.Ang).Add(vec.Of(vec.Rows(&b.E, w))).Store(&f.Ang)
	vec.Load(&f.Lin).Add(vec.Of(vec.Rows(&b.F, w))).Store(&f.Lin)
}

// Transposed sets n to the angular part of bᵀ m; the linear part is zero.
func (b *ArticulatedCoriolis) Transposed(n *mgl64.Vec3, m *spatial.Motion) {
	vec.Of(vec.Columns(&b.E, vec.Load(&m.Ang))).Add(vec.Of(vec.Columns(&b.F, vec.Load(&m.Lin)))).Store(n)
}

// SubOuter sets b = b − W nᵀ, which a joint transmits if W = U D⁻¹ and n = bᵀ S.
func (b *ArticulatedCoriolis) SubOuter(W *spatial.Force, n *mgl64.Vec3) {
	x, y, z := n[0], n[1], n[2]
	for i := range 3 {
		w, v := W.Ang[i], W.Lin[i]
		b.E[3*i] -= float64(w * x)
		b.E[3*i+1] -= float64(w * y)
		b.E[3*i+2] -= float64(w * z)
		b.F[3*i] -= float64(v * x)
		b.F[3*i+1] -= float64(v * y)
		b.F[3*i+2] -= float64(v * z)
	}
}

// AddTransmitted sets dst = dst + Xᵀ (b − W nᵀ) X with the last row n of E, which is bᵀ S of a revolute joint: what
// the joint transmits of b, given in the child frame, is added in the parent frame. With W = 0 it is all of b. With R
// = Rz(γ) Rx(α) Rz(θ) and all in the axes rotated by γ:
//
//	F' = R F Rᵀ,   E' = R E Rᵀ + [P]× F'
func (x *Axial) AddTransmitted(dst, b *ArticulatedCoriolis, W *spatial.Force) {
	n, w, v, e, f := vec.Of(b.E[6], b.E[7], b.E[8]), vec.Load(&W.Ang), vec.Load(&W.Lin), &b.E, &b.F
	c, s := x.Cz, x.Sz
	e00, e01, e10, e11 := rotateBlock(c, s, e[0]-float64(w.X*n.X), e[1]-float64(w.X*n.Y), e[3]-float64(w.Y*n.X),
		e[4]-float64(w.Y*n.Y))
	e02, e12 := rotate(c, s, e[2]-float64(w.X*n.Z), e[5]-float64(w.Y*n.Z))
	e20, e21 := rotate(c, s, n.X-float64(w.Z*n.X), n.Y-float64(w.Z*n.Y))
	f00, f01, f10, f11 := rotateBlock(c, s, f[0]-float64(v.X*n.X), f[1]-float64(v.X*n.Y), f[3]-float64(v.Y*n.X),
		f[4]-float64(v.Y*n.Y))
	f02, f12 := rotate(c, s, f[2]-float64(v.X*n.Z), f[5]-float64(v.Y*n.Z))
	f20, f21 := rotate(c, s, f[6]-float64(v.Z*n.X), f[7]-float64(v.Z*n.Y))
	c, s = x.Ca, x.Sa
	e11, e12, e21, e22 := rotateBlock(c, s, e11, e12, e21, n.Z-float64(w.Z*n.Z))
	e01, e02 = rotate(c, s, e01, e02)
	e10, e20 = rotate(c, s, e10, e20)
	f11, f12, f21, f22 := rotateBlock(c, s, f11, f12, f21, f[8]-float64(v.Z*n.Z))
	f01, f02 = rotate(c, s, f01, f02)
	f10, f20 = rotate(c, s, f10, f20)

	px, py, pz := x.P[0], x.P[1], x.P[2]
	e00, e01 = e00+float64(py*f20)-float64(pz*f10), e01+float64(py*f21)-float64(pz*f11)
	e02 = e02 + float64(py*f22) - float64(pz*f12)
	e10, e11 = e10+float64(pz*f00)-float64(px*f20), e11+float64(pz*f01)-float64(px*f21)
	e12 = e12 + float64(pz*f02) - float64(px*f22)
	e20, e21 = e20+float64(px*f10)-float64(py*f00), e21+float64(px*f11)-float64(py*f01)
	e22 = e22 + float64(px*f12) - float64(py*f02)
	if x.Twisted {
		c, s = x.Cg, x.Sg
		e00, e01, e10, e11 = rotateBlock(c, s, e00, e01, e10, e11)
		e02, e12 = rotate(c, s, e02, e12)
		e20, e21 = rotate(c, s, e20, e21)
		f00, f01, f10, f11 = rotateBlock(c, s, f00, f01, f10, f11)
		f02, f12 = rotate(c, s, f02, f12)
		f20, f21 = rotate(c, s, f20, f21)
	}
	E, F := &dst.E, &dst.F
	E[0], E[1], E[2] = E[0]+e00, E[1]+e01, E[2]+e02
	E[3], E[4], E[5] = E[3]+e10, E[4]+e11, E[5]+e12
	E[6], E[7], E[8] = E[6]+e20, E[7]+e21, E[8]+e22
	F[0], F[1], F[2] = F[0]+f00, F[1]+f01, F[2]+f02
	F[3], F[4], F[5] = F[3]+f10, F[4]+f11, F[5]+f12
	F[6], F[7], F[8] = F[6]+f20, F[7]+f21, F[8]+f22
}
