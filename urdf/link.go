package urdf

// vendor lists elements of links and shapes that other programs put there.
const vendor = " | self_filter collision_checking contact surface gravity kinematic verbose"

func (n node) link() Link {
	n.allow("inertial visual collision"+vendor, "name | type")
	l := Link{Name: n.text("name", "the name of the link"), Pos: n.pos()}
	if c, ok := n.one("inertial"); ok {
		l.Inertial = c.inertial()
	}
	for _, c := range n.all("visual") {
		l.Visuals = append(l.Visuals, c.shape("geometry origin material"+vendor))
	}
	for _, c := range n.all("collision") {
		l.Collisions = append(l.Collisions, c.shape("geometry origin"+vendor+" material"))
	}
	return l
}

func (n node) inertial() *Inertial {
	n.allow("origin mass inertia", "")
	in := &Inertial{Origin: n.pose(), Pos: n.pos()}
	if m, ok := n.need("mass"); ok {
		m.allow("", "value")
		in.Mass = m.needNumber("value", "the mass in kg")
		if in.Mass < 0 {
			m.wrong("mass", "value", "the mass is %v kg; expected 0 or more", in.Mass)
		}
	}
	if i, ok := n.need("inertia"); ok {
		i.allow("", "ixx ixy ixz iyy iyz izz")
		const meaning = "a moment or product of inertia in kg m^2"
		in.Inertia = Inertia{
			i.needNumber("ixx", meaning), i.needNumber("ixy", meaning), i.needNumber("ixz", meaning),
			i.needNumber("iyy", meaning), i.needNumber("iyz", meaning), i.needNumber("izz", meaning),
		}
	}
	return in
}

// shape reads a visual or a collision. Its faults are warnings: dynamics does not need it.
func (n node) shape(children string) Shape {
	n.severity = Warning
	n.allow(children, "name")
	name, _ := n.attr("name")
	s := Shape{Name: name, Origin: n.pose()}
	if g, ok := n.need("geometry"); ok {
		s.Geometry = g.geometry()
	}
	if m, ok := n.one("material"); ok {
		s.Material = m.material()
	}
	return s
}

func (n node) geometry() Geometry {
	const forms = "box cylinder sphere mesh capsule"
	n.allow(forms, "")
	var g Geometry
	read, _ := split(forms)
	found := 0
	for _, form := range read {
		c, ok := n.one(form)
		if !ok {
			continue
		}
		found++
		switch form {
		case "box":
			c.allow("", "size")
			g.Box = &Box{}
			c.needNumbers(g.Box.Size[:], "size", "three edge lengths in m")
		case "cylinder":
			c.allow("", "radius length")
			g.Cylinder = &Cylinder{c.needNumber("radius", "the radius in m"), c.needNumber("length", "the length in m")}
		case "capsule":
			c.allow("", "radius length")
			if n.p.version == "1.0" {
				c.warn("version", "capsules come with URDF 1.1; write version=\"1.1\" in <robot>")
			}
			g.Capsule = &Capsule{c.needNumber("radius", "the radius in m"), c.needNumber("length", "the length in m")}
		case "sphere":
			c.allow("", "radius")
			g.Sphere = &Sphere{c.needNumber("radius", "the radius in m")}
		case "mesh":
			c.allow("", "filename scale")
			g.Mesh = &Mesh{Filename: c.text("filename", "the name of a mesh file"), Scale: [3]float64{1, 1, 1}}
			c.numbers(g.Mesh.Scale[:], "scale")
		}
	}
	if found != 1 {
		n.warn("geometry", "%d forms; expected one of box, cylinder, sphere, mesh, capsule", found)
	}
	return g
}

// material reads a colour or texture, or a reference to one. Its faults are warnings.
func (n node) material() *Material {
	n.severity = Warning
	n.allow("color texture", "name")
	m := &Material{}
	m.Name, _ = n.attr("name")
	if c, ok := n.one("color"); ok {
		c.allow("", "rgba")
		var rgba [4]float64
		if c.numbers(rgba[:], "rgba") {
			m.Color = &rgba
		}
	}
	if t, ok := n.one("texture"); ok {
		t.allow("", "filename")
		m.Texture = t.text("filename", "the name of a texture file")
	}
	return m
}
