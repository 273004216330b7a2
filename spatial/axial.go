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
	w, v := x.toChild(load(&m.Ang), load(&m.Lin))
	w.store(&dst.Ang)
	v.store(&dst.Lin)
}

// AddMotion sets dst = X m + c: the motion m, given in the parent frame, is added to c in the child frame.
func (x *Axial) AddMotion(dst, c, m *Motion) {
	w, v := x.toChild(load(&m.Ang), load(&m.Lin))
	w.add(load(&c.Ang)).store(&dst.Ang)
	v.add(load(&c.Lin)).store(&dst.Lin)
}

// toChild returns the parts of the motion X [w; v].
func (x *Axial) toChild(w, v v3) (v3, v3) {
	if x.Twisted {
		w, v = w.rotateZ(x.Cg, -x.Sg), v.rotateZ(x.Cg, -x.Sg)
	}
	v = v.sub(load(&x.P).cross(w))
	return w.rotateX(x.Ca, -x.Sa).rotateZ(x.Cz, -x.Sz), v.rotateX(x.Ca, -x.Sa).rotateZ(x.Cz, -x.Sz)
}

// AddForce sets dst = dst + Xᵀ f: the force f, given in the child frame, is added in the parent frame.
func (x *Axial) AddForce(dst, f *Force) {
	n, l := x.toParent(load(&f.Ang), load(&f.Lin))
	load(&dst.Ang).add(n).store(&dst.Ang)
	load(&dst.Lin).add(l).store(&dst.Lin)
}

// InverseForce sets dst = Xᵀ f: the force f, given in the child frame, in the parent frame.
func (x *Axial) InverseForce(dst, f *Force) {
	n, l := x.toParent(load(&f.Ang), load(&f.Lin))
	n.store(&dst.Ang)
	l.store(&dst.Lin)
}

// InverseForces replaces each of the forces f, given in the child frame, by Xᵀ f.
func (x *Axial) InverseForces(fs []Force) {
	ca, sa, cz, sz, p := x.Ca, x.Sa, x.Cz, x.Sz, load(&x.P)
	for i := range fs { // toParent without a call
		f := &fs[i]
		n := load(&f.Ang).rotateZ(cz, sz).rotateX(ca, sa)
		l := load(&f.Lin).rotateZ(cz, sz).rotateX(ca, sa)
		n = n.add(p.cross(l))
		if x.Twisted {
			n, l = n.rotateZ(x.Cg, x.Sg), l.rotateZ(x.Cg, x.Sg)
		}
		n.store(&f.Ang)
		l.store(&f.Lin)
	}
}

// toParent returns the parts of the force Xᵀ [n; l].
func (x *Axial) toParent(n, l v3) (v3, v3) {
	n = n.rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	l = l.rotateZ(x.Cz, x.Sz).rotateX(x.Ca, x.Sa)
	n = n.add(load(&x.P).cross(l))
	if x.Twisted {
		n, l = n.rotateZ(x.Cg, x.Sg), l.rotateZ(x.Cg, x.Sg)
	}
	return n, l
}
