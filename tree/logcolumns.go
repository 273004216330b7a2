package tree

import "regexp"

// LogColumn says what a column of a log holds: a quantity of one coordinate, or rate, of a joint of the model's Joints.
type LogColumn struct {
	Quantity          Quantity
	Joint, Coordinate int
}

// LogColumns returns the columns that logs of a robot have for its joints, by their names: <joint>/position,
// <joint>[1]/velocity and so on.
func (m *Model) LogColumns() map[string]LogColumn {
	columns := map[string]LogColumn{}
	for k := range m.joints {
		for _, q := range []Quantity{Position, Velocity, Acceleration, Effort} {
			for i, name := range m.joints[k].Columns(q) {
				columns[name] = LogColumn{q, k, i}
			}
		}
	}
	return columns
}

// Columns returns the names of the columns that logs have for a quantity of the joint. A free body has no efforts.
func (j *Joint) Columns(q Quantity) []string {
	if j.Free {
		part := [...]int{0, 7, 13, 19, 19} // where those of the position begin, of the velocity, of the acceleration
		return LinkColumns(j.Name)[part[q]:part[q+1]]
	}
	_, n := j.span(q)
	names := CoordinateNames(j.Name, n)
	for i := range names {
		names[i] += "/" + q.String()
	}
	return names
}

// LinkColumns returns the columns that logs have for a link on request: the position and the orientation of its frame,
// the velocity and the acceleration of its origin and those of its turning, all in the world's axes.
func LinkColumns(link string) []string {
	var list []string
	for _, vector := range []string{"position", "orientation", "linear_velocity", "angular_velocity",
		"linear_acceleration", "angular_acceleration"} {
		for _, part := range []string{"x", "y", "z", "w"} {
			if part != "w" || vector == "orientation" {
				list = append(list, link+"/"+vector+"/"+part)
			}
		}
	}
	return list
}

// BaseColumns returns the columns that logs of a robot with a floating base have for it: its 7 coordinates, its 6 rates
// and their derivatives, in the order in which they stand in q, qd and qdd. Position and orientation are in the world,
// velocities and accelerations in the root link's axes, unlike those of LinkColumns.
func BaseColumns() []string { return LinkColumns("base") }

// otherLogColumn is how the names of columns end that are not of one quantity of a joint.
var otherLogColumn = regexp.MustCompile(`^(energy|ledger|contact|distance)/|/(friction_effort|limit_effort)$|` +
	`/(reference|measured)/(position|velocity)$|/commanded/effort$|/motor/(voltage|current)$|/parts/[^/]*$|` +
	`/(position|(linear|angular)_(velocity|acceleration))/[xyz]$|/orientation/[xyzw]$`)

// IsOtherLogColumn reports whether a name is that of a log column which LogColumns does not have, because it is no
// position, velocity, acceleration or effort of a joint: an energy or its account, the motion of the base or of a link,
// an effort of friction or of a stop, a reference, what a sensor says, or what a law asks for. Readers of logs skip
// these columns and refuse unknown ones.
func IsOtherLogColumn(name string) bool { return otherLogColumn.MatchString(name) }
