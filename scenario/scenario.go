// Package scenario describes a simulation as data: which robot, from which start, under which efforts, integrated and
// logged how. The names are those of the scenario file format. Control laws are made here, so that a law and its keys
// stand in one file; robots are made in [kinetree/scenario/robot], runs in [kinetree/scenario/prepare].
package scenario

import (
	"fmt"
	"math"
	"strings"
	"time"

	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/sim/record"
)

// Scenario is a simulation. [Read] returns that of a file, [Default] one to begin with. Its fields and [Scenario.Set]
// change it; names of files are relative to the current folder.
type Scenario struct {
	Kinetree     int                     `json:"kinetree" required:"true"`
	Model        ModelSpec               `json:"model" required:"true"`
	ModelArgs    map[string]XacroValue   `json:"model_args,omitempty" keys:"argument"`
	Base         string                  `json:"base" enum:"fixed|floating" doc:"root link: fixed to the world or free"`
	Gravity      [3]float64              `json:"gravity" doc:"acceleration of free fall (m/s^2)"`
	Duration     float64                 `json:"duration" doc:"simulated time (s)"`
	Step         float64                 `json:"dt" doc:"step (s)"`
	Integrator   Integrator              `json:"integrator" doc:"method of integration"`
	Dynamics     string                  `json:"dynamics,omitempty"`
	Ideal        bool                    `json:"ideal" doc:"no damping, friction, springs, end stops and effort limits"`
	IgnoreMimic  bool                    `json:"ignore_mimic" doc:"joints that mimic others are independent"`
	Seed         int64                   `json:"seed" doc:"of all random numbers"`
	Initial      Initial                 `json:"initial" doc:"state at the start"`
	Joints       map[string]JointChanges `json:"joints,omitempty" keys:"joint"`
	Links        map[string]LinkChanges  `json:"links,omitempty" keys:"link" doc:"adds to what the robot is said to be"`
	Inertia      *Estimation             `json:"inertia,omitempty" doc:"estimates inertias from shapes"`
	Efforts      map[string]Effort       `json:"efforts" keys:"joint" doc:"efforts in an open loop, by joint"`
	Table        EffortTable             `json:"efforts_table" doc:"a file of efforts over time"`
	Excitation   map[string]EffortSignal `json:"excitation,omitempty" keys:"joint" doc:"efforts that show a response"`
	Controller   Controller              `json:"controller,omitzero" doc:"law that drives the joints"`
	Reference    map[string]Reference    `json:"reference,omitempty" keys:"joint" doc:"motions; others hold still"`
	LinkMotions  map[string]LinkMotion   `json:"reference_link,omitempty" keys:"link"`
	Trajectory   string                  `json:"trajectory,omitempty"`
	Sensors      Sensors                 `json:"sensors,omitzero" doc:"what the controller sees"`
	Actuators    Actuators               `json:"actuators,omitzero" doc:"how efforts come about"`
	Constraints  []ConstraintSpec        `json:"constraints,omitempty" doc:"loops, rolling, gears besides the tree"`
	Elements     []ForceElementSpec      `json:"force_elements,omitempty" doc:"springs between points of links"`
	Environment  []ObstacleSpec          `json:"environment,omitempty" doc:"solids that the robot may touch"`
	Bodies       []BodySpec              `json:"bodies,omitempty" doc:"free bodies beside the robot"`
	Contact      *ContactSpec            `json:"contact,omitempty" doc:"what touches what, and how"`
	Prescribed   map[string]Reference    `json:"prescribed,omitempty" keys:"joint" doc:"motions followed exactly"`
	BaseMotion   map[string]Reference    `json:"base_motion,omitempty" doc:"of a fixed base: x, y, z, roll, pitch, yaw"`
	Disturbances []Disturbance           `json:"disturbances,omitempty" doc:"forces and moments on links for some time"`
	Until        []string                `json:"stop,omitempty" doc:"what ends the run, such as elbow/position > 2.5"`
	Script       string                  `json:"script,omitempty"`
	Params       map[string]float64      `json:"params,omitempty" doc:"numbers of the script, by name"`
	Limits       RunLimits               `json:"limits,omitzero" doc:"beyond which a run counts as failed"`
	Metrics      Metrics                 `json:"metrics,omitzero" doc:"what is measured"`
	Log          Log                     `json:"log" doc:"what is recorded"`
	Expect       []string                `json:"expect,omitempty" doc:"what simulate test requires of the run"`
	Cases        Cases                   `json:"cases,omitzero"`
	Tune         *Tune                   `json:"tune,omitempty" doc:"search for numbers of this scenario"`
	Sweep        []sweep.Axis            `json:"sweep,omitempty" doc:"what differs between robots that tuning draws"`

	dir    string       // that names in the file of the scenario are relative to
	text   *strict.Node // of that file; nil if there is none
	origin string       // the name of that file; of a meta file, the one of its run
	angles []angle      // that were given in degrees
	set    []Override   // what was set since
	of     string       // the case that it is in
}

// Enum implements strict.Enumerated.
func (*Scenario) Enum(key string) string {
	if key == "dynamics" {
		return strings.Join(sim.AlgorithmNames(), "|")
	}
	return ""
}

// Docs implements strict.Documented.
func (*Scenario) Docs() map[string]string {
	return map[string]string{
		"kinetree":   "version of the format",
		"model":      "robot: a file, an embedded model, or one with changes",
		"model_args": "what a file of xacro is expanded with, as args of model says it, too",
		"dynamics": "algorithm of forward dynamics: articulated bodies, factors of the mass matrix, or the forces " +
			"through the joints. All give the same but for rounding. By itself it is crba where joints have " +
			"friction, 12 rates in a row at most, and aba else",
		"joints": "values instead of those of the robot's description, and what that cannot say",
		"reference_link": "motion of the link that a law of a link moves; without it the link goes where the " +
			"references of the joints have it",
		"trajectory": "file with a message JointTrajectory of ROS, YAML, whose joints follow it; others have their " +
			"reference",
		"cases": "operating points by name, each with what is set for it by path, as --set takes them: loaded: " +
			"{links.tool0.payload.mass: 5}. Runs, analyses, tunings, reports, studies and tests are of all of them; " +
			"--case chooses one",
		"script": "functions in Starlark, see `simulate help formats script`: a file, or an embedded script",
	}
}

// Integrator is a method of integration and its accuracy.
type Integrator struct {
	Name string  `json:"name" default:"rk4" doc:"method"`
	RTol float64 `json:"rtol,omitempty" doc:"relative, of methods that choose their own steps; 0 for their default"`
	ATol float64 `json:"atol,omitempty" doc:"absolute, of these (rad, m, rad/s, m/s); 0 for their default"`
}

// RunLimits are the bounds beyond which a run counts as failed.
type RunLimits struct {
	Drift *float64 `json:"drift,omitempty" default:"0.25"`
	Steps int      `json:"steps,omitempty"`
	Wall  WallTime `json:"wall,omitempty"`
}

// WallTime is a time on the clock (s). In files it is a number, or a text such as 90s or 2m.
type WallTime float64

// DecodeNode implements strict.Decoder.
func (w *WallTime) DecodeNode(n *strict.Node) strict.Faults {
	const expected = "expected a positive time in s, or one with a unit, such as 90s or 2m"
	if n.Kind == strict.String {
		d, err := time.ParseDuration(n.Text)
		if err != nil || d <= 0 {
			return strict.Faults{n.Fault("%q; %s", n.Text, expected)}
		}
		*w = WallTime(d.Seconds())
		return nil
	}
	var x float64
	if n.Kind != strict.Number {
		return strict.Faults{n.Fault("%s; %s", n.Kind, expected)}
	}
	faults := n.Decode(&x)
	*w = WallTime(x)
	return faults
}

// Schema implements strict.Described.
func (*WallTime) Schema() map[string]any {
	return map[string]any{"oneOf": []any{map[string]any{"type": "number", "exclusiveMinimum": 0},
		map[string]any{"type": "string"}}}
}

// Duration returns the time, at most what a duration can say.
func (w WallTime) Duration() time.Duration {
	return time.Duration(min(float64(w)*float64(time.Second), float64(math.MaxInt64/2)))
}

// Docs implements strict.Documented.
func (*RunLimits) Docs() map[string]string {
	return map[string]string{
		"drift": "energy that the integration may add or lose, relative to the energy that moved in the run. " +
			"Energies below that of a fall of the robot by 1 cm count as that",
		"steps": "steps that the run may take, parts of steps included; any number if it is not given",
		"wall": "time on the clock that the run may take (s), or a text such as 90s; any if it is not given. Where " +
			"such a run ends differs each time",
	}
}

// Disturbance is what happens to the robot for some time: a force and a moment on a link, in the axes of Frame, the
// force at the origin of the link's frame; or a payload on a link; or another friction or damping of a joint.
type Disturbance struct {
	At       float64    `json:"at" default:"0" doc:"when it begins (s)"`
	For      float64    `json:"for,omitempty" doc:"how long it lasts (s); for the rest of the run if it is not given"`
	Link     string     `json:"link,omitempty" doc:"link that it acts on"`
	Force    [3]float64 `json:"force,omitzero" doc:"at the origin of the link's frame (N)"`
	Moment   [3]float64 `json:"moment,omitzero" doc:"N m"`
	Frame    string     `json:"frame,omitempty" enum:"world|link" default:"world" doc:"whose axes both are in"`
	Payload  *TakenPart `json:"payload,omitempty" doc:"point mass that the link takes, and lets go at the end"`
	Joint    string     `json:"joint,omitempty" doc:"joint whose friction or damping changes"`
	Friction *float64   `json:"friction,omitempty" doc:"Coulomb level (N m or N)"`
	Damping  *float64   `json:"damping,omitempty" doc:"viscous (N m s/rad or N s/m)"`
}

// TakenPart is a point mass that a link takes in the course of a run. It is at rest before: its impulse makes the robot
// slower. One that the robot has from the start of the run on moves with it.
type TakenPart struct {
	Mass     float64    `json:"mass" default:"0" doc:"kg"`
	Position [3]float64 `json:"position" default:"[0, 0, 0]" doc:"in the frame of the link (m)"`
	Moving   bool       `json:"moving,omitempty"`
}

// Docs implements strict.Documented.
func (*TakenPart) Docs() map[string]string {
	return map[string]string{"moving": "it moves with the link before, so velocities go on, and the energy that " +
		"comes with it is in the column ledger/payload; else it is at rest and takes an impulse, whose loss is in " +
		"ledger/stop_loss"}
}

// Joints holds numbers by joint.
type Joints map[string]Numbers

// Initial is the state at the start. Joints not named are at rest, at zero or, where limits exclude zero, in the
// middle of what the limits of the joint, and of those that follow it, allow. A joint that follows another one need
// not be named; if it is, its numbers must be what it follows. A floating base has the name that [tree.BaseName]
// gives it, base: its position is x, y, z in the world or these and the orientation x, y, z, w; its velocity the
// linear one or this and the angular one, both of the root link's origin in the root link's axes. Otherwise it is at
// rest in the world's origin.
//
// With From the run starts from the last row of a log, at time 0, but for what is given besides. With Equilibrium it
// starts at rest in the equilibrium near the positions given, which are then what joints without a reference hold. In
// files the word equilibrium stands for that alone. Positions and velocities of what turns may be texts such as 90deg.
type Initial struct {
	Position Joints `json:"position" keys:"joint" doc:"by joint (rad or m)"`
	Velocity Joints `json:"velocity" keys:"joint" doc:"by joint (rad/s or m/s)"`
	Base     *Base  `json:"base,omitempty" doc:"of a floating base"`
	From     string `json:"from,omitempty" doc:"log whose last row is the start, but for what is given besides"`
	// Assemble: see [sim.Start].
	Assemble *bool `json:"assemble,omitempty" doc:"false: refuse a start that does not meet the constraints"`
	// Equilibrium: see [Run.balance].
	Equilibrium bool `json:"equilibrium,omitempty" doc:"law, gravity and springs are in balance, integrals included"`
}

// Base is the state of a floating base at the start, in the terms of Initial. What is nil is at rest in the world's
// origin.
type Base struct {
	Position        *[3]float64 `json:"position,omitempty" doc:"in the world (m)"`
	Orientation     *[4]float64 `json:"orientation,omitempty" doc:"quaternion x, y, z, w"`
	LinearVelocity  *[3]float64 `json:"linear_velocity,omitempty" doc:"in the root link's axes (m/s)"`
	AngularVelocity *[3]float64 `json:"angular_velocity,omitempty" doc:"in the root link's axes (rad/s)"`
}

// EffortTable names a file of efforts over time.
type EffortTable struct {
	File          string `json:"file" doc:"CSV, - for the input; none if empty"`
	Interpolation string `json:"interpolation" doc:"between its rows: hold or linear"`
}

// Log says what is recorded.
type Log struct {
	File      string `json:"file" doc:"in this folder or below, its ending is its form; - for the output"`
	Every     int    `json:"every" doc:"log each N-th step, and the first and last state in any case"`
	Ledger    bool   `json:"ledger,omitempty" doc:"columns for the account of the energy"`
	Reactions bool   `json:"reactions,omitempty" doc:"columns for what joints and constraints bear"`
	Contacts  bool   `json:"contacts,omitempty" doc:"columns for what contacts bear, and their distances"`
	// Links and Signals ask for further columns.
	Links   []string `json:"links,omitempty" doc:"links whose pose, velocity and acceleration in the world are logged"`
	Signals []string `json:"signals,omitempty" doc:"of the control loop"`
}

// Default returns the scenario that simulates nothing in particular: all options at their defaults, no model.
func Default() *Scenario {
	return &Scenario{
		Kinetree:   1,
		Base:       "fixed",
		Gravity:    [3]float64{0, 0, -9.81},
		Duration:   5,
		Step:       0.001,
		Integrator: Integrator{Name: "rk4"},
		Seed:       1,
		Initial:    Initial{Position: Joints{}, Velocity: Joints{}},
		Joints:     map[string]JointChanges{},
		Efforts:    map[string]Effort{},
		Table:      EffortTable{Interpolation: "hold"},
		Log:        Log{Every: 1},
	}
}

// FieldError says what is wrong with one field of a scenario.
type FieldError struct {
	Field   string // path, for example initial.position
	Message string
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// Wrong returns what is wrong with a field of a scenario, as a *FieldError.
func Wrong(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// Check reports the fields whose values mean nothing.
func (s *Scenario) Check() []error {
	errs := s.checkControl()
	if s.Kinetree != 1 {
		errs = append(errs, Wrong("kinetree", "format version %d; expected 1", s.Kinetree))
	}
	if s.Model.File == "-" && s.Table.File == "-" {
		errs = append(errs, Wrong("efforts_table.file", "the input is the model already; expected a file"))
	}
	if !(s.Duration >= 0) || math.IsInf(s.Duration, 0) {
		errs = append(errs, Wrong("duration", "%v s; expected 0 or more", s.Duration))
	}
	if !(s.Step > 0) || math.IsInf(s.Step, 0) {
		errs = append(errs, Wrong("dt", "%v s; expected a positive number", s.Step))
	} else if s.Duration/s.Step > 1e12 {
		errs = append(errs, Wrong("dt", "%v s: the run of %v s would take %.3g steps; expected at most 1e12", s.Step,
			s.Duration, s.Duration/s.Step))
	}
	if !floats.Finite(s.Gravity[:]...) {
		errs = append(errs, Wrong("gravity", "%v; expected three finite numbers", s.Gravity))
	}
	for i, x := range [...]float64{s.Integrator.RTol, s.Integrator.ATol} {
		if !(x >= 0) || math.IsInf(x, 0) {
			errs = append(errs, Wrong([...]string{"integrator.rtol", "integrator.atol"}[i],
				"%v; expected a positive number", x))
		}
	}
	if x := s.Limits.Drift; x != nil && (!(*x > 0) || math.IsInf(*x, 0)) {
		errs = append(errs, Wrong("limits.drift", "%v; expected a positive number, a share of the energy that moved",
			*x))
	}
	if s.Log.Every < 1 {
		errs = append(errs, Wrong("log.every", "%d; expected 1 or more", s.Log.Every))
	}
	switch s.Table.Interpolation {
	case "hold", "linear":
	default:
		errs = append(errs, Wrong("efforts_table.interpolation", "%q; expected hold or linear", s.Table.Interpolation))
	}
	switch s.Base {
	case "fixed", "floating":
	default:
		errs = append(errs, Wrong("base", "%q; expected fixed or floating", s.Base))
	}
	if file := s.Log.File; file != "-" {
		if err := record.CheckName(file); err != nil {
			errs = append(errs, Wrong("log.file", "%q: %v", file, err))
		} else if models.Hides(file) {
			errs = append(errs, Wrong("log.file", "%q: the file would hide what is embedded under that name; "+
				"expected a name that ends in %s", file, record.Endings()))
		}
	}
	return errs
}
