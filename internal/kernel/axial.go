package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

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
func (x *Axial) SetAngle(angle float64) { x.Sz, x.Cz = libm.Sincos(angle) }

// Pose returns the same pose as a Transform.
func (x *Axial) Pose() spatial.Transform {
	out := spatial.Identity()
	x.ComposePose(&out, &out)
	return out
}

// ComposePose sets dst to the pose of the child in the frame in which the parent has the pose p. A rotation about the
// third axis makes of two columns a, b of R the columns a c + b s and b c − a s.
func (x *Axial) ComposePose(dst, p *spatial.Transform) {
	cx := vec.Of(p.R[0], p.R[1], p.R[2])
	cy := vec.Of(p.R[3], p.R[4], p.R[5])
	cz := vec.Of(p.R[6], p.R[7], p.R[8])
	if x.Twisted {
		cx, cy = cx.Scale(x.Cg).Add(cy.Scale(x.Sg)), cy.Scale(x.Cg).Sub(cx.Scale(x.Sg))
	}
	cx.Scale(x.P[0]).Add(cy.Scale(x.P[1])).Add(cz.Scale(x.P[2])).Add(vec.Load(&p.P)).Store(&dst.P)
	cy, cz = cy.Scale(x.Ca).Add(cz.Scale(x.Sa)), cz.Scale(x.Ca).Sub(cy.Scale(x.Sa))
	cx, cy = cx.Scale(x.Cz).Add(cy.Scale(x.Sz)), cy.Scale(x.Cz).Sub(cx.Scale(x.Sz))
	r := &dst.R // one by one: a processor waits for the stores that a copy of the whole would read
	r[0], r[1], r[2] = cx.X, cx.Y, cx.Z
	r[3], r[4], r[5] = cy.X, cy.Y, cy.Z
	r[6], r[7], r[8] = cz.X, cz.Y, cz.Z
}

// ApplyMotion sets dst = X m: the motion m, given in the parent frame, in the child frame.
func (x *Axial) ApplyMotion(dst, m *spatial.Motion) {
	w, v := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	w.Store(&dst.Ang)
	v.Store(&dst.Lin)
}

// AddMotion sets dst = X m + c: the motion m, given in the parent frame, is added to c in the child frame.
func (x *Axial) AddMotion(dst, c, m *spatial.Motion) {
	w, v := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	w.Add(vec.Load(&c.Ang)).Store(&dst.Ang)
	v.Add(vec.Load(&c.Lin)).Store(&dst.Lin)
}

// toChild returns the parts of the motion X [w; v].
func (x *Axial) toChild(w, v vec.V) (vec.V, vec.V) {
	if x.Twisted {
		w, v = w.RotateZ(x.Cg, -x.Sg), v.RotateZ(x.Cg, -x.Sg)
	}
	v = v.Sub(vec.Load(&x.P).Cross(w))
	return w.RotateX(x.Ca, -x.Sa).RotateZ(x.Cz, -x.Sz), v.RotateX(x.Ca, -x.Sa).RotateZ(x.Cz, -x.Sz)
}

// Turn sets dst to a vector that is given in the parent frame's axes, in those of the child.
func (x *Axial) Turn(dst, a *mgl64.Vec3) {
	v := vec.Load(a)
	if x.Twisted {
		v = v.RotateZ(x.Cg, -x.Sg)
	}
	v.RotateX(x.Ca, -x.Sa).RotateZ(x.Cz, -x.Sz).Store(dst)
}

// AddMoment adds to dst, a first moment of masses about the origin of the parent frame in its axes (kg m), that of a
// mass (kg) whose first moment about the origin of the child frame is h, in the child's axes.
func (x *Axial) AddMoment(dst, h *mgl64.Vec3, mass float64) {
	a := vec.Load(h).RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa).Add(vec.Load(&x.P).Scale(mass))
	if x.Twisted {
		a = a.RotateZ(x.Cg, x.Sg)
	}
	vec.Load(dst).Add(a).Store(dst)
}

// AddForce sets dst = dst + Xᵀ f: the force f, given in the child frame, is added in the parent frame.
func (x *Axial) AddForce(dst, f *spatial.Force) {
	n, l := x.toParent(vec.Load(&f.Ang), vec.Load(&f.Lin))
	vec.Load(&dst.Ang).Add(n).Store(&dst.Ang)
	vec.Load(&dst.Lin).Add(l).Store(&dst.Lin)
}

// InverseForce sets dst = Xᵀ f: the force f, given in the child frame, in the parent frame.
func (x *Axial) InverseForce(dst, f *spatial.Force) {
	n, l := x.toParent(vec.Load(&f.Ang), vec.Load(&f.Lin))
	n.Store(&dst.Ang)
	l.Store(&dst.Lin)
}

// InverseForces replaces each of the forces f, given in the child frame, by Xᵀ f.
func (x *Axial) InverseForces(fs []spatial.Force) {
	ca, sa, cz, sz, p := x.Ca, x.Sa, x.Cz, x.Sz, vec.Load(&x.P)
	for i := range fs { // toParent without a call
		f := &fs[i]
		n := vec.Load(&f.Ang).RotateZ(cz, sz).RotateX(ca, sa)
		l := vec.Load(&f.Lin).RotateZ(cz, sz).RotateX(ca, sa)
		n = n.Add(p.Cross(l))
		if x.Twisted {
			n, l = n.RotateZ(x.Cg, x.Sg), l.RotateZ(x.Cg, x.Sg)
		}
		n.Store(&f.Ang)
		l.Store(&f.Lin)
	}
}

// CarryRevolute adds root u to every width-th element of dst with u = Sᵀ f for each of the forces f, and replaces f by
// Xᵀ (f − u W), for a revolute joint.
func (x *Axial) CarryRevolute(fs []spatial.Force, dst []float64, width int, root float64, W *spatial.Force) {
	ca, sa, cz, sz, p := x.Ca, x.Sa, x.Cz, x.Sz, vec.Load(&x.P)
	wn, wl := vec.Load(&W.Ang), vec.Load(&W.Lin)
	for i := range fs {
		f := &fs[i]
		u := f.Ang[2]
		dst[i*width] += float64(root * u)
		l := vec.Load(&f.Lin).Sub(wl.Scale(u)).RotateZ(cz, sz).RotateX(ca, sa)
		n := vec.Load(&f.Ang).Sub(wn.Scale(u)).RotateZ(cz, sz).RotateX(ca, sa).Add(p.Cross(l))
		if x.Twisted {
			n, l = n.RotateZ(x.Cg, x.Sg), l.RotateZ(x.Cg, x.Sg)
		}
		n.Store(&f.Ang)
		l.Store(&f.Lin)
	}
}

// toParent returns the parts of the force Xᵀ [n; l].
func (x *Axial) toParent(n, l vec.V) (vec.V, vec.V) {
	n = n.RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa)
	l = l.RotateZ(x.Cz, x.Sz).RotateX(x.Ca, x.Sa)
	n = n.Add(vec.Load(&x.P).Cross(l))
	if x.Twisted {
		n, l = n.RotateZ(x.Cg, x.Sg), l.RotateZ(x.Cg, x.Sg)
	}
	return n, l
}
