package robot

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/internal/vec"
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

// piece is a shape that may touch others: of a link, or a point of it, or an obstacle, which is on the link World.
type piece struct {
	link    int
	name    string
	owner   int              // of a link: the index of the free body that it belongs to, or −1 for the robot
	solid   *distance.Convex // nil for a point
	place   spatial.Transform
	surface scenario.ContactNumbers // of an obstacle or a body
}

// Meetings is what touches in a scenario.
type Meetings struct {
	Contacts []sim.ContactPair
	Crossing []sim.CrossingPair // pairs of solids whose edges no contact keeps apart
	// Distances are columns that are asked for.
	Distances sim.Signals
	Notes     []string // what the user should know
}

// Contacts returns the contacts of the robot and the bodies with the environment and with each other. The position q is
// that of the start.
func Contacts(s *scenario.Scenario, source *models.Source, m *tree.Model, q []float64) (*Meetings, error) {
	x := &touching{m: m, kin: tree.NewKinematics(m), named: map[[2]string]scenario.ContactNumbers{}}
	if q == nil { // which is wrong
		q = m.Neutral()
	}
	x.kin.Update(q)
	obstacles := obstaclesOf(s, &x.errs)
	if s.Contact != nil {
		x.spec = *s.Contact
	}
	if len(s.Environment)+len(s.Bodies)+len(x.spec.Pairs)+len(x.spec.Distances) == 0 && !x.spec.Self {
		if s.Contact != nil {
			x.errs = append(x.errs, wrong("contact", "there is nothing to touch; expected obstacles under "+
				"environment, bodies, or pairs of links under contact.pairs"))
		}
		return &Meetings{}, errors.Join(x.errs...)
	}
	x.pieces = append(x.piecesOf(s, source), obstacles...)
	x.namePairs()
	x.meet()
	x.Distances = x.distances()
	if err := errors.Join(x.errs...); err != nil {
		return &Meetings{}, err
	}
	if len(x.Meetings.Contacts)+len(x.spec.Distances)+len(x.Notes) == 0 {
		return &Meetings{}, wrong("contact", "no link of %s has a shape under <collision>; expected one, or points of "+
			"a link under contact.points", m.Name())
	}
	return &x.Meetings, nil
}

// touching finds what touches.
type touching struct {
	Meetings
	m      *tree.Model
	kin    *tree.Kinematics
	spec   scenario.ContactSpec
	pieces []piece
	named  map[[2]string]scenario.ContactNumbers // by contact.pairs
	errs   []error
}

// meet finds the contacts of all pairs of pieces.
func (x *touching) meet() {
	overlaps := map[string]bool{}
	for i := range x.pieces {
		for k := i + 1; k < len(x.pieces); k++ {
			a, b := &x.pieces[i], &x.pieces[k]
			surface, meets := x.surface(a, b)
			if !meets {
				continue
			}
			if _, named := x.between(a, b); !named && x.kindred(a, b) && gapOf(x.kin, a, b) < 0 {
				if name := a.name + " and " + b.name; !overlaps[name] {
					overlaps[name] = true
					x.Notes = append(x.Notes, "the links "+name+" overlap at the start, so they do not touch each "+
						"other")
				}
				continue
			}
			if err := x.meeting(a, b, surface); err != nil {
				x.errs = append(x.errs, wrong("contact", "%v", err))
			}
		}
	}
}

// between returns what contact.pairs says of two pieces.
func (x *touching) between(a, b *piece) (surface scenario.ContactNumbers, named bool) {
	if surface, named = x.named[[2]string{a.name, b.name}]; !named {
		surface, named = x.named[[2]string{b.name, a.name}]
	}
	return surface, named
}

// kindred reports whether two pieces belong to the robot, or to one body.
func (x *touching) kindred(a, b *piece) bool {
	return a.link >= 0 && b.link >= 0 && a.owner == b.owner
}

// surface returns what a contact of two pieces does, and whether they may touch.
func (x *touching) surface(a, b *piece) (surface scenario.ContactNumbers, meets bool) {
	if a.link == b.link {
		return surface, false
	}
	given, named := x.between(a, b)
	own := surfaceOf(a, b)
	switch {
	case !named:
		given = own
	case given.Stiffness == nil && given.Restitution == nil: // the one law does not use what the other has
		friction := given.Friction
		if given = own; friction != nil {
			given.Friction = friction
		}
	case given.Friction == nil:
		given.Friction = own.Friction
	}
	if named {
		return given, true
	}
	bodies := x.m.Links()
	body := func(p *piece) int {
		if p.link < 0 {
			return 0
		}
		return bodies[p.link].Body
	}
	if fixed := body(a) == 0 && body(b) == 0; fixed && !(b.link < 0 && slices.Contains(x.spec.Links, a.name)) {
		return given, false
	}
	if x.kindred(a, b) {
		parent := func(i int) int { // of the joint's first body, whatever chain of bodies the joint is
			for j := x.m.Bodies()[i].Joint; i > 0 && x.m.Bodies()[x.m.Parent(i)].Joint == j && j >= 0; {
				i = x.m.Parent(i)
			}
			return x.m.Bodies()[i].Parent
		}
		i, k := body(a), body(b)
		near := i == k || i > 0 && parent(i) == k || k > 0 && parent(k) == i
		return given, x.spec.Self && !near
	}
	return given, true
}

// surfaceOf returns what a contact of two pieces does by what they are made of: what one of them says, and of two
// bodies the geometric mean of the frictions and the larger restitution.
func surfaceOf(a, b *piece) scenario.ContactNumbers {
	none := scenario.ContactNumbers{}
	switch {
	case b.link < 0 || a.surface == none:
		return b.surface
	case b.surface == none:
		return a.surface
	}
	friction := math.Sqrt(scenario.Or(a.surface.Friction, 0) * scenario.Or(b.surface.Friction, 0))
	restitution := max(scenario.Or(a.surface.Restitution, 0), scenario.Or(b.surface.Restitution, 0))
	return scenario.ContactNumbers{Friction: &friction, Restitution: &restitution}
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
func obstaclesOf(s *scenario.Scenario, errs *[]error) (list []piece) {
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
		x := piece{link: constraint.World, owner: -1, name: name, place: spatial.Identity(), surface: o.Surface()}
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

// piecesOf returns what of the robot and of the bodies takes part.
func (x *touching) piecesOf(s *scenario.Scenario, source *models.Source) (list []piece) {
	r := &resolver{m: x.m, field: "contact"}
	chosen := map[string]bool{}
	for i, name := range x.spec.Links {
		r.anchor(fmt.Sprintf("links.%d", i), name, [3]float64{})
		chosen[name] = true
	}
	for i := range x.spec.Pairs {
		for _, name := range x.spec.Pairs[i].Between {
			chosen[name] = true
		}
	}
	for _, pair := range x.spec.Distances {
		chosen[pair[0]], chosen[pair[1]] = true, true
	}
	meshes := source.Resolver()
	for k, l := range x.m.Links() {
		owner := x.owner(s, l.Body)
		if x.spec.Links != nil && owner < 0 && !chosen[l.Name] {
			continue
		}
		u, err := source.Robot.Link(l.Name)
		if err != nil { // links that the model has made
			continue
		}
		surface := scenario.ContactNumbers{}
		if owner >= 0 {
			surface = s.Bodies[owner].Surface()
		}
		for i := range u.Collisions {
			c := &u.Collisions[i]
			solid, err := shapeOf(&c.Geometry, source.Robot, meshes)
			if err != nil {
				r.errs = append(r.errs, wrong("contact.links", "link %q: its shape %d: %v; expected another shape, or "+
					"contact.links without the link", l.Name, i, err))
				continue
			}
			list = append(list, piece{k, l.Name, owner, solid, c.Origin.Transform(), surface})
		}
		if chosen[l.Name] && len(u.Collisions)+len(x.spec.Points[l.Name]) == 0 {
			r.errs = append(r.errs, wrong("contact.links", "link %q has no shape under <collision>; expected one, or "+
				"points of the link under contact.points", l.Name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.spec.Points)) {
		link := r.anchor(strict.Join("points", name), name, [3]float64{}).Link
		for _, at := range x.spec.Points[name] {
			place := spatial.Identity()
			place.P = mgl64.Vec3(at)
			list = append(list, piece{link: link, name: name, owner: -1, place: place})
		}
	}
	x.errs = append(x.errs, r.errs...)
	return list
}

// owner returns the index of the free body of the scenario that carries a body of the tree, or −1.
func (x *touching) owner(s *scenario.Scenario, body int) int {
	for ; body > 0; body = x.m.Parent(body) {
		if j := x.m.Bodies()[body].Joint; j >= 0 && x.m.Joints()[j].Free {
			return slices.IndexFunc(s.Bodies, func(b scenario.BodySpec) bool { return b.Name == x.m.Joints()[j].Name })
		}
	}
	return -1
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

// namePairs notes what contact.pairs says.
func (x *touching) namePairs() {
	var names []string
	for _, p := range x.pieces {
		names = append(names, p.name)
	}
	names = unique(names)
	for i := range x.spec.Pairs {
		p := &x.spec.Pairs[i]
		field := fmt.Sprintf("contact.pairs.%d", i)
		x.errs = append(x.errs, checkSurface(field, p.Surface())...)
		for k, name := range p.Between {
			if other := p.Between[1-k]; !slices.Contains(names, name) {
				x.errs = append(x.errs, wrong(field+".between", "there is no link with a shape, body or obstacle "+
					"%q%s; expected one of %s", name, suggest.Hint(name, names), suggest.List(names)))
			} else if k == 0 && name == other {
				x.errs = append(x.errs, wrong(field+".between", "%q twice; expected two that differ", name))
			}
		}
		x.named[p.Between] = p.Surface()
	}
}

// meeting adds the contacts of two pieces: of the balls that one of them is the hull of with the other one, and the
// other way round. That is all there is where one of them is a half space or a single ball. Otherwise edges could
// cross.
func (x *touching) meeting(a, b *piece, surface scenario.ContactNumbers) error {
	add := func(solid, round *piece, balls []distance.Round) {
		for _, ball := range balls {
			inside := mgl64.Vec3{}
			if len(balls) > 1 {
				inside = vec.MulVec(round.place.R, round.solid.Inside(ball.At))
			}
			x.Meetings.Contacts = append(x.Meetings.Contacts, sim.ContactPair{Contact: constraint.Contact{
				Name: a.name + "/" + b.name, Links: [2]int{solid.link, round.link}, Solid: solid.solid,
				Place: solid.place, Ball: distance.Round{At: round.place.Point(ball.At), Radius: ball.Radius},
				Inside: inside, Friction: scenario.Or(surface.Friction, 0)},
				Restitution: scenario.Or(surface.Restitution, 0), Compliance: compliance(&surface),
				Turned: solid == a})
		}
	}
	rounds := func(p *piece) ([]distance.Round, bool) {
		if p.solid == nil {
			return []distance.Round{{}}, true
		}
		return p.solid.Rounds()
	}
	own, ofBalls := rounds(a)
	its, both := rounds(b)
	switch {
	case ofBalls && b.solid != nil && (b.solid.Form() == "plane" || len(own) == 1):
		add(b, a, own)
	case both && a.solid != nil && len(its) == 1:
		add(a, b, its)
	case ofBalls && both && a.solid != nil && b.solid != nil:
		add(b, a, own)
		add(a, b, its)
		x.Crossing = append(x.Crossing, sim.CrossingPair{Name: a.name + "/" + b.name, Links: [2]int{a.link, b.link},
			Solids: [2]*distance.Convex{a.solid, b.solid}, Places: [2]spatial.Transform{a.place, b.place}})
	case a.solid == nil && b.solid == nil: // points do not touch points
	default:
		return fmt.Errorf("a %s of %q and the %s %q: contacts between these shapes are not known; expected a sphere "+
			"or points on one side, or a sphere, capsule, box or mesh with a plane, box, capsule or mesh, such as "+
			"contact: {links: [], points: {%s: [[0, 0, 0]]}}", x.form(a), a.name, x.form(b), b.name, a.name)
	}
	return nil
}

// form names that of a piece.
func (x *touching) form(p *piece) string {
	if p.solid == nil {
		return "point"
	}
	return p.solid.Form()
}
