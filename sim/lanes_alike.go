package sim

import (
	"math"
	"math/bits"

	"kinetree/compile/tape"
)

// alikeSteps are steps of which nothing has to be given but their times: the world and its controller hear of them when
// something else happens.
type alikeSteps struct {
	ends         []float64
	block        [lookAround]float64 // see stepTimes
	next         int                 // the one to begin
	begun, taken int                 // of which the world does not know
}

// left returns how many have not begun.
func (a *alikeSteps) left() int { return len(a.ends) - a.next }

// findAlike finds the steps that are like the one that begins.
func (x *lane) findAlike(l *Lanes) {
	w, s := x.World, &x.whole
	a := &s.alike
	a.ends, a.next = nil, 0
	ends := l.Whole.times.after(w.clock, x.n+2, s.quiet, &a.block)
	n, still := len(ends), math.Inf(1)
	if s.observer != nil {
		still = s.still
	}
	if s.controller != nil && !s.begins { // no segment does in those that are like it
		still = min(still, math.Nextafter(w.drive.end, 0))
	}
	for n > 0 && ends[n-1] > still {
		n--
	}
	if s.controller != nil {
		n = s.controller.Alike(ends[:n])
	}
	a.ends = ends[:n]
}

// beginAlike begins the next step that is alike. It returns false if there is none.
func (x *lane) beginAlike() bool {
	w, s := x.World, &x.whole
	a := &s.alike
	if a.left() == 0 {
		return false
	}
	from := x.to
	x.to = a.ends[a.next]
	a.next++
	a.begun++
	*s.span[0], *s.span[1], *s.span[2] = from, x.to, one(looked(w.books.parts+a.begun))
	return true
}

// takeAlike goes on with lanes that have taken a step by steps that are alike, as many as all of them have. It returns
// the lanes that have taken the last of these.
func (l *Lanes) takeAlike(steps *tape.Player, lanes uint8) (done uint8) {
	var list [8]struct { // of the lanes
		k     int
		ends  []float64
		parts int
	}
	count, n := 0, lookAround
	for left := lanes; left != 0; left &= left - 1 {
		k := bits.TrailingZeros8(left)
		x := &l.lanes[k]
		a := &x.whole.alike
		list[count].k, list[count].ends = k, a.ends[a.next:]
		list[count].parts = x.World.books.parts + a.begun + 1
		count++
		n = min(n, a.left())
	}
	if done = lanes; n == 0 {
		return done
	}
	for _, s := range list[:count] {
		l.lanes[s.k].took(l)
	}
	from, to, look := steps.Given(0), steps.Given(1), steps.Given(2)
	taken := 0
	for ; taken < n && done == lanes; taken++ {
		copy(from, to)
		for i := range list[:count] {
			s := &list[i]
			to[s.k], look[s.k] = s.ends[taken], one(looked(s.parts+taken))
		}
		done = steps.Compute(lanes)
		l.keep(steps, done)
	}
	for _, s := range list[:count] {
		x := &l.lanes[s.k]
		a := &x.whole.alike
		x.whole.quiet -= taken
		x.to = s.ends[taken-1]
		a.next += taken
		a.begun += taken
		a.taken += taken - 1
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

// tell tells the world and its controller of the steps that it does not know of.
func (x *lane) tell(l *Lanes) {
	w, s := x.World, &x.whole
	a := &s.alike
	w.parts += a.begun
	w.books.parts += a.begun
	if a.taken > 0 {
		w.state.T = a.ends[a.taken-1]
		s.evaluated = w.state.T // the efforts are constant
		x.n += a.taken
		x.summary.Steps += a.taken
		s.taken += a.taken
		l.Whole.Taken += a.taken
		l.Whole.Alike += a.taken
		if s.begins {
			w.drive.end = s.controller.Passed(a.taken, w.state.T)
		}
	}
	a.ends, a.next, a.begun, a.taken = nil, 0, 0, 0
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
