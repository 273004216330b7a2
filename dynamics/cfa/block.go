package cfa

import "kinetree/internal/kernel"

// The arithmetic of the blocks of A, which are 5 x 5: a joint of one rate bears five constraint forces. One of more
// rates has fewer, and its blocks have zeros in what is left over and ones there on the diagonal, which makes these
// unknowns zero.

// vec5 is a vector, mat5 a matrix column by column, and sym5 the lower triangle of a symmetric matrix row by row.
type (
	vec5 [5]float64
	mat5 [5]vec5
	sym5 [15]float64
)

// factor replaces a by its factors L D Lᵀ, the unit lower triangle L below the diagonal and D⁻¹ on it. Elements of D
// are what remains of the given magnitudes; it is false if one is not positive beyond rounding.
func (a *sym5) factor(scale *vec5) bool {
	// u is L D.
	d0 := a[0]
	i0 := 1 / d0
	u10 := a[1]
	l10 := float64(u10 * i0)
	d1 := a[2] - float64(l10*u10)
	i1 := 1 / d1
	u20 := a[3]
	u21 := a[4] - float64(u20*l10)
	l20, l21 := float64(u20*i0), float64(u21*i1)
	d2 := a[5] - float64(l20*u20) - float64(l21*u21)
	i2 := 1 / d2
	u30 := a[6]
	u31 := a[7] - float64(u30*l10)
	u32 := a[8] - float64(u30*l20) - float64(u31*l21)
	l30, l31, l32 := float64(u30*i0), float64(u31*i1), float64(u32*i2)
	d3 := a[9] - float64(l30*u30) - float64(l31*u31) - float64(l32*u32)
	i3 := 1 / d3
	u40 := a[10]
	u41 := a[11] - float64(u40*l10)
	u42 := a[12] - float64(u40*l20) - float64(u41*l21)
	u43 := a[13] - float64(u40*l30) - float64(u41*l31) - float64(u42*l32)
	l40, l41, l42, l43 := float64(u40*i0), float64(u41*i1), float64(u42*i2), float64(u43*i3)
	d4 := a[14] - float64(l40*u40) - float64(l41*u41) - float64(l42*u42) - float64(l43*u43)
	*a = sym5{i0, l10, i1, l20, l21, i2, l30, l31, l32, i3, l40, l41, l42, l43, 1 / d4}
	return kernel.Positive(d0, scale[0]) && kernel.Positive(d1, scale[1]) && kernel.Positive(d2, scale[2]) &&
		kernel.Positive(d3, scale[3]) && kernel.Positive(d4, scale[4])
}

// lower replaces x by L⁻¹ x.
func (a *sym5) lower(x *vec5) {
	x0 := x[0]
	x1 := x[1] - float64(a[1]*x0)
	x2 := x[2] - float64(a[3]*x0) - float64(a[4]*x1)
	x3 := x[3] - float64(a[6]*x0) - float64(a[7]*x1) - float64(a[8]*x2)
	x4 := x[4] - float64(a[10]*x0) - float64(a[11]*x1) - float64(a[12]*x2) - float64(a[13]*x3)
	x[1], x[2], x[3], x[4] = x1, x2, x3, x4
}

// upper replaces x by L⁻ᵀ x.
func (a *sym5) upper(x *vec5) {
	x4 := x[4]
	x3 := x[3] - float64(a[13]*x4)
	x2 := x[2] - float64(a[12]*x4) - float64(a[8]*x3)
	x1 := x[1] - float64(a[11]*x4) - float64(a[7]*x3) - float64(a[4]*x2)
	x0 := x[0] - float64(a[10]*x4) - float64(a[6]*x3) - float64(a[3]*x2) - float64(a[1]*x1)
	x[0], x[1], x[2], x[3] = x0, x1, x2, x3
}

// lowerColumns replaces m by L⁻¹ m.
func (a *sym5) lowerColumns(m *mat5) {
	for k := range m {
		a.lower(&m[k])
	}
}

// half replaces x by D⁻¹ L⁻¹ x.
func (a *sym5) half(x *vec5) {
	a.lower(x)
	x[0], x[1], x[2] = float64(a[0]*x[0]), float64(a[2]*x[1]), float64(a[5]*x[2])
	x[3], x[4] = float64(a[9]*x[3]), float64(a[14]*x[4])
}

// subScaled sets x = x − D⁻¹ y z.
func (a *sym5) subScaled(x *vec5, y *mat5, z *vec5) {
	var p0, p1, p2, p3, p4 float64
	for j := range y {
		k, c := z[j], &y[j]
		p0 += float64(k * c[0])
		p1 += float64(k * c[1])
		p2 += float64(k * c[2])
		p3 += float64(k * c[3])
		p4 += float64(k * c[4])
	}
	x[0] -= float64(a[0] * p0)
	x[1] -= float64(a[2] * p1)
	x[2] -= float64(a[5] * p2)
	x[3] -= float64(a[9] * p3)
	x[4] -= float64(a[14] * p4)
}

// subSquare sets s = s − yᵀ D⁻¹ y, with D of the factors a.
func (s *sym5) subSquare(y *mat5, a *sym5) {
	at := 0
	for i := range 5 {
		x := &y[i]
		z0, z1, z2, z3, z4 := a[0]*x[0], a[2]*x[1], a[5]*x[2], a[9]*x[3], a[14]*x[4]
		for j := range i + 1 {
			x := &y[j]
			s[at] -= float64(z0*x[0]) + float64(z1*x[1]) + float64(z2*x[2]) + float64(z3*x[3]) + float64(z4*x[4])
			at++
		}
	}
}

// setProduct sets m = −xᵀ D⁻¹ y, with D of the factors a.
func (m *mat5) setProduct(x, y *mat5, a *sym5) {
	for j := range 5 {
		y := &y[j]
		z0, z1, z2, z3, z4 := -a[0]*y[0], -a[2]*y[1], -a[5]*y[2], -a[9]*y[3], -a[14]*y[4]
		for i := range 5 {
			x := &x[i]
			m[j][i] = float64(z0*x[0]) + float64(z1*x[1]) + float64(z2*x[2]) + float64(z3*x[3]) + float64(z4*x[4])
		}
	}
}

// subTransposed sets x = x − yᵀ z.
func (x *vec5) subTransposed(y *mat5, z *vec5) {
	for i := range 5 {
		x[i] -= y[i].dot(z)
	}
}

func (x *vec5) dot(y *vec5) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2]) + float64(x[3]*y[3]) + float64(x[4]*y[4])
}

// transposed returns mᵀ.
func (m *mat5) transposed() (t mat5) {
	for i := range 5 {
		for j := range 5 {
			t[i][j] = m[j][i]
		}
	}
	return t
}
