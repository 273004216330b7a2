package kernel

import (
	"math"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// ArticulatedInertia is the inertia that a body appears to have when other bodies hang on it
// by joints: the symmetric matrix of the map from its acceleration to the force that this
// takes. Unlike a rigid inertia it has 21 independent numbers, for a push on an
// articulated body may accelerate it as if its mass depended on the direction. Featherstone 2008,
// section 7.1.
//
//	[ A   B ]   A, D symmetric, B any 3x3 matrix
//	[ Bᵀ  D ]
type ArticulatedInertia struct {
	A spatial.Sym3
	B [9]float64 // row by row
	D spatial.Sym3
}

// SetRigid sets a to the inertia of a rigid body.
func (a *ArticulatedInertia) SetRigid(i *spatial.Inertia) {
	a.A = i.I
	x, y, z := i.MC[0], i.MC[1], i.MC[2]
	b, d := &a.B, &a.D
	b[0], b[1], b[2] = 0, -z, y
	b[3], b[4], b[5] = z, 0, -x
	b[6], b[7], b[8] = -y, x, 0
	d[0], d[1], d[2], d[3], d[4], d[5] = i.M, 0, i.M, 0, 0, i.M
}

// Apply sets f = a m.
func (a *ArticulatedInertia) Apply(f *spatial.Force, m *spatial.Motion) {
	w, v := vec.Load(&m.Ang), vec.Load(&m.Lin)
	b := &a.B
	n := vec.Of(vec.Sym((*[6]float64)(&a.A), w)).Add(vec.Of(
		float64(b[0]*v.X)+float64(b[1]*v.Y)+float64(b[2]*v.Z),
		float64(b[3]*v.X)+float64(b[4]*v.Y)+float64(b[5]*v.Z),
		float64(b[6]*v.X)+float64(b[7]*v.Y)+float64(b[8]*v.Z),
	))
	l := vec.Of(vec.Sym((*[6]float64)(&a.D), v)).Add(vec.Of(
		float64(b[0]*w.X)+float64(b[3]*w.Y)+float64(b[6]*w.Z),
		float64(b[1]*w.X)+float64(b[4]*w.Y)+float64(b[7]*w.Z),
		float64(b[2]*w.X)+float64(b[5]*w.Y)+float64(b[8]*w.Z),
	))
	n.Store(&f.Ang)
	l.Store(&f.Lin)
}

// Magnitude returns the magnitude of the terms of which Sᵀ a S is the sum: no less than the sum, and what its
// rounding is in proportion to. It is (|ω| √tr A + |v| √tr D)² of S = [ω; v].
func (a *ArticulatedInertia) Magnitude(s *spatial.Motion) float64 {
	return magnitude(s, a.A[0]+a.A[2]+a.A[5], a.D[0]+a.D[2]+a.D[5])
}

// RigidMagnitude is Magnitude of a rigid inertia.
func RigidMagnitude(i *spatial.Inertia, s *spatial.Motion) float64 {
	return magnitude(s, i.I[0]+i.I[2]+i.I[5], float64(3*i.M))
}

func magnitude(s *spatial.Motion, a, d float64) float64 {
	w, v := vec.Load(&s.Ang), vec.Load(&s.Lin)
	x := math.Sqrt(w.Dot(w)*math.Abs(a)) + math.Sqrt(v.Dot(v)*math.Abs(d))
	return float64(x * x)
}

// SubOuter sets a = a − k U Uᵀ: what a joint of motion subspace S transmits of an articulated
// inertia, with U = a S and k = 1/(Sᵀ U).
func (a *ArticulatedInertia) SubOuter(k float64, u *spatial.Force) {
	n, l := vec.Load(&u.Ang), vec.Load(&u.Lin)
	kn, kl := n.Scale(k), l.Scale(k)
	a.A[0] -= float64(kn.X * n.X)
	a.A[1] -= float64(kn.X * n.Y)
	a.A[2] -= float64(kn.Y * n.Y)
	a.A[3] -= float64(kn.X * n.Z)
	a.A[4] -= float64(kn.Y * n.Z)
	a.A[5] -= float64(kn.Z * n.Z)
	a.B[0] -= float64(kn.X * l.X)
	a.B[1] -= float64(kn.X * l.Y)
	a.B[2] -= float64(kn.X * l.Z)
	a.B[3] -= float64(kn.Y * l.X)
	a.B[4] -= float64(kn.Y * l.Y)
	a.B[5] -= float64(kn.Y * l.Z)
	a.B[6] -= float64(kn.Z * l.X)
	a.B[7] -= float64(kn.Z * l.Y)
	a.B[8] -= float64(kn.Z * l.Z)
	a.D[0] -= float64(kl.X * l.X)
	a.D[1] -= float64(kl.X * l.Y)
	a.D[2] -= float64(kl.Y * l.Y)
	a.D[3] -= float64(kl.X * l.Z)
	a.D[4] -= float64(kl.Y * l.Z)
	a.D[5] -= float64(kl.Z * l.Z)
}
