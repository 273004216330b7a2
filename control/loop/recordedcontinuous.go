package loop

import (
	"math"
	"strconv"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	tracedcontrol "kinetree/compile/traced/control"
	tracedreference "kinetree/compile/traced/reference"
	"kinetree/sim"
	"kinetree/tree"
)

// recordedContinuous is what a continuous loop keeps of the step that lies ahead. References are given at the moments
// of a step, at the time of its end, and at the start of what follows.
type recordedContinuous struct {
	begins bool    // a segment at the end of the step
	begin  float64 // of that one
	still  float64 // until when the reference is what stands in the lane
	after  float64 // the time from which on it is; infinite unless one stands there
}

// references is how many references are given for a step.
const references = moments + 1

// Shape implements sim.RecordableController: loops of laws that remember nothing.
func (l *Continuous) Shape() string {
	if l.twin == nil {
		l.twin = newLawTwin(l.law, l.model)
	}
	if l.twin.shape == "" || l.memory != nil {
		return ""
	}
	b := strconv.AppendBool([]byte("continuous, limited "), l.actuators.Limit != nil)
	b = strconv.AppendBool(append(b, ", told of wrenches "...), l.wrenches.Of != nil)
	return string(append(append(b, ": "...), l.twin.shape...))
}

// Splits implements sim.RecordableController.
func (l *Continuous) Splits(float64) bool { return false }

// Known implements sim.RecordableController.
func (l *Continuous) Known() bool { return false }

// Believed implements sim.RecordableController.
func (l *Continuous) Believed() *tree.Model { return l.twin.believed() }

// Wrenches implements sim.RecordableController.
func (l *Continuous) Wrenches() *sim.LinkWrenches { return l.wrenches.Of }

// Record implements sim.RecordableController.
func (l *Continuous) Record(t *tape.Tape, x *sim.RecordedRobot) sim.RecordedEfforts {
	n := l.model.NV()
	var limit []graph.Num
	if l.actuators.Limit != nil {
		limit = t.Fixed(n)
	}
	law := l.twin.record(t, x, n, graph.Known(1))
	under := func() func(q, qd []graph.Num) []graph.Num { // a reference, see Effort
		in := tracedcontrol.Input{Reference: &tracedreference.Setpoint{Q: t.Given(l.model.NQ()), Qd: t.Given(n),
			Qdd: t.Given(n)}}
		return func(q, qd []graph.Num) []graph.Num {
			if in.Q, in.Qd = q, qd; l.wrenches.Of != nil {
				in.Wrenches = x.Wrenches(q)
			}
			tau := law(&in)
			if l.model.Floating() {
				clear(tau[:6]) // see checkEffort
			}
			for i := range tau {
				graph.Require(graph.Absolute(tau[i]), graph.Known(largest))
				if limit != nil {
					tau[i] = graph.Max(limit[i].Neg(), graph.Min(limit[i], tau[i]))
				}
			}
			return tau
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
	x.Fix(l.actuators.Limit...)
	l.recorded = recordedContinuous{still: math.Inf(-1), after: math.Inf(1)}
	l.twin.rows.Enter(x)
	return true
}

// Leave implements sim.RecordableController.
func (l *Continuous) Leave(x *tape.Lane) { l.twin.rows.Leave(x) }

// Ahead implements sim.RecordableController.
func (l *Continuous) Ahead(x *tape.Lane, s sim.Stretch, begins bool) (ok bool) {
	r, last := &l.recorded, s.From+s.Length
	if begins && l.wrenches.changes(s.From, s.To+tolerance(s.To)) {
		return false
	}
	if r.begins = begins; begins {
		r.begin = afterBreak(l.plan, s.To)
	}
	if s.From >= r.after && max(s.To, last) < r.still {
		x.Keep(references * (len(l.in.Reference.Q) + 2*len(l.in.Reference.Qd)))
		return true
	}
	for _, t := range [moments]float64{s.From, s.From + s.Length/2, last, s.To} {
		l.refer(t)
		giveReference(x, l.in.Reference)
	}
	if l.refer(last); begins {
		l.plan.At(l.in.Reference, max(r.begin, s.To))
	}
	giveReference(x, l.in.Reference)
	if r.after, r.still = s.From, l.plan.Rests(s.From); max(s.To, last) >= r.still {
		r.after = math.Inf(1) // they are several
	}
	return true
}

// Begun implements sim.RecordableController.
func (l *Continuous) Begun(_ *tape.Lane, t float64) (end float64) {
	l.begin = l.recorded.begin
	l.end = min(l.plan.Break(l.begin), l.wrenches.begin(t))
	return l.end
}

// Alike implements sim.RecordableController: all steps while the reference rests.
func (l *Continuous) Alike(ends []float64) (n int) {
	if l.recorded.begins {
		return 0
	}
	for n < len(ends) && ends[n]+float64(2*tolerance(ends[n])) < l.recorded.still {
		n++
	}
	return n
}

// Passed implements sim.RecordableController.
func (l *Continuous) Passed(int, float64) (end float64) { return l.end }
