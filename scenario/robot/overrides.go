package robot

import (
	"errors"
	"io"
	"maps"
	"slices"

	"kinetree/internal/floats"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// Change applies the joints and links of the scenario to a robot, and returns the options for what descriptions
// cannot say.
func Change(s *scenario.Scenario, given *urdf.Robot) (*urdf.Robot, []tree.Option, error) {
	r := given.Clone()
	errs := []error{edit(&s.Model, r)}
	options := freeBodies(s)
	for _, name := range slices.Sorted(maps.Keys(s.Joints)) {
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
		if err := ChangeJoint(&change, j, s.IgnoreMimic); err != nil {
			errs = append(errs, err)
			continue
		}
		if change.Kind != "" {
			options = append(options, tree.WithJoint(name, kindOf(&change, j)))
		}
		if change.Armature != nil {
			options = append(options, tree.WithArmature(name, *change.Armature))
		}
		options = append(options, treeOptions(&change, name, j.Reduction, s.Ideal)...)
	}
	return r, options, errors.Join(append(errs, addPayloads(s, r))...)
}

// Changed opens the robot of the scenario and returns it with what the scenario changes of it, and the inertias that
// were estimated for that.
func Changed(s *scenario.Scenario, input io.Reader) (*models.Source, []estimate.Estimate, error) {
	source, list, err := Open(s, Env{Input: input}, s.Model.File)
	if err != nil {
		return nil, nil, err
	}
	changed := *source
	changed.Robot, _, err = Change(s, source.Robot)
	return &changed, list, err
}

// Build is Robot with the model of the robot; for what needs no run.
func Build(s *scenario.Scenario, input io.Reader) (*models.Source, *tree.Model, error) {
	source, _, err := Open(s, Env{Input: input}, s.Model.File)
	if err != nil {
		return nil, nil, err
	}
	robot, options, err := Change(s, source.Robot)
	if err != nil {
		return nil, nil, err
	}
	m, err := tree.Build(robot, append(options, TreeOptions(s)...)...)
	changed := *source
	changed.Robot = robot
	return &changed, m, err
}

// ChangeJoint alters a joint by what descriptions can say, and checks the rest.
func ChangeJoint(j *scenario.JointChanges, to *urdf.Joint, ignoreMimic bool) error {
	var errs []error
	fail := func(name, format string, args ...any) {
		errs = append(errs, wrong("joints", to.Name+"."+name+": "+format, args...))
	}
	checkKind(j, to, fail)
	checkLimits(j, to, fail)
	checkEncoder(j, fail)
	checkDrive(j, to, to.Mimic != nil && !ignoreMimic, fail)
	for _, name := range scenario.JointFields {
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
		case !floats.Finite(x):
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
		case name == "restitution" && coordinates[j.Kind] > 0 && len(limitsOf(j)) > 0:
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
func Extras(s *scenario.Scenario, m *tree.Model) []sim.JointExtras {
	list := make([]sim.JointExtras, len(m.Joints()))
	for k, j := range m.Joints() {
		given := s.Joints[j.Name]
		replace(&list[k].Stiffness, given.Stiffness)
		replace(&list[k].Rest, given.Rest)
		replace(&list[k].Restitution, given.Restitution)
		list[k].TurnFriction = given.TurnFriction
		list[k].Unactuated = j.Free || given.Actuated != nil && !*given.Actuated
		if !s.Ideal {
			extras(&given, &list[k], j.Reduction)
		}
	}
	return list
}
