package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/controllers"
	"kinetree/ros/params"
	"kinetree/sim"
	"kinetree/tree"
)

// ros2Control is the type of a controller that a parameter file of ROS 2 describes.
const ros2Control = "ros2_control"

// DriveGains are those of a drive that takes positions or velocities as commands.
type DriveGains struct {
	P float64 `json:"p,omitempty" default:"0" doc:"of the error of the command (N m/rad, N m s/rad, N/m or N s/m)"`
	I float64 `json:"i,omitempty" default:"0" doc:"of its integral (N m/(rad s), N m/rad, N/(m s) or N/m)"`
	D float64 `json:"d,omitempty" default:"0" doc:"of its derivative (N m s/rad, kg m^2, N s/m or kg)"`
}

// distributions are those of ROS by the forms of the PIDs that they have.
var distributions = map[string]control.ToolboxForm{"": "", "humble": control.ToolboxHumble,
	"jazzy": control.ToolboxJazzy, "kilted": control.ToolboxRolling, "rolling": control.ToolboxRolling}

// checkROS returns the faults of what a controller of ros2_control has, and others do not have.
func (c *Controller) checkROS() (errs []error) {
	fail := func(field, format string, args ...any) {
		errs = append(errs, wrong("controller."+field, format, args...))
	}
	if c.Type != ros2Control {
		for _, x := range []struct {
			field string
			given bool
		}{{"file", c.File != ""}, {"name", c.Name != ""}, {"distribution", c.Distribution != ""},
			{"trajectory", c.Trajectory != ""}, {"args", c.Args != nil}, {"delay_periods", c.DelayPeriods != 0},
			{"drive", c.Drive != nil}} {
			if x.given {
				fail(x.field, "the law %s does not use it; expected the type %s, or no such key", c.lawName(),
					ros2Control)
			}
		}
		return errs
	}
	if c.File == "" {
		fail("file", "there is none; expected the parameter file that describes the controllers")
	}
	if _, ok := distributions[c.Distribution]; !ok {
		fail("distribution", "%q; expected humble, jazzy, kilted or rolling", c.Distribution)
	}
	if x := c.DelayPeriods; !(x >= 0) || math.IsInf(x, 0) {
		fail("delay_periods", "%v; expected 0 or more", x)
	} else if x != 0 && c.Delay != 0 {
		fail("delay_periods", "%v, and there is a delay of %v s; expected one of the two", x, c.Delay)
	}
	for _, name := range sorted(c.Drive) {
		if g := c.Drive[name]; !finite(g.P, g.I, g.D) {
			fail("drive."+quote(name), "%+v; expected finite numbers", g)
		}
	}
	return errs
}

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
	if chain.system, err = c.readSystem(env.Open); err != nil {
		return nil, err
	}
	if chain.hardware, err = controllers.ReadHardware(r.Source.Data, r.Source.Name); err != nil {
		return nil, err
	}
	r.Notes = append(r.Notes, chain.system.Notes...)
	return chain, nil
}

// trajectory returns the name of the file with the trajectory; "" for none.
func (s *Scenario) trajectory() string { return cmp.Or(s.Controller.Trajectory, s.Trajectory) }

// readTrajectory reads the file with the trajectory.
func (s *Scenario) readTrajectory(open infile.Opener) (*controllers.JointTrajectory, error) {
	field, name := "trajectory", s.trajectory()
	if s.Controller.Trajectory != "" {
		field = "controller.trajectory"
	}
	text, err := readInput(open, name)
	if err != nil {
		return nil, wrong(field, "%v", err)
	}
	t, err := controllers.ReadTrajectory(text, name)
	if err == nil && t.HasEfforts() {
		err = wrong(field, "%s has efforts, which are not followed; expected none, and efforts or efforts_table for "+
			"what "+
			"is added to the law", name)
	}
	return t, err
}

// readSystem reads the parameter file.
func (c *Controller) readSystem(open infile.Opener) (*controllers.ControllerSystem, error) {
	text, err := readInput(open, c.File)
	if err != nil {
		return nil, wrong("controller.file", "%v", err)
	}
	file, err := params.Read(text, c.File, c.Args)
	if err != nil {
		return nil, err
	}
	return controllers.Load(file, c.Name, distributions[c.Distribution])
}

// fillGains fills in the gains that the parameter file says and the scenario does not.
func (s *Scenario) fillGains(env *Env) error {
	c := &s.Controller
	if c.Type != ros2Control {
		return nil
	}
	system, err := c.readSystem(env.Open)
	if err != nil {
		return err
	}
	at := system.Gained()
	if at < 0 {
		return nil
	}
	all := map[string]Gains{}
	for k, joint := range system.Chain[at].Joints {
		own, others, of := c.Gains[joint], c.Gains[every], &system.Chain[at].Gains[k]
		for name, x := range map[string]*float64{"p": &of.P, "i": &of.I, "d": &of.D} {
			g := gainNamed(name)
			if to := g.field(&own); *to == nil {
				*to = cmp.Or(g.of(&others), x)
			}
		}
		all[joint] = own
	}
	c.Gains = all
	return nil
}

// readInput reads a document that a scenario names.
func readInput(open infile.Opener, name string) ([]byte, error) {
	file, err := open.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return infile.All(file, name, strict.MaxBytes)
}

// period returns that of the samples (s): the one given, that of the controllers, or the step.
func (s *Scenario) period(chain *rosChain) float64 {
	switch {
	case s.Controller.Period > 0 || s.Controller.Continuous:
		return s.Controller.Period
	case chain != nil:
		return 1 / chain.system.Rate
	}
	return s.Step
}

// delay returns the time from a sample of a period to the arrival of its efforts (s).
func (c *Controller) delay(period float64) float64 { return c.Delay + float64(c.DelayPeriods*period) }

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
func (x *rosChain) override(c *Controller) error {
	if len(c.Gains) == 0 {
		return nil
	}
	return x.system.Override(func(joint, key string) (float64, bool) {
		g := gainNamed(key)
		own, all := c.Gains[joint], c.Gains[every]
		for _, list := range []*Gains{&own, &all} {
			if x := g.of(list); x != nil {
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
		drive.Gains = c.driveGains
	case gives != control.EffortInterface && r.Loop.Delay > 0:
		return control.ChainConfig{}, wrong("controller.drive", "there is none, and an ideal drive acts at once; "+
			"expected "+
			"gains of the drive, or no delay")
	case gives != control.EffortInterface:
		drive.Ideal = control.NewFeedForward(r.Loop.believed, sim.Passive(m, r.Scenario.Extras(m), r.Scenario.Ideal))
	}
	config, err := x.system.Config(m, x.hardware, drive)
	if err != nil {
		return config, wrong("controller.file", "%v", err)
	}
	return config, nil
}

// driveGains returns the gains of the drive of a joint.
func (c *Controller) driveGains(joint string) control.ToolboxGains {
	g, ok := c.Drive[joint]
	if !ok {
		g = c.Drive[every]
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

// chainGains returns the gains of the law of the controllers for each rate.
func (r *Run) chainGains(m *tree.Model) (g control.RateGains) {
	list := func() []float64 { return make([]float64, m.NV()) }
	g = control.RateGains{P: list(), I: list(), D: list(), Clamp: list()}
	system := r.Loop.chain.system
	if at := system.Gained(); at >= 0 {
		for i, name := range system.Chain[at].Joints {
			k, _ := m.Joint(name)
			v, of := m.Joints()[k].V, &system.Chain[at].Gains[i]
			g.P[v], g.I[v], g.D[v] = of.P, of.I, of.D
		}
	}
	return g
}

// ChainGains returns the gains of the controllers, from their file or from the scenario, with their paths.
func (r *Run) ChainGains() (list []Written) {
	if r.Loop == nil || r.Loop.chain == nil || r.Loop.chain.system.Gained() < 0 {
		return nil
	}
	c := r.Loop.chain.system.Chain[r.Loop.chain.system.Gained()]
	for k, joint := range c.Joints {
		path := strict.Join("controller.gains", joint)
		list = append(list, Written{path + ".p", c.Gains[k].P}, Written{path + ".i", c.Gains[k].I},
			Written{path + ".d", c.Gains[k].D})
	}
	return list
}

// followTrajectory makes the plan of a loop that of the trajectory, as its controllers execute it; other laws follow
// any trajectory.
func (r *Run) followTrajectory(m *tree.Model, env *Env, l *Loop, q, qd []float64) error {
	if r.Scenario.trajectory() == "" {
		return nil
	}
	t, err := r.Scenario.readTrajectory(env.Open)
	if err != nil {
		return err
	}
	system := controllers.Any(r.Scenario.Controller.lawName(), m.JointNames())
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
	for _, name := range sorted(motions) {
		if k, ok := m.Joint(name); !ok {
			errs = append(errs, wrong("trajectory", "the robot %s has no joint %q%s; expected one of %s",
				m.Name(), name, suggest.Hint(name, m.JointNames()), suggest.List(m.JointNames())))
		} else if _, twice := r.Scenario.Reference[name]; twice {
			errs = append(errs, wrong("reference."+quote(name), "the trajectory says the motion of the joint, too; "+
				"expected one of the two"))
		} else if err := l.Plan.Follow(k, 0, motions[name]); err != nil {
			errs = append(errs, wrong("trajectory", "%v", err))
		} else if move, ok := motions[name].Move(); ok {
			r.moves[m.Joints()[k].Q] = move
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
