package scenario

import (
	"math"

	"kinetree/internal/floats"
)

// End returns when a disturbance ends.
func (d *Disturbance) End() float64 {
	if d.For == 0 {
		return math.Inf(1)
	}
	return d.At + d.For
}

// ChangesRobot reports whether a disturbance makes the robot another one.
func (d *Disturbance) ChangesRobot() bool {
	return d.Payload != nil || d.Joint != "" || d.Friction != nil || d.Damping != nil
}

// Check returns what is wrong with a disturbance, at a field.
func (d *Disturbance) Check(field string) []error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, Wrong(field, format, args...)) }
	if !floats.Finite(d.At, d.For) || d.At < 0 || d.For < 0 {
		fail("from %v s on for %v s; expected times from 0 on", d.At, d.For)
	}
	pushes := d.Force != [3]float64{} || d.Moment != [3]float64{}
	switch {
	case d.Frame != "" && d.Frame != "world" && d.Frame != "link":
		fail("frame %q; expected world or link", d.Frame)
	case d.Frame != "" && !pushes:
		fail("it has a frame and no force or moment; expected one of them, or no such key")
	case d.Link != "" && d.Joint != "":
		fail("it has a link and a joint; expected one of them")
	case d.Joint != "":
		if pushes || d.Payload != nil {
			fail("a joint takes no force, moment or payload; expected friction or damping")
		}
		if d.Friction == nil && d.Damping == nil {
			fail("nothing happens to the joint %q; expected friction or damping", d.Joint)
		}
		for _, x := range []*float64{d.Friction, d.Damping} {
			if x != nil && !(*x >= 0 && floats.Finite(*x)) {
				fail("joint %q: %v; expected 0 or more", d.Joint, *x)
			}
		}
	case d.Link == "":
		fail("there is neither a link nor a joint; expected one of them")
	case d.Friction != nil || d.Damping != nil:
		fail("a link has no friction and no damping; expected a joint")
	case d.Payload != nil && pushes:
		fail("it has a payload and a force or moment; expected one of them, or two disturbances")
	case d.Payload != nil && !(d.Payload.Mass > 0 && floats.Finite(append(d.Payload.Position[:], d.Payload.Mass)...)):
		fail("link %q: a payload of %v kg at %v; expected a positive mass and finite numbers", d.Link, d.Payload.Mass,
			d.Payload.Position)
	case d.Payload == nil && !floats.Finite(append(d.Force[:], d.Moment[:]...)...):
		fail("link %q: a force %v and a moment %v; expected finite numbers", d.Link, d.Force, d.Moment)
	}
	return errs
}
