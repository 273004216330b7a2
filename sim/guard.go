package sim

import (
	"math"

	"kinetree/integrate"
	"kinetree/sim/step"
)

// guard is a quantity that is positive as long as the law of motion does not change and the run does not end. An event
// is the instant at which a guard becomes negative.
type guard struct {
	kind      guardKind
	rate      int        // of modes.rates
	condition *condition // of the run's end
	line      *step.Passage
	touch     *touch  // of meeting and gliding
	before    float64 // value at the start of the step
	located   bool    // at the end of the step that is being shortened
	passed    bool    // what it does inside the step is known to be harmless
}

type guardKind uint8

const (
	grip     guardKind = iota // how far the reaction of a held rate is within what friction and end stops can bear
	slip                      // velocity of a slipping rate in its direction
	lower                     // distance from the lower end stop
	upper                     // distance from the upper end stop
	ending                    // how far a condition is from holding
	through                   // how far the points of a line spring are from passing each other
	meeting                   // how far a contact is from touching, or a pressed one from letting go
	gliding                   // velocity of a contact that slides in its direction
	grasping                  // how far what contacts bear is within what they can
)

// newGuards returns the guards of the modes, of the conditions on which a run ends, and of line springs.
func newGuards(m *modes, conditions []condition, lines []*step.Passage, x *contacts) []guard {
	var list []guard
	if m != nil {
		list = make([]guard, 0, 4*len(m.rates)+len(conditions))
		for i := range m.rates {
			r := &m.rates[i]
			list = append(list, guard{kind: grip, rate: i})
			if r.rough && (r.pad == nil || r.leads()) {
				list = append(list, guard{kind: slip, rate: i})
			}
			if !math.IsInf(r.lower.position, -1) {
				list = append(list, guard{kind: lower, rate: i})
			}
			if !math.IsInf(r.upper.position, 1) {
				list = append(list, guard{kind: upper, rate: i})
			}
		}
	}
	for i := range conditions {
		if c := &conditions[i]; !c.contact && c.of != ledgerColumn {
			list = append(list, guard{kind: ending, condition: c})
		}
	}
	for _, p := range lines {
		list = append(list, guard{kind: through, line: p})
	}
	return append(list, x.guards()...)
}

// active reports whether the guard counts in the present modes.
func (w *detector) active(g *guard) bool {
	switch {
	case g.kind >= meeting:
		return w.contacts.contactActive(g)
	case g.kind >= ending:
		return true
	}
	switch r := &w.modes.rates[g.rate]; g.kind {
	case grip:
		return r.held() && !r.locked
	case slip:
		return r.slip != 0 && !r.carried && (r.pad == nil || r.pad.Begun > 0 || r.pad.Along(w.state.Qd) != 0)
	default:
		return !r.held() && !r.carried
	}
}

// value returns the guard's value in the current state. A velocity or a distance that has come down to 0 counts as
// negative.
func (w *detector) value(g *guard) float64 {
	switch g.kind {
	case ending:
		return g.condition.lacks(w.logbook.row)
	case through:
		w.placeLines()
		return g.line.Ahead(w.wrenches.Kin)
	case grip:
		return w.modes.rates[g.rate].grip()
	}
	var x float64
	if g.kind >= meeting {
		x = w.contacts.contactValue(g)
	} else {
		x = w.modes.rates[g.rate].distance(g.kind, w.state.Q, w.state.Qd)
	}
	if x == 0 && g.before > 0 {
		return -math.SmallestNonzeroFloat64
	}
	return x
}

// before returns the guard's value at the start of the step.
func (w *detector) before(g *guard) float64 {
	switch g.kind {
	case ending:
		return g.before // see lookAhead
	case through:
		return g.line.Before
	case grip:
		return w.modes.rates[g.rate].before
	case meeting, gliding, grasping:
		return w.contacts.contactBefore(g)
	}
	return w.modes.rates[g.rate].distance(g.kind, w.last.Q, w.last.Qd)
}

// grip returns the distance of the reaction from the largest reaction that friction and end stops can bear.
func (r *rate) grip() float64 {
	x, _ := r.excess()
	return -x
}

// distance returns the value of a guard that is a velocity or a distance.
func (r *rate) distance(kind guardKind, q, qd []float64) float64 {
	switch kind {
	case slip:
		if r.pad != nil {
			return r.pad.Along(qd)
		}
		return float64(r.slip * qd[r.v])
	case lower:
		return q[r.q] - r.lower.position
	default:
		return r.upper.position - q[r.q]
	}
}

// suspects reports whether there may be an event in the step of length h to the current state. It is cheap, and
// mostly says no: a cubic lies between the numbers of its Bézier polygon.
func (w *detector) suspects(h float64) bool {
	if w.until.onColumns {
		return true
	}
	if len(w.mechanism.Lines) > 0 {
		w.placeLines()
	}
	for _, p := range w.mechanism.Lines {
		if p.Ahead(w.wrenches.Kin) < 0 {
			return true
		}
	}
	if w.contacts.suspectContacts(h) {
		return true
	}
	if w.modes == nil {
		return false
	}
	for i := range w.modes.rates {
		if w.suspect(&w.modes.rates[i], h) {
			return true
		}
	}
	return false
}

// suspect reports whether a guard of a rate may have an event in the step, see suspects.
func (w *detector) suspect(r *rate, h float64) bool {
	from, to := w.last, w.state
	if p := r.pad; r.leads() && p.moves() {
		v0, v1 := p.Along(from.Qd), p.Along(to.Qd)
		if v1 <= 0 || v0+float64(h/3*p.Along(from.Qdd)) < 0 || v1-float64(h/3*p.Along(w.endQdd())) < 0 {
			return true
		}
	}
	if r.locked || r.carried {
		return false
	}
	if r.held() {
		return r.grip() < 0
	}
	qd1, qdd1 := w.endRates(r.v)
	if r.slip != 0 && r.pad == nil {
		v0, v1 := float64(r.slip*from.Qd[r.v]), float64(r.slip*to.Qd[r.v])
		if v1 <= 0 || v0+float64(r.slip*h/3*from.Qdd[r.v]) < 0 || v1-float64(r.slip*h/3*qdd1) < 0 {
			return true
		}
	}
	if r.q < 0 {
		return false
	}
	q1, a, b := to.Q[r.q], from.Q[r.q]+float64(h/3*from.Qd[r.v]), to.Q[r.q]-float64(h/3*qd1)
	return min(q1, a, b) <= r.lower.position || max(q1, a, b) >= r.upper.position
}

// refresh brings what the guards look at up to date with the current state.
func (w *detector) refresh() error {
	if err := w.contacts.refreshContacts(); err != nil {
		return err
	}
	if w.modes != nil && !w.modes.fresh {
		if err := w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd); err != nil {
			return err
		}
	}
	if w.until.onColumns {
		return w.reporter.measure(w.logbook.row)
	}
	return nil
}

// course is a quantity over a step of length h as the cubic through the values and slopes at both ends. Of steps that
// are foreseen it is exact.
type course struct{ x0, d0, x1, d1, h float64 }

// course returns the course of a guard over the step, which ends in the current state, and whether the guard has a
// course.
func (w *detector) course(g *guard, h float64) (course, bool) {
	d0, known := w.slope(g)
	return course{g.before, d0, w.value(g), w.endSlope(g), h}, known
}

// slope returns the derivative of a guard in time at the start of the step, and whether it is known.
func (w *detector) slope(g *guard) (float64, bool) {
	if g.kind >= meeting {
		begin, _, known := contactSlope(g)
		return begin, known
	}
	if p := w.padOf(g); p != nil {
		return p.Along(w.last.Qdd), true
	}
	v, known := w.rateOf(g)
	if !known {
		return 0, false
	}
	return w.slopeAt(g, w.last.Qd[v], w.last.Qdd[v]), true
}

// endSlope returns the derivative of a guard at the end of the step, see endRates, or 0 if it is not known.
func (w *detector) endSlope(g *guard) float64 {
	if g.kind >= meeting {
		_, end, _ := contactSlope(g)
		return end
	}
	if p := w.padOf(g); p != nil {
		return p.Along(w.endQdd())
	}
	v, known := w.rateOf(g)
	if !known {
		return 0
	}
	qd, qdd := w.endRates(v)
	return w.slopeAt(g, qd, qdd)
}

// endRates returns the derivatives of the position and the velocity of a rate at the end of the step, which is the
// current state: in the length of the step where that is known, else in time.
func (w *detector) endRates(v int) (qd, qdd float64) {
	if f := w.foreseen(); f != nil {
		return f.Rate(w.last.Qd[v], w.state.Qd[v]), w.last.Qdd[v]
	}
	return w.state.Qd[v], w.state.Qdd[v]
}

// endQdd returns the derivatives of the velocities at the end of the step, see endRates.
func (w *detector) endQdd() []float64 {
	if w.foreseen() != nil {
		return w.last.Qdd
	}
	return w.state.Qdd
}

// padOf returns the pad whose coming to rest a guard looks for, nil for none.
func (w *detector) padOf(g *guard) *pad {
	if g.kind != slip {
		return nil
	}
	return w.modes.rates[g.rate].pad
}

// foreseen returns the method of integration if it is known ahead where its steps end, else nil.
func (w *detector) foreseen() integrate.Foreseen {
	f, ok := w.stepper.(integrate.Foreseen)
	if !ok || w.bound != nil || w.Damps() {
		return nil
	}
	return f
}

// rateOf returns the rate on which the slope of a guard depends, and whether there is one.
func (w *detector) rateOf(g *guard) (v int, known bool) {
	switch g.kind {
	case grip, through:
		return 0, false
	case ending:
		return g.condition.v, g.condition.q >= 0
	}
	return w.modes.rates[g.rate].v, true
}

// slopeAt returns the derivative of a guard, given the derivatives of the position and of the velocity of its rate.
func (w *detector) slopeAt(g *guard, qd, qdd float64) float64 {
	switch g.kind {
	case ending:
		return float64(-g.condition.sign * g.condition.ratio * qd)
	case slip:
		return float64(w.modes.rates[g.rate].slip * qdd)
	case lower:
		return qd
	default:
		return -qd
	}
}

// dip returns where in the step the course has a negative minimum. It lies between the numbers of its Bézier polygon,
// which mostly tells that there is none.
func (c course) dip() (at float64, negative bool) {
	if c.x0+float64(c.h/3*c.d0) >= 0 && c.x1-float64(c.h/3*c.d1) >= 0 {
		return 0, false
	}
	// x(s) = x0 + h d0 s + b s² + a s³ with s from 0 to 1
	p, r := float64(c.h*c.d0), float64(c.h*c.d1)
	a, b := float64(2*(c.x0-c.x1))+p+r, float64(3*(c.x1-c.x0))-float64(2*p)-r
	var s float64
	// The minimum is where 3 a s² + 2 b s + p rises through 0.
	if root := math.Sqrt(float64(b*b) - float64(3*a*p)); b > 0 {
		s = -p / (b + root)
	} else {
		s = (root - b) / (3 * a)
	}
	if !(s > 0 && s < 1) || c.x0+float64(s*(p+float64(s*(b+float64(s*a))))) >= 0 {
		return 0, false
	}
	return float64(s * c.h), true
}

// root returns where the course passes through 0, which is positive at the start of the step and negative at its end,
// by steps of Newton within a bracket that else is halved.
func (c course) root() float64 {
	p, r := float64(c.h*c.d0), float64(c.h*c.d1)
	a, b := float64(2*(c.x0-c.x1))+p+r, float64(3*(c.x1-c.x0))-float64(2*p)-r
	low, high := 0.0, 1.0
	s := c.x0 / (c.x0 - c.x1)
	for range 60 {
		x := c.x0 + float64(s*(p+float64(s*(b+float64(s*a)))))
		if x < 0 {
			high = s
		} else {
			low = s
		}
		next := s - x/(p+float64(s*(float64(2*b)+float64(3*a*s))))
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-s) <= 1e-16*s || next == low || next == high {
			return float64(next * c.h)
		}
		s = next
	}
	return float64(s * c.h)
}

// risen returns a time at which the course is positive, half of the time of its root. The course begins at 0 and is
// negative at its end. risen returns 0 if the course falls from the start on.
func (c course) risen() float64 {
	p, r := float64(c.h*c.d0), float64(c.h*c.d1)
	a, b := float64(-2*c.x1)+p+r, float64(3*c.x1)-float64(2*p)-r
	if p < 0 || p == 0 && b <= 0 {
		return 0
	}
	low, high := 0.0, 1.0 // of the root of p + b s + a s²
	for range 60 {
		if s := low + (high-low)/2; p+float64(s*(b+float64(s*a))) > 0 {
			low = s
		} else {
			high = s
		}
	}
	return float64(low / 2 * c.h)
}
