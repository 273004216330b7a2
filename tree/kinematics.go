package tree

import "kinetree/spatial"

// Kinematics computes the poses of bodies and links, one workspace for one goroutine.
type Kinematics struct {
	model *Model
	x     []spatial.Axial     // pose of each body in its parent
	world []spatial.Transform // pose of each body in the world
}

// NewKinematics returns a workspace for a model. Call Update before asking for poses.
func NewKinematics(m *Model) *Kinematics {
	k := &Kinematics{m, make([]spatial.Axial, len(m.bodies)), make([]spatial.Transform, len(m.bodies))}
	for i := range m.bodies {
		k.x[i] = m.bodies[i].X
	}
	k.MoveBase(Rest())
	return k
}

// MoveBase sets the pose of the base for the calls that follow. It is at the world's origin otherwise.
func (k *Kinematics) MoveBase(b *BaseMotion) { _, _, k.world[0] = k.model.Base(b) }

// Update computes the poses of all bodies at position q: the product of exponentials along each chain in its local form, body
// by body (Lynch and Park, "Modern Robotics", 2017, chapter 4). O(n), no allocation. It panics if the length of q is not NQ.
func (k *Kinematics) Update(q []float64) {
	k.model.CheckLengths(q)
	bodies := k.model.bodies
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		b.Place(&k.x[i], q)
		k.x[i].ComposePose(&k.world[i], &k.world[b.Parent])
	}
}

// Pose returns the pose in the world of link number link of Links, at the position of the last Update.
func (k *Kinematics) Pose(link int) spatial.Transform {
	l := &k.model.links[link]
	return k.world[l.Body].Compose(&l.Placement)
}

// Local returns the pose of a body frame in its parent's, at the position of the last Update. It is for algorithms; the value must
// not be changed.
func (k *Kinematics) Local(body int) *spatial.Axial { return &k.x[body] }

// BodyPose returns the pose in the world of a body frame, at the position of the last Update. It is for algorithms; the
// value must not be changed.
func (k *Kinematics) BodyPose(body int) *spatial.Transform { return &k.world[body] }
