package constraint

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// branch are the bodies between a side of a constraint and the frame that both sides are seen from: that of the last
// body that both hang on, the ancestor, or the world where a side is in the world. How the ancestor moves does not
// matter to constraints between its branches, so it is taken to be at rest there; a constraint looks at its loop alone.
type branch struct {
	bodies []*tree.Body    // from the frame outwards
	index  []int           // theirs
	x      []*kernel.Axial // of each body in its parent: own, or of the algorithm
	own    []kernel.Axial
	still  bool                // the frame is at rest
	pose   []spatial.Transform // of the frame itself, and of each body, in the frame
	v, a   []spatial.Motion    // of the frame itself, and of each body, in its own axes
}

// newBranch returns the bodies from a body, or the base, outwards to another one.
func newBranch(m *tree.Model, from, to int) *branch {
	b := &branch{}
	for i := to; i != from; i = m.Bodies()[i].Parent {
		b.bodies, b.index = append(b.bodies, &m.Bodies()[i]), append(b.index, i)
	}
	slices.Reverse(b.bodies)
	slices.Reverse(b.index)
	n := len(b.bodies)
	b.x, b.own, b.pose = make([]*kernel.Axial, n), make([]kernel.Axial, n), make([]spatial.Transform, n+1)
	b.v, b.a = make([]spatial.Motion, n+1), make([]spatial.Motion, n+1)
	for i, body := range b.bodies {
		b.own[i] = body.X
	}
	b.pose[0], b.still = spatial.Identity(), true
	return b
}

// begin sets the motion of the frame, that of the base, whose positions are counted from an origin.
func (b *branch) begin(pose *spatial.Transform, v, a *spatial.Motion, origin mgl64.Vec3) {
	b.pose[0], b.v[0], b.a[0] = *pose, *v, *a
	b.pose[0].P = pose.P.Sub(origin)
	b.still = *v == spatial.Motion{} && *a == spatial.Motion{}
}

// length returns how long the way along the branch is from the origin of the frame to its last body, where it was
// placed last (m).
func (b *branch) length() float64 {
	sum, from := 0.0, mgl64.Vec3{}
	for i := range b.bodies {
		to := b.pose[i+1].P
		sum, from = sum+vec.Len(to.Sub(from)), to
	}
	return sum
}

// place computes the poses: those that forward knows already, unless it is nil.
func (b *branch) place(q []float64, forward Root) {
	for i, body := range b.bodies {
		if forward != nil {
			b.x[i] = forward.Local(b.index[i])
		} else {
			b.x[i] = &b.own[i]
			body.Place(b.x[i], q)
		}
		b.x[i].ComposePose(&b.pose[i+1], &b.pose[i])
	}
}

// move computes the velocities, and the accelerations if there are any, after place.
func (b *branch) move(qd, qdd []float64) {
	var c spatial.Motion
	for i, body := range b.bodies {
		x, v := b.x[i], &b.v[i+1]
		if i == 0 && b.still && body.Kind <= tree.Prismatic {
			*v = spatial.Motion{}
			body.AddRate(v, qd)
			if qdd != nil {
				b.a[1] = spatial.Motion{}
				body.AddRate(&b.a[1], qdd)
			}
			continue
		}
		if body.Kind == tree.Revolute {
			x.MoveRevolute(v, &c, &b.v[i], float64(body.Ratio*qd[body.V]))
		} else {
			x.ApplyMotion(v, &b.v[i])
			body.AddRate(v, qd)
			if qdd != nil {
				body.Cross(&c, v, qd)
			}
		}
		if qdd != nil {
			x.AddMotion(&b.a[i+1], &c, &b.a[i])
			body.AddRate(&b.a[i+1], qdd)
		}
	}
}

// ancestor returns the last body that two bodies hang on; one of them, if the other hangs on it.
func ancestor(m *tree.Model, a, b int) int {
	for a != b {
		if a > b {
			a = m.Bodies()[a].Parent
		} else {
			b = m.Bodies()[b].Parent
		}
	}
	return a
}
