package named

import (
	"strings"

	"kinetree/tree"
)

// Column says what a column of a log holds: a quantity of one coordinate, or rate, of a joint of the model's Joints.
type Column struct {
	Quantity          Quantity
	Joint, Coordinate int
}

// Columns returns the columns that logs of a robot have for its joints, by their names: <joint>/position, <joint>[1]/velocity and so on.
func Columns(m *tree.Model) map[string]Column {
	columns := map[string]Column{}
	for k, j := range m.Joints() {
		for _, q := range []Quantity{Position, Velocity, Acceleration, Effort} {
			n := j.NV
			if q == Position {
				n = j.NQ
			}
			for i, name := range Coordinates(j.Name, n) {
				columns[name+"/"+q.String()] = Column{q, k, i}
			}
		}
	}
	return columns
}

// OfNoJoint reports whether a column of a log has the energy or the motion of the base.
func OfNoJoint(name string) bool {
	for _, prefix := range []string{"energy/", "base/position/", "base/orientation/", "base/linear_velocity/", "base/angular_velocity/"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
