package spatial

import "github.com/go-gl/mathgl/mgl64"

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
	l := load(&c.L).scale(2)
	f := &b.F
	f[0], f[1], f[2] = 0, l.z, -l.y
	f[3], f[4], f[5] = -l.z, 0, l.x
	f[6], f[7], f[8] = l.y, -l.x, 0
}

// AddApply sets f = f + b m.
func (b *ArticulatedCoriolis) AddApply(f *Force, m *Motion) {
	w := load(&m.Ang)
	load(&f.Ang).add(rows(&b.E, w)).store(&f.Ang)
	load(&f.Lin).add(rows(&b.F, w)).store(&f.Lin)
}

// Transposed sets n to the angular part of bᵀ m; the linear part is zero.
func (b *ArticulatedCoriolis) Transposed(n *mgl64.Vec3, m *Motion) {
	columns(&b.E, load(&m.Ang)).add(columns(&b.F, load(&m.Lin))).store(n)
}

// SubOuter sets b = b − W nᵀ, which a joint transmits if W = U D⁻¹ and n = bᵀ S.
func (b *ArticulatedCoriolis) SubOuter(W *Force, n *mgl64.Vec3) {
	x, y, z := n[0], n[1], n[2]
	for i := range 3 {
		w, v := W.Ang[i], W.Lin[i]
		b.E[3*i] -= w * x
		b.E[3*i+1] -= w * y
		b.E[3*i+2] -= w * z
		b.F[3*i] -= v * x
		b.F[3*i+1] -= v * y
		b.F[3*i+2] -= v * z
	}
}

// AddTransmitted sets dst = dst + Xᵀ (b − W nᵀ) X with the last row n of E, which is bᵀ S of a revolute joint: what
// the joint transmits of b, given in the child frame, is added in the parent frame. With W = 0 it is all of b. With R
// = Rz(γ) Rx(α) Rz(θ) and all in the axes rotated by γ:
//
//	F' = R F Rᵀ,   E' = R E Rᵀ + [P]× F'
func (x *Axial) AddTransmitted(dst, b *ArticulatedCoriolis, W *Force) {
	n, w, v, e, f := v3{b.E[6], b.E[7], b.E[8]}, load(&W.Ang), load(&W.Lin), &b.E, &b.F
	c, s := x.Cz, x.Sz
	e00, e01, e10, e11 := rotateBlock(c, s, e[0]-w.x*n.x, e[1]-w.x*n.y, e[3]-w.y*n.x, e[4]-w.y*n.y)
	e02, e12 := rotate(c, s, e[2]-w.x*n.z, e[5]-w.y*n.z)
	e20, e21 := rotate(c, s, n.x-w.z*n.x, n.y-w.z*n.y)
	f00, f01, f10, f11 := rotateBlock(c, s, f[0]-v.x*n.x, f[1]-v.x*n.y, f[3]-v.y*n.x, f[4]-v.y*n.y)
	f02, f12 := rotate(c, s, f[2]-v.x*n.z, f[5]-v.y*n.z)
	f20, f21 := rotate(c, s, f[6]-v.z*n.x, f[7]-v.z*n.y)
	c, s = x.Ca, x.Sa
	e11, e12, e21, e22 := rotateBlock(c, s, e11, e12, e21, n.z-w.z*n.z)
	e01, e02 = rotate(c, s, e01, e02)
	e10, e20 = rotate(c, s, e10, e20)
	f11, f12, f21, f22 := rotateBlock(c, s, f11, f12, f21, f[8]-v.z*n.z)
	f01, f02 = rotate(c, s, f01, f02)
	f10, f20 = rotate(c, s, f10, f20)

	px, py, pz := x.P[0], x.P[1], x.P[2]
	e00, e01, e02 = e00+py*f20-pz*f10, e01+py*f21-pz*f11, e02+py*f22-pz*f12
	e10, e11, e12 = e10+pz*f00-px*f20, e11+pz*f01-px*f21, e12+pz*f02-px*f22
	e20, e21, e22 = e20+px*f10-py*f00, e21+px*f11-py*f01, e22+px*f12-py*f02
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

// rows returns m a of a matrix row by row.
func rows(m *[9]float64, a v3) v3 {
	return v3{
		m[0]*a.x + m[1]*a.y + m[2]*a.z,
		m[3]*a.x + m[4]*a.y + m[5]*a.z,
		m[6]*a.x + m[7]*a.y + m[8]*a.z,
	}
}

// columns returns mᵀ a of a matrix row by row.
func columns(m *[9]float64, a v3) v3 {
	return v3{
		m[0]*a.x + m[3]*a.y + m[6]*a.z,
		m[1]*a.x + m[4]*a.y + m[7]*a.z,
		m[2]*a.x + m[5]*a.y + m[8]*a.z,
	}
}
