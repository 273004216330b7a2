package tree

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/internal/libm"
	"kinetree/spatial"
)

// rotation is a rotation about one axis, by cosine and sine. Products are rounded before they are added, on machines
// with a fused multiply-add, too: so the difference of equal rotations is exactly none.
type rotation struct{ c, s float64 }

var none = rotation{1, 0}

func (a rotation) plus(b rotation) rotation {
	return rotation{float64(a.c*b.c) - float64(a.s*b.s), float64(a.s*b.c) + float64(a.c*b.s)}
}

func (a rotation) minus(b rotation) rotation { return a.plus(rotation{b.c, -b.s}) }

func (a rotation) angle() float64 { return libm.Atan2(a.s, a.c) }

// normal returns the rotation with the rounding of its length removed.
func (a rotation) normal() rotation {
	h := libm.Hypot(a.c, a.s)
	return rotation{a.c / h, a.s / h}
}

// aboutZ returns the rotation about z as a pose.
func (a rotation) aboutZ() spatial.Transform {
	return spatial.Transform{R: mgl64.Mat3{a.c, a.s, 0, -a.s, a.c, 0, 0, 0, 1}}
}

// parallel is the sine of the angle between two axes below which they are the same line for float64.
const parallel = 1e-15

// factor returns γ, α and θ with R = Rz(γ) Rx(α) Rz(θ), sin α ≥ 0 and, if α is 0 or π, γ = 0.
func factor(r *mgl64.Mat3) (g, a, t rotation) {
	// The third column is Rz(γ) Rx(α) z = (sin γ sin α, −cos γ sin α, cos α).
	g, a = none, rotation{math.Copysign(1, r[8]), 0}
	if s := libm.Hypot(r[6], r[7]); s > parallel {
		g, a = rotation{-r[7] / s, r[6] / s}, rotation{r[8], s}.normal()
	}
	// The first column of Rx(−α) Rz(−γ) R is (cos θ, sin θ, 0).
	x, y := float64(g.c*r[0])+float64(g.s*r[1]), float64(g.c*r[1])-float64(g.s*r[0])
	return g, a, rotation{x, float64(a.c*y) + float64(a.s*r[2])}.normal()
}

// chooseFrames rotates each body frame about its z axis, the joint axis, and fills in X and Offset. On entry pose[i]
// is the pose of body i in its parent at zero position, axes on z already; frames[i] says how body i's frame was
// rotated.
//
// With the pose factored as Rz(γ) Rx(α) Rz(θ), θ adds to the joint's own angle, and a parent whose frame is rotated
// by γ saves its child that rotation. A parent can do so for one γ: that of its first child whose axis is not
// parallel to its own (for parallel axes any γ will do). The other children keep the difference as a twist. A body
// without such a child is rotated such that its own θ is 0, which keeps simple robots free of rounding.
func (m *Model) chooseFrames(pose []spatial.Transform) (frames []rotation) {
	n := len(m.bodies)
	g, a, t := make([]rotation, n), make([]rotation, n), make([]rotation, n)
	t[0] = none
	for i := 1; i < n; i++ {
		g[i], a[i], t[i] = factor(&pose[i].R)
		if m.bodies[i].curved() { // no one frame of the parent suits all its positions
			g[i], a[i], t[i] = none, none, none
		}
	}
	frames = make([]rotation, n)
	for i := range frames {
		if m.bodies[i].curved() {
			frames[i] = none
			continue
		}
		if a[i].s == 0 && i > 0 {
			// Any γ will do: Rx(α) Rz(θ) = Rz(γ) Rx(α) Rz(θ − γ cos α).
			g[i] = frames[m.bodies[i].Parent]
			t[i] = t[i].minus(rotation{g[i].c, float64(g[i].s * a[i].c)})
		}
		frames[i] = none.minus(t[i])
		for _, child := range m.children[i] {
			if a[child].s != 0 {
				frames[i] = g[child]
				break
			}
		}
	}
	for i := 1; i < n; i++ {
		b := &m.bodies[i]
		if b.curved() {
			back := none.minus(frames[b.Parent]).aboutZ()
			b.home = back.Compose(&pose[i])
			continue
		}
		twist := g[i].minus(frames[b.Parent]).normal()
		rest := t[i].plus(frames[i]).normal()
		b.X = axial(&pose[i], g[i], twist, a[i], rest)
		if b.Kind == Revolute {
			b.Offset += rest.angle()
		}
	}
	return frames
}

// axial returns the pose whose origin is that of pose and whose rotation is Rz(twist) Rx(a) Rz(t), with the origin in
// axes turned by g.
func axial(pose *spatial.Transform, g, twist, a, t rotation) kernel.Axial {
	return kernel.Axial{
		P: mgl64.Vec3{float64(g.c*pose.P[0]) + float64(g.s*pose.P[1]), float64(g.c*pose.P[1]) -
			float64(g.s*pose.P[0]), pose.P[2]},
		Ca: a.c, Sa: a.s,
		Cz: t.c, Sz: t.s,
		Cg: twist.c, Sg: twist.s,
		Twisted: twist != none,
	}
}
