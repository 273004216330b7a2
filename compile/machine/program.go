package machine

import (
	"math"

	"kinetree/compile/graph"
)

// operation is what an instruction does.
type operation uint8

const (
	opAdd operation = iota
	opSub
	opMul
	opDiv
	opMin // a if a < b, otherwise b
	opMax // a if a > b, otherwise b
	opSqrt
	opAnd
	opXor
	opWords  // the product of the lower 32 bits of a and of b
	opShift  // bits of a to the left by count, to the right by −count if that is negative
	opChoose // b if a has the sign bit, otherwise c
	opSelect // c if a < b, otherwise d
	opRequire
)

// commutes reports whether an operation on two operands has the same result with the two exchanged.
func commutes(o operation) bool { return o == opAdd || o == opMul || o.onBits() }

// onBits reports whether an operation on two operands is one on their bits, which reads whole registers of memory.
func (o operation) onBits() bool { return o == opAnd || o == opXor || o == opWords }

// instruction computes the value result of the values args.
type instruction struct {
	op     operation
	count  int8 // of opShift
	n      int  // of args
	args   [4]int32
	result int32 // -1 of opRequire
}

func (in *instruction) operands() []int32 { return in.args[:in.n] }

// program is straight-line code. Its values are numbered: constants first, then inputs, then results.
type program struct {
	constants []float64
	inputs    int
	carried   int // of the inputs, the first ones
	code      []instruction
	values    int
	outputs   []int32
	requires  int
}

func (p *program) isConstant(v int32) bool { return int(v) < len(p.constants) }

func (p *program) isInput(v int32) bool {
	return !p.isConstant(v) && int(v) < len(p.constants)+p.inputs
}

// first returns the first value that is a result.
func (p *program) first() int32 { return int32(len(p.constants) + p.inputs) }

// lower returns the program of what a graph's outputs and requirements need, in the graph's order.
func lower(g *graph.Graph) *program {
	l := lowering{p: &program{inputs: g.Inputs}, g: g, value: make([]int32, len(g.Nodes)),
		bits: map[uint64]int32{}}
	live := g.Needed()
	for i, n := range g.Nodes {
		if !live[i] {
			continue
		}
		switch n.Op {
		case graph.Const:
			l.constant(math.Float64bits(n.Value))
		case graph.Abs:
			l.constant(magnitude)
		case graph.Neg, graph.Flip:
			l.constant(sign)
		}
	}
	l.p.values = int(l.p.first())
	requires := map[int32][]graph.Inequality{} // by the last node that they need
	for _, r := range g.Requires {
		last := max(r.Less, r.More)
		requires[last] = append(requires[last], r)
	}
	ends, late := l.ends(live)
	for i := range g.Nodes {
		if !live[i] {
			continue
		}
		if !late[i] {
			l.node(i)
		}
		for _, k := range ends[int32(i)] {
			l.node(int(k))
		}
		for _, r := range requires[int32(i)] {
			l.emit(opRequire, 0, l.value[r.Less], l.value[r.More])
			l.p.requires++
		}
	}
	for _, i := range g.Outputs {
		l.p.outputs = append(l.p.outputs, l.value[i])
	}
	return l.p
}

// ends lists the nodes that are outputs and that no other node reads, by the last node that they read: there they leave
// nothing that has to be kept.
func (l *lowering) ends(live []bool) (after map[int32][]int32, ends []bool) {
	after, ends = map[int32][]int32{}, make([]bool, len(l.g.Nodes))
	for _, o := range l.g.Outputs {
		ends[o] = l.g.Nodes[o].Op > graph.Input
	}
	for i := range l.g.Nodes {
		if n := &l.g.Nodes[i]; live[i] {
			for _, a := range n.Args[:n.Op.Arity()] {
				ends[a] = false
			}
		}
	}
	for _, r := range l.g.Requires {
		ends[r.Less], ends[r.More] = false, false
	}
	for i := range ends {
		if !ends[i] {
			continue
		}
		last := int32(0)
		n := &l.g.Nodes[i]
		for _, a := range n.Args[:n.Op.Arity()] {
			last = max(last, a)
		}
		after[last] = append(after[last], int32(i))
	}
	return after, ends
}

const (
	sign      = 1 << 63
	magnitude = sign - 1
)

type lowering struct {
	p     *program
	g     *graph.Graph
	value []int32          // of each node
	bits  map[uint64]int32 // the values of constants
}

func (l *lowering) constant(bits uint64) int32 {
	v, ok := l.bits[bits]
	if !ok {
		v = int32(len(l.p.constants))
		l.p.constants = append(l.p.constants, math.Float64frombits(bits))
		l.bits[bits] = v
	}
	return v
}

func (l *lowering) emit(op operation, count int8, args ...int32) int32 {
	in := instruction{op: op, count: count, n: len(args), result: -1}
	copy(in.args[:], args)
	if op != opRequire {
		in.result = int32(l.p.values)
		l.p.values++
	}
	l.p.code = append(l.p.code, in)
	return in.result
}

func (l *lowering) node(i int) {
	n := &l.g.Nodes[i]
	a, b := l.value[n.Args[0]], l.value[n.Args[1]]
	emit := func(op operation, args ...int32) { l.value[i] = l.emit(op, 0, args...) }
	switch n.Op {
	case graph.Const:
		l.value[i] = l.constant(math.Float64bits(n.Value))
	case graph.Input:
		l.value[i] = int32(len(l.p.constants)) + n.Index
	case graph.Add:
		emit(opAdd, a, b)
	case graph.Sub:
		emit(opSub, a, b)
	case graph.Mul:
		emit(opMul, a, b)
	case graph.Div:
		emit(opDiv, a, b)
	case graph.Sqrt:
		emit(opSqrt, a)
	case graph.Abs:
		emit(opAnd, a, l.constant(magnitude))
	case graph.Neg:
		emit(opXor, a, l.constant(sign))
	case graph.Select:
		switch c, d := l.value[n.Args[2]], l.value[n.Args[3]]; {
		case c == a && d == b:
			emit(opMin, a, b)
		case c == b && d == a:
			emit(opMax, b, a)
		default:
			emit(opSelect, a, b, c, d)
		}
	case graph.Shift:
		l.value[i] = l.emit(opShift, int8(n.Index), a)
	case graph.Flip:
		emit(opXor, a, l.emit(opAnd, 0, b, l.constant(sign)))
	case graph.And:
		emit(opAnd, a, b)
	case graph.Xor:
		emit(opXor, a, b)
	case graph.Words:
		emit(opWords, a, b)
	case graph.Choose:
		emit(opChoose, a, b, l.value[n.Args[2]])
	default:
		panic("machine: a node of an unknown operation")
	}
}
