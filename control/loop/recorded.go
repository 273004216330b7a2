package loop

import (
	"fmt"
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	tracedcontrol "kinetree/compile/traced/control"
	tracedreference "kinetree/compile/traced/reference"
	"kinetree/control/reference"
	"kinetree/sim"
	"kinetree/tree"
)

// recorded is what a sampled loop keeps of its recording, and of the step that lies ahead.
type recorded struct {
	saturated []graph.Num // where a limit bounds the efforts in the step, 1
	begins    bool        // a segment at the end of the step
	due       bool        // a sample there
	begin     float64     // of the segment that began last
	still     float64     // until when the reference is what stands in the lane
	after     float64     // the time from which on it is; infinite until something stands there
	at        float64     // of the next sample
	following float64     // of the one after it
	end       float64     // of the segment that begins at the end of the step
	breaks    ahead
	times     []float64     // of the first samples
	punctual  int           // how many of these are such that Sampled.punctual holds
	arrives   bool          // efforts arrive at the end of the step
	arrival   float64       // of those of the sample
	sent      tape.Bookmark // of the efforts of the last sample, with a long delay
	drives    recordedDrives
}

var _, _, _, _ sim.RecordableController = &Sampled{}, &Continuous{}, &OpenLoop{}, &sum{}

// mostTimes is of how many samples a loop remembers the times, which are the same in each run.
const mostTimes = 2048

// sampleTime returns the time of sample k, which it remembers.
func (l *Sampled) sampleTime(k int) float64 {
	if k < len(l.recorded.times) {
		return l.recorded.times[k]
	}
	r := &l.recorded
	for len(r.times) < min(k+1, mostTimes) {
		r.times = append(r.times, l.time(len(r.times)))
		if r.punctual == len(r.times)-1 && l.punctual(r.punctual) {
			r.punctual++
		}
	}
	return l.time(k)
}

// mostStages is how many samples may be under way in code that has their efforts. Those of longer delays are given.
const mostStages = 4

// stages returns how many samples are under way when efforts arrive, if code has their efforts, and otherwise 0.
func (c *SampledConfig) stages() int {
	if n := int(math.Ceil(c.Delay/c.Period - rest)); n <= mostStages {
		return n
	}
	return 0
}

func (l *Sampled) stages() int { return l.c.stages() }

// features are what code for a loop depends on, besides its law.
type features struct {
	Period                                                       float64
	Filter, PositionNoise, VelocityNoise, Resolution, Difference bool
	Delay                                                        bool
	Stages                                                       int
	Limits, RateLimits, Lag                                      bool
	Wrenches, Measured                                           bool
}

func (c *SampledConfig) features() features {
	s, a := &c.Sensors, &c.Actuators
	return features{Period: c.Period, Filter: s.VelocityFilter > 0, PositionNoise: s.PositionNoise > 0,
		VelocityNoise: s.VelocityNoise > 0, Resolution: s.PositionResolution > 0, Difference: s.Difference,
		Delay: c.Delay > 0, Stages: c.stages(), Limits: a.Limit != nil, RateLimits: a.RateLimit > 0, Lag: a.Lag > 0,
		Wrenches: c.Wrenches.Of != nil, Measured: c.Wrenches.Measured}
}

// each reports whether there is a sample at the end of each step, given the length that all of them have. Code for such
// a loop does not take other steps.
func (c *SampledConfig) each(step float64) bool { return step == c.Period }

// arrival returns when the efforts of sample k arrive.
func (l *Sampled) arrival(k int) float64 { return snap(l.time(k) + l.c.Delay) }

// punctual reports whether the efforts of the sample that lies the delay before sample k, and no others, arrive with
// it.
func (l *Sampled) punctual(k int) bool {
	t := l.sampleTime(k)
	return math.Abs(l.arrival(k-l.stages())-t) <= tolerance(t) && l.c.Period > 4*tolerance(t)
}

// TakeTimes takes over the sample times that a loop remembers which is not used any more.
func (l *Sampled) TakeTimes(from *Sampled) {
	if from.c.Period == l.c.Period && from.c.Delay == l.c.Delay {
		l.recorded.times, from.recorded.times = from.recorded.times, nil
		l.recorded.punctual, from.recorded.punctual = from.recorded.punctual, 0
	}
}

// ahead remembers the next break of a plan.
type ahead struct{ from, next float64 }

// after returns what Plan.Break does.
func (a *ahead) after(p *reference.Plan, t float64) float64 {
	if !(t >= a.from && t < a.next) {
		a.from, a.next = t, p.Break(t)
	}
	return a.next
}

// Shape implements sim.RecordableController.
func (l *Sampled) Shape() string {
	if l.twin == nil {
		l.twin = newLawTwin(l.c.Law, l.c.Model)
	}
	if l.shape == "" && l.twin.shape != "" {
		l.shape = fmt.Sprintf("%+v: %s", l.c.features(), l.twin.shape)
	}
	return l.shape
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
func (l *Sampled) Believed() *tree.Model { return l.twin.believed() }

// Wrenches implements sim.RecordableController.
func (l *Sampled) Wrenches() *sim.LinkWrenches { return l.c.Wrenches.Of }

// Record implements sim.RecordableController.
func (l *Sampled) Record(t *tape.Tape, x *sim.RecordedRobot) sim.RecordedEfforts {
	n, nq := l.c.Model.NV(), l.c.Model.NQ()
	slow := l.c.Actuators.slow()
	effort, efforts := &tape.CarriedRows{}, sim.RecordedEfforts{} // of the actuators
	r := &recordedDrives{a: &l.c.Actuators}
	if slow {
		r.record(t, n)
		at := r.efforts()
		efforts = sim.Timed(at[0], at[1], at[2], at[3], nil)
	} else {
		effort = t.Carried(n)
		efforts = sim.Constant(effort.Now)
	}
	q, qd := t.Carried(nq), t.Carried(n) // what was measured last
	lost, saturated := t.Carried(n), t.Carried(n)
	var most, least []graph.Num // of what limits let through
	if l.c.Actuators.Limit != nil {
		most, least = t.Fixed(n), t.Fixed(n)
	}
	due := graph.Known(1)
	if !l.c.each(x.Step) {
		due = t.Given(1)[0]
	}
	in := tracedcontrol.Input{Period: graph.Known(l.c.Period),
		Reference: &tracedreference.Setpoint{Q: t.Given(nq), Qd: t.Given(n), Qdd: t.Given(n)}}
	seen := l.sensor.record(t, x.Robot, q.Now, qd.Now, due)
	l.recorded.saturated = r.limited(saturated.Now)
	ifDue := func(yes, no graph.Num) graph.Num { return graph.Where(graph.Known(0.5), due, yes, no) }
	act := func(arrives graph.Num, efforts, over []graph.Num) {
		r.arrives, r.target = arrives, efforts
		for i := range efforts {
			if !slow {
				effort.Next[i] = graph.Where(graph.Known(0.5), arrives, efforts[i], effort.Now[i])
			}
			saturated.Next[i] = graph.Where(graph.Known(0.5), arrives, over[i], saturated.Now[i])
		}
	}
	arrive := func(sent, over []graph.Num) { act(due, sent, over) } // at once
	if l.c.Delay > 0 {
		efforts.Sent, arrive = l.recordDelay(t, n, due, act)
	}
	law := l.twin.record(t, x, n, due)
	efforts.Next = func(toQ, toQd []graph.Num) []graph.Num {
		in.Lost = r.lose(lost.Now)
		in.Q, in.Qd = seen(toQ, toQd)
		if at := in.Q; l.c.Wrenches.Of != nil {
			if l.c.Wrenches.Measured {
				at = toQ
			}
			in.Wrenches = x.Wrenches(at)
		}
		demand := law(&in)
		if l.c.Model.Floating() {
			clear(demand[:6]) // see checkEffort
		}
		for i, x := range in.Q {
			q.Next[i] = ifDue(x, q.Now[i])
		}
		sent, over := make([]graph.Num, n), make([]graph.Num, n)
		for i, x := range demand {
			graph.Require(graph.Absolute(x), graph.Known(largest))
			sent[i] = x
			if most != nil {
				sent[i] = graph.Max(least[i], graph.Min(most[i], x))
				over[i] = graph.Where(most[i], graph.Absolute(x), graph.Known(1), graph.Known(0))
			}
			qd.Next[i] = ifDue(in.Qd[i], qd.Now[i])
			lost.Next[i] = ifDue(sent[i].Sub(x), lost.Now[i])
		}
		arrive(sent, over)
		if slow {
			return r.next(efforts.At(sim.AtEnd, toQ, toQd))
		}
		return effort.Next
	}
	return efforts
}

// recordDelay records that efforts of n rates, which are sent where a sample is due, and where limits bound them, are
// under way from sample to sample or until they are given. It returns the rows of those that were sent last, and what
// sends others and lets act those that arrive.
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

// largest bounds the efforts that code computes with, far below overflow.
const largest = 1e30

// Enter implements sim.RecordableController.
func (l *Sampled) Enter(x *tape.Lane) bool {
	if l.in.Lost == nil {
		return false // the first sample is not over
	}
	if l.recorded.times == nil {
		l.recorded.times = make([]float64, 0, mostTimes)
	}
	if l.recorded.drives.a = &l.c.Actuators; l.c.Actuators.slow() {
		l.recorded.drives.enter(x, l.actuators.drives)
	} else {
		for i := range l.actuators.drives {
			x.Carry(l.actuators.drives[i].output(l.actuators.drives[i].begin, 0))
		}
	}
	x.Carry(l.in.Q...)
	x.Carry(l.in.Qd...)
	x.Carry(l.lost...)
	for _, s := range l.saturated {
		x.Carry(one(s))
	}
	x.Fix(l.c.Actuators.Limit...)
	for _, limit := range l.c.Actuators.Limit {
		x.Fix(-limit)
	}
	l.sensor.enter(x)
	if l.recorded.sent = x.Mark(); l.c.Delay > 0 {
		l.enterUnderway(x)
	}
	l.recorded.breaks = ahead{} // of the plan, which may be another one
	l.recorded.begin, l.recorded.at = l.actuators.drives[0].begin, l.time(l.next)
	l.recorded.after, l.recorded.still = math.Inf(1), math.Inf(-1)
	l.twin.rows.Enter(x)
	return true
}

// Leave implements sim.RecordableController.
func (l *Sampled) Leave(x *tape.Lane) {
	if l.c.Actuators.slow() {
		l.recorded.drives.leave(x, l.actuators.drives)
	} else {
		for i := range l.actuators.drives {
			d := &l.actuators.drives[i]
			x.Take(&d.target)
			d.begin, d.effort = l.recorded.begin, d.target
			d.reach()
		}
	}
	x.TakeAll(l.in.Q)
	x.TakeAll(l.in.Qd)
	copy(l.sensor.last, l.in.Q)
	x.TakeAll(l.lost)
	for i := range l.saturated {
		var over float64
		x.Take(&over)
		l.saturated[i] = over != 0
		l.limited[i] = l.saturated[i] || l.actuators.drives[i].slope != 0
	}
	l.sensor.leave(x)
	if l.c.Delay > 0 {
		l.leaveUnderway(x)
	}
	l.twin.rows.Leave(x)
}

// enterUnderway puts what is under way into a lane.
func (l *Sampled) enterUnderway(x *tape.Lane) {
	for k := range max(1, l.stages()) {
		if k >= min(l.underway.n, l.stages()) {
			for range 2 * len(l.lost) {
				x.Carry(1) // until something is sent
			}
			continue
		}
		c := l.underway.at(l.underway.n - 1 - k)
		x.Carry(c.effort...)
		for _, s := range c.saturated {
			x.Carry(one(s))
		}
	}
}

// leaveUnderway takes it back, the arrivals of which are known, unless efforts were taken from sample to sample.
func (l *Sampled) leaveUnderway(x *tape.Lane) {
	for k := range max(1, l.stages()) {
		if k >= min(l.underway.n, l.stages()) {
			x.Pass(2 * len(l.lost))
			continue
		}
		l.underway.at(l.underway.n - 1 - k).take(x)
	}
}

// take takes the efforts of a command from a lane.
func (c *command) take(x *tape.Lane) {
	x.TakeAll(c.effort)
	for i := range c.saturated {
		var over float64
		x.Take(&over)
		c.saturated[i] = over != 0
	}
}

// Ahead implements sim.RecordableController.
func (l *Sampled) Ahead(x *tape.Lane, s sim.Stretch, begins bool) (ok bool) {
	n, r := len(l.in.Q)+2*len(l.demand), &l.recorded // numbers of the reference
	at, now := r.at, s.To+tolerance(s.To)
	if l.c.Actuators.slow() {
		r.drives.give(x, s, begins, now)
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
		if r.after < math.Inf(1) {
			x.Keep(n)
		} else { // nothing stands there yet, and zeros are no poses
			giveReference(x, l.in.Reference)
			r.after = math.Inf(-1)
		}
		return l.arriving(x, begins, at, now)
	}
	if r.following = l.sampleTime(l.next + 1); l.c.Delay > 0 {
		r.arrival = snap(at + l.c.Delay)
	}
	if b := r.breaks.after(l.c.Plan, at); b <= at+tolerance(at) { // see afterBreak
		at = b
	}
	if at >= r.after && at < r.still {
		x.Keep(n)
	} else {
		l.c.Plan.At(l.in.Reference, at)
		giveReference(x, l.in.Reference)
		r.after, r.still = at, l.c.Plan.Rests(at)
	}
	return l.arriving(x, begins, r.following, now)
}

// giveReference gives a reference.
func giveReference(x *tape.Lane, r *reference.Setpoint) {
	x.Give(r.Q...)
	x.Give(r.Qd...)
	x.Give(r.Qdd...)
}

// arriving gives the efforts that arrive at the end of a step, and finds the time of the next event, given that of the
// next sample. It returns false if that is not later.
func (l *Sampled) arriving(x *tape.Lane, begins bool, sample, now float64) (ok bool) {
	r := &l.recorded
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
		for _, s := range c.saturated {
			x.Give(one(s))
		}
	case stages == 0:
		x.Keep(2 * len(l.lost))
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

// Begun implements sim.RecordableController.
func (l *Sampled) Begun(x *tape.Lane, t float64) (end float64) {
	r := &l.recorded
	if r.arrives {
		l.underway.take()
	}
	if r.arrives || r.due && l.c.Delay == 0 {
		r.begin = t
	}
	if end = r.end; l.c.Actuators.slow() {
		end = min(end, r.drives.begun(x, r.begin))
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

// Alike implements sim.RecordableController: steps each of which ends with a sample, with which the efforts of another
// one arrive, while the reference rests, or steps at whose end nothing happens.
func (l *Sampled) Alike(ends []float64) (n int) {
	r := &l.recorded
	delayed := l.c.Delay > 0
	if !r.begins && !l.c.Actuators.slow() {
		return len(ends)
	}
	if !r.due || l.c.Actuators.slow() || delayed && (l.stages() == 0 || !r.arrives) {
		return 0
	}
	still := min(r.still, r.breaks.next)
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
	for n > 0 && !(ends[n-1]+float64(2*tolerance(ends[n-1])) < still) {
		n--
	}
	return n
}

// Passed implements sim.RecordableController.
func (l *Sampled) Passed(steps int, t float64) (end float64) {
	r := &l.recorded
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

// RecordedSaturated returns where a limit bounds the efforts of a step that is recorded.
func (l *Sampled) RecordedSaturated() []graph.Num { return l.recorded.saturated }
