package scenario

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/urdf"
)

// ModelChanges replace numbers of a model. They stand in the key model beside the file: {file: ur5.urdf, links:
// {forearm_link: {mass: 2.3}}}.
type ModelChanges struct {
	Links  map[string]LinkChange  `json:"links,omitempty"`
	Joints map[string]JointChange `json:"joints,omitempty"`
}

// LinkChange replaces numbers of a link. What is nil is as described. A mass without an inertia scales the inertia,
// so that the link stays a body of the same form.
type LinkChange struct {
	Mass *float64    `json:"mass,omitempty"` // kg
	COM  *[3]float64 `json:"com,omitempty"`  // centre of mass in the link's frame (m)
	// ixx, ixy, ixz, iyy, iyz, izz about the centre of mass, in the axes of the description (kg m²)
	Inertia *[6]float64 `json:"inertia,omitempty"`
	// Stretch makes the body so many times as long along each of these axes, the mass and its centre as they are. It
	// becomes another body, whatever the factors.
	Stretch *[3]float64 `json:"stretch,omitempty" doc:"factors by which the body is longer along the axes of its inertia, with the mass and its centre where they are; any positive ones make a body that can be"`
}

// JointChange replaces numbers of a joint.
type JointChange struct {
	Damping  *float64 `json:"damping,omitempty"`  // N m s/rad or N s/m
	Friction *float64 `json:"friction,omitempty"` // N m or N
	Origin   *Origin  `json:"origin,omitempty"`   // of the joint in the parent link's frame
}

// Origin is where a joint is.
type Origin struct {
	XYZ *[3]float64 `json:"xyz,omitempty"` // m
	RPY *[3]float64 `json:"rpy,omitempty"` // rad
}

// changedModel is the key model with changes.
type changedModel struct {
	File string `json:"file"`
	ModelChanges
}

// changedForm is changedModel as it is decoded.
type changedForm struct {
	File   string                 `json:"file"`
	Links  map[string]LinkChange  `json:"links"`
	Joints map[string]JointChange `json:"joints"`
}

func (c *ModelChanges) none() bool { return len(c.Links) == 0 && len(c.Joints) == 0 }

// plain is a Scenario whose model is the name of the file alone.
type plain Scenario

// DecodeNode implements strict.Decoder: the key model is a name, or a mapping with the name and what is changed.
func (s *Scenario) DecodeNode(n *strict.Node) strict.Faults {
	at := slices.IndexFunc(n.Pairs, func(p strict.Pair) bool { return p.Key == "model" })
	if at < 0 || n.Pairs[at].Value.Kind != strict.Map {
		return n.Decode((*plain)(s))
	}
	var form changedForm
	model := n.Pairs[at].Value
	faults := model.Decode(&form)
	if form.File == "" && model.Get("file") == nil {
		faults = append(faults, model.Fault("there is no key file; expected a file or an embedded model"))
	}
	rest := *n
	rest.Pairs = slices.Delete(slices.Clone(n.Pairs), at, at+1)
	faults = append(faults, rest.Decode((*plain)(s))...)
	s.Model, s.ModelChanges = form.File, ModelChanges{form.Links, form.Joints}
	return faults
}

// Schema implements strict.Described.
func (s *Scenario) Schema() map[string]any {
	schema := strict.SchemaOf(plain{})
	properties := schema["properties"].(map[string]any)
	properties["model"] = map[string]any{"anyOf": []any{properties["model"], strict.SchemaOf(changedForm{})}}
	return schema
}

// MarshalJSON writes the model as a mapping if it is changed.
func (s Scenario) MarshalJSON() ([]byte, error) {
	if s.ModelChanges.none() {
		return json.Marshal(plain(s))
	}
	return json.Marshal(struct {
		plain
		Model changedModel `json:"model"`
	}{plain(s), changedModel{s.Model, s.ModelChanges}})
}

// apply changes a robot whose lists of links and joints are its own.
func (c *ModelChanges) apply(r *urdf.Robot) error {
	var errs []error
	for _, name := range sorted(c.Links) {
		field := "model.links." + quote(name)
		change := c.Links[name]
		at := slices.IndexFunc(r.Links, func(l urdf.Link) bool { return l.Name == name })
		if at < 0 {
			errs = append(errs, noLink(field, r.Name, name, linkNames(r)))
			continue
		}
		inertial, err := change.on(field, r.Links[at].Inertial)
		r.Links[at].Inertial = inertial
		errs = append(errs, err)
	}
	var names []string
	for i := range r.Joints {
		names = append(names, r.Joints[i].Name)
	}
	for _, name := range sorted(c.Joints) {
		field := "model.joints." + quote(name)
		change := c.Joints[name]
		at := slices.Index(names, name)
		if at < 0 {
			errs = append(errs, wrong(field, "the robot %s has no joint %q%s; its joints are %s", r.Name, name,
				suggest.Hint(name, names), suggest.List(names)))
			continue
		}
		errs = append(errs, change.on(field, &r.Joints[at]))
	}
	return errors.Join(errs...)
}

// on returns the inertia of a link with the change.
func (c *LinkChange) on(field string, given *urdf.Inertial) (*urdf.Inertial, error) {
	var in urdf.Inertial
	if given != nil {
		in = *given
	}
	if m := c.Mass; m != nil {
		switch {
		case !finite(*m) || *m < 0:
			return given, wrong(field+".mass", "%v kg; expected 0 or more", *m)
		case c.Inertia != nil:
		case in.Mass > 0:
			t, s := &in.Inertia, *m/in.Mass
			in.Inertia = urdf.Inertia{IXX: t.IXX * s, IXY: t.IXY * s, IXZ: t.IXZ * s, IYY: t.IYY * s, IYZ: t.IYZ * s,
				IZZ: t.IZZ * s}
		case in.Inertia != (urdf.Inertia{}):
			return given, wrong(field+".mass",
				"the link has an inertia and no mass, so there is nothing to scale; expected the inertia, too")
		}
		in.Mass = *m
	}
	if p := c.COM; p != nil {
		if !finite(p[:]...) {
			return given, wrong(field+".com", "%v; expected three finite numbers", *p)
		}
		in.Origin.XYZ = *p
	}
	if t := c.Inertia; t != nil {
		in.Inertia = urdf.Inertia{IXX: t[0], IXY: t[1], IXZ: t[2], IYY: t[3], IYZ: t[4], IZZ: t[5]}
		if !physical(*t) {
			return given, wrong(field+".inertia",
				"%v: no body has these moments of inertia; expected a tensor whose principal moments are not "+
					"negative and none larger than the sum of the others", *t)
		}
	}
	if f := c.Stretch; f != nil {
		if !finite(f[:]...) || min(f[0], f[1], f[2]) <= 0 {
			return given, wrong(field+".stretch", "%v; expected three positive factors", *f)
		}
		in.Inertia = stretched(in.Inertia, *f)
	}
	return &in, nil
}

// stretched returns the tensor of a body that is stretched along its axes: its second moments Σ = ∫ r rᵀ dm, of which
// the tensor is I = tr(Σ) 1 − Σ, become S Σ S with S = diag(f). What is positive semidefinite stays so, and that is
// what makes a tensor one of a body.
func stretched(t urdf.Inertia, f [3]float64) urdf.Inertia {
	half := (t.IXX + t.IYY + t.IZZ) / 2 // tr(Σ)
	xx, yy, zz := f[0]*f[0]*(half-t.IXX), f[1]*f[1]*(half-t.IYY), f[2]*f[2]*(half-t.IZZ)
	return urdf.Inertia{IXX: yy + zz, IYY: xx + zz, IZZ: xx + yy, IXY: f[0] * f[1] * t.IXY, IXZ: f[0] * f[2] * t.IXZ,
		IYZ: f[1] * f[2] * t.IYZ}
}

// on changes the description of a joint.
func (c *JointChange) on(field string, to *urdf.Joint) error {
	var errs []error
	dynamics := urdf.Dynamics{}
	if to.Dynamics != nil {
		dynamics = *to.Dynamics
	}
	for _, x := range []struct {
		name  string
		given *float64
		to    *float64
	}{{"damping", c.Damping, &dynamics.Damping}, {"friction", c.Friction, &dynamics.Friction}} {
		switch {
		case x.given == nil:
		case !finite(*x.given) || *x.given < 0:
			errs = append(errs, wrong(field+"."+x.name, "%v; expected 0 or more", *x.given))
		case to.Type == urdf.Fixed:
			errs = append(errs, wrong(field+"."+x.name, "the joint is fixed; expected one that moves"))
		default:
			*x.to, to.Dynamics = *x.given, &dynamics
		}
	}
	if c.Origin == nil {
		return errors.Join(errs...)
	}
	if p := c.Origin.XYZ; p != nil {
		to.Origin.XYZ = *p
	}
	if p := c.Origin.RPY; p != nil {
		to.Origin.RPY, to.Origin.Quaternion = *p, nil
	}
	return errors.Join(errs...)
}

// complete returns the numbers of a robot with the changes, all that could be changed. Bodies are those before they
// are stretched.
func (c *ModelChanges) complete(given *urdf.Robot) (ModelChanges, error) {
	r := *given
	r.Links, r.Joints = slices.Clone(r.Links), slices.Clone(r.Joints)
	all := ModelChanges{map[string]LinkChange{}, map[string]JointChange{}}
	before := ModelChanges{maps.Clone(c.Links), c.Joints}
	for name, change := range before.Links {
		change.Stretch = nil
		before.Links[name] = change
	}
	if err := before.apply(&r); err != nil {
		return all, err
	}
	for _, l := range r.Links {
		if in := l.Inertial; in != nil {
			t := in.Inertia
			stretch := c.Links[l.Name].Stretch
			if stretch == nil {
				stretch = &[3]float64{1, 1, 1}
			}
			all.Links[l.Name] = LinkChange{&in.Mass, &in.Origin.XYZ, &[6]float64{t.IXX, t.IXY, t.IXZ, t.IYY, t.IYZ,
				t.IZZ}, stretch}
		}
	}
	for _, j := range r.Joints {
		d := urdf.Dynamics{}
		if j.Dynamics != nil {
			d = *j.Dynamics
		}
		origin := &Origin{XYZ: &j.Origin.XYZ}
		if j.Origin.Quaternion == nil {
			origin.RPY = &j.Origin.RPY
		}
		all.Joints[j.Name] = JointChange{&d.Damping, &d.Friction, origin}
	}
	return all, nil
}
