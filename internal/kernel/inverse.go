package kernel

import (
	"math"

	"kinetree/internal/vec"
	"kinetree/spatial"

	"github.com/go-gl/mathgl/mgl64"
)

// InverseInertia is the inverse of a rigid body's spatial inertia: the map from a force on the body to the
// acceleration that it causes from rest. The centre of mass is where the two parts come apart: there a moment turns
// the body and a force pushes it. With the vector r from the centre of mass to the origin of the frame, as a matrix:
//
//	[ N        N [r]×             ]   N: the inverse of the rotational inertia about the centre of mass
//	[ −[r]× N  1/m − [r]× N [r]× ]
//
// The zero value is that of an immovable body.
type InverseInertia struct {
	N spatial.Sym3 // (1/(kg m²))
	R mgl64.Vec3   // r (m)
	W float64      // 1/m (1/kg)
}

// Invert returns the inverse of i. It is false if there is none: if the mass, or the rotational inertia about some
// axis through the centre of mass, is not positive beyond rounding.
//
//twin:ordinary
func Invert(i *spatial.Inertia) (InverseInertia, bool) {
	if !(i.M > 0) || math.IsInf(i.M, 1) {
		return InverseInertia{}, false
	}
	// Ic = I − m (c·c 1 − c cᵀ)
	mc, I := vec.Load(&i.MC), &i.I
	c := mc.Scale(1 / i.M)
	d := mc.Dot(c)
	xx, xy, yy := I[0]-d+float64(mc.X*c.X), I[1]+float64(mc.X*c.Y), I[2]-d+float64(mc.Y*c.Y)
	xz, yz, zz := I[3]+float64(mc.X*c.Z), I[4]+float64(mc.Y*c.Z), I[5]-d+float64(mc.Z*c.Z)
	// Ic = L D Lᵀ, and N = L⁻ᵀ D⁻¹ L⁻¹.
	scale := I[0] + I[2] + I[5]
	if !Positive(xx, scale) {
		return InverseInertia{}, false
	}
	lyx, lzx := xy/xx, xz/xx
	yy, yz, zz = yy-float64(lyx*xy), yz-float64(lyx*xz), zz-float64(lzx*xz)
	if !Positive(yy, scale) {
		return InverseInertia{}, false
	}
	lzy := yz / yy
	zz -= float64(lzy * yz)
	if !Positive(zz, scale) || math.IsInf(scale, 1) {
		return InverseInertia{}, false
	}
	dx, dy, dz := 1/xx, 1/yy, 1/zz
	izx := float64(lzy*lyx) - lzx // of L⁻¹, with −lyx and −lzy
	inv := InverseInertia{W: 1 / i.M, N: spatial.Sym3{
		dx + float64(lyx*lyx*dy) + float64(izx*izx*dz),
		float64(-lyx*dy) - float64(lzy*izx*dz),
		dy + float64(lzy*lzy*dz),
		float64(izx * dz),
		float64(-lzy * dz),
		dz,
	}}
	c.Scale(-1).Store(&inv.R)
	return inv, true
}

// Apply sets m = j f: the acceleration that the force f causes.
//
//	ω = N (n + r × f),   v = f/m + ω × r
func (j *InverseInertia) Apply(m *spatial.Motion, f *spatial.Force) {
	n, l, r := vec.Load(&f.Ang), vec.Load(&f.Lin), vec.Load(&j.R)
	w := vec.Of(vec.Sym((*[6]float64)(&j.N), n.Add(r.Cross(l))))
	w.Store(&m.Ang)
	l.Scale(j.W).Add(w.Cross(r)).Store(&m.Lin)
}

// Blocks sets the blocks of the matrix of j besides N: b, row by row, is the one on the right of it and d the one
// below that.
func (j *InverseInertia) Blocks(b *[9]float64, d *spatial.Sym3) {
	x, y, z, n := j.R[0], j.R[1], j.R[2], &j.N
	// Row by row N [r]×, which is the row's cross product with r.
	b[0], b[1], b[2] = float64(n[1]*z)-float64(n[3]*y), float64(n[3]*x)-float64(n[0]*z), float64(n[0]*y)-float64(n[1]*x)
	b[3], b[4], b[5] = float64(n[2]*z)-float64(n[4]*y), float64(n[4]*x)-float64(n[1]*z), float64(n[1]*y)-float64(n[2]*x)
	b[6], b[7], b[8] = float64(n[4]*z)-float64(n[5]*y), float64(n[5]*x)-float64(n[3]*z), float64(n[3]*y)-float64(n[4]*x)
	// Column by column −r × b.
	d[0] = j.W + float64(z*b[3]) - float64(y*b[6])
	d[1] = float64(z*b[4]) - float64(y*b[7])
	d[2] = j.W + float64(x*b[7]) - float64(z*b[1])
	d[3] = float64(z*b[5]) - float64(y*b[8])
	d[4] = float64(x*b[8]) - float64(z*b[2])
	d[5] = j.W + float64(y*b[2]) - float64(x*b[5])
}

// ApplyInverse sets dst = X j Xᵀ: the inverse inertia of a body of the parent frame in the child frame, for forces
// that are given and accelerations that are taken at the child's origin.
func (x *Axial) ApplyInverse(dst, j *InverseInertia) {
	n, r := j.N, vec.Load(&j.R)
	if x.Twisted {
		n[0], n[1], n[2] = rotateSym(x.Cg, -x.Sg, n[0], n[1], n[2])
		n[3], n[4] = rotate(x.Cg, -x.Sg, n[3], n[4])
		r = r.RotateZ(x.Cg, -x.Sg)
	}
	n[2], n[4], n[5] = rotateSym(x.Ca, -x.Sa, n[2], n[4], n[5])
	n[1], n[3] = rotate(x.Ca, -x.Sa, n[1], n[3])
	n[0], n[1], n[2] = rotateSym(x.Cz, -x.Sz, n[0], n[1], n[2])
	n[3], n[4] = rotate(x.Cz, -x.Sz, n[3], n[4])
	dst.N, dst.W = n, j.W
	r.Add(vec.Load(&x.P)).RotateX(x.Ca, -x.Sa).RotateZ(x.Cz, -x.Sz).Store(&dst.R)
}
