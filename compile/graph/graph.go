package graph

import (
	"errors"
	"math"
)

// Num is a number while a computation is recorded: one that is known, or a value of a graph with a sign. The zero Num
// is the number 0.
type Num struct {
	graph *Graph
	ref   int32   // a node, negated if it is below 0; 0 for a number that is known
	value float64 // where it is known
}

// Op is what a node does with its operands.
type Op uint8

// The operations. Those from Shift to Words serve functions that look at the bits of numbers, and random numbers.
const (
	Const  Op = iota // Value
	Input            // number Index of the inputs
	Add              // a + b
	Sub              // a − b
	Mul              // a b
	Div              // a / b
	Sqrt             // √a
	Abs              // |a|
	Neg              // −a
	Select           // a < b ? c : d; d if a or b is NaN
	Shift            // the bits of a, Index places to the left, or −Index to the right
	Flip             // a, with the other sign if b has the sign bit
	Choose           // b if a has the sign bit, otherwise c
	And              // the bits that a and b have in common
	Xor              // the bits in which a and b differ
	Words            // the product, of 64 bits, of the lower 32 bits of a and of b
	Sine             // sin a, of symbolic graphs only
	Cosine           // cos a
)

// Arity returns the number of operands.
func (o Op) Arity() int {
	switch o {
	case Const, Input:
		return 0
	case Sqrt, Abs, Neg, Shift, Sine, Cosine:
		return 1
	case Choose:
		return 3
	case Select:
		return 4
	}
	return 2
}

// Operation is a node of a graph. Its operands are nodes before it.
type Operation struct {
	Op    Op
	Args  [4]int32
	Index int32   // of Input and Shift
	Value float64 // of Const
}

// key is an Operation that can be compared bit by bit.
type key struct {
	op    Op
	args  [4]int32
	index int32
	bits  uint64
}

// Inequality is a comparison on which a graph rests: node Less is less than node More.
type Inequality struct{ Less, More int32 }

// Graph is a recorded computation. Use [Record], or [New].
type Graph struct {
	Nodes    []Operation // the first stands for none
	Inputs   int
	Outputs  []int32 // nodes
	Requires []Inequality
	Asked    int // operations that were asked for, before folding and sharing
	// Symbolic graphs have sines and cosines as operations, for those who read or count them. There is no code for such
	// a graph, and Evaluate does not know it.
	Symbolic bool
	signs    []signs // of the nodes
	table    map[key]int32
	required map[Inequality]bool
}

// usual is how many nodes the code of an arm has, about.
const usual = 8 << 10

// New returns an empty graph.
func New() *Graph {
	return &Graph{Nodes: make([]Operation, 1), signs: make([]signs, 1), table: make(map[key]int32, usual),
		required: map[Inequality]bool{}}
}

// Known returns the number v.
func Known(v float64) Num { return Num{value: v} }

// Value returns the number that x is known to be.
func (x Num) Value() (v float64, known bool) { return x.value, x.ref == 0 }

// Input returns a new input.
func (g *Graph) Input() Num {
	g.Inputs++
	return g.num(Operation{Op: Input, Index: int32(g.Inputs - 1)})
}

// InputPlus returns a new input that is never −0.
func (g *Graph) InputPlus() Num {
	x := g.Input()
	g.signs[x.ref] = plusZero
	return x
}

// Output makes x the next output.
func (g *Graph) Output(x Num) { g.Outputs = append(g.Outputs, g.node(x)) }

// Record returns the graph of what computation does with its inputs and outputs. The error says that a requirement can
// never hold.
func Record(computation func(g *Graph)) (g *Graph, err error) { return record(New(), computation) }

// RecordSymbolic is Record, for a symbolic graph.
func RecordSymbolic(computation func(g *Graph)) (*Graph, error) {
	g := New()
	g.Symbolic = true
	return record(g, computation)
}

func record(into *Graph, computation func(g *Graph)) (g *Graph, err error) {
	g = into
	defer func() {
		if r := recover(); r == ErrUnmet {
			g, err = nil, ErrUnmet
		} else if r != nil {
			panic(r)
		}
	}()
	computation(g)
	return g, nil
}

// ErrUnmet is the error of [Record] where a computation cannot go on, and what a computation panics with for it.
var ErrUnmet = errors.New("graph: a comparison that the computation rests on never holds")

// Count counts the nodes that compute.
func (g *Graph) Count() int {
	n := 0
	for i := range g.Nodes[1:] {
		if g.Nodes[i+1].Op > Input {
			n++
		}
	}
	return n
}

// Needed reports for each node whether an output or a requirement needs it.
func (g *Graph) Needed() []bool {
	needed := make([]bool, len(g.Nodes))
	for _, i := range g.Outputs {
		needed[i] = true
	}
	for _, r := range g.Requires {
		needed[r.Less], needed[r.More] = true, true
	}
	for i := len(needed) - 1; i > 0; i-- {
		n := &g.Nodes[i]
		for _, a := range n.Args[:n.Op.Arity()] {
			needed[a] = needed[a] || needed[i]
		}
	}
	return needed
}

func (g *Graph) num(n Operation) Num { return Num{graph: g, ref: g.intern(n)} }

// intern returns the node equal to n, which is added unless there is one.
func (g *Graph) intern(n Operation) int32 {
	k := key{n.Op, n.Args, n.Index, math.Float64bits(n.Value)}
	if i, ok := g.table[k]; ok {
		return i
	}
	i := int32(len(g.Nodes))
	g.Nodes = append(g.Nodes, n)
	g.signs = append(g.signs, g.signsOf(&n))
	g.table[k] = i
	return i
}

// node returns a node whose value is x, its sign included.
func (g *Graph) node(x Num) int32 {
	switch {
	case x.ref == 0:
		return g.intern(Operation{Op: Const, Value: x.value})
	case x.ref < 0:
		return g.intern(Operation{Op: Neg, Args: [4]int32{-x.ref}})
	}
	return x.ref
}

// part returns the node of x without its sign. A negative constant is the constant of its magnitude.
func (g *Graph) part(x Num) (node int32, negative bool) {
	if x.ref == 0 {
		return g.intern(Operation{Op: Const, Value: math.Abs(x.value)}), math.Signbit(x.value)
	}
	return max(x.ref, -x.ref), x.ref < 0
}

// of returns the graph of the operands, nil if both are known.
func of(a, b Num) *Graph {
	if a.graph != nil {
		if a.graph.Asked++; b.graph != nil && a.graph != b.graph {
			panic("graph: operands of two graphs")
		}
		return a.graph
	}
	if b.graph != nil {
		b.graph.Asked++
	}
	return b.graph
}
