package scenario

import (
	"fmt"
	"math"
	"strings"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/control/metrics"
)

// ahead is what a meter knows of its lane.
type ahead struct {
	still bool    // the references there are those of a plan that rests
	until float64 // then until this time
	begin float64 // before which no measures of an error begin
}

// inLane is what a meter of a joint knows of its lane.
type inLane struct {
	begin tape.Lane // at the first row of the joint
	at    tape.Lane // at the first of its meter
}

// Shape implements sim.RecordableObserver: meters of loops.
func (t *meter) Shape() string {
	var b strings.Builder
	b.WriteString("meters")
	for i := range t.parts {
		p := &t.parts[i]
		fmt.Fprintf(&b, " %d %d %d %v %v", p.q, p.v, p.effort, p.limit, p.joint.Moves())
	}
	if t.loop.sampled == nil {
		return ""
	}
	return b.String()
}

// Record implements sim.RecordableObserver. Behind the rows of its meter each joint has what its meter needs to take a
// step that is not ordinary, and the first row of all tells whether there is one.
func (t *meter) Record(x *tape.Tape, s *tape.Step) {
	odd, usual := x.Carried(1), x.Given(1)[0]
	ordinary := usual
	for i := range t.parts {
		p, r, step := &t.parts[i], x.Given(4), x.Carried(6)
		limited := t.loop.sampled.RecordedSaturated()[p.v]
		u := s.Effort[p.v]
		if !math.IsInf(p.limit, 1) {
			limited = graph.Where(graph.Absolute(u), graph.Known(p.limit), limited, graph.Known(1))
		}
		this := p.joint.Record(x, &metrics.Recorded{
			Begin: metrics.RecordedSample{Time: s.From, Position: s.FromQ[p.q], Velocity: s.FromQd[p.v],
				Reference: r[0], ReferenceVelocity: r[1]},
			End: metrics.RecordedSample{Time: s.To, Position: s.ToQ[p.q], Velocity: s.ToQd[p.v], Reference: r[2],
				ReferenceVelocity: r[3]},
			Effort: u, Saturated: limited, Work: s.Work[p.drive]}, usual)
		copy(step.Next, []graph.Num{this, s.FromQ[p.q], s.FromQd[p.v], u, limited, s.Work[p.v]})
		ordinary = graph.Min(ordinary, this)
	}
	odd.Next[0] = graph.Where(graph.Known(0), ordinary, graph.Known(0), graph.Known(1))
}

// Enter implements sim.RecordableObserver.
func (t *meter) Enter(l *tape.Lane) bool {
	t.ahead = ahead{begin: math.Inf(-1)}
	t.begin = *l
	l.Carry(0)
	for i := range t.parts {
		p := &t.parts[i]
		p.begin = *l
		l.Carry(0, 0, 0, 0, 0, 0)
		p.at = *l
		if !p.joint.Enter(l) {
			return false
		}
	}
	return true
}

// Leave implements sim.RecordableObserver.
func (t *meter) Leave(l *tape.Lane, time float64, q, qd []float64) {
	t.loop.Plan.At(t.to, math.Nextafter(time, math.Inf(-1)))
	for i := range t.parts {
		p := &t.parts[i]
		at := p.at
		last := t.sample(p, time, q, qd)
		p.joint.Leave(&at, &last)
	}
}

// sample returns that of a joint at the end of a step, but for its effort.
func (t *meter) sample(p *measured, time float64, q, qd []float64) metrics.Sample {
	return metrics.Sample{Time: time, Position: q[p.q], Velocity: qd[p.v], Reference: t.to.Q[p.q],
		ReferenceVelocity: t.to.Qd[p.v]}
}

// Ahead implements sim.RecordableObserver.
func (t *meter) Ahead(l *tape.Lane, from, to float64) {
	a := &t.ahead
	if a.still && to <= a.until {
		l.Keep(1 + 4*len(t.parts))
		return
	}
	a.begin = math.Inf(1)
	for i := range t.parts {
		a.begin = math.Min(a.begin, t.parts[i].joint.Begin())
	}
	usual := 1.0
	if to > a.begin {
		usual = 0 // measures of an error begin
	}
	l.Give(usual)
	t.loop.Plan.At(t.from, from)
	t.loop.Plan.At(t.to, math.Nextafter(to, from)) // before a jump
	for i := range t.parts {
		p := &t.parts[i]
		l.Give(t.from.Q[p.q], t.from.Qd[p.v], t.to.Q[p.q], t.to.Qd[p.v])
	}
	rests := t.loop.Plan.Rests(from)
	a.until = math.Min(rests, a.begin)
	a.still = to <= a.until
}

// Odd implements sim.RecordableObserver.
func (t *meter) Odd() bool {
	odd, at := 0.0, t.begin
	at.Take(&odd)
	return odd != 0
}

// Amend implements sim.RecordableObserver.
func (t *meter) Amend(from, to float64, q, qd []float64) {
	t.loop.Plan.At(t.from, from)
	t.loop.Plan.At(t.to, math.Nextafter(to, from))
	for i := range t.parts {
		p := &t.parts[i]
		at := p.begin
		begin := metrics.Sample{Time: from, Reference: t.from.Q[p.q], ReferenceVelocity: t.from.Qd[p.v]}
		var ordinary, saturated, work float64
		if at.Take(&ordinary); ordinary > 0 {
			continue
		}
		at.Take(&begin.Position, &begin.Velocity, &begin.Effort, &saturated, &work)
		begin.Saturated = saturated != 0
		end := t.sample(p, to, q, qd)
		end.Effort = begin.Effort
		at = p.at
		p.joint.Leave(&at, &metrics.Sample{})
		p.joint.Add(&begin, &end, work)
		at = p.at
		p.joint.Enter(&at)
	}
}
