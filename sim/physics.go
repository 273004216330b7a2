package sim

import (
	"math"

	"kinetree/tree"
)

// Equation returns the equation of motion that is simulated for a robot, for logs.
func Equation(m *tree.Model, ideal bool) string {
	const rigid = "M(q) qdd + C(q, qd) qd + g(q) = effort"
	if damping(m, ideal) == nil {
		return rigid
	}
	return rigid + " - damping qd"
}

// NotSimulated names what a robot's description has and the simulation leaves out; nothing for an ideal robot, where that is what was
// asked for.
func NotSimulated(m *tree.Model, ideal bool) []string {
	if ideal {
		return nil
	}
	var position, friction, effort, velocity bool
	for _, j := range m.Joints() {
		position = position || !math.IsInf(j.Lower, -1) || !math.IsInf(j.Upper, 1)
		friction = friction || j.Friction != 0
		effort = effort || !math.IsInf(j.Effort, 1)
		velocity = velocity || !math.IsInf(j.Velocity, 1)
	}
	var names []string
	for _, part := range []struct {
		there bool
		name  string
	}{{position, "position limits"}, {friction, "Coulomb friction"}, {effort, "effort limits"}, {velocity, "velocity limits"}} {
		if part.there {
			names = append(names, part.name)
		}
	}
	return names
}
