package graph

import "math"

// Evaluate sets out to the outputs for the inputs in and reports whether all requirements hold. It interprets node by
// node, slowly: it is what machine code is compared with. It panics if a slice is too short.
func (g *Graph) Evaluate(out, in []float64) bool {
	v := make([]float64, len(g.Nodes))
	for i := 1; i < len(g.Nodes); i++ {
		v[i] = g.Nodes[i].apply(v, in)
	}
	for k, i := range g.Outputs {
		out[k] = v[i]
	}
	for _, r := range g.Requires {
		if !(v[r.Less] < v[r.More]) {
			return false
		}
	}
	return true
}

func (n *Operation) apply(v, in []float64) float64 {
	a, b := v[n.Args[0]], v[n.Args[1]]
	switch n.Op {
	case Const:
		return n.Value
	case Input:
		return in[n.Index]
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return float64(a * b)
	case Div:
		return a / b
	case Sqrt:
		return math.Sqrt(a)
	case Abs:
		return math.Abs(a)
	case Neg:
		return -a
	case Select:
		if a < b {
			return v[n.Args[2]]
		}
		return v[n.Args[3]]
	case Shift, And, Xor, Words:
		return math.Float64frombits(n.bits(math.Float64bits(a), math.Float64bits(b)))
	case Flip:
		return math.Float64frombits(math.Float64bits(a) ^ math.Float64bits(b)&(1<<63))
	case Choose:
		if math.Signbit(a) {
			return b
		}
		return v[n.Args[2]]
	}
	panic("graph: an unknown operation")
}

// bits returns the bits that an operation on bits makes of those of its operands.
func (n *Operation) bits(a, b uint64) uint64 {
	switch {
	case n.Op == And:
		return a & b
	case n.Op == Xor:
		return a ^ b
	case n.Op == Words:
		return uint64(uint32(a)) * uint64(uint32(b))
	case n.Index < 0:
		return a >> -n.Index
	}
	return a << n.Index
}
