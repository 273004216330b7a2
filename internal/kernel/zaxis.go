package kernel

import (
	"math"

	"kinetree/internal/vec"
	"kinetree/spatial"

	"github.com/go-gl/mathgl/mgl64"
)

// The kernels of joints with one degree of freedom. Their axis is the z axis of the body, so the
// motion subspace S is a unit vector, and products with it are components:
//
//	revolute   S = [0 0 1 0 0 0]ᵀ
//	prismatic  S = [0 0 0 0 0 1]ᵀ

// massless bounds the inertia SᵀaS of a joint, relative to the trace of the block of a that it lies in,
// below which it is rounding noise: sums of a few dozen products, each with a relative error of
// 2⁻⁵³, leave some 2⁻⁴⁷ of the largest terms where the exact sum is zero.
const massless = 1.0 / (1 << 47)

// Positive reports whether d, what remains of a positive number of the magnitude scale after sums and differences, is
// positive beyond rounding.
//
//twin:ordinary
func Positive(d, scale float64) bool { return d > massless*scale }

// CrossRevolute sets m = v × S rate for a revolute joint.
func CrossRevolute(m, v *spatial.Motion, rate float64) {
	wx, wy, lx, ly := v.Ang[0], v.Ang[1], v.Lin[0], v.Lin[1]
	m.Ang[0], m.Ang[1], m.Ang[2] = float64(wy*rate), float64(-wx*rate), 0
	m.Lin[0], m.Lin[1], m.Lin[2] = float64(ly*rate), float64(-lx*rate), 0
}

// CrossPrismatic sets m = v × S rate for a prismatic joint.
func CrossPrismatic(m, v *spatial.Motion, rate float64) {
	wx, wy := v.Ang[0], v.Ang[1]
	m.Ang[0], m.Ang[1], m.Ang[2] = 0, 0, 0
	m.Lin[0], m.Lin[1], m.Lin[2] = float64(wy*rate), float64(-wx*rate), 0
}

// ApplyRevolute sets f = I S for a revolute joint.
func ApplyRevolute(f *spatial.Force, i *spatial.Inertia) {
	x, y := i.MC[0], i.MC[1]
	f.Ang[0], f.Ang[1], f.Ang[2] = i.I[3], i.I[4], i.I[5]
	f.Lin[0], f.Lin[1], f.Lin[2] = -y, x, 0
}

// ApplyPrismatic sets f = I S for a prismatic joint.
func ApplyPrismatic(f *spatial.Force, i *spatial.Inertia) {
	x, y := i.MC[0], i.MC[1]
	f.Ang[0], f.Ang[1], f.Ang[2] = y, -x, 0
	f.Lin[0], f.Lin[1], f.Lin[2] = 0, 0, i.M
}

// MoveRevolute sets v = X m + S rate and c = v × S rate for a revolute joint: the velocity behind it, from that
// before it, and what it adds to the acceleration.
func (x *Axial) MoveRevolute(v, c, m *spatial.Motion, rate float64) {
	w, l := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	w.Z += rate
	w.Store(&v.Ang)
	l.Store(&v.Lin)
	vec.Of(float64(w.Y*rate), float64(-w.X*rate), 0).Store(&c.Ang)
	vec.Of(float64(l.Y*rate), float64(-l.X*rate), 0).Store(&c.Lin)
}

// MovePrismatic is MoveRevolute for a prismatic joint.
func (x *Axial) MovePrismatic(v, c, m *spatial.Motion, rate float64) {
	w, l := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	l.Z += rate
	w.Store(&v.Ang)
	l.Store(&v.Lin)
	vec.V{}.Store(&c.Ang)
	vec.Of(float64(w.Y*rate), float64(-w.X*rate), 0).Store(&c.Lin)
}

// FreeRevolute sets W = U D⁻¹ with U = a S and D = Sᵀ U for a revolute joint, which transmits a − W Uᵀ, and returns
// D⁻¹. If D is not positive beyond rounding, so that nothing resists the joint, it returns NaN.
func (a *ArticulatedInertia) FreeRevolute(W *spatial.Force) float64 {
	d := a.A[5]
	if !Positive(d, a.A[0]+a.A[2]+d) {
		return math.NaN()
	}
	k := 1 / d
	W.Ang[0], W.Ang[1], W.Ang[2] = float64(k*a.A[3]), float64(k*a.A[4]), 1
	W.Lin[0], W.Lin[1], W.Lin[2] = float64(k*a.B[6]), float64(k*a.B[7]), float64(k*a.B[8])
	return k
}

// HoldRevolute is FreeRevolute with an inertia added to that of the joint: D = SᵀU + added. It takes W Uᵀ from a. An
// infinite added inertia holds the joint, which then transmits all of a: W is zero.
func (a *ArticulatedInertia) HoldRevolute(W *spatial.Force, added float64) float64 {
	A, B := &a.A, &a.B
	U := spatial.Force{Ang: mgl64.Vec3{A[3], A[4], A[5]}, Lin: mgl64.Vec3{B[6], B[7], B[8]}}
	return a.hold(W, &U, A[5]+added, A[0]+A[2]+A[5])
}

// HoldPrismatic is HoldRevolute for a prismatic joint.
func (a *ArticulatedInertia) HoldPrismatic(W *spatial.Force, added float64) float64 {
	B, D := &a.B, &a.D
	U := spatial.Force{Ang: mgl64.Vec3{B[2], B[5], B[8]}, Lin: mgl64.Vec3{D[3], D[4], D[5]}}
	return a.hold(W, &U, D[5]+added, D[0]+D[2]+D[5])
}

// hold sets W = U d⁻¹ and a = a − W Uᵀ and returns d⁻¹, or NaN if d is not positive beyond the rounding of terms of
// the given magnitude.
func (a *ArticulatedInertia) hold(W, U *spatial.Force, d, magnitude float64) float64 {
	if !Positive(d, magnitude) {
		return math.NaN()
	}
	a.SubOuter(1/d, U)
	vec.Load(&U.Ang).Scale(1 / d).Store(&W.Ang)
	vec.Load(&U.Lin).Scale(1 / d).Store(&W.Lin)
	return 1 / d
}

// AddBiasRevolute sets f = f + Xᵀ (p + Ia c + W u) with u = τ − Sᵀ p for a revolute joint that transmits Ia = a − W
// Uᵀ, with a motion c without z components. The moment about z that it transmits is τ.
func (x *Axial) AddBiasRevolute(f, p *spatial.Force, a *ArticulatedInertia, W *spatial.Force, c *spatial.Motion,
	tau float64) {
	wx, wy, vx, vy := c.Ang[0], c.Ang[1], c.Lin[0], c.Lin[1]
	A, B, D := &a.A, &a.B, &a.D
	k := tau - p.Ang[2] - (float64(A[3]*wx) + float64(A[4]*wy) + float64(B[6]*vx) + float64(B[7]*vy)) // u − Uᵀ c
	n, l := x.toParent(vec.Of(
		p.Ang[0]+float64(A[0]*wx)+float64(A[1]*wy)+float64(B[0]*vx)+float64(B[1]*vy)+float64(k*W.Ang[0]),
		p.Ang[1]+float64(A[1]*wx)+float64(A[2]*wy)+float64(B[3]*vx)+float64(B[4]*vy)+float64(k*W.Ang[1]),
		tau,
	), vec.Of(
		p.Lin[0]+float64(B[0]*wx)+float64(B[3]*wy)+float64(D[0]*vx)+float64(D[1]*vy)+float64(k*W.Lin[0]),
		p.Lin[1]+float64(B[1]*wx)+float64(B[4]*wy)+float64(D[1]*vx)+float64(D[2]*vy)+float64(k*W.Lin[1]),
		p.Lin[2]+float64(B[2]*wx)+float64(B[5]*wy)+float64(D[3]*vx)+float64(D[4]*vy)+float64(k*W.Lin[2]),
	))
	vec.Load(&f.Ang).Add(n).Store(&f.Ang)
	vec.Load(&f.Lin).Add(l).Store(&f.Lin)
}

// AddBias sets p = p + a c + u W for a motion c without z components, as the bias accelerations of both kinds of
// joints are.
func (a *ArticulatedInertia) AddBias(p *spatial.Force, c *spatial.Motion, u float64, W *spatial.Force) {
	wx, wy, vx, vy := c.Ang[0], c.Ang[1], c.Lin[0], c.Lin[1]
	A, B, D := &a.A, &a.B, &a.D
	p.Ang[0] += float64(A[0]*wx) + float64(A[1]*wy) + float64(B[0]*vx) + float64(B[1]*vy) + float64(u*W.Ang[0])
	p.Ang[1] += float64(A[1]*wx) + float64(A[2]*wy) + float64(B[3]*vx) + float64(B[4]*vy) + float64(u*W.Ang[1])
	p.Ang[2] += float64(A[3]*wx) + float64(A[4]*wy) + float64(B[6]*vx) + float64(B[7]*vy) + float64(u*W.Ang[2])
	p.Lin[0] += float64(B[0]*wx) + float64(B[3]*wy) + float64(D[0]*vx) + float64(D[1]*vy) + float64(u*W.Lin[0])
	p.Lin[1] += float64(B[1]*wx) + float64(B[4]*wy) + float64(D[1]*vx) + float64(D[2]*vy) + float64(u*W.Lin[1])
	p.Lin[2] += float64(B[2]*wx) + float64(B[5]*wy) + float64(D[3]*vx) + float64(D[4]*vy) + float64(u*W.Lin[2])
}

// AccelerateRevolute sets a = a' + S q̈ with a' = X m + c and q̈ = k − Wᵀ a' for a revolute joint: the acceleration
// behind it, from m, that before it. It returns q̈.
func (x *Axial) AccelerateRevolute(a, m, c *spatial.Motion, W *spatial.Force, k float64) float64 {
	w, l := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	w, l = w.Add(vec.Load(&c.Ang)), l.Add(vec.Load(&c.Lin))
	rate := k - (l.Dot(vec.Load(&W.Lin)) + w.Dot(vec.Load(&W.Ang)))
	w.Z += rate
	w.Store(&a.Ang)
	l.Store(&a.Lin)
	return rate
}

// RespondRevolute is AccelerateRevolute with c = 0.
func (x *Axial) RespondRevolute(a, m *spatial.Motion, W *spatial.Force, k float64) float64 {
	w, l := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	rate := k - (l.Dot(vec.Load(&W.Lin)) + w.Dot(vec.Load(&W.Ang)))
	w.Z += rate
	w.Store(&a.Ang)
	l.Store(&a.Lin)
	return rate
}

// AcceleratePrismatic is AccelerateRevolute for a prismatic joint.
func (x *Axial) AcceleratePrismatic(a, m, c *spatial.Motion, W *spatial.Force, k float64) float64 {
	w, l := x.toChild(vec.Load(&m.Ang), vec.Load(&m.Lin))
	w, l = w.Add(vec.Load(&c.Ang)), l.Add(vec.Load(&c.Lin))
	rate := k - (w.Dot(vec.Load(&W.Ang)) + l.Dot(vec.Load(&W.Lin)))
	l.Z += rate
	w.Store(&a.Ang)
	l.Store(&a.Lin)
	return rate
}
