package sim

import (
	"math"
	"strings"

	"kinetree/tree"
)

// Equation returns the equation of motion that is simulated, for logs.
func (c *Config) Equation() string {
	m := c.Model
	has := newFeatures(c)
	effort, notes := "effort", ""
	for _, part := range []struct {
		there      bool
		term, note string
	}{
		{has.damping, " - damping qd", ""},
		{has.springs, " - stiffness (q - rest)", ""},
		{has.friction, " - friction sign(qd)", "; a joint at rest sticks as long as friction can hold it"},
		{has.stops, " + limit_effort", "; limit_effort keeps joints within their limits and is 0 inside them"},
	} {
		if part.there {
			effort += part.term
			notes += part.note
		}
	}
	if m.Coupled() {
		effort = "G^T (" + effort + ")"
		if has.damping || has.friction {
			effort = strings.NewReplacer("damping qd", "damping G qd", "sign(qd)", "sign(G qd)").Replace(effort)
		}
		notes = "; mimic joints: all velocities = G qd" + notes
	}
	if len(c.Disturbances.Wrenches)+len(c.Forces) > 0 {
		effort += " + J^T wrenches"
	}
	if len(c.Imposed.Constraints)+len(c.Imposed.Joints) > 0 {
		effort += " + A^T lambda"
		notes += "; constraints and prescribed joints: A(q) qd = b(q, t), lambda their multipliers"
	}
	if c.Imposed.Base.given() {
		notes += "; the base moves as given"
	}
	if has.saturation {
		notes += "; effort is within the effort limits"
	}
	if m.Floating() {
		notes += "; floating base: its six velocities come first in qd, its six efforts are 0"
	}
	return "M(q) qdd + C(q, qd) qd + g(q) = " + effort + notes
}

// features describes what acts in joints besides inertia.
type features struct{ damping, springs, friction, stops, saturation bool }

func newFeatures(c *Config) (f features) {
	if c.Ideal {
		return f
	}
	f.stops = len(c.Model.Bounds()) > 0
	for k, j := range c.Model.Joints() {
		f.damping = f.damping || j.Damping != 0
		f.friction = f.friction || j.Friction != 0
		f.springs = f.springs || c.Joints != nil && c.Joints[k].Stiffness != 0
		f.saturation = f.saturation || j.NV == 1 && !math.IsInf(j.Effort, 1)
	}
	return f
}

// NotSimulated names the parts of a robot's description that the simulation leaves out; none for an ideal robot, for
// which the user has asked to leave them out.
func NotSimulated(m *tree.Model, ideal bool) []string {
	if ideal {
		return nil
	}
	var names []string
	add := func(k int, what string) { names = append(names, what+" of joint "+m.Joints()[k].Name) }
	for k, j := range m.Joints() {
		if j.NV > 1 && !(math.IsInf(j.Effort, 1) && math.IsInf(j.Velocity, 1)) {
			add(k, "effort and velocity limits")
		}
	}
	_, left := m.Ranges()
	for _, k := range left {
		add(k, "position limits, which leave no position within those of the joint that it mimics,")
	}
	return names
}
