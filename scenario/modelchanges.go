package scenario

import (
	"maps"

	"kinetree/internal/strict"
	"kinetree/models"
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

// SpecOf returns what opens a model again as it was opened.
func SpecOf(source *models.Source) ModelSpec {
	m := ModelSpec{File: source.Name, Packages: maps.Clone(source.Opening.Packages)}
	for name, value := range source.Opening.Arguments {
		if m.Args == nil {
			m.Args = map[string]XacroValue{}
		}
		m.Args[name] = XacroValue(value)
	}
	return m
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
