// Package compile runs the algorithms of a robot as machine code, several states at a time, with the bits of the Go
// code.
//
// When a robot is loaded, its algorithm (packages aba, rnea, dynamics/crba, dynamics/regressor, tree) is executed once
// on numbers that are recorded (package traced). What is left, with the constants of the robot folded and equal
// operations shared, is a straight line of additions and multiplications (package graph), which package machine turns
// into code for 8 states side by side with AVX-512, 4 with AVX2, 2 with AVX, SSE2 or NEON, and 1 with each of these
// three.
//
// No multiplication is fused with an addition and no sum is reordered. So results have the bits that the algorithms
// compute, whatever the number of lanes and whatever stands in the other lanes; only the sign of a zero is not kept: a
// result that is zero is +0. States in which an algorithm would decide otherwise than it did when it was recorded, or
// in which a number is so large that a product might overflow, are left to the Go code, lane by lane. Before code is
// used, it runs once on random states and is compared with the Go code, bit by bit.
//
// Where there is no encoder for the processor, or the system refuses executable memory, the Go code does all. The
// environment variable KINETREE_COMPILE limits what is used: off, the most lanes (1, 2, 4, 8), or the newest
// instruction set (sse2, avx, avx2, avx512; neon), as if the processor had none that came later.
package compile
