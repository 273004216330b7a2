package tree

import (
	"fmt"

	"kinetree/internal/kernel"
	"kinetree/spatial"
)

// Kinematics computes where bodies and links are and how they move, one workspace for one goroutine. Each method
// needs one of the Update functions before it, belongs to the state of the last, and panics without:
//
//	Pose, AddWrench, Local, BodyPose, Jacobian               Update, UpdateVelocity or UpdateAcceleration
//	Velocity, BodyVelocity, BiasAcceleration, JacobianRate   UpdateVelocity or UpdateAcceleration
//	Acceleration, ClassicalAcceleration, BodyAcceleration    UpdateAcceleration
type Kinematics struct {
	model *Model
	x     []kernel.Axial      // pose of each body in its parent
	world []spatial.Transform // pose of each body in the world
	v, a  []spatial.Motion    // velocity and acceleration of each body, in its frame
	known knowledge           // what the last Update function has computed
}

// knowledge is how much of a motion is known: nothing, the poses, the velocities too, or all.
type knowledge uint8

const (
	poses knowledge = iota + 1
	velocities
	accelerations
)

// NewKinematics returns a workspace for a model. Call one of the Update functions before asking for results.
func NewKinematics(m *Model) *Kinematics {
	m.CheckBuilt()
	n := len(m.bodies)
	k := &Kinematics{x: make([]kernel.Axial, n), world: make([]spatial.Transform, n),
		v: make([]spatial.Motion, n), a: make([]spatial.Motion, n)}
	k.Reuse(m)
	return k
}

// Reuse makes the workspace one of another model, of as many bodies, as NewKinematics does. No allocation.
func (k *Kinematics) Reuse(m *Model) {
	k.model, k.known = m, 0
	for i := range m.bodies {
		k.x[i] = m.bodies[i].X
	}
	k.MoveBase(Rest())
}

// MoveBase sets the motion of the base for the Update functions that follow. It is at rest in the world's origin
// otherwise.
func (k *Kinematics) MoveBase(b *BaseMotion) {
	k.v[0], _, k.world[0] = k.model.Base(b)
	k.model.base.ApplyMotion(&k.a[0], &b.Acceleration)
}

// Update computes the poses of all bodies at position q: the product of exponentials along each chain in its local
// form, body by body (Lynch and Park, "Modern Robotics", 2017, chapter 4). O(n), no allocation. It panics if the
// length of q is not NQ.
func (k *Kinematics) Update(q []float64) {
	k.model.CheckLengths(q)
	bodies := k.model.bodies
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		b.Place(&k.x[i], q)
		k.x[i].ComposePose(&k.world[i], &k.world[b.Parent])
	}
	k.known = poses
}

// link returns link number i of Links. It panics unless the Update functions have computed what is needed of it.
func (k *Kinematics) link(i int, needed knowledge) *Link {
	if k.known < needed || uint(i) >= uint(len(k.model.links)) {
		k.refuse(i, needed)
	}
	return &k.model.links[i]
}

// refuse panics with what is wrong with a question about link i.
func (k *Kinematics) refuse(i int, needed knowledge) {
	if k.known < needed {
		panic("tree: the kinematics were asked before an update; expected " +
			[...]string{poses: "Update", velocities: "UpdateVelocity", accelerations: "UpdateAcceleration"}[needed] +
			" first")
	}
	panic(fmt.Sprintf("tree: there is no link %d in the model %s; expected 0 to %d, see Model.Link", i, k.model.name,
		len(k.model.links)-1))
}

// Pose returns the pose in the world of link number link of Links.
func (k *Kinematics) Pose(link int) spatial.Transform {
	l := k.link(link, poses)
	return k.world[l.Body].Compose(&l.Placement)
}

// AddWrench adds to dst, a wrench on a link in the link's axes, the wrench f that is given in the world's axes. Both
// act on the link's origin.
func (k *Kinematics) AddWrench(dst *spatial.Force, link int, f *spatial.Force) {
	pose := k.Pose(link)
	kernel.AddRotated(dst, &pose.R, f)
}

// Local returns the pose of a body frame in its parent's. It is for algorithms; the value must not be changed.
func (k *Kinematics) Local(body int) *kernel.Axial { return &k.x[body] }

// BodyPose returns the pose in the world of a body frame. It is for algorithms; the value must not be changed.
func (k *Kinematics) BodyPose(body int) *spatial.Transform { return &k.world[body] }

// BodyVelocity returns the velocity of a body in its frame (rad/s, m/s). It is for algorithms; the value must not be
// changed.
func (k *Kinematics) BodyVelocity(body int) *spatial.Motion { return &k.v[body] }

// BodyAcceleration returns the acceleration of a body in its frame, the derivative of the components of its velocity
// (rad/s², m/s²). It is for algorithms; the value must not be changed.
func (k *Kinematics) BodyAcceleration(body int) *spatial.Motion { return &k.a[body] }
