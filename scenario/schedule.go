package scenario

import (
	"maps"
	"strings"

	"kinetree/control"
	"kinetree/tree"
)

// ScheduleSpec has gains that depend on a number.
type ScheduleSpec struct {
	Over   string             `json:"over" required:"true" doc:"JOINT/position as measured, or payload"`
	Points []float64          `json:"points" required:"true" doc:"of the number, rising (rad, m or kg)"`
	Gains  []map[string]Gains `json:"gains" required:"true" doc:"at each point, as controller.gains"`
}

// Docs implements strict.Documented.
func (*ScheduleSpec) Docs() map[string]string {
	return map[string]string{
		"over":  "JOINT/position as it is measured, or payload, the mass of all payloads of links",
		"gains": "at each point, between which they are linear; what one does not give is that of controller.gains",
	}
}

const overPayload = "payload"

// Joint returns the name of the joint, "" for the payload.
func (s *ScheduleSpec) Joint() string {
	name, _ := strings.CutSuffix(s.Over, "/position")
	if s.Over == overPayload {
		return ""
	}
	return name
}

// checkSchedule returns the faults of a schedule that do not depend on the robot.
func (c *Controller) checkSchedule(fail func(field, format string, args ...any)) {
	s := c.Schedule
	if s == nil {
		return
	}
	if s.Over != overPayload && !strings.HasSuffix(s.Over, "/position") {
		fail("schedule.over", "%q; expected payload, or the name of a joint with /position behind it", s.Over)
	}
	table := control.Table{Points: s.Points, Gains: make([]control.RateGains, len(s.Gains))}
	if err := table.Check(); err != nil {
		fail("schedule", "%v", err)
	}
}

// table returns the gains of the law at each point.
func (c *Controller) table(m *tree.Model) control.Table {
	t := control.Table{Points: c.Schedule.Points}
	for _, given := range c.Schedule.Gains {
		one := *c
		one.Gains = maps.Clone(c.Gains)
		if one.Gains == nil {
			one.Gains = map[string]Gains{}
		}
		for name, own := range given {
			one.Gains[name] = one.Gains[name].with(own)
		}
		t.Gains = append(t.Gains, one.RateGains(m))
	}
	return t
}

// scheduled returns a law with the gains of the schedule, if there is one.
func (c *Controller) scheduled(m *tree.Model, law control.Gained) (control.Law, error) {
	if c.Schedule == nil || c.Schedule.Over == overPayload {
		return law, nil
	}
	k, err := FindJoint(m, "controller.schedule.over", c.Schedule.Joint())
	if err != nil {
		return nil, err
	}
	j := m.Joints()[k]
	if j.NQ != 1 || j.Leader >= 0 {
		return nil, Wrong("controller.schedule.over", "joint %q has %d coordinates, or follows another one; expected "+
			"a joint with one of its own", j.Name, j.NQ)
	}
	return control.NewScheduled(m, law, j.Q, c.table(m))
}

// gainsFor returns the gains of each rate, those of a schedule over the payload at a mass (kg), and at the first point
// of another one.
func (c *Controller) gainsFor(m *tree.Model, payload float64) control.RateGains {
	g := c.RateGains(m)
	if c.Schedule != nil {
		t := c.table(m)
		t.At(&g, payload)
	}
	return g
}
