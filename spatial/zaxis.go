package spatial

import "math"

// The kernels of joints with one degree of freedom. Their axis is the z axis of the body, so the
// motion subspace S is a unit vector, and products with it are components:
//
//	revolute   S = [0 0 1 0 0 0]ᵀ
//	prismatic  S = [0 0 0 0 0 1]ᵀ

// massless bounds the inertia SᵀaS of a joint, relative to the trace of the block of a that it lies in,
// below which it is rounding noise: sums of a few dozen products, each with a relative error of
// 2⁻⁵³, leave some 2⁻⁴⁷ of the largest terms where the exact sum is zero.
const massless = 1.0 / (1 << 47)

// Positive reports whether d, what remains of a positive number of the magnitude scale after sums and differences, is positive beyond rounding.
func Positive(d, scale float64) bool { return d > massless*scale }

// SetCrossRevolute sets m = v × S rate for a revolute joint.
func (m *Motion) SetCrossRevolute(v *Motion, rate float64) {
	wx, wy, lx, ly := v.Ang[0], v.Ang[1], v.Lin[0], v.Lin[1]
	m.Ang[0], m.Ang[1], m.Ang[2] = wy*rate, -wx*rate, 0
	m.Lin[0], m.Lin[1], m.Lin[2] = ly*rate, -lx*rate, 0
}

// SetCrossPrismatic sets m = v × S rate for a prismatic joint.
func (m *Motion) SetCrossPrismatic(v *Motion, rate float64) {
	wx, wy := v.Ang[0], v.Ang[1]
	m.Ang[0], m.Ang[1], m.Ang[2] = 0, 0, 0
	m.Lin[0], m.Lin[1], m.Lin[2] = wy*rate, -wx*rate, 0
}

// ApplyRevolute sets f = I S for a revolute joint.
func (i *Inertia) ApplyRevolute(f *Force) {
	x, y := i.MC[0], i.MC[1]
	f.Ang[0], f.Ang[1], f.Ang[2] = i.I[3], i.I[4], i.I[5]
	f.Lin[0], f.Lin[1], f.Lin[2] = -y, x, 0
}

// ApplyPrismatic sets f = I S for a prismatic joint.
func (i *Inertia) ApplyPrismatic(f *Force) {
	x, y := i.MC[0], i.MC[1]
	f.Ang[0], f.Ang[1], f.Ang[2] = y, -x, 0
	f.Lin[0], f.Lin[1], f.Lin[2] = 0, 0, i.M
}

// FreeRevolute takes from a what a revolute joint does not transmit: it sets U = a S and a = a − U D⁻¹ Uᵀ with D = Sᵀ U, and
// returns D⁻¹. If D is not positive beyond rounding, so that nothing resists the joint, it returns NaN and leaves a as it was.
func (a *ArticulatedInertia) FreeRevolute(u *Force) float64 {
	A, B, D := &a.A, &a.B, &a.D
	nx, ny, d := A[3], A[4], A[5]
	lx, ly, lz := B[6], B[7], B[8]
	u.Ang[0], u.Ang[1], u.Ang[2] = nx, ny, d
	u.Lin[0], u.Lin[1], u.Lin[2] = lx, ly, lz
	if !(d > massless*(A[0]+A[2]+d)) {
		return math.NaN()
	}
	k := 1 / d
	// The row and column of the rotation about z vanish.
	x, y := k*nx, k*ny
	A[0], A[1], A[2] = A[0]-x*nx, A[1]-x*ny, A[2]-y*ny
	A[3], A[4], A[5] = 0, 0, 0
	B[0], B[1], B[2] = B[0]-x*lx, B[1]-x*ly, B[2]-x*lz
	B[3], B[4], B[5] = B[3]-y*lx, B[4]-y*ly, B[5]-y*lz
	B[6], B[7], B[8] = 0, 0, 0
	x, y, z := k*lx, k*ly, k*lz
	D[0], D[1], D[2] = D[0]-x*lx, D[1]-x*ly, D[2]-y*ly
	D[3], D[4], D[5] = D[3]-x*lz, D[4]-y*lz, D[5]-z*lz
	return k
}

// FreePrismatic is FreeRevolute for a prismatic joint.
func (a *ArticulatedInertia) FreePrismatic(u *Force) float64 {
	B, D := &a.B, &a.D
	d := D[5]
	u.Ang[0], u.Ang[1], u.Ang[2] = B[2], B[5], B[8]
	u.Lin[0], u.Lin[1], u.Lin[2] = D[3], D[4], d
	if !(d > massless*(D[0]+D[2]+d)) {
		return math.NaN()
	}
	a.SubOuter(1/d, u)
	return 1 / d
}

// HoldRevolute is FreeRevolute where an inertia of the joint's own, more > 0, resists it besides: D = SᵀU + more. What is infinite lets nothing through.
func (a *ArticulatedInertia) HoldRevolute(u *Force, more float64) float64 {
	A, B := &a.A, &a.B
	u.Ang[0], u.Ang[1], u.Ang[2] = A[3], A[4], A[5]
	u.Lin[0], u.Lin[1], u.Lin[2] = B[6], B[7], B[8]
	return a.hold(u, A[5]+more, A[0]+A[2]+A[5])
}

// HoldPrismatic is HoldRevolute for a prismatic joint.
func (a *ArticulatedInertia) HoldPrismatic(u *Force, more float64) float64 {
	B, D := &a.B, &a.D
	u.Ang[0], u.Ang[1], u.Ang[2] = B[2], B[5], B[8]
	u.Lin[0], u.Lin[1], u.Lin[2] = D[3], D[4], D[5]
	return a.hold(u, D[5]+more, D[0]+D[2]+D[5])
}

// hold sets a = a − U d⁻¹ Uᵀ and returns d⁻¹, or NaN if d is not positive beyond the rounding of terms of the given magnitude.
func (a *ArticulatedInertia) hold(u *Force, d, magnitude float64) float64 {
	if !Positive(d, magnitude) {
		return math.NaN()
	}
	a.SubOuter(1/d, u)
	return 1 / d
}

// AddBias sets p = p + a c + k U for a motion c without z components, as the bias accelerations of
// both kinds of joints are.
func (a *ArticulatedInertia) AddBias(p *Force, c *Motion, k float64, u *Force) {
	wx, wy, vx, vy := c.Ang[0], c.Ang[1], c.Lin[0], c.Lin[1]
	A, B, D := &a.A, &a.B, &a.D
	p.Ang[0] += A[0]*wx + A[1]*wy + B[0]*vx + B[1]*vy + k*u.Ang[0]
	p.Ang[1] += A[1]*wx + A[2]*wy + B[3]*vx + B[4]*vy + k*u.Ang[1]
	p.Ang[2] += A[3]*wx + A[4]*wy + B[6]*vx + B[7]*vy + k*u.Ang[2]
	p.Lin[0] += B[0]*wx + B[3]*wy + D[0]*vx + D[1]*vy + k*u.Lin[0]
	p.Lin[1] += B[1]*wx + B[4]*wy + D[1]*vx + D[2]*vy + k*u.Lin[1]
	p.Lin[2] += B[2]*wx + B[5]*wy + D[3]*vx + D[4]*vy + k*u.Lin[2]
}
