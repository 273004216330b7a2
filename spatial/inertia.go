package spatial

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Sym3 is a symmetric 3x3 matrix, its lower triangle stored row by row:
// xx, xy, yy, xz, yz, zz. Off-diagonal entries carry the sign of the matrix element, as in
// URDF (so ixy of a tensor is −∫ x y dm).
type Sym3 [6]float64

// Mat3 returns the matrix in full.
func (a *Sym3) Mat3() mgl64.Mat3 {
	return mgl64.Mat3{a[0], a[1], a[3], a[1], a[2], a[4], a[3], a[4], a[5]}
}

// SymOf returns the symmetric part of m.
func SymOf(m *mgl64.Mat3) Sym3 {
	return Sym3{m[0], (m[1] + m[3]) / 2, m[4], (m[2] + m[6]) / 2, (m[5] + m[7]) / 2, m[8]}
}

// Rotated returns R a Rᵀ, the tensor a written in the axes that R leads to.
func (a *Sym3) Rotated(r *mgl64.Mat3) Sym3 {
	m := vec.MulMat(vec.MulMat(*r, a.Mat3()), r.Transpose())
	return SymOf(&m)
}

// Inertia is the spatial inertia of a rigid body in some frame, ten numbers: the mass, the
// first moment of mass m c and the rotational inertia about the ORIGIN of the frame, not about
// the centre of mass. As a matrix (Featherstone 2008, section 2.13):
//
//	[ I     m[c]× ]
//	[ −m[c]×  m 1 ]
//
// The zero value is a body without mass.
type Inertia struct {
	M  float64    // mass (kg)
	MC mgl64.Vec3 // mass times centre of mass (kg m)
	I  Sym3       // rotational inertia about the origin (kg m²)
}

// NewInertia returns the inertia of a body of the given mass (kg), centre of mass c (m) and
// rotational inertia about its centre of mass (kg m²), all in the axes of one frame:
//
//	I = Ic − m [c]× [c]×   (the parallel-axis theorem)
func NewInertia(mass float64, c mgl64.Vec3, ic Sym3) Inertia {
	return Inertia{M: mass, MC: vec.Scaled(c, mass), I: ParallelAxis(ic, mass, c)}
}

// Add sets i = i + b: the two bodies, given in one frame, welded together.
func (i *Inertia) Add(b *Inertia) {
	i.M += b.M
	vec.Load(&i.MC).Add(vec.Load(&b.MC)).Store(&i.MC)
	for k := range i.I {
		i.I[k] += b.I[k]
	}
}

// COM returns the centre of mass (m). It is the origin when the mass is zero.
func (i *Inertia) COM() mgl64.Vec3 {
	if i.M == 0 {
		return mgl64.Vec3{}
	}
	return mgl64.Vec3{i.MC[0] / i.M, i.MC[1] / i.M, i.MC[2] / i.M}
}

// InParent returns the inertia, given in the child frame of x, in the parent frame: Xᵀ I X.
func (i *Inertia) InParent(x *Transform) Inertia {
	c := vec.Of(vec.Mul(&x.R, vec.Load(&i.MC))) // first moment about the child's origin, in parent axes
	p := vec.Load(&x.P)
	out := Inertia{M: i.M, I: i.I.Rotated(&x.R)}
	c.Add(p.Scale(i.M)).Store(&out.MC)
	// I' = R I Rᵀ − [p]×[c]× − [c]×[p]× − m [p]×[p]×,  and  −[a]×[b]× = a·b 1 − b aᵀ.
	d := float64(2*p.Dot(c)) + float64(i.M*p.Dot(p))
	out.I[0] += d - float64(2*p.X*c.X) - float64(i.M*p.X*p.X)
	out.I[1] -= float64(p.X*c.Y) + float64(p.Y*c.X) + float64(i.M*p.X*p.Y)
	out.I[2] += d - float64(2*p.Y*c.Y) - float64(i.M*p.Y*p.Y)
	out.I[3] -= float64(p.X*c.Z) + float64(p.Z*c.X) + float64(i.M*p.X*p.Z)
	out.I[4] -= float64(p.Y*c.Z) + float64(p.Z*c.Y) + float64(i.M*p.Y*p.Z)
	out.I[5] += d - float64(2*p.Z*c.Z) - float64(i.M*p.Z*p.Z)
	return out
}

// Apply sets h = I v: the momentum of the body at velocity v.
//
//	[I ω + m c × v; m v − m c × ω]
func (i *Inertia) Apply(h *Force, v *Motion) {
	mc, w, l := vec.Load(&i.MC), vec.Load(&v.Ang), vec.Load(&v.Lin)
	vec.Of(vec.Sym((*[6]float64)(&i.I), w)).Add(mc.Cross(l)).Store(&h.Ang)
	l.Scale(i.M).Sub(mc.Cross(w)).Store(&h.Lin)
}

// BiasForce sets p = v ×* I v: the force that keeps the body's velocity v constant in its own coordinates
// (Featherstone 2008, section 2.14). With the acceleration g = ω × v of the origin and the mass's turn about it
//
//	[ω × I ω + m c × g; m g + ω × (ω × m c)]
func (i *Inertia) BiasForce(p *Force, v *Motion) {
	mc, w := vec.Load(&i.MC), vec.Load(&v.Ang)
	g := w.Cross(vec.Load(&v.Lin))
	w.Cross(vec.Of(vec.Sym((*[6]float64)(&i.I), w))).Add(mc.Cross(g)).Store(&p.Ang)
	g.Scale(i.M).Add(w.Cross(w.Cross(mc))).Store(&p.Lin)
}

// NetForce sets f = I a + v ×* I v: the equation of motion of one rigid body (Featherstone
// 2008, section 2.14). With the acceleration g = a + ω × v of the origin, as one sees it,
//
//	[I ω' + ω × I ω + m c × g; m g + ω' × m c + ω × (ω × m c)]
func (i *Inertia) NetForce(f *Force, a, v *Motion) {
	mc, w, aw := vec.Load(&i.MC), vec.Load(&v.Ang), vec.Load(&a.Ang)
	g := vec.Load(&a.Lin).Add(w.Cross(vec.Load(&v.Lin)))
	vec.Of(vec.Sym((*[6]float64)(&i.I), aw)).Add(w.Cross(vec.Of(vec.Sym((*[6]float64)(&i.I),
		w)))).Add(mc.Cross(g)).Store(&f.Ang)
	g.Scale(i.M).Add(aw.Cross(mc)).Add(w.Cross(w.Cross(mc))).Store(&f.Lin)
}

// KineticEnergy returns ½ vᵀ I v (J).
func (i *Inertia) KineticEnergy(v *Motion) float64 {
	var h Force
	i.Apply(&h, v)
	return float64(0.5 * v.Dot(&h))
}
