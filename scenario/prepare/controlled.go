package prepare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/internal/libm"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// Loop is the control loop of a prepared scenario.
type Loop struct {
	Law        control.Law
	Regulator  *analysis.Regulator // what the law is if it is a linear-quadratic regulator
	Plan       *reference.Plan
	Period     float64 // 0 for a law that acts at every instant
	Delay      float64
	Sensors    signal.Sensors
	Actuators  signal.Actuators
	chain      *rosChain            // nil if the law is not one of ros2_control
	Skew       float64              // of disk margins
	believed   *tree.Model          // by the law
	start      []float64            // position
	motion     reference.PoseMotion // of the link that the law moves; nil for none
	felt       *sim.LinkWrenches    // that the law of a force measures; nil for another law
	pushes     []sim.Wrench         // among them
	sampled    *loop.Sampled
	continuous *loop.Continuous
}

// makeLaw makes the control law of a robot that starts at position q with velocity qd, and what it follows. There is no
// law if the scenario has none.
func (r *Run) makeLaw(m *tree.Model, env *Env, q, qd []float64) error {
	s := r.Scenario
	if !s.Measurable() {
		return nil
	}
	l := &Loop{start: q}
	var err error
	if s.Controller.Type == scenario.ROS2Control {
		if l.chain, err = r.loadChain(env); err != nil {
			return err
		}
	}
	if l.Plan, r.moves, err = r.plan(m, q, env); err != nil {
		return err
	}
	if err := r.followTrajectory(m, env, l, q, qd); err != nil {
		return err
	}
	if !s.Controller.Active() {
		r.Loop = l
		return nil
	}
	believed, err := r.believed(m, env)
	if err := errors.Join(err, s.Controller.CheckJoints(m)); err != nil {
		return err
	}
	r.Notes = append(r.Notes, idleSettings(s, m)...)
	if idle(&s.Controller, m) {
		r.Notes = append(r.Notes, fmt.Sprintf("all gains of the law %s are 0; controller.gains sets them",
			s.Controller.Type))
	}
	l.Actuators.Limit = effortLimits(s, m)
	l.Period = periodOf(s, l.chain)
	if l.Actuators.Heat = robot.Heat(s, m); l.Actuators.Heat != nil && s.Controller.Continuous {
		return wrong("controller.continuous", "a continuous_current of a motor is for laws on samples; "+
			"expected a period")
	}
	l.Sensors.Resolutions = robot.Resolutions(s, m)
	l.take(s)
	r.Loop, l.believed = l, believed
	if s.Controller.Type == "script" {
		l.Law, err = r.newScriptedLaw(m, believed, env)
		return err
	}
	if l.chain != nil {
		r.Notes = append(r.Notes, l.chain.unclaimed(m)...)
	}
	if l.motion, err = r.linkMotion(m, env); err != nil {
		return err
	}
	if l.motion != nil {
		l.Plan.FollowLink(l.motion)
	}
	l.Law, l.Regulator, err = r.law(m, true)
	return err
}

// take makes the delay, the sensors and the actuators those of the scenario, but for the effort limits.
func (l *Loop) take(s *scenario.Scenario) {
	l.Delay = delayOf(&s.Controller, l.Period)
	l.Sensors = signal.Sensors{Resolutions: l.Sensors.Resolutions, PositionNoise: s.Sensors.PositionNoise,
		VelocityNoise:      s.Sensors.VelocityNoise,
		PositionResolution: s.Sensors.PositionResolution,
		Difference:         s.Sensors.Velocity == "difference", VelocityFilter: s.Sensors.VelocityFilter}
	l.Actuators.RateLimit, l.Actuators.Lag = s.Actuators.RateLimit, s.Actuators.Lag
}

// wrenches returns what the law knows of the wrenches on the links. Sensors measure what force elements do, too.
func (r *Run) wrenches(m *tree.Model, all []sim.Wrench, elements []sim.ForceElement) loop.Wrenches {
	if r.Scenario.Controller.Type == scenario.ForceControl {
		r.Loop.felt, r.Loop.pushes = sim.NewLinkWrenches(m, all, elements), all
		return loop.Wrenches{Of: r.Loop.felt, Measured: true}
	}
	w := r.Scenario.Controller.WrenchCompensation
	if w != "measured" {
		elements = nil
	}
	if w == "" || len(all)+len(elements) == 0 {
		return loop.Wrenches{}
	}
	return loop.Wrenches{Of: sim.NewLinkWrenches(m, all, elements), Measured: w == "measured"}
}

// closeLoop makes the controller of a loop whose law is there, nil if it has none. The actuators begin with the efforts
// given, nil for none.
func (r *Run) closeLoop(m *tree.Model, held []float64, wrenches []sim.Wrench,
	elements []sim.ForceElement) (_ sim.Segmented, err error) {
	s, l := r.Scenario, r.Loop
	if l == nil || l.Law == nil {
		return nil, nil
	}
	if s.Controller.Continuous {
		if s.Sensors != (scenario.Sensors{}) || s.Actuators != (scenario.Actuators{}) {
			return nil, wrong("controller.continuous",
				"a law that acts at every instant has no sensors and no actuators; expected neither of the two")
		}
		if l.continuous, err = loop.NewContinuous(m, l.Law, l.Plan, l.Actuators.Limit, s.Step); err != nil {
			return nil, wrong("controller", "%v", err)
		}
		l.continuous.Know(r.wrenches(m, wrenches, elements))
		return l.continuous, nil
	}
	l.sampled, err = loop.NewSampled(loop.SampledConfig{Model: m, Law: l.Law, Plan: l.Plan,
		Voltages: sim.NewDrives(m, robot.Extras(s, m)).Voltages(), Period: l.Period, Delay: l.Delay,
		Sensors: l.Sensors, Actuators: l.Actuators, Start: held, Seed: uint64(s.Seed),
		Wrenches: r.wrenches(m, wrenches, elements)})
	if err != nil {
		return nil, wrong("controller", "%v", err)
	}
	return l.sampled, nil
}

// law makes the control law of a loop anew, unless that is a script, and the regulator that it may be. Controllers of
// ros2_control judge a trajectory on request.
func (r *Run) law(m *tree.Model, judges bool) (control.Law, *analysis.Regulator, error) {
	if r.Scenario.Controller.Regulator() {
		return r.regulator(m)
	}
	if r.Loop.chain != nil {
		law, err := r.chainLaw(m, judges)
		return law, nil, err
	}
	if r.Scenario.Controller.Type == "cascade" {
		law, err := r.cascade(m, r.Loop.Period, true)
		return law, nil, err
	}
	if c := &r.Scenario.Controller; c.Tasked() {
		law, err := c.TaskLaw(m, r.Loop.believed, r.Loop.motion, nil)
		return law, nil, err
	}
	law, err := r.Scenario.Controller.Law(m, r.Loop.believed, robot.Extras(r.Scenario, m),
		r.Scenario.PayloadMass(), false)
	return law, nil, err
}

// twinLaw returns the law of the loop as it is before its first sample, to be asked what it would do: a run is not to
// see that its law was asked.
func (r *Run) twinLaw(m *tree.Model) (law control.Law, err error) {
	if scripted, ok := r.Loop.Law.(*scriptedLaw); ok {
		return scripted.frozen()
	}
	if _, ok := r.Loop.Law.(*control.Cascade); ok {
		return r.cascade(m, r.Loop.Period, false)
	}
	if c := &r.Scenario.Controller; c.Tasked() { // at the reference of the joints, which is where it is judged
		feel, err := r.feel(m)
		if err != nil {
			return nil, err
		}
		return c.TaskLaw(m, r.Loop.believed, nil, feel)
	}
	if c := &r.Scenario.Controller; !c.Regulator() && r.Loop.chain == nil {
		return c.Law(m, r.Loop.believed, robot.Extras(r.Scenario, m), r.Scenario.PayloadMass(), true)
	}
	law, _, err = r.law(m, false)
	return law, err
}

// believed returns the model that the control law believes in.
func (r *Run) believed(m *tree.Model, env *Env) (*tree.Model, error) {
	name := r.Scenario.Controller.Model
	if name == "" {
		return m, nil
	}
	source, _, err := robot.Open(r.Scenario, env.Robot(), name)
	if err != nil {
		return nil, err
	}
	believed, err := tree.Build(source.Robot,
		append(robot.TreeOptions(r.Scenario), robot.InnerJoints(r.Scenario, m)...)...)
	if err != nil {
		return nil, err
	}
	if err := control.CheckBelief(believed, m); err != nil {
		return nil, wrong("controller.model", "%v", err)
	}
	return believed, nil
}

// effortLimits returns the limit of each rate that the loop knows of, or nil for an ideal robot.
func effortLimits(s *scenario.Scenario, m *tree.Model) []float64 {
	if s.Ideal {
		return nil
	}
	limits := slices.Repeat([]float64{math.Inf(1)}, m.NV())
	for _, j := range m.Joints() {
		if given := s.Joints[j.Name]; given.ByVoltage() {
			limits[j.V] = scenario.Or(given.Motor.Voltage, math.Inf(1))
		} else if j.Leader < 0 && j.NV == 1 {
			limits[j.V] = j.Effort
			if m := given.Motor; m != nil && m.Current != nil {
				limits[j.V] = min(limits[j.V], robot.CurrentEffort(&given, *m.Current, j.Reduction))
			}
		}
	}
	return limits
}

// Linear returns the control loop for its linear analysis around the start position, where gravity is held, or if it is
// unstable there around where its law brings the robot to rest, see restElsewhere. The error is as that of
// aroundStart, or an *unjudgedError if there is no such place.
func (r *Run) Linear() (*analysis.Setup, error) {
	setup, err := r.aroundStart()
	if err != nil {
		return setup, err
	}
	if stable, err := setup.Stable(r.Loop.Period); err == nil && !stable {
		return setup, r.restElsewhere(setup)
	}
	return setup, nil
}

// aroundStart returns the control loop for its linear analysis around the start position. The error is a *globalsError
// if the law is a script that keeps what it remembers in globals.
func (r *Run) aroundStart() (*analysis.Setup, error) {
	if r.Loop == nil || r.Loop.Law == nil {
		return nil, wrong("controller", "there is no control law to analyse; expected a controller")
	}
	m := r.World.Model()
	hold, err := r.held(m, r.Loop.start)
	if err != nil {
		return nil, err
	}
	plant, err := r.plant(m, r.Loop.start, hold)
	if err != nil {
		return nil, err
	}
	law, err := r.twinLaw(m)
	if err != nil {
		return nil, err
	}
	setup := &analysis.Setup{Model: m, Plant: plant, Position: r.Loop.start, Place: analysis.Start, Hold: hold,
		Law: law, Delay: r.Loop.Delay, Sensors: r.Loop.Sensors, Actuators: r.Loop.Actuators,
		Skew: r.Loop.Skew, Steady: r.Scenario.Controller.Type != "script"}
	if _, ok := law.(*control.Cascade); ok {
		setup.Made = func(period float64) (control.Law, error) { return r.cascade(m, period, false) }
	}
	if l, ok := law.(*frozenLaw); ok {
		if err := l.probe(r.Loop.Plan, r.Loop.start, r.Scenario.Duration, r.Loop.Period); err != nil {
			return setup, err
		}
	}
	return setup, nil
}

// plant returns the robot at rest at a position under efforts that hold it. One with constraints, or in contact, is at
// its start, on what these leave of it.
func (r *Run) plant(m *tree.Model, q, hold []float64) (*analysis.Plant, error) {
	if r.World.Constraints() != nil || r.World.Touching() {
		linear, err := r.World.Linearize(hold)
		if err != nil {
			return nil, err
		}
		if linear.Rates == nil {
			return nil, errors.New("the contacts at the start leave the robot no motion; expected one to control")
		}
		return analysis.NewReducedPlant(linear.Places, linear.Rates, linear.A, linear.B, decay(r)), nil
	}
	linear, err := aba.Linearize(m, r.World.Passive(), q, nil, hold)
	if err != nil {
		return nil, err
	}
	sim.NewDrives(m, robot.Extras(r.Scenario, m)).Linearize(linear)
	plant := analysis.NewPlant(linear)
	forgetCharges(plant, m, decay(r))
	return plant, nil
}

// decay returns the rate (1/s) at which what is not left to choose decays in a plant: fast beside what is.
func decay(r *Run) float64 {
	if r.Loop == nil {
		return 1 / r.Scenario.Step
	}
	return 1 / cmp.Or(r.Loop.Period, r.Scenario.Step)
}

// controller returns what drives the robot: the closed loop and efforts in open loops, either of which may be missing.
func (r *Run) controller(m *tree.Model, closed sim.Segmented, open []sim.Segmented) sim.Controller {
	if closed != nil {
		open = append([]sim.Segmented{closed}, open...)
	}
	if r.Loop == nil {
		return loop.Sum(m, nil, open...)
	}
	return loop.Sum(m, r.Loop.Plan, open...)
}

// Analyze returns the linear analysis of the control loop around the start position, or around where its law brings the
// robot to rest. The loop of a script that keeps what it remembers in globals is not judged, and none that does not
// rest.
func (r *Run) Analyze() (*analysis.Analysis, error) {
	setup, err := r.Linear()
	if setup == nil {
		return nil, err
	}
	var a *analysis.Analysis
	if err == nil {
		a, err = setup.Analyze(r.Loop.Period)
	}
	if isUnjudged(err) {
		a, err = setup.Unjudged(r.Loop.Period, err.Error())
	}
	if err != nil {
		return nil, wrong("controller", "%v", err)
	}
	// Without what is not left to choose.
	if r.World.Constraints() != nil || r.World.Touching() || hasCircuit(r.World.Model()) {
		decay := decay(r)
		excluded := func(p analysis.Pole) bool { return libm.CAbs(p.S+complex(decay, 0)) <= 1e-9*decay }
		a.Open, a.Closed = slices.DeleteFunc(a.Open, excluded), slices.DeleteFunc(a.Closed, excluded)
	}
	a.File, a.Controller, a.Regulator = r.Source.Name, r.Scenario.Controller.Type, r.Loop.Regulator
	if a.IsStable() && a.Note == "" {
		if a.Note, err = r.unheld(setup); err != nil {
			return nil, wrong("controller", "%v", err)
		}
	}
	if law, ok := setup.Law.(*frozenLaw); ok && a.Stable != nil {
		if t, changes := law.changes(setup, r.Scenario.Duration, r.Loop.Period); changes {
			a.Remark("the law changes with time, and this is how it is at t = 0; at t = %.4g s it is another one", t)
		}
	}
	return a, nil
}
