package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/integrate"
	"kinetree/internal/traced"
	"kinetree/tree"
)

// Code for whole steps computes an ordinary step of a world, from the state at the start of the step to the efforts of
// the next segment, for several runs side by side (package tape). The code has the operations of the methods of World,
// in their order. Code refuses a step that is not ordinary, because an end stop comes near for example; then the world
// computes the step.

// StepCodes has the code for whole steps of worlds. It belongs to one goroutine.
type StepCodes struct {
	// Assemble returns code for a number of lanes. The error says why there is none.
	Assemble func(p *tape.Program, lanes int) (tape.LaneCode, error)
	// After is the number of steps of one shape that worlds compute themselves before code is made for the shape,
	// because making code takes some time.
	After int
	// Taken counts the steps that code has computed, and Refused the steps that code has left to the worlds. Repeated
	// counts the taken steps that needed only their times as input.
	Taken, Refused, Repeated int

	Made    int                    // codes
	codes   map[string][]*stepCode // by shape
	key     []byte
	text    string    // of the shape that was found last
	numbers []float64 // of a model; scratch
	times   stepTimes
	models  traced.Families // of the robots
	beliefs traced.Families // of the models that controllers compute with, if these differ from the robots
}

// stepShape is all that the code for whole steps of a world depends on, but for the numbers that enterSteps puts into
// a lane.
type stepShape struct {
	text    string    // empty if the world's steps cannot be recorded
	model   []int     // indices of the Numbers of the model that differ between runs and so are inputs of the code
	belief  []int     // the same for the model that the controller computes with, if that differs from the robot
	differs bool      // it differs
	numbers []float64 // the inputs of model and belief
	parts   bool      // steps are taken in parts, which end where segments of the controller end
	lengths bool      // the length of each step is given, because there are parts or events
	step    float64   // the length of all steps otherwise (s)
	// logged says that the log has efforts that code computes. The log shows the signs of zeros, which code does not
	// know, so code refuses steps in which an effort becomes 0.
	logged bool
}

// add appends the numbers of a model that vary to the inputs of a shape.
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
	if w.recorder.unrecorded() != "" || !w.recorder.noteRows() {
		return s
	}
	controller, _ := g.Controller.(RecordableController)
	controlled, watched, reason := w.recorder.shapes()
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
	b = append(strconv.AppendBool(b, g.Ideal), ", dynamics "...)
	b = append(append(b, w.algorithm...), ", logged "...)
	b = append(append(w.recorder.appendParts(strconv.AppendBool(b, s.logged)), "; "...), w.inStepCode.shape...)
	b = append(append(append(b, controlled...), "; "...), watched...)
	s.parts = controller != nil && controller.Splits(g.Integration.Step)
	if s.lengths = s.parts || w.modes != nil && w.modes.rubs; !s.lengths {
		s.step = g.Integration.Step
	}
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

// recorder is the world as code: it records whole steps, and carries the numbers of the world into a lane and back.
type recorder struct{ *World }

// Unrecorded returns the reason why there is no code for whole steps of the world, such as "there are constraints"; ""
// if there is code.
func (w *World) Unrecorded() (reason string) {
	if reason = w.recorder.unrecorded(); reason == "" {
		_, _, reason = w.recorder.shapes()
	}
	return reason
}

// shapes returns the shapes of the controller and of the observer, or the reason why one of them cannot be recorded.
func (w *recorder) shapes() (controlled, watched, reason string) {
	controlled = "free"
	if g := &w.config; g.Controller != nil {
		controlled = ""
		if c, ok := g.Controller.(RecordableController); ok && w.implicit.controller == nil &&
			w.plant.acting(c.Wrenches()) {
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

// unrecorded is Unrecorded without the controller and the observer.
func (w *recorder) unrecorded() (reason string) {
	g := &w.config
	for _, x := range [...]struct {
		there  bool
		reason string
	}{
		{!traced.Has(w.stepper), "the integrator iterates, or chooses its steps"},
		{w.chosen != nil, "the dynamics are those of constraint forces"},
		{w.timed.motions != nil || w.base != nil, "a motion is prescribed"},
		{w.bound != nil, "there are constraints"},
		{len(w.mechanism.Lines) < len(g.Forces), "there are force elements other than springs between links"},
		{w.plant.takesLines(), "a spring between links is taken implicitly"},
		{w.mechanism.Passive.Balls(), "a spring acts on a pose"},
		{w.modes != nil && slices.ContainsFunc(w.modes.rates, func(r rate) bool { return r.pad != nil }),
			"friction has one direction for several rates"},
		{g.Controller != nil && (g.Log.Sink != nil || w.until.watched) && slices.ContainsFunc(g.Log.Signals,
			func(x Signals) bool {
				return x.Remembered && len(x.Names) > 0
			}), "the log has what the law remembers"},
	} {
		if x.there {
			return x.reason
		}
	}
	return ""
}

// appendParts appends names and indices of the limits, conditions, frictions and end stops of a world, without numbers.
func (w *recorder) appendParts(b []byte) []byte {
	list := func(name string, n int, of func(i int) (v int, there bool)) {
		b = append(append(b, "; "...), name...)
		for i := range n {
			if v, there := of(i); there {
				b = strconv.AppendInt(append(b, ' '), int64(v), 10)
			}
		}
	}
	list("limited", len(w.drive.actuators), func(i int) (int, bool) { return w.drive.actuators[i].index, true })
	for i := range w.until.conditions {
		if x := &w.until.conditions[i]; !x.contact {
			b = fmt.Appendf(b, "; ending by %d of %d, %v, %v, %v", x.of, x.at, x.sign, x.ratio, x.shift)
		}
	}
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

// jointNumbers are the bounds of an ordinary step in the joints of a world. Worlds of one shape may have different
// bounds.
type jointNumbers struct {
	weight       graph.Num   // of the robot, see modes
	effort       []graph.Num // efforts of the actuators are below these
	lower, upper []graph.Num // end stops, by index in modes.rates
	end          []graph.Num // for each condition that ends the run, a number slightly before the one of the condition
	switches
}

// recordNumbers declares the rows of the bounds, in the order in which fixNumbers puts the bounds into a lane.
func (w *recorder) recordNumbers(t *tape.Tape, switched []bool) *jointNumbers {
	x := &jointNumbers{switches: w.recordSwitches(t, switched)}
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
	return x
}

// near is the distance between a quantity and the number of a condition below which the world computes the step, as a
// share of the number. It is far above rounding.
const near = 1e-9

// fixNumbers puts the bounds of an ordinary step into a lane.
func (w *recorder) fixNumbers(l *tape.Lane, rows *modeRows) {
	rows.switches = l.Mark()
	w.fixSwitches(l, rows.switched, allGuards)
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
}

// ordinary reports whether code can take the next step of the world.
func (w *recorder) ordinary() bool {
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
	minus := func(x float64) bool { return x == 0 && math.Signbit(x) } // code makes +0 of −0
	return !slices.ContainsFunc(w.state.Q, minus) && !slices.ContainsFunc(w.state.Qd, minus)
}

// rests reports whether a held rate stays held as long as friction and end stops bear its reaction.
func (r *rate) rests(s *integrate.State) bool {
	return !r.frozen && s.Qd[r.v] == 0 && r.side == r.atStop(s.Q, s.Qd)
}

// enterSteps copies the numbers of an ordinary world into a lane, and notes where the rows of its modes are. It returns
// false if the controller or the observer cannot enter yet.
func (w *recorder) enterSteps(l *tape.Lane, shape *stepShape, rows *modeRows) bool {
	if shape.logged && w.idle() {
		return false
	}
	l.Rewind()
	l.Fix(shape.numbers...)
	l.Carry(w.state.Q...)
	l.Carry(w.state.Qd...)
	l.Carry(w.state.Qdd...)
	w.inStepCode.books.Enter(l)
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
	for i := range w.limits.speeds {
		l.Fix(w.limits.speeds[i].limit)
	}
	rows.mechanism = l.Mark()
	w.fixMechanism(l)
	w.fixNumbers(l, rows)
	if c, ok := w.config.Controller.(RecordableController); ok && !c.Enter(l) {
		return false
	}
	o, ok := w.config.Watch.Observer.(RecordableObserver)
	return !ok || o.Enter(l)
}

// idle reports whether an effort of the controller is 0, or the controller fails.
func (w *recorder) idle() bool {
	err := w.Effort(w.drive.effort, w.state.T, w.state.Q, w.state.Qd)
	begin, end := w.ownEfforts()
	return err != nil || slices.Contains(w.drive.effort[begin:end], 0)
}

// ownEfforts returns the range of an effort vector that a loop fills: the efforts behind those of a floating base and
// before those of followers.
func (w *recorder) ownEfforts() (begin, end int) {
	if w.Model().Floating() {
		begin = 6
	}
	return begin, w.NV()
}

// readSteps copies the state and the ledger from a lane to the world.
func (w *recorder) readSteps(l *tape.Lane) {
	l.Rewind()
	l.TakeAll(w.state.Q)
	l.TakeAll(w.state.Qd)
	l.TakeAll(w.state.Qdd)
	w.inStepCode.books.Leave(l)
}

// stepCodeRows are the rows of the mechanism and of the books of a world, and their shapes.
type stepCodeRows struct {
	mechanism, books *tape.RowList
	shape            string
}

// noteRows finds the rows of the present mechanism and books. It returns false if one of them has no twin.
func (w *recorder) noteRows() bool {
	w.books.Reuse(w.mechanism)
	x := stepCodeRows{mechanism: tape.RowsOf(w.mechanism), books: tape.RowsOf(&w.books.Books)}
	for _, of := range [...]tape.Rowed{w.mechanism, &w.books.Books} {
		text, _, err := traced.Shape(of) // the models have the geometry of the world's
		if err != nil {
			return false
		}
		x.shape += text
	}
	w.inStepCode = x
	return true
}

// fixMechanism puts the numbers of the mechanism in the present modes into a lane.
func (w *recorder) fixMechanism(l *tape.Lane) {
	if w.modes != nil {
		w.modes.tell()
	}
	w.inStepCode.mechanism.Enter(l)
}

// leaveSteps copies the numbers of a lane back into the world, which leaves the lane. If the lane took no step, the
// observer already has the last sample, possibly taken just before an end stop. The time evaluated, at which code
// evaluated the accelerations, may differ by rounding from the time of the end of the last step.
func (w *recorder) leaveSteps(l *tape.Lane, rows *modeRows, taken bool, evaluated float64) {
	copy(w.last.Qdd, w.state.Qdd)
	if w.readSteps(l); !taken {
		copy(w.state.Qdd, w.last.Qdd) // with the signs of their zeros
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
	w.reporter.noteSpeeds()
	l.Pass(w.countSwitched(rows.switched))
	if c, ok := w.config.Controller.(RecordableController); ok {
		c.Leave(l)
	}
	if o, ok := w.config.Watch.Observer.(RecordableObserver); ok && taken {
		o.Leave(l, w.state.T, w.state.Q, w.state.Qd)
	}
	w.last.CopyFrom(w.state)
	w.holdAnew()
	held := w.modes != nil && w.modes.anyHeld()      // by friction and end stops
	if taken && (held || w.config.Log.Sink != nil) { // for the reactions that guards look back to, and zeros
		_ = w.Acceleration(w.state.Qdd, evaluated, w.state.Q, w.state.Qd) // succeeded in code
	}
}

// showSteps copies the numbers that a row of the log needs from a lane to the world, which stays in the lane. Code
// evaluated the accelerations at the time evaluated. The world evaluates the accelerations anew if a rate that is not
// held has the acceleration 0, because code does not know the sign of a zero, and if a rate is locked, because code
// does not have its reaction.
func (w *recorder) showSteps(l *tape.Lane, rows *modeRows, evaluated float64) {
	w.readSteps(l)
	l.Pass(2*len(w.limits.turning) + len(w.limits.speeds))
	w.takeReactions(l, rows)
	l.Pass(w.countSwitched(rows.switched))
	if c, ok := w.config.Controller.(RecordableController); ok {
		c.Leave(l)
	}
	w.holdAnew()
	if !w.signed() {
		_ = w.Acceleration(w.state.Qdd, evaluated, w.state.Q, w.state.Qd) // succeeded in code
	}
}

// signed reports whether accelerations and reactions from code equal those of the world to the signs of zeros.
func (w *recorder) signed() bool {
	for i, qdd := range w.state.Qdd {
		var r *rate
		if w.modes != nil {
			r = w.modes.of(i)
		}
		if held := r != nil && r.held(); held && r.locked || !held && qdd == 0 {
			return false
		}
	}
	return true
}

// holdAnew makes the algorithm hold the rates that the present modes hold. In a lane the algorithm does not follow the
// modes.
func (w *recorder) holdAnew() {
	if w.modes != nil {
		w.modes.holdRates()
		w.stale = true
	}
}
