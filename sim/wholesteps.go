package sim

import (
	"fmt"
	"math"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
	tracedaba "kinetree/compile/traced/aba"
	tracedlagrange "kinetree/compile/traced/lagrange"
	"kinetree/integrate"
)

// Whole steps: what a world does in an ordinary step, from the state at its begin to the efforts of the next segment,
// recorded for runs side by side (package tape). The operations are those of the methods of World, in their order; a
// step in which something else happens, such as a stop that comes near, is refused and left to the world.

// StepCodes has the code for whole steps of worlds. It belongs to one goroutine.
type StepCodes struct {
	// Assemble returns code for a number of lanes. The error says why there is none.
	Assemble func(p *tape.Program, lanes int) (tape.LaneCode, error)
	// After is how many steps of a kind are taken without, since it takes some time to make.
	After int
	// Taken and Refused count the steps that code has taken, and those that it has left to the worlds.
	Taken, Refused int
	codes          map[string]*stepCode // by shape and what is held
	key            []byte
}

// stepCode is the code for the steps of a kind.
type stepCode struct {
	asked int
	made  bool
	steps *tape.Player // nil for none
}

// mostCodes is for how many kinds of steps there is code at most. A robot whose joints stick has a kind of step for
// each set of joints that friction holds.
const mostCodes = 100

// of returns the code for a world of a shape, nil for none.
func (c *StepCodes) of(w *World, shape string, lanes int) *tape.Player {
	if shape == "" {
		return nil
	}
	c.key = append(append(c.key[:0], shape...), "; held"...)
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.held() {
				c.key = strconv.AppendInt(append(c.key, ' '), int64(r.v), 10)
				c.key = strconv.AppendInt(append(c.key, " at "...), int64(r.side), 10)
			}
		}
	}
	s := c.codes[string(c.key)]
	if s == nil {
		if len(c.codes) == mostCodes {
			return nil
		}
		if c.codes == nil {
			c.codes = map[string]*stepCode{}
		}
		s = &stepCode{}
		c.codes[string(c.key)] = s
	}
	if s.asked++; s.made || s.asked <= c.After {
		return s.steps
	}
	s.made = true
	if p, err := tape.Record(w.recordStep); err == nil {
		if f, err := c.Assemble(p, lanes); err == nil && f.Lanes == lanes {
			s.steps = tape.NewPlayer(p, f)
		}
	}
	return s.steps
}

// shape says what the code for whole steps of the world depends on besides the numbers that enterSteps puts into a
// lane. It is empty if there is no such code.
func (w *World) shape() string {
	c, m := &w.config, w.Model()
	controller, ok := c.Controller.(RecordableController)
	// What a law tells in a log, such as its parts, is that of its last sample, which code does not keep.
	unknown := c.Controller != nil && (!ok || c.Log.Sink != nil) || !w.articulated()
	if unknown || w.until.conditions != nil || w.wrenches != nil || w.bound != nil || w.base != nil ||
		w.timed.motions != nil || c.Disturbances.Changes != nil || !w.passive.DampsOnly() || m.Floating() ||
		m.NQ() != m.NV() || m.Coupled() || len(w.drive.transmissions) > 0 {
		return ""
	}
	for _, r := range w.rubbing() {
		if r.drag != nil {
			return ""
		}
	}
	if _, ok := c.Integration.Method.Recorded(); !ok {
		return ""
	}
	shape := "free"
	if controller != nil {
		if shape = controller.Shape(); shape == "" {
			return ""
		}
	}
	watched := ""
	if c.Observer != nil {
		o, ok := c.Observer.(RecordableObserver)
		if !ok || o.Shape() == "" {
			return ""
		}
		watched = o.Shape()
	}
	return fmt.Sprintf("%p, ideal %v, %s of %v s; %s; %s", m, c.Ideal, c.Integration.Method.Name, c.Integration.Step,
		shape, watched)
}

// rubbing returns the rates that have friction.
func (w *World) rubbing() (list []*rate) {
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.rough {
				list = append(list, r)
			}
		}
	}
	return list
}

// recordStep records a whole step.
func (w *World) recordStep(t *tape.Tape) error {
	m, h := w.Model(), w.config.Integration.Step
	n := m.NV()
	twin, err := traced.Model(m)
	if err != nil {
		return err
	}
	q, qd, qdd := t.Carried(n), t.Carried(n), t.Carried(n)
	work, loss, taken := t.Carried(1), t.Carried(1), t.Carried(1) // the latter by friction and damping
	moved, drift := t.Carried(1), t.Carried(1)
	books := t.Fixed(len(w.books.others()) + 2)
	speeds, times := t.Carried(len(w.limits.turning)), t.Carried(len(w.limits.turning))
	rubbing := w.rubbing()
	slips, limits := t.Fixed(len(rubbing)), t.Fixed(len(w.limits.speeds))
	span, look := t.Given(2), t.Given(1)[0]
	efforts := RecordedEfforts{Now: make([]graph.Num, n)}
	efforts.Next = func(_, _ []graph.Num) ([]graph.Num, error) { return efforts.Now, nil }
	if c, ok := w.config.Controller.(RecordableController); ok {
		if efforts, err = c.Record(t); err != nil {
			return err
		}
	}

	// The law of motion, see Acceleration.
	solver, fault := tracedaba.New(twin), error(nil)
	hold, held := make([]graph.Num, n), w.held()
	for _, r := range held {
		hold[r.v] = graph.Known(math.Inf(1))
	}
	var last []graph.Num // efforts of the last evaluation
	law := func(effort []graph.Num) integrate.MotionLaw {
		tau := append([]graph.Num(nil), effort...)
		for i := range w.drive.actuators {
			a := &w.drive.actuators[i]
			graph.Require(graph.Absolute(tau[a.index]), graph.Known(math.Nextafter(a.limit, math.Inf(1))))
		}
		return func(q, qd []graph.Num) []graph.Num {
			tau := append([]graph.Num(nil), tau...)
			for i, d := range w.passive.Damping {
				tau[i] = tau[i].Sub(graph.Known(d).Mul(qd[i]))
			}
			for i, r := range rubbing {
				tau[r.v] = tau[r.v].Sub(slips[i].Mul(graph.Known(r.forwards)))
			}
			requireBelow(q, 1<<20)
			requireBelow(qd, 1<<60)
			requireBelow(tau, 1<<100)
			qdd := make([]graph.Num, n)
			if err := solver.ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
				fault = err
			}
			last = tau
			for _, r := range held {
				qdd[r.v] = graph.Known(0)
			}
			requireBelow(qdd, 1<<100)
			return qdd
		}
	}
	// Friction and stops bear what they hold, see excess.
	requireHeld := func() {
		for _, r := range held {
			if r.locked {
				continue
			}
			reaction := solver.Reaction(r.v)
			tolerance := graph.Known(rounding).Mul(graph.Known(w.modes.weight).Add(
				graph.Known(max(r.forwards, r.backwards))).Add(graph.Absolute(last[r.v])))
			if r.side <= 0 {
				graph.Require(reaction.Neg().Sub(graph.Known(r.forwards)).Sub(tolerance), graph.Known(0))
			}
			if r.side >= 0 {
				graph.Require(reaction.Sub(graph.Known(r.backwards)).Sub(tolerance), graph.Known(0))
			}
		}
	}
	solver.Augment(hold)
	step, _ := w.config.Integration.Method.Recorded()
	now := law(efforts.Now)
	var damped integrate.MotionLaw
	if w.Damps() {
		damped = func(q, qd []graph.Num) []graph.Num {
			added := make([]graph.Num, n)
			for i, d := range w.passive.Damping {
				added[i] = hold[i].Add(graph.Known(float64(h * d)))
			}
			solver.Augment(added)
			defer solver.Augment(hold)
			return now(q, qd)
		}
	}
	end := step(h, q.Now, qd.Now, qdd.Now, now, damped)
	toQ, toQd, toQdd := end[0], end[1], end[2]
	requireHeld()
	w.recordGuards(h, rubbing, slips, q.Now, qd.Now, qdd.Now, toQ, toQd, toQdd)

	// The ledger, see book.
	middle := make([]graph.Num, n)
	for i := range middle {
		middle[i] = qd.Now[i].Add(toQd[i]).Div(graph.Known(2)).Add(
			graph.Known(h / 8).Mul(qdd.Now[i].Sub(toQdd[i])))
	}
	middle, stops, atEnd := w.recordDamped(h, qd.Now, qdd.Now, toQd, toQdd, middle)
	works := make([]graph.Num, n)
	work.Next[0], loss.Next[0], taken.Next[0] = work.Now[0], loss.Now[0], taken.Now[0]
	for _, p := range [...]struct {
		weight float64
		qd     []graph.Num
	}{{h / 6, qd.Now}, {4 * h / 6, middle}, {h / 6, toQd}} {
		weight := graph.Known(p.weight)
		work.Next[0] = work.Next[0].Add(weight.Mul(dot(efforts.Now, p.qd)))
		for i, x := range efforts.Now {
			works[i] = works[i].Add(weight.Mul(x).Mul(p.qd[i]))
		}
		power := graph.Num{}
		for i, r := range rubbing {
			power = power.Add(graph.Known(r.forwards).Mul(graph.Max(graph.Known(0), slips[i].Mul(p.qd[r.v]))))
		}
		loss.Next[0] = loss.Next[0].Add(weight.Mul(power))
		for i, d := range w.passive.Damping {
			taken.Next[0] = taken.Next[0].Add(weight.Mul(graph.Known(d)).Mul(p.qd[i]).Mul(p.qd[i]))
		}
	}
	stopped := taken.Now[0]
	for i, d := range w.passive.Damping {
		v := graph.Where(graph.Known(0.5), atEnd, toQd[i], middle[i])
		stopped = stopped.Add(graph.Known(float64(h * d)).Mul(middle[i]).Mul(v))
	}
	taken.Next[0] = graph.Where(graph.Known(0.5), stops, stopped, taken.Next[0])

	// The energies, see look.
	kinetic, potential := tracedlagrange.New(twin).Energy(toQ, toQd)
	start, largest, others := books[0], books[1], books[2:]
	wrench, change, stop, motor, constraint := others[0], others[1], others[2], others[3], others[4]
	gain := work.Next[0].Add(wrench).Add(change).Sub(taken.Next[0]).Sub(loss.Next[0]).Sub(stop).Sub(motor).Add(
		constraint)
	entries := []graph.Num{largest, kinetic, graph.Absolute(work.Next[0]), loss.Next[0], taken.Next[0]}
	looked := func(r *tape.CarriedRows, x ...graph.Num) {
		r.Next[0] = graph.Where(graph.Known(0.5), look, graph.Max(r.Now[0], x...), r.Now[0])
	}
	looked(moved, entries...)
	looked(drift, graph.Absolute(kinetic.Add(potential).Sub(start).Sub(gain)))

	// Limits, see watch.
	for i, x := range w.limits.turning {
		speed := graph.Absolute(toQd[x.v])
		speeds.Next[i] = graph.Max(speeds.Now[i], speed)
		times.Next[i] = graph.Where(speeds.Now[i], speed, span[1], times.Now[i])
	}
	for i, x := range w.limits.speeds {
		graph.Require(graph.Absolute(toQd[x.v]), limits[i])
	}

	next, err := efforts.Next(toQ, toQd)
	if err != nil {
		return err
	}
	copy(q.Next, toQ)
	copy(qd.Next, toQd)
	copy(qdd.Next, law(next)(toQ, toQd))
	requireHeld()
	if o, ok := w.config.Observer.(RecordableObserver); ok {
		o.Record(t, &tape.Step{From: span[0], To: span[1], FromQ: q.Now, FromQd: qd.Now, ToQ: toQ, ToQd: toQd,
			Effort: efforts.Now, Work: works})
	}
	return fault
}

// recordDamped records damped: whether dampers have stopped a motion faster than the step can follow, and whether that
// is as if the damping were that of its end, 1 or 0 each. It returns the velocity in the middle of the step.
func (w *World) recordDamped(h float64, qd, qdd, toQd, toQdd, cubic []graph.Num) (middle []graph.Num, stops,
	atEnd graph.Num) {
	if !w.Damps() {
		return cubic, stops, atEnd
	}
	var first, begin, mid, end, both, change graph.Num
	for i, x := range w.passive.Damping {
		d := graph.Known(x)
		add := func(sum *graph.Num, x, y graph.Num) { *sum = sum.Add(d.Mul(x).Mul(y)) }
		delta := toQd[i].Sub(qd[i])
		add(&first, qdd[i], qdd[i])
		add(&both, qdd[i], toQdd[i])
		add(&begin, qd[i], qd[i])
		add(&mid, cubic[i], cubic[i])
		add(&end, toQd[i], toQd[i])
		add(&change, delta, delta)
	}
	zero, one, four := graph.Known(0), graph.Known(1), graph.Known(4)
	atEnd = graph.Where(four.Mul(change), graph.Known(float64(h*h)).Mul(first), one, zero)
	atEnd = graph.Where(both, zero, zero, atEnd)
	stops = graph.Where(four.Mul(graph.Max(begin, end)), mid, one, atEnd)
	for i := range cubic {
		mean := qd[i].Add(toQd[i]).Div(graph.Known(2))
		middle = append(middle, graph.Where(graph.Known(0.5), stops, mean, cubic[i]))
	}
	return middle, stops, atEnd
}

// recordGuards records that there is no event in the step, see suspects.
func (w *World) recordGuards(h float64, rubbing []*rate, slips, q, qd, qdd, toQ, toQd, toQdd []graph.Num) {
	if w.modes == nil {
		return
	}
	zero, third := graph.Known(0), graph.Known(h/3)
	for i, r := range rubbing {
		if r.held() {
			continue
		}
		v0, v1, rise := slips[i].Mul(qd[r.v]), slips[i].Mul(toQd[r.v]), slips[i].Mul(third)
		for _, v := range [...]graph.Num{v1, v0.Add(rise.Mul(qdd[r.v])), v1.Sub(rise.Mul(toQdd[r.v]))} {
			graph.Require(zero, v)
		}
	}
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if r.q < 0 || r.held() {
			continue
		}
		for _, x := range [...]graph.Num{toQ[r.q], q[r.q].Add(third.Mul(qd[r.v])),
			toQ[r.q].Sub(third.Mul(toQd[r.v]))} {
			if !math.IsInf(r.lower.position, -1) {
				graph.Require(graph.Known(r.lower.position), x)
			}
			if !math.IsInf(r.upper.position, 1) {
				graph.Require(x, graph.Known(r.upper.position))
			}
		}
	}
}

// requireBelow requires that numbers are far from overflow.
func requireBelow(list []graph.Num, most float64) {
	for _, x := range list {
		graph.Require(graph.Absolute(x), graph.Known(most))
	}
}

// dot records floats.Dot.
func dot(a, b []graph.Num) graph.Num {
	var s [4]graph.Num
	i := 0
	for ; len(a)-i >= 4; i += 4 {
		for k := range s {
			s[k] = s[k].Add(a[i+k].Mul(b[i+k]))
		}
	}
	for ; i < len(a); i++ {
		s[0] = s[0].Add(a[i].Mul(b[i]))
	}
	return s[0].Add(s[2]).Add(s[1].Add(s[3]))
}

// ordinary reports whether the world can take whole steps now.
func (w *World) ordinary() bool {
	if w.Stiff() != nil {
		return false
	}
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.held() && !r.rests(w.state) {
				return false
			}
		}
	}
	for i, v := range w.state.Qd {
		if w.state.Q[i] == 0 && math.Signbit(w.state.Q[i]) || v == 0 && math.Signbit(v) {
			return false // code makes +0 of −0
		}
	}
	return true
}

// held returns the rates that are held.
func (w *World) held() (list []*rate) {
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.held() {
				list = append(list, r)
			}
		}
	}
	return list
}

// rests reports whether a rate that is held is so as long as friction and stops bear it.
func (r *rate) rests(s *integrate.State) bool {
	return !r.frozen && s.Qd[r.v] == 0 && r.side == r.atStop(s.Q, s.Qd)
}

// enterSteps puts an ordinary world into a lane. It returns false if its controller or its observer has to wait.
func (w *World) enterSteps(l *tape.Lane) bool {
	l.Rewind()
	l.Carry(w.state.Q...)
	l.Carry(w.state.Qd...)
	l.Carry(w.state.Qdd...)
	l.Carry(w.books.EffortWork, w.books.FrictionLoss, w.books.DampingLoss, w.books.Moved, w.books.LargestDrift)
	others, largest := w.books.others(), 0.0
	for _, x := range others {
		largest = max(largest, math.Abs(x))
	}
	l.Fix(w.books.start, largest)
	l.Fix(others[:]...)
	for i := range w.limits.turning {
		l.Carry(w.limits.turning[i].speed)
	}
	for i := range w.limits.turning {
		l.Carry(w.limits.turning[i].time)
	}
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.rough {
				l.Fix(r.slip)
			}
		}
	}
	for i := range w.limits.speeds {
		limit := w.limits.speeds[i].limit
		if w.limits.speeds[i].noted {
			limit = math.Inf(1)
		}
		l.Fix(limit)
	}
	if c, ok := w.config.Controller.(RecordableController); ok && !c.Enter(l) {
		return false
	}
	o, ok := w.config.Observer.(RecordableObserver)
	return !ok || o.Enter(l)
}

// readSteps takes the state and the ledger from a lane.
func (w *World) readSteps(l *tape.Lane) {
	l.Rewind()
	l.TakeAll(w.state.Q)
	l.TakeAll(w.state.Qd)
	l.TakeAll(w.state.Qdd)
	l.Take(&w.books.EffortWork, &w.books.FrictionLoss, &w.books.DampingLoss, &w.books.Moved, &w.books.LargestDrift)
}

// others returns the entries that do not change in whole steps.
func (l *Ledger) others() [5]float64 {
	return [...]float64{l.WrenchWork, l.Change, l.StopLoss, l.MotorLoss, l.ConstraintWork}
}

// leaveSteps takes the world out of a lane.
func (w *World) leaveSteps(l *tape.Lane) {
	w.readSteps(l)
	for i := range w.limits.turning {
		l.Take(&w.limits.turning[i].speed)
	}
	for i := range w.limits.turning {
		l.Take(&w.limits.turning[i].time)
	}
	if c, ok := w.config.Controller.(RecordableController); ok {
		c.Leave(l)
	}
	if o, ok := w.config.Observer.(RecordableObserver); ok {
		o.Leave(l, w.state.T, w.state.Q, w.state.Qd)
	}
	w.last.CopyFrom(w.state)
	if !w.unheld() { // the reactions, which guards look back to
		w.modes.holdRates()
		w.stale = true
		_ = w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd) // succeeded in code
	}
}

// giveStep gives what is known of a step up to the time to. It returns false if the step is not for code.
func (s *wholeSteps) giveStep(w *World, to float64) (ok bool) {
	l := &s.lane
	l.Rewind()
	look := 0.0
	if w.books.due() {
		look = 1
	}
	l.Give(w.state.T, to, look)
	s.begins = w.drive.end <= to
	if s.controller != nil {
		if s.end, ok = s.controller.Ahead(l, to, s.begins); !ok {
			w.books.parts-- // which the world counts again
			return false
		}
	}
	if s.observer != nil && to > s.still {
		s.still = s.observer.Ahead(l, w.state.T, to)
	}
	return true
}

// amend observes what code does not observe of a step up to the time to.
func (s *wholeSteps) amend(w *World, to float64) {
	if s.observer == nil || !s.observer.Odd(&s.results) {
		return
	}
	from := w.state.T
	for _, x := range [...]struct {
		l  *tape.Lane
		at *integrate.State
		t  float64
	}{{&s.lane, w.last, from}, {&s.results, w.state, to}} {
		x.l.Rewind()
		x.l.TakeAll(x.at.Q)
		x.l.TakeAll(x.at.Qd)
		x.at.T = x.t
	}
	s.observer.Amend(&s.results, w.last, w.state)
	w.state.T = from
}
