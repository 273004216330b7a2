package spatial

import "github.com/go-gl/mathgl/mgl64"

// Response is for articulated bodies what [Reaction] is for composite ones. The articulated body behind a joint, of
// inertia I and of the map B (see [ArticulatedCoriolis]), has two things to do with one column S of the joint: S
// accelerates by the variations of the columns that carry it, and the joint transmits forces when S varies. With U =
// I S, D = Sᵀ U and the force f through the joint, as long as the joint is held:
type Response struct {
	A   Force      // −D⁻¹ U: the acceleration of S by ψ̈ and by σ
	V   mgl64.Vec3 // −D⁻¹ Bᵀ S: the acceleration of S by ψ̇ and by S of what carries it
	ByQ Force      // I ψ̈ + B ψ̇ + S ×* f, by the coordinate
	ByV Force      // I σ + B S, by the rate
}

// SetRevolute sets r for the column of a revolute joint, with W and D⁻¹ of [ArticulatedInertia.FreeRevolute], and f =
// p + I m.
func (r *Response) SetRevolute(c *Variation, a *ArticulatedInertia, b *ArticulatedCoriolis, m *Motion, p, W *Force,
	Dinv float64) {
	A, B, D, E, F := &a.A, &a.B, &a.D, &b.E, &b.F
	load(&W.Ang).scale(-1).store(&r.A.Ang)
	load(&W.Lin).scale(-1).store(&r.A.Lin)
	v3{-Dinv * E[6], -Dinv * E[7], -Dinv * E[8]}.store(&r.V)

	px, py := c.V.Ang[0], c.V.Ang[1] // ψ̇ has no z components
	w, v := load(&c.A.Ang), load(&c.A.Lin)
	n := A.mul(w).add(rows(B, v)).add(v3{E[0]*px + E[1]*py, E[3]*px + E[4]*py, E[6]*px + E[7]*py})
	u, t := load(&m.Ang), load(&m.Lin)
	n.x -= p.Ang[1] + A[1]*u.x + A[2]*u.y + A[4]*u.z + B[3]*t.x + B[4]*t.y + B[5]*t.z
	n.y += p.Ang[0] + A[0]*u.x + A[1]*u.y + A[3]*u.z + B[0]*t.x + B[1]*t.y + B[2]*t.z
	n.store(&r.ByQ.Ang)
	l := D.mul(v).add(columns(B, w)).add(v3{F[0]*px + F[1]*py, F[3]*px + F[4]*py, F[6]*px + F[7]*py})
	l.x -= p.Lin[1] + B[1]*u.x + B[4]*u.y + B[7]*u.z + D[1]*t.x + D[2]*t.y + D[4]*t.z
	l.y += p.Lin[0] + B[0]*u.x + B[3]*u.y + B[6]*u.z + D[0]*t.x + D[1]*t.y + D[3]*t.z
	l.store(&r.ByQ.Lin)

	px, py = 2*px, 2*py
	qx, qy := 2*c.V.Lin[0], 2*c.V.Lin[1] // σ
	v3{
		A[0]*px + A[1]*py + B[0]*qx + B[1]*qy + E[2],
		A[1]*px + A[2]*py + B[3]*qx + B[4]*qy + E[5],
		A[3]*px + A[4]*py + B[6]*qx + B[7]*qy + E[8],
	}.store(&r.ByV.Ang)
	v3{
		B[0]*px + B[3]*py + D[0]*qx + D[1]*qy + F[2],
		B[1]*px + B[4]*py + D[1]*qx + D[2]*qy + F[5],
		B[2]*px + B[5]*py + D[3]*qx + D[4]*qy + F[8],
	}.store(&r.ByV.Lin)
}

// SetForces sets the forces of r for any column but for S ×* f, which Push adds.
func (r *Response) SetForces(c *Variation, a *ArticulatedInertia, b *ArticulatedCoriolis) {
	a.Apply(&r.ByQ, &c.A)
	b.AddApply(&r.ByQ, &c.V)
	a.Apply(&r.ByV, &c.C)
	b.AddApply(&r.ByV, &c.S)
}

// Push adds S ×* f to the force by the coordinate.
func (r *Response) Push(S *Motion, f *Force) {
	w, l, n, m := load(&S.Ang), load(&S.Lin), load(&f.Ang), load(&f.Lin)
	load(&r.ByQ.Ang).add(w.cross(n)).add(l.cross(m)).store(&r.ByQ.Ang)
	load(&r.ByQ.Lin).add(w.cross(m)).store(&r.ByQ.Lin)
}

// TransmitRevolute writes each of the responses, given in the child frame of a revolute joint, in the parent frame,
// after it took off the forces what the joint does not transmit. It sets byQ and byV to what these add to the
// acceleration of the joint. See Free.
func (x *Axial) TransmitRevolute(byQ, byV []float64, responses []Response, W *Force, Dinv float64) {
	byQ, byV = byQ[:len(responses)], byV[:len(responses)]
	cz, sz, ca, sa, p := x.Cz, x.Sz, x.Ca, x.Sa, load(&x.P)
	for i := range responses {
		r := &responses[i]
		n, l := load(&r.A.Ang).rotateZ(cz, sz).rotateX(ca, sa), load(&r.A.Lin).rotateZ(cz, sz).rotateX(ca, sa)
		n.add(p.cross(l)).store(&r.A.Ang)
		l.store(&r.A.Lin)
		load(&r.V).rotateZ(cz, sz).rotateX(ca, sa).store(&r.V)

		k := r.ByQ.Ang[2]
		byQ[i] = -Dinv * k
		n = load(&r.ByQ.Ang).sub(load(&W.Ang).scale(k)).rotateZ(cz, sz).rotateX(ca, sa)
		l = load(&r.ByQ.Lin).sub(load(&W.Lin).scale(k)).rotateZ(cz, sz).rotateX(ca, sa)
		n.add(p.cross(l)).store(&r.ByQ.Ang)
		l.store(&r.ByQ.Lin)

		k = r.ByV.Ang[2]
		byV[i] = -Dinv * k
		n = load(&r.ByV.Ang).sub(load(&W.Ang).scale(k)).rotateZ(cz, sz).rotateX(ca, sa)
		l = load(&r.ByV.Lin).sub(load(&W.Lin).scale(k)).rotateZ(cz, sz).rotateX(ca, sa)
		n.add(p.cross(l)).store(&r.ByV.Ang)
		l.store(&r.ByV.Lin)
	}
	if x.Twisted {
		twist(responses, x.Cg, x.Sg)
	}
}

// InverseResponses writes each of the responses, given in the child frame, in the parent frame: each force f as Xᵀ f.
func (x *Axial) InverseResponses(responses []Response) {
	for i := range responses {
		r := &responses[i]
		x.InverseForce(&r.A, &r.A)
		v := load(&r.V).rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
		if x.Twisted {
			v = v.rotateZ(x.Cg, x.Sg)
		}
		v.store(&r.V)
		x.InverseForce(&r.ByQ, &r.ByQ)
		x.InverseForce(&r.ByV, &r.ByV)
	}
}

// twist turns each of the responses about z by the angle of cosine c and sine s.
func twist(responses []Response, c, s float64) {
	for i := range responses {
		r := &responses[i]
		for _, v := range [...]*mgl64.Vec3{&r.A.Ang, &r.A.Lin, &r.V, &r.ByQ.Ang, &r.ByQ.Lin, &r.ByV.Ang, &r.ByV.Lin} {
			v[0], v[1] = rotate(c, s, v[0], v[1])
		}
	}
}

// Carried sets byQ and byV such that their components along the columns S of a joint that carries the column of r are
// what the coordinates and rates of that joint add to the acceleration of the latter, while the joints between are
// held, from the velocity v and the acceleration a of the body before that joint and the velocity vj of the one
// behind it. For a force f is f · (v × S) = −S · (v ×* f). So
//
//	A · ψ̈ + V · ψ̇ = −S · (a ×* A + v ×* (V − v ×* A)),   A · σ + V · S = S · (V − (v + vj) ×* A)
func (r *Response) Carried(byQ, byV *Force, v, a, vj *Motion) {
	n, f := load(&r.A.Ang), load(&r.A.Lin)
	w, l := load(&a.Ang), load(&a.Lin)
	hn, hf := n.cross(w).add(f.cross(l)), f.cross(w) // −a ×* A
	gn, gf := load(&r.V), v3{}                       // V − v ×* A
	if *v != (Motion{}) {
		w, l = load(&v.Ang), load(&v.Lin)
		gn, gf = gn.sub(w.cross(n)).sub(l.cross(f)), f.cross(w)
		hn, hf = hn.sub(w.cross(gn)).sub(l.cross(gf)), hf.sub(w.cross(gf))
	}
	hn.store(&byQ.Ang)
	hf.store(&byQ.Lin)
	w, l = load(&vj.Ang), load(&vj.Lin)
	gn.add(n.cross(w)).add(f.cross(l)).store(&byV.Ang)
	gf.add(f.cross(w)).store(&byV.Lin)
}

// CarriedRevolute sets what the acceleration of S, the coordinate and the rate of a revolute joint of variation c add
// to the accelerations of the columns of responses, which it carries, while the joints between are held: dst[0],
// dst[n] and dst[2 n] for the first response, and what is width further for the next one.
func (c *Variation) CarriedRevolute(dst []float64, n, width int, responses []Response) {
	px, py, qx, qy := c.V.Ang[0], c.V.Ang[1], c.V.Lin[0], c.V.Lin[1]
	w, v := load(&c.A.Ang), load(&c.A.Lin)
	at := 0
	for i := range responses {
		r := &responses[i]
		m, f, t := load(&r.A.Ang), load(&r.A.Lin), load(&r.V)
		dst[at] = m.z
		dst[at+n] = m.dot(w) + f.dot(v) + t.x*px + t.y*py
		dst[at+2*n] = 2*(m.x*px+m.y*py+f.x*qx+f.y*qy) + t.z
		at += width
	}
}

// Free takes off the forces of r what the column S of a joint does not transmit, W = U D⁻¹ times the component along
// S, and returns what they add to the acceleration of S.
//
//	q̈ = −D⁻¹ Sᵀ f,   f = f − W Sᵀ f
func (r *Response) Free(S *Motion, W *Force, Dinv float64) (byQ, byV float64) {
	byQ, byV = S.Dot(&r.ByQ), S.Dot(&r.ByV)
	n, l := load(&W.Ang), load(&W.Lin)
	load(&r.ByQ.Ang).sub(n.scale(byQ)).store(&r.ByQ.Ang)
	load(&r.ByQ.Lin).sub(l.scale(byQ)).store(&r.ByQ.Lin)
	load(&r.ByV.Ang).sub(n.scale(byV)).store(&r.ByV.Ang)
	load(&r.ByV.Lin).sub(l.scale(byV)).store(&r.ByV.Lin)
	return -Dinv * byQ, -Dinv * byV
}

// SetMaps sets the maps A and V of r from W = U D⁻¹, and makes b what the joint transmits of it as the column becomes
// free.
func (r *Response) SetMaps(S *Motion, b *ArticulatedCoriolis, W *Force, Dinv float64) {
	load(&W.Ang).scale(-1).store(&r.A.Ang)
	load(&W.Lin).scale(-1).store(&r.A.Lin)
	b.Transposed(&r.V, S)
	b.SubOuter(W, &r.V)
	load(&r.V).scale(-Dinv).store(&r.V)
}
