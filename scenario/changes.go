package scenario

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// end returns when a disturbance ends.
func (d *Disturbance) end() float64 {
	if d.For == 0 {
		return math.Inf(1)
	}
	return d.At + d.For
}

// changesRobot reports whether a disturbance makes the robot another one.
func (d *Disturbance) changesRobot() bool {
	return d.Payload != nil || d.Joint != "" || d.Friction != nil || d.Damping != nil
}

// check returns what is wrong with a disturbance, at a field.
func (d *Disturbance) check(field string) []error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, wrong(field, format, args...)) }
	if !finite(d.At, d.For) || d.At < 0 || d.For < 0 {
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
			if x != nil && !(*x >= 0 && finite(*x)) {
				fail("joint %q: %v; expected 0 or more", d.Joint, *x)
			}
		}
	case d.Link == "":
		fail("there is neither a link nor a joint; expected one of them")
	case d.Friction != nil || d.Damping != nil:
		fail("a link has no friction and no damping; expected a joint")
	case d.Payload != nil && pushes:
		fail("it has a payload and a force or moment; expected one of them, or two disturbances")
	case d.Payload != nil && !(d.Payload.Mass > 0 && finite(append(d.Payload.Position[:], d.Payload.Mass)...)):
		fail("link %q: a payload of %v kg at %v; expected a positive mass and finite numbers", d.Link, d.Payload.Mass,
			d.Payload.Position)
	case d.Payload == nil && !finite(append(d.Force[:], d.Moment[:]...)...):
		fail("link %q: a force %v and a moment %v; expected finite numbers", d.Link, d.Force, d.Moment)
	}
	return errs
}

// changes returns the robots that a robot becomes in the course of a run, by payloads and by other friction and
// damping.
func (s *Scenario) changes(robot *urdf.Robot, options []tree.Option) ([]sim.Change, error) {
	var times []float64
	for i := range s.Disturbances {
		if d := &s.Disturbances[i]; d.changesRobot() {
			times = append(times, d.At)
			if end := d.end(); !math.IsInf(end, 1) {
				times = append(times, end)
			}
		}
	}
	slices.Sort(times)
	var list []sim.Change
	for _, t := range slices.Compact(times) {
		takes, more := false, false // parts at rest, and all else that changes then
		for i := range s.Disturbances {
			d := &s.Disturbances[i]
			takes = takes || d.takes(t)
			more = more || d.changesRobot() && (d.At == t && !d.takes(t) || d.end() == t)
		}
		for _, c := range [...]struct{ happens, resting bool }{{more, false}, {takes, true}} {
			if !c.happens {
				continue
			}
			changed, err := s.at(t, c.resting, robot)
			if err != nil {
				return nil, err
			}
			m, err := tree.Build(changed, options...)
			if err != nil {
				return nil, fmt.Errorf("the robot from t = %v s on: %w", t, err)
			}
			list = append(list, sim.Change{At: t, Model: m, Resting: c.resting})
		}
	}
	return list, nil
}

// takes reports whether a disturbance is a part at rest that is taken at a time.
func (d *Disturbance) takes(t float64) bool {
	return d.Payload != nil && !d.Payload.Moving && d.At == t && t > 0
}

// at returns the robot as it is at a time, with or without the parts at rest that are taken then.
func (s *Scenario) at(t float64, taken bool, robot *urdf.Robot) (*urdf.Robot, error) {
	r := robot.Clone()
	var errs []error
	for i := range s.Disturbances {
		d := &s.Disturbances[i]
		if d.changesRobot() && t >= d.At && t < d.end() && (taken || !d.takes(t)) {
			if err := d.apply(r); err != nil {
				errs = append(errs, wrong(fmt.Sprintf("disturbances.%d", i), "%v", err))
			}
		}
	}
	return r, errors.Join(errs...)
}

// apply alters a robot, which is a clone.
func (d *Disturbance) apply(r *urdf.Robot) error {
	if d.Payload != nil {
		l, err := r.Link(d.Link)
		if err != nil {
			return err
		}
		return l.AddPayload(d.Payload.Mass, d.Payload.Position)
	}
	j, err := r.MovingJoint(d.Joint)
	if err != nil {
		return err
	}
	var errs []error
	if d.Friction != nil {
		errs = append(errs, j.SetFriction(*d.Friction))
	}
	if d.Damping != nil {
		errs = append(errs, j.SetDamping(*d.Damping))
	}
	return errors.Join(errs...)
}
