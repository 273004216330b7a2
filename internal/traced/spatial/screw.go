package spatial

import (
	"kinetree/compile/graph"
	"kinetree/internal/traced/mgl64"
	"kinetree/internal/traced/vec"
)

// Exp records spatial.Exp, with both of its ways. It requires a turn by less than π.
func Exp(m *Motion) (mgl64.Quat, mgl64.Vec3) {
	w, v := vec.Load(&m.Ang), vec.Load(&m.Lin)
	theta2 := w.Dot(w)
	theta := graph.Root(theta2)
	one, two := graph.Known(1), graph.Known(2)
	s, co := graph.Sincos(theta.Div(two))
	factor := func(large graph.Num, at0, first, second float64) graph.Num {
		series := graph.Known(at0).Sub(theta2.Div(graph.Known(first)).Mul(one.Sub(theta2.Div(graph.Known(second)))))
		return graph.Where(graph.Known(1e-3), theta, large, series)
	}
	half := factor(s.Div(theta), 0.5, 48, 80)
	cosHalf := factor(co, 1, 8, 48)
	b := factor(two.Mul(s).Mul(s).Div(theta2), 0.5, 24, 30)
	c := factor(theta.Sub(two.Mul(s).Mul(co)).Div(theta2.Mul(theta)), 1.0/6, 120, 42)
	graph.Require(graph.Known(0), cosHalf)
	q := mgl64.Quat{W: cosHalf}
	w.Scale(half).Store(&q.V)
	var p mgl64.Vec3
	wv := w.Cross(v)
	v.Add(wv.Scale(b)).Add(w.Cross(wv).Scale(c)).Store(&p)
	return q, p
}

// Log records spatial.Log of a unit quaternion, with its ways.
func Log(q mgl64.Quat, p mgl64.Vec3) Motion {
	zero, one, two := graph.Known(0), graph.Known(1), graph.Known(2)
	for i, x := range q.V {
		q.V[i] = graph.Where(q.W, zero, x.Neg(), x)
	}
	w := graph.Absolute(q.W)
	s := graph.Root(vec.Dot(q.V, q.V))
	theta := two.Mul(graph.Atan2(s, w))
	square := theta.Mul(theta)
	var m Motion
	m.Ang = vec.Scaled(q.V, graph.Where(graph.Known(1e-8), s, theta.Div(s), two))
	series := graph.Known(1.0 / 12).Add(square.Div(graph.Known(720))).Add(
		square.Mul(theta).Mul(theta).Div(graph.Known(30240)))
	k := graph.Where(graph.Known(1e-2), theta, one.Sub(theta.Mul(w).Div(two.Mul(s))).Div(square), series)
	turn, l := vec.Load(&m.Ang), vec.Load(&p)
	across := turn.Cross(l)
	l.Sub(across.Scale(graph.Known(0.5))).Add(turn.Cross(across).Scale(k)).Store(&m.Lin)
	return m
}
