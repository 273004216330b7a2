package tree

import (
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// BaseMotion is a motion of the base that is given and not computed: that of the root link of a robot whose base does
// not float. The zero value is not a pose; begin with [Rest].
type BaseMotion struct {
	Pose         spatial.Transform // of the root link in the world
	Velocity     spatial.Motion    // of the root link's origin, in its axes (rad/s, m/s)
	Acceleration spatial.Motion    // the derivative of the components of Velocity (rad/s², m/s²)
}

// Rest is the base at rest in the world's origin.
func Rest() *BaseMotion { return &BaseMotion{Pose: spatial.Identity()} }

// Base returns the velocity of body 0 and its acceleration with gravity folded in, a − g, both in its frame, and the
// pose of this frame in the world.
func (m *Model) Base(b *BaseMotion) (v, a spatial.Motion, pose spatial.Transform) {
	m.base.ApplyMotion(&v, &b.Velocity)
	m.base.ApplyMotion(&a, &b.Acceleration)
	pose = b.Pose.Compose(&m.base)
	g := vec.MulVec(pose.R.Transpose(), m.gravity)
	a.Lin = a.Lin.Sub(g)
	return v, a, pose
}
