package sim

import (
	"math"
	"strings"

	"kinetree/tree"
)

// Equation returns the equation of motion that is simulated for a robot, for logs.
func Equation(m *tree.Model, ideal bool) string {
	effort := "effort"
	if damping(m, ideal) != nil {
		effort = "effort - damping qd"
	}
	var notes string
	if m.Coupled() {
		effort = strings.Replace("G^T ("+effort+")", "damping qd", "damping G qd", 1)
		notes = "; mimic joints: all velocities = G qd"
	}
	if m.Floating() {
		notes += "; floating base: its six velocities come first in qd, its six efforts are 0"
	}
	return "M(q) qdd + C(q, qd) qd + g(q) = " + effort + notes
}

// damping returns the damping of each degree of freedom, Gᵀ D G with v_all = G v, which is diagonal; or nil if there is none. The damping of a joint with
// several coordinates acts on each of its rates alike: in N s/m on a linear one, in N m s/rad on an angular one.
func damping(m *tree.Model, ideal bool) []float64 {
	d, any := make([]float64, m.NV()), false
	for _, j := range m.Joints() {
		for i := range j.NV {
			d[j.V+i] += j.Ratio * j.Ratio * j.Damping
			any = any || j.Damping != 0
		}
	}
	if ideal || !any {
		return nil
	}
	return d
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
