package urdf

import (
	"math"
	"slices"
	"strings"
)

// LoopType tells what a Closure holds together.
type LoopType string

// The types of loops. Revolute, continuous, prismatic, fixed and planar ones are as joints of these types.
const (
	BallLoop     LoopType = "ball"     // two points
	DistanceLoop LoopType = "distance" // two points at a distance
	CouplingLoop LoopType = "coupling" // the sums of the positions of the joints on the ways to both links
)

// Closure is a constraint between two links besides the tree, in one of the ways in which files have them:
//
//	<loop_joint name type>    <link1 link xyz rpy/> <link2 link xyz rpy/> <axis xyz/>
//	<loop name type>          <predecessor link><origin/></predecessor> <successor link><origin/></successor> <axis/>
//	<coupling name>           <predecessor link/> <successor link/> <ratio value/>
//	<drake:ball_constraint>   and <drake:distance_constraint>, whose children have their name as a prefix: body_A and
//	                          body_B with name, p_AP and p_BQ with value, and distance with value
//
// The first is Isaac Sim's, the next two are URDF+'s, the others Drake's.
type Closure struct {
	Element string // that the file has for it
	Name    string
	Type    LoopType
	Links   [2]string
	Origins [2]Pose    // of the frame of the loop in each link
	Axis    [3]float64 // in the axes of these frames
	Length  float64    // distance (m)
	Ratio   float64    // coupling: the successor's sum is Ratio times the predecessor's

	Pos     Position
	LinkPos [2]Position
}

// loopTypes lists the types of an element, with what they mean.
var loopTypes = map[string]map[string]LoopType{
	"loop_joint": {"spherical": BallLoop, "revolute": LoopType(Revolute), "continuous": LoopType(Continuous),
		"prismatic": LoopType(Prismatic), "fixed": LoopType(Fixed)},
	"loop": {"revolute": LoopType(Revolute), "continuous": LoopType(Continuous), "prismatic": LoopType(Prismatic),
		"fixed": LoopType(Fixed), "planar": LoopType(Planar)},
}

// hasAxis reports whether a loop of the type turns about its axis, or slides along it or across it.
func (t LoopType) hasAxis() bool {
	return t != BallLoop && t != DistanceLoop && t != CouplingLoop && t != "fixed"
}

// loops reads the loops of a robot.
func (n node) loops() (list []Closure) {
	for _, element := range []string{"loop_joint", "loop"} {
		for _, c := range n.all(element) {
			l := Closure{Element: element, Name: c.text("name", "the name of the loop"), Pos: c.pos()}
			list = append(list, c.loop(l))
		}
	}
	for _, c := range n.all("coupling") {
		c.allow(names{read: "predecessor successor ratio"}, names{read: "name"})
		l := Closure{Element: "coupling", Name: c.text("name", "the name of the coupling"), Type: CouplingLoop,
			Pos: c.pos()}
		l.Links[0], l.LinkPos[0] = c.linkName("predecessor")
		l.Links[1], l.LinkPos[1] = c.linkName("successor")
		if r, ok := c.need("ratio"); ok {
			r.allow(names{}, names{read: "value"})
			if l.Ratio = r.needNumber("value", "a ratio"); l.Ratio == 0 && r.has("value") {
				r.attrFault("ratio", "value", "the ratio is 0; expected how often the successor turns in a turn of "+
					"the predecessor")
			}
		}
		list = append(list, l)
	}
	for i, c := range n.prefixed("drake", "ball_constraint") {
		l := Closure{Element: "drake:ball_constraint", Name: c.serial("ball_constraint", i), Type: BallLoop,
			Pos: c.pos()}
		list = append(list, c.drakeLoop(l, "ball_constraint"))
	}
	for i, c := range n.prefixed("drake", "distance_constraint") {
		l := Closure{Element: "drake:distance_constraint", Name: c.serial("distance_constraint", i), Type: DistanceLoop,
			Pos: c.pos()}
		l = c.drakeLoop(l, "distance_constraint")
		if d, ok := c.part("distance_constraint_distance"); ok {
			if l.Length = d.needNumber("value", "a distance in m"); d.has("value") && !(l.Length > 0) {
				d.attrFault("distance", "value", "the distance is %v m; expected a positive number", l.Length)
			}
		} else {
			c.elementFault("missing-element", "no <drake:distance_constraint_distance>; expected one")
		}
		if k, ok := c.part("distance_constraint_stiffness"); ok {
			if x := k.number("value", math.Inf(1)); !math.IsInf(x, 1) {
				c.elementWarning("loop", "a distance of stiffness %v N/m is a spring and not a constraint: it is left "+
					"out; expected it under force_elements of the scenario, with type: spring", x)
				continue
			}
		}
		list = append(list, l)
	}
	for i := range list {
		l := &list[i]
		if l.Type == "" || slices.Contains(l.Links[:], "") {
			continue // which an error says
		}
		n.note(Warning, "loop", l.Pos, "robot/"+l.Element, "<%s> is not URDF: it is read as a constraint, %s, between "+
			"the links %s and %s, without limits, damping and friction", l.Element, l.Type, quote(l.Links[0]),
			quote(l.Links[1]))
	}
	return list
}

// loop reads what loop_joint and loop have.
func (n node) loop(l Closure) Closure {
	tags := [2]string{"link1", "link2"}
	if l.Element == "loop" {
		tags = [2]string{"predecessor", "successor"}
	}
	n.allow(names{read: strings.Join(tags[:], " ") + " axis"}, names{read: "name type"})
	known := loopTypes[l.Element]
	if kind := n.text("type", "the type of the loop"); kind != "" {
		var ok bool
		if l.Type, ok = known[kind]; !ok {
			var all []string
			for k := range known {
				all = append(all, k)
			}
			slices.Sort(all)
			n.attrFault("loop-type", "type", "type %s; expected one of %s", quote(kind), strings.Join(all, ", "))
		}
	}
	for i, tag := range tags {
		c, ok := n.need(tag)
		if !ok {
			continue
		}
		if l.Element == "loop" {
			c.allow(names{read: "origin"}, names{read: "link"})
			l.Origins[i] = c.pose()
		} else {
			c.allow(names{}, names{read: "link xyz rpy"})
			c.numbers(l.Origins[i].XYZ[:], "xyz")
			c.numbers(l.Origins[i].RPY[:], "rpy")
		}
		l.Links[i], l.LinkPos[i] = c.text("link", "the name of a link"), c.attrPos("link")
	}
	if l.Axis = [3]float64{1, 0, 0}; l.Type.hasAxis() {
		if a, ok := n.one("axis"); ok {
			a.allow(names{}, names{read: "xyz"})
			a.numbers(l.Axis[:], "xyz")
			if l.Axis == [3]float64{} {
				a.attrFault("axis", "xyz", "the axis is zero; expected a direction")
			}
		}
	}
	return l
}

// prefixed returns the children of a name with a prefix.
func (n node) prefixed(prefix, tag string) (list []node) {
	for _, el := range n.el.ChildElements() {
		if el.Space == prefix && el.Tag == tag {
			list = append(list, node{n.p, el, n.path + "/" + el.FullTag(), n.severity})
		}
	}
	return list
}

// part returns the child of Drake's of a name.
func (n node) part(tag string) (node, bool) {
	found := n.prefixed("drake", tag)
	if len(found) == 0 {
		return node{}, false
	}
	return found[0], true
}

// serial returns the name of the element, or one that its number makes.
func (n node) serial(kind string, i int) string {
	if name, ok := n.attr("name"); ok && name != "" {
		return name
	}
	return kind + string(rune('0'+i%10)) + strings.Repeat("'", i/10)
}

// drakeLoop reads the links and points of one of Drake's constraints.
func (n node) drakeLoop(l Closure, kind string) Closure {
	for i, part := range [2][2]string{{"_body_A", "_p_AP"}, {"_body_B", "_p_BQ"}} {
		body, ok := n.part(kind + part[0])
		if !ok {
			n.elementFault("missing-element", "no <drake:%s%s>; expected one", kind, part[0])
			continue
		}
		l.Links[i], l.LinkPos[i] = body.text("name", "the name of a link"), body.attrPos("name")
		if point, ok := n.part(kind + part[1]); ok {
			point.needNumbers(l.Origins[i].XYZ[:], "value", "a point in m")
		} else {
			n.elementFault("missing-element", "no <drake:%s%s>; expected one", kind, part[1])
		}
	}
	return l
}

// loops finds loops between unknown links, and of a link with itself.
func (c *checker) loops() {
	for i := range c.robot.Loops {
		l := &c.robot.Loops[i]
		for k, link := range l.Links {
			if _, ok := c.links[link]; !ok && link != "" {
				c.note(Error, "unknown-link", l.LinkPos[k], "robot/"+l.Element, "there is no link %s; expected the "+
					"name of a link", quote(link)).Hint = c.hint(link, c.links)
			}
		}
		if l.Links[0] == l.Links[1] && l.Links[0] != "" {
			c.note(Error, "loop", l.LinkPos[1], "robot/"+l.Element, "both links are %s; expected two",
				quote(l.Links[0]))
		}
	}
}

// loop writes a loop in the way of the file that it comes from.
func (e element) loop(l *Closure) {
	n := e.child(l.Element).at(l.Pos)
	parts := map[string][2]string{"loop_joint": {"link1", "link2"}, "loop": {"predecessor", "successor"},
		"coupling": {"predecessor", "successor"}}[l.Element]
	switch l.Element {
	case "loop_joint", "loop":
		n.text("name", l.Name)
		for name, t := range loopTypes[l.Element] {
			if t == l.Type {
				n.text("type", name)
			}
		}
		for i, part := range parts {
			c := n.child(part)
			c.text("link", l.Links[i])
			if l.Element == "loop" {
				c.pose(&l.Origins[i])
			} else {
				c.numbers("xyz", l.Origins[i].XYZ[:])
				c.numbers("rpy", l.Origins[i].RPY[:])
			}
		}
		if l.Type.hasAxis() {
			n.child("axis").numbers("xyz", l.Axis[:])
		}
	case "coupling":
		n.text("name", l.Name)
		for i, part := range parts {
			n.child(part).text("link", l.Links[i])
		}
		n.child("ratio").number("value", l.Ratio)
	default:
		for i, part := range [2][2]string{{"_body_A", "_p_AP"}, {"_body_B", "_p_BQ"}} {
			n.child(l.Element+part[0]).text("name", l.Links[i])
			n.child(l.Element+part[1]).numbers("value", l.Origins[i].XYZ[:])
		}
		if l.Type == DistanceLoop {
			n.child(l.Element+"_distance").number("value", l.Length)
		}
	}
}
