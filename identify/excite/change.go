package excite

import (
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/vec"
	"kinetree/tree"
)

// changes bounds how fast the efforts of a model can change while its joints move within bounds: by inverse dynamics
// on lengths of vectors in place of vectors. The length of a sum is at most the sum of the lengths, and a vector u
// that is fixed in a body with the angular velocity ω obeys u' = ω × u, so that
//
//	|u'| ≤ w |u|,   |u″| ≤ (w' + w²) |u|,   |u‴| ≤ (w″ + 3 w w' + w³) |u|
//
// for bounds w, w', w″ of ω and its derivatives. Such bounds pass from the base to the tips, and those of forces and
// moments back. The base is fixed and each joint has one coordinate. It is a workspace for one goroutine.
type changes struct {
	model   *tree.Model
	gravity float64
	shapes  []shape
	bodies  []lengths
}

// shape holds the moments of a body that the bounds depend on.
type shape struct {
	offset              float64 // of its origin from that of its parent at position 0
	mass, first, second float64 // the moments of its mass about its origin
}

// lengths are bounds of the lengths of vectors of a body, and of their derivatives.
type lengths struct {
	turn      [3]float64 // angular velocity, with two derivatives
	path      [4]float64 // derivatives of the position of its origin, the first to the third
	lever     [2]float64 // from its parent's origin to its own, with one derivative
	force     [2]float64 // that moves it and the bodies that it carries, with one derivative
	moment    [2]float64 // about its origin, likewise
	direction [4]float64 // of a unit vector that is fixed in it and its derivatives
}

func newChanges(m *tree.Model) *changes {
	c := &changes{m, vec.Len(m.Gravity()), make([]shape, len(m.Bodies())), make([]lengths, len(m.Bodies()))}
	for i, b := range m.Bodies() {
		t := b.Inertia.I
		// The root of the sum of squares of a matrix is at least its largest eigenvalue.
		c.shapes[i] = shape{vec.Len(b.X.P), b.Inertia.M, vec.Len(b.Inertia.MC),
			floats.Norm([]float64{t[0], t[2], t[5], float64(math.Sqrt2 * t[1]), float64(math.Sqrt2 * t[3]),
				float64(math.Sqrt2 * t[4])}, 2)}
	}
	c.bodies[0].direction[0] = 1
	return c
}

// bound sets rates to bounds of the derivatives of the efforts, without those of Coulomb friction, while the
// magnitudes of positions, velocities, accelerations and jerks are at most q, qd, qdd and jerk. It does not allocate.
func (c *changes) bound(rates, q, qd, qdd, jerk []float64) {
	bodies := c.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		c.move(i, &bodies[i], q, qd, qdd, jerk)
	}
	clear(rates)
	for i := len(bodies) - 1; i > 0; i-- {
		b, r := &bodies[i], &c.bodies[i]
		parent := &c.bodies[b.Parent]
		pull := &r.moment
		if b.Kind == tree.Prismatic {
			pull = &r.force
		}
		rates[b.V] += float64(math.Abs(b.Ratio) * (float64(parent.turn[0]*pull[0]) +
			pull[1])) // the axis is fixed in the parent
		if b.Parent == 0 {
			continue
		}
		for k := range 2 {
			parent.force[k] += r.force[k]
			parent.moment[k] += r.moment[k]
		}
		parent.moment[0] += float64(r.lever[0] * r.force[0])
		parent.moment[1] += float64(r.lever[1]*r.force[0]) + float64(r.lever[0]*r.force[1])
	}
	joints := c.model.Joints()
	for k := range joints {
		j := &joints[k]
		rates[j.V] += float64(j.Ratio * j.Ratio * (float64(j.Damping*qdd[j.V]) + float64(j.Armature*jerk[j.V])))
	}
}

// move sets the bounds of body i from those of its parent, its force and moment those that move it alone.
func (c *changes) move(i int, b *tree.Body, q, qd, qdd, jerk []float64) {
	r, p, s := &c.bodies[i], &c.bodies[b.Parent], &c.shapes[i]
	ratio := math.Abs(b.Ratio)
	r0, r1 := float64(ratio*q[b.Q])+math.Abs(b.Offset), float64(ratio*qd[b.V])
	r2, r3 := float64(ratio*qdd[b.V]), float64(ratio*jerk[b.V])
	u := &p.direction
	r.turn = p.turn
	lever := [4]float64{s.offset, float64(u[1] * s.offset), float64(u[2] * s.offset), float64(u[3] * s.offset)}
	if b.Kind == tree.Prismatic {
		lever[0] += r0
		lever[1] += float64(u[1]*r0) + r1
		lever[2] += float64(u[2]*r0) + float64(2*u[1]*r1) + r2
		lever[3] += float64(u[3]*r0) + float64(3*u[2]*r1) + float64(3*u[1]*r2) + r3
	} else {
		r.turn[0] += r1
		r.turn[1] += float64(u[1]*r1) + r2
		r.turn[2] += float64(u[2]*r1) + float64(2*u[1]*r2) + r3
	}
	for k := 1; k < 4; k++ {
		r.path[k] = p.path[k] + lever[k]
	}
	r.lever = [2]float64{lever[0], lever[1]}
	w := &r.turn
	r.direction = [4]float64{1, w[0], w[1] + float64(w[0]*w[0]), w[2] + float64(3*w[0]*w[1]) + float64(w[0]*w[0]*w[0])}
	d, falling := &r.direction, r.path[2]+c.gravity
	r.force = [2]float64{float64(s.mass*falling) + float64(s.first*d[2]), float64(s.mass*r.path[3]) +
		float64(s.first*d[3])}
	// In the body's axes the moment I ω' + ω × I ω changes by I ω″ + ω' × I ω + ω × I ω', where ω″ is up to w w'
	// larger than outside; and the axes turn.
	r.moment = [2]float64{float64(s.first*falling) + float64(s.second*d[2]),
		float64(s.first*(float64(d[1]*falling)+r.path[3])) +
			float64(s.second*(w[2]+float64(4*w[0]*w[1])+float64(w[0]*w[0]*w[0])))}
}
