package urdf

import (
	"fmt"
	"math"
	"strconv"

	"kinetree/internal/libm"
)

// What follows finds numbers that were likely written in degrees, millimetres or grams. The bounds lie beyond the
// robots that there are and below what a factor of 57, 1,000 or 1,000,000 makes of them. All diagnostics are warnings.
const (
	// A joint that turns further than this (rad) is seen as one with limits in degrees, if they are whole or half
	// degrees; above wholeTurns whole multiples of 5 degrees are. Limits beyond endless stand for none.
	wholeTurns = 4 * math.Pi
	manyTurns  = 20
	endless    = 720

	farCentre  = 10   // distance of a centre of mass from the frame of its link, radius of gyration (m)
	farOrigin  = 20   // distance between the frames of two links, and a joint's way (m)
	farthest   = 5000 // a joint's way beyond which it stands for none (m)
	heavyLink  = 2000 // mass of a link of unknown size (kg)
	heaviest   = 23e3 // density, that of osmium (kg/m³)
	lightest   = 0.1  // density, a tenth of that of air (kg/m³)
	noticeable = 0.01 // mass of a link that is judged by its size (kg); lighter ones are stand-ins
	outOfBody  = 3    // such distances that the size of a body explains, in terms of its reach
	outSpread  = 100  // such distances that are suspicious in themselves, likewise; 1000 is a slip of mm
)

// degrees finds angles that are written in degrees.
func (c *checker) degrees() {
	const perDegree = math.Pi / 180
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		c.degreesOf(&j.Origin, j.Pos, jointPath, j.Name, "")
		if j.Type != Revolute {
			continue
		}
		if lower, upper := j.Range(); inDegrees(max(math.Abs(lower), math.Abs(upper)), lower, upper) {
			c.note(Warning, "degrees", j.Limit.Pos, jointPath(j.Name)+"/limit",
				"the joint turns from %v to %v rad, %.3g times about itself; expected radians", lower, upper,
				(upper-lower)/(2*math.Pi)).Hint =
				fmt.Sprintf("if these are degrees, write lower=\"%.6g\" upper=\"%.6g\"", lower*perDegree,
					upper*perDegree)
		}
	}
	for i := range c.robot.Links {
		l := &c.robot.Links[i]
		if l.Inertial != nil {
			c.degreesOf(&l.Inertial.Origin, l.Inertial.Pos, linkPath, l.Name, "/inertial")
		}
		for k := range l.Visuals {
			c.degreesOf(&l.Visuals[k].Origin, l.Visuals[k].Pos, linkPath, l.Name, "/visual")
		}
		for k := range l.Collisions {
			c.degreesOf(&l.Collisions[k].Origin, l.Collisions[k].Pos, linkPath, l.Name, "/collision")
		}
	}
}

// degreesOf looks at the angles of a pose, of which a turn is the most that makes sense.
func (c *checker) degreesOf(p *Pose, pos Position, pathOf func(name string) string, name, part string) {
	a := p.RPY
	if most := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])); p.Quaternion == nil && most > 2*math.Pi+0.1 &&
		inDegrees(max(most, manyTurns), a[0], a[1], a[2]) {
		const perDegree = math.Pi / 180
		c.note(Warning, "degrees", pos, pathOf(name)+part+"/origin@rpy",
			"the angles are %v %v %v rad; expected radians", a[0], a[1], a[2]).Hint =
			fmt.Sprintf("if these are degrees, write rpy=\"%.6g %.6g %.6g\"", a[0]*perDegree,
				a[1]*perDegree, a[2]*perDegree)
	}
}

// inDegrees reports whether angles, the largest of which is given, look like degrees.
func inDegrees(largest float64, angles ...float64) bool {
	grid := 0.5
	if largest < manyTurns {
		grid = 5
	}
	for _, x := range angles {
		if math.Mod(x, grid) != 0 {
			return false
		}
	}
	return largest > wholeTurns && largest <= endless
}

// extent is the size of a body.
type extent struct {
	volume float64 // m³; of shapes that overlap the sum
	reach  float64 // how far it gets from the frame of its link (m)
}

// units judges lengths, masses and tensors, those of links without meshes. Resolver.Check judges the others.
func (c *checker) units() {
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		// A robot may stand anywhere in its world.
		placed := j.Type == Fixed && c.bodies != nil && c.links[j.Parent] == c.bodies[0].links[0]
		if d := length(j.Origin.XYZ); d > farOrigin && !placed && !infinite(d) {
			c.note(Warning, "units", j.Pos, jointPath(j.Name)+"/origin@xyz",
				"the joint is %.4g m away from the frame of its parent link; expected metres", d).Hint =
				millimetres(j.Origin.XYZ)
		}
		c.slide(j)
	}
	for i := range c.robot.Links {
		if l := &c.robot.Links[i]; !l.hasMesh() {
			e, known := l.extent(func(*Mesh) (bounds, bool) { return bounds{}, false })
			c.unitsOf(i, e, known)
		}
	}
}

// slide judges the limits of a prismatic joint. Powers of ten stand for none.
func (c *checker) slide(j *Joint) {
	l := j.Limit
	if j.Type != Prismatic || l == nil {
		return
	}
	way := max(math.Abs(l.Lower), math.Abs(l.Upper))
	if way > farOrigin && way <= farthest && math.Mod(libm.Log10(way), 1) != 0 {
		c.note(Warning, "units", l.Pos, jointPath(j.Name)+"/limit", "the joint slides from %v to %v m; expected metres",
			l.Lower, l.Upper).Hint = fmt.Sprintf("if these are mm, write lower=\"%.6g\" upper=\"%.6g\"", l.Lower/1000,
			l.Upper/1000)
	}
}

// unitsOf judges the numbers of a link of a size, if that is known.
func (c *checker) unitsOf(link int, e extent, known bool) {
	l := &c.robot.Links[link]
	in := l.Inertial
	if in.Zero() || c.faulty.inertials[link] {
		return
	}
	note := func(code string, pos Position, part, hint, format string, args ...any) {
		c.note(Warning, code, pos, linkPath(l.Name)+"/inertial"+part, format, args...).Hint = hint
	}
	d := length(in.Origin.XYZ)
	if !known && d > farCentre || known && d > outOfBody*e.reach && (d > farCentre || d > outSpread*e.reach) {
		note("units", in.Pos, "/origin@xyz", millimetres(in.Origin.XYZ),
			"the centre of mass is %.4g m away from the frame of the link%s; expected metres", d, e.besides(known))
	}
	moves := c.bodies != nil && c.bodies[c.bodyOf[link]].joint >= 0
	density := in.Mass / e.volume
	switch {
	case !known || e.volume == 0:
		if in.Mass > heavyLink {
			note("units", in.MassPos, "/mass@value", grams(in.Mass), "the link weighs %.4g t; expected kilograms",
				in.Mass/1000)
		}
	case in.Mass < noticeable:
	case density > heaviest:
		note("density", in.MassPos, "/mass@value", grams(in.Mass),
			"%.4g kg in a volume of %.3g m^3 are %.3g kg/m^3; expected less than %d, the density of osmium", in.Mass,
			e.volume, density, int(heaviest))
	case density < lightest && moves:
		note("density", in.MassPos, "/mass@value", "are the sizes of its shapes in mm?",
			"%.4g kg in a volume of %.3g m^3 are %.3g kg/m^3; expected more than air has", in.Mass, e.volume, density)
	}
	t := in.Inertia
	g := gyration(in.Mass, t.IXX+t.IYY+t.IZZ)
	if in.Mass >= noticeable && moves && (!known && g > farCentre ||
		known && g > outOfBody*e.reach && (g > farCentre || g > outSpread*e.reach)) {
		note("units", in.InertiaPos, "/inertia", "if these are kg mm^2, divide by 1e6; if g mm^2, by 1e9",
			"the radius of gyration is %.3g m%s; expected moments of inertia in kg m^2", g, e.besides(known))
	}
}

// besides returns the size of a body, if it is known, for a message about a distance.
func (e extent) besides(known bool) string {
	if !known {
		return ""
	}
	return fmt.Sprintf(", from which its shapes reach %.3g m", e.reach)
}

func millimetres(p [3]float64) string {
	return fmt.Sprintf("if these are mm, write xyz=\"%.6g %.6g %.6g\"", p[0]/1000, p[1]/1000, p[2]/1000)
}

func grams(mass float64) string {
	return "if this is in g, write " + strconv.FormatFloat(mass/1000, 'g', 6, 64)
}

func length(p [3]float64) float64 { return libm.Hypot(libm.Hypot(p[0], p[1]), p[2]) }

func (l *Link) hasMesh() bool {
	for _, shapes := range [][]Shape{l.Visuals, l.Collisions} {
		for i := range shapes {
			if shapes[i].Geometry.Mesh != nil {
				return true
			}
		}
	}
	return false
}

// extent returns the size of a link by its collisions or its visuals, whichever are larger, and whether it is known:
// whether all of them are, or all of the others.
func (l *Link) extent(mesh func(*Mesh) (bounds, bool)) (e extent, known bool) {
	for _, shapes := range [][]Shape{l.Visuals, l.Collisions} {
		var sum extent
		all := len(shapes) > 0
		for i := range shapes {
			s, ok := shapes[i].extent(mesh)
			all = all && ok
			sum.volume += s.volume
			sum.reach = max(sum.reach, s.reach)
		}
		if all {
			e.volume, e.reach, known = max(e.volume, sum.volume), max(e.reach, sum.reach), true
		}
	}
	return e, known
}

// extent returns the size of a shape. The volume of a mesh is that of the box around it.
func (s *Shape) extent(mesh func(*Mesh) (bounds, bool)) (e extent, ok bool) {
	g := &s.Geometry
	var half [3]float64 // of the box around it
	var centre [3]float64
	switch {
	case g.Box != nil:
		half = [3]float64{g.Box.Size[0] / 2, g.Box.Size[1] / 2, g.Box.Size[2] / 2}
		e.volume = float64(8 * half[0] * half[1] * half[2])
	case g.Cylinder != nil:
		r := g.Cylinder.Radius
		half = [3]float64{r, r, g.Cylinder.Length / 2}
		e.volume = float64(math.Pi * r * r * g.Cylinder.Length)
	case g.Capsule != nil:
		r := g.Capsule.Radius
		half = [3]float64{r, r, g.Capsule.Length/2 + r}
		e.volume = float64(math.Pi * r * r * (g.Capsule.Length + float64(4./3*r)))
	case g.Sphere != nil:
		r := g.Sphere.Radius
		half = [3]float64{r, r, r}
		e.volume = float64(4. / 3 * math.Pi * r * r * r)
	case g.Mesh != nil:
		b, ok := mesh(g.Mesh)
		if !ok {
			return e, false
		}
		for i, scale := range g.Mesh.Scale {
			half[i] = math.Abs(scale) * (b.max[i] - b.min[i]) / 2
			centre[i] = scale * (b.max[i] + b.min[i]) / 2
		}
		e.volume = float64(8 * half[0] * half[1] * half[2])
	}
	e.reach = length(s.Origin.XYZ) + length(centre) + length(half)
	return e, e.volume > 0 && min(half[0], half[1], half[2]) > 0 && !infinite(e.volume) && !infinite(e.reach)
}
