package scenario

import (
	"errors"
	"io"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// JointChanges adds to what the description of a joint says, or replaces it. What is nil is as described, or 0 where
// descriptions cannot say it.
type JointChanges struct {
	Damping      *float64 `json:"damping,omitempty" doc:"viscous (N m s/rad or N s/m)"`
	Friction     *float64 `json:"friction,omitempty"`
	TurnFriction *float64 `json:"turn_friction,omitempty" doc:"of the turn of a planar joint (N m)"`
	Stiffness    *float64 `json:"stiffness,omitempty" doc:"of a spring (N m/rad or N/m)"`
	Rest         *float64 `json:"rest,omitempty" doc:"position without an effort of the spring (rad or m)"`
	Armature     *float64 `json:"armature,omitempty" doc:"of the rotor, times the gear ratio squared (kg m^2 or kg)"`
	EffortLimit  *float64 `json:"effort_limit,omitempty" doc:"of the actuator (N m or N)"`
	Lower        *float64 `json:"lower,omitempty" doc:"stop (rad or m)"`
	Upper        *float64 `json:"upper,omitempty" doc:"stop (rad or m)"`
	Restitution  *float64 `json:"restitution,omitempty" default:"0" doc:"a stop returns it times the approach velocity"`

	Backlash *float64      `json:"backlash,omitempty" doc:"width of the gap of an elastic drive (rad or m)"`
	Actuated *bool         `json:"actuated,omitempty" default:"true" doc:"false: laws and efforts do not drive it"`
	Stribeck *StribeckSpec `json:"stribeck,omitempty" doc:"friction that is higher at low velocities"`
	Motor    *MotorSpec    `json:"motor,omitempty" doc:"that makes the efforts"`
	Gear     *GearSpec     `json:"gear,omitempty" doc:"between the rotor and the joint"`
	Encoder  *EncoderSpec  `json:"encoder,omitempty" doc:"what positions are rounded to, instead of sensors"`
	Elastic  *ElasticSpec  `json:"elastic,omitempty" doc:"lets the rotor move on its own"`

	Kind       string       `json:"kind,omitempty" enum:"spherical|universal|cylindrical|planar"`
	SecondAxis *[3]float64  `json:"second_axis,omitempty"`
	Limits     *[]StopRange `json:"limits,omitempty"`
}

// Docs implements strict.Documented.
func (*JointChanges) Docs() map[string]string {
	return map[string]string{
		"friction": "Coulomb level (N m or N), of a planar joint that of its sliding, in whatever direction, and of " +
			"a spherical one that of its turning, about whatever axis; of a planar joint [force, moment] is " +
			"friction and turn_friction, which are the same if only one is given",
		"kind": "makes it a joint of several degrees of freedom, about the axis of its description, whose " +
			"limits then do not count. Positions are a quaternion x, y, z, w of a spherical joint, the two angles of " +
			"a universal one, the angle and the displacement of a cylindrical one, x, y and the angle of a planar one",
		"limits": "end stops of a universal, cylindrical or planar joint: [lower, upper] for each coordinate (rad " +
			"or m), null for none",
		"second_axis": "of a universal joint, in the frame of the joint; across the first if it is not given",
	}
}

// DecodeNode implements strict.Decoder: friction may be a list of that of the sliding and that of the turn.
func (j *JointChanges) DecodeNode(n *strict.Node) strict.Faults {
	whole := *n
	whole.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key != "friction" || p.Value.Kind != strict.List {
			whole.Pairs = append(whole.Pairs, p)
			continue
		}
		if len(p.Value.Items) != 2 {
			return strict.Faults{p.Value.Fault("a list of %d; expected a number, or [force, moment] of a planar joint",
				len(p.Value.Items))}
		}
		for i, key := range []string{"friction", "turn_friction"} {
			whole.Pairs = append(whole.Pairs, strict.Pair{Key: key, Pos: p.Pos, Value: p.Value.Items[i]})
		}
	}
	return whole.Decode((*wholeJoint)(j))
}

// wholeJoint are JointChanges whose keys have one value each.
type wholeJoint JointChanges

// Docs implements strict.Documented.
func (*wholeJoint) Docs() map[string]string { return (*JointChanges)(nil).Docs() }

// Schema implements strict.Described.
func (*JointChanges) Schema() *strict.Schema {
	s := strict.SchemaOf(wholeJoint{})
	for i := range s.Properties {
		if p := &s.Properties[i]; p.Key == "friction" {
			pair := strict.TypeSchema("array")
			pair.Items, pair.MinItems, pair.MaxItems = strict.TypeSchema("number"), 2, 2
			p.Schema = &strict.Schema{Description: p.Schema.Description,
				AnyOf: []*strict.Schema{strict.TypeSchema("number"), pair}}
		}
	}
	return s
}

// Field returns the place of a value by the name that files give it.
func (j *JointChanges) Field(name string) (**float64, bool) {
	for i, known := range JointFields {
		if name == known {
			return [...]**float64{&j.Damping, &j.Friction, &j.Stiffness, &j.Rest, &j.Armature, &j.EffortLimit,
				&j.Lower, &j.Upper, &j.Restitution, &j.Backlash, &j.TurnFriction}[i], true
		}
	}
	return nil, false
}

// JointFields are the names of the values of a Joint.
var JointFields = []string{"damping", "friction", "stiffness", "rest", "armature", "effort_limit", "lower", "upper",
	"restitution", "backlash", "turn_friction"}

// override applies the joints and links of the scenario to a robot, and returns the options for what descriptions
// cannot say.
func (s *Scenario) override(given *urdf.Robot) (*urdf.Robot, []tree.Option, error) {
	r := given.Clone()
	errs := []error{s.Model.apply(r)}
	var options []tree.Option
	for _, name := range sorted(s.Joints) {
		change := s.Joints[name]
		find := r.MovingJoint
		if change.Kind != "" { // which lets a fixed joint move
			find = r.Joint
		}
		j, err := find(name)
		if err != nil {
			errs = append(errs, wrong("joints", "%v", err))
			continue
		}
		if err := change.apply(j, s.IgnoreMimic); err != nil {
			errs = append(errs, err)
			continue
		}
		if change.Kind != "" {
			options = append(options, tree.WithJoint(name, change.kind(j)))
		}
		if change.Armature != nil {
			options = append(options, tree.WithArmature(name, *change.Armature))
		}
		options = append(options, change.treeOptions(name, j.Reduction, s.Ideal)...)
	}
	return r, options, errors.Join(append(errs, s.load(r))...)
}

// Robot opens the robot of the scenario and returns it with what the scenario changes of it, and the inertias that were
// estimated for that.
func (s *Scenario) Robot(input io.Reader) (*models.Source, []estimate.Estimate, error) {
	source, list, err := s.robot(&Env{Input: input}, s.Model.File)
	if err != nil {
		return nil, nil, err
	}
	changed := *source
	changed.Robot, _, err = s.override(source.Robot)
	return &changed, list, err
}

// Build is Robot with the model of the robot; for what needs no run.
func (s *Scenario) Build(input io.Reader) (*models.Source, *tree.Model, error) {
	source, _, err := s.robot(&Env{Input: input}, s.Model.File)
	if err != nil {
		return nil, nil, err
	}
	robot, options, err := s.override(source.Robot)
	if err != nil {
		return nil, nil, err
	}
	m, err := tree.Build(robot, append(options, s.options()...)...)
	changed := *source
	changed.Robot = robot
	return &changed, m, err
}

// apply alters a joint by what descriptions can say, and checks the rest.
func (j *JointChanges) apply(to *urdf.Joint, ignoreMimic bool) error {
	var errs []error
	fail := func(name, format string, args ...any) {
		errs = append(errs, wrong("joints", to.Name+"."+name+": "+format, args...))
	}
	j.checkKind(to, fail)
	j.checkLimits(to, fail)
	j.checkEncoder(fail)
	j.checkDrive(to, to.Mimic != nil && !ignoreMimic, fail)
	for _, name := range JointFields {
		given, _ := j.Field(name)
		if *given == nil {
			continue
		}
		simple := j.Kind == "" && (to.Type == urdf.Revolute || to.Type == urdf.Continuous || to.Type == urdf.Prismatic)
		springy := name == "stiffness" || name == "rest" && j.Kind != "spherical"
		kind := string(to.Type)
		if j.Kind != "" {
			kind = j.Kind
		}
		switch x := **given; {
		case !finite(x):
			fail(name, "%v; expected a finite number", x)
		case name == "restitution" && !(x >= 0 && x <= 1):
			fail(name, "%v; expected a number from 0 to 1", x)
		case (name == "stiffness" || name == "armature" || name == "backlash") && x < 0:
			fail(name, "%v; expected 0 or more", x)
		case j.Kind != "" && springy:
		case name == "turn_friction" && kind != "planar":
			fail(name, "a %s joint has one friction; expected a planar joint, or friction alone", kind)
		case name == "turn_friction" && !(x >= 0 && j.Stribeck == nil):
			fail(name, "%v; expected 0 or more, and no key stribeck beside it", x)
		case name == "restitution" && coordinates[j.Kind] > 0 && len(j.limits()) > 0:
		case coordinates[j.Kind] > 0 && (name == "lower" || name == "upper"):
			fail(name, "a %s joint has several coordinates; expected limits with [lower, upper] for each", kind)
		case !simple && name != "damping" && name != "friction" && name != "turn_friction" && name != "armature":
			fail(name, "a %s joint has several coordinates; expected a joint with one, or damping, friction or "+
				"armature", kind)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	if j.Damping != nil {
		errs = append(errs, to.SetDamping(*j.Damping))
	}
	if j.Friction != nil {
		errs = append(errs, to.SetFriction(*j.Friction))
	}
	if j.EffortLimit != nil {
		errs = append(errs, to.SetEffortLimit(*j.EffortLimit))
	}
	if j.Lower != nil || j.Upper != nil {
		lower, upper := to.Range()
		replace(&lower, j.Lower)
		replace(&upper, j.Upper)
		errs = append(errs, to.SetRange(lower, upper))
	}
	return edited(errs, func(e *urdf.EditError) error { return wrong("joints", "%s.%v", to.Name, e) })
}

// replace sets x to what is given, if it is.
func replace(x, given *float64) {
	if given != nil {
		*x = *given
	}
}

// Extras returns what the joints of a model have that descriptions cannot say, for the simulation.
func (s *Scenario) Extras(m *tree.Model) []sim.JointExtras {
	list := make([]sim.JointExtras, len(m.Joints()))
	for k, j := range m.Joints() {
		given := s.Joints[j.Name]
		replace(&list[k].Stiffness, given.Stiffness)
		replace(&list[k].Rest, given.Rest)
		replace(&list[k].Restitution, given.Restitution)
		list[k].TurnFriction = given.TurnFriction
		list[k].Unactuated = given.Actuated != nil && !*given.Actuated
		if !s.Ideal {
			given.extras(&list[k], j.Reduction)
		}
	}
	return list
}
