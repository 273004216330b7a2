package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
)

// ConstraintSpec is a constraint besides those of the tree. Which keys it has depends on its type; see constraint for
// what each does. The link world is the world.
type ConstraintSpec struct {
	Name         string             `json:"name,omitempty"`
	Type         string             `json:"type" enum:"point|hinge|weld|slider|distance|gear|knife_edge|rolling|rates"`
	Links        []string           `json:"links,omitempty" doc:"both links, of which one may be world"`
	At           Vectors            `json:"at,omitempty" doc:"a point of each link, in its axes (m)"`
	Axis         Vectors            `json:"axis,omitempty" doc:"an axis of each link, in its axes; rolling: of a disc"`
	RPY          Vectors            `json:"rpy,omitempty" doc:"weld: roll, pitch and yaw of a frame in each link (rad)"`
	Length       *float64           `json:"length,omitempty" doc:"distance: of the rod (m)"`
	Joints       []string           `json:"joints,omitempty" doc:"gear: first = ratio second + offset"`
	Ratio        *float64           `json:"ratio,omitempty" doc:"gear"`
	Offset       *float64           `json:"offset,omitempty" doc:"gear: 0 if it is not given (rad or m)"`
	Link         string             `json:"link,omitempty" doc:"knife_edge, rolling: the link that moves"`
	Across       *[3]float64        `json:"across,omitempty" doc:"knife_edge: across the blade, in the link's axes"`
	Center       *[3]float64        `json:"center,omitempty" doc:"rolling: of the wheel, in the link's axes (m)"`
	Radius       *float64           `json:"radius,omitempty" doc:"rolling (m)"`
	Plane        *PlaneSpec         `json:"plane,omitempty" doc:"rolling: what the wheel rolls on"`
	Coefficients map[string]float64 `json:"coefficients,omitempty" keys:"joint" doc:"rates: of the rate of each joint"`
	Equals       *float64           `json:"equals,omitempty" doc:"rates: their sum; 0 if it is not given"`
}

// Docs implements strict.Documented.
func (*ConstraintSpec) Docs() map[string]string {
	return map[string]string{
		"name": "in the log and in messages; type and number, such as point0, if it is not given",
		"type": "what is held: point, hinge, weld, slider and distance between links; gear and rates of joints",
	}
}

// PlaneSpec is a plane, of the world unless a link carries it.
type PlaneSpec struct {
	Link   string     `json:"link,omitempty" doc:"that carries the plane; the world if it is not given"`
	Normal [3]float64 `json:"normal" doc:"out of the plane, in the axes of the link"`
	Point  [3]float64 `json:"point,omitzero" doc:"of the plane, in the axes of the link (m)"`
}

// Vectors are one or two vectors.
type Vectors [][3]float64

// DecodeNode implements strict.Decoder: a vector or a list of them.
func (v *Vectors) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.List && len(n.Items) > 0 && n.Items[0].Kind == strict.List {
		return n.Decode((*[][3]float64)(v))
	}
	*v = make(Vectors, 1)
	return n.Decode(&(*v)[0])
}

// EncodeNode implements strict.Encoder.
func (v Vectors) EncodeNode() *strict.Node {
	if len(v) == 1 {
		return strict.Encode(v[0])
	}
	return strict.Encode([][3]float64(v))
}

// Schema implements strict.Described.
func (*Vectors) Schema() *strict.Schema {
	vector := strict.SchemaOf([3]float64{})
	return &strict.Schema{AnyOf: []*strict.Schema{vector,
		{Type: strict.Types{"array"}, Items: vector, MinItems: 2, MaxItems: 2}}}
}

// constraintKeys lists the keys of each type: those that it must have, and behind the bar those that it may have.
var constraintKeys = map[string]string{
	"point":      "links at |",
	"hinge":      "links at axis |",
	"weld":       "links at | rpy",
	"slider":     "links at axis |",
	"distance":   "links at length |",
	"gear":       "joints ratio | offset",
	"knife_edge": "link at across |",
	"rolling":    "link radius plane | center axis",
	"rates":      "coefficients | equals",
}

// given returns the keys that are there.
func (c *ConstraintSpec) given() (list []string) {
	for _, x := range []struct {
		key   string
		there bool
	}{
		{"links", c.Links != nil}, {"at", c.At != nil}, {"axis", c.Axis != nil}, {"rpy", c.RPY != nil},
		{"length", c.Length != nil}, {"joints", c.Joints != nil}, {"ratio", c.Ratio != nil},
		{"offset", c.Offset != nil}, {"link", c.Link != ""}, {"across", c.Across != nil},
		{"center", c.Center != nil}, {"radius", c.Radius != nil}, {"plane", c.Plane != nil},
		{"coefficients", c.Coefficients != nil}, {"equals", c.Equals != nil},
	} {
		if x.there {
			list = append(list, x.key)
		}
	}
	return list
}

// checkKeys returns what is missing or too much of the keys that a thing of a type has.
func checkKeys(field, thing, kind, known string, given []string) (errs []error) {
	must, may, _ := strings.Cut(known, "|")
	for _, k := range strings.Fields(must) {
		if !slices.Contains(given, k) {
			errs = append(errs, wrong(field, "%s of the type %s has no %s; expected it", thing, kind, k))
		}
	}
	all := append(strings.Fields(must), strings.Fields(may)...)
	for _, k := range given {
		if !slices.Contains(all, k) {
			errs = append(errs, wrong(field+"."+k, "%s of the type %s does not use it; expected %s", thing, kind,
				suggest.List(all)))
		}
	}
	return errs
}

// constraints returns the constraints for the simulation.
func (s *Scenario) constraints(m *tree.Model) ([]constraint.Constraint, error) {
	var list []constraint.Constraint
	var errs []error
	names := map[string]int{}
	for i := range s.Constraints {
		c := &s.Constraints[i]
		field := fmt.Sprintf("constraints.%d", i)
		known, ok := constraintKeys[c.Type]
		if !ok {
			types := sorted(constraintKeys)
			errs = append(errs, wrong(field+".type", "%q%s; expected one of %s", c.Type, suggest.Hint(c.Type, types),
				suggest.List(types)))
			continue
		}
		name := c.label(i)
		if other, ok := names[name]; ok {
			errs = append(errs, wrong(field+".name", "%q is the name of constraint %d, too; expected another one", name,
				other))
		}
		names[name] = i
		if e := checkKeys(field, "a constraint", c.Type, known, c.given()); len(e) > 0 {
			errs = append(errs, e...)
			continue
		}
		made, e := c.make(m, field, name)
		errs = append(errs, e...)
		check := constraint.CheckNumbers(made)
		if len(e) == 0 {
			check = constraint.Check(m, made)
		}
		for _, err := range check {
			var invalid *constraint.InvalidError
			if errors.As(err, &invalid) && (len(e) == 0 || invalid.Field != "joints") {
				invalid.Index = i
				errs = append(errs, ofConstraint(invalid))
			}
		}
		list = append(list, made)
	}
	return list, errors.Join(errs...)
}

// label returns the name of the i-th constraint.
func (c *ConstraintSpec) label(i int) string {
	if c.Name != "" {
		return c.Name
	}
	return fmt.Sprintf("%s%d", c.Type, i)
}

// make returns the constraint. Its keys are those of its type.
func (c *ConstraintSpec) make(m *tree.Model, field, name string) (constraint.Constraint, []error) {
	x := &resolver{m: m, field: field}
	pair := func() [2]constraint.Anchor { return x.pair(c.Links, c.At) }
	both := func(key string, v Vectors) (out [2]mgl64.Vec3) {
		for i, u := range x.two(key, v) {
			out[i] = mgl64.Vec3(u)
		}
		return out
	}
	var made constraint.Constraint
	switch c.Type {
	case "point":
		made = &constraint.Ball{Name: name, Links: pair()}
	case "hinge":
		made = &constraint.Hinge{Name: name, Links: pair(), Axis: both("axis", c.Axis)}
	case "weld":
		w := &constraint.Weld{Name: name, Links: pair()}
		if c.RPY != nil {
			w.RPY = both("rpy", c.RPY)
		}
		made = w
	case "slider":
		made = &constraint.Slider{Name: name, Links: pair(), Axis: both("axis", c.Axis)}
	case "distance":
		made = &constraint.Distance{Name: name, Links: pair(), Length: *c.Length}
	case "gear":
		g := &constraint.Gear{Name: name, Ratio: *c.Ratio, Offset: or(c.Offset, 0)}
		if len(c.Joints) != 2 {
			x.wrong("joints", "there are %d; expected two", len(c.Joints))
		} else {
			g.Joints = [2]int{x.joint("joints.0", c.Joints[0]), x.joint("joints.1", c.Joints[1])}
		}
		made = g
	case "knife_edge":
		made = &constraint.KnifeEdge{Name: name, Link: x.anchor("link", c.Link, x.one("at", c.At)),
			Across: mgl64.Vec3(*c.Across)}
	case "rolling":
		r := &constraint.Rolling{Name: name, Radius: *c.Radius, Normal: mgl64.Vec3(c.Plane.Normal)}
		center := [3]float64{}
		if c.Center != nil {
			center = *c.Center
		}
		r.Link = x.anchor("link", c.Link, center)
		r.Plane = constraint.Anchor{Link: constraint.World, At: mgl64.Vec3(c.Plane.Point)}
		if c.Plane.Link != "" {
			r.Plane = x.anchor("plane.link", c.Plane.Link, c.Plane.Point)
		}
		if c.Axis != nil {
			if r.Axis = mgl64.Vec3(x.one("axis", c.Axis)); r.Axis == (mgl64.Vec3{}) {
				x.wrong("axis", "the axis is zero; expected that of the disc, or no such key for a sphere")
			}
		}
		made = r
	case "rates":
		r := &constraint.Rates{Name: name, Equals: or(c.Equals, 0)}
		for _, joint := range sorted(c.Coefficients) {
			r.Joints = append(r.Joints, x.joint("coefficients."+quote(joint), joint))
			r.Coefficients = append(r.Coefficients, c.Coefficients[joint])
		}
		made = r
	}
	return made, x.errs
}

// resolver finds what names mean, and collects what is wrong.
type resolver struct {
	m     *tree.Model
	field string
	errs  []error
}

func (x *resolver) wrong(key, format string, args ...any) {
	x.errs = append(x.errs, wrong(x.field+"."+key, format, args...))
}

// two returns two vectors.
func (x *resolver) two(key string, v Vectors) (out [2][3]float64) {
	if len(v) != 2 {
		x.wrong(key, "there is %d vector; expected two, one for each link", len(v))
		return out
	}
	return [2][3]float64(v)
}

// one returns one vector.
func (x *resolver) one(key string, v Vectors) (out [3]float64) {
	if len(v) != 1 {
		x.wrong(key, "there are %d vectors; expected one", len(v))
		return out
	}
	return v[0]
}

// anchor returns a place on the link of a name.
func (x *resolver) anchor(key, name string, at [3]float64) constraint.Anchor {
	l, ok := x.m.Link(name)
	if !ok && name == "world" {
		l, ok = constraint.World, true
	}
	if !ok {
		names := []string{"world"}
		for _, l := range x.m.Links() {
			names = append(names, l.Name)
		}
		x.wrong(key, "%v", suggest.Missing(x.m.Name(), "link", name, names))
	}
	return constraint.Anchor{Link: l, At: mgl64.Vec3(at)}
}

// pair returns places on two links.
func (x *resolver) pair(links []string, at Vectors) (out [2]constraint.Anchor) {
	places := x.two("at", at)
	if len(links) != 2 {
		x.wrong("links", "there are %d; expected two", len(links))
		return out
	}
	for i, name := range links {
		out[i] = x.anchor(fmt.Sprintf("links.%d", i), name, places[i])
	}
	return out
}

// joint returns the index of the joint of a name.
func (x *resolver) joint(key, name string) int {
	k, err := lookup(x.m, x.field+"."+key, name)
	if err != nil {
		x.errs = append(x.errs, err)
	}
	return k
}

// ofConstraint returns the error of a constraint as one about its field.
func ofConstraint(err *constraint.InvalidError) error {
	field := fmt.Sprintf("constraints.%d", err.Index)
	if err.Field != "" {
		field += "." + err.Field
	}
	return wrong(field, "%s", err.Message)
}

// kept returns for each rate whether the start of its joint is given, and of a floating base both halves.
func kept(m *tree.Model, given Joints, base [2]bool) []bool {
	list := make([]bool, m.NV())
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if _, ok := given[j.Name]; ok {
			for i := range j.NV {
				list[j.V+i] = true
			}
		}
	}
	if !m.Floating() {
		return list
	}
	if x, ok := given[m.BaseName()]; ok {
		base[0], base[1] = true, base[1] || len(x) > 3
	}
	for i := range 6 {
		list[i] = base[i/3]
	}
	return list
}

// assemble makes the start of a configuration one that meets the constraints, and notes it.
func (s *Scenario) assemble(c *sim.Config, start sim.Start) error {
	start.Position, start.Velocity = c.Start.Position, c.Start.Velocity
	w, err := sim.New(sim.Config{Model: c.Model, Joints: c.Joints, Ideal: c.Ideal, Imposed: c.Imposed,
		Start: start})
	if err != nil {
		return err
	}
	c.Start.Position, c.Start.Velocity = w.State().Q, w.State().Qd
	s.noteStart(c.Model, c.Start.Position, c.Start.Velocity)
	c.Start.KeepPosition, c.Start.KeepVelocity = slices.Repeat([]bool{true}, c.Model.NV()),
		slices.Repeat([]bool{true}, c.Model.NV())
	return nil
}
