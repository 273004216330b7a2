package sim

import (
	"math"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
	tracedaba "kinetree/compile/traced/aba"
	tracedlagrange "kinetree/compile/traced/lagrange"
	tracedtree "kinetree/compile/traced/tree"
	"kinetree/integrate"
	"kinetree/tree"
)

// Whole steps: what a world does in an ordinary step, from the state at its start to the efforts of the next segment,
// recorded for runs side by side (package tape). The operations are those of the methods of World, in their order; a
// step in which something else happens, such as a stop that comes near, is refused and left to the world.

// StepCodes has the code for whole steps of worlds. It belongs to one goroutine.
type StepCodes struct {
	// Assemble returns code for a number of lanes. The error says why there is none.
	Assemble func(p *tape.Program, lanes int) (tape.LaneCode, error)
	// After is how many steps of a kind are taken without, since it takes some time to make.
	After int
	// Taken and Refused count the steps that code has taken, and those that it has left to the worlds. Alike counts
	// those taken that were like the one before them, of which nothing had to be given but their times.
	Taken, Refused, Alike int

	Made    int                    // codes
	codes   map[string][]*stepCode // by shape
	key     []byte
	text    string    // of the shape that was found last
	numbers []float64 // of a model; scratch
	times   stepTimes
	models  traced.Families // of the worlds
	beliefs traced.Families // of their controllers, where these are other models
}

// stepShape is what the code for whole steps of a world depends on besides the numbers that enterSteps puts into a
// lane.
type stepShape struct {
	text    string    // empty if there is no such code
	model   []int     // which Numbers of the model are inputs, as those of alike worlds differ
	belief  []int     // the same of the model that the controller computes with, where that is another one
	differs bool      // there is one
	numbers []float64 // these inputs
	parts   bool      // steps are taken in parts, which end where a segment of the controller does
	lengths bool      // those of steps are given: there are parts, or events, see laneEvent
	// logged efforts are those of a controller which code finds. The log shows the signs of zeros, which code does not
	// know: the world takes those steps alone in which an effort becomes 0.
	logged bool
}

// add adds the numbers of a model that are inputs to those of a shape.
func (c *StepCodes) add(s *stepShape, m *tree.Model, varies []int) {
	if len(varies) == 0 {
		return
	}
	c.numbers = m.Numbers(c.numbers[:0])
	s.numbers = slices.Grow(s.numbers, len(varies))
	for _, i := range varies {
		s.numbers = append(s.numbers, c.numbers[i])
	}
}

// shape returns the shape of the whole steps of a world.
func (c *StepCodes) shape(w *World) (s stepShape) {
	g, m := &w.config, w.Model()
	if w.unrecorded() != "" {
		return s
	}
	controller, _ := g.Controller.(RecordableController)
	controlled, watched, reason := w.shapes()
	if reason != "" {
		return s
	}
	s.logged = controller != nil && !controller.Known() && g.Log.Sink != nil
	family := c.models.Of(m)
	if family == nil {
		return s
	}
	s.model = family.Varies()
	c.add(&s, m, s.model)
	b := append(family.AppendKey(append(c.key[:0], "models "...)), ' ')
	if controller != nil {
		if believed := controller.Believed(); believed != nil && believed != m {
			family := c.beliefs.Of(believed)
			if family == nil || believed.NV() != m.NV() {
				return s
			}
			s.belief, s.differs = family.Varies(), true
			c.add(&s, believed, s.belief)
			b = append(family.AppendKey(append(b, "believed to be "...)), ' ')
		}
	}
	b = append(append(b, g.Integration.Method.Name...), " of "...)
	b = append(strconv.AppendFloat(b, g.Integration.Step, 'g', -1, 64), " s, ideal "...)
	b = append(strconv.AppendBool(b, g.Ideal), ", logged "...)
	b = append(w.appendForces(w.appendParts(strconv.AppendBool(b, s.logged))), "; "...)
	b = append(append(append(b, controlled...), "; "...), watched...)
	s.parts = controller != nil && controller.Splits(g.Integration.Step)
	s.lengths = s.parts || w.modes != nil && w.modes.rubs
	for _, x := range [...]struct {
		there bool
		name  string
	}{{s.parts, "; in parts"}, {s.lengths, "; of any length"}} {
		if x.there {
			b = append(b, x.name...)
		}
	}
	if c.key = b; string(b) != c.text {
		c.text = string(b)
	}
	s.text = c.text
	return s
}

// Unrecorded says what of the world keeps it from taking whole steps in code, as in "there are constraints"; it
// is empty where nothing does.
func (w *World) Unrecorded() (reason string) {
	if reason = w.unrecorded(); reason == "" {
		_, _, reason = w.shapes()
	}
	return reason
}

// shapes returns the shapes of the controller and of the observer, and what Unrecorded says of them.
func (w *World) shapes() (controlled, watched, reason string) {
	controlled = "free"
	if g := &w.config; g.Controller != nil {
		controlled = ""
		if c, ok := g.Controller.(RecordableController); ok {
			controlled = c.Shape()
		}
		if controlled == "" {
			return "", "", "the controller is not recorded"
		}
	}
	if x := w.config.Watch.Observer; x != nil {
		if o, ok := x.(RecordableObserver); ok {
			watched = o.Shape()
		}
		if watched == "" {
			return "", "", "what observes the run is not recorded"
		}
	}
	return controlled, watched, ""
}

// unrecorded is Unrecorded but for the controller and the observer.
func (w *World) unrecorded() (reason string) {
	g := &w.config
	_, sprung := w.passive.Springs()
	_, method := g.Integration.Method.Recorded()
	for _, x := range [...]struct {
		there  bool
		reason string
	}{
		{!method, "the integrator iterates, or chooses its steps"},
		{!w.articulated(), "the dynamics are not those of articulated bodies"},
		{w.timed.motions != nil || w.base != nil, "a motion is prescribed"},
		{w.bound != nil, "there are constraints"},
		{len(g.Forces) > 0, "there are force elements"},
		{len(w.drive.transmissions) > 0, "a drive has a motor or a gear with losses"},
		{!sprung, "a spring acts on a pose or within a drive"},
		{slices.ContainsFunc(w.rubbing(), func(r *rate) bool { return r.drag != nil }),
			"friction depends on the velocity"},
		{slices.ContainsFunc(w.until.conditions, func(x condition) bool {
			return !x.contact && x.q < 0 && x.speed < 0
		}), "a condition is on another column than positions and velocities"},
		{g.Controller != nil && g.Log.Sink != nil && slices.ContainsFunc(g.Log.Signals, func(x Signals) bool {
			return x.Remembered && len(x.Names) > 0
		}), "the log has what the law remembers"},
	} {
		if x.there {
			return x.reason
		}
	}
	return ""
}

// appendParts appends what acts in the joints of a world, without its numbers.
func (w *World) appendParts(b []byte) []byte {
	list := func(name string, n int, of func(i int) (v int, there bool)) {
		b = append(append(b, "; "...), name...)
		for i := range n {
			if v, there := of(i); there {
				b = strconv.AppendInt(append(b, ' '), int64(v), 10)
			}
		}
	}
	damping := w.passive.Damping
	list("damped", len(damping), func(i int) (int, bool) { return i, damping[i] != 0 })
	list("limited", len(w.drive.actuators), func(i int) (int, bool) { return w.drive.actuators[i].index, true })
	list("ending by positions", len(w.until.conditions), func(i int) (int, bool) {
		x := &w.until.conditions[i]
		return int(x.sign) * (x.q + 1), !x.contact && x.q >= 0
	})
	list("by velocities", len(w.until.conditions), func(i int) (int, bool) {
		x := &w.until.conditions[i]
		return int(x.sign) * (x.speed + 1), !x.contact && x.speed >= 0
	})
	list("turning", len(w.limits.turning), func(i int) (int, bool) { return w.limits.turning[i].v, true })
	list("bounded", len(w.limits.speeds), func(i int) (int, bool) { return w.limits.speeds[i].v, true })
	if w.modes == nil {
		return append(b, "; smooth"...)
	}
	rates := w.modes.rates
	list("rough", len(rates), func(i int) (int, bool) { return rates[i].v, rates[i].rough })
	list("locked", len(rates), func(i int) (int, bool) { return rates[i].v, rates[i].locked })
	list("stopped below", len(rates), func(i int) (int, bool) {
		return rates[i].v, rates[i].q >= 0 && !math.IsInf(rates[i].lower.position, -1)
	})
	list("above", len(rates), func(i int) (int, bool) {
		return rates[i].v, rates[i].q >= 0 && !math.IsInf(rates[i].upper.position, 1)
	})
	return b
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

// recordStep records a whole step, in which the switched rates may be held or not.
func (w *World) recordStep(t *tape.Tape, shape *stepShape, switched []bool) error {
	m := w.Model()
	n := m.NV()
	twin, err := traced.Variant(m, shape.model, t.Fixed(len(shape.model)))
	if err != nil {
		return err
	}
	believed := twin
	if shape.differs {
		other := w.config.Controller.(RecordableController).Believed()
		if believed, err = traced.Variant(other, shape.belief, t.Fixed(len(shape.belief))); err != nil {
			return err
		}
	}
	q, qd, qdd := t.Carried(m.NQ()), t.Carried(n), t.Carried(n)
	work, loss, taken := t.Carried(1), t.Carried(1), t.Carried(1) // the latter by friction and damping
	moved, drift := t.Carried(1), t.Carried(1)
	pushed := &tape.CarriedRows{Next: make([]graph.Num, 1)}
	if w.pushed() {
		pushed = t.Carried(1)
	}
	books := t.Fixed(len(w.books.others()) + 2)
	speeds, times := t.Carried(len(w.limits.turning)), t.Carried(len(w.limits.turning))
	rubbing := w.rubbing()
	beyond := t.Carried(len(w.limits.speeds)) // since when
	reactions := t.Carried(w.countSwitched(switched))
	slips, limits := t.Fixed(len(rubbing)), t.Fixed(len(w.limits.speeds))
	x, forces := w.recordNumbers(t, rubbing, switched), w.recordForces(t, twin)
	span, look, h := t.Given(2), t.Given(1)[0], graph.Known(w.config.Integration.Step)
	if shape.lengths {
		h = t.Given(1)[0]
	}
	efforts := Constant(make([]graph.Num, n))
	efforts.Next = func(_, _ []graph.Num) ([]graph.Num, error) { return efforts.End, nil }
	if c, ok := w.config.Controller.(RecordableController); ok {
		if efforts, err = c.Record(t, twin, believed); err != nil {
			return err
		}
	}

	// The law of motion, see Acceleration.
	solver, fault := tracedaba.New(twin), error(nil)
	bare := w.bare(switched, nil)
	var last []graph.Num                          // efforts of the last evaluation
	within := func(tau []graph.Num) []graph.Num { // the effort limits
		for i := range w.drive.actuators {
			if a := &w.drive.actuators[i]; a.index < len(tau) { // or it follows, and has no effort
				graph.Require(graph.Absolute(tau[a.index]), x.effort[i])
			}
		}
		return w.recordGeneralized(twin, tau)
	}
	law := func(effort [3][]graph.Num) integrate.MotionLaw {
		return func(m integrate.Moment, q, qd []graph.Num) []graph.Num {
			tau := append([]graph.Num(nil), within(effort[m])...) // which stay what they are
			for i, d := range x.damping {
				tau[i] = tau[i].Sub(d.Mul(qd[i]))
			}
			forces.addEffort(tau, q)
			for i, r := range rubbing {
				tau[r.v] = tau[r.v].Sub(slips[i].Mul(x.friction[i]))
			}
			requireBelow(q, 1<<20)
			requireBelow(qd, 1<<60)
			requireBelow(tau, 1<<100)
			qdd := make([]graph.Num, n)
			if err := solver.SwitchedDynamics(qdd, q, qd, tau, forces.on(q), bare); err != nil {
				fault = err
			}
			last = tau
			for i, x := range x.hold {
				if graph.IsInf(x, 1) {
					qdd[i] = graph.Known(0)
				}
			}
			if m != integrate.AtEnd || !w.straight() || w.countSwitched(switched) > 0 {
				requireBelow(qdd, 1<<100)
			}
			return qdd
		}
	}
	// Friction and stops bear what they hold, see excess.
	requireHeld := func(beyond [][]graph.Num) {
		n := 0
		for i, r := range w.switchedRates(switched) {
			reaction, grip := solver.SwitchedReaction(r.v), x.grip[r.v]
			tolerance := graph.Known(rounding).Mul(x.weight.Add(grip).Add(graph.Absolute(last[r.v])))
			graph.Require(reaction.Neg().Sub(grip).Sub(tolerance), beyond[i][0])
			graph.Require(reaction.Sub(grip).Sub(tolerance), beyond[i][1])
			reactions.Next[n] = reaction
			n++
		}
	}
	solver.Augment(x.hold)
	step, _ := w.config.Integration.Method.Recorded()
	now := law(efforts.At)
	var damped integrate.MotionLaw
	if w.Damps() {
		length := graph.Where(graph.Known(0), h, h, graph.Known(1)) // any for a step of no length, which leads nowhere
		damped = func(m integrate.Moment, q, qd []graph.Num) []graph.Num {
			added := make([]graph.Num, n)
			for i, d := range x.damping {
				if v, known := d.Value(); !known || v != 0 { // else it is known that nothing is
					added[i] = length.Mul(d)
				}
			}
			bare = w.bare(switched, added)
			for i, hold := range x.hold {
				added[i] = hold.Add(added[i])
			}
			solver.Augment(added)
			defer func() { bare = w.bare(switched, nil); solver.Augment(x.hold) }()
			return now(m, q, qd)
		}
	}
	// A step of no length stays where it is, whose poses the way there would round.
	retract := twin.Integrate
	if shape.lengths && w.Model().NQ() != n {
		retract = func(q, qd []graph.Num, h graph.Num) []graph.Num {
			to := twin.Integrate(q, qd, h)
			for i := range to {
				to[i] = graph.Where(graph.Known(0), h, to[i], q[i])
			}
			return to
		}
	}
	end := step(integrate.RecordedSystem{Acceleration: now, Damped: damped, Retract: retract}, h, q.Now, qd.Now,
		qdd.Now)
	toQ, toQd, toQdd := end.Q, end.Qd, end.Qdd
	requireHeld(x.beyond)
	w.recordConditions(x, h, q.Now, qd.Now, &end)
	w.recordGuards(x, h, rubbing, slips, q.Now, qd.Now, qdd.Now, &end)

	// The ledger, see book.
	middle := make([]graph.Num, n)
	for i := range middle {
		if middle[i] = qd.Now[i].Add(toQd[i]).Div(graph.Known(2)); !w.straight() {
			middle[i] = middle[i].Add(h.Div(graph.Known(8)).Mul(qdd.Now[i].Sub(toQdd[i])))
		}
	}
	middle, stops, atEnd := x.recordDamped(h, qd.Now, qdd.Now, toQd, toQdd, middle)
	works, wrench, half := make([]graph.Num, n), books[2], q.Now
	if forces.loads != nil {
		wrench, half = pushed.Now[0], recordMiddle(twin, h, q.Now, qd.Now, middle, toQd)
	}
	work.Next[0], loss.Next[0], taken.Next[0] = work.Now[0], loss.Now[0], taken.Now[0]
	for _, p := range [...]struct {
		times  float64
		effort []graph.Num
		q, qd  []graph.Num
	}{{1, within(efforts.At[integrate.AtBegin]), q.Now, qd.Now},
		{4, within(efforts.At[integrate.InMiddle]), half, middle}, {1, within(efforts.End), toQ, toQd}} {
		weight := graph.Known(p.times).Mul(h).Div(graph.Known(6))
		work.Next[0] = work.Next[0].Add(weight.Mul(dot(p.effort, p.qd)))
		for i, x := range p.effort {
			works[i] = works[i].Add(weight.Mul(x).Mul(p.qd[i]))
		}
		if forces.loads != nil {
			wrench = wrench.Add(weight.Mul(forces.power(p.q, p.qd)))
		}
		power := graph.Num{}
		for i, r := range rubbing {
			power = power.Add(x.friction[i].Mul(graph.Max(graph.Known(0), slips[i].Mul(p.qd[r.v]))))
		}
		loss.Next[0] = loss.Next[0].Add(weight.Mul(power))
		for i, d := range x.damping {
			taken.Next[0] = taken.Next[0].Add(weight.Mul(d).Mul(p.qd[i]).Mul(p.qd[i]))
		}
	}
	stopped := taken.Now[0]
	for i, d := range x.damping {
		v := graph.Where(graph.Known(0.5), atEnd, toQd[i], middle[i])
		stopped = stopped.Add(h.Mul(d).Mul(middle[i]).Mul(v))
	}
	taken.Next[0] = graph.Where(graph.Known(0.5), stops, stopped, taken.Next[0])

	// The energies, see look.
	kinetic, potential := tracedlagrange.New(twin).Energy(toQ, toQd)
	pushed.Next[0] = wrench
	potential = potential.Add(forces.energy(toQ))
	start, largest, others := books[0], books[1], books[2:]
	change, stop, motor, constraint := others[1], others[2], others[3], others[4]
	gain := work.Next[0].Add(wrench).Add(change).Sub(taken.Next[0]).Sub(loss.Next[0]).Sub(stop).Sub(motor).Add(
		constraint)
	entries := []graph.Num{largest, kinetic, graph.Absolute(work.Next[0]), graph.Absolute(wrench), loss.Next[0],
		taken.Next[0]}
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
		since := beyond.Now[i]
		beyond.Next[i] = graph.Where(limits[i], graph.Absolute(toQd[x.v]), graph.Min(since, span[1]), since)
	}

	next, err := efforts.Next(toQ, toQd)
	if err != nil {
		return err
	}
	if shape.logged {
		begin, end := w.ownEfforts()
		requireNonzero(next[begin:end])
		if efforts.Sent != nil {
			requireNonzero(efforts.Sent.Next[begin:end])
		}
	}
	copy(q.Next, toQ)
	copy(qd.Next, toQd)
	copy(qdd.Next, law(Constant(next).At)(integrate.AtEnd, toQ, toQd))
	requireBelow(qdd.Next, 1<<100)
	requireHeld(x.next)
	if o, ok := w.config.Watch.Observer.(RecordableObserver); ok {
		o.Record(t, &tape.Step{From: span[0], To: span[1], FromQ: q.Now, FromQd: qd.Now, ToQ: toQ, ToQd: toQd,
			FromEffort: efforts.At[integrate.AtBegin], ToEffort: within(efforts.End), Work: works})
	}
	return fault
}

// jointNumbers are the numbers of what acts in the joints of a world, which differ between worlds of a shape.
type jointNumbers struct {
	damping      []graph.Num // of each rate, known where there is none; nil if there is no damping
	friction     []graph.Num // of the rates that have any
	grip         []graph.Num // the same of each rate
	weight       graph.Num   // of the robot, see modes
	effort       []graph.Num // of the actuators: efforts are less
	lower, upper []graph.Num // end stops of the rates of modes
	end          []graph.Num // what ends the run, for each condition: a bit before it holds
	switches
}

// recordNumbers records the numbers of the joints, in the order in which fixNumbers puts them into a lane.
func (w *World) recordNumbers(t *tape.Tape, rubbing []*rate, switched []bool) *jointNumbers {
	x := &jointNumbers{grip: make([]graph.Num, w.Model().NV()), switches: w.recordSwitches(t, switched)}
	for _, d := range w.passive.Damping {
		n := graph.Known(0)
		if d != 0 {
			n = t.Fixed(1)[0]
		}
		x.damping = append(x.damping, n)
	}
	x.effort = t.Fixed(len(w.drive.actuators))
	x.end = t.Fixed(len(w.until.conditions))
	if w.modes == nil {
		return x
	}
	x.weight = t.Fixed(1)[0]
	for range w.modes.rates {
		end := t.Fixed(2)
		x.lower, x.upper = append(x.lower, end[0]), append(x.upper, end[1])
	}
	for _, r := range rubbing {
		x.grip[r.v] = t.Fixed(1)[0]
		x.friction = append(x.friction, x.grip[r.v])
	}
	return x
}

// near is how near a quantity comes to the number that ends the run before its world looks closer, as a share of the
// number. It is far above rounding.
const near = 1e-9

// fixNumbers puts the numbers of the joints into a lane.
func (w *World) fixNumbers(l *tape.Lane, rows *modeRows) {
	rows.switches = l.Mark()
	w.fixSwitches(l, rows.switched, &laneEvent{})
	for _, d := range w.passive.Damping {
		if d != 0 {
			l.Fix(d)
		}
	}
	for i := range w.drive.actuators {
		l.Fix(math.Nextafter(w.drive.actuators[i].limit, math.Inf(1)))
	}
	for i := range w.until.conditions {
		c := &w.until.conditions[i]
		l.Fix(c.number - float64(c.sign*near*max(1, math.Abs(c.number))))
	}
	if w.modes == nil {
		return
	}
	l.Fix(w.modes.weight)
	rows.stops = l.Mark()
	w.fixStops(l)
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.rough {
			l.Fix(r.forwards) // the same backwards, as nothing drags
		}
	}
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
func (w *World) recordConditions(n *jointNumbers, h graph.Num, q, qd []graph.Num, end *integrate.RecordedEnd) {
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
	end *integrate.RecordedEnd) {
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
	minus := func(x float64) bool { return x == 0 && math.Signbit(x) } // of which code makes +0
	return !slices.ContainsFunc(w.state.Q, minus) && !slices.ContainsFunc(w.state.Qd, minus)
}

// rests reports whether a rate that is held is so as long as friction and stops bear it.
func (r *rate) rests(s *integrate.State) bool {
	return !r.frozen && s.Qd[r.v] == 0 && r.side == r.atStop(s.Q, s.Qd)
}

// enterSteps puts an ordinary world into a lane, and notes where the rows of its modes are. It returns false if its
// controller or its observer has to wait.
func (w *World) enterSteps(l *tape.Lane, shape *stepShape, rows *modeRows) bool {
	if shape.logged && w.idle() {
		return false
	}
	l.Rewind()
	l.Fix(shape.numbers...)
	l.Carry(w.state.Q...)
	l.Carry(w.state.Qd...)
	l.Carry(w.state.Qdd...)
	l.Carry(w.books.EffortWork, w.books.FrictionLoss, w.books.DampingLoss, w.books.Moved, w.books.LargestDrift)
	if w.pushed() {
		l.Carry(w.books.WrenchWork)
	}
	others, largest := w.books.others(), 0.0
	for _, x := range others[1:] {
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
	for i := range w.limits.speeds {
		l.Carry(w.limits.speeds[i].beyond())
	}
	w.fixReactions(l, rows)
	rows.slips = l.Mark()
	w.fixSlips(l)
	for i := range w.limits.speeds {
		l.Fix(w.limits.speeds[i].limit)
	}
	w.fixNumbers(l, rows)
	w.fixForces(l)
	if c, ok := w.config.Controller.(RecordableController); ok && !c.Enter(l) {
		return false
	}
	o, ok := w.config.Watch.Observer.(RecordableObserver)
	return !ok || o.Enter(l)
}

// idle reports whether an effort of the controller is 0, or cannot be told.
func (w *World) idle() bool {
	err := w.Effort(w.drive.effort, w.state.T, w.state.Q, w.state.Qd)
	begin, end := w.ownEfforts()
	return err != nil || slices.Contains(w.drive.effort[begin:end], 0)
}

// ownEfforts returns where the efforts begin and end that a loop gives: behind those of a floating base, and before
// those of joints that follow.
func (w *World) ownEfforts() (begin, end int) {
	if w.Model().Floating() {
		begin = 6
	}
	return begin, w.NV()
}

// readSteps takes the state and the ledger from a lane.
func (w *World) readSteps(l *tape.Lane) {
	l.Rewind()
	l.TakeAll(w.state.Q)
	l.TakeAll(w.state.Qd)
	l.TakeAll(w.state.Qdd)
	l.Take(&w.books.EffortWork, &w.books.FrictionLoss, &w.books.DampingLoss, &w.books.Moved, &w.books.LargestDrift)
	if w.pushed() {
		l.Take(&w.books.WrenchWork)
	}
}

// others returns the entries that do not change in whole steps.
func (l *Ledger) others() [5]float64 {
	return [...]float64{l.WrenchWork, l.Change, l.StopLoss, l.MotorLoss, l.ConstraintWork}
}

// leaveSteps takes the world out of a lane. Where no step was taken the observer has seen the last one itself, maybe at
// another position: that before an end stop. The accelerations were evaluated at a time that may be another number than
// that of the end of the last step.
func (w *World) leaveSteps(l *tape.Lane, rows *modeRows, taken bool, evaluated float64) {
	copy(w.last.Qdd, w.state.Qdd)
	if w.readSteps(l); !taken {
		copy(w.state.Qdd, w.last.Qdd) // with their zeros
	}
	for i := range w.limits.turning {
		l.Take(&w.limits.turning[i].speed)
	}
	for i := range w.limits.turning {
		l.Take(&w.limits.turning[i].time)
	}
	for i := range w.limits.speeds {
		l.Take(&w.limits.speeds[i].since)
	}
	w.noteSpeeds()
	l.Pass(w.countSwitched(rows.switched))
	if c, ok := w.config.Controller.(RecordableController); ok {
		c.Leave(l)
	}
	if o, ok := w.config.Watch.Observer.(RecordableObserver); ok && taken {
		o.Leave(l, w.state.T, w.state.Q, w.state.Qd)
	}
	w.last.CopyFrom(w.state)
	if w.modes != nil {
		w.modes.holdRates()
		w.stale = true
	}
	if taken && (!w.unheld() || w.config.Log.Sink != nil) { // the reactions, which guards look back to, and zeros
		_ = w.Acceleration(w.state.Qdd, evaluated, w.state.Q, w.state.Qd) // succeeded in code
	}
}

// giveStep gives what is known of a step of length h up to the time to. It returns false if the step is not for code.
func (s *wholeSteps) giveStep(w *World, to, h float64) (ok bool) {
	l := &s.lane
	s.giveTimes(w.state.T, to, w.books.due(), h)
	s.begins, s.given = w.drive.end <= to, Stretch{From: w.state.T, To: to, Length: h}
	if s.controller != nil {
		if !s.controller.Ahead(l, s.given, s.begins) {
			w.books.parts-- // which the world counts again
			return false
		}
	}
	if s.observer != nil && to > s.still {
		s.still = s.observer.Ahead(l, w.state.T, to)
	}
	return true
}

// giveTimes gives when a step begins and ends, whether its energies are looked at, and its length.
func (s *wholeSteps) giveTimes(from, to float64, looked bool, h float64) {
	s.lane.Rewind()
	s.lane.Give(from, to, one(looked))
	if s.shape.lengths {
		s.lane.Give(h)
	}
}

// amend observes what code does not observe of the step that was computed last.
func (s *wholeSteps) amend(w *World) {
	known := w.state.T
	for _, x := range [...]struct {
		l  *tape.Lane
		at *integrate.State
		t  float64
	}{{&s.lane, w.last, *s.span[0]}, {&s.results, w.state, *s.span[1]}} {
		x.l.Rewind()
		x.l.TakeAll(x.at.Q)
		x.l.TakeAll(x.at.Qd)
		x.at.T = x.t
	}
	s.observer.Amend(&s.results, w.last, w.state)
	w.state.T = known
}
