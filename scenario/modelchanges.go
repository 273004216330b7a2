package scenario

import (
	"errors"
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/urdf"
)

// ModelSpec is the robot of a scenario: a file or the name of an embedded model, and numbers that replace those of its
// description. In files it is the name alone, or {file: ur5.urdf, links: {forearm_link: {mass: 2.3}}}.
type ModelSpec struct {
	File   string                 `json:"file" required:"true" doc:"a file or the name of an embedded model"`
	Links  map[string]LinkChange  `json:"links,omitempty" keys:"link" doc:"numbers that replace those of links"`
	Joints map[string]JointChange `json:"joints,omitempty" keys:"joint" doc:"numbers that replace those of joints"`

	Args     map[string]XacroValue `json:"args,omitempty" keys:"argument" doc:"what a file of xacro is expanded with"`
	Packages map[string]string     `json:"packages,omitempty" keys:"package"`
}

// Docs implements strict.Documented.
func (*wholeModel) Docs() map[string]string {
	return map[string]string{"packages": "folders of packages that a file of xacro names by $(find NAME)"}
}

// XacroValue is the text of an argument, which may be written as a number or a truth value.
type XacroValue string

// DecodeNode implements strict.Decoder.
func (v *XacroValue) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.String && n.Kind != strict.Number && n.Kind != strict.Bool {
		return strict.Faults{n.Fault("expected a text, a number, true or false")}
	}
	*v = XacroValue(n.Text)
	return nil
}

// Schema implements strict.Described.
func (*XacroValue) Schema() *strict.Schema {
	return &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("string"), strict.TypeSchema("number"),
		strict.TypeSchema("boolean")}}
}

// specOf returns what opens a model again as it was opened.
func specOf(source *models.Source) ModelSpec {
	m := ModelSpec{File: source.Name, Packages: maps.Clone(source.Opening.Packages)}
	for name, value := range source.Opening.Arguments {
		if m.Args == nil {
			m.Args = map[string]XacroValue{}
		}
		m.Args[name] = XacroValue(value)
	}
	return m
}

// Opening says how the models of the scenario are opened.
func (s *Scenario) Opening(e *Env) models.Opening {
	o := models.Opening{Open: e.Open, Input: e.Input, Packages: s.Model.Packages}
	for _, args := range []map[string]XacroValue{s.ModelArgs, s.Model.Args} {
		for name, value := range args {
			if o.Arguments == nil {
				o.Arguments = map[string]string{}
			}
			o.Arguments[name] = string(value)
		}
	}
	return o
}

// LinkChange replaces numbers of a link. What is nil is as described. A mass without an inertia scales the inertia,
// so that the link stays a body of the same form.
type LinkChange struct {
	Mass    *float64    `json:"mass,omitempty" doc:"kg"`
	COM     *[3]float64 `json:"com,omitempty" doc:"centre of mass in the frame of the link (m)"`
	Inertia *[6]float64 `json:"inertia,omitempty"`
	Stretch *[3]float64 `json:"stretch,omitempty"`
}

// Docs implements strict.Documented.
func (*LinkChange) Docs() map[string]string {
	return map[string]string{
		"inertia": "ixx, ixy, ixz, iyy, iyz, izz about the centre of mass, in the axes of the description (kg m^2)",
		"stretch": "factors by which the body is longer along the axes of its inertia, with the mass and its " +
			"centre where they are; any positive ones make a body that can be",
	}
}

// JointChange replaces numbers of a joint.
type JointChange struct {
	Damping  *float64 `json:"damping,omitempty" doc:"viscous (N m s/rad or N s/m)"`
	Friction *float64 `json:"friction,omitempty" doc:"Coulomb level (N m or N)"`
	Origin   *Origin  `json:"origin,omitempty" doc:"of the joint in the frame of the parent link"`
}

// Origin is where a joint is.
type Origin struct {
	XYZ *[3]float64 `json:"xyz,omitempty" doc:"m"`
	RPY *[3]float64 `json:"rpy,omitempty" doc:"rad"`
}

// wholeModel is a ModelSpec as a mapping.
type wholeModel ModelSpec

// DecodeNode implements strict.Decoder: a name, or a mapping with the name and what is changed.
func (c *ModelSpec) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.Map {
		return n.Decode(&c.File)
	}
	faults := n.Decode((*wholeModel)(c))
	if n.Get("file") == nil {
		faults = append(faults, n.Fault("there is no key file; expected a file or an embedded model"))
	}
	return faults
}

// EncodeNode implements strict.Encoder.
func (c ModelSpec) EncodeNode() *strict.Node {
	if len(c.Links)+len(c.Joints)+len(c.Args)+len(c.Packages) == 0 {
		return strict.Encode(c.File)
	}
	return strict.Encode(wholeModel(c))
}

// Schema implements strict.Described.
func (*ModelSpec) Schema() *strict.Schema {
	return &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("string"), strict.SchemaOf(wholeModel{})}}
}

// apply alters a robot, which is a clone.
func (c *ModelSpec) apply(r *urdf.Robot) error {
	var errs []error
	for _, name := range sorted(c.Links) {
		field, change := "model.links."+quote(name), c.Links[name]
		l, err := r.Link(name)
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		errs = append(errs, change.apply(field, l))
	}
	for _, name := range sorted(c.Joints) {
		field, change := "model.joints."+quote(name), c.Joints[name]
		j, err := r.Joint(name)
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		errs = append(errs, change.apply(field, j))
	}
	return errors.Join(errs...)
}

// apply alters a link.
func (c *LinkChange) apply(field string, l *urdf.Link) error {
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

// apply alters a joint.
func (c *JointChange) apply(field string, j *urdf.Joint) error {
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

// complete returns the numbers of a robot with the changes, all that could be changed. Bodies are those before they
// are stretched.
func (c *ModelSpec) complete(given *urdf.Robot) (ModelSpec, error) {
	r := given.Clone()
	all, before := *c, *c
	all.Links, all.Joints = map[string]LinkChange{}, map[string]JointChange{}
	before.Links = maps.Clone(c.Links)
	for name, change := range before.Links {
		change.Stretch = nil
		before.Links[name] = change
	}
	if err := before.apply(r); err != nil {
		return all, err
	}
	for _, l := range r.Links {
		if in := l.Inertial; in != nil {
			tensor, stretch := in.Inertia.Array(), c.Links[l.Name].Stretch
			if stretch == nil {
				stretch = &[3]float64{1, 1, 1}
			}
			all.Links[l.Name] = LinkChange{&in.Mass, &in.Origin.XYZ, &tensor, stretch}
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
