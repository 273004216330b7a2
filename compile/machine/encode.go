package machine

// encoder writes instructions of AVX and AVX-512. Source: Intel, "64 and IA-32 Architectures Software Developer's
// Manual", volume 2, sections 2.3 (VEX) and 2.7 (EVEX).
type encoder struct {
	text  []byte
	evex  bool
	lanes int
}

// operand is the last operand of an instruction: a register, or the memory at a distance from a base register.
type operand struct {
	register  int // or -1
	base      int
	distance  int32
	unit      int32 // EVEX counts short distances in it
	broadcast bool  // one number for all lanes
}

func inRegister(r int) operand { return operand{register: r} }

// The maps of opcodes and the prefixes that choose within them.
const (
	map0F, map0F38, map0F3A = 1, 2, 3
	none, p66, pF3, pF2     = 0, 1, 2, 3
)

// opcode is an instruction without its operands. wide is the bit W.
type opcode struct {
	table, prefix int
	code          byte
	wide          bool
}

// number returns the opcode of an instruction on numbers, of all lanes or of one.
func (e *encoder) number(code byte) opcode {
	if e.lanes == 1 {
		return opcode{map0F, pF2, code, true}
	}
	return opcode{map0F, p66, code, true}
}

// bits is an opcode of an instruction on the bits of whole registers.
func bits(code byte) opcode { return opcode{map0F, p66, code, true} }

// three writes d = a o x, where the lanes are on that are set in the mask register k, in all if it is 0.
func (e *encoder) three(o opcode, d, a int, x operand, k int) {
	length := map[int]int{1: 0, 4: 1, 8: 2}[e.lanes]
	if e.evex {
		e.prefixEVEX(o, d, a, x, k, length)
	} else {
		o.wide = false // which VEX ignores here
		e.prefixVEX(o, d, a, x, length)
	}
	e.text = append(e.text, o.code)
	e.address(d, x)
}

// vex writes an instruction that has the prefix VEX on every target.
func (e *encoder) vex(o opcode, d, a int, x operand, length int) {
	e.prefixVEX(o, d, a, x, length)
	e.text = append(e.text, o.code)
	e.address(d, x)
}

// inverted returns bit n of a register number as the prefixes have it.
func inverted(register, n int) byte { return byte(^register >> n & 1) }

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func (e *encoder) prefixVEX(o opcode, d, a int, x operand, length int) {
	r := x.base
	if x.register >= 0 {
		r = x.register
	}
	e.text = append(e.text, 0xC4, inverted(d, 3)<<7|1<<6|inverted(r, 3)<<5|byte(o.table),
		bit(o.wide)<<7|byte(^a&15)<<3|byte(length)<<2|byte(o.prefix))
}

func (e *encoder) prefixEVEX(o opcode, d, a int, x operand, k, length int) {
	low, high := inverted(x.base, 3), byte(1)
	if x.register >= 0 {
		low, high = inverted(x.register, 3), inverted(x.register, 4)
	}
	e.text = append(e.text, 0x62, inverted(d, 3)<<7|high<<6|low<<5|inverted(d, 4)<<4|byte(o.table),
		bit(o.wide)<<7|byte(^a&15)<<3|4|byte(o.prefix),
		byte(length)<<5|bit(x.broadcast)<<4|inverted(a, 4)<<3|byte(k))
}

// address writes the bytes that name a register and an operand.
func (e *encoder) address(d int, x operand) {
	field := byte(d&7) << 3
	if x.register >= 0 {
		e.text = append(e.text, 0xC0|field|byte(x.register&7))
		return
	}
	unit := int32(1)
	if e.evex {
		unit = x.unit
	}
	short := unit > 0 && x.distance%unit == 0 && x.distance/unit >= -128 && x.distance/unit < 128
	mod := byte(0x80)
	if short {
		mod = 0x40
	}
	e.text = append(e.text, mod|field|byte(x.base&7))
	if x.base&7 == 4 {
		e.text = append(e.text, 0x24) // no index
	}
	if short {
		e.text = append(e.text, byte(x.distance/unit))
		return
	}
	e.long(x.distance)
}

func (e *encoder) long(x int32) {
	e.text = append(e.text, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
}

func (e *encoder) load(d int, x operand) {
	o := e.number(0x10)
	if x.broadcast {
		o, x.broadcast = opcode{map0F38, p66, 0x19, true}, false
	}
	e.three(o, d, 0, x, 0)
}

func (e *encoder) store(x operand, s int) { e.three(e.number(0x11), s, 0, x, 0) }

func (e *encoder) shift(d, a int, count byte) {
	e.three(bits(0x73), 6, d, inRegister(a), 0)
	e.text = append(e.text, count)
}

// The mask registers: one collects the requirements, the other holds the mask of one instruction.
const met, chosen = 1, 2

// lastRegister collects the requirements where there are no mask registers.
const lastRegister = 15

// choose writes d = b where m has the sign bit, otherwise c.
func (e *encoder) choose(d, m, b, c int) {
	if e.evex {
		e.three(opcode{map0F38, pF3, 0x39, true}, chosen, 0, inRegister(m), 0)
	}
	e.blend(d, m, b, c)
}

// less writes to d, or to the mask register chosen, where a < x.
func (e *encoder) less(d, a int, x operand) {
	if e.evex {
		d = chosen
	}
	e.compare(d, a, x, 0)
}

// compare writes d = a < x, which is false for NaN. With masks d is one.
func (e *encoder) compare(d, a int, x operand, k int) {
	const lessQuiet = 0x11
	e.three(e.number(0xC2), d, a, x, k)
	e.text = append(e.text, lessQuiet)
}

// blend writes d = b where the mask m, or the mask register chosen, is set, otherwise c.
func (e *encoder) blend(d, m, b, c int) {
	if e.evex {
		e.three(opcode{map0F38, p66, 0x65, true}, d, c, inRegister(b), chosen)
		return
	}
	e.three(opcode{map0F3A, p66, 0x4B, false}, d, c, inRegister(b), 0)
	e.text = append(e.text, byte(m<<4))
}

// begin sets all lanes of the requirements.
func (e *encoder) begin() {
	if e.evex {
		e.vex(opcode{map0F, p66, 0x46, false}, met, met, inRegister(met), 1)
		return
	}
	e.three(bits(0x76), lastRegister, lastRegister, inRegister(lastRegister), 0)
}

// require clears the lanes of the requirements where a < x does not hold. The register t is free.
func (e *encoder) require(t, a int, x operand) {
	if e.evex {
		e.compare(met, a, x, met)
		return
	}
	e.compare(t, a, x, 0)
	e.three(bits(0x54), lastRegister, lastRegister, inRegister(t), 0)
}

// end writes the requirements to memory, a bit for each lane, and returns.
func (e *encoder) end(flags operand) {
	const rax = 0
	if e.evex {
		e.vex(opcode{map0F, p66, 0x93, false}, rax, 0, inRegister(met), 0)
	} else {
		e.three(bits(0x50), rax, 0, inRegister(lastRegister), 0)
	}
	e.text = append(e.text, 0x89, 0x80|rax<<3|byte(flags.base))
	e.long(flags.distance)
	if e.lanes > 1 {
		e.text = append(e.text, 0xC5, 0xF8, 0x77) // vzeroupper
	}
	e.text = append(e.text, 0xC3)
}

// lea writes d = the frame's address plus a distance.
func (e *encoder) lea(d int, distance int32) {
	e.text = append(e.text, 0x48|byte(d>>3)<<2, 0x8D, 0x80|byte(d&7)<<3|rdi)
	e.long(distance)
}
