package tree

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
)

// turn is a rotation about one axis, by cosine and sine.
type turn struct{ c, s float64 }

var noTurn = turn{1, 0}

func (a turn) plus(b turn) turn  { return turn{a.c*b.c - a.s*b.s, a.s*b.c + a.c*b.s} }
func (a turn) minus(b turn) turn { return turn{a.c*b.c + a.s*b.s, a.s*b.c - a.c*b.s} }
func (a turn) angle() float64    { return math.Atan2(a.s, a.c) }
func (a turn) normal() turn      { h := math.Hypot(a.c, a.s); return turn{a.c / h, a.s / h} }

// aboutZ returns the turn about z as a pose.
func (a turn) aboutZ() spatial.Transform {
	return spatial.Transform{R: mgl64.Mat3{a.c, a.s, 0, -a.s, a.c, 0, 0, 0, 1}}
}

// parallel is the sine of the angle between two axes below which they are the same line for float64.
const parallel = 1e-15

// factor returns γ, α and θ with R = Rz(γ) Rx(α) Rz(θ), sin α ≥ 0 and, if α is 0 or π, γ = 0.
func factor(r *mgl64.Mat3) (g, a, t turn) {
	// The third column is Rz(γ) Rx(α) z = (sin γ sin α, −cos γ sin α, cos α).
	g, a = noTurn, turn{math.Copysign(1, r[8]), 0}
	if s := math.Hypot(r[6], r[7]); s > parallel {
		g, a = turn{-r[7] / s, r[6] / s}, turn{r[8], s}.normal()
	}
	// The first column of Rx(−α) Rz(−γ) R is (cos θ, sin θ, 0).
	x, y := g.c*r[0]+g.s*r[1], g.c*r[1]-g.s*r[0]
	return g, a, turn{x, a.c*y + a.s*r[2]}.normal()
}

// chooseFrames turns each body frame about its z axis, the joint axis, and fills in X and Offset. On entry pose[i] is
// the pose of body i in its parent at zero position, axes on z already; the result turns[i] says by which angle body i's frame was
// turned.
//
// With the pose factored as Rz(γ) Rx(α) Rz(θ), the turn θ is added to the joint's own, and a parent turned by γ
// needs no turn of its own for this child. A parent can do so for one γ: that of its first child whose axis is not
// parallel to its own (for parallel axes any γ will do). The other children keep the difference as a twist. A body without such a
// child is turned such that its own θ is 0.
func (m *Model) chooseFrames(pose []spatial.Transform) (turns []turn) {
	n := len(m.bodies)
	g, a, t := make([]turn, n), make([]turn, n), make([]turn, n)
	t[0] = noTurn
	for i := 1; i < n; i++ {
		g[i], a[i], t[i] = factor(&pose[i].R)
	}
	turns = make([]turn, n)
	for i := range turns {
		if a[i].s == 0 && i > 0 {
			// Any γ will do: Rx(α) Rz(θ) = Rz(γ) Rx(α) Rz(θ − γ cos α).
			g[i] = turns[m.bodies[i].Parent]
			t[i] = t[i].minus(turn{g[i].c, g[i].s * a[i].c})
		}
		turns[i] = noTurn.minus(t[i])
		for _, child := range m.children[i] {
			if a[child].s != 0 {
				turns[i] = g[child]
				break
			}
		}
	}
	for i := 1; i < n; i++ {
		b := &m.bodies[i]
		twist := g[i].minus(turns[b.Parent]).normal()
		rest := t[i].plus(turns[i]).normal()
		b.X = spatial.Axial{
			P:  g[i].aboutZ().R.Transpose().Mul3x1(pose[i].P),
			Ca: a[i].c, Sa: a[i].s,
			Cz: rest.c, Sz: rest.s,
			Cg: twist.c, Sg: twist.s,
			Twisted: twist != noTurn,
		}
		b.Offset = rest.angle()
	}
	return turns
}
