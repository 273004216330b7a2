package tree

import "kinetree/spatial"

// JointKind tells the algorithms how a body moves relative to its parent.
type JointKind uint8

// The kinds of joints. The axis is the z axis of the body.
const (
	Revolute  JointKind = iota // turns about the axis; continuous joints are of this kind, too
	Prismatic                  // slides along the axis
)

// Body is what the algorithms know of a body and of the joint that it moves by. All but Parent and Inertia is
// zero for the base.
type Body struct {
	Parent  int           // λ(i)
	Kind    JointKind     // of the joint from the parent
	Q, V    int           // index of the joint's first coordinate and first rate
	X       spatial.Axial // pose of the body frame in the parent's body frame at zero position
	Offset  float64       // angle θ of X at zero position (rad)
	Inertia spatial.Inertia
}

// Place makes x, which must have begun as a copy of b.X, the pose of the body in its parent at position q.
func (b *Body) Place(x *spatial.Axial, q []float64) {
	switch b.Kind {
	case Revolute:
		x.Turn(b.Offset + q[b.Q])
	case Prismatic:
		// In the parent's axes turned by γ, the axis is Rx(α) z.
		x.P[1] = b.X.P[1] - b.X.Sa*q[b.Q]
		x.P[2] = b.X.P[2] + b.X.Ca*q[b.Q]
	}
}
