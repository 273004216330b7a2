package machine

import (
	"encoding/hex"
	"testing"
)

// encoded are instructions with their bytes as LLVM 14 has them (llvm-mc -show-encoding).
var encoded = []struct {
	e     assembler
	write func(e assembler)
	text  string
	bytes string
}{
	// SSE2
	{&sse2{lanes: 2}, func(e assembler) { e.binary(opAdd, 1, 1, inRegister(2)) },
		"addpd xmm1, xmm2",
		"660f58ca"},
	{&sse2{lanes: 1}, func(e assembler) { e.binary(opAdd, 9, 9, inRegister(2)) },
		"addsd xmm9, xmm2",
		"f2440f58ca"},
	{&sse2{lanes: 2}, func(e assembler) { e.binary(opMul, 3, 4, inRegister(13)) },
		"movapd xmm3, xmm4; mulpd xmm3, xmm13",
		"660f28dc66410f59dd"},
	{&sse2{lanes: 1}, func(e assembler) { e.binary(opMul, 3, 4, inRegister(3)) },
		"mulsd xmm3, xmm4",
		"f20f59dc"},
	{&sse2{lanes: 2}, func(e assembler) { e.binary(opSub, 5, 6, inRegister(5)) },
		"movapd xmm14, xmm5; movapd xmm5, xmm6; subpd xmm5, xmm14",
		"66440f28f5660f28ee66410f5cee"},
	{&sse2{lanes: 1}, func(e assembler) { e.binary(opDiv, 5, 6, inRegister(5)) },
		"movapd xmm14, xmm5; movapd xmm5, xmm6; divsd xmm5, xmm14",
		"66440f28f5660f28eef2410f5eee"},
	{&sse2{lanes: 2}, func(e assembler) { e.binary(opDiv, 7, 7, at(rdi, 16)) },
		"divpd xmm7, xmmword ptr [rdi + 16]",
		"660f5e7f10"},
	{&sse2{lanes: 1}, func(e assembler) { e.binary(opSub, 7, 7, at(12, -1024)) },
		"subsd xmm7, qword ptr [r12 - 1024]",
		"f2410f5cbc2400fcffff"},
	{&sse2{lanes: 2}, func(e assembler) { e.binary(opAnd, 8, 0, inRegister(10)) },
		"movapd xmm8, xmm0; andpd xmm8, xmm10",
		"66440f28c066450f54c2"},
	{&sse2{lanes: 1}, func(e assembler) { e.binary(opXor, 8, 8, inRegister(10)) },
		"xorpd xmm8, xmm10",
		"66450f57c2"},
	{&sse2{lanes: 2}, func(e assembler) { e.sqrt(11, 12) },
		"sqrtpd xmm11, xmm12",
		"66450f51dc"},
	{&sse2{lanes: 1}, func(e assembler) { e.sqrt(11, 1) },
		"sqrtsd xmm11, xmm1",
		"f2440f51d9"},
	{&sse2{lanes: 2}, func(e assembler) { e.shift(2, 13, 63) },
		"movapd xmm2, xmm13; psllq xmm2, 63",
		"66410f28d5660f73f23f"},
	{&sse2{lanes: 1}, func(e assembler) { e.shift(13, 13, 62) },
		"psllq xmm13, 62",
		"66410f73f53e"},
	{&sse2{lanes: 2}, func(e assembler) { e.choose(9, 1, 2, 3) },
		"pshufd xmm9, xmm1, 0xf5; psrad xmm9, 31; movapd xmm14, xmm9; andpd xmm14, xmm2; andnpd xmm9, xmm3; " +
			"orpd xmm9, xmm14",
		"66440f70c9f566410f72e11f66450f28f166440f54f266440f55cb66450f56ce"},
	{&sse2{lanes: 2}, func(e assembler) { e.less(0, 1, inRegister(2), 3, 4) },
		"movapd xmm0, xmm1; cmpltpd xmm0, xmm2; movapd xmm14, xmm0; andpd xmm14, xmm3; andnpd xmm0, xmm4; " +
			"orpd xmm0, xmm14",
		"660f28c1660fc2c20166440f28f066440f54f3660f55c466410f56c6"},
	{&sse2{lanes: 1}, func(e assembler) { e.less(0, 1, at(rdi, 8), 3, 4) },
		"movapd xmm0, xmm1; cmpltsd xmm0, qword ptr [rdi + 8]; movapd xmm14, xmm0; andpd xmm14, xmm3; " +
			"andnpd xmm0, xmm4; orpd xmm0, xmm14",
		"660f28c1f20fc247080166440f28f066440f54f3660f55c466410f56c6"},
	{&sse2{lanes: 2}, func(e assembler) { e.require(6, 7, inRegister(8)) },
		"movapd xmm6, xmm7; cmpltpd xmm6, xmm8; andpd xmm15, xmm6",
		"660f28f766410fc2f00166440f54fe"},
	{&sse2{lanes: 2}, func(e assembler) { e.load(9, at(6, 0x12340)) },
		"movupd xmm9, xmmword ptr [rsi + 0x12340]",
		"66440f108e40230100"},
	{&sse2{lanes: 1}, func(e assembler) { e.load(9, at(6, 0x12340)) },
		"movsd xmm9, qword ptr [rsi + 0x12340]",
		"f2440f108e40230100"},
	{&sse2{lanes: 2}, func(e assembler) { e.store(at(rdi, 112), 14) },
		"movupd xmmword ptr [rdi + 112], xmm14",
		"66440f117770"},
	{&sse2{lanes: 1}, func(e assembler) { e.store(at(rdi, 112), 14) },
		"movsd qword ptr [rdi + 112], xmm14",
		"f2440f117770"},
	{&sse2{lanes: 2}, func(e assembler) { e.begin([]base{{9, 4096}}, false); e.end(at(rdi, 4096)) },
		"lea r9, [rdi + 4096]; ret",
		"4c8d8f00100000c3"},
	{&sse2{lanes: 2}, func(e assembler) { e.begin(nil, true); e.end(at(rdi, 4096)) },
		"pcmpeqd xmm15, xmm15; movmskpd eax, xmm15; mov dword ptr [rdi + 4096], eax; ret",
		"66450f76ff66410f50c7898700100000c3"},
}

func at(base int, distance int32) operand {
	return operand{register: -1, base: base, distance: distance}
}

// TestEncodings compares the bytes of instructions with those of another assembler, on every architecture.
func TestEncodings(t *testing.T) {
	for _, c := range encoded {
		c.write(c.e)
		if got := hex.EncodeToString(c.e.code()); got != c.bytes {
			t.Errorf("%T, %s: %s, want %s", c.e, c.text, got, c.bytes)
		}
	}
}
