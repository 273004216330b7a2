package urdf

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/internal/suggest"
)

// Check reports what is wrong with the names, the structure and the numbers of a robot, however it was made: names given
// twice, joints to unknown links, links that do not form one tree, numbers that are not finite, axes without a direction, and
// impossible mimicry. Parse has done so already. O(links + joints), without recursion.
func (r *Robot) Check() Diagnostics {
	c := &checker{robot: r, links: map[string]int{}, joints: map[string]int{}}
	if len(r.Links) == 0 {
		c.note(Error, "no-link", r.Pos, "robot", "no <link>; expected at least one")
		return c.diags
	}
	c.names()
	if c.references() {
		c.tree()
	}
	c.numbers()
	c.axes()
	c.mimicry()
	return c.diags
}

type checker struct {
	robot  *Robot
	links  map[string]int // index of each name's first link
	joints map[string]int
	hints  int // given so far
	diags  Diagnostics
}

func (c *checker) note(s Severity, code string, pos Position, path, format string, args ...any) {
	c.diags = append(c.diags, Diagnostic{s, code, c.robot.File, pos, path, fmt.Sprintf(format, args...)})
}

// hint suggests a name that is near to one that is not known. It does so a few times only, for each takes time in proportion to the
// number of names.
func (c *checker) hint(name string, known map[string]int) string {
	const most = 20
	if c.hints++; c.hints > most {
		return ""
	}
	return suggest.Hint(name, slices.Sorted(maps.Keys(known)))
}

func linkPath(name string) string  { return fmt.Sprintf("robot/link[@name=%s]", quote(name)) }
func jointPath(name string) string { return fmt.Sprintf("robot/joint[@name=%s]", quote(name)) }

// names finds names given twice. Empty names were reported when they were read.
func (c *checker) names() {
	for i, l := range c.robot.Links {
		if first, again := c.links[l.Name]; again && l.Name != "" {
			c.note(Error, "duplicate-name", l.Pos, linkPath(l.Name), "a second link of this name; the first is %s, rename one",
				where(c.robot.Links[first].Pos))
			continue
		}
		c.links[l.Name] = i
	}
	for i, j := range c.robot.Joints {
		if first, again := c.joints[j.Name]; again && j.Name != "" {
			c.note(Error, "duplicate-name", j.Pos, jointPath(j.Name), "a second joint of this name; the first is %s, rename one",
				where(c.robot.Joints[first].Pos))
			continue
		}
		c.joints[j.Name] = i
	}
}

// where says where an element is, for a message about another one.
func where(p Position) string {
	if p.Line == 0 {
		return "earlier"
	}
	return fmt.Sprintf("in line %d", p.Line)
}

// references finds joints to unknown links, each unknown name once, and reports whether the joints make a graph of
// known links.
func (c *checker) references() bool {
	sound := true
	said := map[string]bool{}
	check := func(j *Joint, what, link string, pos Position) {
		if _, ok := c.links[link]; ok && link != "" {
			return
		}
		sound = false
		if link != "" && !said[link] {
			said[link] = true
			c.note(Error, "unknown-link", pos, jointPath(j.Name)+"/"+what+"@link", "there is no link %s; expected the name of a link%s",
				quote(link), c.hint(link, c.links))
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		check(j, "parent", j.Parent, j.ParentPos)
		check(j, "child", j.Child, j.ChildPos)
	}
	return sound
}

// numbers finds numbers that no robot has: negative masses, and numbers that are not finite, which a file cannot have but a robot that
// a program made can. Limits may be infinite.
func (c *checker) numbers() {
	check := func(pos Position, path string, xs ...float64) {
		for _, x := range xs {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				c.note(Error, "number", pos, path, "there is the number %v; expected finite numbers", x)
				return
			}
		}
	}
	for i := range c.robot.Links {
		l := &c.robot.Links[i]
		if in := l.Inertial; in != nil {
			t := in.Inertia
			check(in.Pos, linkPath(l.Name)+"/inertial", append(in.Origin.numbers(), in.Mass, t.IXX, t.IXY, t.IXZ, t.IYY, t.IYZ, t.IZZ)...)
			if in.Mass < 0 {
				c.note(Error, "mass", in.MassPos, linkPath(l.Name)+"/inertial/mass@value", "the mass is %v kg; expected 0 or more", in.Mass)
			}
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		xs := append(j.Origin.numbers(), j.Axis[:]...)
		if j.Dynamics != nil {
			xs = append(xs, j.Dynamics.Damping, j.Dynamics.Friction)
		}
		check(j.Pos, jointPath(j.Name), xs...)
		if l := j.Limit; l != nil && slices.ContainsFunc([]float64{l.Lower, l.Upper, l.Effort, l.Velocity}, math.IsNaN) {
			c.note(Error, "number", l.Pos, jointPath(j.Name)+"/limit", "there is the number NaN; expected numbers")
		}
	}
}

// numbers returns all numbers of a pose.
func (p *Pose) numbers() []float64 {
	xs := append(p.XYZ[:], p.RPY[:]...)
	if p.Quaternion != nil {
		xs = append(xs, p.Quaternion[:]...)
	}
	return xs
}

// axes finds axes without a direction, and those that are not of unit length.
func (c *checker) axes() {
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		if !j.Type.hasAxis() {
			continue
		}
		path := jointPath(j.Name) + "/axis@xyz"
		length := math.Hypot(math.Hypot(j.Axis[0], j.Axis[1]), j.Axis[2])
		switch {
		case length < 1e-8:
			c.note(Error, "axis", j.AxisPos, path, "the axis has length %.3g; expected a direction such as 0 0 1", length)
		case math.Abs(length-1) > 1e-3:
			c.note(Warning, "axis", j.AxisPos, path, "the axis has length %.6g; it is used as a direction only, write it with length 1", length)
		}
	}
}
