package prepare

import (
	"math"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/control/metrics"
	twin "kinetree/internal/traced/metrics"
)

// inLane is what a meter of a joint knows of its lane.
type inLane struct {
	begin tape.Bookmark // of the first row of the joint
	meter tape.Bookmark // of the first of its meter
}

// Shape implements sim.RecordableObserver: meters of loops.
func (t *meter) Shape() string {
	if t.shape != "" {
		return t.shape
	}
	b := append(make([]byte, 0, 256), "meters"...)
	for i := range t.parts {
		p := &t.parts[i]
		for _, k := range [...]int{p.q, p.v, p.effort} {
			b = strconv.AppendInt(append(b, ' '), int64(k), 10)
		}
		b = strconv.AppendBool(append(b, ' '), math.IsInf(p.limit, 1))
		b = append(b, p.joint.Shape()...)
	}
	t.shape = string(b)
	return t.shape
}

// Record implements sim.RecordableObserver. It flags steps that are not ordinary for some joint. The row before those
// of a joint's meter is positive where they are not for this one.
func (t *meter) Record(x *tape.Tape, s *tape.Step) {
	starts := x.Given(1)[0] // measures of an error begin
	flag := starts
	for i := range t.parts {
		p, r, other := &t.parts[i], x.Given(4), x.Carried(1)
		var limited graph.Num
		if t.loop.sampled != nil {
			limited = t.loop.sampled.RecordedSaturated()[p.v]
		}
		u := s.FromEffort[p.effort]
		if !math.IsInf(p.limit, 1) {
			limited = graph.Where(graph.Absolute(u), x.Fixed(1)[0], limited, graph.Known(1))
		}
		other.Next[0] = p.joint.Record(x,
			&twin.Sample{Time: s.From, Position: s.FromQ[p.q], Velocity: s.FromQd[p.v], Reference: r[0],
				ReferenceVelocity: r[1], Effort: u},
			&twin.Sample{Time: s.To, Position: s.ToQ[p.q], Velocity: s.ToQd[p.v], Reference: r[2],
				ReferenceVelocity: r[3], Effort: s.ToEffort[p.effort]}, limited, s.Work[p.drive], starts)
		flag = graph.Max(flag, other.Next[0])
	}
	x.Flag(flag)
}

// Enter implements sim.RecordableObserver.
func (t *meter) Enter(l *tape.Lane) bool {
	for i := range t.parts {
		p := &t.parts[i]
		if !math.IsInf(p.limit, 1) {
			l.Fix(p.limit)
		}
		p.begin = l.Mark()
		l.Carry(0)
		p.inLane.meter = l.Mark()
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
		at := l.At(p.inLane.meter)
		p.joint.Leave(&at, &metrics.Sample{Time: time, Position: q[p.q], Velocity: qd[p.v], Reference: t.to.Q[p.q],
			ReferenceVelocity: t.to.Qd[p.v]})
	}
}

// PrepareStep implements sim.RecordableObserver.
func (t *meter) PrepareStep(l *tape.Lane, from, to float64) (until float64) {
	begin := math.Inf(1)
	for i := range t.parts {
		begin = min(begin, t.parts[i].joint.Begin())
	}
	starts := 0.0
	if t.begins = to > begin; t.begins {
		starts = 1
	}
	l.Give(starts)
	t.loop.Plan.At(t.from, from)
	t.loop.Plan.At(t.to, math.Nextafter(to, from)) // before a jump
	for i := range t.parts {
		p := &t.parts[i]
		l.Give(t.from.Q[p.q], t.from.Qd[p.v], t.to.Q[p.q], t.to.Qd[p.v])
	}
	return min(t.loop.Plan.Rests(from), begin)
}

// Correct implements sim.RecordableObserver.
func (t *meter) Correct(lane, results *tape.Lane, from, to float64) {
	rates := len(t.from.Q)   // where they begin
	for i := range t.parts { // the references are those of PrepareStep
		p := &t.parts[i]
		if !(results.See(p.begin) > 0) {
			continue
		}
		p.joint.Correct(results,
			&metrics.Sample{Time: from, Position: lane.Carried(p.q), Velocity: lane.Carried(rates + p.v),
				Reference: t.from.Q[p.q], ReferenceVelocity: t.from.Qd[p.v]},
			&metrics.Sample{Time: to, Position: results.Carried(p.q), Velocity: results.Carried(rates + p.v),
				Reference: t.to.Q[p.q], ReferenceVelocity: t.to.Qd[p.v]}, t.begins)
	}
}
