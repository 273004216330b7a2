package machine

// assembler writes the instructions of one instruction set, one file each. A register is a number from 0 on. Where two
// registers of an instruction may be one, its comment says so.
type assembler interface {
	// begin writes what comes first: registers that point into the frame, and, if the code has requirements, that they
	// hold in all lanes.
	begin(bases []base, requires bool)
	load(d int, x operand)
	store(x operand, s int)
	// binary writes d = a o x for a sum, difference, product, quotient or operation on bits. Register d may be one of
	// the operands.
	binary(o operation, d, a int, x operand)
	// sqrt writes d = √a, and d may be a.
	sqrt(d, a int)
	// shift writes d = a with its bits moved to the left, and d may be a.
	shift(d, a int, count uint8)
	// choose writes d = b where m has the sign bit, otherwise c.
	choose(d, m, b, c int)
	// less writes d = b where a < x, otherwise c, for a NaN too.
	less(d, a int, x operand, b, c int)
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
