// Package prepare makes runs of scenarios: world, law and loop, references, measures and log. It analyses the loops of
// runs, varies scenarios, and has machine code for runs.
package prepare

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
	"kinetree/urdf/estimate"
)

// Env is what a scenario sees of the world outside.
type Env struct {
	Input    io.Reader
	Output   io.Writer
	Version  string             // of the engine, for the log
	Progress func(t float64)    // see sim.Config
	Print    func(text string)  // gets what scripts print; may be nil
	Cache    *robot.Cache       // may be nil
	Unlogged bool               // the file that the scenario names is not written
	Outside  bool               // that file may be outside of the folder of the scenario file that names it
	Sink     sim.Sink           // takes the log of a run that is not logged to a file; may be nil
	Forces   []sim.ForceElement // what acts on links besides what the scenario says; none
	// Strict makes a negative damping, friction or effort limit of a joint an error instead of its magnitude with a
	// warning. It is for many runs, whose warnings nobody reads.
	Strict   bool
	Done     <-chan struct{} // ends scripts with an error when it is closed; nil for never
	Previous *Run            // one whose world is not used any more, see sim.Config; may be nil
	Open     infile.Opener   // opens what a scenario names to be read; nil for the usual function
	Asked    Asked           // measures that somebody reads; nil for all
	// Observer returns what sees each step of the run besides its measures, given the model; nil for none.
	Observer func(m *tree.Model) sim.Observer
}

// Robot returns what the robot of the scenario comes from.
func (e *Env) Robot() robot.Env { return robot.Env{Input: e.Input, Open: e.Open, Cache: e.Cache} }

// Run is a scenario ready to run: World.Run(ctx, Scenario.Duration).
type Run struct {
	Scenario  *scenario.Scenario // with the start state and file names filled in
	Source    *models.Source
	Method    integrate.Method
	World     *sim.World
	Log       record.Writer       // nil if the run is not logged to a file
	Notes     []string            // what the user should know
	Warnings  []string            // what may be a slip of the user
	Estimates []estimate.Estimate // of the inertias of links
	Loop      *Loop               // nil if nothing is asked of the joints

	start    sim.Start
	standing standing
	moves    map[int][]reference.Move // of the reference, by the index of the coordinate
	meter    *meter
	events   *eventful // nil if the scenario asks for none
	reuse    *reuse
	// foresee is that of the law, see control.Foreseer; nil until it is asked for.
	foresee func(m *tree.Model, q, gravity []float64)
}

// New reads the files of a scenario and builds its world. Nothing is written before the world runs. The error may
// be several joined; a *FieldError is one about a field of the scenario.
func New(s *scenario.Scenario, env Env) (*Run, error) {
	s = s.Clone()
	for _, joints := range []*scenario.Joints{&s.Initial.Position, &s.Initial.Velocity} {
		if *joints == nil {
			*joints = scenario.Joints{}
		}
	}
	var warnings []string
	if !env.Strict {
		warnings = s.SettleSigns()
	}
	if errs := s.Check(); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	method, err := methodOf(s)
	if err != nil {
		return nil, err
	}
	source, estimates, err := robot.Open(s, env.Robot(), s.Model.File)
	if err != nil {
		return nil, err
	}
	model, err := robot.Model(s, env.Robot(), source)
	if err != nil {
		return nil, err
	}
	r := &Run{Scenario: s, Source: source, Method: method, Warnings: warnings, Estimates: estimates}
	r.Notes = append(r.Notes, notes(s, model)...)
	r.Notes = append(r.Notes, driveNotes(s, model)...)
	open, efforts, err := r.efforts(model, &env)
	config, keep, told, errConfig := configOf(s, &env, source, model)
	r.Notes = append(r.Notes, told...)
	if err := errors.Join(err, checkActuated(s), errConfig, r.placeLog(&env)); err != nil {
		return nil, err
	}
	r.notePrescribed(config.Imposed.Joints)
	if !env.Strict {
		r.Warnings = append(r.Warnings, overruled(s, model, config.Imposed.Joints)...)
	}
	config.Integration.Method, config.Watch.Progress = method, env.Progress
	s.Initial.From = "" // all that it says is noted
	if err := r.drive(&config, keep, open, &env); err != nil {
		return nil, err
	}
	if err := r.watch(&config, env.Asked); err != nil {
		return nil, err
	}
	if env.Observer != nil {
		watched := observers{env.Observer(config.Model)}
		if config.Watch.Observer != nil {
			watched = append(watched, config.Watch.Observer)
		}
		config.Watch.Observer = watched
	}
	r.takeOver(&config, env.Previous)
	if env.Unlogged {
		config.Log.Sink = env.Sink
	} else {
		r.openLog(env, &config, efforts)
		config.Log.Sink = r.Log
	}
	r.start = config.Start
	r.World, err = sim.New(config)
	return r, robot.HintInertia(s, fields(s, err))
}

// methodOf returns the integrator.
func methodOf(s *scenario.Scenario) (integrate.Method, error) {
	i := s.Integrator
	method, err := integrate.ByName(i.Name)
	if err != nil {
		return method, wrong("integrator", "%v", err)
	}
	if !method.Adaptive && (i.RTol != 0 || i.ATol != 0) {
		return method, wrong("integrator.rtol",
			"the integrator %s takes the steps that it is given and knows no accuracy; expected one that chooses its "+
				"own, such as dormand-prince", i.Name)
	}
	return method, nil
}

// drive settles where the robot starts, of which the constraints leave what is to be kept, and makes the controller
// that begins there: law and loop together with the efforts in open loops.
func (r *Run) drive(c *sim.Config, keep sim.Start, open []sim.Segmented, env *Env) error {
	s := r.Scenario
	assemble := func() error {
		if len(c.Imposed.Constraints)+len(c.Imposed.Joints) == 0 {
			return nil
		}
		asked := c.Start
		err := assembleStart(s, c, keep)
		if err == nil && !env.Strict {
			r.Warnings = append(r.Warnings, overruledStart(c.Model, &keep, &asked, &c.Start)...)
		}
		return fields(s, err)
	}
	if !s.Initial.Equilibrium { // which finds a start that meets the constraints itself
		if err := assemble(); err != nil {
			return err
		}
	}
	if err := r.makeLaw(c.Model, env, c.Start.Position, c.Start.Velocity); err != nil {
		return err
	}
	r.standing = standing{sim.Config{Model: c.Model, Joints: c.Joints, Ideal: c.Ideal, Start: c.Start,
		Imposed: c.Imposed, Disturbances: c.Disturbances, Forces: c.Forces}, open}
	held, err := r.balance(open, c)
	if err != nil {
		return err
	}
	closed, err := r.closeLoop(c.Model, held, c.Disturbances.Wrenches, c.Forces)
	if err != nil {
		return err
	}
	c.Controller = r.controller(c.Model, closed, open)
	if s.Initial.Equilibrium {
		return assemble()
	}
	return nil
}

// observers see a run in turn.
type observers []sim.Observer

// Observe implements sim.Observer.
func (list observers) Observe(from, to *integrate.State, effortFrom, effortTo, work []float64) {
	for _, o := range list {
		o.Observe(from, to, effortFrom, effortTo, work)
	}
}

// watch adds what measures how the joints follow, if something is asked of them, and the columns of the log.
func (r *Run) watch(c *sim.Config, asked Asked) (err error) {
	if r.Loop != nil {
		if r.meter, err = r.newMeter(c.Model, len(c.Imposed.Constraints) > 0, asked); err != nil {
			return err
		}
		c.Watch.Observer = r.meter
		if r.events, err = r.newEvents(c.Model); err != nil {
			return err
		}
		if r.events != nil {
			c.Watch.Observer = observers{r.meter, r.events}
		}
		c.Log.Signals = append(c.Log.Signals, loop.ReferenceSignals(c.Model, r.Loop.Plan))
	}
	more, err := r.signals(c.Model, c.Imposed.Base)
	c.Log.Signals = append(c.Log.Signals, more...)
	return err
}

// takeOver takes over what a run has that is not used any more; nil for none.
func (r *Run) takeOver(c *sim.Config, previous *Run) {
	if previous == nil {
		return
	}
	c.Previous = previous.World
	if a, b := r.Loop, previous.Loop; a != nil && b != nil && a.sampled != nil && b.sampled != nil {
		a.sampled.ReuseTimes(b.sampled)
	}
}

// configOf returns what a scenario says of a run of its robot, but for what drives, measures and logs it, and how its
// start is assembled. The error is that of all its parts.
func configOf(s *scenario.Scenario, env *Env, source *models.Source, m *tree.Model) (c sim.Config, keep sim.Start,
	notes []string, err error) {
	var errs [8]error
	errs[7] = setBodies(s)
	b := cmp.Or(s.Initial.Base, &scenario.Base{})
	keep = sim.Start{
		KeepPosition: kept(m, s.Initial.Position, [2]bool{b.Position != nil, b.Orientation != nil}),
		KeepVelocity: kept(m, s.Initial.Velocity, [2]bool{b.LinearVelocity != nil, b.AngularVelocity != nil}),
		AsIs:         s.Initial.Assemble != nil && !*s.Initial.Assemble}
	c = sim.Config{Model: m, Dynamics: sim.Algorithm(s.Dynamics), Ideal: s.Ideal,
		Integration: sim.Integration{Step: s.Step,
			Options: integrate.Options{RTol: s.Integrator.RTol, ATol: s.Integrator.ATol}},
		End: sim.End{Until: s.Until, Steps: s.Limits.Steps, Wall: s.Limits.Wall.Duration()},
		Log: sim.Log{Ledger: s.Log.Ledger, Reactions: s.Log.Reactions,
			Contacts: s.Log.Contacts, Every: s.Log.Every}}
	if most := s.Limits.Drift; most != nil {
		c.Integration.MaxDrift = *most
	}
	c.Start.Position, c.Start.Velocity, errs[0] = startState(s, m, env.Open)
	c.Imposed.Constraints, errs[1] = robot.Constraints(s, source, m)
	c.Forces, errs[2] = robot.ForceElements(s, m)
	c.Imposed.Joints, c.Imposed.Base, errs[3] = prescribed(s, source.Robot, m, c.Start.Position, env.Open)
	c.Disturbances.Wrenches, errs[4] = wrenchesOf(s, m)
	c.Disturbances.Changes, errs[5] = robot.Later(s, source)
	touching, err := robot.Contacts(s, source, m, c.Start.Position)
	errs[6] = err
	c.Imposed.Contacts, c.Imposed.Crossing = touching.Contacts, touching.Crossing
	if notes = touching.Notes; len(touching.Distances.Names) > 0 {
		c.Log.Signals = []sim.Signals{touching.Distances}
	}
	c.Imposed.Separate = s.Contact != nil && s.Contact.Separate
	if err := errors.Join(errs[:]...); err != nil {
		return c, keep, notes, err
	}
	c.Forces = append(c.Forces, env.Forces...)
	c.Joints = robot.Extras(s, m)
	return c, keep, notes, nil
}

// fields returns the error of a world with those that are about a field of the scenario as such.
func fields(s *scenario.Scenario, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, fields(s, e))
		}
		return errors.Join(errs...)
	}
	var outside *sim.OutsideError
	var condition *sim.ConditionError
	var invalid *constraint.InvalidError
	var unmet *constraint.UnmetError
	var flat *constraint.FlatError
	var immobile *sim.ImmobileError
	var penetration *sim.PenetrationError
	switch {
	case errors.As(err, &penetration):
		return wrong("contact", "%v", err)
	case errors.As(err, &invalid):
		return robot.ConstraintError(invalid)
	case errors.As(err, &unmet) && unmet.Moves:
		return wrong(strict.Join("prescribed", unmet.Constraint), "%v", err)
	case errors.As(err, &unmet) && unmet.Index < len(s.Constraints):
		return wrong(fmt.Sprintf("constraints.%d", unmet.Index), "%v", err)
	case errors.As(err, &flat) && flat.Index < len(s.Constraints):
		return wrong(fmt.Sprintf("constraints.%d", flat.Index), "%v", err)
	case errors.As(err, &immobile) && len(s.Constraints) > 0:
		return wrong("constraints", "%v", err)
	case errors.As(err, &outside) && !outside.Assembled:
		return wrong("initial.position", "%v", err)
	case errors.As(err, &condition):
		return wrong("stop", "%v", err)
	}
	return err
}

// notes returns what the user should know of how the robot is simulated.
func notes(s *scenario.Scenario, m *tree.Model) []string {
	var notes, weak, idle []string
	if missing := sim.NotSimulated(m, s.Ideal); len(missing) > 0 {
		notes = append(notes, "not simulated: "+strings.Join(missing, ", "))
	}
	if s.Script != "" && !usesScript(s) {
		notes = append(notes, "nothing uses the script "+s.Script+"; controller.type: script does, or the word "+
			"script as the effort of a joint, and in a batch its function metrics")
	}
	for _, j := range m.Joints() {
		if j.NV == 1 && j.Effort == 0 && !s.Ideal {
			weak = append(weak, j.Name)
		}
		given := s.Joints[j.Name]
		given.Actuated = nil
		if given.Armature = nil; s.Ideal && given != (scenario.JointChanges{}) {
			idle = append(idle, j.Name)
		}
	}
	if len(weak) > 0 {
		notes = append(notes, "the effort limit is 0, so the actuators give nothing: "+suggest.List(weak))
	}
	if len(idle) > 0 {
		notes = append(notes, "the robot is ideal, so all but the armature is left out that is given for: "+
			suggest.List(idle))
	}
	return notes
}

// placeLog fills in the name of the log, and refuses one that would overwrite an input or that a file names elsewhere.
func (r *Run) placeLog(env *Env) error {
	s := r.Scenario
	if env.Unlogged {
		return nil
	}
	if s.Log.File == "" {
		s.Log.File = models.Stem(s.Model.File) + ".csv"
	}
	for _, input := range s.Inputs() {
		if scenario.SameFile(s.Log.File, input) {
			return wrong("log.file", "the log would overwrite %s, which the run reads; choose another name", input)
		}
	}
	if env.Outside {
		return nil
	}
	return s.CheckOutside()
}

// openLog makes the log. Its files are created when the world runs.
func (r *Run) openLog(env Env, c *sim.Config, efforts *record.InputFile) {
	s, m := r.Scenario, c.Model
	if s.Log.File == "-" {
		r.Log = record.NewStream(env.Output)
		return
	}
	equation := r.Method.Equation
	if m.NQ() != m.NV() && r.Method.OnPoses != "" {
		equation = r.Method.OnPoses
	}
	r.Log = record.NewWriter(s.Log.File, record.Meta{
		Engine: record.Engine{Name: "kinetree", Version: env.Version},
		Model: record.ModelFile{Robot: m.Name(), InputFile: record.InputFile{File: r.Source.Name,
			SHA256: r.Source.SHA256}},
		Efforts:      efforts,
		Integrator:   record.Integrator{Name: r.Method.Name, Equation: equation},
		Equation:     c.Equation(),
		NotSimulated: sim.NotSimulated(m, s.Ideal),
		Estimates:    r.Estimates,
		ScenarioFile: s.OriginFrom(filepath.Dir(s.Log.File)),
		Case:         s.Of(),
		Scenario:     s.Whole(filepath.Dir(s.Log.File)),
	}, r.recorded(c))
}

// recorded returns what logs can say of the robot.
func (r *Run) recorded(c *sim.Config) record.LoggedRobot {
	x := record.LoggedRobot{Model: c.Model, Description: r.Source.Data, Tree: r.Source.Robot}
	if base := c.Imposed.Base; base != (sim.BaseCourse{}) {
		x.Base = func(t float64) tree.BaseMotion {
			b := tree.Rest()
			base.Base(b, t)
			return *b
		}
	}
	return x
}
