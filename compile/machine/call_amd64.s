#include "textflag.h"

// func call(text, frame unsafe.Pointer)
TEXT ·call(SB), NOSPLIT, $0-16
	MOVQ text+0(FP), AX
	MOVQ frame+8(FP), DI
	CALL AX
	RET
