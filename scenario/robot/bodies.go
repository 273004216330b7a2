package robot

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/estimate"
)

// bodyKeys lists the keys of each form of a free body, see constraintKeys.
var bodyKeys = map[string]string{
	"box":      "size mass",
	"sphere":   "radius mass",
	"capsule":  "radius length mass",
	"cylinder": "radius length mass",
}

// FloatingBase is the name of the joint that lets a base float beside free bodies.
const FloatingBase = "base"

// withBodies returns a robot with the free bodies of the scenario, as children of its root by floating joints of their
// names. A floating base becomes such a child of a root that is the world.
func withBodies(s *scenario.Scenario, env Env, source *models.Source) (*models.Source, error) {
	if len(s.Bodies) == 0 {
		return source, nil
	}
	whole := *source
	r := source.Robot.Clone()
	whole.Robot = r
	root := r.Links[rootOf(r)].Name
	if s.Base == "floating" {
		world := "world"
		for slices.ContainsFunc(r.Links, func(l urdf.Link) bool { return l.Name == world }) {
			world += "_"
		}
		r.Links = append(r.Links, urdf.Link{Name: world})
		r.Joints = append(r.Joints, urdf.Joint{Name: FloatingBase, Type: urdf.Floating, Parent: world, Child: root})
		root = world
	}
	var errs []error
	if len(s.BaseMotion) > 0 {
		errs = append(errs, wrong("base_motion", "free bodies are seen from the base, which would take them along; "+
			"expected a base at rest, or no bodies"))
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		field := fmt.Sprintf("bodies.%d", i)
		body, err := bodyOf(s, env, b, field)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		body.Joints = append(body.Joints, urdf.Joint{Name: b.Name, Type: urdf.Floating, Parent: root, Child: b.Name})
		if name := shared(r, body); name != "" {
			errs = append(errs, wrong(field+".name", "the robot, or a body before, has a link or a joint %q already; "+
				"expected another name", name))
			continue
		}
		r.Links, r.Joints = append(r.Links, body.Links...), append(r.Joints, body.Joints...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, s.Locate(err)
	}
	var text bytes.Buffer
	if r.WriteURDF(&text) == nil { // what URDF cannot say stays in Robot
		whole.Data = text.Bytes()
	}
	return &whole, nil
}

// rootOf returns the index of the link that is no child.
func rootOf(r *urdf.Robot) int {
	return slices.IndexFunc(r.Links, func(l urdf.Link) bool {
		return !slices.ContainsFunc(r.Joints, func(j urdf.Joint) bool { return j.Child == l.Name })
	})
}

// shared returns a name of a link, or of a joint, that two robots have; empty for none.
func shared(a, b *urdf.Robot) string {
	for _, l := range b.Links {
		if slices.ContainsFunc(a.Links, func(x urdf.Link) bool { return x.Name == l.Name }) {
			return l.Name
		}
	}
	for _, j := range b.Joints {
		if slices.ContainsFunc(a.Joints, func(x urdf.Joint) bool { return x.Name == j.Name }) {
			return j.Name
		}
	}
	return ""
}

// bodyOf returns a body as a robot whose root has the name of the body.
func bodyOf(s *scenario.Scenario, env Env, b *scenario.BodySpec, field string) (*urdf.Robot, error) {
	var errs []error
	if b.Name == "" || strings.ContainsAny(b.Name, "/ ") {
		errs = append(errs, wrong(field+".name", "%q; expected a name without blanks and /", b.Name))
	}
	errs = append(errs, checkSurface(field, b.Surface())...)
	var given []string
	for _, x := range []struct {
		key   string
		there bool
	}{{"size", b.Size != nil}, {"radius", b.Radius != nil}, {"length", b.Length != nil}, {"mass", b.Mass != nil}} {
		if x.there {
			given = append(given, x.key)
		}
	}
	known, ok := bodyKeys[b.Type]
	types := slices.Sorted(maps.Keys(bodyKeys))
	switch {
	case b.Model != "" && b.Type != "":
		errs = append(errs, wrong(field+".type", "the body has a model, too; expected one of them"))
	case b.Model != "":
		for _, key := range given {
			errs = append(errs, wrong(field+"."+key, "the model says it; expected a type instead of a model, or no "+
				"such key"))
		}
	case !ok:
		errs = append(errs, wrong(field+".type", "%q%s; expected one of %s, or a model", b.Type,
			suggest.Hint(b.Type, types), suggest.List(types)))
	default:
		errs = append(errs, checkKeys(field, "a body", b.Type, known, given)...)
	}
	if m := b.Mass; m != nil && !(*m > 0 && *m-*m == 0) {
		errs = append(errs, wrong(field+".mass", "%v kg; expected a positive number", *m))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if b.Model != "" {
		return describedBody(s, env, b, field)
	}
	g := urdf.Geometry{}
	switch b.Type {
	case "box":
		g.Box = &urdf.Box{Size: *b.Size}
	case "sphere":
		g.Sphere = &urdf.Sphere{Radius: *b.Radius}
	case "capsule":
		g.Capsule = &urdf.Capsule{Radius: *b.Radius, Length: *b.Length}
	default:
		g.Cylinder = &urdf.Cylinder{Radius: *b.Radius, Length: *b.Length}
	}
	if _, err := shapeOf(&g, nil, nil); err != nil {
		return nil, wrong(field, "%v", err)
	}
	shape := []urdf.Shape{{Geometry: g}}
	solid := &urdf.Robot{Name: b.Name, Version: "1.2", Links: []urdf.Link{{Name: b.Name, Collisions: shape,
		Visuals: shape}}}
	solid, _, _, err := estimate.Inertias(solid, estimate.Options{From: estimate.Collision, TotalMass: *b.Mass})
	if err != nil {
		return nil, wrong(field, "%v", err)
	}
	return solid, nil
}

// describedBody returns a body with a model. The names of its joints, and of its links but the root, begin with that of
// the body.
func describedBody(s *scenario.Scenario, env Env, b *scenario.BodySpec, field string) (*urdf.Robot, error) {
	o := Opening(s, env)
	o.Arguments = nil // which are those of the robot
	key := sourceKey("body\x00" + b.Model)
	source, err := Remembered(env.Cache, key, func() (*models.Source, error) { return o.Model(b.Model) })
	if err != nil {
		return nil, wrong(field+".model", "%v", err)
	}
	if len(source.Robot.Cut)+len(source.Robot.Loops) > 0 {
		return nil, wrong(field+".model", "%s has loops; expected a tree", b.Model)
	}
	r := source.Robot.Clone()
	root := r.Links[rootOf(r)].Name
	link := func(name string) string {
		if name == root {
			return b.Name
		}
		return b.Name + "_" + name
	}
	for i := range r.Links {
		l := &r.Links[i]
		l.Name = link(l.Name)
		l.Visuals, l.Collisions = own(l.Visuals, r), own(l.Collisions, r)
	}
	for i := range r.Joints {
		j := &r.Joints[i]
		j.Name, j.Parent, j.Child = b.Name+"_"+j.Name, link(j.Parent), link(j.Child)
		if j.Mimic != nil {
			mimic := *j.Mimic
			mimic.Joint = b.Name + "_" + mimic.Joint
			j.Mimic = &mimic
		}
	}
	return r, nil
}

// own returns shapes that need nothing of their robot: with their materials, and with the folders of their meshes.
func own(shapes []urdf.Shape, r *urdf.Robot) []urdf.Shape {
	shapes = slices.Clone(shapes)
	for i := range shapes {
		x := &shapes[i]
		if m := x.Geometry.Mesh; m != nil && !strings.Contains(m.Filename, "://") && !filepath.IsAbs(m.Filename) {
			mesh := *m
			if dir, err := filepath.Abs(filepath.Dir(r.File)); err == nil {
				mesh.Filename = filepath.Join(dir, filepath.FromSlash(m.Filename))
			}
			x.Geometry.Mesh = &mesh
		}
		if m := x.Material; m != nil && m.Color == nil && m.Texture == "" {
			at := slices.IndexFunc(r.Materials, func(o urdf.Material) bool { return o.Name == m.Name })
			if x.Material = nil; at >= 0 {
				x.Material = &urdf.Material{Color: r.Materials[at].Color}
			}
		}
	}
	return shapes
}

// freeBodies returns the options of the joints that let bodies move freely.
func freeBodies(s *scenario.Scenario) (list []tree.Option) {
	for i := range s.Bodies {
		list = append(list, tree.WithFreeBody(s.Bodies[i].Name))
	}
	if len(s.Bodies) > 0 && s.Base == "floating" {
		list = append(list, tree.WithFreeBody(FloatingBase))
	}
	return list
}
