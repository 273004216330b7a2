package scenario

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
)

// Controller is a control law and when it acts.
type Controller struct {
	Type        string           `json:"type,omitempty" default:"none"`
	Period      float64          `json:"period,omitempty"`
	Continuous  bool             `json:"continuous,omitempty"`
	Delay       float64          `json:"delay,omitempty" default:"0"`
	Gains       map[string]Gains `json:"gains,omitempty" keys:"joint" doc:"what is not given is that of *, or 0"`
	Model       string           `json:"model,omitempty"`
	FeedForward ForwardSpec      `json:"feed_forward,omitzero"`
	Schedule    *ScheduleSpec    `json:"schedule,omitempty"`
	Gravity     bool             `json:"gravity,omitempty"`
	Include     []string         `json:"include,omitempty" enum:"damping|friction|springs"`
	Derivative  string           `json:"derivative,omitempty" enum:"error|measurement" default:"error"`
	FilterTime  float64          `json:"filter_time,omitempty" default:"0"`
	AntiWindup  string           `json:"anti_windup,omitempty" default:"clamp"`
	Tracking    float64          `json:"tracking_time,omitempty"`
	Weights     *WeightSpec      `json:"setpoint_weights,omitempty"`
	OutputLimit ByJoint          `json:"output_limit,omitempty"`
	DeadBand    ByJoint          `json:"dead_band,omitempty"`

	// Of the law adaptive, see control.Adaptive.
	Lambda            float64               `json:"lambda,omitempty"`
	K                 map[string]float64    `json:"k,omitempty" keys:"joint"`
	Adaptation        map[string]Parameters `json:"adaptation,omitempty" keys:"joint"`
	InitialParameters map[string]Parameters `json:"initial_parameters,omitempty" keys:"joint"`
	Projection        bool                  `json:"projection,omitempty"`

	// Of the laws of a link, see control.OperationalSpace and control.TaskImpedance.
	Link            string         `json:"link,omitempty" doc:"that the laws of a link move"`
	P               []float64      `json:"p,omitempty"`
	D               []float64      `json:"d,omitempty"`
	Stiffness       TaskMatrix     `json:"stiffness,omitempty"`
	Damping         TaskMatrix     `json:"damping,omitempty"`
	DampingRatio    *float64       `json:"damping_ratio,omitempty"`
	NullSpace       *NullSpaceSpec `json:"null_space,omitempty"`
	SingularDamping float64        `json:"singular_damping,omitempty" default:"0"`

	// Of the law cascade, see control.Cascade.
	Joints map[string]CascadeJoint `json:"joints,omitempty" keys:"joint"`

	WrenchCompensation string `json:"wrench_compensation,omitempty" enum:"known|measured"`

	// Of the controllers of ros2_control.
	File         string                `json:"file,omitempty"`
	Name         string                `json:"name,omitempty"`
	Distribution string                `json:"distribution,omitempty" enum:"humble|jazzy|kilted|rolling"`
	Trajectory   string                `json:"trajectory,omitempty"`
	Args         map[string]string     `json:"args,omitempty" keys:"argument"`
	DelayPeriods float64               `json:"delay_periods,omitempty" default:"0"`
	Drive        map[string]DriveGains `json:"drive,omitempty" keys:"joint"`
}

// Enum implements strict.Enumerated.
func (*Controller) Enum(key string) string {
	return map[string]string{
		"type": "none|pd|pid|pi_velocity|cascade|gravity_compensation|pd_gravity|computed_torque|lqr|lqi|impedance|" +
			"operational_space|task_impedance|adaptive|script|ros2_control",
		"anti_windup": "clamp|conditional|back-calculation",
	}[key]
}

// Docs implements strict.Documented.
func (*Controller) Docs() map[string]string {
	return map[string]string{
		"type": "control law; pi_velocity: effort d s + z with s = reference velocity + p position error - velocity, " +
			"and the integral z of i s, which saturated actuators keep from winding up",
		"delay":  "time from a sample to the arrival of its efforts (s)",
		"period": "time from one sample to the next (s); the step dt if it is not given",
		"continuous": "the law acts at every instant on the true state, without samples, delay, sensors and " +
			"actuators",
		"model": "the model that the law believes in: a file or an embedded model; the simulated one if it is not " +
			"given",
		"feed_forward": strings.Join(Jointwise, ", ") + ": add the efforts that the reference takes, or shares of " +
			"them; true: all but those of damping and friction",
		"schedule": strings.Join(GainNamed("p").laws, ", ") + ": gains that depend on a position or the payload",
		"gravity":  strings.Join(Jointwise, ", ") + ": add the efforts of gravity where the robot is",
		"include": "computed_torque, impedance, and laws with feed_forward: add efforts of joints, too: friction at " +
			"the velocity of the reference; springs as measured, of a feed-forward at the reference; damping of " +
			"computed_torque as measured",
		"setpoint_weights": "pid: p (b r - q) + d (c r' - q'), with b = p and c = d here; the integral begins with " +
			"p (1 - b) q",
		"output_limit":  "pid: of the effort (N m or N), by joint or for all; anti_windup hears of it",
		"dead_band":     "pid: error of the position that counts nothing, by which larger ones count less (rad or m)",
		"derivative":    "pid: what the derivative acts on",
		"filter_time":   "pid: time constant of the low-pass on the derivative (s)",
		"anti_windup":   "pid: what becomes of the integral while actuators saturate",
		"tracking_time": "pid: time constant of back-calculation (s); the period if not given",
		"p": "operational_space: along and about the world's x, y and z (1/s^2); a direction whose p and d are 0 is " +
			"free",
		"d": "operational_space: likewise (1/s)",
		"stiffness": "task_impedance: along and about the world's x, y and z (N/m, N m/rad), six numbers or six " +
			"rows; a direction without stiffness and damping is free",
		"damping": "task_impedance: likewise (N s/m, N m s/rad)",
		"damping_ratio": "task_impedance: that of each mode of the stiffness and the inertia at the link, instead of " +
			"a damping",
		"null_space": "laws of a link: draw the motions of the joints that the link does not feel to a posture",
		"singular_damping": "laws of a link: share by which the mobility of the link in each direction is raised, so " +
			"that a singular pose, which is an error without, only weakens the law",
		"joints": "cascade: a law of the position gives the velocity that a law of the velocity follows; what a " +
			"joint does not give is that of *",
		"wrench_compensation": "computed_torque, impedance, laws of a link, and laws with feed_forward: add the " +
			"efforts that hold the wrenches on the links, known beforehand or measured by sensors in the links",
		"lambda": "adaptive: share of the position error in s = velocity error + lambda position error (1/s)",
		"k":      "adaptive: gain of s by joint (N m s/rad or N s/m); * is the default for all",
		"adaptation": "adaptive: how fast estimates change, by the joint whose body they are of; what is not named " +
			"keeps its value",
		"initial_parameters": "adaptive: estimates at the start; what is not named has the model's value",
		"file":               "ros2_control: parameter file of ROS 2 with the controllers, such as controllers.yaml",
		"name": "ros2_control: the controller that takes the reference, if the file has several; those that it feeds " +
			"follow",
		"distribution": "ros2_control: that of ROS whose PIDs the controllers have; the one that their keys tell if " +
			"it is not given",
		"trajectory": "ros2_control: message JointTrajectory, as YAML, that a joint_trajectory_controller is to " +
			"follow and judges",
		"args": "ros2_control: arguments of the launch file, which stand in for $(var NAME) in the " +
			"parameter file",
		"delay_periods": "ros2_control: delay in periods; 1 for hardware that commands reach a period later",
		"drive": "ros2_control: gains of the drives that take positions or velocities, by joint, * for all; an ideal " +
			"drive if it is not given",
		"projection": "adaptive: keep the estimates among those that bodies can have",
	}
}

// Gains are those of a joint. What is nil is that of "*", or 0.
type Gains struct {
	P              *float64 `json:"p,omitempty" doc:"N m/rad or N/m; computed_torque: 1/s^2; pi_velocity: 1/s"`
	I              *float64 `json:"i,omitempty" doc:"N m/(rad s) or N/(m s); pi_velocity: N m/rad or N/m"`
	D              *float64 `json:"d,omitempty" doc:"N m s/rad or N s/m; computed_torque: 1/s"`
	IClamp         *float64 `json:"i_clamp,omitempty" doc:"largest effort of the integral (N m or N); no limit"`
	PositionWeight *float64 `json:"position_weight,omitempty"`
	VelocityWeight *float64 `json:"velocity_weight,omitempty"`
	EffortWeight   *float64 `json:"effort_weight,omitempty"`
	IntegralWeight *float64 `json:"integral_weight,omitempty"`
}

// Docs implements strict.Documented.
func (*Gains) Docs() map[string]string {
	return map[string]string{
		"position_weight": "lqr, lqi: weight of the squared position error (rad^2 or m^2) in the sum over samples " +
			"that the law minimises; 1 if it is not given. Only ratios of weights count: 100 times this weight makes " +
			"the joint up to sqrt(10) times as fast",
		"velocity_weight": "lqr, lqi: weight of the squared velocity error (rad^2/s^2 or m^2/s^2); 1 if it is not " +
			"given",
		"effort_weight": "lqr, lqi: weight of the squared effort beside that which the reference takes (N^2 m^2 " +
			"or N^2); 1 if it is not given",
		"integral_weight": "lqi: weight of the squared integral of the position error (rad^2 s^2 or m^2 s^2); 1 " +
			"if it is not given, 0 for no integral. Integrals bring joints to the reference against constant forces " +
			"that the law does not know",
	}
}

// WeightSpec has the weights of the reference in a PID.
type WeightSpec struct {
	P *float64 `json:"p,omitempty" doc:"in the proportional part; 1 if it is not given"`
	D *float64 `json:"d,omitempty" doc:"in the derivative; 1 if it is not given"`
}

// Jointwise are the laws that act on each joint by its gains and its motion alone, unless there is a feed-forward.
var Jointwise = []string{"pd", "pid", "pi_velocity"}

// Gain is a field of Gains: its name, what it is where nobody gives it, and which laws use it.
type Gain struct {
	name     string
	Field    func(*Gains) **float64
	Fallback float64
	laws     []string
}

var gains = []Gain{
	{"p", func(g *Gains) **float64 { return &g.P }, 0, []string{"pd", "pid", "pi_velocity", "pd_gravity",
		"computed_torque", "impedance", ROS2Control}},
	{"i", func(g *Gains) **float64 { return &g.I }, 0, []string{"pid", "pi_velocity", ROS2Control}},
	{"d", func(g *Gains) **float64 { return &g.D }, 0, []string{"pd", "pid", "pi_velocity", "pd_gravity",
		"computed_torque", "impedance", ROS2Control}},
	{"i_clamp", func(g *Gains) **float64 { return &g.IClamp }, math.Inf(1), []string{"pid", "pi_velocity"}},
	{"position_weight", func(g *Gains) **float64 { return &g.PositionWeight }, 1, []string{"lqr", "lqi"}},
	{"velocity_weight", func(g *Gains) **float64 { return &g.VelocityWeight }, 1, []string{"lqr", "lqi"}},
	{"effort_weight", func(g *Gains) **float64 { return &g.EffortWeight }, 1, []string{"lqr", "lqi"}},
	{"integral_weight", func(g *Gains) **float64 { return &g.IntegralWeight }, 1, []string{"lqi"}},
}

// Of returns the gain among those of a joint.
func (g *Gain) Of(list *Gains) *float64 { return *g.Field(list) }

// with returns the gains, with those of others in place of them where the others have any.
func (g Gains) with(others Gains) Gains {
	for i := range gains {
		if x := gains[i].Of(&others); x != nil {
			*gains[i].Field(&g) = x
		}
	}
	return g
}

// Uses reports whether the law of the controller has a gain.
func (c *Controller) Uses(name string) bool { return slices.Contains(GainNamed(name).laws, c.Type) }

// GainNamed returns the gain of a name.
func GainNamed(name string) *Gain {
	return &gains[slices.IndexFunc(gains, func(g Gain) bool { return g.name == name })]
}

// Active reports whether the controller does anything.
func (c *Controller) Active() bool { return c.Type != "" && c.Type != "none" }

// Believes reports whether the law computes with a model of the robot.
func (c *Controller) Believes() bool {
	return c.FeedForward.given() || c.Gravity || slices.Contains([]string{"cascade",
		"gravity_compensation", "pd_gravity", "computed_torque",
		"impedance", "adaptive"}, c.Type) || c.Regulator() || c.Tasked()
}

// Every is the name of the gains of all joints.
const Every = "*"

// check returns the faults that do not depend on the robot.
func (c *Controller) check() []error {
	var errs []error
	fail := func(field, format string, args ...any) {
		errs = append(errs, Wrong("controller."+field, format, args...))
	}
	if !(c.Period >= 0) || math.IsInf(c.Period, 0) {
		fail("period", "%v s; expected a positive number", c.Period)
	}
	if !(c.Delay >= 0) || math.IsInf(c.Delay, 0) {
		fail("delay", "%v s; expected 0 or more", c.Delay)
	}
	sampled := []string{"pi_velocity", "cascade", "lqi", "script"}
	if c.Continuous && (c.Period != 0 || c.Delay != 0 || slices.Contains(sampled, c.Type)) {
		fail("continuous", "a law that acts at every instant has no samples; expected no period, no delay, and none "+
			"of the laws %s", suggest.List(sampled))
	}
	if c.Continuous && c.Type == "pid" {
		if c.FilterTime != 0 || c.Weights != nil || c.OutputLimit != nil {
			fail("continuous", "a law that acts at every instant has no filter, no weights and no limit of its "+
				"output; expected a period, or none of filter_time, setpoint_weights and output_limit")
		}
		if c.AntiWindup != "" && c.AntiWindup != string(control.ClampOnly) {
			fail("anti_windup", "%q; expected clamp, which is that of a law without samples", c.AntiWindup)
		}
	}
	for _, x := range []struct {
		field string
		given bool
		laws  []string
	}{
		{"feed_forward", c.FeedForward.given(), Jointwise}, {"gravity", c.Gravity, Jointwise},
		{"derivative", c.Derivative != "", []string{"pid"}},
		{"filter_time", c.FilterTime != 0, []string{"pid"}},
		{"schedule", c.Schedule != nil, GainNamed("p").laws}, {"setpoint_weights", c.Weights != nil, []string{"pid"}},
		{"output_limit", c.OutputLimit != nil, []string{"pid"}},
		{"dead_band", c.DeadBand != nil, []string{"pid"}},
		{"anti_windup", c.AntiWindup != "", []string{"pid"}}, {"tracking_time", c.Tracking != 0, []string{"pid"}},
	} {
		if x.given && !slices.Contains(x.laws, c.Type) {
			fail(x.field, "the law %s does not use it; expected one of the laws %s, or no such key", c.LawName(),
				suggest.List(x.laws))
		}
	}
	if c.Type == "pid" && c.Tracking != 0 && c.AntiWindup != string(control.BackCalculation) {
		fail("tracking_time", "without back-calculation nothing uses it; expected anti_windup: back-calculation, or "+
			"no such key")
	}
	c.checkForward(fail)
	c.checkSchedule(fail)
	c.checkTask(fail)
	errs = append(append(errs, c.checkAdaptive()...), c.CheckCascade()...)
	errs = append(errs, c.checkROS()...)
	switch w := c.WrenchCompensation; {
	case w == "":
	case w != "known" && w != "measured":
		fail("wrench_compensation", "%q; expected known or measured", w)
	case !c.FeedForward.given() && c.Type != "computed_torque" && c.Type != "impedance" && !c.Tasked():
		fail("wrench_compensation", "the law %s without a feed-forward does not use it; expected computed_torque, "+
			"impedance or a law of a link, or feed_forward: true", c.LawName())
	}
	check := func(path string, given Gains) {
		for _, g := range gains {
			x := g.Of(&given)
			switch {
			case x == nil:
			case !slices.Contains(g.laws, c.Type):
				fail(path+"."+g.name,
					"the law %s does not use it; expected one of the laws %s, or no such key", c.LawName(),
					suggest.List(g.laws))
			case !floats.Finite(*x):
				fail(path+"."+g.name, "%v; expected a finite number", *x)
			case g.name == "i_clamp" && *x < 0, strings.HasSuffix(g.name, "_weight") && *x < 0:
				fail(path+"."+g.name, "%v; expected 0 or more", *x)
			case g.name == "effort_weight" && *x == 0:
				fail(path+"."+g.name,
					"0; expected a positive number, for efforts that cost nothing would be infinite")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Gains)) {
		check(strict.Join("gains", name), c.Gains[name])
	}
	if c.Schedule != nil {
		for i, list := range c.Schedule.Gains {
			for _, name := range slices.Sorted(maps.Keys(list)) {
				check(strict.Join(fmt.Sprintf("schedule.gains.%d", i), name), list[name])
			}
		}
	}
	return errs
}

// LawName returns the type of the control law, none where there is no type.
func (c *Controller) LawName() string {
	if c.Type == "" {
		return "none"
	}
	return c.Type
}

// Regulator reports whether the law is a linear-quadratic regulator.
func (c *Controller) Regulator() bool { return c.Type == "lqr" || c.Type == "lqi" }

// CheckJoints returns the faults of gains of joints that a robot does not have.
func (c *Controller) CheckJoints(m *tree.Model) error {
	errs := c.checkBodies(m)
	check := func(field, name string) {
		if name == Every {
			return
		}
		k, err := FindJoint(m, field, name)
		if err == nil && m.Joints()[k].Leader >= 0 {
			err = Wrong(field, "joint %q mimics %q, so it has no controller of its own", name,
				m.Joints()[m.Joints()[k].Leader].Name)
		}
		errs = append(errs, err)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Gains)) {
		check(strict.Join("controller.gains", name), name)
	}
	if c.Schedule != nil {
		for i, list := range c.Schedule.Gains {
			for _, name := range slices.Sorted(maps.Keys(list)) {
				check(strict.Join(fmt.Sprintf("controller.schedule.gains.%d", i), name), name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.OutputLimit)) {
		check(strict.Join("controller.output_limit", name), name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.DeadBand)) {
		check(strict.Join("controller.dead_band", name), name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Joints)) {
		check(strict.Join("controller.joints", name), name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.K)) {
		check(strict.Join("controller.k", name), name)
	}
	return errors.Join(errs...)
}

// Rates returns a gain for each rate of a robot.
func (c *Controller) Rates(m *tree.Model, name string) []float64 { return c.rates(m, name)[0] }

// rates returns a list of gains for each name, with a number for each rate of a robot.
func (c *Controller) rates(m *tree.Model, names ...string) [][]float64 {
	list, lists := make([]*Gain, len(names)), make([][]float64, len(names))
	for k, name := range names {
		list[k] = GainNamed(name)
		lists[k] = slices.Repeat([]float64{list[k].Fallback}, m.NV())
	}
	every := c.Gains[Every]
	// of a drive only what is named is weighted or fed back
	drives := Gains{PositionWeight: new(float64), VelocityWeight: new(float64), IntegralWeight: new(float64)}
	for i := range m.Joints() {
		j := &m.Joints()[i]
		if j.Leader >= 0 {
			continue
		}
		own, all := c.Gains[j.Name], &every
		if j.Drives >= 0 {
			all = &drives
		}
		for k, g := range list {
			x := g.Of(&own)
			if x == nil {
				x = g.Of(all)
			}
			for v := j.V; x != nil && v < j.V+j.NV; v++ {
				lists[k][v] = *x
			}
		}
	}
	if m.Floating() { // which has no actuator
		for _, list := range lists {
			clear(list[:6])
		}
	}
	return lists
}

// RateGains returns the gains for each rate of a robot.
func (c *Controller) RateGains(m *tree.Model) control.RateGains {
	x := c.rates(m, "p", "i", "d", "i_clamp")
	return control.RateGains{P: x[0], I: x[1], D: x[2], Clamp: x[3]}
}

// Law returns the control law for a robot, which believes in a model of it; for a linear analysis without what is
// not linear.
func (c *Controller) Law(m, believed *tree.Model, extras []sim.JointExtras, payload float64,
	linear bool) (control.Law, error) {
	g := c.gainsFor(m, payload)
	var law control.Law
	var err error
	switch c.Type {
	case "pd":
		law, err = c.scheduled(m, control.NewPD(m, g.P, g.D))
	case "pid":
		config := control.PIDConfig{P: g.P, I: g.I, D: g.D, Clamp: g.Clamp,
			AntiWindup: control.AntiWindup(c.AntiWindup), TrackingTime: c.Tracking,
			OnMeasurement: c.Derivative == "measurement", FilterTime: c.FilterTime,
			Output: c.OutputLimit.rates(m, math.Inf(1)), DeadBand: c.DeadBand.rates(m, 0)}
		if w := c.Weights; w != nil {
			config.Weights = &control.SetpointWeights{P: Or(w.P, 1), D: Or(w.D, 1)}
		}
		if linear {
			config.DeadBand = nil
			for i := range config.Output {
				config.Output[i] = math.Inf(1)
			}
		}
		var pid *control.PID
		if pid, err = control.NewPID(m, config); err == nil {
			law, err = c.scheduled(m, pid)
		}
	case "pi_velocity":
		var pi *control.PIVelocity
		if pi, err = control.NewPIVelocity(m, g); err == nil {
			law, err = c.scheduled(m, pi)
		}
	case "gravity_compensation":
		law = control.NewGravityCompensation(believed)
	case "pd_gravity":
		if law, err = c.scheduled(m, control.NewPD(m, g.P, g.D)); err == nil {
			law = control.Sum(m, law, control.NewGravityCompensation(believed))
		}
	case "computed_torque":
		law, err = c.scheduled(m, control.NewComputedTorque(believed, g.P, g.D))
	case "impedance":
		law, err = c.scheduled(m, control.NewImpedance(believed, g.P, g.D))
	case "adaptive":
		law = c.adaptive(believed)
	default:
		panic("scenario: there is no law " + c.Type)
	}
	if placed := new(FieldError); errors.As(err, &placed) {
		return nil, err
	} else if err != nil {
		return nil, Wrong("controller", "%v", err)
	}
	if c.Gravity {
		law = control.Sum(m, law, control.NewGravityCompensation(believed))
	}
	if forward := c.forward(m, believed, extras); forward != nil {
		law = control.Sum(m, law, forward)
	}
	return c.compensated(m, believed, law)
}

// compensated returns a law that holds the wrenches on the links, if the scenario says so.
func (c *Controller) compensated(m, believed *tree.Model, law control.Law) (control.Law, error) {
	if c.WrenchCompensation == "" {
		return law, nil
	}
	hold, err := control.NewWrenchCompensation(believed, m)
	if err != nil {
		return nil, Wrong("controller.wrench_compensation", "%v", err)
	}
	return control.Sum(m, law, hold), nil
}
