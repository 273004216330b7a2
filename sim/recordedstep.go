package sim

import (
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
	tracedaba "kinetree/compile/traced/aba"
	tracedintegrate "kinetree/compile/traced/integrate"
	tracedlagrange "kinetree/compile/traced/lagrange"
	tracedtree "kinetree/compile/traced/tree"
)

// stepRecord is a whole step while it is recorded, in the order of the methods of World.
type stepRecord struct {
	w        *World
	t        *tape.Tape
	switched []bool // rates that may be held or not
	rubbing  []*rate
	twin     *tracedtree.Model
	believed *tracedtree.Model // what the controller computes with
	rows     stepRows
	joints   *jointNumbers
	forces   *recordedForces
	efforts  RecordedEfforts
	solver   *tracedaba.Solver
	bare     []bool      // rates that have no inertia of their own besides that of holding them
	pulled   []graph.Num // what springs take of the efforts on the way to the end of an implicit step; nil in others
	last     []graph.Num // efforts of the last evaluation
	fault    error       // of an evaluation
}

// stepRows are the rows of a whole step, but for those of its parts.
type stepRows struct {
	q, qd, qdd, work, loss, taken, moved, drift *tape.CarriedRows // taken is lost by damping, loss by friction
	pushed                                      *tape.CarriedRows // work of wrenches
	speeds, times                               *tape.CarriedRows // the largest velocities so far, and when
	beyond                                      *tape.CarriedRows // since when velocities are beyond their limits
	reactions                                   *tape.CarriedRows // of switched rates
	books                                       []graph.Num       // see bookkeeper: the start, and other entries
	slips, limits, span                         []graph.Num
	look, h                                     graph.Num
}

// recordStep records a whole step, in which the switched rates may be held or not.
func (w *World) recordStep(t *tape.Tape, shape *stepShape, switched []bool) error {
	r := &stepRecord{w: w, t: t, switched: switched, rubbing: w.rubbing()}
	if err := r.declare(shape); err != nil {
		return err
	}
	end := r.move(shape)
	works := r.book(&end)
	r.weigh(&end)
	r.watch(end.Qd)
	r.goOn(&end, shape.logged)
	if o, ok := w.config.Watch.Observer.(RecordableObserver); ok {
		x := &r.rows
		o.Record(t, &tape.Step{From: x.span[0], To: x.span[1], FromQ: x.q.Now, FromQd: x.qd.Now, ToQ: end.Q,
			ToQd: end.Qd, FromEffort: r.efforts.At(AtBegin, x.q.Now, x.qd.Now),
			ToEffort: r.within(r.efforts.End(end.Q, end.Qd)), Work: works})
	}
	return r.fault
}

// declare declares the rows, and records the efforts, which may have rows of their own.
func (r *stepRecord) declare(shape *stepShape) (err error) {
	w, t, x := r.w, r.t, &r.rows
	m := w.Model()
	n := m.NV()
	if r.twin, err = traced.Variant(m, shape.model, t.Fixed(len(shape.model))); err != nil {
		return err
	}
	r.believed = r.twin
	if shape.differs {
		other := w.config.Controller.(RecordableController).Believed()
		if r.believed, err = traced.Variant(other, shape.belief, t.Fixed(len(shape.belief))); err != nil {
			return err
		}
	}
	x.q, x.qd, x.qdd = t.Carried(m.NQ()), t.Carried(n), t.Carried(n)
	x.work, x.loss, x.taken, x.moved, x.drift = t.Carried(1), t.Carried(1), t.Carried(1), t.Carried(1), t.Carried(1)
	x.pushed = &tape.CarriedRows{Next: make([]graph.Num, 1)}
	if w.pushed() {
		x.pushed = t.Carried(1)
	}
	x.books = t.Fixed(len(w.books.others()) + 2)
	x.speeds, x.times = t.Carried(len(w.limits.turning)), t.Carried(len(w.limits.turning))
	x.beyond = t.Carried(len(w.limits.speeds))
	x.reactions = t.Carried(w.countSwitched(r.switched))
	x.slips, x.limits = t.Fixed(len(r.rubbing)), t.Fixed(len(w.limits.speeds))
	r.joints, r.forces = w.recordNumbers(t, r.rubbing, r.switched), w.recordForces(t, r.twin)
	x.span, x.look, x.h = t.Given(2), t.Given(1)[0], graph.Known(w.config.Integration.Step)
	if shape.lengths {
		x.h = t.Given(1)[0]
	}
	r.efforts = Constant(make([]graph.Num, n))
	if c, ok := w.config.Controller.(RecordableController); ok {
		r.efforts = c.Record(t, &RecordedRobot{Robot: r.twin, Believed: r.believed, Wrenches: r.forces.on,
			Step: shape.step})
	}
	return nil
}

// move records the motion of the step.
func (r *stepRecord) move(shape *stepShape) stepEnd {
	w, x := r.w, &r.rows
	r.solver = tracedaba.New(r.twin)
	if w.algorithm == MassMatrix {
		r.solver = tracedaba.NewByMassMatrix(r.twin)
	}
	r.bare = w.bare(r.switched, nil)
	r.solver.Augment(r.joints.hold)
	stepper, err := traced.Lift(w.stepper)
	if err != nil {
		r.fault = err
		return stepEnd{}
	}
	end := r.step(stepper.(tracedintegrate.Stepper))
	r.requireHeld(r.joints.beyond)
	w.recordConditions(r.joints, x.h, x.q.Now, x.qd.Now, &end)
	w.recordGuards(r.joints, x.h, r.rubbing, x.slips, x.q.Now, x.qd.Now, x.qdd.Now, &end)
	return end
}

// motionLaw records the acceleration at a moment, a position and a velocity.
type motionLaw func(m Moment, q, qd []graph.Num) []graph.Num

// stepEnd is the end of a recorded step.
type stepEnd struct {
	Q, Qd, Qdd []graph.Num
	// Rate and RateQd are the derivatives of Q, in numbers of velocities, and Qd there: in the length of the step where
	// that is integrate.Foreseen, else in time.
	Rate, RateQd []graph.Num
}

// step records what a stepper does. Its time is 0 at the start of the step.
func (r *stepRecord) step(stepper tracedintegrate.Stepper) stepEnd {
	x := &r.rows
	s := &tracedintegrate.State{Q: slices.Clone(x.q.Now), Qd: slices.Clone(x.qd.Now), Qdd: slices.Clone(x.qdd.Now)}
	if _, err := stepper.Step(&recordedSystem{r, r.law(r.efforts.At)}, s, x.h); err != nil && r.fault == nil {
		r.fault = err
	}
	end := stepEnd{s.Q, s.Qd, s.Qdd, s.Qd, s.Qdd}
	if f, ok := stepper.(tracedintegrate.Foreseen); ok && !r.w.Damps() {
		end.Rate, end.RateQd = make([]graph.Num, len(s.Qd)), x.qdd.Now
		for i, v := range s.Qd {
			end.Rate[i] = f.Rate(x.qd.Now[i], v)
		}
	}
	return end
}

// recordedSystem is the world as the integrate.System of a step that is recorded.
type recordedSystem struct {
	*stepRecord
	law motionLaw
}

// NQ implements integrate.System.
func (s *recordedSystem) NQ() int { return s.w.NQ() }

// NV implements integrate.System.
func (s *recordedSystem) NV() int { return s.w.NV() }

// Acceleration implements integrate.System.
func (s *recordedSystem) Acceleration(qdd []graph.Num, t graph.Num, q, qd []graph.Num) error {
	copy(qdd, s.law(s.moment(t), q, qd))
	return s.fault
}

// moment returns the moment at a time after the start of the step.
func (s *recordedSystem) moment(t graph.Num) Moment {
	switch t {
	case graph.Known(0):
		return AtBegin
	case s.rows.h:
		return AtEnd
	case s.rows.h.Div(graph.Known(2)):
		return InMiddle
	}
	panic("sim: a step asks for the acceleration at a moment that is not known")
}

// Retract implements integrate.System. A step of no length stays where it is, whose poses the way there would round.
func (s *recordedSystem) Retract(dst, q, qd []graph.Num, h graph.Num) {
	to := make([]graph.Num, len(q))
	s.twin.Integrate(to, q, qd, h)
	if _, known := h.Value(); !known && len(q) != len(qd) {
		for i := range to {
			to[i] = graph.Where(graph.Known(0), h, to[i], q[i])
		}
	}
	copy(dst, to)
}

// Damps implements integrate.Damped.
func (s *recordedSystem) Damps() bool { return s.w.Damps() }

// DampedAcceleration implements integrate.Damped.
func (s *recordedSystem) DampedAcceleration(qdd []graph.Num, t graph.Num, q, qd []graph.Num, _ graph.Num) error {
	copy(qdd, s.implicit(s.law, nil)(s.moment(t), q, qd))
	return s.fault
}

// StiffAcceleration implements integrate.Stiff, of methods that ask for it with dv = 0.
func (s *recordedSystem) StiffAcceleration(qdd []graph.Num, t graph.Num, q, qd, dq, _ []graph.Num, _ graph.Num) error {
	copy(qdd, s.implicit(s.law, dq)(s.moment(t), q, qd))
	return s.fault
}

// law records the law of motion under efforts, see Acceleration.
func (r *stepRecord) law(efforts motionLaw) motionLaw {
	n := r.w.NV()
	return func(m Moment, q, qd []graph.Num) []graph.Num {
		tau := append([]graph.Num(nil), r.within(efforts(m, q, qd))...) // which stay what they are
		for i, d := range r.joints.damping {
			tau[i] = tau[i].Sub(d.Mul(qd[i]))
		}
		r.forces.addEffort(tau, q)
		for i, x := range r.rubbing {
			tau[x.v] = tau[x.v].Sub(r.rows.slips[i].Mul(r.joints.friction[i]))
		}
		for i, x := range r.pulled {
			tau[i] = tau[i].Sub(x)
		}
		requireBelow(q, 1<<20)
		requireBelow(qd, 1<<60)
		requireBelow(tau, 1<<100)
		qdd := make([]graph.Num, n)
		if err := r.solver.SwitchedDynamics(qdd, q, qd, tau, r.forces.on(q), r.bare); err != nil {
			r.fault = err
		}
		r.last = tau
		for i, x := range r.joints.hold {
			if graph.IsInf(x, 1) {
				qdd[i] = graph.Known(0)
			}
		}
		// Nobody needs the accelerations at the end of a step of a straight method, but what holds rates does.
		if m != AtEnd || !r.w.straight() || r.w.countSwitched(r.switched) > 0 {
			requireBelow(qdd, 1<<100)
		}
		return qdd
	}
}

// implicit records a law of motion with the damping of the end of the step, and with the springs at distances dq unless
// these are nil; see World.DampedAcceleration and World.StiffAcceleration.
func (r *stepRecord) implicit(law motionLaw, dq []graph.Num) motionLaw {
	h := r.rows.h
	length := graph.Where(graph.Known(0), h, h, graph.Known(1)) // any for a step of no length, which leads nowhere
	return func(m Moment, q, qd []graph.Num) []graph.Num {
		added := make([]graph.Num, r.w.NV())
		for i, d := range r.joints.damping {
			if v, known := d.Value(); !known || v != 0 { // else it is known that nothing is
				added[i] = length.Mul(d)
			}
		}
		if dq != nil {
			r.pulled = make([]graph.Num, len(added))
			defer func() { r.pulled = nil }()
			for i, k := range r.forces.stiffness {
				if x, known := k.Value(); !known || x != 0 {
					added[i] = added[i].Add(length.Mul(length).Mul(k))
					r.pulled[i] = k.Mul(dq[i])
				}
			}
		}
		r.bare = r.w.bare(r.switched, added)
		for i, hold := range r.joints.hold {
			added[i] = hold.Add(added[i])
		}
		r.solver.Augment(added)
		defer func() { r.bare = r.w.bare(r.switched, nil); r.solver.Augment(r.joints.hold) }()
		return law(m, q, qd)
	}
}

// within requires that efforts are within their limits, and returns those of the rates.
func (r *stepRecord) within(tau []graph.Num) []graph.Num {
	for i := range r.w.drive.actuators {
		if a := &r.w.drive.actuators[i]; a.index < len(tau) { // or it follows, and has no effort
			graph.Require(graph.Absolute(tau[a.index]), r.joints.effort[i])
		}
	}
	return r.w.recordGeneralized(r.twin, tau)
}

// requireHeld requires that friction and stops bear what they hold, see excess.
func (r *stepRecord) requireHeld(beyond [][]graph.Num) {
	n := 0
	for i, s := range r.w.switchedRates(r.switched) {
		reaction, grip := r.solver.SwitchedReaction(s.v), r.joints.grip[s.v]
		tolerance := graph.Known(rounding).Mul(r.joints.weight.Add(grip).Add(graph.Absolute(r.last[s.v])))
		graph.Require(reaction.Neg().Sub(grip).Sub(tolerance), beyond[i][0])
		graph.Require(reaction.Sub(grip).Sub(tolerance), beyond[i][1])
		r.rows.reactions.Next[n] = reaction
		n++
	}
}

// book records bookkeeper.book, and returns what work the effort of each rate does.
func (r *stepRecord) book(end *stepEnd) (works []graph.Num) {
	w, x := r.w, &r.rows
	middle := make([]graph.Num, w.NV())
	for i := range middle {
		if middle[i] = x.qd.Now[i].Add(end.Qd[i]).Div(graph.Known(2)); !w.straight() {
			middle[i] = middle[i].Add(x.h.Div(graph.Known(8)).Mul(x.qdd.Now[i].Sub(end.Qdd[i])))
		}
	}
	middle, stops, atEnd := r.joints.recordDamped(x.h, x.qd.Now, x.qdd.Now, end.Qd, end.Qdd, middle)
	wrench, half := x.books[2], recordMiddle(r.twin, x.h, x.q.Now, x.qd.Now, middle, end.Qd)
	if r.forces.loads != nil {
		wrench = x.pushed.Now[0]
	}
	works = make([]graph.Num, w.NV())
	var work graph.Num
	loss, taken := x.loss.Now[0], x.taken.Now[0]
	for _, p := range [...]struct {
		times  float64
		effort []graph.Num
		q, qd  []graph.Num
	}{{1, r.within(r.efforts.At(AtBegin, x.q.Now, x.qd.Now)), x.q.Now, x.qd.Now},
		{4, r.within(r.efforts.At(InMiddle, half, middle)), half, middle},
		{1, r.within(r.efforts.End(end.Q, end.Qd)), end.Q, end.Qd}} {
		weight := graph.Known(p.times).Mul(x.h).Div(graph.Known(6))
		for i, u := range p.effort {
			works[i] = works[i].Add(weight.Mul(u).Mul(p.qd[i]))
		}
		if r.forces.loads != nil {
			wrench = wrench.Add(weight.Mul(r.forces.power(p.q, p.qd)))
		}
		power := graph.Num{}
		for i, s := range r.rubbing {
			power = power.Add(r.joints.friction[i].Mul(graph.Max(graph.Known(0), x.slips[i].Mul(p.qd[s.v]))))
		}
		loss = loss.Add(weight.Mul(power))
		for i, d := range r.joints.damping {
			taken = taken.Add(weight.Mul(d).Mul(p.qd[i]).Mul(p.qd[i]))
		}
	}
	for _, x := range works {
		work = work.Add(x)
	}
	stopped := x.taken.Now[0]
	for i, d := range r.joints.damping {
		v := graph.Where(graph.Known(0.5), atEnd, end.Qd[i], middle[i])
		stopped = stopped.Add(x.h.Mul(d).Mul(middle[i]).Mul(v))
	}
	x.work.Next[0], x.loss.Next[0], x.pushed.Next[0] = x.work.Now[0].Add(work), loss, wrench
	x.taken.Next[0] = graph.Where(graph.Known(0.5), stops, stopped, taken)
	return works
}

// weigh records bookkeeper.look.
func (r *stepRecord) weigh(end *stepEnd) {
	x := &r.rows
	kinetic, potential := tracedlagrange.New(r.twin).Energy(end.Q, end.Qd)
	potential = potential.Add(r.forces.energy(end.Q))
	start, largest, others := x.books[0], x.books[1], x.books[2:]
	change, stop, motor, constraint := others[1], others[2], others[3], others[4]
	work, loss, taken, wrench := x.work.Next[0], x.loss.Next[0], x.taken.Next[0], x.pushed.Next[0]
	gain := work.Add(wrench).Add(change).Sub(taken).Sub(loss).Sub(stop).Sub(motor).Add(constraint)
	looked := func(r *tape.CarriedRows, list ...graph.Num) {
		r.Next[0] = graph.Where(graph.Known(0.5), x.look, graph.Max(r.Now[0], list...), r.Now[0])
	}
	looked(x.moved, largest, kinetic, graph.Absolute(work), graph.Absolute(wrench), loss, taken)
	looked(x.drift, graph.Absolute(kinetic.Add(potential).Sub(start).Sub(gain)))
}

// watch records what limits note of the velocities at the end of the step.
func (r *stepRecord) watch(qd []graph.Num) {
	w, x := r.w, &r.rows
	for i, turning := range w.limits.turning {
		speed := graph.Absolute(qd[turning.v])
		x.speeds.Next[i] = graph.Max(x.speeds.Now[i], speed)
		x.times.Next[i] = graph.Where(x.speeds.Now[i], speed, x.span[1], x.times.Now[i])
	}
	for i, limited := range w.limits.speeds {
		since := x.beyond.Now[i]
		x.beyond.Next[i] = graph.Where(x.limits[i], graph.Absolute(qd[limited.v]), graph.Min(since, x.span[1]), since)
	}
}

// goOn records the efforts of what follows, and the accelerations under them.
func (r *stepRecord) goOn(end *stepEnd, logged bool) {
	x := &r.rows
	next := r.efforts.Next(end.Q, end.Qd)
	if logged {
		from, to := r.w.ownEfforts()
		requireNonzero(next[from:to])
		if r.efforts.Sent != nil {
			requireNonzero(r.efforts.Sent.Next[from:to])
		}
	}
	copy(x.q.Next, end.Q)
	copy(x.qd.Next, end.Qd)
	copy(x.qdd.Next, r.law(Constant(next).At)(AtEnd, end.Q, end.Qd))
	requireBelow(x.qdd.Next, 1<<100)
	r.requireHeld(r.joints.next)
}

// recordDamped records damped: whether dampers have stopped a motion faster than the step can follow, and whether that
// is as if the damping were that of its end, 1 or 0 each. It returns the velocity in the middle of the step.
func (x *jointNumbers) recordDamped(h graph.Num, qd, qdd, toQd, toQdd, cubic []graph.Num) (middle []graph.Num, stops,
	atEnd graph.Num) {
	if x.damping == nil {
		return cubic, stops, atEnd
	}
	var first, begin, mid, end, both, change graph.Num
	for i, d := range x.damping {
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
	atEnd = graph.Where(four.Mul(change), h.Mul(h).Mul(first), one, zero)
	atEnd = graph.Where(both, zero, zero, atEnd)
	stops = graph.Where(four.Mul(graph.Max(begin, end)), mid, one, atEnd)
	for i := range cubic {
		mean := qd[i].Add(toQd[i]).Div(graph.Known(2))
		middle = append(middle, graph.Where(graph.Known(0.5), stops, mean, cubic[i]))
	}
	return middle, stops, atEnd
}

// recordConditions records that no condition ends the run in the step: that is a condition on a velocity does not hold
// at its end, and on a position nowhere on the Bézier polygon of its course.
func (w *World) recordConditions(n *jointNumbers, h graph.Num, q, qd []graph.Num, end *stepEnd) {
	third := h.Div(graph.Known(3))
	for i := range w.until.conditions {
		c := &w.until.conditions[i]
		var list []graph.Num
		switch {
		case c.contact: // an event, which is no ordinary step
			continue
		case c.q >= 0:
			list = []graph.Num{end.Q[c.q], q[c.q].Add(third.Mul(qd[c.v])), end.Q[c.q].Sub(third.Mul(end.Rate[c.v]))}
		default:
			list = []graph.Num{end.Qd[c.speed]}
		}
		for _, x := range list {
			if c.sign > 0 {
				graph.Require(x, n.end[i])
			} else {
				graph.Require(n.end[i], x)
			}
		}
	}
}

// recordGuards records that there is no event in the step, see suspects.
func (w *World) recordGuards(n *jointNumbers, h graph.Num, rubbing []*rate, slips, q, qd, qdd []graph.Num,
	end *stepEnd) {
	if w.modes == nil {
		return
	}
	third := h.Div(graph.Known(3))
	for i, r := range rubbing {
		if r.locked {
			continue
		}
		v0, v1, rise := slips[i].Mul(qd[r.v]), slips[i].Mul(end.Qd[r.v]), slips[i].Mul(third)
		for _, v := range [...]graph.Num{v1, v0.Add(rise.Mul(qdd[r.v])), v1.Sub(rise.Mul(end.RateQd[r.v]))} {
			graph.Require(n.slip[r.v], v)
		}
	}
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if r.q < 0 || r.locked {
			continue
		}
		for _, x := range [...]graph.Num{end.Q[r.q], q[r.q].Add(third.Mul(qd[r.v])),
			end.Q[r.q].Sub(third.Mul(end.Rate[r.v]))} {
			if !math.IsInf(r.lower.position, -1) {
				graph.Require(n.lower[i], x)
			}
			if !math.IsInf(r.upper.position, 1) {
				graph.Require(x, n.upper[i])
			}
		}
	}
}

// recordGeneralized records tree.EffortLayout.Generalized in a new list. Efforts of followers that are not given are
// zero.
func (w *World) recordGeneralized(twin *tracedtree.Model, effort []graph.Num) []graph.Num {
	if !w.Model().Coupled() {
		return effort
	}
	tau := slices.Clone(effort[:w.NV()])
	for k, j := range twin.Joints() {
		if at := w.drive.layout.Index(k); j.Leader >= 0 && at < len(effort) {
			tau[j.V] = tau[j.V].Add(j.Ratio.Mul(effort[at]))
		}
	}
	return tau
}

// requireBelow requires that numbers are far from overflow.
func requireBelow(list []graph.Num, most float64) {
	for _, x := range list {
		graph.Require(graph.Absolute(x), graph.Known(most))
	}
}

// requireNonzero requires that numbers are not 0.
func requireNonzero(list []graph.Num) {
	for _, x := range list {
		graph.Require(graph.Known(0), graph.Absolute(x))
	}
}
