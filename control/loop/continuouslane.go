package loop

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	tracedreference "kinetree/internal/traced/reference"
	"kinetree/sim"
	"kinetree/tree"
)

// continuousLane is the state of a continuous loop in a lane. Five references are given for a step: at the moments of
// the step, at the time of its end, and at the start of the next step.
type continuousLane struct {
	path        pathLane
	begins      bool    // a segment begins at the end of the step
	begin       float64 // of that segment
	valid       float64 // the reference in the lane holds from this time on; infinite if the lane has none
	restsBefore float64 // and until this time
}

// references is how many references are given for a step.
const references = moments + 1

// Shape implements sim.RecordableController. Only loops whose laws have no memory can be recorded.
func (l *Continuous) Shape() string {
	path := l.lane.path.of(l.path, l.model)
	if path.shape == "" || l.memory != nil {
		return ""
	}
	return fmt.Sprintf("continuous, told of wrenches %v: %s", l.wrenches.Of != nil, path.shape)
}

// Splits implements sim.RecordableController.
func (l *Continuous) Splits(float64) bool { return false }

// Known implements sim.RecordableController.
func (l *Continuous) Known() bool { return false }

// Believed implements sim.RecordableController.
func (l *Continuous) Believed() *tree.Model { return l.path.Believed() }

// Wrenches implements sim.RecordableController.
func (l *Continuous) Wrenches() *sim.LinkWrenches { return l.wrenches.Of }

// Record implements sim.RecordableController.
func (l *Continuous) Record(t *tape.Tape, x *sim.RecordedRobot) sim.RecordedEfforts {
	n := l.model.NV()
	_, path := recordPath(t, l.path, x)
	under := func() func(q, qd []graph.Num) []graph.Num { // the efforts under one reference, see Effort
		to := &tracedreference.Setpoint{Q: t.Given(l.model.NQ()), Qd: t.Given(n), Qdd: t.Given(n)}
		return func(q, qd []graph.Num) []graph.Num {
			in := &path.In
			if in.Q, in.Qd, in.Reference = q, qd, to; l.wrenches.Of != nil {
				in.Wrenches = x.Wrenches(q)
			}
			ask(path)
			return slices.Clone(path.Sent)
		}
	}
	at := [...]func(q, qd []graph.Num) []graph.Num{under(), under(), under()}
	return sim.RecordedEfforts{
		At:  func(m sim.Moment, q, qd []graph.Num) []graph.Num { return at[m](q, qd) },
		End: under(), Next: under(),
	}
}

// Enter implements sim.RecordableController.
func (l *Continuous) Enter(x *tape.Lane) bool {
	l.lane.restsBefore, l.lane.valid = math.Inf(-1), math.Inf(1)
	l.lane.path.rows.Enter(x)
	return true
}

// Leave implements sim.RecordableController.
func (l *Continuous) Leave(x *tape.Lane) { l.lane.path.rows.Leave(x) }

// PrepareStep implements sim.RecordableController.
func (l *Continuous) PrepareStep(x *tape.Lane, s sim.Stretch, begins bool) (ok bool) {
	r, last, to := &l.lane, s.From+s.Length, l.path.In.Reference
	if begins && l.wrenches.changes(s.From, s.To+tolerance(s.To)) {
		return false
	}
	if r.begins = begins; begins {
		r.begin = afterBreak(l.plan, s.To)
	}
	if s.From >= r.valid && max(s.To, last) < r.restsBefore {
		x.Keep(references * (len(to.Q) + 2*len(to.Qd)))
		return true
	}
	for _, t := range [moments]float64{s.From, s.From + s.Length/2, last, s.To} {
		l.refer(t)
		giveReference(x, to)
	}
	if l.refer(last); begins {
		l.plan.At(to, max(r.begin, s.To))
	}
	giveReference(x, to)
	if r.valid, r.restsBefore = s.From, l.plan.Rests(s.From); max(s.To, last) >= r.restsBefore {
		r.valid = math.Inf(1) // the references of the step differ
	}
	return true
}

// SegmentBegan implements sim.RecordableController.
func (l *Continuous) SegmentBegan(_ *tape.Lane, t float64) (end float64) {
	l.begin = l.lane.begin
	l.end = min(l.plan.Break(l.begin), l.wrenches.begin(t))
	return l.end
}

// Repeats implements sim.RecordableController. Steps repeat while the reference rests.
func (l *Continuous) Repeats(ends []float64) (n int) {
	if l.lane.begins {
		return 0
	}
	for n < len(ends) && ends[n]+float64(2*tolerance(ends[n])) < l.lane.restsBefore {
		n++
	}
	return n
}

// Repeated implements sim.RecordableController.
func (l *Continuous) Repeated(int, float64) (end float64) { return l.end }
