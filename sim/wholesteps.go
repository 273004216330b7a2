package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced"
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
	// Taken and Refused count the steps that code has taken, and those that it has left to the worlds. Repeated
	// counts those of the taken steps that needed only their times as input.
	Taken, Refused, Repeated int

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
	lengths bool      // those of steps are given: there are parts, or events
	step    float64   // the length of all steps otherwise (s)
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
	if w.unrecorded() != "" || !w.noteRows() {
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
	b = append(strconv.AppendBool(b, g.Ideal), ", dynamics "...)
	b = append(append(b, w.algorithm...), ", logged "...)
	b = append(append(w.appendParts(strconv.AppendBool(b, s.logged)), "; "...), w.inStepCode.shape...)
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
		if c, ok := g.Controller.(RecordableController); ok && w.implicit.controller == nil &&
			w.acting(c.Wrenches()) {
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
	for _, x := range [...]struct {
		there  bool
		reason string
	}{
		{!traced.Has(w.stepper), "the integrator iterates, or chooses its steps"},
		{w.chosen != nil, "the dynamics are those of constraint forces"},
		{w.timed.motions != nil || w.base != nil, "a motion is prescribed"},
		{w.bound != nil, "there are constraints"},
		{len(w.mechanism.Lines) < len(g.Forces), "there are force elements other than springs between links"},
		{w.takesLines(), "a spring between links is taken implicitly"},
		{w.mechanism.Passive.Balls(), "a spring acts on a pose"},
		{w.modes != nil && slices.ContainsFunc(w.modes.rates, func(r rate) bool { return r.pad != nil }),
			"friction has one direction for several rates"},
		{slices.ContainsFunc(w.until.conditions, func(x condition) bool {
			return !x.contact && x.of == otherColumn
		}), "a condition is on another column than positions, velocities and energies"},
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

// jointNumbers are the numbers of what bounds an ordinary step in the joints of a world, which differ between worlds of
// a shape.
type jointNumbers struct {
	weight       graph.Num   // of the robot, see modes
	effort       []graph.Num // of the actuators: efforts are less
	lower, upper []graph.Num // end stops of the rates of modes
	end          []graph.Num // what ends the run, for each condition: a bit before it holds
	switches
}

// recordNumbers records the numbers of the joints, in the order in which fixNumbers puts them into a lane.
func (w *World) recordNumbers(t *tape.Tape, switched []bool) *jointNumbers {
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

// near is how near a quantity comes to the number that ends the run before its world looks closer, as a share of the
// number. It is far above rounding.
const near = 1e-9

// fixNumbers puts the numbers of the joints into a lane.
func (w *World) fixNumbers(l *tape.Lane, rows *modeRows) {
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
	w.inStepCode.books.Leave(l)
}

// stepCodeRows are the rows of what computes a world's whole steps, and on what of it their code depends.
type stepCodeRows struct {
	mechanism, books *tape.RowList
	shape            string
}

// noteRows finds the rows of what acts now. It returns false if there is no twin of it.
func (w *World) noteRows() bool {
	w.books.Become(w.mechanism)
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

// fixMechanism puts what acts in the present modes into a lane.
func (w *World) fixMechanism(l *tape.Lane) {
	if w.modes != nil {
		w.modes.tell()
	}
	w.inStepCode.mechanism.Enter(l)
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
	w.holdAnew()
	if taken && (!w.unheld() || w.config.Log.Sink != nil) { // the reactions, which guards look back to, and zeros
		_ = w.Acceleration(w.state.Qdd, evaluated, w.state.Q, w.state.Qd) // succeeded in code
	}
}

// showSteps takes from a lane what a row of the log has, and leaves the world in the lane. The accelerations were
// evaluated at the given time. Code does not know the signs of their zeros, so where there are any but those of rates
// that are held, or a rate is locked, whose reaction code does not have, they are found anew.
func (w *World) showSteps(l *tape.Lane, rows *modeRows, evaluated float64) {
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

// signed reports whether accelerations and reactions from code are those that the world finds.
func (w *World) signed() bool {
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

// holdAnew makes the algorithm hold the rates that the present modes hold, which the world has not followed in a lane.
func (w *World) holdAnew() {
	if w.modes != nil {
		w.modes.holdRates()
		w.stale = true
	}
}
