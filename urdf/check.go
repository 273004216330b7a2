package urdf

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	diags  Diagnostics
}

func (c *checker) note(s Severity, code string, pos Position, path, format string, args ...any) {
	c.diags = append(c.diags, Diagnostic{s, code, c.robot.File, pos, path, fmt.Sprintf(format, args...)})
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
				quote(link), suggest.Hint(link, c.linkNames()))
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		check(j, "parent", j.Parent, j.ParentPos)
		check(j, "child", j.Child, j.ChildPos)
	}
	return sound
}

func (c *checker) linkNames() []string {
	names := make([]string, len(c.robot.Links))
	for i, l := range c.robot.Links {
		names[i] = l.Name
	}
	return names
}

// tree finds what keeps the links from forming one tree: several parents, several roots, cycles.
func (c *checker) tree() {
	links, joints := c.robot.Links, c.robot.Joints
	parent := make([]int, len(links)) // the joint to the parent, or -1
	children := make([][]int, len(links))
	for i := range parent {
		parent[i] = -1
	}
	for i, j := range joints {
		child := c.links[j.Child]
		switch {
		case j.Parent == j.Child:
			c.note(Error, "cycle", j.ChildPos, jointPath(j.Name), "parent and child are both link %s; expected two links", quote(j.Child))
		case parent[child] >= 0:
			c.note(Error, "several-parents", j.ChildPos, jointPath(j.Name)+"/child@link",
				"link %s is the child of joint %s (%s) already; expected one parent",
				quote(j.Child), quote(joints[parent[child]].Name), where(joints[parent[child]].Pos))
			continue
		}
		parent[child] = i
		children[c.links[j.Parent]] = append(children[c.links[j.Parent]], child)
	}
	var roots []string
	reached := make([]bool, len(links))
	var todo []int
	for i := range links {
		if parent[i] < 0 && c.links[links[i].Name] == i { // a second link of a name was reported
			roots = append(roots, quote(links[i].Name))
			todo = append(todo, i)
		}
	}
	if len(roots) > 1 {
		c.note(Error, "several-roots", links[todo[1]].Pos, linkPath(links[todo[1]].Name),
			"the links without a parent are %s; expected one root, join the others to the tree", list(roots))
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[i] {
			reached[i] = true
			todo = append(todo, children[i]...)
		}
	}
	for i := range links {
		if !reached[i] && parent[i] >= 0 {
			c.cycle(i, parent, reached)
		}
	}
}

// cycle walks from link i, which no root reaches, towards the ancestors, marks them as reached, and reports the
// cycle that it runs into, unless an earlier walk did.
func (c *checker) cycle(i int, parent []int, reached []bool) {
	var walk []int
	for !reached[i] {
		reached[i] = true
		walk = append(walk, i)
		i = c.links[c.robot.Joints[parent[i]].Parent]
	}
	begin := slices.Index(walk, i)
	if begin < 0 || begin == len(walk)-1 {
		return // an earlier walk reported it, or tree did: a joint from a link to itself
	}
	var names []string
	for _, k := range walk[begin:] {
		names = append(names, quote(c.robot.Joints[parent[k]].Name))
	}
	j := c.robot.Joints[parent[i]]
	c.note(Error, "cycle", j.Pos, jointPath(j.Name), "the joints %s form a cycle; expected a tree", list(names))
}

// numbers finds numbers that are not finite. A file cannot have them, but a robot that a program made can.
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
		if in := c.robot.Links[i].Inertial; in != nil {
			t := in.Inertia
			check(in.Pos, linkPath(c.robot.Links[i].Name)+"/inertial", append(in.Origin.numbers(), in.Mass, t.IXX, t.IXY, t.IXZ, t.IYY, t.IYZ, t.IZZ)...)
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		check(j.Pos, jointPath(j.Name), append(j.Origin.numbers(), j.Axis[:]...)...)
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

// mimicry finds joints that follow what they cannot follow.
func (c *checker) mimicry() {
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		if j.Mimic == nil || j.Mimic.Joint == "" {
			continue
		}
		path := jointPath(j.Name) + "/mimic"
		k, known := c.joints[j.Mimic.Joint]
		switch {
		case j.Type == Fixed:
			c.note(Warning, "mimic", j.Mimic.Pos, path, "a fixed joint does not move; the element is ignored")
		case j.Type == Floating || j.Type == Planar:
			c.note(Error, "mimic", j.Mimic.Pos, path, "a %s joint cannot follow another one; expected a joint with one coordinate", j.Type)
		case !known:
			c.note(Error, "mimic", j.Mimic.Pos, path+"@joint", "there is no joint %s; expected the name of a joint%s",
				quote(j.Mimic.Joint), suggest.Hint(j.Mimic.Joint, c.jointNames()))
		case k == i:
			c.note(Error, "mimic", j.Mimic.Pos, path+"@joint", "the joint follows itself; expected another joint")
		case c.robot.Joints[k].Type != "" && !c.robot.Joints[k].Type.hasOneCoordinate():
			c.note(Error, "mimic", j.Mimic.Pos, path+"@joint", "joint %s is %s; expected a joint with one coordinate",
				quote(j.Mimic.Joint), c.robot.Joints[k].Type)
		}
	}
	c.mimicCycles()
}

func (c *checker) jointNames() []string {
	names := make([]string, len(c.robot.Joints))
	for i, j := range c.robot.Joints {
		names[i] = j.Name
	}
	return names
}

// mimicCycles follows each joint to the one at the end of its chain and reports the chains that have none.
func (c *checker) mimicCycles() {
	const fresh, onPath, done = 0, 1, 2
	state := make([]int, len(c.robot.Joints))
	for i := range c.robot.Joints {
		var path []int
		for k := i; ; {
			if state[k] == onPath {
				c.mimicCycle(path, k)
			}
			if state[k] != fresh {
				break
			}
			state[k] = onPath
			path = append(path, k)
			j := &c.robot.Joints[k]
			if j.Mimic == nil || j.Type == Fixed {
				break
			}
			next, known := c.joints[j.Mimic.Joint]
			if !known || next == k { // reported
				break
			}
			k = next
		}
		for _, k := range path {
			state[k] = done
		}
	}
}

// mimicCycle reports the cycle at the end of the path, which begins with joint first.
func (c *checker) mimicCycle(path []int, first int) {
	var names []string
	for _, k := range path {
		if k == first || len(names) > 0 {
			names = append(names, quote(c.robot.Joints[k].Name))
		}
	}
	j := c.robot.Joints[first]
	c.note(Error, "mimic", j.Mimic.Pos, jointPath(j.Name)+"/mimic@joint", "the joints %s follow each other in a circle; let one of them be free", list(names))
}

// list joins names for a message, at most ten of them.
func list(names []string) string {
	const most = 10
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
