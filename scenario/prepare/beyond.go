package prepare

import (
	"fmt"
	"math"

	"kinetree/control/reference"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
)

// beyond returns a warning for each limit of a joint that its reference goes beyond in the course of the run: the joint
// cannot follow it there.
func beyond(s *scenario.Scenario, m *tree.Model, joint int, field string, t reference.Trajectory) []string {
	j := &m.Joints()[joint]
	if s.Ideal || j.NQ != 1 || j.NV != 1 {
		return nil
	}
	ranges, _ := m.Ranges()
	r := ranges[joint]
	length, speed := "rad", "rad/s"
	if j.Type == urdf.Prismatic {
		length, speed = "m", "m/s"
	}
	var warnings []string
	warn := func(what string, x reference.Extreme, limit float64, of int, unit string) {
		// References that go to a limit, and no farther, are rounded.
		if !(math.Abs(x.Value-limit) > 1e-9*(1+math.Abs(limit))) {
			return
		}
		whose := ""
		if of != joint {
			whose = fmt.Sprintf(", which joint %q sets that follows it", m.Joints()[of].Name)
		}
		warnings = append(warnings, fmt.Sprintf("%s: the reference of joint %q has the %s %.6g %s at t = %.6g s, "+
			"beyond its limit of %v %s%s", field, j.Name, what, x.Value, unit, x.Time, limit, unit, whose))
	}
	e := reference.FindExtremes(t, 0, s.Duration)
	if e.Low.Value < r.Lower {
		warn("position", e.Low, r.Lower, r.LowerOf, length)
	}
	if e.High.Value > r.Upper {
		warn("position", e.High, r.Upper, r.UpperOf, length)
	}
	if fast := e.Fastest; fast.Value > j.Velocity || -e.Slowest.Value > j.Velocity {
		limit := j.Velocity
		if -e.Slowest.Value > fast.Value {
			fast, limit = e.Slowest, -limit
		}
		warn("velocity", fast, limit, joint, speed)
	}
	return warnings
}
