package robot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/tree"
)

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

// keysGiven returns the keys that are there.
func keysGiven(c *scenario.ConstraintSpec) (list []string) {
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
func constraints(s *scenario.Scenario, m *tree.Model) ([]constraint.Constraint, error) {
	var list []constraint.Constraint
	var errs []error
	names := map[string]int{}
	for i := range s.Constraints {
		c := &s.Constraints[i]
		field := fmt.Sprintf("constraints.%d", i)
		known, ok := constraintKeys[c.Type]
		if !ok {
			types := slices.Sorted(maps.Keys(constraintKeys))
			errs = append(errs, wrong(field+".type", "%q%s; expected one of %s", c.Type, suggest.Hint(c.Type, types),
				suggest.List(types)))
			continue
		}
		name := c.Label(i)
		if other, ok := names[name]; ok {
			errs = append(errs, wrong(field+".name", "%q is the name of constraint %d, too; expected another one", name,
				other))
		}
		names[name] = i
		if e := checkKeys(field, "a constraint", c.Type, known, keysGiven(c)); len(e) > 0 {
			errs = append(errs, e...)
			continue
		}
		made, e := makeConstraint(c, m, field, name)
		errs = append(errs, e...)
		check := constraint.CheckNumbers(made)
		if len(e) == 0 {
			check = constraint.Check(m, made)
		}
		for _, err := range check {
			var invalid *constraint.InvalidError
			if errors.As(err, &invalid) && (len(e) == 0 || invalid.Field != "joints") {
				invalid.Index = i
				errs = append(errs, ConstraintError(invalid))
			}
		}
		list = append(list, made)
	}
	return list, errors.Join(errs...)
}

// makeConstraint returns the constraint. Its keys are those of its type.
func makeConstraint(c *scenario.ConstraintSpec, m *tree.Model, field, name string) (constraint.Constraint, []error) {
	x := &resolver{m: m, field: field}
	pair := func() [2]constraint.Anchor { return x.pair(c.Links, c.At) }
	both := func(key string, v scenario.Vectors) (out [2]mgl64.Vec3) {
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
		g := &constraint.Gear{Name: name, Ratio: *c.Ratio, Offset: scenario.Or(c.Offset, 0)}
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
		r := &constraint.Rates{Name: name, Equals: scenario.Or(c.Equals, 0)}
		for _, joint := range slices.Sorted(maps.Keys(c.Coefficients)) {
			r.Joints = append(r.Joints, x.joint(strict.Join("coefficients", joint), joint))
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
func (x *resolver) two(key string, v scenario.Vectors) (out [2][3]float64) {
	if len(v) != 2 {
		x.wrong(key, "there is %d vector; expected two, one for each link", len(v))
		return out
	}
	return [2][3]float64(v)
}

// one returns one vector.
func (x *resolver) one(key string, v scenario.Vectors) (out [3]float64) {
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
func (x *resolver) pair(links []string, at scenario.Vectors) (out [2]constraint.Anchor) {
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
	k, err := scenario.FindJoint(x.m, x.field+"."+key, name)
	if err != nil {
		x.errs = append(x.errs, err)
	}
	return k
}

// ConstraintError returns the error of a constraint as one about its field.
func ConstraintError(err *constraint.InvalidError) error {
	field := fmt.Sprintf("constraints.%d", err.Index)
	if err.Field != "" {
		field += "." + err.Field
	}
	return wrong(field, "%s", err.Message)
}

// wrong returns what is wrong with a field of a scenario.
func wrong(field, format string, args ...any) error { return scenario.Wrong(field, format, args...) }
