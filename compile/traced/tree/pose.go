package tree

import "kinetree/compile/graph"

// CheckPosition takes every quaternion for one of an orientation: the code that is recorded gives NaN for a zero one.
func (m *Model) CheckPosition(_ []graph.Num) error { return nil }

// Integrate returns the position that is reached from q at the constant velocity qd in the time h.
func (m *Model) Integrate(q, qd []graph.Num, h graph.Num) []graph.Num {
	to := make([]graph.Num, len(q))
	m.advance(to, q, qd, h)
	return to
}
