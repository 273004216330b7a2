package machine

import "math"

// latency is after how many cycles a result is there, about, on the processors of the last years.
var latency = [...]int{opAdd: 4, opSub: 4, opMul: 4, opDiv: 14, opSqrt: 20, opAnd: 1, opXor: 1, opShift: 1, opChoose: 3,
	opSelect: 5, opRequire: 3}

// window is how many instructions the schedule looks ahead. A wider one keeps more values alive than there are
// registers.
const window = 64

// schedule changes the order of the code: of the next instructions within the window, the one whose operands are there
// first goes next, and of those that do not wait the one with the longest way to the end.
func (p *program) schedule(perCycle int) {
	urgency := p.urgency()
	ready := make([]int, p.values) // the cycle in which a value is there, or -1
	for v := p.first(); int(v) < p.values; v++ {
		ready[v] = -1
	}
	begin := func(in *instruction) (cycle int, known bool) {
		for _, a := range in.operands() {
			if ready[a] < 0 {
				return 0, false
			}
			cycle = max(cycle, ready[a])
		}
		return cycle, true
	}
	waiting := make([]int, 0, window)
	out := make([]instruction, 0, len(p.code))
	next, cycle, issued := 0, 0, 0
	for len(out) < len(p.code) {
		for len(waiting) < window && next < len(p.code) {
			waiting = append(waiting, next)
			next++
		}
		best, most := 0, math.MinInt
		for w, i := range waiting {
			at, known := begin(&p.code[i])
			if !known {
				continue
			}
			if score := urgency[i] - 1000*max(0, at-cycle); score > most {
				best, most = w, score
			}
		}
		in := &p.code[waiting[best]]
		waiting = append(waiting[:best], waiting[best+1:]...)
		if at, _ := begin(in); at > cycle || issued == perCycle {
			cycle, issued = max(cycle+1, at), 0
		}
		issued++
		if in.result >= 0 {
			ready[in.result] = cycle + latency[in.op]
		}
		out = append(out, *in)
	}
	p.code = out
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
