package spatial

import "github.com/go-gl/mathgl/mgl64"

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

// mul returns a v.
func (a *Sym3) mul(v v3) v3 {
	return v3{
		a[0]*v.x + a[1]*v.y + a[3]*v.z,
		a[1]*v.x + a[2]*v.y + a[4]*v.z,
		a[3]*v.x + a[4]*v.y + a[5]*v.z,
	}
}

// Rotated returns R a Rᵀ, the tensor a written in the axes that R leads to.
func (a *Sym3) Rotated(r *mgl64.Mat3) Sym3 {
	m := r.Mul3(a.Mat3()).Mul3(r.Transpose())
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
	return Inertia{M: mass, MC: c.Mul(mass), I: ParallelAxis(ic, mass, c)}
}

// Add sets i = i + b: the two bodies, given in one frame, welded together.
func (i *Inertia) Add(b *Inertia) {
	i.M += b.M
	load(&i.MC).add(load(&b.MC)).store(&i.MC)
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
	c := mul(&x.R, load(&i.MC)) // first moment about the child's origin, in parent axes
	p := load(&x.P)
	out := Inertia{M: i.M, I: i.I.Rotated(&x.R)}
	c.add(p.scale(i.M)).store(&out.MC)
	// I' = R I Rᵀ − [p]×[c]× − [c]×[p]× − m [p]×[p]×,  and  −[a]×[b]× = a·b 1 − b aᵀ.
	d := 2*p.dot(c) + i.M*p.dot(p)
	out.I[0] += d - 2*p.x*c.x - i.M*p.x*p.x
	out.I[1] -= p.x*c.y + p.y*c.x + i.M*p.x*p.y
	out.I[2] += d - 2*p.y*c.y - i.M*p.y*p.y
	out.I[3] -= p.x*c.z + p.z*c.x + i.M*p.x*p.z
	out.I[4] -= p.y*c.z + p.z*c.y + i.M*p.y*p.z
	out.I[5] += d - 2*p.z*c.z - i.M*p.z*p.z
	return out
}

// Apply sets h = I v: the momentum of the body at velocity v.
//
//	[I ω + m c × v; m v − m c × ω]
func (i *Inertia) Apply(h *Force, v *Motion) {
	mc, w, l := load(&i.MC), load(&v.Ang), load(&v.Lin)
	i.I.mul(w).add(mc.cross(l)).store(&h.Ang)
	l.scale(i.M).sub(mc.cross(w)).store(&h.Lin)
}

// Magnitude returns the magnitude of the terms of which Sᵀ I S is the sum. See [ArticulatedInertia.Magnitude].
func (i *Inertia) Magnitude(s *Motion) float64 {
	return magnitude(s, i.I[0]+i.I[2]+i.I[5], 3*i.M)
}

// BiasForce sets p = v ×* I v: the force that keeps the body's velocity v constant in its own coordinates
// (Featherstone 2008, section 2.14). With the acceleration g = ω × v of the origin and the mass's turn about it
//
//	[ω × I ω + m c × g; m g + ω × (ω × m c)]
func (i *Inertia) BiasForce(p *Force, v *Motion) {
	mc, w := load(&i.MC), load(&v.Ang)
	g := w.cross(load(&v.Lin))
	w.cross(i.I.mul(w)).add(mc.cross(g)).store(&p.Ang)
	g.scale(i.M).add(w.cross(w.cross(mc))).store(&p.Lin)
}

// NetForce sets f = I a + v ×* I v: the equation of motion of one rigid body (Featherstone
// 2008, section 2.14). With the acceleration g = a + ω × v of the origin, as one sees it,
//
//	[I ω' + ω × I ω + m c × g; m g + ω' × m c + ω × (ω × m c)]
func (i *Inertia) NetForce(f *Force, a, v *Motion) {
	mc, w, aw := load(&i.MC), load(&v.Ang), load(&a.Ang)
	g := load(&a.Lin).add(w.cross(load(&v.Lin)))
	i.I.mul(aw).add(w.cross(i.I.mul(w))).add(mc.cross(g)).store(&f.Ang)
	g.scale(i.M).add(aw.cross(mc)).add(w.cross(w.cross(mc))).store(&f.Lin)
}

// KineticEnergy returns ½ vᵀ I v (J).
func (i *Inertia) KineticEnergy(v *Motion) float64 {
	var h Force
	i.Apply(&h, v)
	return 0.5 * v.Dot(&h)
}
