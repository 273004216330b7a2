package graph

import "math"

// signs is what is known of the sign bit of a node's value, unless that is NaN.
type signs uint8

const (
	anySign  signs = iota
	plusZero       // it is not set if the value is 0
	positive       // it is not set
)

// signsOf returns what follows from the operands of an operation, where sums are rounded to nearest: one that is 0 is
// −0 only if both of its terms are.
func (g *Graph) signsOf(n *Operation) signs {
	a, b := g.signs[n.Args[0]], g.signs[n.Args[1]]
	switch n.Op {
	case Const:
		switch {
		case !math.Signbit(n.Value):
			return positive
		case n.Value != 0:
			return plusZero
		}
	case Add:
		if a == positive && b == positive {
			return positive
		}
		return min(max(a, b), plusZero)
	case Sub:
		return min(a, plusZero)
	case Mul:
		if n.Args[0] == n.Args[1] || a == positive && b == positive {
			return positive
		}
	case Div:
		if a == positive && b == positive {
			return positive
		}
	case Sqrt:
		return a
	case Abs:
		return positive
	case Select:
		return min(g.signs[n.Args[2]], g.signs[n.Args[3]])
	case Choose:
		return min(b, g.signs[n.Args[2]])
	}
	return anySign
}
