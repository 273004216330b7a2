package machine

import (
	"math"
	"slices"
)

// code is machine code with what has to stand in its frames.
type code struct {
	text []byte
	layout
	lanes     int
	constants []float64
	inputs    int
	outputs   int
	slots     int
	requires  bool
}

// place is where a value stands in memory.
type place struct {
	home home
	at   int32
}

type home uint8

const (
	nowhere home = iota
	ofConstant
	ofInput
	ofOutput
	ofSlot
)

// value is what the allocator knows of a value.
type value struct {
	register int // or -1
	place
	uses    []int32 // the instructions that read it, still to come
	outputs []int32
}

const never = math.MaxInt32

// allocator writes the code of a program and gives its values registers. Where there is none the value leaves its
// register that is read last, which is the best choice for code without branches (Belady, "A study of replacement
// algorithms for a virtual-storage computer", IBM Systems Journal 5(2), 1966).
type allocator struct {
	assembler
	layout
	target    *InstructionSet
	values    []value
	registers []int32 // the value in each, or -1
	masks     [masks]mask
	locked    []bool  // registers that the instruction at work needs
	position  int32   // of the instruction at work
	slots     int32   // in use so far
	free      []int32 // slots, the first ones last
	freed     []int32 // slots that the instruction at work may still read
}

// cached is how many bytes of code a processor keeps decoded, about.
const cached = 24 << 10

// shortest is how many bytes an instruction has at least, about.
const shortest = 4

// generate writes the code of a program for a target. Of long code, whose time goes with its length, there are two, and
// it is the shorter one: that of the program's order, and that of the order depth first.
func generate(p *program, t *InstructionSet) *code {
	if len(p.code)*shortest <= cached {
		if c := write(p, t, t.registers*3/4); len(c.text) <= cached {
			return c
		}
	}
	c, d := write(p, t, t.registers*2/5), write(p.depthFirst(), t, t.registers*2/5)
	if len(d.text) < len(c.text) {
		return d
	}
	return c
}

// write writes the code of a program in its order, but for what the schedule for some crowd of values changes.
func write(p *program, t *InstructionSet, crowd int) *code {
	a := &allocator{assembler: t.assemble(t.Lanes), layout: newLayout(p, t), target: t,
		values: make([]value, p.values), registers: make([]int32, t.registers), locked: make([]bool, t.registers)}
	for i := range a.registers {
		a.registers[i] = -1
	}
	for i := range a.values {
		v := &a.values[i]
		v.register = -1
		switch x := int32(i); {
		case p.isConstant(x):
			v.place = place{ofConstant, x}
		case p.isInput(x):
			v.place = place{ofInput, x - int32(len(p.constants))}
		}
	}
	list := p.schedule(crowd)
	a.readBy(list)
	for k, x := range p.outputs {
		a.values[x].outputs = append(a.values[x].outputs, int32(k))
	}
	a.begin(a.bases, p.requires > 0)
	for i := range list {
		a.position = int32(i)
		a.instruction(&list[i])
	}
	a.passed(p)
	a.end(operand{register: -1, base: a.frame, distance: a.flags})
	return &code{text: a.code(), layout: a.layout, lanes: t.Lanes, constants: p.constants, inputs: p.inputs,
		outputs: len(p.outputs), slots: int(a.slots), requires: p.requires > 0}
}

// readBy notes which instructions read the values.
func (a *allocator) readBy(list []instruction) {
	reads, all := make([]int, len(a.values)), 0
	for i := range list {
		for _, x := range list[i].operands() {
			reads[x]++
			all++
		}
	}
	uses := make([]int32, all)
	for x, n := range reads {
		a.values[x].uses, uses = uses[:0:n], uses[n:]
	}
	for i := range list {
		for _, x := range list[i].operands() {
			if v := &a.values[x]; len(v.uses) == 0 || v.uses[len(v.uses)-1] != int32(i) {
				v.uses = append(v.uses, int32(i))
			}
		}
	}
}

// passed writes the outputs that are inputs or constants.
func (a *allocator) passed(p *program) {
	a.position = never - 1
	for x := range p.first() {
		for _, k := range a.values[x].outputs {
			a.store(a.output(k), a.bring(x))
		}
		a.unlock()
	}
}

// next returns the next instruction after the one at work that reads a value.
func (a *allocator) next(x int32) int32 {
	v := &a.values[x]
	for len(v.uses) > 0 && v.uses[0] <= a.position {
		v.uses = v.uses[1:]
	}
	if len(v.uses) == 0 {
		return never
	}
	return v.uses[0]
}

func (a *allocator) memory(p place) operand {
	switch p.home {
	case ofConstant:
		return a.constantAt(p.at)
	case ofInput:
		return a.input(p.at)
	case ofOutput:
		return a.output(p.at)
	}
	return a.slot(p.at)
}

// take returns a free register, locked. If there is none the value that is read last leaves its own.
func (a *allocator) take() int {
	best, latest := -1, int64(-1)
	for r, x := range a.registers {
		if a.locked[r] {
			continue
		}
		if x < 0 {
			a.locked[r] = true
			return r
		}
		distance := 4 * (int64(a.next(x)) - int64(a.position))
		if a.values[x].home == nowhere {
			distance = distance * 3 / 4 // it takes a store
		}
		if distance > latest {
			best, latest = r, distance
		}
	}
	v := &a.values[a.registers[best]]
	if v.home == nowhere {
		v.place = place{ofSlot, a.takeSlot()}
		a.store(a.memory(v.place), best)
	}
	v.register = -1
	a.registers[best] = -1
	a.locked[best] = true
	return best
}

// takeSlot returns the first slot that is free.
func (a *allocator) takeSlot() int32 {
	if n := len(a.free); n > 0 {
		s := a.free[n-1]
		a.free = a.free[:n-1]
		return s
	}
	a.slots++
	return a.slots - 1
}

// bring returns the register of a value, which is loaded if it has none, and locks it.
func (a *allocator) bring(x int32) int {
	v := &a.values[x]
	if v.register < 0 {
		r := a.take()
		a.load(r, a.memory(v.place))
		v.register, a.registers[r] = r, x
	}
	a.locked[v.register] = true
	return v.register
}

// near is the number of instructions within which a value has to be read again to be worth a register of its own where
// to read it from memory costs an instruction.
const near = 8

// read returns an operand for a value, in memory where a register is not worth it.
func (a *allocator) read(x int32) operand {
	v := &a.values[x]
	if v.register < 0 && (a.target.masks || !a.worth(x)) {
		return a.memory(v.place)
	}
	return inRegister(a.bring(x))
}

// worth reports whether a value in memory is read again soon, and before what its register would hold otherwise.
func (a *allocator) worth(x int32) bool {
	next := a.next(x)
	if next == never || next-a.position > near {
		return false
	}
	for r, y := range a.registers {
		switch {
		case a.locked[r]:
		case y < 0:
			return true
		case a.values[y].home != nowhere && a.next(y) > next+near:
			return true
		}
	}
	return false
}

// release frees the registers and the slots of operands that are not read again.
func (a *allocator) release(in *instruction) {
	for _, x := range in.operands() {
		v := &a.values[x]
		if a.next(x) != never {
			continue
		}
		if v.register >= 0 {
			a.registers[v.register] = -1
			a.locked[v.register] = false
			v.register = -1
		}
		if v.home == ofSlot {
			a.freed = append(a.freed, v.at) // not before the instruction has read it
			v.home = nowhere
		}
	}
}

// result returns the register of an instruction's result.
func (a *allocator) result(in *instruction) int {
	r := a.take()
	a.registers[r] = in.result
	a.values[in.result].register = r
	return r
}

func (a *allocator) unlock() {
	clear(a.locked)
	for _, s := range a.freed {
		i, _ := slices.BinarySearchFunc(a.free, s, func(x, y int32) int { return int(y - x) })
		a.free = slices.Insert(a.free, i, s)
	}
	a.freed = a.freed[:0]
}

func (a *allocator) instruction(in *instruction) {
	for _, x := range in.operands() {
		if r := a.values[x].register; r >= 0 {
			a.locked[r] = true
		}
	}
	switch in.op {
	case opSqrt:
		x := a.bring(in.args[0])
		a.release(in)
		a.sqrt(a.result(in), x)
	case opShift:
		x := a.bring(in.args[0])
		a.release(in)
		a.shift(a.result(in), x, in.count)
	case opChoose, opSelect:
		a.selection(in)
	case opRequire:
		x := a.bring(in.args[0])
		y := a.read(in.args[1])
		t := 0
		if !a.target.masks {
			t = a.take()
		}
		a.require(t, x, y)
		a.release(in)
	default:
		a.arithmetic(in)
	}
	a.unlock()
	if in.result >= 0 {
		a.finish(in.result)
	}
}

// arithmetic writes an operation on two operands, the second of which may stand in memory.
func (a *allocator) arithmetic(in *instruction) {
	x, y := in.args[0], in.args[1]
	if commutes(in.op) && a.values[x].register < 0 {
		x, y = y, x
	}
	first := a.bring(x)
	of := a.read
	if in.op.onBits() {
		of = a.whole
	}
	second := of(y)
	a.release(in)
	a.binary(in.op, a.result(in), first, second)
}

// whole returns an operand for a value of an instruction that reads a whole register of memory.
func (a *allocator) whole(x int32) operand {
	if a.target.Lanes == 1 {
		return inRegister(a.bring(x))
	}
	return a.read(x)
}

// selection writes an instruction that takes one of two values in each lane.
func (a *allocator) selection(in *instruction) {
	c, b := a.bring(in.args[in.n-1]), a.whole(in.args[in.n-2])
	d := a.result(in) // which is no operand
	if a.target.masks {
		a.blend(d, a.mask(in), b, c)
	} else {
		a.blend(d, a.condition(in, d), b, c)
	}
	a.release(in)
}

// condition makes m the mask of an instruction, and returns the register that is the mask.
func (a *allocator) condition(in *instruction, m int) int {
	x := a.bring(in.args[0])
	if in.op == opChoose {
		return a.signs(m, x)
	}
	a.compare(m, x, a.read(in.args[1]))
	return m
}

// mask is what a mask register holds.
type mask struct {
	set  bool
	of   [2]int32 // values that were compared, or one whose sign it is and -1
	used int32    // the last instruction that has read it
}

// mask returns the register that holds the mask of an instruction. Comparisons of the same values share it.
func (a *allocator) mask(in *instruction) int {
	of := [2]int32{in.args[0], -1}
	if in.op == opSelect {
		of[1] = in.args[1]
	}
	oldest := firstMask
	for k := firstMask; k < masks; k++ {
		if m := &a.masks[k]; m.set && m.of == of {
			m.used = a.position
			return k
		} else if m.used < a.masks[oldest].used {
			oldest = k
		}
	}
	a.masks[oldest] = mask{set: true, of: of, used: a.position}
	return a.condition(in, oldest)
}

// finish stores a result where it is an output, and forgets it if nothing reads it.
func (a *allocator) finish(x int32) {
	v := &a.values[x]
	for _, k := range v.outputs {
		a.store(a.output(k), v.register)
		v.place = place{ofOutput, k}
	}
	if a.next(x) == never {
		a.registers[v.register] = -1
		v.register = -1
	}
}
