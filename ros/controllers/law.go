package controllers

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/suggest"
	"kinetree/tree"
	"kinetree/urdf"
)

// Drive is the drive that takes positions or velocities as commands: PIDs of the joints, or an ideal one.
type Drive struct {
	Gains func(joint string) control.ToolboxGains // of the error of the command; nil for an ideal drive
	Ideal *control.FeedForward                    // what an ideal drive knows
}

// Gives returns what the last controller commands.
func (s *ControllerSystem) Gives() control.Interface { return s.Chain[len(s.Chain)-1].Gives }

// Config returns the chain as that of a control law for a robot, whose hardware limits the commands, with the drive of
// commands that are no efforts. The error tells all joints that the robot does not have.
func (s *ControllerSystem) Config(m *tree.Model, hardware Hardware, drive Drive) (control.ChainConfig, error) {
	n := m.NV()
	c := control.ChainConfig{Used: make([]bool, n), Least: slices.Repeat([]float64{math.Inf(-1)}, n),
		Most: slices.Repeat([]float64{math.Inf(1)}, n)}
	var errs []error
	for k, one := range s.Chain {
		rates, err := s.rates(m, one)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		stage, err := one.stage(m, rates)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", s.File.Name, one.Name, err))
		}
		c.Stages = append(c.Stages, stage)
		for i := range rates {
			if c.Used[rates[i]] = true; k == len(s.Chain)-1 {
				errs = append(errs, s.limit(&c, hardware, one, i, rates[i]))
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return c, err
	}
	switch gives := s.Gives(); {
	case gives == control.EffortInterface:
	case drive.Gains == nil:
		c.Drive = drive.Ideal
	default:
		stage, err := driveStage(m, c.Used, gives, drive.Gains)
		if err != nil {
			return c, err
		}
		c.Stages = append(c.Stages, stage)
	}
	return c, nil
}

// rates returns the rate of each joint of a controller.
func (s *ControllerSystem) rates(m *tree.Model, c *Controller) (rates []int, err error) {
	var errs []error
	for _, name := range c.Joints {
		k, ok := m.Joint(name)
		if !ok {
			errs = append(errs, fmt.Errorf("%s: %s: the robot %s has no joint %q%s; expected one of %s", s.File.Name,
				c.Name, m.Name(), name, suggest.Hint(name, m.JointNames()), suggest.List(m.JointNames())))
			continue
		}
		rates = append(rates, m.Joints()[k].V)
	}
	return rates, errors.Join(errs...)
}

// stage returns the controller as one of a law, for the rates of its joints.
func (c *Controller) stage(m *tree.Model, rates []int) (control.ChainStage, error) {
	stage := control.ChainStage{Of: c.Of, OfItself: c.OfItself, Gives: c.Gives}
	if c.Gains == nil {
		return stage, nil
	}
	n := m.NV()
	gains := slices.Repeat([]control.ToolboxGains{unlimited(c.Form)}, n)
	stage.FeedForward, stage.Wraps = make([]float64, n), make([]bool, n)
	for i, v := range rates {
		gains[v], stage.FeedForward[v], stage.Wraps[v] = c.Gains[i], c.Forward[i], c.Wraps[i]
	}
	for _, j := range m.Joints() {
		if c.WrapsTurns && j.Type == urdf.Continuous && j.NV == 1 {
			stage.Wraps[j.V] = true
		}
	}
	var err error
	stage.PID, err = control.NewToolboxPID(c.Form, gains, c.Difference)
	return stage, err
}

// unlimited are gains that do nothing.
func unlimited(form control.ToolboxForm) control.ToolboxGains {
	g := control.ToolboxGains{UMin: math.Inf(-1), UMax: math.Inf(1), IMin: math.Inf(-1), IMax: math.Inf(1),
		Windup: control.NoWindup}
	if form == control.ToolboxHumble {
		g.Windup = control.LegacyFree
	}
	return g
}

// limit puts the limits of the hardware on the command of joint i of the last controller, whose rate is v. The error
// tells that the hardware does not take such commands.
func (s *ControllerSystem) limit(c *control.ChainConfig, hardware Hardware, last *Controller, i, v int) error {
	j, ok := hardware[last.Joints[i]]
	if !ok {
		return nil
	}
	limits, ok := j.Commands[last.Gives]
	if !ok {
		return fmt.Errorf("%s: %s commands the %s of %q, and the <ros2_control> of the robot takes %s there; "+
			"expected one of these", s.File.Name, last.Name, last.Gives, last.Joints[i], suggest.List(j.names()))
	}
	c.Least[v], c.Most[v] = limits.Min, limits.Max
	return nil
}

// driveStage returns the PIDs of a drive.
func driveStage(m *tree.Model, used []bool, of control.Interface,
	gains func(joint string) control.ToolboxGains) (control.ChainStage, error) {
	list := slices.Repeat([]control.ToolboxGains{unlimited(control.ToolboxRolling)}, m.NV())
	for _, j := range m.Joints() {
		if j.NV == 1 && used[j.V] {
			list[j.V] = gains(j.Name)
		}
	}
	pid, err := control.NewToolboxPID(control.ToolboxRolling, list, of == control.VelocityInterface)
	return control.ChainStage{PID: pid, Of: of, Gives: control.EffortInterface}, err
}

// Tolerances returns how a trajectory that ends at a time is judged, nil if the controller judges none.
func (s *ControllerSystem) Tolerances(m *tree.Model, end float64) *control.GoalTolerances {
	if s.Goal == nil {
		return nil
	}
	g := &control.GoalTolerances{Path: make([]float64, m.NV()), Goal: make([]float64, m.NV()), Stopped: s.Goal.Stopped,
		End: end, Time: s.Goal.Time}
	for _, j := range m.Joints() {
		if j.NV == 1 {
			g.Path[j.V], g.Goal[j.V] = s.Goal.Path[j.Name], s.Goal.End[j.Name]
		}
	}
	return g
}
