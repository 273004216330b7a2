package robot

import (
	"errors"
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/urdf"
)

// Opening says how the models of the scenario are opened.
func Opening(s *scenario.Scenario, e Env) models.Opening {
	o := models.Opening{Open: e.Open, Input: e.Input, Packages: s.Model.Packages}
	for _, args := range []map[string]scenario.XacroValue{s.ModelArgs, s.Model.Args} {
		for name, value := range args {
			if o.Arguments == nil {
				o.Arguments = map[string]string{}
			}
			o.Arguments[name] = string(value)
		}
	}
	return o
}

// edit alters a robot, which is a clone.
func edit(c *scenario.ModelSpec, r *urdf.Robot) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(c.Links)) {
		field, change := strict.Join("model.links", name), c.Links[name]
		l, err := r.Link(name)
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		errs = append(errs, EditLink(&change, field, l))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Joints)) {
		field, change := strict.Join("model.joints", name), c.Joints[name]
		j, err := r.Joint(name)
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		errs = append(errs, EditJoint(&change, field, j))
	}
	return errors.Join(errs...)
}

// EditLink alters a link.
func EditLink(c *scenario.LinkChange, field string, l *urdf.Link) error {
	var errs []error
	switch {
	case c.Inertia != nil:
		var mass float64
		if l.Inertial != nil {
			mass = l.Inertial.Mass
		}
		replace(&mass, c.Mass)
		t := c.Inertia
		errs = append(errs, l.SetInertia(mass, urdf.Tensor{IXX: t[0], IXY: t[1], IXZ: t[2], IYY: t[3], IYZ: t[4],
			IZZ: t[5]}))
	case c.Mass != nil:
		errs = append(errs, l.SetMass(*c.Mass))
	}
	if c.COM != nil {
		errs = append(errs, l.SetCOM(*c.COM))
	}
	if c.Stretch != nil {
		errs = append(errs, l.Stretch(*c.Stretch))
	}
	return edited(errs, func(e *urdf.EditError) error { return wrong(field+"."+e.Part, "%s", e.Message) })
}

// EditJoint alters a joint.
func EditJoint(c *scenario.JointChange, field string, j *urdf.Joint) error {
	var errs []error
	if c.Damping != nil {
		errs = append(errs, j.SetDamping(*c.Damping))
	}
	if c.Friction != nil {
		errs = append(errs, j.SetFriction(*c.Friction))
	}
	if o := c.Origin; o != nil && o.XYZ != nil {
		errs = append(errs, j.SetOriginXYZ(*o.XYZ))
	}
	if o := c.Origin; o != nil && o.RPY != nil {
		errs = append(errs, j.SetOriginRPY(*o.RPY))
	}
	return edited(errs, func(e *urdf.EditError) error { return wrong(field+"."+e.Part, "%s", e.Message) })
}

// edited joins the errors of edits, each at its place in the scenario.
func edited(errs []error, place func(*urdf.EditError) error) error {
	if !slices.ContainsFunc(errs, func(err error) bool { return err != nil }) {
		return nil
	}
	for i, err := range errs {
		var e *urdf.EditError
		if errors.As(err, &e) {
			errs[i] = place(e)
		}
	}
	return errors.Join(errs...)
}

// completed returns the numbers of a robot with the changes, all that could be changed. Bodies are those before they
// are stretched.
func completed(c *scenario.ModelSpec, given *urdf.Robot) (scenario.ModelSpec, error) {
	r := given.Clone()
	all, before := *c, *c
	all.Links, all.Joints = map[string]scenario.LinkChange{}, map[string]scenario.JointChange{}
	before.Links = maps.Clone(c.Links)
	for name, change := range before.Links {
		change.Stretch = nil
		before.Links[name] = change
	}
	if err := edit(&before, r); err != nil {
		return all, err
	}
	for _, l := range r.Links {
		if in := l.Inertial; in != nil {
			tensor, stretch := in.Inertia.Array(), c.Links[l.Name].Stretch
			if stretch == nil {
				stretch = &[3]float64{1, 1, 1}
			}
			all.Links[l.Name] = scenario.LinkChange{Mass: &in.Mass, COM: &in.Origin.XYZ, Inertia: &tensor,
				Stretch: stretch}
		}
	}
	for _, j := range r.Joints {
		d := urdf.Dynamics{}
		if j.Dynamics != nil {
			d = *j.Dynamics
		}
		origin := &scenario.Origin{XYZ: &j.Origin.XYZ}
		if j.Origin.Quaternion == nil {
			origin.RPY = &j.Origin.RPY
		}
		all.Joints[j.Name] = scenario.JointChange{Damping: &d.Damping, Friction: &d.Friction, Origin: origin}
	}
	return all, nil
}
