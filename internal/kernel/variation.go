package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// MotionVariation is what one column S of a joint's motion subspace does to the motion of a body i that the joint
// carries, when its coordinate q or its rate q̇ grows. With the velocity v and the acceleration a of the body before
// the joint, and v_j of the body behind it, all in one frame:
//
//	by q: the velocity by ψ̇,   the acceleration by ψ̈ − v_i × ψ̇,   in excess of what moves along with S
//	by q̇: the velocity by S,   the acceleration by σ − v_i × S
//
//	ψ̇ = v × S,   ψ̈ = a × S + v × ψ̇,   σ = (v + v_j) × S
//
// Package rnea derives these and uses them. For a joint with one column they are the same with the motion of the body
// behind it for that before it: they differ by S q̇ and S q̈ + ψ̇ q̇, and S × S = 0 and S × ψ̇ = −ψ̇ × S.
type MotionVariation struct {
	S spatial.Motion // column
	V spatial.Motion // ψ̇
	A spatial.Motion // ψ̈
	C spatial.Motion // σ
}

// SetRevolute sets c for a revolute joint with the column S ratio, from the motion of the body behind it.
func (c *MotionVariation) SetRevolute(v, a *spatial.Motion, ratio float64) {
	w, l := vec.Load(&v.Ang), vec.Load(&v.Lin)
	px, py := float64(ratio*w.Y), float64(-ratio*w.X) // ψ̇ has no z components
	qx, qy := float64(ratio*l.Y), float64(-ratio*l.X)
	c.S = spatial.Motion{}
	c.S.Ang[2] = ratio
	vec.Of(px, py, 0).Store(&c.V.Ang)
	vec.Of(qx, qy, 0).Store(&c.V.Lin)
	vec.Of(float64(2*px), float64(2*py), 0).Store(&c.C.Ang)
	vec.Of(float64(2*qx), float64(2*qy), 0).Store(&c.C.Lin)
	vec.Of(float64(ratio*a.Ang[1])-float64(w.Z*py), float64(w.Z*px)-float64(ratio*a.Ang[0]),
		float64(w.X*py)-float64(w.Y*px)).Store(&c.A.Ang)
	vec.Of(
		float64(ratio*a.Lin[1])-float64(w.Z*qy)-float64(l.Z*py),
		float64(w.Z*qx)+float64(l.Z*px)-float64(ratio*a.Lin[0]),
		float64(w.X*qy)-float64(w.Y*qx)+float64(l.X*py)-float64(l.Y*px),
	).Store(&c.A.Lin)
}

// SetPrismatic is SetRevolute for a prismatic joint.
func (c *MotionVariation) SetPrismatic(v, a *spatial.Motion, ratio float64) {
	w := vec.Load(&v.Ang)
	px, py := float64(ratio*w.Y), float64(-ratio*w.X) // of the linear part of ψ̇
	*c = MotionVariation{}
	c.S.Lin[2] = ratio
	vec.Of(px, py, 0).Store(&c.V.Lin)
	vec.Of(float64(2*px), float64(2*py), 0).Store(&c.C.Lin)
	vec.Of(float64(ratio*a.Ang[1])-float64(w.Z*py), float64(w.Z*px)-float64(ratio*a.Ang[0]),
		float64(w.X*py)-float64(w.Y*px)).Store(&c.A.Lin)
}

// Set sets c for one of several columns, from the velocity v and the acceleration a of the body before the joint and
// the velocity vj of that behind it.
func (c *MotionVariation) Set(s, v, a, vj *spatial.Motion) {
	sw, sl := vec.Load(&s.Ang), vec.Load(&s.Lin)
	c.S = *s
	w, l := vec.Load(&v.Ang), vec.Load(&v.Lin)
	pw, pl := w.Cross(sw), w.Cross(sl).Add(l.Cross(sw))
	pw.Store(&c.V.Ang)
	pl.Store(&c.V.Lin)
	nw, nl := w.Cross(pw), w.Cross(pl).Add(l.Cross(pw))
	w, l = vec.Load(&a.Ang), vec.Load(&a.Lin)
	nw.Add(w.Cross(sw)).Store(&c.A.Ang)
	nl.Add(w.Cross(sl)).Add(l.Cross(sw)).Store(&c.A.Lin)
	w, l = vec.Load(&vj.Ang), vec.Load(&vj.Lin)
	pw.Add(w.Cross(sw)).Store(&c.C.Ang)
	pl.Add(w.Cross(sl)).Add(l.Cross(sw)).Store(&c.C.Lin)
}

// Ignorable reports whether the coordinate of a column is ignorable (cyclic): whether it changes neither a motion nor
// an orientation, as a translation does along which the motion before the joint is uniform.
func (c *MotionVariation) Ignorable() bool {
	return c.S.Ang == mgl64.Vec3{} && c.V == spatial.Motion{} && c.A == spatial.Motion{}
}
