package machine

// assembler writes the instructions of one instruction set, one file each. A register is a number from 0 on. Where two
// registers of an instruction may be one, its comment says so.
type assembler interface {
	// begin writes what comes first: registers that point into areas, and, if the code has requirements, that they
	// hold in all lanes.
	begin(bases []base, requires bool)
	load(d int, x operand)
	store(x operand, s int)
	// binary writes d = a o x for a sum, difference, product, quotient, minimum, maximum or operation on bits. Register
	// d may be one of the operands.
	binary(o operation, d, a int, x operand)
	// sqrt writes d = √a, and d may be a.
	sqrt(d, a int)
	// shift writes d = a with its bits moved to the left, or by −count to the right, and d may be a.
	shift(d, a int, count int8)
	// compare makes m the mask of the lanes in which a < x, which it is not for a NaN. A mask is in a register of its
	// own kind where the target has such ones.
	compare(m, a int, x operand)
	// signs makes m the mask of the lanes in which a has the sign bit. It returns the register that is the mask, which
	// is a where its sign bits alone matter.
	signs(m, a int) int
	// blend writes d = b in the lanes of a mask m and d = c in others. Register d may be m, and is neither b nor c. A
	// mask that is not in a register of its own kind is d, or what signs returned.
	blend(d, m int, b operand, c int)
	// require notes the lanes in which a < x does not hold. Register t is free.
	require(t, a int, x operand)
	// end writes to memory a bit for each lane in which all requirements hold, if there are any, and returns.
	end(flags operand)
	// code returns what has been written.
	code() []byte
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
