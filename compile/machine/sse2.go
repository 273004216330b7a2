package machine

// sse2 writes instructions of SSE2, which every amd64 processor has: two lanes, or one. They have two operands, the
// first of which is the result too. Source: Intel, "64 and IA-32 Architectures Software Developer's Manual", volume 2,
// section 2.2.1 (REX) and the pages of ADDPD, ADDSD and so on in chapters 3 and 4.
//
// Operands in memory of instructions on two lanes have to lie at multiples of 16 bytes, as all numbers of a frame do.
type sse2 struct {
	textX86
	lanes    int
	requires bool
}

// Registers that hold no values: one is free for every instruction, one collects the requirements.
const scratchSSE2, metSSE2 = 14, 15

// The prefixes that choose among instructions of one code.
const both, first = 0x66, 0xF2 // both lanes, the first one

// two writes d = d o x.
func (e *sse2) two(prefix, code byte, d int, x operand) {
	r := x.base
	if x.register >= 0 {
		r = x.register
	}
	e.bytes(prefix)
	if rex := byte(d>>3)<<2 | byte(r>>3); rex != 0 {
		e.bytes(0x40 | rex)
	}
	e.bytes(0x0F, code)
	e.address(d, x, 1)
}

// number writes d = d o x for an instruction on numbers, of both lanes or of one.
func (e *sse2) number(code byte, d int, x operand) {
	if e.lanes == 1 {
		e.two(first, code, d, x)
		return
	}
	e.two(both, code, d, x)
}

// bits writes d = d o x for an instruction on the bits of whole registers.
func (e *sse2) bits(code byte, d, x int) { e.two(both, code, d, inRegister(x)) }

// move writes d = a.
func (e *sse2) move(d, a int) {
	const movapd = 0x28
	if d != a {
		e.bits(movapd, d, a)
	}
}

func (e *sse2) load(d int, x operand) { e.number(loadX86, d, x) }

func (e *sse2) store(x operand, s int) { e.number(loadX86+1, s, x) }

func (e *sse2) binary(o operation, d, a int, x operand) {
	if x.register == d && d != a {
		if commutes(o) {
			a, x = d, inRegister(a)
		} else {
			e.move(scratchSSE2, d)
			x = inRegister(scratchSSE2)
		}
	}
	e.move(d, a)
	if code, ok := numericX86[o]; ok {
		e.number(code, d, x)
		return
	}
	e.two(both, logicalX86[o], d, x)
}

func (e *sse2) sqrt(d, a int) { e.number(rootX86, d, inRegister(a)) }

func (e *sse2) shift(d, a int, count int8) {
	direction, places := shiftOf(count)
	e.move(d, a)
	e.bits(shiftX86, direction, d)
	e.bytes(places)
}

func (e *sse2) compare(m, a int, x operand) {
	const less = 1
	e.move(m, a)
	e.number(compareX86, m, x)
	e.bytes(less)
}

func (e *sse2) signs(m, a int) int {
	const pshufd, highWords = 0x70, 0xF5
	const shift32, right = 0x72, 4
	e.bits(pshufd, m, a) // the upper half of each number, twice
	e.bytes(highWords)
	e.bits(shift32, right, m) // and its sign in all bits (psrad)
	e.bytes(31)
	return m
}

func (e *sse2) blend(d, m int, b operand, c int) {
	const andnpd, orpd = 0x55, 0x56
	e.move(scratchSSE2, m)
	e.two(both, logicalX86[opAnd], scratchSSE2, b)
	e.move(d, m)
	e.bits(andnpd, d, c)
	e.bits(orpd, d, scratchSSE2)
}

func (e *sse2) begin(bases []base, requires bool) {
	e.point(bases)
	if e.requires = requires; requires {
		e.bits(equalX86, metSSE2, metSSE2)
	}
}

func (e *sse2) require(t, a int, x operand) {
	e.compare(t, a, x)
	e.bits(logicalX86[opAnd], metSSE2, t)
}

func (e *sse2) end(flags operand) {
	if e.requires {
		e.bits(signsX86, rax, metSSE2)
		e.flag(flags)
	}
	e.bytes(retX86)
}
