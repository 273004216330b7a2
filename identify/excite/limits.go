package excite

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/internal/suggest"
	"kinetree/tree"
)

// MotionLimits are where a motion of a model begins and what it must keep within, for each coordinate: the limits of
// its joint and of the joints that follow it. The base is fixed and each joint has one coordinate.
type MotionLimits struct {
	Start, Lower, Upper []float64 // positions (rad, m)
	Velocity, Effort    []float64 // magnitudes (rad/s, m/s; N m, N); infinite where there is no limit

	names []string // of the joints
	turn  []bool   // their positions are angles
}

// NewLimits returns the limits of a model's joints for a motion that begins at a position, less a margin: a share of
// half the range of positions at either end, and of the largest velocity and effort. A joint without limits of its
// position keeps within half a turn of its start, or a metre. The error names all joints that cannot move, and says
// why.
func NewLimits(m *tree.Model, start []float64, margin float64) (*MotionLimits, error) {
	if m.Floating() {
		return nil, errors.New("the base floats; expected a fixed one")
	}
	var faults []error
	for _, j := range m.Joints() {
		if j.NQ != 1 {
			faults = append(faults, fmt.Errorf("joint %q has %d coordinates; expected joints with one", j.Name, j.NQ))
		}
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	n := m.NV()
	l := &MotionLimits{start, make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n),
		make([]string, n), m.Angular()}
	ranges, left := m.Ranges()
	for _, k := range left {
		j := &m.Joints()[k]
		faults = append(faults, fmt.Errorf("joint %q has limits that leave no position within those of the joint %q, "+
			"which it mimics", j.Name, m.Joints()[j.Leader].Name))
	}
	for k, j := range m.Joints() {
		if j.Leader < 0 {
			l.names[j.V], l.Lower[j.V], l.Upper[j.V], l.Velocity[j.V], l.Effort[j.V] = j.Name, ranges[k].Lower,
				ranges[k].Upper, float64(j.Velocity*(1-margin)), float64(j.Effort*(1-margin))
		}
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 && j.Ratio != 0 {
			l.Velocity[j.V] = math.Min(l.Velocity[j.V], j.Velocity/math.Abs(j.Ratio)*(1-margin))
		}
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 {
			faults = append(faults, l.settle(&j, m.Bodies()[j.Body].Kind, margin))
		}
	}
	return l, errors.Join(faults...)
}

// Narrow bounds the position of a joint (rad, m) further, within its limits. The error says what is wrong.
func (l *MotionLimits) Narrow(joint string, lower, upper float64) error {
	i := slices.Index(l.names, joint)
	switch {
	case i < 0:
		return fmt.Errorf("the robot has no joint %q%s that moves by itself; its joints are %s", joint,
			suggest.Hint(joint, l.names), suggest.List(l.names))
	case !(lower < upper):
		return fmt.Errorf("joint %q: from %v to %v; expected a lower bound and a larger upper one", joint, lower, upper)
	case upper <= l.Lower[i] || lower >= l.Upper[i]:
		return fmt.Errorf("joint %q: from %v to %v; expected a range within its limits less the margin, %.4g to %.4g",
			joint, lower, upper, l.Lower[i], l.Upper[i])
	}
	l.Lower[i], l.Upper[i] = math.Max(l.Lower[i], lower), math.Min(l.Upper[i], upper)
	return nil
}

// Turns reports whether the position of a joint is an angle.
func (l *MotionLimits) Turns(joint string) bool {
	i := slices.Index(l.names, joint)
	return i < 0 || l.turn[i]
}

// begin sets where the motion begins. The error names the joints that are not within their range there.
func (l *MotionLimits) begin(start []float64) error {
	var faults []error
	for i, x := range start {
		if !(l.Lower[i] < x && x < l.Upper[i]) {
			faults = append(faults, fmt.Errorf("joint %q starts at %v; expected a position between %v and %v, so "+
				"that it can move either way", l.names[i], x, l.Lower[i], l.Upper[i]))
		}
	}
	l.Start = start
	return errors.Join(faults...)
}

// room is the share of a joint's range that it should have on either side of a start.
const room = 0.1

// MoveStart moves the coordinates of a start that have little room on one side to the middle of their range, and
// returns the names of their joints. Joints for which keep is true stay.
func MoveStart(m *tree.Model, start []float64, keep func(joint string) bool) (moved []string) {
	ranges, _ := m.Ranges()
	for k, j := range m.Joints() {
		if j.Leader >= 0 || j.NQ != 1 || keep(j.Name) {
			continue
		}
		a, b, x := ranges[k].Lower, ranges[k].Upper, start[j.Q]
		if need := room * (b - a); !math.IsInf(b-a, 0) && (x-a < need || b-x < need) {
			start[j.Q] = (a + b) / 2
			moved = append(moved, j.Name)
		}
	}
	return moved
}

// settle makes the range of a joint finite and takes the margin off.
func (l *MotionLimits) settle(j *tree.Joint, kind tree.BodyKind, margin float64) error {
	i, widest := j.V, math.Pi
	if kind == tree.Prismatic {
		widest = 1
	}
	lower, upper, start := l.Lower[i], l.Upper[i], l.Start[i]
	switch {
	case !(l.Velocity[i] > 0):
		return fmt.Errorf("joint %q has the velocity limit %v; expected one above 0", j.Name, j.Velocity)
	case !(l.Effort[i] > 0):
		return fmt.Errorf("joint %q has the effort limit %v; expected one above 0", j.Name, j.Effort)
	case !(lower < upper):
		return fmt.Errorf("joint %q, with those that mimic it, has the position limits %v and %v; expected a range",
			j.Name, lower, upper)
	case math.IsInf(upper-lower, 0):
		l.Lower[i], l.Upper[i] = math.Max(lower, start-widest), math.Min(upper, start+widest)
	default:
		trim := margin * (upper - lower) / 2
		l.Lower[i], l.Upper[i] = lower+trim, upper-trim
	}
	if !(l.Lower[i] < start && start < l.Upper[i]) {
		return fmt.Errorf("joint %q starts at %v; expected a position between %v and %v, so that it can move either "+
			"way", j.Name, start, l.Lower[i], l.Upper[i])
	}
	return nil
}
