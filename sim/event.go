package sim

import (
	"fmt"
	"math"

	"kinetree/integrate"
)

// An event is an instant at which a guard becomes negative. A step that contains an event is repeated from its start
// with the length at which the guard has a root; at the event the modes change, and the integration begins anew. So
// events cost no order of any integrator.

// detector is the world as a motion with events: it finds the instants of events, and changes the modes there.
type detector struct{ *World }

// events are the guards of a run, and counts of its events.
type events struct {
	guards  []guard
	count   int // in the current step
	crowd   int // that makes the step a crowded one, see frozen.go
	impacts int // on end stops
}

// mostEvents is the largest number of events in a step.
const mostEvents = 100_000

// foresee returns the length, at most h, of the step that begins now up to the first foreseeable event: a rate comes to
// rest or reaches an end stop. foresee also returns the guard of the event, nil for no event. It evaluates no
// accelerations.
func (w *detector) foresee(h float64) (to float64, first *guard) {
	f := w.foreseen()
	if f == nil || w.modes == nil {
		return h, nil
	}
	to = h
	for i := 0; ; i++ { // mostly none does
		if i == len(w.modes.rates) {
			return h, nil
		}
		r := &w.modes.rates[i]
		if !r.held() && w.endsBeyond(f, r, h) || r.leads() && r.pad.moves() && w.ahead(f, r, slip, h).x1 <= 0 {
			break
		}
	}
	rate, beyond := -1, false
	for i := range w.events.guards {
		g := &w.events.guards[i]
		if g.kind == grip || g.kind >= ending {
			continue
		}
		r := &w.modes.rates[g.rate]
		if g.rate != rate {
			rate, beyond = g.rate, r.pad != nil || !r.held() && w.endsBeyond(f, r, to)
		}
		if !beyond || !w.active(g) {
			continue
		}
		c := w.ahead(f, r, g.kind, to)
		if !(c.x0 > 0 && c.x1 <= 0) {
			continue
		}
		near, _ := w.accuracy(g, w.last.T+to)
		if at := c.root() + near/2; at < to {
			to, first, rate = at, g, -1
		}
	}
	return to, first
}

// endsBeyond reports whether a rate that is not held ends a step of length h that begins now at rest, or in the other
// direction, or at an end stop.
func (w *detector) endsBeyond(f integrate.Foreseen, r *rate, h float64) bool {
	q := 0.0
	if r.q >= 0 {
		q = w.last.Q[r.q]
	}
	toQ, toQd := f.End(h, q, w.last.Qd[r.v], w.last.Qdd[r.v])
	return r.slip != 0 && r.pad == nil && float64(r.slip*toQd) <= 0 ||
		r.q >= 0 && (toQ <= r.lower.position || toQ >= r.upper.position)
}

// ahead returns the course of a guard over a step of length h that begins now, and is foreseen.
func (w *detector) ahead(f integrate.Foreseen, r *rate, kind guardKind, h float64) course {
	from := w.last
	qd, qdd := from.Qd[r.v], from.Qdd[r.v]
	if kind == slip && r.pad != nil {
		v, a := r.pad.Along(from.Qd), r.pad.Along(from.Qdd)
		_, toV := f.End(h, 0, v, a)
		return course{v, a, toV, a, h}
	}
	if kind == slip {
		_, toQd := f.End(h, 0, qd, qdd)
		return course{float64(r.slip * qd), float64(r.slip * qdd), float64(r.slip * toQd), float64(r.slip * qdd), h}
	}
	q := from.Q[r.q]
	toQ, toQd := f.End(h, q, qd, qdd)
	c := course{q, qd, toQ, f.Rate(qd, toQd), h}
	if kind == lower {
		c.x0, c.x1 = c.x0-r.lower.position, c.x1-r.lower.position
		return c
	}
	return course{r.upper.position - c.x0, -c.d0, r.upper.position - c.x1, -c.d1, h}
}

// shorten looks for the first event in the step of length h that has led to the current state. If the step has an
// event, shorten takes the state back to the first event and returns the length of the step up to there. The length h
// leads to the foreseen event of the guard first; nil for none.
func (w *detector) shorten(h float64, first *guard) (length float64, event bool, err error) {
	if err := w.refresh(); err != nil {
		return 0, false, err
	}
	if first == nil && !w.suspects(h) {
		return h, false, nil
	}
	for i := range w.events.guards {
		w.events.guards[i].located, w.events.guards[i].passed = false, false
	}
	if first != nil {
		first.before = w.before(first)
		_, close := w.accuracy(first, w.state.T)
		if x := w.value(first); x < 0 || x < close && w.endSlope(first) < 0 {
			first.located, event = true, true
		}
	}
	rate, suspect := -1, false
	for i := 0; i < len(w.events.guards); i++ {
		g := &w.events.guards[i]
		if g.kind < ending && g.rate != rate {
			rate, suspect = g.rate, w.suspect(&w.modes.rates[g.rate], h)
		}
		if g.located || g.kind < ending && !suspect || !w.active(g) {
			continue
		}
		g.before = w.before(g)
		end := h
		if !(w.value(g) < 0) {
			c, known := w.course(g, h)
			at, dips := c.dip()
			if !known || !dips || g.passed {
				continue
			}
			if err := w.try(at); err != nil {
				return 0, false, err
			}
			if g.passed = w.value(g) >= 0; g.passed {
				if err := w.try(h); err != nil {
					return 0, false, err
				}
				continue
			}
			end = at
		}
		to, err := w.locate(g, end)
		if err != nil {
			return 0, false, err
		}
		if to < h { // earlier guards may still be positive
			for j := range w.events.guards {
				w.events.guards[j].located = false
			}
			h, i, rate = to, -1, -1
		}
		g.located, event = true, true
	}
	return h, event, nil
}

// try repeats the step with the length h. A stepper that remembers where it came from may use that, so it is not made
// to forget.
func (w *detector) try(h float64) error {
	w.state.CopyFrom(w.last)
	for done := 0.0; done < h; {
		taken, err := w.step(h - done)
		if err != nil {
			return err
		}
		if taken == h-done {
			break
		}
		done += taken
	}
	return w.refresh()
}

// step takes one step of at most h.
func (w *detector) step(h float64) (taken float64, err error) {
	if w.lane.step(h) {
		return h, nil
	}
	if w.modes != nil {
		w.modes.fresh = false
	}
	if x := w.contacts; x != nil {
		if x.fresh = false; x.still {
			w.state.T += h
			if err := w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd); err != nil || x.still {
				return h, err
			}
			w.state.T = w.last.T
			w.restart()
		}
	}
	return w.stepper.Step(w.World, w.state, h)
}

// locate finds where in a step of length b a guard becomes negative for the first time; it is negative at the end. It
// returns the length of the step to there, with the guard at or just below zero, and leaves the world there.
func (w *detector) locate(g *guard, b float64) (float64, error) {
	s := search{b: b, fa: g.before, fb: w.value(g), db: w.endSlope(g)}
	s.da, s.smooth = w.slope(g)
	s.accuracy, s.close = w.accuracy(g, w.last.T+b)
	// A guard that starts at zero is positive somewhere inside, unless the event is at once.
	for s.fa <= 0 && s.b > s.accuracy {
		half := s.b / 2
		if s.smooth {
			half = max(s.accuracy/2, min(half, course{0, s.da, s.fb, s.db, s.b}.risen()))
		}
		if err := w.try(half); err != nil {
			return 0, err
		}
		d := w.endSlope(g)
		if f := w.value(g); f < 0 {
			s.b, s.fb, s.db = half, f, d
		} else {
			s.a, s.fa, s.da = half, f, d
			break
		}
	}
	state := s.b
	if s.a > 0 {
		state = s.a
	}
	s.begin()
	for c, more := s.next(); more; c, more = s.next() {
		if err := w.try(c); err != nil {
			return 0, err
		}
		state = c
		s.put(c, w.value(g), w.endSlope(g))
	}
	if state != s.b {
		return s.b, w.try(s.b)
	}
	return s.b, nil
}

// search looks for the length of a step at which a guard becomes negative, between the lengths a, where it is not, and
// b, where it is. Where the slope of the guard is known it looks at the root of the cubic through both ends of the
// bracket, which is there as near as rounding allows after one or two tries. Else, and where four of them do not end
// it, as in steps that are too coarse for the motion, the method is the rule of false position in the variant of
// Illinois, with bisections where it is slow. Source: Dowell, Jarratt, "A modified regula falsi method for computing
// the root of an equation", BIT 11, 1971.
type search struct {
	a, b, fa, fb, da, db float64 // the bracket, with the values of the guard and its slopes
	accuracy, close      float64 // see detector.accuracy
	smooth               bool    // the slopes are known, and are of use still
	beyond               float64 // the step passes the cubic's root by this, so that the guard is negative
	width                float64 // of the bracket some tries ago
	last                 int     // the side that moved last
	n                    int     // tries
}

// begin begins the search with the bracket.
func (s *search) begin() { s.beyond, s.width = s.accuracy/2, s.b-s.a }

// next returns the length to try next, if b is not near enough yet.
func (s *search) next() (c float64, more bool) {
	if !(s.b-s.a > s.accuracy && -s.fb > s.close) {
		return 0, false
	}
	c = s.a + (s.b-s.a)*s.fa/(s.fa-s.fb)
	if s.smooth = s.smooth && s.n < 4; s.smooth {
		c = s.a + course{s.fa, s.da, s.fb, s.db, s.b - s.a}.root()
		if s.b-c <= s.accuracy {
			return 0, false
		}
		c += s.beyond
	}
	if s.n%4 == 3 && s.b-s.a > s.width/8 || !(c > s.a && c < s.b) {
		c, s.width = s.a+(s.b-s.a)/2, s.b-s.a
	}
	s.n++
	return c, true
}

// put narrows the bracket by what a guard and its slope are at a length that was tried.
func (s *search) put(c, f, d float64) {
	if f < 0 || f < s.close && d < 0 {
		if s.b, s.fb, s.db = c, f, d; s.last < 0 && !s.smooth {
			s.fa /= 2
		}
		s.last = -1
		return
	}
	if s.a, s.fa, s.da = c, f, d; s.last > 0 {
		if s.beyond = float64(s.beyond * 4); !s.smooth {
			s.fb /= 2
		}
	}
	s.last = 1
}

// accuracy returns the accuracy of the time of an event (s), and the largest value of the guard there. A guard on a
// position or a velocity that the event then rounds is followed as far as rounding allows: for a position, to a few
// units in the last place of the largest number of its range.
func (w *detector) accuracy(g *guard, t float64) (near, close float64) {
	const units = 4e-16
	near = float64(4 * (math.Nextafter(t, math.Inf(1)) - t))
	switch g.kind {
	case meeting, gliding:
		return near, contactAccuracy(g)
	case slip:
		speed := math.Abs(w.last.Qd[w.modes.rates[g.rate].v])
		if p := w.padOf(g); p != nil {
			speed = p.Length(w.last.Qd)
		}
		close = max(float64(1e-16*speed), math.SmallestNonzeroFloat64)
	case lower, upper:
		r := &w.modes.rates[g.rate]
		close = math.Abs(w.last.Q[r.q])
		for _, x := range [...]float64{r.lower.position, r.upper.position} {
			if !math.IsInf(x, 0) {
				close = max(close, math.Abs(x))
			}
		}
		close = max(float64(units*close), math.SmallestNonzeroFloat64)
	default:
		near = max(near, 1e-12)
	}
	return near, close
}

// resolve changes the modes at an event, or notes that the run ends there.
func (w *detector) resolve() error {
	if w.events.count++; w.events.count > mostEvents {
		return fmt.Errorf("more than %d events of friction and stops in one step; check for efforts that jump with "+
			"the state", mostEvents)
	}
	for i := range w.events.guards {
		g := &w.events.guards[i]
		switch g.kind {
		case ending:
			if g.located {
				w.until.met = g.condition
			}
			continue
		case through, meeting, gliding, grasping:
			continue
		}
		if r := &w.modes.rates[g.rate]; w.active(g) {
			w.round(g, r)
			if g.located {
				w.count(r)
			}
		}
	}
	w.turnLines()
	w.restart()
	if w.modes == nil {
		return w.plant.balance()
	}
	if w.bound != nil && w.contacts == nil {
		if err := w.plant.restTogether(); err != nil {
			return err
		}
	}
	return w.collide()
}

// round sets the velocity of a rate that has come to rest to exactly 0, and the position of a rate that has reached an
// end stop to exactly the position of the stop. Rates within rounding of an end stop move there, too, so that symmetric
// motions stay symmetric.
func (w *detector) round(g *guard, r *rate) {
	switch g.kind {
	case slip:
		switch p := r.pad; {
		case !g.located:
		case p == nil:
			w.state.Qd[r.v] = 0
			w.lane.rested(r)
		case p.stopped(w.last.Qd, w.state.Qd, w.state.Qdd):
			for _, r := range p.rates {
				w.state.Qd[r.v] = 0
			}
		}
	case lower:
		if g.located || w.state.Qd[r.v] < 0 && r.lower.reaches(w.state.Q[r.q], -1) {
			w.state.Q[r.q] = r.lower.position
			w.reporter.touched(&r.lower)
		}
	case upper:
		if g.located || w.state.Qd[r.v] > 0 && r.upper.reaches(w.state.Q[r.q], 1) {
			w.state.Q[r.q] = r.upper.position
			w.reporter.touched(&r.upper)
		}
	}
}

// reaches reports whether a position is within rounding of the end stop of a side, or beyond the stop.
func (s *endStop) reaches(q, side float64) bool {
	const near = 1e-14
	return !math.IsInf(s.position, 0) && float64(side*(s.position-q)) <= float64(near*math.Abs(s.position))
}

// restart tells a stepper that remembers earlier steps that the state or the law of motion has changed.
func (w *detector) restart() {
	if s, ok := w.stepper.(integrate.Restarter); ok {
		s.Restart()
	}
}
