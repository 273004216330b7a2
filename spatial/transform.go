package spatial

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Transform is the pose of a child frame in a parent frame: a point with child coordinates
// x has parent coordinates R x + P. R must be a rotation. As a map of spatial vectors it is
// the matrix of Featherstone 2008, section 2.8, with E = Rᵀ and r = P.
type Transform struct {
	R mgl64.Mat3
	P mgl64.Vec3
}

// Identity returns the pose of a frame in itself.
func Identity() Transform { return Transform{R: mgl64.Ident3()} }

// ApplyMotion sets dst = X m: the motion m, given in the parent frame, in the child frame.
//
//	ω' = Rᵀ ω,   v' = Rᵀ (v − P × ω)
func (x *Transform) ApplyMotion(dst, m *Motion) {
	w := vec.Load(&m.Ang)
	v := vec.Load(&m.Lin).Sub(vec.Load(&x.P).Cross(w))
	vec.Of(vec.TMul(&x.R, w)).Store(&dst.Ang)
	vec.Of(vec.TMul(&x.R, v)).Store(&dst.Lin)
}

// InverseMotion sets dst = X⁻¹ m: the motion m, given in the child frame, in the parent frame.
//
//	ω' = R ω,   v' = R v + P × ω'
func (x *Transform) InverseMotion(dst, m *Motion) {
	w, v := vec.Of(vec.Mul(&x.R, vec.Load(&m.Ang))), vec.Of(vec.Mul(&x.R, vec.Load(&m.Lin)))
	w.Store(&dst.Ang)
	v.Add(vec.Load(&x.P).Cross(w)).Store(&dst.Lin)
}

// ApplyForce sets dst = X* f: the force f, given in the parent frame, in the child frame.
//
//	n' = Rᵀ (n − P × f),   f' = Rᵀ f
func (x *Transform) ApplyForce(dst, f *Force) {
	l := vec.Load(&f.Lin)
	n := vec.Load(&f.Ang).Sub(vec.Load(&x.P).Cross(l))
	vec.Of(vec.TMul(&x.R, n)).Store(&dst.Ang)
	vec.Of(vec.TMul(&x.R, l)).Store(&dst.Lin)
}

// InverseForce sets dst = Xᵀ f: the force f, given in the child frame, in the parent frame.
//
//	f' = R f,   n' = R n + P × f'
func (x *Transform) InverseForce(dst, f *Force) {
	n, l := vec.Of(vec.Mul(&x.R, vec.Load(&f.Ang))), vec.Of(vec.Mul(&x.R, vec.Load(&f.Lin)))
	n.Add(vec.Load(&x.P).Cross(l)).Store(&dst.Ang)
	l.Store(&dst.Lin)
}

// Point returns the parent coordinates of the point with child coordinates p.
func (x *Transform) Point(p mgl64.Vec3) mgl64.Vec3 {
	var out mgl64.Vec3
	vec.Of(vec.Mul(&x.R, vec.Load(&p))).Add(vec.Load(&x.P)).Store(&out)
	return out
}

// Compose returns the pose in x's parent of a frame whose pose in x's child is y.
func (x *Transform) Compose(y *Transform) Transform {
	out := Transform{P: x.Point(y.P)}
	for k := 0; k < 9; k += 3 { // column by column
		c := vec.Of(vec.Mul(&x.R, vec.Of(y.R[k], y.R[k+1], y.R[k+2])))
		out.R[k], out.R[k+1], out.R[k+2] = c.X, c.Y, c.Z
	}
	return out
}

// Inverse returns the pose of the parent in the child.
func (x *Transform) Inverse() Transform {
	inv := Transform{R: x.R.Transpose()}
	vec.Of(vec.TMul(&x.R, vec.Load(&x.P))).Scale(-1).Store(&inv.P)
	return inv
}
