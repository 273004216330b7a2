package loop

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/sim"
	"kinetree/tree"
)

// recordedSum is what a sum keeps of its recording: its parts in the order in which they declare their rows, in which a
// loop is the last one, for its law does so when the efforts of the next segment are recorded.
type recordedSum struct {
	parts []sim.RecordableController
	place []int // in the sum, of each
	ahead ahead // of a lane
}

// recordable finds the parts. It returns false if there is one that cannot be recorded, or a second loop.
func (s *sum) recordable() bool {
	r := &s.recorded
	if len(r.parts) == len(s.parts) {
		return true
	}
	*r = recordedSum{}
	loop := -1
	for i, p := range s.parts {
		c, ok := p.(sim.RecordableController)
		if _, closed := p.(*Sampled); closed && loop < 0 {
			loop = i
			continue
		} else if !ok || closed {
			return false
		}
		r.parts, r.place = append(r.parts, c), append(r.place, i)
	}
	if loop >= 0 {
		r.parts, r.place = append(r.parts, s.parts[loop].(*Sampled)), append(r.place, loop)
	}
	return true
}

// Shape implements sim.RecordableController: those of the parts, of which one may be a loop.
func (s *sum) Shape() string {
	if !s.recordable() {
		return ""
	}
	if len(s.recorded.parts) == 1 {
		return s.recorded.parts[0].Shape()
	}
	shape := append(make([]byte, 0, 256), "sum"...)
	for i, c := range s.recorded.parts {
		part := c.Shape()
		if part == "" {
			return ""
		}
		shape = append(append(append(shape, " at "...), byte('0'+s.recorded.place[i]), ':'), part...)
	}
	return string(shape)
}

// Splits implements sim.RecordableController.
func (s *sum) Splits(step float64) bool {
	for _, c := range s.recorded.parts {
		if c.Splits(step) {
			return true
		}
	}
	return false
}

// Known implements sim.RecordableController.
func (s *sum) Known() bool {
	for _, c := range s.recorded.parts {
		if !c.Known() {
			return false
		}
	}
	return true
}

// Believed implements sim.RecordableController.
func (s *sum) Believed() *tree.Model {
	for _, c := range s.recorded.parts {
		if m := c.Believed(); m != nil {
			return m
		}
	}
	return nil
}

// Wrenches implements sim.RecordableController.
func (s *sum) Wrenches() *sim.LinkWrenches {
	for _, c := range s.recorded.parts {
		if known := c.Wrenches(); known != nil {
			return known
		}
	}
	return nil
}

// Record implements sim.RecordableController.
func (s *sum) Record(t *tape.Tape, x *sim.RecordedRobot) (all sim.RecordedEfforts, err error) {
	parts := make([]sim.RecordedEfforts, len(s.parts)) // in the order of the sum
	for i, c := range s.recorded.parts {
		e, err := c.Record(t, x)
		if err != nil {
			return all, err
		}
		parts[s.recorded.place[i]] = e
		if e.Sent != nil {
			all.Sent = e.Sent
		}
	}
	for m := range all.At {
		for _, e := range parts {
			all.At[m] = addEfforts(all.At[m], e.At[m])
		}
	}
	for _, e := range parts {
		all.End = addEfforts(all.End, e.End)
	}
	all.Next = func(q, qd []graph.Num) (next []graph.Num, err error) {
		for _, e := range parts {
			part, err := e.Next(q, qd)
			if err != nil {
				return nil, err
			}
			next = addEfforts(next, part)
		}
		return next, nil
	}
	return all, nil
}

// addEfforts records the sum of efforts. Those of joints that follow are zero where a list ends before them.
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
	for _, c := range s.recorded.parts {
		if !c.Enter(l) {
			return false
		}
	}
	return true
}

// Leave implements sim.RecordableController.
func (s *sum) Leave(l *tape.Lane) {
	for _, c := range s.recorded.parts {
		c.Leave(l)
	}
}

// Ahead implements sim.RecordableController.
func (s *sum) Ahead(l *tape.Lane, x sim.Stretch, begins bool) (ok bool) {
	ok = true
	for _, c := range s.recorded.parts {
		ok = c.Ahead(l, x, begins) && ok
	}
	return ok
}

// Begun implements sim.RecordableController.
func (s *sum) Begun(l *tape.Lane, t float64) (end float64) {
	end = s.plannedEnd(t)
	for _, c := range s.recorded.parts {
		end = min(end, c.Begun(l, t))
	}
	return end
}

// plannedEnd returns when the plan breaks.
func (s *sum) plannedEnd(t float64) float64 {
	if s.plan == nil {
		return math.Inf(1)
	}
	return s.recorded.ahead.after(s.plan, t)
}

// Alike implements sim.RecordableController.
func (s *sum) Alike(ends []float64) int {
	for _, c := range s.recorded.parts {
		ends = ends[:c.Alike(ends)]
	}
	n := len(ends)
	for s.plan != nil && n > 0 && ends[n-1] >= s.recorded.ahead.next {
		n--
	}
	return n
}

// Passed implements sim.RecordableController.
func (s *sum) Passed(steps int, t float64) (end float64) {
	end = s.plannedEnd(t)
	for _, c := range s.recorded.parts {
		end = min(end, c.Passed(steps, t))
	}
	return end
}
