package prepare

import (
	"fmt"
	"math"

	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// overruledStart returns a warning for each coordinate whose position or velocity at the start is given, and is another
// one for the constraints and prescribed motions: by how much. Keep tells what is given.
func overruledStart(m *tree.Model, keep, from, to *sim.Start) (warnings []string) {
	const little = 1e-9 // rounding of what somebody has typed
	warn := func(key, unit, name string, asked, is float64) {
		if off := is - asked; math.Abs(off) > little*(1+math.Abs(asked)) {
			warnings = append(warnings, fmt.Sprintf("initial.%s.%s: asked is %.9g %s, but constraints or prescribed "+
				"motions make it %.9g, which is %.3g off", key, strict.Join("", name), asked, unit, is, off))
		}
	}
	angular := m.Angular()
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 {
			continue
		}
		for i, name := range tree.CoordinateNames(j.Name, j.NV) {
			q, v := j.Q+i, j.V+i
			unit := "m"
			if angular[v] {
				unit = "rad"
			}
			if j.NQ == j.NV && keep.KeepPosition[v] {
				warn("position", unit, name, from.Position[q], to.Position[q])
			}
			if keep.KeepVelocity[v] {
				warn("velocity", unit+"/s", name, from.Velocity[v], to.Velocity[v])
			}
		}
	}
	return warnings
}

// overruled returns warnings of what the scenario asks of joints whose motion is prescribed, which then changes
// nothing, and of velocities that jump where a file of a prescribed motion ends.
func overruled(s *scenario.Scenario, m *tree.Model, moved []sim.PrescribedJoint) (warnings []string) {
	for _, p := range moved {
		name := m.Joints()[p.Joint].Name
		_, effort := s.Efforts[name]
		_, gains := s.Controller.Gains[name]
		_, cascade := s.Controller.Joints[name]
		_, follows := s.Reference[name]
		for _, x := range []struct {
			given bool
			field string
		}{{effort, "efforts."}, {gains, "controller.gains."}, {cascade, "controller.joints."},
			{follows, "reference."}} {
			if x.given {
				warnings = append(warnings, fmt.Sprintf("%s%s: the motion of joint %q is prescribed, so this changes "+
					"nothing", x.field, strict.Join("", name), name))
			}
		}
		coordinate := tree.CoordinateNames(name, m.Joints()[p.Joint].NQ)[p.Coordinate]
		if s.Prescribed[coordinate].Type != "file" {
			continue
		}
		end := 0.0
		for at := p.Motion.Break(0); at <= s.Duration; at = p.Motion.Break(at) {
			end = at
		}
		_, before, _ := p.Motion.At(math.Nextafter(end, 0))
		_, after, _ := p.Motion.At(end)
		if end > 0 && math.Abs(after-before) > 1e-6*(1+math.Abs(before)) {
			warnings = append(warnings, fmt.Sprintf("prescribed.%s: the file ends at t = %.9g s with the velocity "+
				"%.6g, and the joint stands still from there on: an impact", strict.Join("", coordinate), end, before))
		}
	}
	return warnings
}

// atStop returns an error if a prescribed motion of a joint goes beyond one of its stops.
func atStop(s *scenario.Scenario, m *tree.Model, joint, coordinate int, t reference.Trajectory) error {
	if s.Ideal {
		return nil
	}
	e := reference.FindExtremes(t, 0, s.Duration)
	for _, b := range m.Bounds() {
		if b.Joint != joint || b.Coordinate != coordinate {
			continue
		}
		for _, x := range []struct {
			side    string
			extreme reference.Extreme
			limit   float64
			of      int
			excess  float64
		}{{"lower", e.Low, b.Lower, b.LowerOf, b.Lower - e.Low.Value},
			{"upper", e.High, b.Upper, b.UpperOf, e.High.Value - b.Upper}} {
			if x.excess > 1e-9*(1+math.Abs(x.limit)) { // motions that go to a stop, and no farther, are rounded
				return fmt.Errorf("the motion goes to %.6g at t = %.6g s, beyond the %s stop of joint %q at %v; "+
					"expected a motion within the stops, other limits, or an ideal robot without any", x.extreme.Value,
					x.extreme.Time, x.side, m.Joints()[x.of].Name, x.limit)
			}
		}
	}
	return nil
}
