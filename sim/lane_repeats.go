package sim

import (
	"math"
	"math/bits"

	"kinetree/compile/tape"
)

// repeatedSteps are ordinary steps that need only their times as input. The world and its controller are told of these
// steps later, in bulk.
type repeatedSteps struct {
	ends         []float64           // of the steps that may follow
	block        [lookAround]float64 // see stepTimes
	next         int                 // the step to begin
	begun, taken int                 // of which the world does not know
}

// left returns how many steps have not begun.
func (r *repeatedSteps) left() int { return len(r.ends) - r.next }

// findRepeats finds the steps that may repeat the one that begins.
func (x *lane) findRepeats() {
	w, s := x.World, &x.steps
	r := &s.repeats
	r.ends, r.next = nil, 0
	if s.shape.parts {
		return
	}
	ends := x.of.Whole.times.after(w.clock, s.n+2, s.budget, &r.block)
	n, constant := len(ends), math.Inf(1)
	if s.observer != nil {
		constant = s.constant
	}
	if s.controller != nil && !s.begins { // no segment does in those that repeat it
		constant = min(constant, math.Nextafter(w.drive.end, 0))
	}
	for n > 0 && ends[n-1] > constant {
		n--
	}
	if s.controller != nil {
		n = s.controller.Repeats(ends[:n])
	}
	r.ends = ends[:n]
}

// beginRepeat begins the next step that repeats the last one. It returns false if there is none.
func (x *lane) beginRepeat() bool {
	s := &x.steps
	r := &s.repeats
	if r.left() == 0 {
		return false
	}
	from := s.to
	s.to = r.ends[r.next]
	r.next++
	r.begun++
	*s.span[0], *s.span[1], *s.span[2] = from, s.to, one(looked(x.World.books.parts+r.taken+1))
	return true
}

// repeat goes on with lanes that have taken a step by repetitions of it, as many as all of them have. It returns the
// lanes that have taken the last repetition, which nobody has counted yet.
func (l *Lanes) repeat(code *tape.Runner, lanes uint8) (done uint8) {
	var list [8]struct { // of the lanes
		k     int
		ends  []float64
		parts int
	}
	count, n := 0, lookAround
	for left := lanes; left != 0; left &= left - 1 {
		k := bits.TrailingZeros8(left)
		r := &l.lanes[k].steps.repeats
		list[count].k, list[count].ends = k, r.ends[r.next:]
		count++
		n = min(n, r.left())
	}
	if done = lanes; n == 0 {
		return done
	}
	for i := range list[:count] {
		x := &l.lanes[list[i].k]
		x.count()
		list[i].parts = x.World.books.parts + x.steps.repeats.taken + 1
	}
	from, to, look := code.Given(0), code.Given(1), code.Given(2)
	taken := 0
	for ; taken < n && done == lanes; taken++ {
		copy(from, to)
		for i := range list[:count] {
			s := &list[i]
			to[s.k], look[s.k] = s.ends[taken], one(looked(s.parts+taken))
		}
		done = code.Compute(lanes)
		l.correct(code, done)
		code.Keep(done)
	}
	for _, s := range list[:count] {
		x := &l.lanes[s.k]
		r := &x.steps.repeats
		x.steps.budget -= taken
		x.steps.to = s.ends[taken-1]
		r.next += taken
		r.begun += taken
		r.taken += taken - 1
	}
	return done
}

// one returns 1 for true and 0 for false.
func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// countRepeats tells the world and its controller of the repetitions that were begun and taken.
func (x *lane) countRepeats() {
	w, s := x.World, &x.steps
	r := &s.repeats
	w.parts += r.begun
	if r.taken > 0 {
		w.books.parts += r.taken
		w.state.T = r.ends[r.taken-1]
		s.evaluated = w.state.T // the efforts are constant
		s.n += r.taken
		s.taken += r.taken
		x.of.Whole.Taken += r.taken
		x.of.Whole.Repeated += r.taken
		if s.begins {
			w.drive.end = s.controller.Repeated(r.taken, w.state.T)
		}
	}
	r.ends, r.next, r.begun, r.taken = nil, 0, 0, 0
}

// stepTimes remembers the times after steps of a clock, which are the same in each run.
type stepTimes struct {
	clock clock // the first one
	times []float64
}

// mostTimes is after how many steps times are remembered.
const mostTimes = 1 << 14

// after returns the times after step n and those that follow, as many as are asked for. They are not to be changed, and
// are in the block where they are not remembered.
func (s *stepTimes) after(c clock, n, count int, block *[lookAround]float64) []float64 {
	count = min(max(0, count), lookAround)
	if s.times == nil {
		s.clock = c
	}
	if c != s.clock || n+count > mostTimes {
		for i := range count {
			block[i] = c.time(n + i)
		}
		return block[:count]
	}
	for k := len(s.times); k < n+count; k++ {
		s.times = append(s.times, c.time(k))
	}
	return s.times[n : n+count]
}
