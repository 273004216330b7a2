package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// ArticulatedSensitivity is for articulated bodies what [Sensitivity] is for composite ones. The articulated body
// behind a joint, of inertia I and of the map B (see [ArticulatedCoriolis]), has two things to do with one column S
// of the joint: S accelerates by the variations of the columns that carry it, and the joint transmits forces when S
// varies. With U = I S, D = Sᵀ U and the force f through the joint, as long as the joint is held:
type ArticulatedSensitivity struct {
	A   spatial.Force // −D⁻¹ U: the acceleration of S by ψ̈ and by σ
	V   mgl64.Vec3    // −D⁻¹ Bᵀ S: the acceleration of S by ψ̇ and by S of what carries it
	ByQ spatial.Force // I ψ̈ + B ψ̇ + S ×* f, by the coordinate
	ByV spatial.Force // I σ + B S, by the rate
}

// SetRevolute sets r for the column of a revolute joint, with W and D⁻¹ of [ArticulatedInertia.FreeRevolute], and f =
// p + I m.
func (r *ArticulatedSensitivity) SetRevolute(c *MotionVariation, a *ArticulatedInertia, b *ArticulatedCoriolis,
	m *spatial.Motion, p,
	W *spatial.Force,
	Dinv float64) {
	A, B, D, E, F := &a.A, &a.B, &a.D, &b.E, &b.F
	vec.Load(&W.Ang).Scale(-1).Store(&r.A.Ang)
	vec.Load(&W.Lin).Scale(-1).Store(&r.A.Lin)
	vec.Of(float64(-Dinv*E[6]), float64(-Dinv*E[7]), float64(-Dinv*E[8])).Store(&r.V)

	px, py := c.V.Ang[0], c.V.Ang[1] // ψ̇ has no z components
	w, v := vec.Load(&c.A.Ang), vec.Load(&c.A.Lin)
	n := vec.Of(vec.Sym((*[6]float64)(A), w)).Add(vec.Of(vec.Rows(B, v))).Add(vec.Of(float64(E[0]*px)+float64(E[1]*py),
		float64(E[3]*px)+float64(E[4]*py), float64(E[6]*px)+float64(E[7]*py)))
	u, t := vec.Load(&m.Ang), vec.Load(&m.Lin)
	n.X -= p.Ang[1] + float64(A[1]*u.X) + float64(A[2]*u.Y) + float64(A[4]*u.Z) + float64(B[3]*t.X) +
		float64(B[4]*t.Y) + float64(B[5]*t.Z)
	n.Y += p.Ang[0] + float64(A[0]*u.X) + float64(A[1]*u.Y) + float64(A[3]*u.Z) + float64(B[0]*t.X) +
		float64(B[1]*t.Y) + float64(B[2]*t.Z)
	n.Store(&r.ByQ.Ang)
	l := vec.Of(vec.Sym((*[6]float64)(D), v)).Add(vec.Of(vec.Columns(B,
		w))).Add(vec.Of(float64(F[0]*px)+float64(F[1]*py),
		float64(F[3]*px)+float64(F[4]*py), float64(F[6]*px)+float64(F[7]*py)))
	l.X -= p.Lin[1] + float64(B[1]*u.X) + float64(B[4]*u.Y) + float64(B[7]*u.Z) + float64(D[1]*t.X) +
		float64(D[2]*t.Y) + float64(D[4]*t.Z)
	l.Y += p.Lin[0] + float64(B[0]*u.X) + float64(B[3]*u.Y) + float64(B[6]*u.Z) + float64(D[0]*t.X) +
		float64(D[1]*t.Y) + float64(D[3]*t.Z)
	l.Store(&r.ByQ.Lin)

	px, py = 2*px, 2*py
	qx, qy := 2*c.V.Lin[0], 2*c.V.Lin[1] // σ
	vec.Of(
		float64(A[0]*px)+float64(A[1]*py)+float64(B[0]*qx)+float64(B[1]*qy)+E[2],
		float64(A[1]*px)+float64(A[2]*py)+float64(B[3]*qx)+float64(B[4]*qy)+E[5],
		float64(A[3]*px)+float64(A[4]*py)+float64(B[6]*qx)+float64(B[7]*qy)+E[8],
	).Store(&r.ByV.Ang)
	vec.Of(
		float64(B[0]*px)+float64(B[3]*py)+float64(D[0]*qx)+float64(D[1]*qy)+F[2],
		float64(B[1]*px)+float64(B[4]*py)+float64(D[1]*qx)+float64(D[2]*qy)+F[5],
		float64(B[2]*px)+float64(B[5]*py)+float64(D[3]*qx)+float64(D[4]*qy)+F[8],
	).Store(&r.ByV.Lin)
}

// SetForces sets the forces of r for any column but for S ×* f, which AddCross adds.
func (r *ArticulatedSensitivity) SetForces(c *MotionVariation, a *ArticulatedInertia, b *ArticulatedCoriolis) {
	a.Apply(&r.ByQ, &c.A)
	b.AddApply(&r.ByQ, &c.V)
	a.Apply(&r.ByV, &c.C)
	b.AddApply(&r.ByV, &c.S)
}

// AddCross adds S ×* f to the force by the coordinate.
func (r *ArticulatedSensitivity) AddCross(S *spatial.Motion, f *spatial.Force) {
	w, l, n, m := vec.Load(&S.Ang), vec.Load(&S.Lin), vec.Load(&f.Ang), vec.Load(&f.Lin)
	vec.Load(&r.ByQ.Ang).Add(w.Cross(n)).Add(l.Cross(m)).Store(&r.ByQ.Ang)
	vec.Load(&r.ByQ.Lin).Add(w.Cross(m)).Store(&r.ByQ.Lin)
}

// TransmitRevolute is Transmit for a revolute joint and all sensitivities that reach it. Then it writes them, given in
// the child frame, in the parent frame. It sets byQ and byV to what the forces add to the acceleration of the joint.
func (x *Axial) TransmitRevolute(byQ, byV []float64, sensitivities []ArticulatedSensitivity, W *spatial.Force,
	Dinv float64) {
	byQ, byV = byQ[:len(sensitivities)], byV[:len(sensitivities)]
	cz, sz, ca, sa, p := x.Cz, x.Sz, x.Ca, x.Sa, vec.Load(&x.P)
	for i := range sensitivities {
		r := &sensitivities[i]
		n, l := vec.Load(&r.A.Ang).RotateZ(cz, sz).RotateX(ca, sa), vec.Load(&r.A.Lin).RotateZ(cz, sz).RotateX(ca, sa)
		n.Add(p.Cross(l)).Store(&r.A.Ang)
		l.Store(&r.A.Lin)
		vec.Load(&r.V).RotateZ(cz, sz).RotateX(ca, sa).Store(&r.V)

		k := r.ByQ.Ang[2]
		byQ[i] = float64(-Dinv * k)
		n = vec.Load(&r.ByQ.Ang).Sub(vec.Load(&W.Ang).Scale(k)).RotateZ(cz, sz).RotateX(ca, sa)
		l = vec.Load(&r.ByQ.Lin).Sub(vec.Load(&W.Lin).Scale(k)).RotateZ(cz, sz).RotateX(ca, sa)
		n.Add(p.Cross(l)).Store(&r.ByQ.Ang)
		l.Store(&r.ByQ.Lin)

		k = r.ByV.Ang[2]
		byV[i] = float64(-Dinv * k)
		n = vec.Load(&r.ByV.Ang).Sub(vec.Load(&W.Ang).Scale(k)).RotateZ(cz, sz).RotateX(ca, sa)
		l = vec.Load(&r.ByV.Lin).Sub(vec.Load(&W.Lin).Scale(k)).RotateZ(cz, sz).RotateX(ca, sa)
		n.Add(p.Cross(l)).Store(&r.ByV.Ang)
		l.Store(&r.ByV.Lin)
	}
	if x.Twisted {
		twist(sensitivities, x.Cg, x.Sg)
	}
}

// InverseSensitivities writes each of the sensitivities, given in the child frame, in the parent frame: each force f
// as Xᵀ f.
func (x *Axial) InverseSensitivities(sensitivities []ArticulatedSensitivity) {
	for i := range sensitivities {
		r := &sensitivities[i]
		x.InverseForce(&r.A, &r.A)
		v := vec.Load(&r.V).RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa)
		if x.Twisted {
			v = v.RotateZ(x.Cg, x.Sg)
		}
		v.Store(&r.V)
		x.InverseForce(&r.ByQ, &r.ByQ)
		x.InverseForce(&r.ByV, &r.ByV)
	}
}

// twist turns each of the sensitivities about z by the angle of cosine c and sine s.
func twist(sensitivities []ArticulatedSensitivity, c, s float64) {
	for i := range sensitivities {
		r := &sensitivities[i]
		for _, v := range [...]*mgl64.Vec3{&r.A.Ang, &r.A.Lin, &r.V, &r.ByQ.Ang, &r.ByQ.Lin, &r.ByV.Ang, &r.ByV.Lin} {
			v[0], v[1] = rotate(c, s, v[0], v[1])
		}
	}
}

// BySupport sets byQ and byV such that their components along the columns S of a joint that supports the column of r
// are what the coordinates and rates of that joint add to the acceleration of the latter, while the joints between are
// held, from the velocity v and the acceleration a of the body before that joint and the velocity vj of the one
// behind it. For a force f is f · (v × S) = −S · (v ×* f). So
//
//	A · ψ̈ + V · ψ̇ = −S · (a ×* A + v ×* (V − v ×* A)),   A · σ + V · S = S · (V − (v + vj) ×* A)
func (r *ArticulatedSensitivity) BySupport(byQ, byV *spatial.Force, v, a, vj *spatial.Motion) {
	n, f := vec.Load(&r.A.Ang), vec.Load(&r.A.Lin)
	w, l := vec.Load(&a.Ang), vec.Load(&a.Lin)
	hn, hf := n.Cross(w).Add(f.Cross(l)), f.Cross(w) // −a ×* A
	gn, gf := vec.Load(&r.V), vec.V{}                // V − v ×* A
	if *v != (spatial.Motion{}) {
		w, l = vec.Load(&v.Ang), vec.Load(&v.Lin)
		gn, gf = gn.Sub(w.Cross(n)).Sub(l.Cross(f)), f.Cross(w)
		hn, hf = hn.Sub(w.Cross(gn)).Sub(l.Cross(gf)), hf.Sub(w.Cross(gf))
	}
	hn.Store(&byQ.Ang)
	hf.Store(&byQ.Lin)
	w, l = vec.Load(&vj.Ang), vec.Load(&vj.Lin)
	gn.Add(n.Cross(w)).Add(f.Cross(l)).Store(&byV.Ang)
	gf.Add(f.Cross(w)).Store(&byV.Lin)
}

// BySupportRevolute is BySupport for a revolute joint of variation c and all columns that it supports. It sets what the
// acceleration of S, the coordinate and the rate of the joint add to the accelerations of these columns: dst[0], dst[n]
// and dst[2 n] for the first of them, and the elements that are width further for the next one.
func (c *MotionVariation) BySupportRevolute(dst []float64, n, width int, sensitivities []ArticulatedSensitivity) {
	px, py, qx, qy := c.V.Ang[0], c.V.Ang[1], c.V.Lin[0], c.V.Lin[1]
	w, v := vec.Load(&c.A.Ang), vec.Load(&c.A.Lin)
	at := 0
	for i := range sensitivities {
		r := &sensitivities[i]
		m, f, t := vec.Load(&r.A.Ang), vec.Load(&r.A.Lin), vec.Load(&r.V)
		dst[at] = m.Z
		dst[at+n] = m.Dot(w) + f.Dot(v) + float64(t.X*px) + float64(t.Y*py)
		dst[at+2*n] = float64(2*(float64(m.X*px)+float64(m.Y*py)+float64(f.X*qx)+float64(f.Y*qy))) + t.Z
		at += width
	}
}

// Transmit leaves in the forces of r what the column S of a joint transmits of them: it takes off W = U D⁻¹ times the
// component along S. It returns what the forces add to the acceleration of S.
//
//	q̈ = −D⁻¹ Sᵀ f,   f = f − W Sᵀ f
func (r *ArticulatedSensitivity) Transmit(S *spatial.Motion, W *spatial.Force, Dinv float64) (byQ, byV float64) {
	byQ, byV = S.Dot(&r.ByQ), S.Dot(&r.ByV)
	n, l := vec.Load(&W.Ang), vec.Load(&W.Lin)
	vec.Load(&r.ByQ.Ang).Sub(n.Scale(byQ)).Store(&r.ByQ.Ang)
	vec.Load(&r.ByQ.Lin).Sub(l.Scale(byQ)).Store(&r.ByQ.Lin)
	vec.Load(&r.ByV.Ang).Sub(n.Scale(byV)).Store(&r.ByV.Ang)
	vec.Load(&r.ByV.Lin).Sub(l.Scale(byV)).Store(&r.ByV.Lin)
	return float64(-Dinv * byQ), float64(-Dinv * byV)
}

// SetMaps sets the maps A and V of r from W = U D⁻¹, and makes b what the joint transmits of it as the column becomes
// free.
func (r *ArticulatedSensitivity) SetMaps(S *spatial.Motion, b *ArticulatedCoriolis, W *spatial.Force, Dinv float64) {
	vec.Load(&W.Ang).Scale(-1).Store(&r.A.Ang)
	vec.Load(&W.Lin).Scale(-1).Store(&r.A.Lin)
	b.Transposed(&r.V, S)
	b.SubOuter(W, &r.V)
	vec.Load(&r.V).Scale(-Dinv).Store(&r.V)
}
