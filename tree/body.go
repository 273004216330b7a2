package tree

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
)

// BodyKind tells the algorithms how a body moves relative to its parent.
type BodyKind uint8

// The kinds of joints that the algorithms know. Every joint is one of them, or a chain of Revolute and Prismatic ones.
const (
	Revolute  BodyKind = iota // rotates about the body's z axis
	Prismatic                 // slides along the body's z axis
	Spherical                 // position x, y, z, w of a quaternion; S are rotations
	Free                      // position x, y, z and x, y, z, w of a quaternion; S are any 1 to 6 columns
)

// Body is what the algorithms know of a body and of the joint that it moves by: its transform X and its motion
// subspace S, which is constant in the body's axes. The methods below work for every kind of joint; the inner loops of
// the algorithms have cases of their own for revolute and prismatic joints, for speed. The base has an inertia only.
//
// A joint that follows another one has the coordinate of that one: its position is Ratio q + Offset, and its rate
// Ratio q̇.
type Body struct {
	Parent  int              // λ(i)
	Joint   int              // index in Joints of the joint that moves it, or -1 for a base
	Kind    BodyKind         // of the joint from the parent
	Q, V    int              // index of the joint's first coordinate and first rate
	Ratio   float64          // 1 unless the joint follows another one
	X       kernel.Axial     // pose of the body frame in the parent's body frame at zero position
	Offset  float64          // added to the joint's position: the angle θ of X, and the offset of a follower (rad or m)
	S       []spatial.Motion // columns of the motion subspace, one for each rate
	Inertia spatial.Inertia
	home    spatial.Transform // X, of Spherical and Free
	dual    []spatial.Force   // rows of the pseudo-inverse of S, of Spherical and Free
	unit    bool              // S is that of FloatingJoint
}

// Place sets x, which must have begun as a copy of b.X, to the pose of the body in its parent at position q: X(0) times
// the exponential of the joint's screws, which for an axis on z is a rotation about z or a translation along z.
func (b *Body) Place(x *kernel.Axial, q []float64) {
	switch b.Kind {
	case Revolute:
		x.SetAngle(b.Coordinate(q))
	case Prismatic:
		// In the parent's axes rotated by γ, the axis is Rx(α) z.
		d := b.Coordinate(q)
		x.P[1] = b.X.P[1] - float64(b.X.Sa*d)
		x.P[2] = b.X.P[2] + float64(b.X.Ca*d)
	default:
		pose := b.joint(q)
		pose = b.home.Compose(&pose)
		g, a, t := factor(&pose.R)
		*x = axial(&pose, g, g, a, t)
	}
}

// Coordinate returns the angle θ (rad) of a Revolute joint or the displacement (m) of a Prismatic one.
func (b *Body) Coordinate(q []float64) float64 { return b.Offset + float64(b.Ratio*q[b.Q]) }

// curved reports whether the joint's positions are poses and not a vector space.
func (b *Body) curved() bool { return b.Kind >= Spherical }

// joint returns the pose of the child that the position of a Spherical or Free joint stands for. The quaternion may
// have any length but zero.
func (b *Body) joint(q []float64) spatial.Transform {
	at, p := b.Q, mgl64.Vec3{}
	if b.Kind == Free {
		p = mgl64.Vec3(q[at : at+3])
		at += 3
	}
	return spatial.Transform{R: spatial.FromQuaternion(quaternion(q[at:])), P: p}
}

// AddRate sets m = m + S q̇ with the joint's part of qd.
func (b *Body) AddRate(m *spatial.Motion, qd []float64) {
	switch b.Kind {
	case Revolute:
		m.Ang[2] += float64(b.Ratio * qd[b.V])
	case Prismatic:
		m.Lin[2] += float64(b.Ratio * qd[b.V])
	default:
		for k := range b.S {
			m.AddScaled(qd[b.V+k], &b.S[k])
		}
	}
}

// Cross sets c = m × S q̇ with the joint's part of qd.
func (b *Body) Cross(c, m *spatial.Motion, qd []float64) {
	switch b.Kind {
	case Revolute:
		kernel.CrossRevolute(c, m, float64(b.Ratio*qd[b.V]))
	case Prismatic:
		kernel.CrossPrismatic(c, m, float64(b.Ratio*qd[b.V]))
	default:
		var rate spatial.Motion
		b.AddRate(&rate, qd)
		c.SetCross(m, &rate)
	}
}

// AddEffort adds Ratio Sᵀ f, the effort of the force f through the joint, to the joint's part of tau.
func (b *Body) AddEffort(tau []float64, f *spatial.Force) {
	switch b.Kind {
	case Revolute:
		tau[b.V] += float64(b.Ratio * f.Ang[2])
	case Prismatic:
		tau[b.V] += float64(b.Ratio * f.Lin[2])
	default:
		for k := range b.S {
			tau[b.V+k] += b.S[k].Dot(f)
		}
	}
}

// Component returns Ratio S_kᵀ f.
func (b *Body) Component(f *spatial.Force, k int) float64 {
	switch b.Kind {
	case Revolute:
		return float64(b.Ratio * f.Ang[2])
	case Prismatic:
		return float64(b.Ratio * f.Lin[2])
	default:
		return b.S[k].Dot(f)
	}
}

// Components sets dst to Ratio Sᵀ f, a number for each column.
func (b *Body) Components(dst []float64, f *spatial.Force) {
	if b.unit {
		dst = dst[:6]
		dst[0], dst[1], dst[2] = f.Lin[0], f.Lin[1], f.Lin[2]
		dst[3], dst[4], dst[5] = f.Ang[0], f.Ang[1], f.Ang[2]
		return
	}
	for k := range b.S {
		dst[k] = b.Component(f, k)
	}
}

// Column sets c to Ratio S_k in the frame in which the body has the given pose.
func (b *Body) Column(c *spatial.Motion, pose *spatial.Transform, k int) {
	switch b.Kind {
	case Revolute:
		kernel.InverseRevolute(c, pose, b.Ratio)
	case Prismatic:
		kernel.InversePrismatic(c, pose, b.Ratio)
	default:
		pose.InverseMotion(c, &b.S[k])
	}
}

// quaternion reads x, y, z, w.
func quaternion(q []float64) mgl64.Quat {
	return mgl64.Quat{W: q[3], V: mgl64.Vec3{q[0], q[1], q[2]}}
}
