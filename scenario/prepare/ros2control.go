package prepare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/controllers"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// rosChain is what files say of the controllers of a run.
type rosChain struct {
	system     *controllers.ControllerSystem
	hardware   controllers.Hardware
	trajectory *controllers.JointTrajectory // nil for none
}

// loadChain reads the files of the controllers.
func (r *Run) loadChain(env *Env) (*rosChain, error) {
	c := &r.Scenario.Controller
	chain := &rosChain{}
	var err error
	if chain.system, err = c.ReadSystem(env.Open); err != nil {
		return nil, err
	}
	var notes []string
	chain.hardware, notes = controllers.ReadHardware(r.Source.Data, r.Source.Name)
	r.Notes = append(append(r.Notes, chain.system.Notes...), notes...)
	return chain, nil
}

// periodOf returns that of the samples (s): the one given, that of the controllers, or the step.
func periodOf(s *scenario.Scenario, chain *rosChain) float64 {
	switch {
	case s.Controller.Period > 0 || s.Controller.Continuous:
		return s.Controller.Period
	case chain != nil:
		return 1 / chain.system.Rate
	}
	return s.Step
}

// delayOf returns the time from a sample of a period to the arrival of its efforts (s).
func delayOf(c *scenario.Controller, period float64) float64 {
	return c.Delay + float64(c.DelayPeriods*period)
}

// unclaimed returns a note of the joints that no controller drives.
func (x *rosChain) unclaimed(m *tree.Model) []string {
	var names []string
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.Drives < 0 && !slices.Contains(x.system.Chain[len(x.system.Chain)-1].Joints, j.Name) {
			names = append(names, j.Name)
		}
	}
	if names == nil {
		return nil
	}
	return []string{"the controllers give no effort to the joints " + suggest.List(names)}
}

// override puts the gains of the scenario in place of those of the file.
func (x *rosChain) override(c *scenario.Controller) error {
	if len(c.Gains) == 0 {
		return nil
	}
	return x.system.Override(func(joint, key string) (float64, bool) {
		g := scenario.GainNamed(key)
		own, all := c.Gains[joint], c.Gains[scenario.Every]
		for _, list := range []*scenario.Gains{&own, &all} {
			if x := g.Of(list); x != nil {
				return *x, true
			}
		}
		return 0, false
	})
}

// chainConfig returns the chain for a robot.
func (r *Run) chainConfig(m *tree.Model) (control.ChainConfig, error) {
	c, x := &r.Scenario.Controller, r.Loop.chain
	if err := x.override(c); err != nil {
		return control.ChainConfig{}, wrong("controller.gains", "%v", err)
	}
	drive := controllers.Drive{}
	switch gives := x.system.Gives(); {
	case gives == control.EffortInterface && len(c.Drive) > 0:
		return control.ChainConfig{}, wrong("controller.drive", "the controllers give efforts; expected no drive")
	case len(c.Drive) > 0:
		drive.Gains = func(joint string) control.ToolboxGains { return driveGains(c, joint) }
	case gives != control.EffortInterface && r.Loop.Delay > 0:
		return control.ChainConfig{}, wrong("controller.drive", "there is none, and an ideal drive acts at once; "+
			"expected gains of the drive, or no delay")
	case gives != control.EffortInterface:
		drive.Ideal = control.NewFeedForward(r.Loop.believed,
			sim.Passive(m, robot.Extras(r.Scenario, m), r.Scenario.Ideal))
	}
	config, err := x.system.Config(m, x.hardware, drive)
	if err != nil {
		return config, wrong("controller.file", "%v", err)
	}
	return config, nil
}

// driveGains returns the gains of the drive of a joint.
func driveGains(c *scenario.Controller, joint string) control.ToolboxGains {
	g, ok := c.Drive[joint]
	if !ok {
		g = c.Drive[scenario.Every]
	}
	inf := math.Inf(1)
	return control.ToolboxGains{P: g.P, I: g.I, D: g.D, UMin: -inf, UMax: inf, IMin: -inf, IMax: inf,
		Windup: control.NoWindup}
}

// chainLaw returns the law of the controllers, which judges its trajectory if it is to.
func (r *Run) chainLaw(m *tree.Model, judges bool) (control.Law, error) {
	config, err := r.chainConfig(m)
	if err != nil {
		return nil, err
	}
	if t := r.Loop.chain.trajectory; judges && t != nil {
		config.Goal = r.Loop.chain.system.Tolerances(m, t.End())
	}
	law, err := control.NewChain(m, config)
	if err != nil {
		return nil, wrong("controller.file", "%v", err)
	}
	return law, nil
}

// ChainGains returns the gains of the controllers, from their file or from the scenario, with their paths.
func (r *Run) ChainGains() (list []scenario.Written) {
	if r.Loop == nil || r.Loop.chain == nil || r.Loop.chain.system.Gained() < 0 {
		return nil
	}
	c := r.Loop.chain.system.Chain[r.Loop.chain.system.Gained()]
	for k, joint := range c.Joints {
		path := strict.Join("controller.gains", joint)
		of := c.Gains[k]
		list = append(list, scenario.Written{Path: path + ".p", Value: of.P},
			scenario.Written{Path: path + ".i", Value: of.I}, scenario.Written{Path: path + ".d", Value: of.D})
	}
	return list
}

// followTrajectory makes the plan of a loop that of the trajectory, as its controllers execute it; other laws follow
// any trajectory.
func (r *Run) followTrajectory(m *tree.Model, env *Env, l *Loop, q, qd []float64) error {
	if r.Scenario.TrajectoryFile() == "" {
		return nil
	}
	t, err := r.Scenario.ReadTrajectory(env.Open)
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, t.Notes...)
	system := controllers.Any(r.Scenario.Controller.LawName(), m.JointNames())
	if l.chain != nil {
		system, l.chain.trajectory = l.chain.system, t
	}
	joint := func(name string) *tree.Joint {
		if k, ok := m.Joint(name); ok && m.Joints()[k].NQ == 1 {
			return &m.Joints()[k]
		}
		return nil
	}
	motions, err := system.Motions(t, func(name string) (position, velocity float64) {
		if j := joint(name); j != nil {
			return q[j.Q], qd[j.V]
		}
		return 0, 0
	})
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(motions)) {
		if k, ok := m.Joint(name); !ok {
			errs = append(errs, wrong("trajectory", "the robot %s has no joint %q%s; expected one of %s",
				m.Name(), name, suggest.Hint(name, m.JointNames()), suggest.List(m.JointNames())))
		} else if _, twice := r.Scenario.Reference[name]; twice {
			errs = append(errs, wrong(strict.Join("reference", name), "the trajectory says the motion of the joint, "+
				"too; expected one of the two"))
		} else if err := l.Plan.Follow(k, 0, motions[name]); err != nil {
			errs = append(errs, wrong("trajectory", "%v", err))
		} else if moves := motions[name].Moves(); len(moves) > 0 {
			r.moves[m.Joints()[k].Q] = moves
		}
	}
	return errors.Join(errs...)
}

// GoalReport is what became of the trajectory that a joint_trajectory_controller was to follow.
type GoalReport struct {
	State string   `json:"state"`
	Time  *float64 `json:"time,omitempty"`  // when it came about (s)
	Joint string   `json:"joint,omitempty"` // by which
}

// String tells it in a line.
func (g *GoalReport) String() string {
	switch {
	case g.Time == nil:
		return "under way at the end of the run"
	case g.Joint == "":
		return fmt.Sprintf("%s at %.6g s", g.State, *g.Time)
	}
	return fmt.Sprintf("%s at %.6g s by %s; the position there was held from then on", g.State, *g.Time, g.Joint)
}

// Goal returns what became of the trajectory, nil if there is none that is judged.
func (r *Run) Goal() *GoalReport {
	if r.Loop == nil {
		return nil
	}
	law, ok := r.Loop.Law.(*control.ControllerChain)
	if !ok {
		return nil
	}
	o, ok := law.Outcome()
	if !ok {
		return nil
	}
	g := &GoalReport{State: map[control.GoalState]string{control.GoalUnderWay: "under way",
		control.GoalReached: "reached", control.PathToleranceViolated: "path tolerance violated",
		control.GoalToleranceViolated: "goal tolerance violated"}[o.State]}
	if o.State != control.GoalUnderWay {
		g.Time = &o.At
	}
	if o.State == control.PathToleranceViolated || o.State == control.GoalToleranceViolated {
		g.Joint = r.World.Model().RateName(o.Rate)
	}
	return g
}
