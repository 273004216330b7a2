package robot

import (
	"cmp"
	"errors"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/urdf"
)

// Override sets values in their order. An item of a list that the scenario leaves to its robot changes the list that
// the robot has. The path [scenario.CasePath] puts the scenario in a case. The error has all that cannot be set.
func Override(s *scenario.Scenario, env Env, list ...scenario.Override) error {
	var errs []error
	for _, x := range list {
		errs = append(errs, override(s, env, x))
	}
	return errors.Join(errs...)
}

func override(s *scenario.Scenario, env Env, x scenario.Override) error {
	var err error
	if x.Path == scenario.CasePath {
		var c *scenario.Scenario
		if c, err = Case(s, env, x.Value.Text); err == nil {
			*s = *c
		}
	} else if err = s.Settle(x.Path, func() (*scenario.Scenario, error) { return Effective(s, env) }); err == nil {
		err = s.Set(x.Path, x.Value)
	}
	var field *scenario.FieldError
	if errors.As(err, &field) {
		err = &strict.Fault{File: x.Value.File, Pos: x.Value.Pos, Path: field.Field, Message: field.Message}
	}
	return err
}

// Effective returns the scenario with all numbers that the description of its robot, and that of its controllers, says
// and that could be set.
func Effective(s *scenario.Scenario, env Env) (*scenario.Scenario, error) {
	source, _, err := Open(s, env, s.Model.File)
	if err != nil {
		return nil, err
	}
	c, robot := s.Clone(), source.Robot
	if c.Model, err = completed(&s.Model, robot); err != nil {
		return nil, err
	}
	c.Joints = make(map[string]scenario.JointChanges, len(robot.Joints))
	for i := range robot.Joints {
		j := &robot.Joints[i]
		if j.Type == urdf.Fixed {
			continue
		}
		given, change := s.Joints[j.Name], c.Model.Joints[j.Name]
		described := scenario.JointChanges{Damping: change.Damping, Friction: change.Friction}
		if l := j.Limit; l != nil {
			described.EffortLimit = scenario.Number(l.Effort)
			if j.Type != urdf.Continuous {
				described.Lower, described.Upper = scenario.Number(l.Lower), scenario.Number(l.Upper)
			}
		}
		for _, name := range scenario.JointFields {
			to, _ := given.Field(name)
			if from, _ := described.Field(name); *to == nil {
				*to = *from
			}
		}
		c.Joints[j.Name] = given
	}
	return c, fillGains(c, env)
}

// fillGains fills in the gains that the parameter file says and the scenario does not.
func fillGains(s *scenario.Scenario, env Env) error {
	c := &s.Controller
	if c.Type != scenario.ROS2Control {
		return nil
	}
	system, err := c.ReadSystem(env.Open)
	if err != nil {
		return err
	}
	at := system.Gained()
	if at < 0 {
		return nil
	}
	all := map[string]scenario.Gains{}
	for k, joint := range system.Chain[at].Joints {
		own, others, of := c.Gains[joint], c.Gains[scenario.Every], &system.Chain[at].Gains[k]
		for name, x := range map[string]*float64{"p": &of.P, "i": &of.I, "d": &of.D} {
			g := scenario.GainNamed(name)
			if to := g.Field(&own); *to == nil {
				*to = cmp.Or(g.Of(&others), x)
			}
		}
		all[joint] = own
	}
	c.Gains = all
	return nil
}
