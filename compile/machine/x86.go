package machine

// What the encoders for amd64 share. Source: Intel, "64 and IA-32 Architectures Software Developer's Manual", volume 2,
// sections 2.1 (ModR/M, SIB, displacement) and 2.2.1 (REX).

// General registers. Go's own are not among those that point into memory: rsp, rbp, r14 and r15.
const rax, rdx, rsi, rdi = 0, 2, 6, 7

var (
	areasX86    = areas{rdi, rsi, rdx}
	pointersX86 = []int{1, rax, 3, 8, 9, 10, 11, 12, 13}
)

// The codes of instructions, which the encodings have in common.
var numericX86 = map[operation]byte{opAdd: 0x58, opMul: 0x59, opSub: 0x5C, opMin: 0x5D, opDiv: 0x5E,
	opMax: 0x5F}
var logicalX86 = map[operation]byte{opAnd: 0x54, opXor: 0x57, opWords: 0xF4}

const (
	loadX86    = 0x10 // vmovupd, vmovsd; the store has the next code
	rootX86    = 0x51
	compareX86 = 0xC2
	shiftX86   = 0x73 // see shiftOf
	equalX86   = 0x76 // of 32 bits each
	signsX86   = 0x50
)

// textX86 is code under construction.
type textX86 struct{ text []byte }

func (e *textX86) code() []byte { return e.text }

func (e *textX86) bytes(list ...byte) { e.text = append(e.text, list...) }

func (e *textX86) long(x int32) { e.bytes(byte(x), byte(x>>8), byte(x>>16), byte(x>>24)) }

// address writes the bytes that name a register and an operand. A short distance is counted in units.
func (e *textX86) address(d int, x operand, unit int32) {
	field := byte(d&7) << 3
	if x.register >= 0 {
		e.bytes(0xC0 | field | byte(x.register&7))
		return
	}
	short := unit > 0 && x.distance%unit == 0 && x.distance/unit >= -128 && x.distance/unit < 128
	mod := byte(0x80)
	if short {
		mod = 0x40
	}
	e.bytes(mod | field | byte(x.base&7))
	if x.base&7 == 4 {
		e.bytes(0x24) // no index
	}
	if short {
		e.bytes(byte(x.distance / unit))
		return
	}
	e.long(x.distance)
}

// point sets registers to addresses in the areas (lea).
func (e *textX86) point(bases []base) {
	for _, b := range bases {
		e.bytes(0x48|byte(b.register>>3)<<2, 0x8D, 0x80|byte(b.register&7)<<3|byte(b.of))
		e.long(b.at)
	}
}

// flag writes eax to memory.
func (e *textX86) flag(x operand) {
	e.bytes(0x89, 0x80|rax<<3|byte(x.base))
	e.long(x.distance)
}

// shiftOf returns what stands for the direction of a shift where other instructions have a register, and by how many
// places it is.
func shiftOf(count int8) (direction int, places byte) {
	const left, right = 6, 2
	if count < 0 {
		return right, byte(-count)
	}
	return left, byte(count)
}

const retX86 = 0xC3

// inverted returns bit n of a register number as VEX and EVEX have it.
func inverted(register, n int) byte { return byte(^register >> n & 1) }

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
