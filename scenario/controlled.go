package scenario

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
	"kinetree/sim"
	"kinetree/tree"
)

// checkControl returns the faults of the controller and what belongs to it that do not depend on the robot.
func (s *Scenario) checkControl() []error {
	var errs []error
	if s.Controller.active() {
		errs = append(errs, s.Controller.check()...)
	} else if s.Controller.Gains != nil || s.Controller.Period != 0 || s.Controller.Model != "" ||
		s.Sensors != (Sensors{}) || s.Actuators != (Actuators{}) {
		errs = append(errs, wrong("controller.type",
			"there is no control law, and what it needs is given; expected a type such as pd, or no gains, sensors "+
				"and actuators"))
	}
	errs = append(errs, s.checkLoop()...)
	if s.Trajectory != "" && s.Controller.Trajectory != "" {
		errs = append(errs, wrong("trajectory", "the controller has a trajectory, too; expected one of the two"))
	}
	if T := s.Controller.Period; T > 0 && s.Duration/T > 1e12 {
		errs = append(errs, wrong("controller.period",
			"%v s: the run of %v s would take %.3g samples; expected at most 1e12", T, s.Duration, s.Duration/T))
	}
	for _, name := range sorted(s.Params) {
		switch field := "params." + quote(name); {
		case s.Script == "":
			errs = append(errs, wrong(field,
				"there is no script that would take it; expected a key script, or no params"))
		case !finite(s.Params[name]):
			errs = append(errs, wrong(field, "%v; expected a finite number", s.Params[name]))
		}
	}
	if s.Controller.Type == "script" && s.Script == "" {
		errs = append(errs, wrong("script", "the control law is a script; expected the name of a Starlark file"))
	}
	for _, name := range sorted(s.Reference) {
		r := s.Reference[name]
		errs = append(errs, r.check("reference."+quote(name))...)
	}
	errs = append(errs, s.checkPrescribed()...)
	for i := range s.Disturbances {
		errs = append(errs, s.Disturbances[i].check(fmt.Sprintf("disturbances.%d", i))...)
	}
	if len(s.Metrics.Joints) > 0 && !s.measurable() {
		errs = append(errs, wrong("metrics.joints",
			"nothing is asked of the joints; expected a controller or a reference"))
	}
	if b := s.Metrics.SettlingBand; !(b >= 0 && b < 1) {
		errs = append(errs, wrong("metrics.settling_band", "%v; expected a number from 0 to 1", b))
	}
	return errs
}

// checkLoop returns the faults of sensors and actuators.
func (s *Scenario) checkLoop() (errs []error) {
	for _, x := range []struct {
		field string
		value float64
	}{{"sensors.position_noise", s.Sensors.PositionNoise}, {"sensors.velocity_noise", s.Sensors.VelocityNoise},
		{"sensors.position_resolution", s.Sensors.PositionResolution},
		{"sensors.velocity_filter_hz", s.Sensors.VelocityFilter}, {"actuators.rate_limit", s.Actuators.RateLimit},
		{"actuators.lag", s.Actuators.Lag}} {
		if !(x.value >= 0) || math.IsInf(x.value, 0) {
			errs = append(errs, wrong(x.field, "%v; expected 0 or more", x.value))
		}
	}
	if x := s.Sensors.VelocityNoise; s.Sensors.Velocity == "difference" && x > 0 {
		errs = append(errs, wrong("sensors.velocity_noise",
			"%v, and the velocity comes from differences of positions; expected no velocity noise", x))
	}
	return errs
}

// measurable reports whether joints are asked to do something.
func (s *Scenario) measurable() bool {
	return s.Controller.active() || len(s.Reference) > 0 || s.trajectory() != ""
}

// Loop is the control loop of a prepared scenario.
type Loop struct {
	Law        control.Law
	Regulator  *analysis.Regulator // what the law is if it is a linear-quadratic regulator
	Plan       *reference.Plan
	Period     float64 // 0 for a law that acts at every instant
	Delay      float64
	Sensors    signal.Sensors
	Actuators  signal.Actuators
	chain      *rosChain   // nil if the law is not one of ros2_control
	Skew       float64     // of disk margins
	believed   *tree.Model // by the law
	start      []float64   // position
	sampled    *loop.Sampled
	continuous *loop.Continuous
}

// makeLaw makes the control law of a robot that starts at position q with velocity qd, and what it follows. There is no
// law if the scenario has none.
func (r *Run) makeLaw(m *tree.Model, env *Env, q, qd []float64) error {
	s := r.Scenario
	if !s.measurable() {
		return nil
	}
	l := &Loop{start: q}
	var err error
	if s.Controller.Type == ros2Control {
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
	if !s.Controller.active() {
		r.Loop = l
		return nil
	}
	believed, err := r.believed(m, env)
	if err := errors.Join(err, s.Controller.checkJoints(m)); err != nil {
		return err
	}
	r.Notes = append(r.Notes, s.idleSettings(m)...)
	if s.Controller.idle(m) {
		r.Notes = append(r.Notes, fmt.Sprintf("all gains of the law %s are 0; controller.gains sets them",
			s.Controller.Type))
	}
	l.Actuators.Limit = s.effortLimits(m)
	l.Period = s.period(l.chain)
	if l.Actuators.Heat = s.heat(m); l.Actuators.Heat != nil && s.Controller.Continuous {
		return wrong("controller.continuous", "a continuous_current of a motor is for laws on samples; "+
			"expected a period")
	}
	l.Sensors.Resolutions = s.resolutions(m)
	l.take(s)
	r.Loop, l.believed = l, believed
	if s.Controller.Type == "script" {
		l.Law, err = r.newScriptedLaw(m, believed, env)
		return err
	}
	if l.chain != nil {
		r.Notes = append(r.Notes, l.chain.unclaimed(m)...)
		l.Law, err = r.chainLaw(m, true)
		return err
	}
	l.Law, l.Regulator, err = r.law(m)
	return err
}

// take makes the delay, the sensors and the actuators those of the scenario, but for the effort limits.
func (l *Loop) take(s *Scenario) {
	l.Delay = s.Controller.delay(l.Period)
	l.Sensors = signal.Sensors{Resolutions: l.Sensors.Resolutions, PositionNoise: s.Sensors.PositionNoise,
		VelocityNoise:      s.Sensors.VelocityNoise,
		PositionResolution: s.Sensors.PositionResolution,
		Difference:         s.Sensors.Velocity == "difference", VelocityFilter: s.Sensors.VelocityFilter}
	l.Actuators.RateLimit, l.Actuators.Lag = s.Actuators.RateLimit, s.Actuators.Lag
}

// wrenches returns what the law knows of the wrenches on the links. Sensors measure what force elements do, too.
func (r *Run) wrenches(m *tree.Model, all []sim.Wrench, elements []sim.ForceElement) loop.Wrenches {
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
		if s.Sensors != (Sensors{}) || s.Actuators != (Actuators{}) {
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
		Voltages: sim.NewDrives(m, s.Extras(m)).Voltages(), Period: l.Period, Delay: l.Delay,
		Sensors: l.Sensors, Actuators: l.Actuators, Start: held, Seed: uint64(s.Seed),
		Wrenches: r.wrenches(m, wrenches, elements)})
	if err != nil {
		return nil, wrong("controller", "%v", err)
	}
	return l.sampled, nil
}

// law makes the control law of a loop anew, unless that is a script, and the regulator that it may be.
func (r *Run) law(m *tree.Model) (control.Law, *analysis.Regulator, error) {
	if r.Scenario.Controller.regulator() {
		return r.regulator(m)
	}
	if r.Loop.chain != nil {
		law, err := r.chainLaw(m, false)
		return law, nil, err
	}
	if r.Scenario.Controller.Type == "cascade" {
		law, err := r.cascade(m, r.Loop.Period, true)
		return law, nil, err
	}
	law, err := r.Scenario.Controller.law(m, r.Loop.believed, r.Scenario.Extras(m), r.Scenario.payload(), false)
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
	if c := &r.Scenario.Controller; !c.regulator() && r.Loop.chain == nil {
		return c.law(m, r.Loop.believed, r.Scenario.Extras(m), r.Scenario.payload(), true)
	}
	law, _, err = r.law(m)
	return law, err
}

// believed returns the model that the control law believes in.
func (r *Run) believed(m *tree.Model, env *Env) (*tree.Model, error) {
	name := r.Scenario.Controller.Model
	if name == "" {
		return m, nil
	}
	source, _, err := r.Scenario.robot(env, name)
	if err != nil {
		return nil, err
	}
	believed, err := tree.Build(source.Robot, append(r.Scenario.options(), r.Scenario.innerJoints(m)...)...)
	if err != nil {
		return nil, err
	}
	if err := control.CheckBelief(believed, m); err != nil {
		return nil, wrong("controller.model", "%v", err)
	}
	return believed, nil
}

// effortLimits returns the limit of each rate that the loop knows of, or nil for an ideal robot.
func (s *Scenario) effortLimits(m *tree.Model) []float64 {
	if s.Ideal {
		return nil
	}
	limits := slices.Repeat([]float64{math.Inf(1)}, m.NV())
	for _, j := range m.Joints() {
		if given := s.Joints[j.Name]; given.byVoltage() {
			limits[j.V] = or(given.Motor.Voltage, math.Inf(1))
		} else if j.Leader < 0 && j.NV == 1 {
			limits[j.V] = j.Effort
			if m := given.Motor; m != nil && m.Current != nil {
				limits[j.V] = min(limits[j.V], given.effortOf(*m.Current, j.Reduction))
			}
		}
	}
	return limits
}

// linear returns the control loop for its linear analysis around the start position, where gravity is held, or if it is
// unstable there around where its law brings the robot to rest, see restElsewhere. The error is as that of
// aroundStart, or an *unjudgedError if there is no such place.
func (r *Run) linear() (*analysis.Setup, error) {
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

// plant returns the robot at rest at a position under efforts that hold it. One with constraints is at its start, on
// what these leave of it.
func (r *Run) plant(m *tree.Model, q, hold []float64) (*analysis.Plant, error) {
	if r.World.Constraints() != nil {
		linear, err := r.World.Linearize(hold)
		if err != nil {
			return nil, err
		}
		return analysis.NewReducedPlant(linear.Places, linear.Rates, linear.A, linear.B, r.decay()), nil
	}
	linear, err := aba.Linearize(m, r.World.Passive(), q, nil, hold)
	if err != nil {
		return nil, err
	}
	sim.NewDrives(m, r.Scenario.Extras(m)).Linearize(linear)
	plant := analysis.NewPlant(linear)
	forgetCharges(plant, m, r.decay())
	return plant, nil
}

// decay returns the rate (1/s) at which what is not left to choose decays in a plant: fast beside what is.
func (r *Run) decay() float64 { return 1 / cmp.Or(r.Loop.Period, r.Scenario.Step) }

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
	setup, err := r.linear()
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
	if r.World.Constraints() != nil || hasCircuit(r.World.Model()) { // without what is not left to choose
		decay := r.decay()
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
