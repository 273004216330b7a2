package machine

// layout says where the numbers of an execution are, in bytes from the start of their area. The frame has the inputs
// that are not carried, the bits of the lanes in which all requirements hold, constants, and at the end the slots of
// values that found no register.
type layout struct {
	areas
	vector    int32 // bytes of a number in all lanes
	constant  int32 // bytes from one constant to the next: AVX-512 spreads one number over all lanes as it reads it
	carried   int32 // inputs
	flags     int32
	constants int32
	slots     int32
	bases     []base
}

// areas are the registers that have the addresses of the memory in which the numbers are: the frame, the inputs that
// are carried and the outputs. The last two go with each call, so that the outputs of one can be the inputs of the next
// where they are.
type areas struct{ frame, from, to int }

// base is a register that points into an area, so that distances from it are short to write. Register of has the
// address of the area.
type base struct {
	register, of int
	at           int32
}

func align(n int32) int32 { return (n + 63) &^ 63 }

func newLayout(p *program, t *InstructionSet) layout {
	l := layout{areas: t.areas, vector: 8 * int32(t.Lanes), carried: int32(p.carried)}
	l.constant = l.vector
	if t.masks {
		l.constant = 8
	}
	l.flags = align(int32(p.inputs-p.carried) * l.vector)
	l.constants = l.flags + 64
	l.slots = align(l.constants + int32(len(p.constants))*l.constant)
	// A register reaches 128 units on either side of where it points.
	registers := t.pointers
	point := func(of int, from, to, unit int32, most int) {
		for at := from + 128*unit; len(registers) > 0 && most > 0 && at-128*unit < to; at += 256 * unit {
			l.bases = append(l.bases, base{registers[0], of, at})
			registers = registers[1:]
			most--
		}
	}
	vector, constant := l.vector, l.constant
	if !t.masks {
		vector, constant = 1, 1
	}
	const many = 1 << 20 // how many slots there will be is not known yet
	own := 128 * vector  // as far as the register of an area reaches itself
	point(l.from, own, l.carried*l.vector, vector, 1)
	point(l.to, own, int32(len(p.outputs))*l.vector, vector, 1)
	point(l.frame, own, l.flags, vector, 1)
	point(l.frame, l.constants, l.slots, constant, 3)
	point(l.frame, l.slots, many, vector, len(registers))
	return l
}

// at returns the operand at a distance from the start of the area whose address a register has.
func (l *layout) at(of int, distance, unit int32) operand {
	near := base{of, of, 0}
	for _, b := range l.bases {
		if b.of == of && abs(distance-b.at) < abs(distance-near.at) {
			near = b
		}
	}
	return operand{register: -1, base: near.register, distance: distance - near.at, unit: unit}
}

func abs(x int32) int32 { return max(x, -x) }

func (l *layout) output(i int32) operand { return l.at(l.to, i*l.vector, l.vector) }
func (l *layout) slot(i int32) operand   { return l.at(l.frame, l.slots+i*l.vector, l.vector) }

func (l *layout) input(i int32) operand {
	if i < l.carried {
		return l.at(l.from, i*l.vector, l.vector)
	}
	return l.at(l.frame, (i-l.carried)*l.vector, l.vector)
}

func (l *layout) constantAt(i int32) operand {
	x := l.at(l.frame, l.constants+i*l.constant, l.constant)
	x.broadcast = l.constant < l.vector
	return x
}
