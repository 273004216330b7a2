package machine

// neon writes instructions of the Advanced SIMD extension of arm64, which every such processor has: two lanes, or one.
// No instruction multiplies and adds. Source: Arm, "Architecture Reference Manual for A-profile architecture" (DDI
// 0487), section C7.2 (instructions on vectors and numbers) and C6.2 (on integers); the number behind each encoding is
// that of the page.
//
// Operands in memory are loaded first, into a register that holds no value. Minima and maxima are comparisons, for FMIN
// and FMAX are not the ones of other processors where an operand is NaN or both are zeros.
type neon struct {
	text     []byte
	lanes    int
	requires bool
}

// Registers that hold no values: one takes comparisons, one operands from memory, both words that are multiplied, and
// one collects the requirements.
const maskNEON, scratchNEON, metNEON = 29, 30, 31

// The integer registers: the areas, two that are free, and one for distances, as the procedure call standard has it for
// code between calls (IP0).
const x0, x1, x2, x3, x4, x16 = 0, 1, 2, 3, 4, 16

var areasNEON = areas{x0, x3, x4}

// encodings are those of an instruction on two lanes and on one.
type encodings struct{ two, one uint32 }

var binaryNEON = map[operation]encodings{
	opAdd: {0x4E60D400, 0x1E602800}, // FADD (vector), FADD (scalar)
	opSub: {0x4EE0D400, 0x1E603800}, // FSUB
	opMul: {0x6E60DC00, 0x1E600800}, // FMUL
	opDiv: {0x6E60FC00, 0x1E601800}, // FDIV
	opAnd: {0x4E201C00, 0x0E201C00}, // AND (vector), 16 or 8 bytes
	opXor: {0x6E201C00, 0x2E201C00}, // EOR (vector)
}

var (
	rootNEON     = encodings{0x6EE1F800, 0x1E61C000} // FSQRT
	greaterNEON  = encodings{0x6EE0E400, 0x7EE0E400} // FCMGT (register): all bits where n > m
	negativeNEON = encodings{0x4EE0A800, 0x5EE0A800} // CMLT (zero): all bits where the sign bit is set
	leftNEON     = encodings{0x4F005400, 0x5F005400} // SHL
	rightNEON    = encodings{0x6F000400, 0x7F000400} // USHR
	selectNEON   = encodings{0x6E601C00, 0x2E601C00} // BSL: n where d has ones, otherwise m
	whereNEON    = encodings{0x6EA01C00, 0x2EA01C00} // BIT: n where m has ones, otherwise d
	elseNEON     = encodings{0x6EE01C00, 0x2EE01C00} // BIF: d where m has ones, otherwise n
	loadNEON     = encodings{0x3DC00000, 0xFD400000} // LDR (immediate, SIMD&FP): Q, D; the distance in units
	storeNEON    = encodings{0x3D800000, 0xFD000000} // STR (immediate, SIMD&FP)
	loadFarNEON  = encodings{0x3CE06800, 0xFC606800} // LDR (register, SIMD&FP)
	storeFarNEON = encodings{0x3CA06800, 0xFC206800} // STR (register, SIMD&FP)
)

func (e *neon) code() []byte { return e.text }

func (e *neon) word(x uint32) {
	e.text = append(e.text, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
}

// three writes an instruction with its registers: the result d, the first operand n and the second one m.
func (e *neon) three(encoding uint32, d, n, m int) {
	e.word(encoding | uint32(m)<<16 | uint32(n)<<5 | uint32(d))
}

func (e *neon) of(x encodings) uint32 {
	if e.lanes == 1 {
		return x.one
	}
	return x.two
}

// distance writes x16 = a distance (MOVZ, MOVK).
func (e *neon) distance(x int32) {
	e.word(0xD2800000 | uint32(x)&0xFFFF<<5 | x16)
	if high := uint32(x) >> 16; high != 0 {
		e.word(0xF2A00000 | high<<5 | x16)
	}
}

// access writes a load or a store of register r.
func (e *neon) access(near, far encodings, r int, x operand) {
	unit := 8 * int32(e.lanes)
	if units := x.distance / unit; units < 1<<12 {
		e.three(e.of(near)|uint32(units)<<10, r, x.base, 0)
		return
	}
	e.distance(x.distance)
	e.three(e.of(far), r, x.base, x16)
}

func (e *neon) load(d int, x operand) { e.access(loadNEON, loadFarNEON, d, x) }

func (e *neon) store(x operand, s int) { e.access(storeNEON, storeFarNEON, s, x) }

// register returns the register of an operand, which is loaded if it is in memory.
func (e *neon) register(x operand) int {
	if x.register < 0 {
		e.load(scratchNEON, x)
		return scratchNEON
	}
	return x.register
}

func (e *neon) binary(o operation, d, a int, x operand) {
	b := e.register(x)
	switch o {
	case opMin:
		e.three(e.of(greaterNEON), maskNEON, b, a)
	case opMax:
		e.three(e.of(greaterNEON), maskNEON, a, b)
	case opWords:
		const narrow, multiply = 0x0EA12800, 0x2EA0C000 // XTN: the lower words; UMULL (vector)
		e.three(narrow, maskNEON, a, 0)
		e.three(narrow, scratchNEON, b, 0)
		e.three(multiply, d, maskNEON, scratchNEON)
		return
	default:
		e.three(e.of(binaryNEON[o]), d, a, b)
		return
	}
	if d == a {
		e.three(e.of(elseNEON), d, b, maskNEON)
		return
	}
	if d != b {
		e.move(d, b)
	}
	e.three(e.of(whereNEON), d, a, maskNEON)
}

// move writes d = a (ORR (vector, register)).
func (e *neon) move(d, a int) { e.three(0x4EA01C00, d, a, a) }

func (e *neon) sqrt(d, a int) { e.three(e.of(rootNEON), d, a, 0) }

func (e *neon) shift(d, a int, count int8) {
	if count < 0 {
		e.three(e.of(rightNEON), d, a, 128+int(count))
		return
	}
	e.three(e.of(leftNEON), d, a, 64+int(count))
}

func (e *neon) compare(m, a int, x operand) { e.three(e.of(greaterNEON), m, e.register(x), a) }

func (e *neon) signs(m, a int) int {
	e.three(e.of(negativeNEON), m, a, 0)
	return m
}

// blend writes d, which is m.
func (e *neon) blend(d, _ int, b operand, c int) { e.three(e.of(selectNEON), d, e.register(b), c) }

func (e *neon) begin(_ []base, requires bool) {
	if e.requires = requires; requires {
		e.word(0x6F07E7E0 | metNEON) // MOVI: ones
	}
}

func (e *neon) require(t, a int, x operand) {
	e.compare(t, a, x)
	e.three(e.of(binaryNEON[opAnd]), metNEON, metNEON, t)
}

func (e *neon) end(flags operand) {
	if e.requires {
		e.three(0x4E083C00, x1, metNEON, 0) // UMOV: the first lane
		e.three(0x4E183C00, x2, metNEON, 0) // the second one
		e.three(0x12000000, x1, x1, 0)      // AND (immediate): 1
		e.three(0x121F0000, x2, x2, 0)      // 2
		e.three(0x2A000000, x1, x1, x2)     // ORR (shifted register)
		e.distance(flags.distance)
		e.three(0xB8206800, x1, flags.base, x16) // STR (register), 32 bits
	}
	e.word(0xD65F03C0) // RET
}
