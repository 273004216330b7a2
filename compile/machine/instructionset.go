package machine

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/cpu"
)

// InstructionSet is a set of registers and instructions to write code for.
type InstructionSet struct {
	Name      string
	Lanes     int
	registers int  // for values
	evex      bool // AVX-512: instructions with the EVEX prefix, masks in registers of their own
	supported func() bool
}

// InstructionSets lists what there are encoders for, the widest first.
func InstructionSets() []*InstructionSet { return targets[:] }

// The registers of AVX and AVX2 hold one value less than there are: the last one collects the requirements.
var targets = [...]*InstructionSet{
	{"avx512", 8, 32, true, func() bool { return cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL }},
	{"avx2", 4, 15, false, func() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }},
	{"avx", 1, 15, false, func() bool { return cpu.X86.HasAVX }},
}

// Check returns an error unless code for the target can run here.
func (t *InstructionSet) Check() error {
	switch {
	case !callable:
		return fmt.Errorf("machine: there is no encoder for %s/%s", runtime.GOOS, runtime.GOARCH)
	case !t.supported():
		return fmt.Errorf("machine: the processor has no %s", t.Name)
	}
	return nil
}
