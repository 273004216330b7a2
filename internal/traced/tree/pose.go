package tree

import (
	"kinetree/compile/graph"
	"kinetree/internal/traced/mgl64"
)

// CheckPosition takes every quaternion for one of an orientation: the code that is recorded gives NaN for a zero one.
func (m *Model) CheckPosition(_ []graph.Num) error { return nil }

// parallel is that of tree.
const parallel = 1e-15

// factor records factor with both of its ways, for a base that has not turned and a ball joint at rest are where they
// began, as a rule.
func factor(r *mgl64.Mat3) (g, a, t rotation) {
	zero, one := graph.Known(0), graph.Known(1)
	s := graph.HypotOrNaN(r[6], r[7]) // which is not above parallel
	inclined := rotation{r[8], s}.over(graph.HypotOrNaN(r[8], s))
	turned := func(yes, no graph.Num) graph.Num { return graph.Where(graph.Known(parallel), s, yes, no) }
	g = rotation{turned(r[7].Neg().Div(s), one), turned(r[6].Div(s), zero)}
	a = rotation{turned(inclined.c, graph.Copysign(one, r[8])), turned(inclined.s, zero)}
	x, y := g.c.Mul(r[0]).Add(g.s.Mul(r[1])), g.c.Mul(r[1]).Sub(g.s.Mul(r[0]))
	t = rotation{x, a.c.Mul(y).Add(a.s.Mul(r[2]))}
	return g, a, t.over(graph.Hypot(t.c, t.s))
}

// over returns a rotation divided by its length.
func (a rotation) over(length graph.Num) rotation { return rotation{a.c.Div(length), a.s.Div(length)} }
