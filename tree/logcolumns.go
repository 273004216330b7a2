package tree

import (
	"slices"
	"strings"
)

// LogColumn says what a column of a log holds: a quantity of one coordinate, or rate, of a joint of the model's Joints.
type LogColumn struct {
	Quantity          Quantity
	Joint, Coordinate int
}

// LogColumns returns the columns that logs of a robot have for its joints, by their names: <joint>/position,
// <joint>[1]/velocity and so on.
func (m *Model) LogColumns() map[string]LogColumn {
	columns := map[string]LogColumn{}
	for k, j := range m.Joints() {
		for _, q := range []Quantity{Position, Velocity, Acceleration, Effort} {
			n := j.NV
			if q == Position {
				n = j.NQ
			}
			for i, name := range CoordinateNames(j.Name, n) {
				columns[name+"/"+q.String()] = LogColumn{q, k, i}
			}
		}
	}
	return columns
}

// RateNames returns the names of the rates of a robot, NV of them: the joint, or <joint>[1] and so on of a joint with
// several, and base[0] to base[5] of a floating base.
func (m *Model) RateNames() []string {
	names := make([]string, m.NV())
	if m.Floating() {
		copy(names, CoordinateNames("base", 6))
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 {
			copy(names[j.V:], CoordinateNames(j.Name, j.NV))
		}
	}
	return names
}

// Angular reports for each rate whether it turns: whether its effort is a moment (N m) and not a force (N).
func (m *Model) Angular() []bool {
	turns := make([]bool, m.NV())
	for i := 1; i < len(m.bodies); i++ {
		b := &m.bodies[i]
		if b.Joint >= 0 && m.joints[b.Joint].Leader >= 0 {
			continue
		}
		for k := range b.S {
			turns[b.V+k] = b.S[k].Ang.Len() != 0
		}
	}
	return turns
}

// baseColumns are the columns of a floating base: position and orientation in the world, then velocity in the root
// link's axes.
var baseColumns = []string{
	"base/position/x", "base/position/y", "base/position/z",
	"base/orientation/x", "base/orientation/y", "base/orientation/z", "base/orientation/w",
	"base/linear_velocity/x", "base/linear_velocity/y", "base/linear_velocity/z",
	"base/angular_velocity/x", "base/angular_velocity/y", "base/angular_velocity/z",
}

// BaseColumns returns the columns that logs of a robot with a floating base have for it: its 7 coordinates, then its 6
// rates, in the order in which they stand in q and qd.
func BaseColumns() []string { return slices.Clone(baseColumns) }

// IsOtherLogColumn reports whether a name is that of a log column which LogColumns does not have, because it is no
// position, velocity, acceleration or effort of a joint: an energy or its account, the motion of the base, an effort
// of friction or of a stop, a reference, or what a sensor says. Readers of logs skip these columns and refuse unknown
// ones.
func IsOtherLogColumn(name string) bool {
	if slices.Contains(baseColumns, name) || strings.HasPrefix(name, "energy/") || strings.HasPrefix(name, "ledger/") {
		return true
	}
	for _, suffix := range []string{"/friction_effort", "/limit_effort", "/reference/position", "/reference/velocity",
		"/measured/position", "/measured/velocity"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}
