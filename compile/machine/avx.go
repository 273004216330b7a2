package machine

// avx writes instructions of AVX, AVX2 and AVX-512. Source: Intel, "64 and IA-32 Architectures Software Developer's
// Manual", volume 2, sections 2.3 (VEX) and 2.7 (EVEX), and the pages of the instructions in chapters 3 to 5.
type avx struct {
	textX86
	evex     bool // AVX-512: masks in registers of their own
	lanes    int
	requires int // how many have been written; -1 if there are none to write
}

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
func (e *avx) number(code byte) opcode {
	if e.lanes == 1 {
		return opcode{map0F, pF2, code, true}
	}
	return opcode{map0F, p66, code, true}
}

// bits is an opcode of an instruction on the bits of whole registers.
func bits(code byte) opcode { return opcode{map0F, p66, code, true} }

// three writes d = a o x, where the lanes are on that are set in the mask register k, in all if it is 0.
func (e *avx) three(o opcode, d, a int, x operand, k int) {
	length := map[int]int{1: 0, 2: 0, 4: 1, 8: 2}[e.lanes]
	unit := int32(1)
	if e.evex {
		e.prefixEVEX(o, d, a, x, k, length)
		unit = x.unit
	} else {
		o.wide = false // which VEX ignores here
		e.prefixVEX(o, d, a, x, length)
	}
	e.bytes(o.code)
	e.address(d, x, unit)
}

// vex writes an instruction on registers that has the prefix VEX on every target.
func (e *avx) vex(o opcode, d, a, x, length int) {
	e.prefixVEX(o, d, a, inRegister(x), length)
	e.bytes(o.code)
	e.address(d, inRegister(x), 1)
}

func (e *avx) prefixVEX(o opcode, d, a int, x operand, length int) {
	r := x.base
	if x.register >= 0 {
		r = x.register
	}
	if o.table == map0F && !o.wide && r < 8 {
		e.bytes(0xC5, inverted(d, 3)<<7|byte(^a&15)<<3|byte(length)<<2|byte(o.prefix))
		return
	}
	e.bytes(0xC4, inverted(d, 3)<<7|1<<6|inverted(r, 3)<<5|byte(o.table),
		bit(o.wide)<<7|byte(^a&15)<<3|byte(length)<<2|byte(o.prefix))
}

func (e *avx) prefixEVEX(o opcode, d, a int, x operand, k, length int) {
	low, high := inverted(x.base, 3), byte(1)
	if x.register >= 0 {
		low, high = inverted(x.register, 3), inverted(x.register, 4)
	}
	e.bytes(0x62, inverted(d, 3)<<7|high<<6|low<<5|inverted(d, 4)<<4|byte(o.table),
		bit(o.wide)<<7|byte(^a&15)<<3|4|byte(o.prefix),
		byte(length)<<5|bit(x.broadcast)<<4|inverted(a, 4)<<3|byte(k))
}

func (e *avx) load(d int, x operand) {
	o := e.number(loadX86)
	if x.broadcast {
		o, x.broadcast = opcode{map0F38, p66, 0x19, true}, false
	}
	e.three(o, d, 0, x, 0)
}

func (e *avx) store(x operand, s int) { e.three(e.number(loadX86+1), s, 0, x, 0) }

func (e *avx) binary(o operation, d, a int, x operand) {
	if code, ok := numericX86[o]; ok {
		e.three(e.number(code), d, a, x, 0)
		return
	}
	e.three(bits(logicalX86[o]), d, a, x, 0)
}

func (e *avx) sqrt(d, a int) {
	upper := 0
	if e.lanes == 1 {
		upper = a // where the rest of the register comes from
	}
	e.three(e.number(rootX86), d, upper, inRegister(a), 0)
}

func (e *avx) shift(d, a int, count int8) {
	direction, places := shiftOf(count)
	e.three(bits(shiftX86), direction, d, inRegister(a), 0)
	e.bytes(places)
}

// The mask registers: those from firstMet on collect the requirements, by turns, since a comparison under a mask takes
// six cycles from mask to mask; those from firstMask on hold masks. The one with the number 0 stands for none.
const firstMet, firstMask, masks = 1, 5, 8

// lastRegister collects the requirements where there are no mask registers.
const lastRegister = 15

func (e *avx) compare(m, a int, x operand) { e.less(m, a, x, 0) }

// less writes m = a < x, which is false for NaN. With mask registers m is one, and only lanes of the mask k can be set.
func (e *avx) less(m, a int, x operand, k int) {
	const lessQuiet = 0x11
	e.three(e.number(compareX86), m, a, x, k)
	e.bytes(lessQuiet)
}

func (e *avx) signs(m, a int) int {
	if !e.evex {
		return a
	}
	e.three(opcode{map0F38, pF3, 0x39, true}, m, 0, inRegister(a), 0) // vpmovq2m
	return m
}

func (e *avx) blend(d, m int, b operand, c int) {
	if e.evex {
		e.three(opcode{map0F38, p66, 0x65, true}, d, c, b, m)
		return
	}
	e.three(opcode{map0F3A, p66, 0x4B, false}, d, c, b, 0)
	e.bytes(byte(m << 4))
}

func (e *avx) begin(bases []base, requires bool) {
	e.point(bases)
	switch {
	case !requires:
		e.requires = -1
	case e.evex:
		for m := firstMet; m < firstMask; m++ {
			e.vex(opcode{map0F, p66, 0x46, false}, m, m, m, 1) // kxnorb
		}
	default:
		e.three(bits(equalX86), lastRegister, lastRegister, inRegister(lastRegister), 0)
	}
}

func (e *avx) require(t, a int, x operand) {
	if e.evex {
		m := firstMet + e.requires%(firstMask-firstMet)
		e.less(m, a, x, m)
		e.requires++
		return
	}
	e.less(t, a, x, 0)
	e.three(bits(logicalX86[opAnd]), lastRegister, lastRegister, inRegister(t), 0)
}

func (e *avx) end(flags operand) {
	if e.requires >= 0 {
		if e.evex {
			for m := firstMet + 1; m < firstMask; m++ {
				e.vex(opcode{map0F, p66, 0x41, false}, firstMet, firstMet, m, 1) // kandb
			}
			e.vex(opcode{map0F, p66, 0x93, false}, rax, 0, firstMet, 0) // kmovb
		} else {
			e.three(bits(signsX86), rax, 0, inRegister(lastRegister), 0)
		}
		e.flag(flags)
	}
	if e.lanes > 1 {
		e.bytes(0xC5, 0xF8, 0x77) // vzeroupper
	}
	e.bytes(retX86)
}
