package machine

// layout says where the numbers of a frame are, in bytes from its start: inputs, outputs, the bits of the lanes in
// which all requirements hold, constants, and at the end the slots of values that found no register.
type layout struct {
	frame     int   // the register that has its address
	vector    int32 // bytes of a number in all lanes
	constant  int32 // bytes from one constant to the next: AVX-512 spreads one number over all lanes as it reads it
	outputs   int32
	flags     int32
	constants int32
	slots     int32
	bases     []base
}

// base is a register that points into the frame, so that distances from it are short to write.
type base struct {
	register int
	at       int32
}

func align(n int32) int32 { return (n + 63) &^ 63 }

func newLayout(p *program, t *InstructionSet) layout {
	l := layout{frame: t.frame, vector: 8 * int32(t.Lanes)}
	l.constant = l.vector
	if t.masks {
		l.constant = 8
	}
	l.outputs = int32(p.inputs) * l.vector
	l.flags = align(l.outputs + int32(len(p.outputs))*l.vector)
	l.constants = l.flags + 64
	l.slots = align(l.constants + int32(len(p.constants))*l.constant)
	// A register reaches 128 units on either side of where it points.
	registers := t.pointers
	point := func(from, to, unit int32, most int) {
		for at := from + 128*unit; len(registers) > 0 && most > 0 && at-128*unit < to; at += 256 * unit {
			l.bases = append(l.bases, base{registers[0], at})
			registers = registers[1:]
			most--
		}
	}
	vector, constant := l.vector, l.constant
	if !t.masks {
		vector, constant = 1, 1
	}
	const many = 1 << 20 // how many slots there will be is not known yet
	point(0, l.flags, vector, 3)
	point(l.constants, l.slots, constant, 5)
	point(l.slots, many, vector, len(registers))
	return l
}

// at returns the operand at a distance from the start of the frame.
func (l *layout) at(distance, unit int32) operand {
	near := base{l.frame, 0}
	for _, b := range l.bases {
		if abs(distance-b.at) < abs(distance-near.at) {
			near = b
		}
	}
	return operand{register: -1, base: near.register, distance: distance - near.at, unit: unit}
}

func abs(x int32) int32 { return max(x, -x) }

func (l *layout) input(i int32) operand  { return l.at(i*l.vector, l.vector) }
func (l *layout) output(i int32) operand { return l.at(l.outputs+i*l.vector, l.vector) }
func (l *layout) slot(i int32) operand   { return l.at(l.slots+i*l.vector, l.vector) }

func (l *layout) constantAt(i int32) operand {
	x := l.at(l.constants+i*l.constant, l.constant)
	x.broadcast = l.constant < l.vector
	return x
}
