package tree

import (
	"kinetree/internal/kernel"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// Velocities and accelerations, body by body from the base to the tips. X is the transform of motions from body λ(i)
// to body i, S the motion subspace of joint i, constant in the axes of body i. All is in body coordinates; gravity
// has no part in it.
//
//	v = X v_λ + S q̇
//	a = X a_λ + v × S q̇ + S q̈
//
// The acceleration a is the derivative of the components of v. Source: Featherstone, "Rigid Body Dynamics
// Algorithms", 2008, sections 2.11, 4.4 and 5.3; Lynch and Park, "Modern Robotics", 2017, sections 5.1 and 8.3.1.
//
// A link's motion is that of its body, seen from the frame that the caller asks for. Let R be the rotation of the
// link in the world, ω and u the angular and linear velocity of the link's origin in the link's axes, and X the
// transform from the link to the world:
//
//	         velocity       acceleration
//	Local    [ω; u]         [ω̇; u̇]
//	Aligned  [R ω; R u]     [R ω̇; R (u̇ + ω × u)]
//	World    X [ω; u]       X [ω̇; u̇]

// Axes names the frame of a velocity, an acceleration or a Jacobian: the point that its linear part is about, and the
// axes of both parts.
type Axes uint8

const (
	Local Axes = iota // the link's origin, in the link's axes; also called body
	// the point of the link, or of space that it carries along, at the world's origin, in the world's axes; also
	// called spatial
	World
	// the link's origin, in the world's axes: the plain velocity of a point and the angular velocity
	Aligned
)

// UpdateVelocity computes what [Kinematics.Update] computes and the velocities of all bodies, at position q and
// velocity qd (rad/s, m/s). O(n), no allocation. It panics if a length is wrong.
func (k *Kinematics) UpdateVelocity(q, qd []float64) {
	k.model.CheckLengths(q, qd)
	k.Update(q)
	bodies := k.model.bodies
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		k.x[i].ApplyMotion(&k.v[i], &k.v[b.Parent]) // v = X v_λ + S q̇
		b.AddRate(&k.v[i], qd)
	}
	k.known = velocities
}

// UpdateAcceleration computes what UpdateVelocity computes and the accelerations of all bodies, at the acceleration
// qdd (rad/s², m/s²). O(n), no allocation. It panics if a length is wrong.
func (k *Kinematics) UpdateAcceleration(q, qd, qdd []float64) {
	k.model.CheckLengths(q, qd, qdd)
	k.UpdateVelocity(q, qd)
	bodies := k.model.bodies
	var c spatial.Motion
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		k.x[i].ApplyMotion(&k.a[i], &k.a[b.Parent]) // a = X a_λ + v × S q̇ + S q̈
		b.Cross(&c, &k.v[i], qd)
		k.a[i].Add(&c)
		b.AddRate(&k.a[i], qdd)
	}
	k.known = accelerations
}

// Velocity returns the velocity of a link (rad/s, m/s), the angular part first. O(1), no allocation.
func (k *Kinematics) Velocity(link int, axes Axes) spatial.Motion {
	l := k.link(link, velocities)
	v := k.v[l.Body]
	if axes == World {
		k.world[l.Body].InverseMotion(&v, &v)
		return v
	}
	l.Placement.ApplyMotion(&v, &v)
	if axes == Aligned {
		k.turn(&v, l)
	}
	return v
}

// Acceleration returns the spatial acceleration of a link (rad/s², m/s²): the derivative in time of the components of
// its Velocity in the same axes. So it is J q̈ + J̇ q̇ with the Jacobian J of these axes, for a base at rest.
//
//   - Local: the derivatives ω̇ and u̇ of the components along the link's own axes. The acceleration of the link's
//     origin is u̇ + ω × u.
//   - World: that of Local, transformed. Its linear part is not the acceleration of a point, but of the stream of
//     points that pass the world's origin.
//   - Aligned: the acceleration of the link's origin as a point that moves, and the angular acceleration; also called
//     classical.
//
// Gravity is not part of it. O(1), no allocation. Source: Featherstone 2008, section 2.11.
func (k *Kinematics) Acceleration(link int, axes Axes) spatial.Motion {
	l := k.link(link, accelerations)
	return k.acceleration(l, &k.a[l.Body], axes)
}

// ClassicalAcceleration returns the acceleration of a link's origin as a point that moves, p̈ (m/s²), and the angular
// acceleration of the link (rad/s²), in the world's axes. It is the Acceleration in the axes Aligned. O(1), no
// allocation.
func (k *Kinematics) ClassicalAcceleration(link int) spatial.Motion {
	return k.Acceleration(link, Aligned)
}

// BiasAcceleration returns what the Acceleration of a link would be if no joint accelerated, q̈ = 0: J̇ q̇, and what
// the motion of a moved base adds. So Acceleration is J q̈ + BiasAcceleration for every motion of the base. O(d) with
// the depth d of the link, without J̇; no allocation.
//
// The term v × S q̇ of the recursion is X v_λ × v. In one frame for all bodies, here with the world's axes and the
// origin of the link's body, the terms only add up:
//
//	a = a_0 + Σ v_λ(i) × v_i   over the bodies i on the way from the base to the link
func (k *Kinematics) BiasAcceleration(link int, axes Axes) spatial.Motion {
	l := k.link(link, velocities)
	bodies := k.model.bodies
	last := &k.world[l.Body]
	var x spatial.Transform
	var a, c, v, below spatial.Motion
	for i := l.Body; ; i = bodies[i].Parent {
		k.place(&x, &last.P, i)
		x.InverseMotion(&v, &k.v[i])
		if i != l.Body {
			c.SetCross(&v, &below) // v_λ × v
			a.Add(&c)
		}
		below = v
		if i == 0 {
			x.InverseMotion(&c, &k.a[0])
			a.Add(&c)
			break
		}
	}
	turn := spatial.Transform{R: last.R}
	turn.ApplyMotion(&a, &a) // into the body's frame
	return k.acceleration(l, &a, axes)
}

// acceleration returns the acceleration a of a link's body, given in the body's frame, in other axes.
func (k *Kinematics) acceleration(l *Link, a *spatial.Motion, axes Axes) spatial.Motion {
	var out spatial.Motion
	if axes == World {
		k.world[l.Body].InverseMotion(&out, a)
		return out
	}
	l.Placement.ApplyMotion(&out, a)
	if axes == Aligned {
		var v spatial.Motion
		l.Placement.ApplyMotion(&v, &k.v[l.Body])
		out.Lin = out.Lin.Add(vec.Cross(v.Ang, v.Lin)) // u̇ + ω × u
		k.turn(&out, l)
	}
	return out
}

// turn writes a motion that is in a link's axes in the world's, about the same point.
func (k *Kinematics) turn(m *spatial.Motion, l *Link) {
	kernel.Rotate(m, &l.Placement.R)
	kernel.Rotate(m, &k.world[l.Body].R)
}
