package robot

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// changes returns the robots that a robot becomes in the course of a run, by payloads and by other friction and
// damping.
func changes(s *scenario.Scenario, robot *urdf.Robot, options []tree.Option) ([]sim.Change, error) {
	var times []float64
	for i := range s.Disturbances {
		if d := &s.Disturbances[i]; d.ChangesRobot() {
			times = append(times, d.At)
			if end := d.End(); !math.IsInf(end, 1) {
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
			takes = takes || takenAt(d, t)
			more = more || d.ChangesRobot() && (d.At == t && !takenAt(d, t) || d.End() == t)
		}
		for _, c := range [...]struct{ happens, resting bool }{{more, false}, {takes, true}} {
			if !c.happens {
				continue
			}
			changed, err := robotAt(s, t, c.resting, robot)
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

// takenAt reports whether a disturbance is a part at rest that is taken at a time.
func takenAt(d *scenario.Disturbance, t float64) bool {
	return d.Payload != nil && !d.Payload.Moving && d.At == t && t > 0
}

// robotAt returns the robot as it is at a time, with or without the parts at rest that are taken then.
func robotAt(s *scenario.Scenario, t float64, taken bool, robot *urdf.Robot) (*urdf.Robot, error) {
	r := robot.Clone()
	var errs []error
	for i := range s.Disturbances {
		d := &s.Disturbances[i]
		if d.ChangesRobot() && t >= d.At && t < d.End() && (taken || !takenAt(d, t)) {
			if err := disturb(d, r); err != nil {
				errs = append(errs, wrong(fmt.Sprintf("disturbances.%d", i), "%v", err))
			}
		}
	}
	return r, errors.Join(errs...)
}

// disturb alters a robot, which is a clone.
func disturb(d *scenario.Disturbance, r *urdf.Robot) error {
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
