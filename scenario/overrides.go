package scenario

import (
	"errors"
	"math"
	"slices"

	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// Joint adds to what the description of a joint says, or replaces it. What is nil is as described, or 0 where
// descriptions cannot say it.
type Joint struct {
	Damping   *float64 `json:"damping,omitempty"`   // N m s/rad or N s/m
	Friction  *float64 `json:"friction,omitempty"`  // Coulomb level (N m or N)
	Stiffness *float64 `json:"stiffness,omitempty"` // of a spring (N m/rad or N/m)
	Rest      *float64 `json:"rest,omitempty"`      // position without an effort of the spring (rad or m)
	// inertia of the drive at the joint: that of the rotor times the gear ratio squared (kg m² or kg)
	Armature    *float64 `json:"armature,omitempty"`
	EffortLimit *float64 `json:"effort_limit,omitempty"` // of the actuator (N m or N)
	Lower       *float64 `json:"lower,omitempty"`        // stop (rad or m)
	Upper       *float64 `json:"upper,omitempty"`        // stop (rad or m)
	// of the stops: the share of the velocity that an impact returns
	Restitution *float64 `json:"restitution,omitempty"`
}

// Field returns the place of a value by the name that files give it.
func (j *Joint) Field(name string) (**float64, bool) {
	for i, known := range JointFields {
		if name == known {
			return [...]**float64{&j.Damping, &j.Friction, &j.Stiffness, &j.Rest, &j.Armature, &j.EffortLimit,
				&j.Lower, &j.Upper, &j.Restitution}[i], true
		}
	}
	return nil, false
}

// JointFields are the names of the values of a Joint.
var JointFields = []string{"damping", "friction", "stiffness", "rest", "armature", "effort_limit", "lower", "upper",
	"restitution"}

// override applies the joints and links of the scenario to a robot, and returns the options for what descriptions
// cannot say.
func (s *Scenario) override(given *urdf.Robot) (*urdf.Robot, []tree.Option, error) {
	r := *given
	r.Joints, r.Links = slices.Clone(r.Joints), slices.Clone(r.Links)
	errs := []error{s.ModelChanges.apply(&r)}
	var options []tree.Option
	var names []string
	for i := range r.Joints {
		if r.Joints[i].Type != urdf.Fixed {
			names = append(names, r.Joints[i].Name)
		}
	}
	for _, name := range sorted(s.Joints) {
		at := slices.IndexFunc(r.Joints, func(j urdf.Joint) bool { return j.Name == name && j.Type != urdf.Fixed })
		if at < 0 {
			errs = append(errs, wrong("joints", "the robot %s has no moving joint %q%s; its joints are %s", r.Name,
				name, suggest.Hint(name, names), suggest.List(names)))
			continue
		}
		change := s.Joints[name]
		if err := change.apply(&r.Joints[at]); err != nil {
			errs = append(errs, err)
			continue
		}
		if change.Armature != nil {
			options = append(options, tree.WithArmature(name, *change.Armature))
		}
	}
	return &r, options, errors.Join(append(errs, s.load(&r))...)
}

// apply changes the description of a joint.
func (j *Joint) apply(to *urdf.Joint) error {
	fail := func(name, format string, args ...any) error {
		return wrong("joints", to.Name+"."+name+": "+format, args...)
	}
	for _, name := range JointFields {
		x, _ := j.Field(name)
		if *x == nil {
			continue
		}
		switch {
		case !finite(**x):
			return fail(name, "%v; expected a finite number", **x)
		case name == "restitution" && !(**x >= 0 && **x <= 1):
			return fail(name, "%v; expected a number from 0 to 1", **x)
		case name != "rest" && name != "lower" && name != "upper" && **x < 0:
			return fail(name, "%v; expected 0 or more", **x)
		}
		simple := to.Type == urdf.Revolute || to.Type == urdf.Continuous || to.Type == urdf.Prismatic
		if !simple && name != "damping" && name != "friction" && name != "armature" {
			return fail(name, "a %s joint has several coordinates; expected a joint with one, or damping, friction "+
				"or armature", to.Type)
		}
	}
	if j.Damping != nil || j.Friction != nil {
		d := urdf.Dynamics{}
		if to.Dynamics != nil {
			d = *to.Dynamics
		}
		replace(&d.Damping, j.Damping)
		replace(&d.Friction, j.Friction)
		to.Dynamics = &d
	}
	if j.Lower == nil && j.Upper == nil && j.EffortLimit == nil {
		return nil
	}
	l := urdf.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Effort: math.Inf(1), Velocity: math.Inf(1)}
	if to.Limit != nil {
		l = *to.Limit
	}
	if to.Type == urdf.Continuous && (j.Lower != nil || j.Upper != nil) { // whose limits mean nothing
		to.Type, l.Lower, l.Upper = urdf.Revolute, math.Inf(-1), math.Inf(1)
	}
	replace(&l.Effort, j.EffortLimit)
	replace(&l.Lower, j.Lower)
	replace(&l.Upper, j.Upper)
	to.Limit = &l
	if l.Lower > l.Upper {
		return fail("lower", "%v is above the upper limit %v; expected a lower one", l.Lower, l.Upper)
	}
	return nil
}

// replace sets x to what is given, if it is.
func replace(x, given *float64) {
	if given != nil {
		*x = *given
	}
}

// extras returns what joints have that descriptions cannot say, for the simulation.
func (s *Scenario) extras(m *tree.Model) []sim.Joint {
	list := make([]sim.Joint, len(m.Joints()))
	for k, j := range m.Joints() {
		given := s.Joints[j.Name]
		replace(&list[k].Stiffness, given.Stiffness)
		replace(&list[k].Rest, given.Rest)
		replace(&list[k].Restitution, given.Restitution)
	}
	return list
}
