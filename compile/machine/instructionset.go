package machine

import (
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"
)

// InstructionSet is a set of registers and instructions to write code for.
type InstructionSet struct {
	Name         string // of the instructions; those of one name may be for several numbers of lanes
	Lanes        int
	architecture string // as GOARCH has it
	generation   int    // newer processors of the architecture have those of all earlier ones
	registers    int    // for values
	areas        areas
	pointers     []int // registers that may point into areas
	masks        bool  // AVX-512: masks in registers of their own, and constants spread over the lanes
	supported    func() bool
	assemble     func(lanes int) assembler
}

func assembleAVX(lanes int) assembler    { return &avx{lanes: lanes} }
func assembleAVX512(lanes int) assembler { return &avx{lanes: lanes, evex: true} }
func assembleSSE2(lanes int) assembler   { return &sse2{lanes: lanes} }
func assembleNEON(lanes int) assembler   { return &neon{lanes: lanes} }
func hasAVX() bool                       { return cpu.X86.HasAVX }
func hasAVX2() bool                      { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }
func hasAVX512() bool                    { return cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL }
func always() bool                       { return true }

// Where fewer registers hold values than there are, the last ones have other tasks.
var targets = [...]*InstructionSet{
	{"avx512", 8, "amd64", 3, 32, areasX86, pointersX86, true, hasAVX512, assembleAVX512},
	{"avx2", 4, "amd64", 2, lastRegister, areasX86, pointersX86, false, hasAVX2, assembleAVX},
	{"avx", 2, "amd64", 1, lastRegister, areasX86, pointersX86, false, hasAVX, assembleAVX},
	{"sse2", 2, "amd64", 0, scratchSSE2, areasX86, pointersX86, false, always, assembleSSE2},
	{"neon", 2, "arm64", 0, maskNEON, areasNEON, nil, false, always, assembleNEON},
	{"avx", 1, "amd64", 1, lastRegister, areasX86, pointersX86, false, hasAVX, assembleAVX},
	{"sse2", 1, "amd64", 0, scratchSSE2, areasX86, pointersX86, false, always, assembleSSE2},
	{"neon", 1, "arm64", 0, maskNEON, areasNEON, nil, false, always, assembleNEON},
}

// InstructionSets lists what there are encoders for on this architecture: the widest first, and of one width the newest
// first.
func InstructionSets() []*InstructionSet {
	var list []*InstructionSet
	for _, t := range targets {
		if t.architecture == runtime.GOARCH {
			list = append(list, t)
		}
	}
	return list
}

// Lanes lists the numbers of lanes of all encoders, those of other architectures too, the most first.
func Lanes() []int {
	var list []int
	for _, t := range targets {
		if !slices.Contains(list, t.Lanes) {
			list = append(list, t.Lanes)
		}
	}
	return list
}

// Newer reports whether a processor may have u without having t, which are of one architecture.
func (t *InstructionSet) Newer(u *InstructionSet) bool { return t.generation > u.generation }

// Check returns an error unless code for the target can run here.
func (t *InstructionSet) Check() error {
	switch {
	case !callable:
		return fmt.Errorf("machine: no code is made on %s/%s: %s", runtime.GOOS, runtime.GOARCH, notCallable)
	case !t.supported():
		return fmt.Errorf("machine: the processor has no %s", t.Name)
	}
	return nil
}
