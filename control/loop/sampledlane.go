package loop

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/control/reference"
	"kinetree/internal/traced"
	tracedreference "kinetree/internal/traced/reference"
	tracedsignal "kinetree/internal/traced/signal"
	tracedstep "kinetree/internal/traced/step"
	"kinetree/sim"
	"kinetree/tree"
)

// sampledLane is the state of a sampled loop in a lane.
type sampledLane struct {
	path        pathLane
	shape       string        // empty until Shape is called
	drives      *tape.RowList // rows of the actuators; nil until Enter is called
	voltages    *tape.RowList // rows of the limits of voltages; nil without limits
	saturated   []graph.Num   // 1 where a limit bounds the effort in the step
	begins      bool          // a segment begins at the end of the step
	due         bool          // a sample is due at the end of the step
	begin       float64       // time at which the last segment began
	valid       float64       // the reference in the lane holds from this time on; infinite if the lane has none
	restsBefore float64       // and until this time
	at          float64       // time of the next sample
	following   float64       // time of the sample after the next one
	end         float64       // of the segment that begins at the end of the step
	breaks      nextBreak     // of the plan
	times       []float64     // of the first samples
	punctual    int           // Sampled.punctual holds for so many of the first samples
	arrives     bool          // efforts arrive at the end of the step
	arrival     float64       // time at which the efforts of the sample arrive
	sent        tape.Bookmark // rows of the efforts of the last sample, with a long delay
	first       tape.Bookmark // rows of the actuators
	since       []float64     // times at which the actuators were last set
	until       []float64     // times at which their rate limits end
}

// forget forgets all that depends on sensors and actuators.
func (l *sampledLane) forget() { l.path, l.shape, l.drives = pathLane{}, "", nil }

var _, _, _, _ sim.RecordableController = &Sampled{}, &Continuous{}, &OpenLoop{}, &sum{}

// mostTimes is the number of samples whose times a loop remembers. These times are the same in each run.
const mostTimes = 2048

// sampleTime returns the time of sample k, and remembers the times of the first samples.
func (l *Sampled) sampleTime(k int) float64 {
	if k < len(l.lane.times) {
		return l.lane.times[k]
	}
	r := &l.lane
	for len(r.times) < min(k+1, mostTimes) {
		r.times = append(r.times, l.time(len(r.times)))
		if r.punctual == len(r.times)-1 && l.punctual(r.punctual) {
			r.punctual++
		}
	}
	return l.time(k)
}

// mostStages is the largest number of samples under way whose efforts code carries from step to step. With a longer
// delay the loop gives the efforts that arrive.
const mostStages = 4

// stages returns the number of samples under way when efforts arrive, if code carries their efforts, and otherwise 0.
func (c *SampledConfig) stages() int {
	if n := int(math.Ceil(c.Delay/c.Period - rest)); n <= mostStages {
		return n
	}
	return 0
}

func (l *Sampled) stages() int { return l.c.stages() }

// each reports whether a sample is due at the end of each step, given the length of all steps. Code for such a loop
// takes no other steps.
func (c *SampledConfig) each(step float64) bool { return step == c.Period }

// arrival returns when the efforts of sample k arrive.
func (l *Sampled) arrival(k int) float64 { return snap(l.time(k) + l.c.Delay) }

// punctual reports whether the efforts that arrive at the time of sample k are the efforts of exactly one sample, which
// lies the delay before.
func (l *Sampled) punctual(k int) bool {
	t := l.sampleTime(k)
	return math.Abs(l.arrival(k-l.stages())-t) <= tolerance(t) && l.c.Period > 4*tolerance(t)
}

// ReuseTimes takes over the sample times of another loop with the same period and delay. The other loop must not be
// used any more.
func (l *Sampled) ReuseTimes(from *Sampled) {
	if from.c.Period == l.c.Period && from.c.Delay == l.c.Delay {
		l.lane.times, from.lane.times = from.lane.times, nil
		l.lane.punctual, from.lane.punctual = from.lane.punctual, 0
	}
}

// nextBreak remembers the next break of a plan.
type nextBreak struct{ from, next float64 }

// after returns the first break of a plan after time t, as Plan.Break does.
func (a *nextBreak) after(p *reference.Plan, t float64) float64 {
	if !(t >= a.from && t < a.next) {
		a.from, a.next = t, p.Break(t)
	}
	return a.next
}

// Shape implements sim.RecordableController.
func (l *Sampled) Shape() string {
	r := &l.lane
	if path := r.path.of(l.path, l.c.Model); r.shape == "" && path.shape != "" {
		drives, _, err := traced.Shape(l.drives)
		if err == nil && l.c.Voltages != nil {
			var voltages string
			voltages, _, err = traced.Shape(l.c.Voltages)
			drives += voltages
		}
		if err != nil {
			panic(err) // there is a twin
		}
		r.shape = fmt.Sprintf("period %v, delayed %v by %d, wrenches %v measured %v: %s, %s", l.c.Period,
			l.c.Delay > 0, l.stages(), l.c.Wrenches.Of != nil, l.c.Wrenches.Measured, path.shape, drives)
	}
	return r.shape
}

// Splits implements sim.RecordableController.
func (l *Sampled) Splits(step float64) bool {
	within := func(t float64) bool {
		n := t / step
		return math.Abs(n-math.Round(n)) > rest
	}
	return within(l.c.Period) || within(l.c.Delay) || l.c.Actuators.RateLimit > 0
}

// Known implements sim.RecordableController.
func (l *Sampled) Known() bool { return false }

// Believed implements sim.RecordableController.
func (l *Sampled) Believed() *tree.Model { return l.path.Believed() }

// Wrenches implements sim.RecordableController.
func (l *Sampled) Wrenches() *sim.LinkWrenches { return l.c.Wrenches.Of }

// Record implements sim.RecordableController.
func (l *Sampled) Record(t *tape.Tape, x *sim.RecordedRobot) sim.RecordedEfforts {
	n, nq := l.c.Model.NV(), l.c.Model.NQ()
	sampled, path := recordPath(t, l.path, x)
	acting, drives, efforts := l.recordDrives(t)
	saturated, voltages := t.Carried(n), l.recordVoltages(t)
	due, arrived := graph.Known(1), graph.Known(1)
	if !l.c.each(x.Step) {
		due = t.Given(1)[0]
	}
	path.In.Reference = &tracedreference.Setpoint{Q: t.Given(nq), Qd: t.Given(n), Qdd: t.Given(n)}
	l.lane.saturated = make([]graph.Num, n)
	if drives.Bounded(l.lane.saturated, saturated.Now); voltages != nil {
		copy(l.lane.saturated, voltages.bound.Now)
	}
	// act sets the actuators where efforts arrive.
	act := func(arrives graph.Num, efforts, over []graph.Num) {
		arrived = arrives
		set := func() { drives.Set(acting.to, efforts) }
		graph.Either(graph.IsMore(arrives, graph.Known(0.5)), set, func() {}, drives)
		for i, x := range over {
			saturated.Next[i] = graph.Where(graph.Known(0.5), arrives, x, saturated.Now[i])
		}
	}
	arrive := func(sent, over []graph.Num) { act(due, sent, over) } // at once
	if l.c.Delay > 0 {
		efforts.Sent, arrive = l.recordDelay(t, n, due, act)
	}
	efforts.Next = func(toQ, toQd []graph.Num) []graph.Num {
		if acting.tell(drives, moments-1); l.drives.Slow() {
			drives.Lose(path.Lost, acting.to, acting.now)
		}
		if voltages != nil {
			voltages.lose(path.Lost, drives, acting.to, toQd)
		}
		path.Measure(toQ, toQd)
		if l.c.Wrenches.Of != nil {
			at := path.In.Q
			if l.c.Wrenches.Measured {
				at = toQ
			}
			path.In.Wrenches = x.Wrenches(at)
		}
		ask(path)
		sampled.Keep(due)
		arrive(slices.Clone(path.Sent), slices.Clone(path.Over))
		drives.Reach(acting.to, acting.now)
		acting.recording.Keep(graph.Known(1))
		next := make([]graph.Num, n)
		drives.Efforts(next, acting.to)
		if voltages != nil {
			drives.Bounded(voltages.bound.Next, saturated.Next)
			segment := graph.Max(due, arrived)
			if l.drives.Slow() {
				segment = acting.segment
			}
			voltages.judge(segment, next, toQd)
		}
		if l.drives.Slow() { // the efforts of the old segment go on, if no segment begins
			for i, x := range efforts.At(sim.AtEnd, toQ, toQd) {
				next[i] = graph.Where(graph.Known(0.5), acting.segment, next[i], x)
			}
		}
		return next
	}
	return efforts
}

// recordedVoltages are the twin of the limits of voltages, and rows that are 1 where any limit bounds the effort in a
// segment.
type recordedVoltages struct {
	*tracedstep.VoltageLimits
	bound *tape.CarriedRows
}

// recordVoltages declares the rows of the limits of voltages; nil if there are no such limits.
func (l *Sampled) recordVoltages(t *tape.Tape) *recordedVoltages {
	if l.c.Voltages == nil {
		return nil
	}
	r, err := traced.Record(t, l.c.Voltages, nil)
	if err != nil {
		panic(err) // there is a twin
	}
	return &recordedVoltages{r.Twin.(*tracedstep.VoltageLimits), t.Carried(l.c.Model.NV())}
}

// lose records what Sampled.lose does.
func (v *recordedVoltages) lose(lost []graph.Num, drives *tracedsignal.ActuatorBank, t graph.Num, qd []graph.Num) {
	now, real := make([]graph.Num, len(lost)), make([]graph.Num, len(lost))
	drives.Efforts(now, t)
	v.Attainable(real, now, qd)
	for i, x := range real {
		lost[i] = lost[i].Add(x.Sub(now[i]))
	}
}

// judge records what Sampled.judge does, where segment says that a segment begins.
func (v *recordedVoltages) judge(segment graph.Num, now, qd []graph.Num) {
	real := make([]graph.Num, len(now))
	v.Attainable(real, now, qd)
	for i, x := range real {
		bound := graph.IsDifferent(x, now[i]).Select(graph.Known(1), v.bound.Next[i])
		v.bound.Next[i] = graph.Where(graph.Known(0.5), segment, bound, v.bound.Now[i])
	}
}

// moments is the number of times of a step for which efforts are recorded: the three of sim.Moment, and the time of the
// end of the step, which may differ by rounding from the sum of its start and its length.
const moments = int(sim.AtEnd) + 2

// actingDrives are the numbers that are given to the actuators for a step.
type actingDrives struct {
	recording    *traced.Recording
	to           graph.Num   // the end of the step
	now, segment graph.Num   // where a segment begins at the end of the step slightly more, and 1; else −∞ and 0
	decay        []graph.Num // for each moment the number Decay of each actuator
}

// recordDrives declares the rows of the actuators, and returns their twin and their efforts in the step.
func (l *Sampled) recordDrives(t *tape.Tape) (*actingDrives, *tracedsignal.ActuatorBank, sim.RecordedEfforts) {
	r, err := traced.Record(t, l.drives, nil)
	if err != nil {
		panic(err) // there is a twin
	}
	a, drives := &actingDrives{recording: r}, r.Twin.(*tracedsignal.ActuatorBank)
	at := func(time graph.Num) []graph.Num {
		list := make([]graph.Num, len(drives.List))
		drives.Efforts(list, time)
		return list
	}
	if !l.drives.Slow() {
		return a, drives, sim.Constant(at(a.to))
	}
	times, last := t.Given(moments), t.Given(2)
	a.to, a.now, a.segment = times[moments-1], last[0], last[1]
	a.decay = t.Given(moments * l.drives.Decays())
	var efforts [moments][]graph.Num
	for m := range efforts {
		a.tell(drives, m)
		efforts[m] = at(times[m])
	}
	return a, drives, sim.Timed(efforts[0], efforts[1], efforts[2], efforts[3], nil)
}

// tell sets the number Decay of each actuator to its value at a moment.
func (a *actingDrives) tell(drives *tracedsignal.ActuatorBank, moment int) {
	n := len(a.decay) / moments
	for i := range drives.List {
		if n > 0 {
			drives.List[i].Decay = a.decay[moment*n+min(i, n-1)]
		}
	}
}

// recordDelay records the way of the efforts of n rates from a sample to their arrival, together with the numbers that
// say where limits bound them. With a short delay the efforts go from stage to stage at each sample; with a longer
// delay the loop gives the efforts that arrive. recordDelay returns the rows of the efforts that were sent last, and a
// function that sends efforts where a sample is due and calls act for the efforts that arrive.
func (l *Sampled) recordDelay(t *tape.Tape, n int, due graph.Num, act func(arrives graph.Num, efforts,
	over []graph.Num)) (sent *tape.CarriedRows, send func(efforts, over []graph.Num)) {
	underway := make([]*tape.CarriedRows, max(1, l.stages())) // the youngest first: efforts, and where limits bound
	for k := range underway {
		underway[k] = t.Carried(2 * n)
	}
	sent = &tape.CarriedRows{Now: underway[0].Now[:n], Next: underway[0].Next[:n]}
	arrives, arriving := t.Given(1)[0], underway[len(underway)-1].Now
	if l.stages() == 0 {
		arriving = t.Given(2 * n)
	}
	return sent, func(efforts, over []graph.Num) {
		behind := append(efforts, over...)
		for _, stage := range underway {
			for i, x := range behind {
				stage.Next[i] = graph.Where(graph.Known(0.5), due, x, stage.Now[i])
			}
			behind = stage.Now
		}
		act(arrives, arriving[:n], arriving[n:])
	}
}

// Enter implements sim.RecordableController.
func (l *Sampled) Enter(x *tape.Lane) bool {
	r := &l.lane
	if !l.path.Begun {
		return false // the first sample is not over
	}
	if r.times == nil {
		r.times = make([]float64, 0, mostTimes)
	}
	if r.drives == nil {
		r.drives = tape.RowsOf(l.drives)
	}
	r.path.rows.Enter(x)
	r.first = x.Mark()
	r.drives.Enter(x)
	r.since, r.until = l.drives.Begins(r.since[:0]), l.drives.Ends(r.until[:0])
	r.begin = r.since[0]
	x.Carry(l.saturated...)
	if l.c.Voltages != nil {
		if r.voltages == nil {
			r.voltages = tape.RowsOf(l.c.Voltages)
		}
		r.voltages.Enter(x)
		x.Carry(l.limited...)
	}
	if r.sent = x.Mark(); l.c.Delay > 0 {
		l.enterUnderway(x)
	}
	r.breaks = nextBreak{} // the plan may be another one
	r.at = l.time(l.next)
	r.valid, r.restsBefore = math.Inf(1), math.Inf(-1)
	return true
}

// Leave implements sim.RecordableController.
func (l *Sampled) Leave(x *tape.Lane) {
	l.lane.path.rows.Leave(x)
	if l.lane.drives.Leave(x); !l.drives.Slow() {
		l.drives.Rest(l.lane.begin)
	}
	x.TakeAll(l.saturated)
	if l.drives.Bounded(l.limited, l.saturated); l.c.Voltages != nil {
		x.TakeAll(l.limited)
	}
	if l.c.Delay > 0 {
		l.leaveUnderway(x)
	}
}

// enterUnderway puts the efforts that are under way into a lane.
func (l *Sampled) enterUnderway(x *tape.Lane) {
	for k := range max(1, l.stages()) {
		if k >= min(l.underway.n, l.stages()) {
			for range 2 * len(l.saturated) {
				x.Carry(1) // a stage without efforts yet
			}
			continue
		}
		c := l.underway.at(l.underway.n - 1 - k)
		x.Carry(c.effort...)
		x.Carry(c.saturated...)
	}
}

// leaveUnderway takes the efforts that are under way from a lane. Their times of arrival are in the queue.
func (l *Sampled) leaveUnderway(x *tape.Lane) {
	for k := range max(1, l.stages()) {
		if k >= min(l.underway.n, l.stages()) {
			x.Pass(2 * len(l.saturated))
			continue
		}
		l.underway.at(l.underway.n - 1 - k).take(x)
	}
}

// take takes the efforts of a command from a lane.
func (c *command) take(x *tape.Lane) {
	x.TakeAll(c.effort)
	x.TakeAll(c.saturated)
}

// PrepareStep implements sim.RecordableController.
func (l *Sampled) PrepareStep(x *tape.Lane, s sim.Stretch, begins bool) (ok bool) {
	r, to := &l.lane, l.path.In.Reference
	n := len(to.Q) + 2*len(to.Qd) // numbers of the reference
	at, now := r.at, s.To+tolerance(s.To)
	if l.drives.Slow() {
		l.giveDrives(x, s, begins, now)
	}
	r.begins, r.due = begins, begins && at <= now
	each := l.c.each(s.Step)
	if each && !r.due || r.due && l.c.Wrenches.changes(s.From, at) {
		return false
	}
	if !each {
		x.Give(one(r.due))
	}
	if !r.due {
		if r.valid < math.Inf(1) {
			x.Keep(n)
		} else { // the lane has no reference yet, and zeros are no poses
			giveReference(x, to)
			r.valid = math.Inf(-1)
		}
		return l.arriving(x, begins, at, now)
	}
	if r.following = l.sampleTime(l.next + 1); l.c.Delay > 0 {
		r.arrival = snap(at + l.c.Delay)
	}
	if b := r.breaks.after(l.c.Plan, at); b <= at+tolerance(at) { // see afterBreak
		at = b
	}
	if at >= r.valid && at < r.restsBefore {
		x.Keep(n)
	} else {
		l.c.Plan.At(to, at)
		giveReference(x, to)
		r.valid, r.restsBefore = at, l.c.Plan.Rests(at)
	}
	return l.arriving(x, begins, r.following, now)
}

// giveDrives gives the numbers of actingDrives for a step.
func (l *Sampled) giveDrives(x *tape.Lane, s sim.Stretch, begins bool, now float64) {
	times := [moments]float64{s.From, s.From + s.Length/2, s.From + s.Length, s.To}
	x.Give(times[:]...)
	if begins {
		x.Give(now, 1)
	} else {
		x.Give(math.Inf(-1), 0)
	}
	n := l.drives.Decays()
	for _, t := range times {
		for _, begin := range l.lane.since[:n] {
			x.Give(l.drives.DecayAt(begin, t))
		}
	}
}

// drivesSegment takes from the lane when the actuators were set and when their rate limits end, after a segment has
// begun. It returns the time at which the first rate limit ends.
func (l *Sampled) drivesSegment(x *tape.Lane) (end float64) {
	r := &l.lane
	if end = math.Inf(1); l.c.Actuators.RateLimit == 0 {
		r.since[0] = r.begin
		return end
	}
	at := x.At(r.first)
	r.drives.Leave(&at)
	r.since, r.until = l.drives.Begins(r.since[:0]), l.drives.Ends(r.until[:0])
	return min(end, slices.Min(r.until))
}

// giveReference gives a reference: positions, velocities, accelerations.
func giveReference(x *tape.Lane, r *reference.Setpoint) {
	x.Give(r.Q...)
	x.Give(r.Qd...)
	x.Give(r.Qdd...)
}

// arriving gives the efforts that arrive at the end of a step, and finds the time of the next event, given the time of
// the next sample. It returns false if the next event does not lie behind the end of the step.
func (l *Sampled) arriving(x *tape.Lane, begins bool, sample, now float64) (ok bool) {
	r := &l.lane
	if r.arrives, r.end = false, sample; l.c.Delay == 0 {
		return !r.due || sample > now
	}
	u, first, stages := &l.underway, 0, l.stages()
	r.arrives = begins && u.n > 0 && u.at(0).arrival <= now
	x.Give(one(r.arrives))
	switch {
	case r.arrives && stages == 0:
		c := u.at(0)
		x.Give(c.effort...)
		x.Give(c.saturated...)
	case stages == 0:
		x.Keep(2 * len(l.saturated))
	case r.arrives && u.n != stages:
		return false
	}
	if r.arrives {
		first = 1
	}
	switch {
	case u.n > first:
		r.end = min(r.end, u.at(first).arrival)
	case r.due:
		r.end = min(r.end, r.arrival)
	}
	return r.end > now && (!r.due || u.n < len(u.ring))
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// SegmentBegan implements sim.RecordableController.
func (l *Sampled) SegmentBegan(x *tape.Lane, t float64) (end float64) {
	r := &l.lane
	if r.arrives {
		l.underway.take()
	}
	if r.arrives || r.due && l.c.Delay == 0 {
		r.begin = t
	}
	if end = r.end; l.drives.Slow() {
		end = min(end, l.drivesSegment(x))
	}
	if !r.due {
		return end
	}
	l.next++
	if r.at = r.following; l.c.Delay == 0 {
		return end
	}
	c := l.underway.add(r.arrival)
	if at := x.At(r.sent); l.stages() == 0 {
		c.take(&at)
	}
	return end
}

// Repeats implements sim.RecordableController. Steps without an event at their ends repeat. Steps that each end with a
// sample repeat while the reference rests; with a delay, the efforts of one sample have to arrive at the end of each.
func (l *Sampled) Repeats(ends []float64) (n int) {
	r := &l.lane
	delayed := l.c.Delay > 0
	if !r.begins && !l.drives.Slow() {
		return len(ends)
	}
	if !r.due || l.drives.Slow() || delayed && (l.stages() == 0 || !r.arrives) {
		return 0
	}
	rests := min(r.restsBefore, r.breaks.next)
	known := len(r.times) // of samples, all of them punctual with a delay
	if delayed {
		known = r.punctual
	}
	for k := l.next + 1; n < len(ends) && k+n < known && ends[n] == r.times[k+n]; {
		n++
	}
	for k := l.next + 1 + n; n < len(ends) && k >= known; k++ {
		if ends[n] != l.sampleTime(k) || delayed && k >= r.punctual && (k < len(r.times) || !l.punctual(k)) {
			break
		}
		n++
	}
	for n > 0 && !(ends[n-1]+float64(2*tolerance(ends[n-1])) < rests) {
		n--
	}
	return n
}

// Repeated implements sim.RecordableController.
func (l *Sampled) Repeated(steps int, t float64) (end float64) {
	r := &l.lane
	l.next += steps
	r.begin, r.at = t, l.sampleTime(l.next)
	if l.c.Delay == 0 {
		return r.at
	}
	u := &l.underway
	for i := range u.n {
		u.at(i).arrival = l.arrival(l.next - u.n + i)
	}
	return min(r.at, u.at(0).arrival)
}

// RecordedSaturated returns numbers that are 1 where a limit bounds the effort of a rate in a recorded step.
func (l *Sampled) RecordedSaturated() []graph.Num { return l.lane.saturated }
