package tree

import "kinetree/spatial"

// JointKind tells the algorithms how a body moves relative to its parent.
type JointKind uint8

// The kinds of joints. The axis is the z axis of the body.
const (
	Revolute  JointKind = iota // rotates about the axis; continuous joints are of this kind, too
	Prismatic                  // slides along the axis
)

// Body is what the algorithms know of a body and of the joint that it moves by: its transform X and its motion subspace S, by
// the methods below. Only they distinguish the kinds of joints. The base has an inertia and nothing else.
type Body struct {
	Parent  int           // λ(i)
	Kind    JointKind     // of the joint from the parent
	Q, V    int           // index of the joint's first coordinate and first rate
	X       spatial.Axial // pose of the body frame in the parent's body frame at zero position
	Offset  float64       // angle θ of X at zero position (rad)
	Inertia spatial.Inertia
}

// Place makes x, which must have begun as a copy of b.X, the pose of the body in its parent at position q: X(0) times the
// exponential of the joint's screw, which for an axis on z is a rotation about z or a translation along z.
func (b *Body) Place(x *spatial.Axial, q []float64) {
	if b.Kind == Revolute {
		x.SetAngle(b.Offset + q[b.Q])
		return
	}
	// In the parent's axes rotated by γ, the axis is Rx(α) z.
	x.P[1] = b.X.P[1] - b.X.Sa*q[b.Q]
	x.P[2] = b.X.P[2] + b.X.Ca*q[b.Q]
}

// AddRate sets m = m + S rate.
func (b *Body) AddRate(m *spatial.Motion, rate float64) {
	if b.Kind == Revolute {
		m.Ang[2] += rate
		return
	}
	m.Lin[2] += rate
}

// Cross sets c = v × S rate.
func (b *Body) Cross(c, v *spatial.Motion, rate float64) {
	if b.Kind == Revolute {
		c.SetCrossRevolute(v, rate)
		return
	}
	c.SetCrossPrismatic(v, rate)
}

// Effort returns Sᵀ f, what the joint's effort contributes to the force f.
func (b *Body) Effort(f *spatial.Force) float64 {
	if b.Kind == Revolute {
		return f.Ang[2]
	}
	return f.Lin[2]
}

// Free takes from a what the joint does not transmit: it sets U = a S and a = a − U D⁻¹ Uᵀ with D = Sᵀ U, and returns D⁻¹, or 0 if D
// is not positive beyond rounding.
func (b *Body) Free(a *spatial.ArticulatedInertia, u *spatial.Force) float64 {
	if b.Kind == Revolute {
		return a.FreeRevolute(u)
	}
	return a.FreePrismatic(u)
}
