package tree

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// The Jacobian J of a link, 6 x nv: the velocity of the link is J q̇. Its columns are those of the motion subspaces
// of the joints on the way from the base to the link, S_i, written in one frame for all. The frame has its origin at
// a point p and moves at the velocity v_f; body i has the rotation R and the origin P, and moves at v_i:
//
//	J_i = [R ω; R u + (P − p) × R ω]   for the column S_i = [ω; u]
//	J̇_i = (v_i − v_f) × J_i
//
// for S_i is constant in body i, which turns the column with v_i, and the components are taken in a frame that itself
// moves with v_f. In the axes
//
//	Local     p is the link's origin, and v_f its velocity                        the body Jacobian
//	World     p and v_f are 0                                                     the space Jacobian
//	Aligned   p is the link's origin, and v_f that of this point, without turning  the geometric Jacobian
//
// A joint that follows another one adds Ratio times its column to that of its leader. Source: Lynch and Park, "Modern
// Robotics", 2017, section 5.1; Featherstone, "Rigid Body Dynamics Algorithms", 2008, sections 2.9 and 4.4.

// Jacobian sets dst, 6 x nv row by row, to the Jacobian of a link at the last position: J q̇ is its Velocity in the
// same axes, for a base at rest. The rows are those of [spatial.Motion], angular ones first (rad/s or m/s for a unit
// of a rate). Columns of rates that do not move the link are zero. O(nv + d) with the depth d of the link, no
// allocation. It panics if the length of dst is wrong.
func (k *Kinematics) Jacobian(dst []float64, link int, axes Axes) {
	k.clearJacobian(dst)
	f := k.jacobianFrame(link, axes)
	bodies := k.model.bodies
	var x spatial.Transform
	var column spatial.Motion
	for i := k.model.links[link].Body; i > 0; i = bodies[i].Parent {
		k.place(&x, &f.origin, i)
		b := &bodies[i]
		for c := range b.S {
			b.Column(&column, &x, c) // J_i
			f.add(dst, k.model.nv, b.V+c, &column)
		}
	}
}

// JacobianRate sets dst, 6 x nv row by row, to the derivative in time of the Jacobian in the same axes, at the state
// of the last UpdateVelocity: J q̈ + J̇ q̇ is the Acceleration, for a base at rest. For J̇ q̇ alone call
// BiasAcceleration. O(nv + d) with the depth d of the link, no allocation. It panics if the length of dst is wrong.
func (k *Kinematics) JacobianRate(dst []float64, link int, axes Axes) {
	k.clearJacobian(dst)
	k.link(link, velocities)
	f := k.jacobianFrame(link, axes)
	var frame spatial.Motion // v_f, at p in the world's axes
	if axes != World {
		frame = k.Velocity(link, Aligned)
	}
	if axes == Aligned {
		frame.Ang = mgl64.Vec3{}
	}
	bodies := k.model.bodies
	var x spatial.Transform
	var column, v spatial.Motion
	for i := k.model.links[link].Body; i > 0; i = bodies[i].Parent {
		k.place(&x, &f.origin, i)
		x.InverseMotion(&v, &k.v[i])
		v.AddScaled(-1, &frame)
		b := &bodies[i]
		for c := range b.S {
			b.Column(&column, &x, c)
			column.SetCross(&v, &column) // J̇_i = (v_i − v_f) × J_i
			f.add(dst, k.model.nv, b.V+c, &column)
		}
	}
}

// jacobianFrame is where a Jacobian is written. Its columns are computed in the world's axes and turned in the end.
type jacobianFrame struct {
	origin mgl64.Vec3 // p
	local  bool       // the axes are those of the link,
	turn   spatial.Transform
}

func (k *Kinematics) jacobianFrame(link int, axes Axes) (f jacobianFrame) {
	if axes == World {
		return f
	}
	l := k.link(link, poses)
	world := &k.world[l.Body]
	f.origin = world.Point(l.Placement.P)
	if f.local = axes == Local; f.local {
		f.turn.R = vec.MulMat(world.R, l.Placement.R)
	}
	return f
}

// add adds a motion, given in the world's axes, to a column of dst.
func (f *jacobianFrame) add(dst []float64, nv, column int, m *spatial.Motion) {
	if f.local {
		f.turn.ApplyMotion(m, m)
	}
	for r := range 3 {
		dst[r*nv+column] += m.Ang[r]
		dst[(3+r)*nv+column] += m.Lin[r]
	}
}

// place sets x to the pose of a body in the frame with the world's axes and the given origin.
func (k *Kinematics) place(x *spatial.Transform, origin *mgl64.Vec3, body int) {
	w := &k.world[body]
	x.R = w.R
	x.P[0], x.P[1], x.P[2] = w.P[0]-origin[0], w.P[1]-origin[1], w.P[2]-origin[2]
}

// clearJacobian sets dst to zero. It panics if its length is wrong.
func (k *Kinematics) clearJacobian(dst []float64) {
	if len(dst) != 6*k.model.nv {
		panic(fmt.Sprintf("tree: the Jacobian has %d numbers, of the model %s it has 6 nv = %d", len(dst),
			k.model.name, 6*k.model.nv))
	}
	clear(dst)
}
