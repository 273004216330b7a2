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
			_, n := j.span(q)
			for i, name := range CoordinateNames(j.Name, n) {
				columns[name+"/"+q.String()] = LogColumn{q, k, i}
			}
		}
	}
	return columns
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
