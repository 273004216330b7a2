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
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/find"
	"kinetree/urdf/mesh"
)

// obstacle is a solid of the environment.
type obstacle struct {
	name    string
	solid   *distance.Convex
	place   spatial.Transform
	surface scenario.ContactNumbers
}

// piece is a shape of a link, or a point of it.
type piece struct {
	link  int
	name  string
	solid *distance.Convex // nil for a point
	place spatial.Transform
}

// Contacts returns the contacts of the robot with the environment.
func Contacts(s *scenario.Scenario, source *models.Source, m *tree.Model) ([]sim.ContactPair, error) {
	var errs []error
	obstacles := obstaclesOf(s, &errs)
	if len(s.Environment) == 0 {
		if s.Contact != nil {
			errs = append(errs, wrong("contact", "there is nothing to touch; expected obstacles under environment"))
		}
		return nil, errors.Join(errs...)
	}
	spec := scenario.ContactSpec{}
	if s.Contact != nil {
		spec = *s.Contact
	}
	pieces := piecesOf(&spec, source, m, &errs)
	surfaces := surfacesOf(&spec, obstacles, m, &errs)
	var list []sim.ContactPair
	for _, p := range pieces {
		for _, o := range obstacles {
			surface := o.surface
			if other, ok := surfaces[[2]string{p.name, o.name}]; ok {
				surface = other
			}
			pairs, err := meeting(&p, &o, surface)
			if err != nil {
				errs = append(errs, wrong("contact", "%v", err))
			}
			list = append(list, pairs...)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, wrong("contact", "no link of %s has a shape under <collision>; expected one, or points of a link "+
			"under contact.points", m.Name())
	}
	return list, nil
}

// obstacleKeys lists the keys of each type, see constraintKeys.
var obstacleKeys = map[string]string{
	"plane":    "normal | point",
	"box":      "size | origin",
	"sphere":   "radius | origin",
	"capsule":  "radius length | origin",
	"cylinder": "radius length | origin",
	"hull":     "points | origin",
}

// obstaclesOf returns the obstacles.
func obstaclesOf(s *scenario.Scenario, errs *[]error) (list []obstacle) {
	taken := map[string]int{}
	for i := range s.Environment {
		o := &s.Environment[i]
		field := fmt.Sprintf("environment.%d", i)
		known, ok := obstacleKeys[o.Type]
		if !ok {
			types := slices.Sorted(maps.Keys(obstacleKeys))
			*errs = append(*errs, wrong(field+".type", "%q%s; expected one of %s", o.Type,
				suggest.Hint(o.Type, types), suggest.List(types)))
			continue
		}
		var given []string
		for _, x := range []struct {
			key   string
			there bool
		}{{"normal", o.Normal != nil}, {"point", o.Point != nil}, {"size", o.Size != nil},
			{"radius", o.Radius != nil}, {"length", o.Length != nil}, {"points", o.Points != nil},
			{"origin", o.Origin != nil}} {
			if x.there {
				given = append(given, x.key)
			}
		}
		faults := checkKeys(field, "an obstacle", o.Type, known, given)
		name := o.Label(i)
		if other, ok := taken[name]; ok {
			faults = append(faults, wrong(field+".name", "%q is the name of obstacle %d, too; expected another one",
				name, other))
		}
		taken[name] = i
		faults = append(faults, checkSurface(field, o.Surface())...)
		if len(faults) > 0 {
			*errs = append(*errs, faults...)
			continue
		}
		x := obstacle{name: name, place: spatial.Identity(), surface: o.Surface()}
		var err error
		if x.solid, err = solidOf(o, &x.place); err != nil {
			*errs = append(*errs, wrong(field, "%v", err))
			continue
		}
		list = append(list, x)
	}
	return list
}

// solidOf returns the solid of an obstacle, and sets its place.
func solidOf(o *scenario.ObstacleSpec, place *spatial.Transform) (*distance.Convex, error) {
	if o.Origin != nil {
		place.P = mgl64.Vec3(o.Origin.XYZ)
		place.R = spatial.FromRPY(o.Origin.RPY[0], o.Origin.RPY[1], o.Origin.RPY[2])
	}
	switch o.Type {
	case "plane":
		n := mgl64.Vec3(*o.Normal)
		if n == (mgl64.Vec3{}) {
			return nil, errors.New("the normal is zero; expected a vector out of what is solid")
		}
		place.R = spatial.AxisFrame(spatial.Unit(n))
		if o.Point != nil {
			place.P = mgl64.Vec3(*o.Point)
		}
		return distance.NewHalfSpace(), nil
	case "box":
		return distance.NewBox(mgl64.Vec3(*o.Size))
	case "sphere":
		return distance.NewSphere(*o.Radius)
	case "capsule":
		return distance.NewCapsule(*o.Radius, *o.Length)
	case "cylinder":
		return distance.NewCylinder(*o.Radius, *o.Length)
	}
	surface := &mesh.Surface{}
	for _, p := range o.Points {
		surface.Vertices = append(surface.Vertices, mgl64.Vec3(p))
	}
	for i := 2; i < len(o.Points); i++ {
		surface.Faces = append(surface.Faces, [3]int{i - 2, i - 1, i})
	}
	return hullOf(surface)
}

// hullOf returns the convex hull of a surface.
func hullOf(s *mesh.Surface) (*distance.Convex, error) {
	h, err := s.Hull()
	if err != nil {
		return nil, err
	}
	return distance.NewHull(h.Vertices, h.Faces)
}

// checkSurface returns what is wrong with a surface.
func checkSurface(field string, s scenario.ContactNumbers) (errs []error) {
	if f := scenario.Or(s.Friction, 0); !(f >= 0) {
		errs = append(errs, wrong(field+".friction", "%v; expected 0 or more", f))
	}
	if e := scenario.Or(s.Restitution, 0); !(e >= 0 && e <= 1) {
		errs = append(errs, wrong(field+".restitution", "%v; expected 0 to 1", e))
	}
	if s.Stiffness == nil {
		for _, x := range []struct {
			key   string
			there bool
		}{{"exponent", s.Exponent != nil}, {"dissipation", s.Dissipation != nil}, {"damping", s.Damping != nil}} {
			if x.there {
				errs = append(errs, wrong(field+"."+x.key, "a rigid contact does not use it; expected a stiffness "+
					"beside it"))
			}
		}
		return errs
	}
	if s.Restitution != nil {
		errs = append(errs, wrong(field+".restitution", "a contact with a stiffness does not use it; expected a "+
			"dissipation, or no stiffness"))
	}
	for _, err := range compliance(&s).Check() {
		errs = append(errs, wrong(field, "%v", err))
	}
	return errs
}

// compliance returns that of a surface, nil for a rigid one.
func compliance(s *scenario.ContactNumbers) *step.Compliance {
	if s.Stiffness == nil {
		return nil
	}
	return &step.Compliance{Stiffness: *s.Stiffness, Exponent: scenario.Or(s.Exponent, 1),
		Dissipation: scenario.Or(s.Dissipation, 0), Damping: scenario.Or(s.Damping, 0)}
}

// piecesOf returns what of the robot takes part.
func piecesOf(spec *scenario.ContactSpec, source *models.Source, m *tree.Model, errs *[]error) (list []piece) {
	x := &resolver{m: m, field: "contact"}
	chosen := map[string]bool{}
	for i, name := range spec.Links {
		x.anchor(fmt.Sprintf("links.%d", i), name, [3]float64{})
		chosen[name] = true
	}
	meshes := &find.Resolver{}
	for k, l := range m.Links() {
		if spec.Links != nil && !chosen[l.Name] || l.Body == 0 && spec.Links == nil {
			continue
		}
		u, err := source.Robot.Link(l.Name)
		if err != nil { // links that the model has made
			continue
		}
		for i := range u.Collisions {
			c := &u.Collisions[i]
			solid, err := shapeOf(&c.Geometry, source.Robot, meshes)
			if err != nil {
				*errs = append(*errs, wrong("contact.links", "link %q: its shape %d: %v; expected another shape, or "+
					"contact.links without the link", l.Name, i, err))
				continue
			}
			list = append(list, piece{k, l.Name, solid, c.Origin.Transform()})
		}
		if chosen[l.Name] && len(u.Collisions)+len(spec.Points[l.Name]) == 0 {
			*errs = append(*errs, wrong("contact.links", "link %q has no shape under <collision>; expected one, or "+
				"points of the link under contact.points", l.Name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(spec.Points)) {
		link := x.anchor(strict.Join("points", name), name, [3]float64{}).Link
		for _, at := range spec.Points[name] {
			place := spatial.Identity()
			place.P = mgl64.Vec3(at)
			list = append(list, piece{link: link, name: name, place: place})
		}
	}
	*errs = append(*errs, x.errs...)
	return list
}

// shapeOf returns the solid of a shape of a link; of a mesh, its convex hull.
func shapeOf(g *urdf.Geometry, r *urdf.Robot, meshes *find.Resolver) (*distance.Convex, error) {
	switch {
	case g.Sphere != nil:
		return distance.NewSphere(g.Sphere.Radius)
	case g.Capsule != nil:
		return distance.NewCapsule(g.Capsule.Radius, g.Capsule.Length)
	case g.Cylinder != nil:
		return distance.NewCylinder(g.Cylinder.Radius, g.Cylinder.Length)
	case g.Box != nil:
		return distance.NewBox(mgl64.Vec3(g.Box.Size))
	case g.Mesh == nil:
		return nil, errors.New("it is not known")
	}
	file, err := meshes.Resolve(g.Mesh.Filename, r.File)
	if err != nil {
		return nil, err
	}
	surface, err := mesh.Open(file)
	if err != nil {
		return nil, err
	}
	scale := mgl64.Diag3(mgl64.Vec3(g.Mesh.Scale))
	return hullOf(surface.Transformed(&scale, mgl64.Vec3{}))
}

// surfacesOf returns what differs between links and obstacles.
func surfacesOf(spec *scenario.ContactSpec, obstacles []obstacle, m *tree.Model,
	errs *[]error) map[[2]string]scenario.ContactNumbers {
	list := map[[2]string]scenario.ContactNumbers{}
	var names []string
	for _, o := range obstacles {
		names = append(names, o.name)
	}
	for i := range spec.Pairs {
		p := &spec.Pairs[i]
		field := fmt.Sprintf("contact.pairs.%d", i)
		x := &resolver{m: m, field: field}
		pair := p.Between
		if slices.Contains(names, pair[0]) {
			pair[0], pair[1] = pair[1], pair[0]
		}
		x.anchor("between", pair[0], [3]float64{})
		at := slices.Index(names, pair[1])
		if at < 0 {
			x.wrong("between", "there is no obstacle %q%s; expected one of %s", pair[1],
				suggest.Hint(pair[1], names), suggest.List(names))
		}
		*errs = append(append(*errs, x.errs...), checkSurface(field, p.Surface())...)
		if at < 0 {
			continue
		}
		surface := obstacles[at].surface
		if p.Stiffness != nil || p.Restitution != nil { // the one law does not use what the other has
			friction := surface.Friction
			surface = p.Surface()
			if surface.Friction == nil {
				surface.Friction = friction
			}
		} else {
			surface.Friction = p.Friction
		}
		list[pair] = surface
	}
	return list
}

// meeting returns the contacts of a shape of a link with an obstacle: of the balls that one of them is the hull of with
// the other one. That is all there is where one of them is a half space or a single ball.
func meeting(p *piece, o *obstacle, surface scenario.ContactNumbers) (list []sim.ContactPair, err error) {
	add := func(links [2]int, solid *distance.Convex, place, turn spatial.Transform, balls []distance.Round) {
		for _, b := range balls {
			list = append(list, sim.ContactPair{Contact: constraint.Contact{Name: p.name + "/" + o.name, Links: links,
				Solid: solid, Place: place, Ball: distance.Round{At: turn.Point(b.At), Radius: b.Radius},
				Friction: scenario.Or(surface.Friction, 0)}, Restitution: scenario.Or(surface.Restitution, 0),
				Compliance: compliance(&surface)})
		}
	}
	own, round := []distance.Round{{}}, true
	if p.solid != nil {
		own, round = p.solid.Rounds()
	}
	if round && (o.solid.Form() == "plane" || len(own) == 1) {
		add([2]int{constraint.World, p.link}, o.solid, o.place, p.place, own)
		return list, nil
	}
	if its, ok := o.solid.Rounds(); ok && len(its) == 1 {
		add([2]int{p.link, constraint.World}, p.solid, p.place, o.place, its)
		return list, nil
	}
	return nil, fmt.Errorf("a %s of link %q and the %s %q: contacts between these shapes are not known; expected a "+
		"sphere or points on one side, or a plane with a sphere, capsule, box or mesh, such as contact: {links: [], "+
		"points: {%s: [[0, 0, 0]]}}", p.solid.Form(), p.name, o.solid.Form(), o.name, strings.TrimSpace(p.name))
}
