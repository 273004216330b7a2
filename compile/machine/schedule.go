package machine

import (
	"math"
	"slices"
)

// latency is after how many cycles a result is there, about, on the processors of the last years.
var latency = [...]int{opAdd: 4, opSub: 4, opMul: 4, opDiv: 14, opMin: 2, opMax: 2, opSqrt: 20, opAnd: 1, opXor: 1,
	opWords: 4, opShift: 1, opChoose: 3, opSelect: 5, opRequire: 3}

// window is how many instructions the schedule looks ahead.
const window = 128

// perCycle is how many instructions begin in a cycle, about.
const perCycle = 2

// schedule returns the code in another order: of the next instructions within the window, the one whose operands are
// there first goes next, and of those that do not wait the one with the longest way to the end. But while as many
// values as make a crowd are alive that are read last within the window, the instruction goes next that leaves the
// fewest of them: they would not find registers, and code that stores and loads outgrows the processor's cache of
// decoded instructions, which costs more than waiting.
func (p *program) schedule(crowd int) []instruction {
	s := newScheduler(p)
	out := make([]instruction, 0, len(p.code))
	cycle, issued := 0, 0
	for len(out) < len(p.code) {
		for s.next-len(out) < window && s.next < len(p.code) {
			s.see()
		}
		i := s.choose(cycle, s.alive >= crowd)
		if at := s.begin[i]; at > cycle || issued == perCycle {
			cycle, issued = max(cycle+1, at), 0
		}
		issued++
		s.take(i, cycle)
		out = append(out, p.code[i])
	}
	return out
}

// scheduler is what a schedule knows of the values and the instructions.
type scheduler struct {
	first   int32 // value that is a result
	code    []instruction
	urgency []int // of each instruction
	begin   []int // the cycle in which the operands that are known are there
	lacks   []int // how many operands are not known
	able    []int // instructions in the window whose operands are known
	reads   []int // operands, of instructions that have not been taken, that are the value
	last    []int // the last instruction that reads a value, in the order of the program; -1 for none
	readers [][]int
	there   []bool // values that are known
	next    int    // the first instruction beyond the window
	alive   int    // results that are there and are read, and the last time within the window
}

func newScheduler(p *program) *scheduler {
	n := len(p.code)
	s := &scheduler{first: p.first(), code: p.code, urgency: p.urgency(), begin: make([]int, n), lacks: make([]int, n),
		reads: make([]int, p.values), last: make([]int, p.values), readers: make([][]int, p.values),
		there: make([]bool, p.values)}
	all := 0
	for v := range s.last {
		s.last[v], s.there[v] = -1, v < int(s.first)
	}
	for i := range p.code {
		for _, a := range p.code[i].operands() {
			s.reads[a]++
			s.last[a] = i
			all++
		}
	}
	list := make([]int, all)
	for v, reads := range s.reads {
		s.readers[v], list = list[:0:reads], list[reads:]
	}
	for i := range p.code {
		for _, a := range p.code[i].operands() {
			if s.readers[a] = append(s.readers[a], i); a >= s.first {
				s.lacks[i]++
			}
		}
	}
	return s
}

// short reports whether a value is a result that is read last within the window.
func (s *scheduler) short(v int32) bool { return v >= s.first && s.last[v] >= 0 && s.last[v] < s.next }

// see moves the window by an instruction.
func (s *scheduler) see() {
	in := &s.code[s.next]
	for k, a := range in.operands() {
		if a >= s.first && s.last[a] == s.next && s.there[a] && !slices.Contains(in.args[:k], a) {
			s.alive++
		}
	}
	if s.lacks[s.next] == 0 {
		s.able = append(s.able, s.next)
	}
	s.next++
}

// choose returns the instruction that goes next, the first one in the order of the program of those as good as it.
func (s *scheduler) choose(cycle int, crowded bool) (best int) {
	most, at := math.MinInt, 0
	for k, i := range s.able {
		score := s.urgency[i] - 1000*max(0, s.begin[i]-cycle)
		if crowded {
			score = s.leaves(&s.code[i])*len(s.code) - i
		}
		if score > most || score == most && i < best {
			best, most, at = i, score, k
		}
	}
	last := len(s.able) - 1
	s.able[at] = s.able[last]
	s.able = s.able[:last]
	return best
}

// leaves returns how many values an instruction is the last to read, without the one that it makes.
func (s *scheduler) leaves(in *instruction) (n int) {
	operands := in.operands()
	for k, a := range operands {
		if a < s.first || s.reads[a] > len(operands) || slices.Contains(operands[:k], a) {
			continue
		}
		left := s.reads[a]
		for _, b := range operands[k:] {
			if b == a {
				left--
			}
		}
		if left == 0 {
			n++
		}
	}
	if in.result >= 0 {
		n--
	}
	return n
}

// take takes an instruction in a cycle.
func (s *scheduler) take(i, cycle int) {
	in := &s.code[i]
	for _, a := range in.operands() {
		if s.reads[a]--; s.reads[a] == 0 && s.short(a) {
			s.alive--
		}
	}
	if in.result < 0 {
		return
	}
	if s.there[in.result] = true; s.short(in.result) {
		s.alive++
	}
	for _, r := range s.readers[in.result] {
		s.begin[r] = max(s.begin[r], cycle+latency[in.op])
		if s.lacks[r]--; s.lacks[r] == 0 && r < s.next {
			s.able = append(s.able, r)
		}
	}
}

// depthFirst returns the program in another order: what an output needs and what is not there yet stands right before
// it, so that fewer values wait for their readers, and more instructions for their operands. A requirement follows its
// operands.
func (p *program) depthFirst() *program {
	q := *p
	q.code = make([]instruction, 0, len(p.code))
	maker, required := make([]int, p.values), make([][]int, p.values)
	for v := range maker {
		maker[v] = -1
	}
	for i := range p.code {
		in := &p.code[i]
		if in.result >= 0 {
			maker[in.result] = i
			continue
		}
		for _, a := range in.operands() {
			required[a] = append(required[a], i)
		}
	}
	taken := make([]bool, len(p.code))
	there := func(v int32) bool { return maker[v] < 0 || taken[maker[v]] }
	var take func(i int)
	take = func(i int) {
		if taken[i] {
			return
		}
		in := p.code[i]
		operands := in.args
		slices.Sort(operands[:in.n]) // as in the program's own order
		for _, a := range operands[:in.n] {
			if !there(a) {
				take(maker[a])
			}
		}
		taken[i] = true
		if q.code = append(q.code, in); in.result < 0 {
			return
		}
		for _, r := range required[in.result] {
			if need := p.code[r]; !slices.ContainsFunc(need.operands(), func(a int32) bool { return !there(a) }) {
				take(r)
			}
		}
	}
	for _, v := range p.outputs {
		if maker[v] >= 0 {
			take(maker[v])
		}
	}
	for i := range p.code {
		take(i)
	}
	return &q
}

// urgency returns for each instruction how many cycles it is from its start to the end of the code.
func (p *program) urgency() []int {
	list := make([]int, len(p.code))
	after := make([]int, p.values)
	for i := len(p.code) - 1; i >= 0; i-- {
		in := &p.code[i]
		list[i] = latency[in.op]
		if in.result >= 0 {
			list[i] += after[in.result]
		}
		for _, a := range in.operands() {
			after[a] = max(after[a], list[i])
		}
	}
	for i := range p.code {
		if p.code[i].op == opRequire { // nothing waits for it, but it keeps its operands in registers
			list[i] = math.MaxInt32
		}
	}
	return list
}
