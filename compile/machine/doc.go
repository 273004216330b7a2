// Package machine makes machine code of a graph (package graph) while the program runs, and runs it on several states
// at a time.
//
// A graph becomes a list of instructions (program.go), whose order is chosen such that none waits for the one before it
// and that registers suffice (schedule.go), which get registers (allocate.go) and then bytes (avx.go, sse2.go,
// neon.go). The code is copied to memory that is first writable and then executable, never both (memory_unix.go,
// memory_windows.go), and called with the address of a frame: the memory of one execution, with inputs, outputs,
// constants and room for values that find no register. Each number of a frame stands there once for each lane, side by
// side.
//
// There are encoders for amd64 with AVX-512 (8 lanes), AVX2 (4 lanes), AVX and SSE2 (2 lanes, or 1), and for arm64 with
// NEON (2 lanes, or 1). Code runs on amd64 where the system is a Unix or Windows, and on arm64 where it is Linux.
// Additions, subtractions, multiplications, divisions and square roots are those of IEEE 754 and none is fused, so that
// every lane of every encoder computes the bits that [graph.Graph.Evaluate] computes.
//
// Encoders are compared with another assembler (encoding_test.go) and, on random programs, with the interpreter
// (random_test.go, FuzzPrograms): those for amd64 on a processor that has them all, that for arm64 under the emulator
// qemu-user, which does not show whether caches are flushed as real processors need it. On Windows the tests have run
// under Wine only.
//
// Inputs that one call takes over from the one before it stand apart from the frame, as the outputs do: their addresses
// go with each call, so that nothing is copied between the two.
//
// The code reads and writes at distances from these addresses that are fixed when it is made, has no branches, no calls
// and no stack but the return address. Where the processor or the system does not let it run, [Compile] returns an
// error that says so.
package machine
