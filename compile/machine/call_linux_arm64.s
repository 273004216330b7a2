#include "textflag.h"

// func call(text, frame, from, to unsafe.Pointer)
TEXT ·call(SB), NOSPLIT, $0-32
	MOVD text+0(FP), R9
	MOVD frame+8(FP), R0
	MOVD from+16(FP), R3
	MOVD to+24(FP), R4
	CALL (R9)
	RET

// func cacheLines() (data, instructions uintptr)
//
// Arm ARM D19.2.34, CTR_EL0: the logarithms of the lengths of cache lines in words of four bytes.
TEXT ·cacheLines(SB), NOSPLIT, $0-16
	MRS  CTR_EL0, R0
	MOVD $4, R3
	UBFX $16, R0, $4, R1
	LSL  R1, R3, R1
	MOVD R1, data+0(FP)
	UBFX $0, R0, $4, R2
	LSL  R2, R3, R2
	MOVD R2, instructions+8(FP)
	RET

// func flush(from, to, data, instructions uintptr)
//
// Arm ARM B2.4.4, "Synchronization and coherency issues between data and instruction accesses": what was written goes
// to where instructions are fetched from, then what has been fetched before is forgotten.
TEXT ·flush(SB), NOSPLIT, $0-32
	MOVD from+0(FP), R0
	MOVD to+8(FP), R1
	MOVD data+16(FP), R2
	MOVD instructions+24(FP), R3
	SUB  $1, R2, R4
	BIC  R4, R0, R5

data:
	DC   CVAU, R5
	ADD  R2, R5, R5
	CMP  R1, R5
	BLO  data
	DSB  $11 // of the inner shareable domain
	SUB  $1, R3, R4
	BIC  R4, R0, R5

instructions:
	WORD $0xD50B7525 // IC IVAU, R5
	ADD  R3, R5, R5
	CMP  R1, R5
	BLO  instructions
	DSB  $11
	ISB  $15
	RET
