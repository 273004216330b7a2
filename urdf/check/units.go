package check

import (
	"fmt"
	"math"
	"strconv"

	"kinetree/internal/libm"
	"kinetree/urdf"
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

// Units reports angles that are likely written in degrees, and lengths, masses and tensors of inertia that are likely
// in other units, all as warnings, of a robot that may have errors; nil has no warnings. [Files] judges the links that
// have meshes. O(links + joints).
func Units(r *urdf.Robot) urdf.Diagnostics {
	if r == nil {
		return nil
	}
	j := newJudge(r)
	j.degrees()
	j.lengths()
	for i := range r.Links {
		if l := &r.Links[i]; !hasMesh(l) {
			e, known := extentOf(l, func(*urdf.Mesh) (bounds, bool) { return bounds{}, false })
			j.link(i, e, known)
		}
	}
	return j.located()
}

// degrees finds angles that are written in degrees.
func (c *judge) degrees() {
	const perDegree = math.Pi / 180
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		c.degreesOf(&j.Origin, j.Pos, j.Path())
		if j.Type != urdf.Revolute {
			continue
		}
		if lower, upper := j.Range(); inDegrees(max(math.Abs(lower), math.Abs(upper)), lower, upper) {
			c.note("degrees", j.Limit.Pos, j.Path()+"/limit",
				"the joint turns from %v to %v rad, %.3g times about itself; expected radians", lower, upper,
				(upper-lower)/(2*math.Pi)).Hint =
				fmt.Sprintf("if these are degrees, write lower=\"%.6g\" upper=\"%.6g\"", lower*perDegree,
					upper*perDegree)
		}
	}
	for i := range c.robot.Links {
		l := &c.robot.Links[i]
		if l.Inertial != nil {
			c.degreesOf(&l.Inertial.Origin, l.Inertial.Pos, l.Path()+"/inertial")
		}
		for k := range l.Visuals {
			c.degreesOf(&l.Visuals[k].Origin, l.Visuals[k].Pos, l.Path()+"/visual")
		}
		for k := range l.Collisions {
			c.degreesOf(&l.Collisions[k].Origin, l.Collisions[k].Pos, l.Path()+"/collision")
		}
	}
}

// degreesOf looks at the angles of a pose, of which a turn is the most that makes sense.
func (c *judge) degreesOf(p *urdf.Pose, pos urdf.Position, path string) {
	a := p.RPY
	if most := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])); p.Quaternion == nil && most > 2*math.Pi+0.1 &&
		inDegrees(max(most, manyTurns), a[0], a[1], a[2]) {
		const perDegree = math.Pi / 180
		c.note("degrees", pos, path+"/origin@rpy",
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

// lengths judges where joints are, and how far they slide.
func (c *judge) lengths() {
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		// A robot may stand anywhere in its world.
		placed := j.Type == urdf.Fixed && c.moves != nil && j.Parent == c.root
		if d := length(j.Origin.XYZ); d > farOrigin && !placed && d <= math.MaxFloat64 {
			c.note("units", j.Pos, j.Path()+"/origin@xyz",
				"the joint is %.4g m away from the frame of its parent link; expected metres", d).Hint =
				millimetres(j.Origin.XYZ)
		}
		c.slide(j)
	}
}

// slide judges the limits of a prismatic joint. Powers of ten stand for none.
func (c *judge) slide(j *urdf.Joint) {
	l := j.Limit
	if j.Type != urdf.Prismatic || l == nil {
		return
	}
	way := max(math.Abs(l.Lower), math.Abs(l.Upper))
	if way > farOrigin && way <= farthest && math.Mod(libm.Log10(way), 1) != 0 {
		c.note("units", l.Pos, j.Path()+"/limit", "the joint slides from %v to %v m; expected metres",
			l.Lower, l.Upper).Hint = fmt.Sprintf("if these are mm, write lower=\"%.6g\" upper=\"%.6g\"", l.Lower/1000,
			l.Upper/1000)
	}
}

// link judges the numbers of a link of a size, if that is known.
func (c *judge) link(link int, e extent, known bool) {
	l := &c.robot.Links[link]
	in := l.Inertial
	if in.Zero() {
		return
	}
	note := func(code string, pos urdf.Position, part, hint, format string, args ...any) {
		c.note(code, pos, l.Path()+"/inertial"+part, format, args...).Hint = hint
	}
	d := length(in.Origin.XYZ)
	if !known && d > farCentre || known && d > outOfBody*e.reach && (d > farCentre || d > outSpread*e.reach) {
		note("units", in.Pos, "/origin@xyz", millimetres(in.Origin.XYZ),
			"the centre of mass is %.4g m away from the frame of the link%s; expected metres", d, e.besides(known))
	}
	moves := c.moves != nil && c.moves[link]
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
	g := in.Gyration()
	if in.Mass >= noticeable && moves && (!known && g > farCentre ||
		known && g > outOfBody*e.reach && (g > farCentre || g > outSpread*e.reach)) {
		note("units", in.InertiaPos, "/inertia", "if these are kg mm^2, divide by 1e6; if g mm^2, by 1e9",
			"the radius of gyration is %.3g m%s; expected moments of inertia in kg m^2", g, e.besides(known))
	}
}

func millimetres(p [3]float64) string {
	return fmt.Sprintf("if these are mm, write xyz=\"%.6g %.6g %.6g\"", p[0]/1000, p[1]/1000, p[2]/1000)
}

func grams(mass float64) string {
	return "if this is in g, write " + strconv.FormatFloat(mass/1000, 'g', 6, 64)
}
