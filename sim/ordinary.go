package sim

import (
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/internal/traced"
	tracedaba "kinetree/internal/traced/aba"
	tracedintegrate "kinetree/internal/traced/integrate"
	tracedspatial "kinetree/internal/traced/spatial"
	tracedstep "kinetree/internal/traced/step"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/tree"
)

// stepRecord records a whole step: it calls the twins of package step in the order of World, and requires that the step
// is ordinary.
type stepRecord struct {
	w         *World
	t         *tape.Tape
	switched  []bool // by rate, see switched.go
	twin      *tracedtree.Model
	believed  *tracedtree.Model // what the controller computes with
	rows      stepRows
	joints    *jointNumbers
	mechanism *tracedstep.Mechanism
	books     *tracedstep.Books
	rubbing   []*tracedstep.Friction // by rate; nil where there is none
	efforts   RecordedEfforts
	solver    *tracedaba.Solver
	last      []graph.Num // efforts of the last evaluation
}

// stepRows are the rows of a whole step, without the rows of the mechanism, the controller and the observer.
type stepRows struct {
	q, qd, qdd    *tape.CarriedRows
	books         *traced.Recording
	speeds, times *tape.CarriedRows // the largest velocities so far, and their times
	beyond        *tape.CarriedRows // times since which velocities are beyond their limits
	reactions     *tape.CarriedRows // of switched rates
	limits, span  []graph.Num
	look, h       graph.Num
}

// recordStep records a whole step.
func (w *recorder) recordStep(t *tape.Tape, shape *stepShape, switched []bool) error {
	r := &stepRecord{w: w.World, t: t, switched: switched}
	if err := r.declare(shape); err != nil {
		return err
	}
	end, err := r.move()
	if err != nil {
		return err
	}
	x := &r.rows
	from := &tracedintegrate.State{Q: x.q.Now, Qd: x.qd.Now, Qdd: x.qdd.Now}
	to := &tracedintegrate.State{T: x.span[1], Q: end.Q, Qd: end.Qd, Qdd: end.Qdd}
	if err := r.books.Book(r.mechanism, (*recordedSystem)(r), &tracedstep.Booked{Length: x.h, From: from, To: to,
		Straight: w.reporter.straight()}); err != nil {
		return err
	}
	kinetic, potential := r.mechanism.Energy(end.Q, end.Qd)
	graph.Either(graph.IsMore(x.look, graph.Known(0.5)), func() { r.books.Look(kinetic, potential) }, func() {},
		r.books)
	x.books.Keep(graph.Known(1))
	r.watch(end.Qd)
	seen := &tape.Step{From: x.span[0], To: x.span[1], FromQ: x.q.Now, FromQd: x.qd.Now, ToQ: end.Q, ToQd: end.Qd,
		FromEffort: slices.Clone(r.books.Begin), ToEffort: slices.Clone(r.books.Effort),
		Work: slices.Clone(r.books.Work)}
	if err := r.goOn(&end, shape.logged); err != nil {
		return err
	}
	if o, ok := w.config.Watch.Observer.(RecordableObserver); ok {
		o.Record(t, seen)
	}
	return nil
}

// declare declares the rows of the step, and has the controller declare its rows.
func (r *stepRecord) declare(shape *stepShape) (err error) {
	w, t, x := r.w, r.t, &r.rows
	m := w.Model()
	n := m.NV()
	if r.twin, err = traced.Variant(m, shape.model, t.Fixed(len(shape.model))); err != nil {
		return err
	}
	r.believed = r.twin
	if shape.differs {
		believed := w.config.Controller.(RecordableController).Believed()
		if r.believed, err = traced.Variant(believed, shape.belief, t.Fixed(len(shape.belief))); err != nil {
			return err
		}
	}
	twin := func(*tree.Model) *tracedtree.Model { return r.twin }
	x.q, x.qd, x.qdd = t.Carried(m.NQ()), t.Carried(n), t.Carried(n)
	if x.books, err = traced.Record(t, &w.books.Books, twin); err != nil {
		return err
	}
	r.books = x.books.Twin.(*tracedstep.Books)
	x.speeds, x.times = t.Carried(len(w.limits.turning)), t.Carried(len(w.limits.turning))
	x.beyond = t.Carried(len(w.limits.speeds))
	x.reactions = t.Carried(w.recorder.countSwitched(r.switched))
	x.limits = t.Fixed(len(w.limits.speeds))
	mechanism, err := traced.Record(t, w.mechanism, twin)
	if err != nil {
		return err
	}
	r.mechanism = mechanism.Twin.(*tracedstep.Mechanism)
	r.rubbing = make([]*tracedstep.Friction, n)
	for i, f := range w.mechanism.Frictions {
		r.rubbing[f.Rate()] = r.mechanism.Frictions[i]
	}
	r.joints = w.recorder.recordNumbers(t, r.switched)
	x.span, x.look, x.h = t.Given(2), t.Given(1)[0], graph.Known(w.config.Integration.Step)
	if shape.lengths {
		x.h = t.Given(1)[0]
	}
	r.efforts = Constant(make([]graph.Num, n))
	if c, ok := w.config.Controller.(RecordableController); ok {
		r.efforts = c.Record(t, &RecordedRobot{Robot: r.twin, Believed: r.believed, Wrenches: r.wrenches,
			Step: shape.step})
	}
	return nil
}

// wrenches records the wrenches on the links at a position, at rest.
func (r *stepRecord) wrenches(q []graph.Num) []tracedspatial.Force {
	fext, err := r.mechanism.Links.On(graph.Num{}, q, nil)
	if err != nil {
		panic(graph.ErrUnmet)
	}
	return slices.Clone(fext)
}

// stepEnd is the end of a recorded step.
type stepEnd struct {
	Q, Qd, Qdd []graph.Num
	// Rate and RateQd are the derivatives of Q, in numbers of velocities, and of Qd at the end of the step: with
	// respect to the length of the step if the integrator is an integrate.Foreseen, else with respect to time.
	Rate, RateQd []graph.Num
}

// move records the motion of the step. Its time is 0 at the start.
func (r *stepRecord) move() (stepEnd, error) {
	w, x := r.w, &r.rows
	r.solver = tracedaba.New(r.twin)
	if w.algorithm == MassMatrix {
		r.solver = tracedaba.NewByMassMatrix(r.twin)
	}
	lifted, err := traced.Lift(w.stepper)
	if err != nil {
		return stepEnd{}, err
	}
	r.mechanism.Begin(x.q.Now, x.qd.Now)
	s := &tracedintegrate.State{Q: slices.Clone(x.q.Now), Qd: slices.Clone(x.qd.Now), Qdd: slices.Clone(x.qdd.Now)}
	if _, err := lifted.(tracedintegrate.Stepper).Step((*recordedSystem)(r), s, x.h); err != nil {
		return stepEnd{}, err
	}
	end := stepEnd{s.Q, s.Qd, s.Qdd, s.Qd, s.Qdd}
	if f, ok := lifted.(tracedintegrate.Foreseen); ok && !w.Damps() {
		end.Rate, end.RateQd = make([]graph.Num, len(s.Qd)), x.qdd.Now
		for i, v := range s.Qd {
			end.Rate[i] = f.Rate(x.qd.Now[i], v)
		}
	}
	r.requireHeld(r.joints.beyond)
	r.requireUntil(&end)
	r.requireGuards(&end)
	return end, nil
}

// recordedSystem is the world as the integrate.System and the step.Outside of a recorded step.
type recordedSystem stepRecord

// NQ implements integrate.System.
func (s *recordedSystem) NQ() int { return s.w.NQ() }

// NV implements integrate.System.
func (s *recordedSystem) NV() int { return s.w.NV() }

// Retract implements integrate.System. A step of length 0 keeps its poses, which Integrate would round.
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

// Acceleration implements integrate.System.
func (s *recordedSystem) Acceleration(qdd []graph.Num, t graph.Num, q, qd []graph.Num) error {
	m := s.moment(t)
	return (*stepRecord)(s).accelerate(qdd, m, s.efforts.At(m, q, qd), q, qd, nil)
}

// DampedAcceleration implements integrate.Damped.
func (s *recordedSystem) DampedAcceleration(qdd []graph.Num, t graph.Num, q, qd []graph.Num, _ graph.Num) error {
	m := s.moment(t)
	return (*stepRecord)(s).accelerate(qdd, m, s.efforts.At(m, q, qd), q, qd, func(added, _ []graph.Num) {
		s.mechanism.Damp(added, s.length())
	})
}

// StiffAcceleration implements integrate.Stiff.
func (s *recordedSystem) StiffAcceleration(qdd []graph.Num, t graph.Num, q, qd, dq, dv []graph.Num, _ graph.Num) error {
	m, n := s.moment(t), len(qd)
	return (*stepRecord)(s).accelerate(qdd, m, s.efforts.At(m, q, qd), q, qd, func(added, tau []graph.Num) {
		s.mechanism.Stiffen(added, tau, make([]graph.Num, n), make([]graph.Num, n), dq, dv, s.length())
	})
}

// length returns the length of the step, and 1 for a step of length 0, whose results do not depend on the length.
func (s *recordedSystem) length() graph.Num {
	return graph.Where(graph.Known(0), s.rows.h, s.rows.h, graph.Known(1))
}

// Effort implements step.Outside.
func (s *recordedSystem) Effort(tau []graph.Num, t graph.Num, q, qd []graph.Num) error {
	asked := []graph.Num(nil)
	if t == s.rows.span[1] {
		asked = s.efforts.End(q, qd)
	} else {
		asked = s.efforts.At(s.moment(t), q, qd)
	}
	(*stepRecord)(s).act(tau, asked, qd)
	return nil
}

// ConstraintPower implements step.Outside.
func (s *recordedSystem) ConstraintPower(graph.Num, []graph.Num, []graph.Num) (graph.Num, error) {
	return graph.Num{}, graph.ErrUnmet
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

// act records the efforts of the actuators for the efforts that are asked for, and requires that the latter are within
// the limits.
func (r *stepRecord) act(tau, asked, qd []graph.Num) {
	clear(tau)
	copy(tau, asked)
	for i := range r.w.drive.actuators {
		if a := &r.w.drive.actuators[i]; a.index < len(asked) { // followers have no effort
			graph.Require(graph.Absolute(asked[a.index]), r.joints.effort[i])
		}
	}
	r.mechanism.Drive(tau, qd)
}

// accelerate records the acceleration at a moment under efforts that are asked for. The function stiffen of an implicit
// method adds to the inertia of rates and changes the efforts; it is nil for explicit methods.
func (r *stepRecord) accelerate(qdd []graph.Num, m Moment, asked, q, qd []graph.Num, stiffen func(added,
	tau []graph.Num)) error {
	n, effort := r.w.NV(), make([]graph.Num, r.w.drive.layout.Len())
	r.act(effort, asked, qd)
	tau, added := r.mechanism.Rates(effort, q, qd), make([]graph.Num, n)
	if stiffen != nil {
		stiffen(added, tau)
	}
	requireBelow(q, 1<<20)
	requireBelow(qd, 1<<60)
	requireBelow(tau, 1<<100)
	for v, f := range r.rubbing {
		if f != nil && f.Geared() {
			f.Engage()
			added[v] = added[v].Add(f.Drag.Shift)
		}
	}
	bare := r.w.recorder.bare(r.switched, added)
	for i, hold := range r.joints.hold {
		added[i] = hold.Add(added[i])
	}
	r.solver.Augment(added)
	fext, err := r.mechanism.Links.On(graph.Num{}, q, qd)
	if err != nil {
		return err
	}
	if err := r.solver.SwitchedDynamics(qdd, q, qd, tau, fext, bare); err != nil {
		return err
	}
	r.last = tau
	for i, x := range r.joints.hold {
		if graph.IsInf(x, 1) {
			qdd[i] = graph.Known(0)
		}
	}
	r.requireEngaged(qdd)
	// The accelerations at the end of a step of a straight method have no use but for the reactions of held rates.
	if m != AtEnd || !r.w.reporter.straight() || r.w.recorder.countSwitched(r.switched) > 0 {
		requireBelow(qdd, 1<<100)
	}
	return nil
}

// requireEngaged requires that each gear transmits an effort of the sign that its loss was computed for, see
// plant.turned.
func (r *stepRecord) requireEngaged(qdd []graph.Num) {
	for v, f := range r.rubbing {
		if f == nil || !f.Geared() {
			continue
		}
		for i := range f.Drag.Gears {
			g := &f.Drag.Gears[i]
			agrees := g.Effort.Mul(g.Effort.Sub(g.Inertia.Mul(qdd[v])))
			graph.Require(graph.Known(0), graph.IsDifferent(f.Slip, graph.Known(0)).Select(agrees, graph.Known(1)))
		}
	}
}

// requireHeld requires that friction and end stops bear the reactions of held rates, see rate.excess.
func (r *stepRecord) requireHeld(beyond [][]graph.Num) {
	n := 0
	for i, s := range r.w.recorder.switchedRates(r.switched) {
		var forwards, backwards graph.Num
		if f := r.rubbing[s.v]; f != nil {
			forwards, backwards = f.Level(graph.Known(1)), f.Level(graph.Known(-1))
		}
		reaction := r.solver.SwitchedReaction(s.v)
		tolerance := graph.Known(rounding).Mul(r.joints.weight.Add(graph.Max(forwards, backwards)).
			Add(graph.Absolute(r.last[s.v])))
		graph.Require(reaction.Neg().Sub(forwards).Sub(tolerance), beyond[i][0])
		graph.Require(reaction.Sub(backwards).Sub(tolerance), beyond[i][1])
		r.rows.reactions.Next[n] = reaction
		n++
	}
}

// watch records the largest velocities, and the times since which velocities are beyond their limits.
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

// goOn records the efforts after the step, and the accelerations under these efforts.
func (r *stepRecord) goOn(end *stepEnd, logged bool) error {
	x := &r.rows
	next := r.efforts.Next(end.Q, end.Qd)
	if logged {
		from, to := r.w.recorder.ownEfforts()
		requireNonzero(next[from:to])
		if r.efforts.Sent != nil {
			requireNonzero(r.efforts.Sent.Next[from:to])
		}
	}
	copy(x.q.Next, end.Q)
	copy(x.qd.Next, end.Qd)
	if err := r.accelerate(x.qdd.Next, AtEnd, next, end.Q, end.Qd, nil); err != nil {
		return err
	}
	requireBelow(x.qdd.Next, 1<<100)
	r.requireHeld(r.joints.next)
	return nil
}

// requireUntil requires that no condition ends the run in the step. A condition must not hold at the end of the step; a
// condition on the position of a joint must not hold at any point of the Bézier polygon of the position.
func (r *stepRecord) requireUntil(end *stepEnd) {
	q, qd, third := r.rows.q.Now, r.rows.qd.Now, r.rows.h.Div(graph.Known(3))
	kinetic, potential := r.mechanism.Energy(end.Q, end.Qd)
	for i := range r.w.until.conditions {
		c := &r.w.until.conditions[i]
		if c.contact { // a contact is an event, and a step with an event is not ordinary
			continue
		}
		var list []graph.Num
		switch c.of {
		case positionColumn:
			if list = append(list, end.Q[c.at]); c.q >= 0 {
				list = append(list, q[c.q].Add(third.Mul(qd[c.v])), end.Q[c.q].Sub(third.Mul(end.Rate[c.v])))
			}
		case velocityColumn:
			list = append(list, end.Qd[c.at])
		case kineticColumn:
			list = append(list, kinetic)
		case potentialColumn:
			list = append(list, potential)
		case totalColumn:
			list = append(list, kinetic.Add(potential))
		}
		for _, x := range list {
			if x = graph.Known(c.ratio).Mul(x).Add(graph.Known(c.shift)); c.sign > 0 {
				graph.Require(x, r.joints.end[i])
			} else {
				graph.Require(r.joints.end[i], x)
			}
		}
	}
}

// requireGuards requires that there is no event in the step, see suspects.
func (r *stepRecord) requireGuards(end *stepEnd) {
	for _, p := range r.mechanism.Lines {
		r.mechanism.Links.Kin.UpdateVelocity(end.Q, end.Qd)
		graph.Require(graph.Known(0), p.Ahead(r.mechanism.Links.Kin))
	}
	if r.w.modes == nil {
		return
	}
	q, qd, qdd, third := r.rows.q.Now, r.rows.qd.Now, r.rows.qdd.Now, r.rows.h.Div(graph.Known(3))
	for i := range r.w.modes.rates {
		x := &r.w.modes.rates[i]
		if f := r.rubbing[x.v]; f != nil && x.rough && !x.locked {
			v0, v1, rise := f.Slip.Mul(qd[x.v]), f.Slip.Mul(end.Qd[x.v]), f.Slip.Mul(third)
			for _, v := range [...]graph.Num{v1, v0.Add(rise.Mul(qdd[x.v])), v1.Sub(rise.Mul(end.RateQd[x.v]))} {
				graph.Require(r.joints.slip[x.v], v)
			}
		}
		if x.q < 0 || x.locked {
			continue
		}
		for _, at := range [...]graph.Num{end.Q[x.q], q[x.q].Add(third.Mul(qd[x.v])),
			end.Q[x.q].Sub(third.Mul(end.Rate[x.v]))} {
			if !math.IsInf(x.lower.position, -1) {
				graph.Require(r.joints.lower[i], at)
			}
			if !math.IsInf(x.upper.position, 1) {
				graph.Require(at, r.joints.upper[i])
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

// requireNonzero requires that numbers are not 0.
func requireNonzero(list []graph.Num) {
	for _, x := range list {
		graph.Require(graph.Known(0), graph.Absolute(x))
	}
}
