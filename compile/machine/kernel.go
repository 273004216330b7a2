package machine

import (
	"fmt"
	"runtime"
	"unsafe"

	"kinetree/compile/graph"
)

// Kernel is a graph as machine code. Any number of goroutines may run it, each on a frame of its own. Its memory is
// freed when neither it nor a frame of it is in use.
type Kernel struct {
	code   *code
	target *InstructionSet
	region *region
	start  unsafe.Pointer // of the code, in the region
}

// region is executable memory of one kernel or several.
type region struct{ memory []byte }

// Compile returns the code of a graph for a target. The first of its inputs, as many as are carried, stand apart from
// the others, see Frame. The error says why the code cannot run here: the processor does not have the instructions, or
// the system refuses executable memory.
func Compile(g *graph.Graph, carried int, t *InstructionSet) (*Kernel, error) {
	p, err := prepare(g, carried)
	if err != nil {
		return nil, err
	}
	list, err := compile([]*program{p}, t)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// prepare returns the instructions of a graph.
func prepare(g *graph.Graph, carried int) (*program, error) {
	p := lower(g)
	p.carried = carried
	if n := len(p.code); n > most {
		return nil, fmt.Errorf("machine: the code would have %d instructions, more than %d", n, most)
	}
	return p, nil
}

// compile returns the codes of programs, which share their memory.
func compile(programs []*program, t *InstructionSet) ([]*Kernel, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	var text []byte
	list, starts := make([]*Kernel, len(programs)), make([]int, len(programs))
	for i, p := range programs {
		list[i] = &Kernel{code: generate(p, t), target: t}
		for len(text)%64 != 0 {
			text = append(text, 0)
		}
		starts[i] = len(text)
		text = append(text, list[i].code.text...)
	}
	memory, err := executable(text)
	if err != nil {
		return nil, err
	}
	r := &region{memory}
	runtime.AddCleanup(r, unmap, memory)
	for i, k := range list {
		k.region, k.start = r, unsafe.Pointer(&memory[starts[i]])
	}
	return list, nil
}

// most is how many instructions code may have: beyond, it outgrows the caches that make it fast.
const most = 1 << 20

// InstructionSet returns what the code is for.
func (k *Kernel) InstructionSet() *InstructionSet { return k.target }

// Frame is the memory of one execution of a kernel: In has its inputs and Out its outputs, the numbers of all lanes of
// the first, then those of the second, and so on. Those inputs that are carried stand in Rows[0], and Rows[1] begins
// with Out; the other way round for Step. A frame is for one goroutine.
type Frame struct {
	In, Out []float64
	Rows    [2][]float64
	kernel  *Kernel
	memory  []float64
}

// NewFrame returns a frame whose inputs are zero.
func (k *Kernel) NewFrame() *Frame {
	c := k.code
	frame := int(align(c.layout.slots+int32(c.slots)*c.layout.vector)) / 8
	row := int(align(max(c.layout.carried, int32(c.outputs))*c.layout.vector)) / 8
	memory := make([]float64, frame+2*row+8)
	for uintptr(unsafe.Pointer(&memory[0]))%64 != 0 {
		memory = memory[1:]
	}
	f := &Frame{kernel: k, memory: memory}
	inputs := (c.inputs - int(c.layout.carried)) * c.lanes
	f.In = memory[:inputs:inputs]
	for i := range f.Rows {
		from := frame + i*row
		f.Rows[i] = memory[from : from+row : from+row]
	}
	f.Out = f.Rows[1][:c.outputs*c.lanes]
	copies := int(c.constant) / 8
	for i, x := range c.constants {
		for j := range copies {
			memory[int(c.layout.constants)/8+i*copies+j] = x
		}
	}
	return f
}

// Kernel returns what the frame is for.
func (f *Frame) Kernel() *Kernel { return f.kernel }

// Run computes Out of In and of Rows[0]. It returns a bit for each lane, the lowest for the first, that is set where
// all requirements of the graph hold; elsewhere the outputs mean nothing. What is in one lane never changes another. No
// allocation.
func (f *Frame) Run() uint8 { return f.Step(0) }

// Step does what Run does, with the carried inputs in Rows[from], from 0 or 1, and the outputs in the other ones.
func (f *Frame) Step(from int) uint8 {
	k := f.kernel
	call(k.start, unsafe.Pointer(&f.memory[0]), unsafe.Pointer(unsafe.SliceData(f.Rows[from])),
		unsafe.Pointer(unsafe.SliceData(f.Rows[1-from])))
	runtime.KeepAlive(k)
	all := uint8(1<<k.target.Lanes - 1)
	if !k.code.requires {
		return all
	}
	flags := (*uint8)(unsafe.Pointer(&f.memory[k.code.layout.flags/8]))
	return *flags & all
}
