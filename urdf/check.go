package urdf

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kinetree/internal/libm"
)

// Check reports what is wrong with the names, the structure and the numbers of a robot, however it was made: names
// given twice, joints to unknown links, links that do not form one tree, numbers that are not finite, axes without a
// direction, impossible mimicry, and inertias that no distribution of mass has. Parse has done so already. Package
// check looks for what is likely wrong. O(links + joints), without recursion.
func (r *Robot) Check() Diagnostics {
	c := newChecker(r, faulty{inertials: map[int]bool{}})
	c.made()
	return r.origin.of(c.check())
}

// faulty tells what could not be read or is no number, so that nothing is said about what follows from it.
type faulty struct {
	inertials map[int]bool // by link
	joints    bool         // some joint
}

func newChecker(r *Robot, f faulty) *checker {
	return &checker{robot: r, faulty: f, links: map[string]int{}, joints: map[string]int{}}
}

func (c *checker) check() Diagnostics {
	r := c.robot
	if len(r.Links) == 0 {
		c.note(Error, "no-link", r.Pos, "robot", "no <link>; expected at least one")
		return c.diags
	}
	if len(r.Links) > MaxLinks {
		c.note(Error, "too-large", r.Links[MaxLinks].Pos, "robot", "there are %d links; expected at most %d",
			len(r.Links), MaxLinks)
		return c.diags
	}
	c.names()
	c.cuts()
	c.loops()
	if c.references() {
		c.tree()
	}
	c.mimicry()
	structure := c.diags.Err()
	c.numbers()
	c.axes()
	c.materials()
	if structure == nil && !c.faulty.joints {
		c.weld()
	}
	c.linkInertias()
	c.bodyInertias()
	return c.diags
}

type checker struct {
	robot  *Robot
	faulty faulty
	links  map[string]int // index of each name's first link
	joints map[string]int
	hints  int    // given so far
	bodies []body // base first, each after its parent; nil unless the links form one tree
	bodyOf []int  // body of each link
	odd    []bool // whether the inertia of each link fails a rule on its own
	found  []int  // scratch
	diags  Diagnostics
}

// note records a finding. The result, to which a hint may be given, is valid until the next one.
func (c *checker) note(s Severity, code string, pos Position, path, format string, args ...any) *Diagnostic {
	return c.diags.add(Diagnostic{Severity: s, Code: code, File: c.robot.File, Pos: pos, Path: path,
		Message: fmt.Sprintf(format, args...)})
}

// hint suggests a name that is near to one that is not known. It does so a few times only, for each takes time in
// proportion to the number of names.
func (c *checker) hint(name string, known map[string]int) string {
	const most = 20
	if c.hints++; c.hints > most {
		return ""
	}
	return nearest(name, slices.Sorted(maps.Keys(known)))
}

// Path returns the path of the link in diagnostics.
func (l *Link) Path() string { return linkPath(l.Name) }

// Path returns the path of the joint in diagnostics.
func (j *Joint) Path() string { return jointPath(j.Name) }

// Path returns the path of the material in diagnostics.
func (m *Material) Path() string { return "robot/material[" + quote(m.Name) + "]" }

func linkPath(name string) string  { return "robot/link[@name=" + quote(name) + "]" }
func jointPath(name string) string { return "robot/joint[@name=" + quote(name) + "]" }

// names finds names given twice. Empty names were reported when they were read.
func (c *checker) names() {
	for i, l := range c.robot.Links {
		if first, again := c.links[l.Name]; again && l.Name != "" {
			c.note(Error, "duplicate-name", l.Pos, linkPath(l.Name),
				"a second link of this name; the first is %s, rename one", where(c.robot.Links[first].Pos))
			continue
		}
		c.links[l.Name] = i
	}
	for i, j := range c.robot.Joints {
		if first, again := c.joints[j.Name]; again && j.Name != "" {
			c.note(Error, "duplicate-name", j.Pos, jointPath(j.Name),
				"a second joint of this name; the first is %s, rename one", where(c.robot.Joints[first].Pos))
			continue
		}
		c.joints[j.Name] = i
	}
	closing := map[string]Position{} // what closes loops
	again := func(name string, pos Position, path string) {
		first, taken := closing[name]
		if k, joint := c.joints[name]; joint {
			first, taken = c.robot.Joints[k].Pos, true
		}
		if taken && name != "" {
			c.note(Error, "duplicate-name", pos, path, "a joint or loop has this name already, %s; rename one",
				where(first))
			return
		}
		closing[name] = pos
	}
	for _, j := range c.robot.Cut {
		again(j.Name, j.Pos, jointPath(j.Name))
	}
	for _, l := range c.robot.Loops {
		again(l.Name, l.Pos, fmt.Sprintf("robot/%s[@name=%s]", l.Element, quote(l.Name)))
	}
}

// spell gives a diagnostic of a name that is not known the repair that writes it as the one known name which differs
// from it by small and capital letters only.
func spell(d *Diagnostic, tag, key, name string, known map[string]int) {
	found := ""
	for other := range known {
		if strings.EqualFold(other, name) {
			if found != "" {
				return
			}
			found = other
		}
	}
	if found != "" {
		d.Repair = &Repair{Tag: tag, Pos: d.Pos, Set: []Attribute{{Name: key, Value: found}}}
		d.hintRepair()
	}
}

// where returns the place of an element, for a message about another one.
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
			d := c.note(Error, "unknown-link", pos, jointPath(j.Name)+"/"+what+"@link",
				"there is no link %s; expected the name of a link", quote(link))
			d.Hint = c.hint(link, c.links)
			spell(d, what, "link", link, c.links)
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		check(j, "parent", j.Parent, j.ParentPos)
		check(j, "child", j.Child, j.ChildPos)
	}
	return sound
}

// numbers finds numbers that no robot has: negative masses, and numbers that are not finite, which a file cannot have
// but a robot that a program made can. Limits may be infinite.
func (c *checker) numbers() {
	for i := range c.robot.Links {
		c.linkNumbers(i)
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		xs := append(j.Origin.appendNumbers(nil), j.Axis[:]...)
		if j.Dynamics != nil {
			xs = append(xs, j.Dynamics.Damping, j.Dynamics.Friction)
		}
		if !c.finite(j.Pos, jointPath, j.Name, "", xs) {
			c.faulty.joints = true
		}
		if l := j.Limit; l != nil && slices.ContainsFunc([]float64{l.Lower, l.Upper, l.Effort, l.Velocity},
			math.IsNaN) {
			c.note(Error, "number", l.Pos, jointPath(j.Name)+"/limit", "there is the number NaN; expected numbers")
		}
	}
}

// linkNumbers judges the numbers of a link.
func (c *checker) linkNumbers(i int) {
	l := &c.robot.Links[i]
	in := l.Inertial
	if in == nil {
		return
	}
	var room [20]float64
	if !c.finite(in.Pos, linkPath, l.Name, "/inertial", in.appendNumbers(room[:0])) {
		c.faulty.inertials[i] = true
	}
	if in.Mass < 0 {
		c.faulty.inertials[i] = true
		c.note(Error, "mass", in.MassPos, linkPath(l.Name)+"/inertial/mass@value",
			"the mass is %v kg; expected 0 or more", in.Mass)
	}
}

// finite judges whether numbers of an element are finite.
func (c *checker) finite(pos Position, pathOf func(name string) string, name, part string, xs []float64) bool {
	i := slices.IndexFunc(xs, infinite)
	if i >= 0 {
		c.note(Error, "number", pos, pathOf(name)+part, "there is the number %v; expected finite numbers", xs[i])
	}
	return i < 0
}

// infinite reports whether x is not a finite number.
func infinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// appendNumbers appends all numbers of an inertial.
func (in *Inertial) appendNumbers(xs []float64) []float64 {
	t := in.Inertia.Array()
	return append(append(in.Origin.appendNumbers(xs), in.Mass), t[:]...)
}

// appendNumbers appends all numbers of a pose.
func (p *Pose) appendNumbers(xs []float64) []float64 {
	xs = append(append(xs, p.XYZ[:]...), p.RPY[:]...)
	if p.Quaternion != nil {
		xs = append(xs, p.Quaternion[:]...)
	}
	return xs
}

// axes finds axes without a direction, and those that are not of unit length.
func (c *checker) axes() {
	for _, j := range slices.Concat(c.robot.Joints, c.robot.Cut) {
		if !j.Type.hasAxis() {
			continue
		}
		path := jointPath(j.Name) + "/axis@xyz"
		length := libm.Hypot(libm.Hypot(j.Axis[0], j.Axis[1]), j.Axis[2])
		switch {
		case length < 1e-8:
			c.note(Error, "axis", j.AxisPos, path, "the axis has length %.3g; expected a direction such as 0 0 1",
				length)
		case math.Abs(length-1) > 1e-3:
			c.note(Warning, "axis", j.AxisPos, path,
				"the axis has length %.6g; it is used as a direction only, write it with length 1", length)
		}
	}
}
