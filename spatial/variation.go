package spatial

import "github.com/go-gl/mathgl/mgl64"

// Variation is what one column S of a joint's motion subspace does to the motion of a body i that the joint carries,
// when its coordinate q or its rate q̇ grows. With the velocity v and the acceleration a of the body before the
// joint, and v_j of the body behind it, all in one frame:
//
//	by q: the velocity by ψ̇,   the acceleration by ψ̈ − v_i × ψ̇,   in excess of what moves along with S
//	by q̇: the velocity by S,   the acceleration by σ − v_i × S
//
//	ψ̇ = v × S,   ψ̈ = a × S + v × ψ̇,   σ = (v + v_j) × S
//
// Package rnea derives these and uses them. For a joint with one column they are the same with the motion of the body
// behind it for that before it: they differ by S q̇ and S q̈ + ψ̇ q̇, and S × S = 0 and S × ψ̇ = −ψ̇ × S.
type Variation struct {
	S Motion // column
	V Motion // ψ̇
	A Motion // ψ̈
	C Motion // σ
}

// SetRevolute sets c for a revolute joint with the column S ratio, from the motion of the body behind it.
func (c *Variation) SetRevolute(v, a *Motion, ratio float64) {
	w, l := load(&v.Ang), load(&v.Lin)
	px, py := ratio*w.y, -ratio*w.x // ψ̇ has no z components
	qx, qy := ratio*l.y, -ratio*l.x
	c.S = Motion{}
	c.S.Ang[2] = ratio
	v3{px, py, 0}.store(&c.V.Ang)
	v3{qx, qy, 0}.store(&c.V.Lin)
	v3{2 * px, 2 * py, 0}.store(&c.C.Ang)
	v3{2 * qx, 2 * qy, 0}.store(&c.C.Lin)
	v3{ratio*a.Ang[1] - w.z*py, w.z*px - ratio*a.Ang[0], w.x*py - w.y*px}.store(&c.A.Ang)
	v3{
		ratio*a.Lin[1] - w.z*qy - l.z*py,
		w.z*qx + l.z*px - ratio*a.Lin[0],
		w.x*qy - w.y*qx + l.x*py - l.y*px,
	}.store(&c.A.Lin)
}

// SetPrismatic is SetRevolute for a prismatic joint.
func (c *Variation) SetPrismatic(v, a *Motion, ratio float64) {
	w := load(&v.Ang)
	px, py := ratio*w.y, -ratio*w.x // of the linear part of ψ̇
	*c = Variation{}
	c.S.Lin[2] = ratio
	v3{px, py, 0}.store(&c.V.Lin)
	v3{2 * px, 2 * py, 0}.store(&c.C.Lin)
	v3{ratio*a.Ang[1] - w.z*py, w.z*px - ratio*a.Ang[0], w.x*py - w.y*px}.store(&c.A.Lin)
}

// Set sets c for one of several columns, from the velocity v and the acceleration a of the body before the joint and
// the velocity vj of that behind it.
func (c *Variation) Set(s, v, a, vj *Motion) {
	sw, sl := load(&s.Ang), load(&s.Lin)
	c.S = *s
	w, l := load(&v.Ang), load(&v.Lin)
	pw, pl := w.cross(sw), w.cross(sl).add(l.cross(sw))
	pw.store(&c.V.Ang)
	pl.store(&c.V.Lin)
	nw, nl := w.cross(pw), w.cross(pl).add(l.cross(pw))
	w, l = load(&a.Ang), load(&a.Lin)
	nw.add(w.cross(sw)).store(&c.A.Ang)
	nl.add(w.cross(sl)).add(l.cross(sw)).store(&c.A.Lin)
	w, l = load(&vj.Ang), load(&vj.Lin)
	pw.add(w.cross(sw)).store(&c.C.Ang)
	pl.add(w.cross(sl)).add(l.cross(sw)).store(&c.C.Lin)
}

// Still reports whether the coordinate of a column changes no motion and turns nothing: whether it is a translation
// of a body whose motion before the joint does not depend on the place.
func (c *Variation) Still() bool {
	return c.S.Ang == mgl64.Vec3{} && c.V == Motion{} && c.A == Motion{}
}
