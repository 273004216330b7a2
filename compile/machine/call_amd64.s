#include "textflag.h"

// func call(text, frame, from, to unsafe.Pointer)
TEXT ·call(SB), NOSPLIT, $0-32
	MOVQ text+0(FP), AX
	MOVQ frame+8(FP), DI
	MOVQ from+16(FP), SI
	MOVQ to+24(FP), DX
	CALL AX
	RET
