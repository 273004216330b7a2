package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// Sensitivity is what the composite body behind a joint, of inertia I, of the map B (see [Coriolis]) and loaded by the
// force f, has to do with one column S of the joint: the forces that the variation of S takes, and the maps to the
// effort on S from other variations. See [MotionVariation].
type Sensitivity struct {
	IS  spatial.Force // I S
	BS  mgl64.Vec3    // Bᵀ S, a couple
	ByQ spatial.Force // I ψ̈ + B ψ̇ + S ×* f, by the coordinate
	ByV spatial.Force // I σ + B S, by the rate
}

// Set sets r for a column.
func (r *Sensitivity) Set(c *MotionVariation, i *spatial.Inertia, b *Coriolis, f *spatial.Force) {
	i.Apply(&r.IS, &c.S)
	b.Transposed(&r.BS, &c.S)
	i.Apply(&r.ByQ, &c.A)
	b.AddApply(&r.ByQ, &c.V)
	w, l, n, m := vec.Load(&c.S.Ang), vec.Load(&c.S.Lin), vec.Load(&f.Ang), vec.Load(&f.Lin)
	vec.Load(&r.ByQ.Ang).Add(w.Cross(n)).Add(l.Cross(m)).Store(&r.ByQ.Ang)
	vec.Load(&r.ByQ.Lin).Add(w.Cross(m)).Store(&r.ByQ.Lin)
	i.Apply(&r.ByV, &c.C)
	b.AddApply(&r.ByV, &c.S)
}

// SetRevolute is Set for a revolute joint.
func (r *Sensitivity) SetRevolute(c *MotionVariation, i *spatial.Inertia, b *Coriolis, f *spatial.Force) {
	k, e, l, mc := c.S.Ang[2], &b.E, vec.Load(&b.L).Scale(2), vec.Load(&i.MC)
	vec.Of(float64(k*i.I[3]), float64(k*i.I[4]), float64(k*i.I[5])).Store(&r.IS.Ang)
	vec.Of(float64(-k*mc.Y), float64(k*mc.X), 0).Store(&r.IS.Lin)
	vec.Of(float64(k*e[6]), float64(k*e[7]), float64(k*e[8])).Store(&r.BS)
	px, py, qx, qy := c.V.Ang[0], c.V.Ang[1], c.V.Lin[0], c.V.Lin[1] // ψ̇ has no z components
	w, v := vec.Load(&c.A.Ang), vec.Load(&c.A.Lin)
	n := vec.Of(vec.Sym((*[6]float64)(&i.I), w)).Add(mc.Cross(v)).Add(vec.Of(float64(e[0]*px)+float64(e[1]*py),
		float64(e[3]*px)+float64(e[4]*py), float64(e[6]*px)+float64(e[7]*py)))
	n.X, n.Y = n.X-float64(k*f.Ang[1]), n.Y+float64(k*f.Ang[0])
	n.Store(&r.ByQ.Ang)
	v = v.Scale(i.M).Sub(mc.Cross(w))
	vec.Of(v.X+float64(l.Z*py)-float64(k*f.Lin[1]), v.Y-float64(l.Z*px)+float64(k*f.Lin[0]),
		v.Z-float64(l.X*py)+float64(l.Y*px)).Store(&r.ByQ.Lin)
	px, py, qx, qy = 2*px, 2*py, 2*qx, 2*qy // σ
	vec.Of(
		float64(i.I[0]*px)+float64(i.I[1]*py)-float64(mc.Z*qy)+float64(k*e[2]),
		float64(i.I[1]*px)+float64(i.I[2]*py)+float64(mc.Z*qx)+float64(k*e[5]),
		float64(i.I[3]*px)+float64(i.I[4]*py)+float64(mc.X*qy)-float64(mc.Y*qx)+float64(k*e[8]),
	).Store(&r.ByV.Ang)
	vec.Of(float64(i.M*qx)+float64(mc.Z*py)-float64(k*l.Y), float64(i.M*qy)-float64(mc.Z*px)+float64(k*l.X),
		float64(mc.Y*px)-float64(mc.X*py)).Store(&r.ByV.Lin)
}

// SetPrismatic is Set for a prismatic joint.
func (r *Sensitivity) SetPrismatic(c *MotionVariation, i *spatial.Inertia, b *Coriolis, f *spatial.Force) {
	k, l := c.S.Lin[2], vec.Load(&b.L).Scale(2)
	i.Apply(&r.ByQ, &c.A) // ψ̇ and S do not turn: B has no part in it
	i.Apply(&r.ByV, &c.C)
	ApplyPrismatic(&r.IS, i)
	scale(&r.IS, k)
	vec.Of(float64(k*l.Y), float64(-k*l.X), 0).Store(&r.BS)
	r.ByQ.Ang[0] -= float64(k * f.Lin[1])
	r.ByQ.Ang[1] += float64(k * f.Lin[0])
}

// scale sets f = k f.
func scale(f *spatial.Force, k float64) {
	vec.Load(&f.Ang).Scale(k).Store(&f.Ang)
	vec.Load(&f.Lin).Scale(k).Store(&f.Lin)
}

// InverseSensitivity writes r, given in the child frame, in the parent frame: each force f as Xᵀ f.
func (x *Axial) InverseSensitivity(r *Sensitivity) {
	cz, sz, ca, sa, p := x.Cz, x.Sz, x.Ca, x.Sa, vec.Load(&x.P)
	n := vec.Load(&r.IS.Ang).RotateZ(cz, sz).RotateX(ca, sa)
	l := vec.Load(&r.IS.Lin).RotateZ(cz, sz).RotateX(ca, sa)
	n.Add(p.Cross(l)).Store(&r.IS.Ang)
	l.Store(&r.IS.Lin)
	vec.Load(&r.BS).RotateZ(cz, sz).RotateX(ca, sa).Store(&r.BS)
	n = vec.Load(&r.ByQ.Ang).RotateZ(cz, sz).RotateX(ca, sa)
	l = vec.Load(&r.ByQ.Lin).RotateZ(cz, sz).RotateX(ca, sa)
	n.Add(p.Cross(l)).Store(&r.ByQ.Ang)
	l.Store(&r.ByQ.Lin)
	n = vec.Load(&r.ByV.Ang).RotateZ(cz, sz).RotateX(ca, sa)
	l = vec.Load(&r.ByV.Lin).RotateZ(cz, sz).RotateX(ca, sa)
	n.Add(p.Cross(l)).Store(&r.ByV.Ang)
	l.Store(&r.ByV.Lin)
	if x.Twisted {
		c, s := x.Cg, x.Sg
		for _, v := range [...]*mgl64.Vec3{&r.IS.Ang, &r.IS.Lin, &r.BS, &r.ByQ.Ang, &r.ByQ.Lin, &r.ByV.Ang,
			&r.ByV.Lin} {
			v[0], v[1] = rotate(c, s, v[0], v[1])
		}
	}
}

// EffortBy returns the derivatives of the effort on the column of r by the coordinate and the rate of c, a column of
// the same joint or of one that carries it.
//
//	Sᵀ (I ψ̈ + B ψ̇),   Sᵀ (I σ + B S_c)
func (r *Sensitivity) EffortBy(c *MotionVariation) (byQ, byV float64) {
	n, f, m := vec.Load(&r.IS.Ang), vec.Load(&r.IS.Lin), vec.Load(&r.BS)
	byQ = n.Dot(vec.Load(&c.A.Ang)) + f.Dot(vec.Load(&c.A.Lin)) + m.Dot(vec.Load(&c.V.Ang))
	byV = n.Dot(vec.Load(&c.C.Ang)) + f.Dot(vec.Load(&c.C.Lin)) + m.Dot(vec.Load(&c.S.Ang))
	return byQ, byV
}

// EffortByRevolute is EffortBy for a column of a revolute joint.
func (r *Sensitivity) EffortByRevolute(c *MotionVariation) (byQ, byV float64) {
	n, f, m := vec.Load(&r.IS.Ang), vec.Load(&r.IS.Lin), vec.Load(&r.BS)
	vx, vy := c.V.Ang[0], c.V.Ang[1]
	byQ = n.Dot(vec.Load(&c.A.Ang)) + f.Dot(vec.Load(&c.A.Lin)) + float64(m.X*vx) + float64(m.Y*vy)
	byV = float64(2*(float64(n.X*vx)+float64(n.Y*vy)+float64(f.X*c.V.Lin[0])+float64(f.Y*c.V.Lin[1]))) +
		float64(c.S.Ang[2]*m.Z)
	return byQ, byV
}

// EffortOn returns the derivatives of the effort on c, a column of a joint that carries the one of r, by the
// coordinate and the rate of r.
func (r *Sensitivity) EffortOn(c *MotionVariation) (byQ, byV float64) {
	w, l := vec.Load(&c.S.Ang), vec.Load(&c.S.Lin)
	byQ = w.Dot(vec.Load(&r.ByQ.Ang)) + l.Dot(vec.Load(&r.ByQ.Lin))
	byV = w.Dot(vec.Load(&r.ByV.Ang)) + l.Dot(vec.Load(&r.ByV.Lin))
	return byQ, byV
}
