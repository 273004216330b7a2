package urdf

import (
	"slices"
	"strings"
)

// vendor lists elements that other programs put into links and shapes.
const vendor = "self_filter collision_checking contact surface gravity kinematic verbose"

func (n node) link() Link {
	n.allow(names{"inertial visual collision", vendor}, names{"name", "type"})
	l := Link{Name: n.text("name", "the name of the link"), Pos: n.pos()}
	if c, ok := n.one("inertial"); ok {
		l.Inertial = c.inertial()
	}
	for _, c := range n.all("visual") {
		l.Visuals = append(l.Visuals, c.shape(names{"geometry origin material", vendor}))
	}
	for _, c := range n.all("collision") {
		l.Collisions = append(l.Collisions, c.shape(names{"geometry origin", vendor + " material"}))
	}
	return l
}

func (n node) inertial() *Inertial {
	n.allow(names{read: "origin mass inertia"}, names{})
	in := &Inertial{Origin: n.pose(), Pos: n.pos(), InertiaPos: n.pos()}
	if len(n.all("inertia")) == 0 {
		return n.incomplete(in)
	}
	if m, ok := n.need("mass"); ok {
		m.allow(names{}, names{read: "value"})
		in.Mass, in.MassPos = m.needNumber("value", "the mass in kg"), m.attrPos("value")
	}
	if i, ok := n.need("inertia"); ok {
		i.allow(names{}, names{read: "ixx ixy ixz iyy iyz izz"})
		in.InertiaPos = i.pos()
		const meaning = "a moment of inertia in kg m^2"
		in.Inertia = Tensor{
			i.needNumber("ixx", meaning), i.product("ixy"), i.product("ixz"),
			i.needNumber("iyy", meaning), i.product("iyz"), i.needNumber("izz", meaning),
		}
	}
	return in
}

// incomplete reads an inertial without a tensor, which an estimate may find.
func (n node) incomplete(in *Inertial) *Inertial {
	severity := Error
	if n.p.incomplete {
		severity = Warning
	}
	missing := "no <inertia>; expected one"
	if m, ok := n.one("mass"); ok {
		m.allow(names{}, names{read: "value"})
		in.Mass, in.MassPos = m.needNumber("value", "the mass in kg"), m.attrPos("value")
	} else {
		missing = "neither <mass> nor <inertia>; expected both"
	}
	n.note(severity, "missing-element", n.pos(), n.path, "%s", missing).Hint = "--estimate-inertia takes what is " +
		"missing from the shapes of the link"
	return in
}

// product reads a product of inertia. Where a file has none it is 0.
func (n node) product(key string) float64 {
	if !n.has(key) {
		d := n.attrMissing(key, "a product of inertia in kg m^2, and 0 is taken")
		d.Severity = Warning
		n.repair(d, Attribute{Name: key, Value: "0"})
	}
	return n.number(key, 0)
}

// shape reads a visual or a collision. Its faults are warnings: dynamics does not need it.
func (n node) shape(children names) Shape {
	n.severity = Warning
	n.allow(children, names{read: "name"})
	name, _ := n.attr("name")
	s := Shape{Name: name, Origin: n.pose(), Pos: n.pos()}
	if g, ok := n.need("geometry"); ok {
		s.Geometry = g.geometry()
	}
	if m, ok := n.one("material"); ok {
		s.Material = m.material()
	}
	return s
}

func (n node) geometry() Geometry {
	forms := names{read: "box cylinder sphere mesh capsule"}
	n.allow(forms, names{})
	var found []node
	for _, form := range strings.Fields(forms.read) {
		if c, ok := n.one(form); ok {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		n.elementWarning("geometry", "%d forms; expected one of box, cylinder, sphere, mesh, capsule", len(found))
		return Geometry{}
	}
	return found[0].form()
}

// form reads the one child of a geometry.
func (n node) form() Geometry {
	const radius, length = "the radius in m", "the length in m"
	switch n.el.Tag {
	case "box":
		n.allow(names{}, names{read: "size"})
		box := &Box{}
		n.needNumbers(box.Size[:], "size", "three edge lengths in m")
		n.positive("size", box.Size[:])
		return Geometry{Box: box}
	case "cylinder":
		n.allow(names{}, names{read: "radius length"})
		return Geometry{Cylinder: &Cylinder{n.size("radius", radius), n.size("length", length)}}
	case "capsule":
		n.allow(names{}, names{read: "radius length"})
		if n.p.version == "1.0" {
			n.elementWarning("version", "capsules come with URDF 1.1; write version=\"1.1\" in <robot>")
		}
		return Geometry{Capsule: &Capsule{n.size("radius", radius), n.size("length", length)}}
	case "sphere":
		n.allow(names{}, names{read: "radius"})
		return Geometry{Sphere: &Sphere{n.size("radius", radius)}}
	default:
		n.allow(names{}, names{read: "filename scale"})
		mesh := &Mesh{Filename: n.text("filename", "the name of a mesh file"), Scale: [3]float64{1, 1, 1},
			Pos: n.attrPos("filename")}
		n.numbers(mesh.Scale[:], "scale")
		return Geometry{Mesh: mesh}
	}
}

// size reads a length that should be positive.
func (n node) size(key, meaning string) float64 {
	x := n.needNumber(key, meaning)
	n.positive(key, []float64{x})
	return x
}

// positive warns of sizes that are not, unless the attribute could not be read at all.
func (n node) positive(key string, xs []float64) {
	value, ok := n.attr(key)
	if err := parseNumbers(make([]float64, len(xs)), value); ok && err == nil &&
		slices.ContainsFunc(xs, func(x float64) bool { return x <= 0 }) {
		n.attrWarning("size", key, "%s is not positive; expected lengths above 0", quote(value))
	}
}

// material reads a colour or texture, or a reference to one. Its faults are warnings.
func (n node) material() *Material {
	n.severity = Warning
	n.allow(names{read: "color texture"}, names{read: "name"})
	m := &Material{Pos: n.pos()}
	m.Name, _ = n.attr("name")
	if c, ok := n.one("color"); ok {
		c.allow(names{}, names{read: "rgba"})
		var rgba [4]float64
		if c.needNumbers(rgba[:], "rgba", "red, green, blue and alpha from 0 to 1") {
			m.Color = &rgba
			if slices.ContainsFunc(rgba[:], func(x float64) bool { return x < 0 || x > 1 }) {
				c.attrWarning("color", "rgba", "%v; expected numbers from 0 to 1", rgba)
			}
		}
	}
	if t, ok := n.one("texture"); ok {
		t.allow(names{}, names{read: "filename"})
		m.Texture = t.text("filename", "the name of a texture file")
	}
	return m
}
