package kernel

import (
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// AddRigid sets dst = dst + Xᵀ i X: the rigid inertia i, given in the child frame, is added in the parent frame. With
// c = R m c_i and in the axes rotated by γ:
//
//	m' = m,   m c' = c + m P
//	I' = R I Rᵀ + (2 P·c + m P·P) 1 − P cᵀ − c Pᵀ − m P Pᵀ
func (x *Axial) AddRigid(dst, i *spatial.Inertia) {
	c, s := x.Cz, x.Sz
	i00, i01, i11 := rotateSym(c, s, i.I[0], i.I[1], i.I[2])
	i02, i12 := rotate(c, s, i.I[3], i.I[4])
	c, s = x.Ca, x.Sa
	i11, i12, i22 := rotateSym(c, s, i11, i12, i.I[5])
	i01, i02 = rotate(c, s, i01, i02)

	mc := vec.Load(&i.MC).RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa)
	p := vec.Load(&x.P)
	mp := p.Scale(i.M)
	b := mc.Add(mp.Scale(0.5)) // so that P bᵀ + b Pᵀ has all of the terms
	d := float64(2 * p.Dot(b))
	i00 += d - float64(2*p.X*b.X)
	i01 -= float64(p.X*b.Y) + float64(p.Y*b.X)
	i11 += d - float64(2*p.Y*b.Y)
	i02 -= float64(p.X*b.Z) + float64(p.Z*b.X)
	i12 -= float64(p.Y*b.Z) + float64(p.Z*b.Y)
	i22 += d - float64(2*p.Z*b.Z)
	mc = mc.Add(mp)
	if x.Twisted {
		c, s = x.Cg, x.Sg
		i00, i01, i11 = rotateSym(c, s, i00, i01, i11)
		i02, i12 = rotate(c, s, i02, i12)
		mc = mc.RotateZ(c, s)
	}
	dst.M += i.M
	vec.Load(&dst.MC).Add(mc).Store(&dst.MC)
	I := &dst.I
	I[0], I[1], I[2] = I[0]+i00, I[1]+i01, I[2]+i11
	I[3], I[4], I[5] = I[3]+i02, I[4]+i12, I[5]+i22
}

// AddInertia sets dst = base + Xᵀ a X: the articulated inertia a, given in the child frame, is added
// to base in the parent frame. With R = Rz(γ) Rx(α) Rz(θ) and all in the axes rotated by γ:
//
//	A, B, D → R A Rᵀ, R B Rᵀ, R D Rᵀ   one axis at a time
//	B' = B + [P]× D
//	A' = A + [P]× B'ᵀ + ([P]× Bᵀ)ᵀ
func (x *Axial) AddInertia(dst, base, a *ArticulatedInertia) {
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
	e00 := b00 + float64(py*d02) - float64(pz*d01)
	e01 := b01 + float64(py*d12) - float64(pz*d11)
	e02 := b02 + float64(py*d22) - float64(pz*d12)
	e10 := b10 + float64(pz*d00) - float64(px*d02)
	e11 := b11 + float64(pz*d01) - float64(px*d12)
	e12 := b12 + float64(pz*d02) - float64(px*d22)
	e20 := b20 + float64(px*d01) - float64(py*d00)
	e21 := b21 + float64(px*d11) - float64(py*d01)
	e22 := b22 + float64(px*d12) - float64(py*d02)
	a00 += float64(py*(b02+e02)) - float64(pz*(b01+e01))
	a11 += float64(pz*(b10+e10)) - float64(px*(b12+e12))
	a22 += float64(px*(b21+e21)) - float64(py*(b20+e20))
	a01 += float64(pz*b00) - float64(px*b02) + float64(py*e12) - float64(pz*e11)
	a02 += float64(px*b01) - float64(py*b00) + float64(py*e22) - float64(pz*e21)
	a12 += float64(px*b11) - float64(py*b10) + float64(pz*e20) - float64(px*e22)

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
	P, Q, R := &base.A, &base.B, &base.D
	A[0], A[1], A[2] = P[0]+a00, P[1]+a01, P[2]+a11
	A[3], A[4], A[5] = P[3]+a02, P[4]+a12, P[5]+a22
	B[0], B[1], B[2] = Q[0]+e00, Q[1]+e01, Q[2]+e02
	B[3], B[4], B[5] = Q[3]+e10, Q[4]+e11, Q[5]+e12
	B[6], B[7], B[8] = Q[6]+e20, Q[7]+e21, Q[8]+e22
	D[0], D[1], D[2] = R[0]+d00, R[1]+d01, R[2]+d11
	D[3], D[4], D[5] = R[3]+d02, R[4]+d12, R[5]+d22
}

// AddRevolute sets dst = base + Xᵀ (a − W Uᵀ) X with U = a S and W = U D⁻¹ of [ArticulatedInertia.FreeRevolute]: what
// a revolute joint transmits of a. It is AddInertia, but that the row and the column of the rotation about z are zero
// before the rotations.
func (x *Axial) AddRevolute(dst, base, a *ArticulatedInertia, W *spatial.Force) {
	nx, ny, lx, ly, lz := a.A[3], a.A[4], a.B[6], a.B[7], a.B[8] // U
	c, s := x.Cz, x.Sz
	w, v := W.Ang[0], W.Ang[1]
	a00, a01, a11 := rotateSym(c, s, a.A[0]-float64(w*nx), a.A[1]-float64(w*ny), a.A[2]-float64(v*ny))
	b00, b01, b10, b11 := rotateBlock(c, s, a.B[0]-float64(w*lx), a.B[1]-float64(w*ly), a.B[3]-float64(v*lx),
		a.B[4]-float64(v*ly))
	b02, b12 := rotate(c, s, a.B[2]-float64(w*lz), a.B[5]-float64(v*lz))
	w, v = W.Lin[0], W.Lin[1]
	d00, d01, d11 := rotateSym(c, s, a.D[0]-float64(w*lx), a.D[1]-float64(w*ly), a.D[2]-float64(v*ly))
	d02, d12 := rotate(c, s, a.D[3]-float64(w*lz), a.D[4]-float64(v*lz))

	c, s = x.Ca, x.Sa
	k := s * a11 // as rotateSym and rotateBlock of a row of zeros
	a11, a12, a22 := a11-float64(s*k), float64(c*k), float64(s*k)
	a01, a02 := float64(c*a01), float64(s*a01)
	k = float64(s*b11) + float64(c*b12)
	b11, b12, b21, b22 := b11-float64(s*k), float64(c*k), float64(c*k)-b12, float64(s*k)
	b01, b02 = rotate(c, s, b01, b02)
	b10, b20 := float64(c*b10), float64(s*b10)
	d11, d12, d22 := rotateSym(c, s, d11, d12, a.D[5]-float64(W.Lin[2]*lz))
	d01, d02 = rotate(c, s, d01, d02)

	px, py, pz := x.P[0], x.P[1], x.P[2]
	e00 := b00 + float64(py*d02) - float64(pz*d01)
	e01 := b01 + float64(py*d12) - float64(pz*d11)
	e02 := b02 + float64(py*d22) - float64(pz*d12)
	e10 := b10 + float64(pz*d00) - float64(px*d02)
	e11 := b11 + float64(pz*d01) - float64(px*d12)
	e12 := b12 + float64(pz*d02) - float64(px*d22)
	e20 := b20 + float64(px*d01) - float64(py*d00)
	e21 := b21 + float64(px*d11) - float64(py*d01)
	e22 := b22 + float64(px*d12) - float64(py*d02)
	a00 += float64(py*(b02+e02)) - float64(pz*(b01+e01))
	a11 += float64(pz*(b10+e10)) - float64(px*(b12+e12))
	a22 += float64(px*(b21+e21)) - float64(py*(b20+e20))
	a01 += float64(pz*b00) - float64(px*b02) + float64(py*e12) - float64(pz*e11)
	a02 += float64(px*b01) - float64(py*b00) + float64(py*e22) - float64(pz*e21)
	a12 += float64(px*b11) - float64(py*b10) + float64(pz*e20) - float64(px*e22)

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
	P, Q, R := &base.A, &base.B, &base.D
	A[0], A[1], A[2] = P[0]+a00, P[1]+a01, P[2]+a11
	A[3], A[4], A[5] = P[3]+a02, P[4]+a12, P[5]+a22
	B[0], B[1], B[2] = Q[0]+e00, Q[1]+e01, Q[2]+e02
	B[3], B[4], B[5] = Q[3]+e10, Q[4]+e11, Q[5]+e12
	B[6], B[7], B[8] = Q[6]+e20, Q[7]+e21, Q[8]+e22
	D[0], D[1], D[2] = R[0]+d00, R[1]+d01, R[2]+d11
	D[3], D[4], D[5] = R[3]+d02, R[4]+d12, R[5]+d22
}

// rotate returns the vector (x, y) rotated by the angle of cosine c and sine s.
func rotate(c, s, x, y float64) (float64, float64) {
	return float64(c*x) - float64(s*y), float64(s*x) + float64(c*y)
}

// rotateSym returns the symmetric matrix [x o; o y] rotated by the angle of cosine c and sine s,
// T m Tᵀ. Its trace stays, so half of the work is shared.
func rotateSym(c, s, x, o, y float64) (float64, float64, float64) {
	k := float64(s*(y-x)) - float64(2*c*o)
	return x + float64(s*k), -(o + float64(c*k)), y - float64(s*k)
}

// rotateBlock returns the matrix [x p; q y] rotated by the angle of cosine c and sine s, T m Tᵀ. Its
// trace and its antisymmetric part p − q stay.
func rotateBlock(c, s, x, p, q, y float64) (float64, float64, float64, float64) {
	k := float64(s*(y-x)) - float64(c*(p+q))
	return x + float64(s*k), -(q + float64(c*k)), -(p + float64(c*k)), y - float64(s*k)
}
