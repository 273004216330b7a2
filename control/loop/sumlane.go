package loop

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/sim"
	"kinetree/tree"
)

// sumLane is the state of a sum in a lane.
type sumLane struct {
	parts  []sim.RecordableController
	breaks nextBreak // of the plan
}

// recordable finds the parts as controllers that can be recorded. It returns false if a part cannot be recorded, and if
// there is more than one closed loop.
func (s *sum) recordable() bool {
	r := &s.lane
	if len(r.parts) == len(s.parts) {
		return true
	}
	*r = sumLane{}
	loops := 0
	for _, p := range s.parts {
		c, ok := p.(sim.RecordableController)
		if _, open := p.(*OpenLoop); !open {
			loops++
		}
		if !ok || loops > 1 {
			return false
		}
		r.parts = append(r.parts, c)
	}
	return true
}

// Shape implements sim.RecordableController: the shapes of the parts.
func (s *sum) Shape() string {
	if !s.recordable() {
		return ""
	}
	if len(s.lane.parts) == 1 {
		return s.lane.parts[0].Shape()
	}
	shape := append(make([]byte, 0, 256), "sum"...)
	for _, c := range s.lane.parts {
		part := c.Shape()
		if part == "" {
			return ""
		}
		shape = append(append(shape, ": "...), part...)
	}
	return string(shape)
}

// Splits implements sim.RecordableController.
func (s *sum) Splits(step float64) bool {
	for _, c := range s.lane.parts {
		if c.Splits(step) {
			return true
		}
	}
	return false
}

// Known implements sim.RecordableController.
func (s *sum) Known() bool {
	for _, c := range s.lane.parts {
		if !c.Known() {
			return false
		}
	}
	return true
}

// Believed implements sim.RecordableController.
func (s *sum) Believed() *tree.Model {
	for _, c := range s.lane.parts {
		if m := c.Believed(); m != nil {
			return m
		}
	}
	return nil
}

// Wrenches implements sim.RecordableController.
func (s *sum) Wrenches() *sim.LinkWrenches {
	for _, c := range s.lane.parts {
		if known := c.Wrenches(); known != nil {
			return known
		}
	}
	return nil
}

// Record implements sim.RecordableController.
func (s *sum) Record(t *tape.Tape, x *sim.RecordedRobot) (all sim.RecordedEfforts) {
	parts := make([]sim.RecordedEfforts, len(s.parts))
	for i, c := range s.lane.parts {
		if parts[i] = c.Record(t, x); parts[i].Sent != nil {
			all.Sent = parts[i].Sent
		}
	}
	add := func(of func(e *sim.RecordedEfforts) []graph.Num) (sum []graph.Num) {
		for i := range parts {
			sum = addEfforts(sum, of(&parts[i]))
		}
		return sum
	}
	all.At = func(m sim.Moment, q, qd []graph.Num) []graph.Num {
		return add(func(e *sim.RecordedEfforts) []graph.Num { return e.At(m, q, qd) })
	}
	all.End = func(q, qd []graph.Num) []graph.Num {
		return add(func(e *sim.RecordedEfforts) []graph.Num { return e.End(q, qd) })
	}
	all.Next = func(q, qd []graph.Num) []graph.Num {
		return add(func(e *sim.RecordedEfforts) []graph.Num { return e.Next(q, qd) })
	}
	return all
}

// addEfforts records the sum of efforts. A list may end before the efforts of followers, which are then zero.
func addEfforts(a, b []graph.Num) []graph.Num {
	if len(a) < len(b) {
		a, b = b, a
	}
	sum := append([]graph.Num(nil), a...)
	for i, x := range b {
		sum[i] = sum[i].Add(x)
	}
	return sum
}

// Enter implements sim.RecordableController.
func (s *sum) Enter(l *tape.Lane) bool {
	for _, c := range s.lane.parts {
		if !c.Enter(l) {
			return false
		}
	}
	return true
}

// Leave implements sim.RecordableController.
func (s *sum) Leave(l *tape.Lane) {
	for _, c := range s.lane.parts {
		c.Leave(l)
	}
}

// PrepareStep implements sim.RecordableController.
func (s *sum) PrepareStep(l *tape.Lane, x sim.Stretch, begins bool) (ok bool) {
	ok = true
	for _, c := range s.lane.parts {
		ok = c.PrepareStep(l, x, begins) && ok
	}
	return ok
}

// SegmentBegan implements sim.RecordableController.
func (s *sum) SegmentBegan(l *tape.Lane, t float64) (end float64) {
	end = s.plannedEnd(t)
	for _, c := range s.lane.parts {
		end = min(end, c.SegmentBegan(l, t))
	}
	return end
}

// plannedEnd returns when the plan breaks.
func (s *sum) plannedEnd(t float64) float64 {
	if s.plan == nil {
		return math.Inf(1)
	}
	return s.lane.breaks.after(s.plan, t)
}

// Repeats implements sim.RecordableController.
func (s *sum) Repeats(ends []float64) int {
	for _, c := range s.lane.parts {
		ends = ends[:c.Repeats(ends)]
	}
	n := len(ends)
	for s.plan != nil && n > 0 && ends[n-1] >= s.lane.breaks.next {
		n--
	}
	return n
}

// Repeated implements sim.RecordableController.
func (s *sum) Repeated(steps int, t float64) (end float64) {
	end = s.plannedEnd(t)
	for _, c := range s.lane.parts {
		end = min(end, c.Repeated(steps, t))
	}
	return end
}
