package graph

import "math"

// Neg returns −x.
func (x Num) Neg() Num { return Num{x.graph, -x.ref, -x.value} }

// Add returns a + b.
func (a Num) Add(b Num) Num {
	g := of(a, b)
	switch {
	case g == nil:
		return Known(a.value + b.value)
	case a.ref == 0 && a.value == 0:
		return b
	case b.ref == 0 && b.value == 0:
		return a
	case a.ref == 0 && math.IsInf(a.value, 0):
		return a // as what is added is finite
	case b.ref == 0 && math.IsInf(b.value, 0):
		return b
	case a.ref == -b.ref:
		return Num{}
	}
	x, minusX := g.part(a)
	y, minusY := g.part(b)
	if minusX == minusY { // x + y = y + x
		return g.num(Operation{Op: Add, Args: [4]int32{min(x, y), max(x, y)}}).signed(minusX)
	}
	if minusX { // −x + y = y − x
		x, y = y, x
	}
	if g.nearer(y, x) { // x − y = −(y − x)
		return g.num(Operation{Op: Sub, Args: [4]int32{y, x}}).Neg()
	}
	return g.num(Operation{Op: Sub, Args: [4]int32{x, y}})
}

// nearer reports whether a node is more likely than another one to be in a register when both are read: as the first
// operand has to be, while the second may stand in memory. Where people read the operations, it is the older one.
func (g *Graph) nearer(x, y int32) bool {
	if g.Symbolic {
		return x < y
	}
	computedX, computedY := g.Nodes[x].Op > Input, g.Nodes[y].Op > Input
	return computedX && !computedY || computedX == computedY && x > y
}

// Sub returns a − b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Plus returns a + b with the sign that Go gives it if it is zero, provided that a itself has its right sign and is not
// −0. Sums that go from step to step, such as a velocity, are made by it: they never become −0.
func (a Num) Plus(b Num) Num {
	g := of(a, b)
	if g == nil {
		return Known(a.value + b.value)
	}
	if a.ref > 0 && g.signs[a.ref] >= plusZero && b.ref == 0 && b.value == 0 && !math.Signbit(b.value) {
		return a
	}
	y, minus := g.part(b)
	op := Add
	if minus {
		op = Sub
	}
	return g.num(Operation{Op: op, Args: [4]int32{g.node(a), y}})
}

// Mul returns a b.
func (a Num) Mul(b Num) Num {
	g := of(a, b)
	switch {
	case g == nil:
		return Known(float64(a.value * b.value))
	case a.ref == 0 && a.value == 0, b.ref == 0 && b.value == 0:
		return Num{}
	case a.ref == 0 && math.Abs(a.value) == 1:
		return b.signed(a.value < 0)
	case b.ref == 0 && math.Abs(b.value) == 1:
		return a.signed(b.value < 0)
	}
	x, minusX := g.part(a)
	y, minusY := g.part(b)
	return g.num(Operation{Op: Mul, Args: [4]int32{min(x, y), max(x, y)}}).signed(minusX != minusY)
}

// Div returns a / b.
func (a Num) Div(b Num) Num {
	g := of(a, b)
	switch {
	case g == nil:
		return Known(a.value / b.value)
	case a.ref == 0 && a.value == 0:
		return Num{}
	case b.ref == 0 && math.Abs(b.value) == 1:
		return a.signed(b.value < 0)
	case b.ref == 0 && powerOfTwo(b.value) && powerOfTwo(1/b.value):
		return a.Mul(Known(1 / b.value)) // which is as exact, and faster
	}
	x, minusX := g.part(a)
	y, minusY := g.part(b)
	return g.num(Operation{Op: Div, Args: [4]int32{x, y}}).signed(minusX != minusY)
}

// powerOfTwo reports whether |x| is a power of 2 with all its digits.
func powerOfTwo(x float64) bool {
	const exponent = 0x7ff << 52
	bits := math.Float64bits(x) &^ (1 << 63)
	return bits&^exponent == 0 && bits != 0 && bits != exponent
}

func (x Num) signed(minus bool) Num {
	if minus {
		return x.Neg()
	}
	return x
}

// Less reports whether a < b. If it is not known while recording it is taken to hold, and the graph requires it.
func (a Num) Less(b Num) bool {
	if of(a, b) == nil {
		return a.value < b.value
	}
	Require(a, b)
	return true
}

// Greater reports whether a > b, as [Num.Less] does.
func (a Num) Greater(b Num) bool { return b.Less(a) }

// Equal reports whether a and b are equal. If it is not known while recording it is taken not to hold, and the graph
// requires that.
func (a Num) Equal(b Num) bool {
	if of(a, b) == nil {
		return a.value == b.value
	}
	if a == b {
		return true
	}
	Require(Known(0), Absolute(a.Sub(b)))
	return false
}

// Require makes the graph rest on a < b. Where it does not hold, for a NaN too, the outputs mean nothing. It panics,
// for [Record] to return an error, if it is known not to hold.
func Require(a, b Num) {
	g := of(a, b)
	if g == nil || a == b {
		if !(a.value < b.value) {
			panic(ErrUnmet)
		}
		return
	}
	if bothMinus(a, b) {
		a, b = b.Neg(), a.Neg()
	}
	r := Inequality{g.node(a), g.node(b)}
	if !g.required[r] {
		g.required[r] = true
		g.Requires = append(g.Requires, r)
	}
}
