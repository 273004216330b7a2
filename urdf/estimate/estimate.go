// Package estimate gives the links of a robot masses and inertias that are estimated from their shapes. Many arms are
// published with meshes and without inertias, and cannot be simulated as they are.
//
// A link becomes a body of constant density in the form of its collision or visual shapes. The integrals over boxes,
// cylinders, capsules, spheres and closed meshes are exact; other meshes become their convex hulls (see package mesh).
// What is found is an estimate: real links are hollow and carry motors. Each one is reported.
package estimate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/infile"
	"kinetree/spatial"
	"kinetree/urdf"
	"kinetree/urdf/find"
	"kinetree/urdf/mesh"
)

// Density is taken if no other one is given (kg/m³). A six-axis arm of cast aluminium weighs about that much for the
// volume of its hull: the ABB IRB 1600 has 250 kg and collision meshes of 0.126 m³.
const Density = 2000

// Options say what is estimated. The zero value estimates the links without inertia from their collision shapes.
type Options struct {
	From      Shapes   // which shapes; Collision
	Density   float64  // kg/m³; [Density]
	TotalMass float64  // of the robot (kg), shared by volume among the links estimated; 0 to take the density
	All       bool     // estimate all links with a shape, also those with an inertia
	Links     []string // estimate just these; nil for those without inertia, or with a mass and a tensor of zero
	Resolver  find.Resolver
	Open      infile.Opener // opens the files of meshes; nil for the usual function
}

// Shapes names what an estimate is made from.
type Shapes string

// What estimates are made from.
const (
	Collision Shapes = "collision"
	Visual    Shapes = "visual"
	Rod       Shapes = "rod" // no shape: along the link
)

// Estimate is the mass and inertia that were found for a link.
type Estimate struct {
	Link    string      `json:"link"`
	From    Shapes      `json:"from"`
	Volume  float64     `json:"volume"` // m³
	Mass    float64     `json:"mass"`   // kg
	COM     [3]float64  `json:"com"`    // centre of mass in the link's frame (m)
	Inertia urdf.Tensor `json:"inertia"`
	// What the user should know: which mesh was replaced by its hull, or why there is a rod.
	Notes []string `json:"notes,omitempty"`

	body  body
	given *urdf.Inertial // whose mass and centre are kept; nil if all is estimated
}

// Inertias returns the robot with the estimates that the options ask for, and the list of them in the order of its
// links. The robot is not changed. Warnings name the meshes that cannot be used. The error says which option cannot be
// followed.
func Inertias(r *urdf.Robot, o Options) (*urdf.Robot, []Estimate, urdf.Diagnostics, error) {
	o.From = cmp.Or(o.From, Collision)
	if err := o.check(r); err != nil {
		return nil, nil, nil, err
	}
	o.Density = cmp.Or(o.Density, Density)
	e := &estimator{robot: r.Clone(), options: o, meshes: map[string]*solid{}}
	for i := range e.robot.Links {
		e.link(&e.robot.Links[i])
	}
	e.rods()
	if err := e.weigh(); err != nil {
		return nil, nil, nil, err
	}
	return e.robot, e.list, e.warnings, nil
}

// check returns what is wrong with the options.
func (o *Options) check(r *urdf.Robot) error {
	var errs []error
	if o.From != Collision && o.From != Visual {
		errs = append(errs, fmt.Errorf("from: %q; expected collision or visual", o.From))
	}
	if !(o.Density >= 0) || math.IsInf(o.Density, 0) {
		errs = append(errs, fmt.Errorf("density: %v kg/m³; expected a positive number", o.Density))
	}
	if o.Density > 0 && o.TotalMass > 0 {
		errs = append(errs, fmt.Errorf("density: %v kg/m³, and a total mass of %v kg, of which the density follows; "+
			"expected one of the two", o.Density, o.TotalMass))
	}
	if !(o.TotalMass >= 0) || math.IsInf(o.TotalMass, 0) {
		errs = append(errs, fmt.Errorf("total_mass: %v kg; expected a positive number", o.TotalMass))
	}
	for _, name := range o.Links {
		if _, err := r.Link(name); err != nil {
			errs = append(errs, fmt.Errorf("links: %w", err))
		}
	}
	return errors.Join(errs...)
}

// estimator estimates the links of one robot.
type estimator struct {
	robot   *urdf.Robot
	options Options
	list    []Estimate
	meshes  map[string]*solid // by file and scale

	warnings urdf.Diagnostics
}

// solid is the body in a mesh file, or why there is none.
type solid struct {
	mesh.Integrals
	repair mesh.Treatment
	err    error
}

// wanted reports whether a link is to be estimated.
func (e *estimator) wanted(l *urdf.Link) bool {
	switch {
	case e.options.Links != nil:
		return slices.Contains(e.options.Links, l.Name)
	case e.options.All:
		return len(l.Collisions)+len(l.Visuals) > 0
	}
	return l.Inertial.Zero() || lacksTensor(l)
}

// lacksTensor reports whether a link has a mass and a tensor of zero. A body with a shape has a tensor; without one it
// is a point, which a joint through it cannot turn.
func lacksTensor(l *urdf.Link) bool {
	return !l.Inertial.Zero() && l.Inertial.Mass > 0 && l.Inertial.Inertia == urdf.Tensor{}
}

// link estimates a link from its shapes: those of the kind asked for or, if they are missing or have no volume, of the
// other kind. A link without any shape is a frame and stays as it is, unless it was named. One whose tensor alone is
// missing keeps its mass and centre, and stays as it is if no shape can be used.
func (e *estimator) link(l *urdf.Link) {
	if !e.wanted(l) {
		return
	}
	kinds := []Shapes{Collision, Visual}
	if e.options.From == Visual {
		slices.Reverse(kinds)
	}
	var notes []string
	var given *urdf.Inertial
	if e.options.Links == nil && !e.options.All && lacksTensor(l) {
		given, notes = l.Inertial, []string{"its tensor alone is missing: its mass and centre are kept"}
	}
	for _, kind := range kinds {
		shapes := l.Collisions
		if kind == Visual {
			shapes = l.Visuals
		}
		b, remarks := e.shapes(l, shapes)
		notes = append(notes, remarks...)
		if b.volume > 0 {
			if kind != e.options.From && (len(notes) == 0 || len(notes) == 1 && given != nil) {
				notes = append(notes, fmt.Sprintf("it has no %s shape", e.options.From))
			}
			e.list = append(e.list, Estimate{Link: l.Name, From: kind, Notes: notes, body: b, given: given})
			return
		}
	}
	if given != nil {
		return
	}
	if len(l.Collisions)+len(l.Visuals) > 0 || e.options.Links != nil {
		e.rod(l, notes)
	}
}

// shapes adds up the bodies of some shapes, and says what is to be known of them. Shapes that overlap count twice
// there.
func (e *estimator) shapes(l *urdf.Link, shapes []urdf.Shape) (sum body, notes []string) {
	for i := range shapes {
		s := &shapes[i]
		b, remark := e.geometry(l, &s.Geometry)
		if remark != "" {
			notes = append(notes, remark)
		}
		if b.volume > 0 {
			x := s.Origin.Transform()
			sum = sum.plus(b.placed(&x))
		}
	}
	return sum, notes
}

// ReadMeshes opens the files that [Inertias] may read for a robot, for a function that notes what is read.
func ReadMeshes(r *urdf.Robot, resolver *find.Resolver, open infile.Opener) {
	seen := map[string]bool{}
	for i := range r.Links {
		for _, shape := range slices.Concat(r.Links[i].Collisions, r.Links[i].Visuals) {
			if m := shape.Geometry.Mesh; m != nil && !seen[m.Filename] {
				seen[m.Filename] = true
				_, _ = openMesh(resolver, open, m.Filename, r.File, func(file string) (*mesh.Surface, error) {
					if strings.HasPrefix(strings.ToLower(filepath.Ext(file)), ".gl") { // it may name other files
						return mesh.OpenBy(open, file)
					}
					in, err := open.Open(file)
					if err == nil {
						in.Close()
					}
					return nil, err
				})
			}
		}
	}
}

// openMesh reads the file of a mesh that a URDF file names. One that is nowhere is opened under that name, so that the
// function knows that it was looked for.
func openMesh(resolver *find.Resolver, open infile.Opener, name, urdfFile string,
	read func(file string) (*mesh.Surface, error)) (*mesh.Surface, error) {
	file, err := resolver.Resolve(name, urdfFile)
	if err == nil {
		return read(file)
	}
	if open != nil {
		if in, found := open.Open(name); found == nil {
			in.Close()
		}
	}
	return nil, err
}

// geometry returns the body of a shape in its own frame.
func (e *estimator) geometry(l *urdf.Link, g *urdf.Geometry) (b body, remark string) {
	switch {
	case g.Box != nil:
		return box(g.Box.Size), ""
	case g.Cylinder != nil:
		return cylinder(g.Cylinder.Radius, g.Cylinder.Length), ""
	case g.Capsule != nil:
		return capsule(g.Capsule.Radius, g.Capsule.Length), ""
	case g.Sphere != nil:
		return sphere(g.Sphere.Radius), ""
	case g.Mesh == nil:
		return body{}, ""
	}
	s := e.mesh(l, g.Mesh)
	if s.err != nil {
		return body{}, s.err.Error()
	}
	if s.repair != mesh.AsItIs {
		remark = fmt.Sprintf("the mesh %s is %s", g.Mesh.Filename, s.repair)
	}
	t := s.Inertia
	return body{s.Volume, s.Centre, spatial.Sym3{t[0], t[1], t[4], t[2], t[5], t[8]}}, remark
}

// mesh returns the body in the file of a mesh, scaled. One that cannot be used gets a warning at the first link.
func (e *estimator) mesh(l *urdf.Link, m *urdf.Mesh) *solid {
	key := fmt.Sprint(m.Filename, m.Scale)
	if s, ok := e.meshes[key]; ok {
		return s
	}
	s := &solid{}
	e.meshes[key] = s
	surface, err := openMesh(&e.options.Resolver, e.options.Open, m.Filename, e.robot.File,
		func(file string) (*mesh.Surface, error) { return mesh.OpenBy(e.options.Open, file) })
	if err == nil {
		scale := mgl64.Diag3(m.Scale)
		if s.Integrals, s.repair, err = surface.Transformed(&scale, mgl64.Vec3{}).Solid(); err != nil {
			err = fmt.Errorf("%s: %w", m.Filename, err)
		}
	}
	if s.err = err; err != nil {
		e.warnings = append(e.warnings, urdf.Diagnostic{Severity: urdf.Warning, Code: "mesh", File: e.robot.File,
			Pos: m.Pos, Path: l.Path() + "//mesh@filename",
			Message: err.Error() + "; the estimate of the inertia is made without the mesh"})
	}
	return s
}

// weigh sets the masses of the links.
func (e *estimator) weigh() error {
	order := func(x Estimate) int {
		return slices.IndexFunc(e.robot.Links, func(l urdf.Link) bool { return l.Name == x.Link })
	}
	slices.SortStableFunc(e.list, func(a, b Estimate) int { return order(a) - order(b) })
	density := e.options.Density
	if total := e.options.TotalMass; total > 0 {
		volume, given := 0.0, 0.0
		for i := range e.robot.Links {
			l := &e.robot.Links[i]
			k := slices.IndexFunc(e.list, func(x Estimate) bool { return x.Link == l.Name })
			switch {
			case k >= 0 && e.list[k].given == nil:
				volume += e.list[k].body.volume
			case l.Inertial != nil:
				given += l.Inertial.Mass
			}
		}
		if !(total > given) {
			return fmt.Errorf("total_mass: %v kg, and the links that are not estimated have %v kg; expected more",
				total, given)
		}
		density = (total - given) / volume // of no use if there is no volume, for then no link has this density
	}
	for i := range e.list {
		x := &e.list[i]
		b, own := x.body, density
		x.Volume, x.Mass, x.COM = b.volume, float64(density*b.volume), b.centre
		if x.given != nil {
			x.Mass, x.COM = x.given.Mass, x.given.Origin.XYZ
			own = x.Mass / b.volume
		}
		x.Inertia = urdf.TensorOf(b.of(own))
		l, err := e.robot.Link(x.Link)
		if err != nil {
			return err
		}
		l.Inertial = urdf.NewInertial(x.Mass, x.COM, b.of(own))
	}
	return nil
}

// String describes the estimate in one line of text.
func (x *Estimate) String() string {
	mass := fmt.Sprintf("%.4g kg", x.Mass)
	if x.given != nil {
		mass = "tensor"
	}
	text := fmt.Sprintf("%s: %s from %s, %.4g m³", x.Link, mass, x.From, x.Volume)
	if len(x.Notes) > 0 {
		text += "; " + strings.Join(x.Notes, "; ")
	}
	return text
}
