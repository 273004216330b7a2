package graph

import "math"

// The functions here take numbers as rows of 64 bits, whatever number these stand for. What they return need not be
// finite, and is for one another, until bits are put together that are those of a number.

// Bits returns the number of some bits.
func Bits(b uint64) Num { return Known(math.Float64frombits(b)) }

// Common returns the bits that are set in a and in b.
func Common(a, b Num) Num { return ofBits(And, 0, a, b) }

// Differing returns the bits that are set in one of a and b. Where they have none in common, it puts them together.
func Differing(a, b Num) Num { return ofBits(Xor, 0, a, b) }

// WordProduct returns the 64 bits of the product of the lower 32 bits of a and of b, as whole numbers.
func WordProduct(a, b Num) Num { return ofBits(Words, 0, a, b) }

// Shifted returns the bits of a, moved by some places to the left, or to the right if places is negative. Zeros follow.
// The size of places is from 1 to 63.
func Shifted(a Num, places int) Num { return ofBits(Shift, int32(places), a, Num{}) }

// ofBits returns what an operation makes of the bits of its operands.
func ofBits(op Op, index int32, a, b Num) Num {
	n := Operation{Op: op, Index: index}
	g := of(a, b)
	if g == nil {
		return Bits(n.bits(math.Float64bits(a.value), math.Float64bits(b.value)))
	}
	if n.Args[0] = g.node(a); op.Arity() == 2 {
		x, y := n.Args[0], g.node(b)
		n.Args[0], n.Args[1] = min(x, y), max(x, y) // all of them commute
	}
	return g.num(n)
}
