package spatial

import "math"

// ArticulatedInertia is the inertia that a body appears to have when other bodies hang on it
// by joints: the symmetric matrix of the map from its acceleration to the force that this
// takes. Unlike a rigid inertia it has 21 independent numbers, for a push on an
// articulated body may accelerate it as if its mass depended on the direction. Featherstone 2008,
// section 7.1.
//
//	[ A   B ]   A, D symmetric, B any 3x3 matrix
//	[ Bᵀ  D ]
type ArticulatedInertia struct {
	A Sym3
	B [9]float64 // row by row
	D Sym3
}

// SetRigid sets a to the inertia of a rigid body.
func (a *ArticulatedInertia) SetRigid(i *Inertia) {
	a.A = i.I
	x, y, z := i.MC[0], i.MC[1], i.MC[2]
	b, d := &a.B, &a.D
	b[0], b[1], b[2] = 0, -z, y
	b[3], b[4], b[5] = z, 0, -x
	b[6], b[7], b[8] = -y, x, 0
	d[0], d[1], d[2], d[3], d[4], d[5] = i.M, 0, i.M, 0, 0, i.M
}

// Apply sets f = a m.
func (a *ArticulatedInertia) Apply(f *Force, m *Motion) {
	w, v := load(&m.Ang), load(&m.Lin)
	b := &a.B
	n := a.A.mul(w).add(v3{
		b[0]*v.x + b[1]*v.y + b[2]*v.z,
		b[3]*v.x + b[4]*v.y + b[5]*v.z,
		b[6]*v.x + b[7]*v.y + b[8]*v.z,
	})
	l := a.D.mul(v).add(v3{
		b[0]*w.x + b[3]*w.y + b[6]*w.z,
		b[1]*w.x + b[4]*w.y + b[7]*w.z,
		b[2]*w.x + b[5]*w.y + b[8]*w.z,
	})
	n.store(&f.Ang)
	l.store(&f.Lin)
}

// Magnitude returns the magnitude of the terms of which Sᵀ a S is the sum: no less than the sum, and what its
// rounding is in proportion to. It is (|ω| √tr A + |v| √tr D)² of S = [ω; v].
func (a *ArticulatedInertia) Magnitude(s *Motion) float64 {
	return magnitude(s, a.A[0]+a.A[2]+a.A[5], a.D[0]+a.D[2]+a.D[5])
}

func magnitude(s *Motion, a, d float64) float64 {
	w, v := load(&s.Ang), load(&s.Lin)
	x := math.Sqrt(w.dot(w)*math.Abs(a)) + math.Sqrt(v.dot(v)*math.Abs(d))
	return x * x
}

// SubOuter sets a = a − k U Uᵀ: what a joint of motion subspace S transmits of an articulated
// inertia, with U = a S and k = 1/(Sᵀ U).
func (a *ArticulatedInertia) SubOuter(k float64, u *Force) {
	n, l := load(&u.Ang), load(&u.Lin)
	kn, kl := n.scale(k), l.scale(k)
	a.A[0] -= kn.x * n.x
	a.A[1] -= kn.x * n.y
	a.A[2] -= kn.y * n.y
	a.A[3] -= kn.x * n.z
	a.A[4] -= kn.y * n.z
	a.A[5] -= kn.z * n.z
	a.B[0] -= kn.x * l.x
	a.B[1] -= kn.x * l.y
	a.B[2] -= kn.x * l.z
	a.B[3] -= kn.y * l.x
	a.B[4] -= kn.y * l.y
	a.B[5] -= kn.y * l.z
	a.B[6] -= kn.z * l.x
	a.B[7] -= kn.z * l.y
	a.B[8] -= kn.z * l.z
	a.D[0] -= kl.x * l.x
	a.D[1] -= kl.x * l.y
	a.D[2] -= kl.y * l.y
	a.D[3] -= kl.x * l.z
	a.D[4] -= kl.y * l.z
	a.D[5] -= kl.z * l.z
}
