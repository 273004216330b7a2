package spatial

import "github.com/go-gl/mathgl/mgl64"

// Axial is the pose of a child frame in its parent as the algorithms use it, with the child's
// joint axis on its z axis. Its rotation is kept as rotations about single axes, each given by
// cosine and sine:
//
//	R = Rz(γ) Rx(α) Rz(θ),   origin at Rz(γ) P
//
// Every rotation can be written so, and a rotation about one axis costs far less than a product with a
// full matrix: the inertia of a body is carried to its parent in about half the operations. Most
// bodies have no γ, because tree.Build rotates the parent's frame instead.
//
// Axial does what [Transform] does, for the same equations.
type Axial struct {
	P       mgl64.Vec3 // origin of the child in the parent's axes rotated by γ (m)
	Ca, Sa  float64    // cos α, sin α
	Cz, Sz  float64    // cos θ, sin θ; θ is the angle of a revolute joint
	Cg, Sg  float64    // cos γ, sin γ; used when Twisted
	Twisted bool       // γ is not zero
}

// SetAngle sets θ to angle (rad).
func (x *Axial) SetAngle(angle float64) { x.Sz, x.Cz = sincos(angle) }

// Pose returns the same pose as a Transform.
func (x *Axial) Pose() Transform {
	out := Identity()
	x.ComposePose(&out, &out)
	return out
}

// ComposePose sets dst to the pose of the child in the frame in which the parent has the pose p.
func (x *Axial) ComposePose(dst, p *Transform) {
	cx := v3{p.R[0], p.R[1], p.R[2]}
	cy := v3{p.R[3], p.R[4], p.R[5]}
	cz := v3{p.R[6], p.R[7], p.R[8]}
	if x.Twisted {
		cx, cy = rotateColumns(x.Cg, x.Sg, cx, cy)
	}
	cx.scale(x.P[0]).add(cy.scale(x.P[1])).add(cz.scale(x.P[2])).add(load(&p.P)).store(&dst.P)
	cy, cz = rotateColumns(x.Ca, x.Sa, cy, cz)
	cx, cy = rotateColumns(x.Cz, x.Sz, cx, cy)
	dst.R = mgl64.Mat3{cx.x, cx.y, cx.z, cy.x, cy.y, cy.z, cz.x, cz.y, cz.z}
}

// rotateColumns returns two columns of R after a rotation about the third axis: a c + b s, b c − a s.
func rotateColumns(c, s float64, a, b v3) (v3, v3) {
	return a.scale(c).add(b.scale(s)), b.scale(c).sub(a.scale(s))
}

// ApplyMotion sets dst = X m: the motion m, given in the parent frame, in the child frame.
func (x *Axial) ApplyMotion(dst, m *Motion) {
	w, v := load(&m.Ang), load(&m.Lin)
	if x.Twisted {
		w, v = w.rotateZ(x.Cg, -x.Sg), v.rotateZ(x.Cg, -x.Sg)
	}
	v = v.sub(load(&x.P).cross(w))
	w.rotateX(x.Ca, -x.Sa).rotateZ(x.Cz, -x.Sz).store(&dst.Ang)
	v.rotateX(x.Ca, -x.Sa).rotateZ(x.Cz, -x.Sz).store(&dst.Lin)
}

// AddForce sets dst = dst + Xᵀ f: the force f, given in the child frame, is added in the parent frame.
func (x *Axial) AddForce(dst, f *Force) {
	n := load(&f.Ang).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	l := load(&f.Lin).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	n = n.add(load(&x.P).cross(l))
	if x.Twisted {
		n, l = n.rotateZ(x.Cg, x.Sg), l.rotateZ(x.Cg, x.Sg)
	}
	load(&dst.Ang).add(n).store(&dst.Ang)
	load(&dst.Lin).add(l).store(&dst.Lin)
}

// InverseForce sets dst = Xᵀ f: the force f, given in the child frame, in the parent frame.
func (x *Axial) InverseForce(dst, f *Force) {
	n := load(&f.Ang).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	l := load(&f.Lin).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	n = n.add(load(&x.P).cross(l))
	if x.Twisted {
		n, l = n.rotateZ(x.Cg, x.Sg), l.rotateZ(x.Cg, x.Sg)
	}
	n.store(&dst.Ang)
	l.store(&dst.Lin)
}

// AddRigid sets dst = dst + Xᵀ i X: the rigid inertia i, given in the child frame, is added in the parent frame. With c = R m c_i and in the axes
// rotated by γ:
//
//	m' = m,   m c' = c + m P
//	I' = R I Rᵀ + (2 P·c + m P·P) 1 − P cᵀ − c Pᵀ − m P Pᵀ
func (x *Axial) AddRigid(dst, i *Inertia) {
	c, s := x.Cz, x.Sz
	i00, i01, i11 := rotateSym(c, s, i.I[0], i.I[1], i.I[2])
	i02, i12 := rotate(c, s, i.I[3], i.I[4])
	c, s = x.Ca, x.Sa
	i11, i12, i22 := rotateSym(c, s, i11, i12, i.I[5])
	i01, i02 = rotate(c, s, i01, i02)

	mc := load(&i.MC).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	p := load(&x.P)
	mp := p.scale(i.M)
	b := mc.add(mp.scale(0.5)) // so that P bᵀ + b Pᵀ has all of the terms
	d := 2 * p.dot(b)
	i00 += d - 2*p.x*b.x
	i01 -= p.x*b.y + p.y*b.x
	i11 += d - 2*p.y*b.y
	i02 -= p.x*b.z + p.z*b.x
	i12 -= p.y*b.z + p.z*b.y
	i22 += d - 2*p.z*b.z
	mc = mc.add(mp)
	if x.Twisted {
		c, s = x.Cg, x.Sg
		i00, i01, i11 = rotateSym(c, s, i00, i01, i11)
		i02, i12 = rotate(c, s, i02, i12)
		mc = mc.rotateZ(c, s)
	}
	dst.M += i.M
	load(&dst.MC).add(mc).store(&dst.MC)
	I := &dst.I
	I[0], I[1], I[2] = I[0]+i00, I[1]+i01, I[2]+i11
	I[3], I[4], I[5] = I[3]+i02, I[4]+i12, I[5]+i22
}

// AddInertia sets dst = dst + Xᵀ a X: the articulated inertia a, given in the child frame, is added
// in the parent frame. With R = Rz(γ) Rx(α) Rz(θ) and all in the axes rotated by γ:
//
//	A, B, D → R A Rᵀ, R B Rᵀ, R D Rᵀ   one axis at a time
//	B' = B + [P]× D
//	A' = A + [P]× B'ᵀ + ([P]× Bᵀ)ᵀ
func (x *Axial) AddInertia(dst, a *ArticulatedInertia) {
	c, s := x.Cz, x.Sz
	a00, a01, a11 := rotateSym(c, s, a.A[0], a.A[1], a.A[2])
	a02, a12 := rotate(c, s, a.A[3], a.A[4])
	b00, b01, b10, b11 := rotateBlock(c, s, a.B[0], a.B[1], a.B[3], a.B[4])
	b02, b12 := rotate(c, s, a.B[2], a.B[5])
	b20, b21 := rotate(c, s, a.B[6], a.B[7])
	d00, d01, d11 := rotateSym(c, s, a.D[0], a.D[1], a.D[2])
	d02, d12 := rotate(c, s, a.D[3], a.D[4])

	c, s = x.Ca, x.Sa
	a11, a12, a22 := rotateSym(c, s, a11, a12, a.A[5])
	a01, a02 = rotate(c, s, a01, a02)
	b11, b12, b21, b22 := rotateBlock(c, s, b11, b12, b21, a.B[8])
	b01, b02 = rotate(c, s, b01, b02)
	b10, b20 = rotate(c, s, b10, b20)
	d11, d12, d22 := rotateSym(c, s, d11, d12, a.D[5])
	d01, d02 = rotate(c, s, d01, d02)

	px, py, pz := x.P[0], x.P[1], x.P[2]
	e00 := b00 + py*d02 - pz*d01
	e01 := b01 + py*d12 - pz*d11
	e02 := b02 + py*d22 - pz*d12
	e10 := b10 + pz*d00 - px*d02
	e11 := b11 + pz*d01 - px*d12
	e12 := b12 + pz*d02 - px*d22
	e20 := b20 + px*d01 - py*d00
	e21 := b21 + px*d11 - py*d01
	e22 := b22 + px*d12 - py*d02
	a00 += py*(b02+e02) - pz*(b01+e01)
	a11 += pz*(b10+e10) - px*(b12+e12)
	a22 += px*(b21+e21) - py*(b20+e20)
	a01 += pz*b00 - px*b02 + py*e12 - pz*e11
	a02 += px*b01 - py*b00 + py*e22 - pz*e21
	a12 += px*b11 - py*b10 + pz*e20 - px*e22

	if x.Twisted {
		c, s = x.Cg, x.Sg
		a00, a01, a11 = rotateSym(c, s, a00, a01, a11)
		a02, a12 = rotate(c, s, a02, a12)
		e00, e01, e10, e11 = rotateBlock(c, s, e00, e01, e10, e11)
		e02, e12 = rotate(c, s, e02, e12)
		e20, e21 = rotate(c, s, e20, e21)
		d00, d01, d11 = rotateSym(c, s, d00, d01, d11)
		d02, d12 = rotate(c, s, d02, d12)
	}

	A, B, D := &dst.A, &dst.B, &dst.D
	A[0], A[1], A[2] = A[0]+a00, A[1]+a01, A[2]+a11
	A[3], A[4], A[5] = A[3]+a02, A[4]+a12, A[5]+a22
	B[0], B[1], B[2] = B[0]+e00, B[1]+e01, B[2]+e02
	B[3], B[4], B[5] = B[3]+e10, B[4]+e11, B[5]+e12
	B[6], B[7], B[8] = B[6]+e20, B[7]+e21, B[8]+e22
	D[0], D[1], D[2] = D[0]+d00, D[1]+d01, D[2]+d11
	D[3], D[4], D[5] = D[3]+d02, D[4]+d12, D[5]+d22
}

// rotate returns the vector (x, y) rotated by the angle of cosine c and sine s.
func rotate(c, s, x, y float64) (float64, float64) { return c*x - s*y, s*x + c*y }

// rotateSym returns the symmetric matrix [x o; o y] rotated by the angle of cosine c and sine s,
// T m Tᵀ. Its trace stays, so half of the work is shared.
func rotateSym(c, s, x, o, y float64) (float64, float64, float64) {
	k := s*(y-x) - 2*c*o
	return x + s*k, -(o + c*k), y - s*k
}

// rotateBlock returns the matrix [x p; q y] rotated by the angle of cosine c and sine s, T m Tᵀ. Its
// trace and its antisymmetric part p − q stay.
func rotateBlock(c, s, x, p, q, y float64) (float64, float64, float64, float64) {
	k := s*(y-x) - c*(p+q)
	return x + s*k, -(q + c*k), -(p + c*k), y - s*k
}
