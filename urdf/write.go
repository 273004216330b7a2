package urdf

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// WriteURDF writes the robot as a URDF document, indented by two spaces. Parse reads the same robot from it, but for
// positions and File: each float64 is written with the fewest digits that read back to it, and what has its default
// is left out. An empty Version becomes "1.0", and -0 becomes 0. The angles of a pose that has a quaternion, which
// mean nothing, are not written. What Parse skips, such as comments and the element gazebo, is not in a Robot and so
// not written; of a transmission the reduction is.
//
// The error is a [Diagnostics] of all that stands against it, and nothing is written then: the errors of r.Check, and
// what URDF cannot say, with the code "write". That is, numbers that are not finite; a robot without a name; texts
// with characters that do not survive reading; revolute and prismatic joints without a limit; quaternions in version
// 1.0; limits of acceleration, deceleration or jerk before version 1.2 (0 counts as none there); geometry of several
// forms. Otherwise the error is that of w, which gets the document in one call. Time and memory are proportional to
// the length of the document.
func (r *Robot) WriteURDF(w io.Writer) error {
	x := &writer{robot: r}
	doc := x.document()
	found := r.Check().Errors()
	if len(x.diags) > 0 { // which name the attribute of each number
		found = slices.DeleteFunc(found, func(d Diagnostic) bool { return d.Code == "number" })
	}
	x.diags = append(x.diags, found...)
	if len(x.diags) > 0 {
		x.diags.Sort()
		return x.diags
	}
	data, err := doc.WriteToBytes()
	if err != nil {
		return err
	}
	if len(data) > MaxSize {
		return Diagnostics{{Code: "too-large", File: r.File, Path: "robot",
			Message: fmt.Sprintf("the document has %d bytes; expected at most %d MiB, which Parse reads", len(data),
				MaxSize>>20)}}
	}
	_, err = w.Write(data)
	return err
}

// writer holds what is known of the document being written.
type writer struct {
	robot *Robot
	diags Diagnostics
}

// element is an element being written: it makes children and attributes, and notes what URDF cannot say.
type element struct {
	w    *writer
	el   *etree.Element
	path string
	pos  Position // of the nearest element around it that was read from a file
}

func (w *writer) document() *etree.Document {
	r := w.robot
	doc := etree.NewDocument()
	doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8"`)
	e := element{w, doc.CreateElement("robot"), "robot", r.Pos}
	e.text("name", r.Name)
	if r.Name == "" {
		e.fault("name", "empty; expected the name of the robot")
	}
	switch r.Version {
	case "", "1.0":
	case "1.1", "1.2":
		e.text("version", r.Version)
	default:
		e.fault("version", "version %s; expected 1.0, 1.1 or 1.2", quote(r.Version))
	}
	for i := range r.Materials {
		e.material(&r.Materials[i])
	}
	for i := range r.Links {
		e.link(&r.Links[i])
	}
	for i := range r.Joints {
		e.joint(&r.Joints[i])
	}
	for i := range r.Joints {
		e.transmission(&r.Joints[i])
	}
	for i := range r.Cut {
		e.joint(&r.Cut[i])
	}
	for i := range r.Loops {
		e.loop(&r.Loops[i])
	}
	doc.Indent(2)
	return doc
}

func (e element) link(l *Link) {
	n := e.child("link").at(l.Pos)
	n.path = linkPath(l.Name)
	n.text("name", l.Name)
	if in := l.Inertial; in != nil {
		i := n.child("inertial").at(in.Pos)
		i.pose(&in.Origin)
		i.child("mass").at(in.MassPos).number("value", in.Mass)
		tensor := i.child("inertia").at(in.InertiaPos)
		for k, x := range in.Inertia.Array() {
			tensor.number(places[k].name, x)
		}
	}
	n.shapes("visual", l.Visuals)
	n.shapes("collision", l.Collisions)
}

func (e element) shapes(tag string, shapes []Shape) {
	for i := range shapes {
		s := &shapes[i]
		n := e.child(tag)
		if s.Name != "" {
			n.path += fmt.Sprintf("[@name=%s]", quote(s.Name))
			n.text("name", s.Name)
		} else if len(shapes) > 1 {
			n.path += fmt.Sprintf("[%d]", i+1)
		}
		n.pose(&s.Origin)
		n.geometry(&s.Geometry)
		if s.Material != nil {
			n.material(s.Material)
		}
	}
}

// geometry writes an empty element where there is no form, as reading gives for a malformed one.
func (e element) geometry(g *Geometry) {
	n := e.child("geometry")
	if b := g.Box; b != nil {
		n.child("box").numbers("size", b.Size[:])
	}
	if c := g.Cylinder; c != nil {
		n.child("cylinder").number("radius", c.Radius).number("length", c.Length)
	}
	if c := g.Capsule; c != nil {
		n.child("capsule").number("radius", c.Radius).number("length", c.Length)
	}
	if s := g.Sphere; s != nil {
		n.child("sphere").number("radius", s.Radius)
	}
	if m := g.Mesh; m != nil {
		mesh := n.child("mesh").text("filename", m.Filename)
		if m.Scale != [3]float64{1, 1, 1} {
			mesh.numbers("scale", m.Scale[:])
		}
	}
	if forms := len(n.el.Child); forms > 1 {
		n.fault("", "%d forms; expected one of box, cylinder, sphere, mesh, capsule: make several shapes of them",
			forms)
	}
}

func (e element) material(m *Material) {
	n := e.child("material").at(m.Pos)
	if m.Name != "" {
		n.path += fmt.Sprintf("[@name=%s]", quote(m.Name))
		n.text("name", m.Name)
	}
	if m.Color != nil {
		n.child("color").numbers("rgba", m.Color[:])
	}
	if m.Texture != "" {
		n.child("texture").text("filename", m.Texture)
	}
}

func (e element) joint(j *Joint) {
	n := e.child("joint").at(j.Pos)
	n.path = jointPath(j.Name)
	n.text("name", j.Name).text("type", string(j.Type))
	n.pose(&j.Origin)
	n.child("parent").at(j.ParentPos).text("link", j.Parent)
	n.child("child").at(j.ChildPos).text("link", j.Child)
	if j.Type.hasAxis() || j.Axis != [3]float64{1, 0, 0} { // which reading gives where there is no axis
		n.child("axis").at(j.AxisPos).numbers("xyz", j.Axis[:])
	}
	n.limit(j.Limit, j.Type)
	if d := j.Dynamics; d != nil {
		n.child("dynamics").number("damping", d.Damping).number("friction", d.Friction)
	}
	if m := j.Mimic; m != nil {
		c := n.child("mimic").at(m.Pos)
		c.text("joint", m.Joint).unless(1, "multiplier", m.Multiplier).unless(0, "offset", m.Offset)
	}
	if j.Calibration != nil {
		c := n.child("calibration")
		if x := j.Calibration.Rising; x != nil {
			c.number("rising", *x)
		}
		if x := j.Calibration.Falling; x != nil {
			c.number("falling", *x)
		}
	}
	if s := j.Safety; s != nil {
		n.child("safety_controller").unless(0, "soft_lower_limit", s.SoftLower).unless(0, "soft_upper_limit",
			s.SoftUpper).
			unless(0, "k_position", s.KPosition).number("k_velocity", s.KVelocity)
	}
}

func (e element) limit(l *Limit, t JointType) {
	bounded := t == Revolute || t == Prismatic
	if l == nil {
		if bounded {
			e.fault("", "no limit; expected one with effort and velocity, and with lower and upper (or make the "+
				"joint continuous)")
		}
		return
	}
	newest := e.w.robot.Version == "1.2"
	n := e.child("limit").at(l.Pos)
	switch {
	case bounded:
		n.number("lower", l.Lower).number("upper", l.Upper)
	case newest:
		n.unless(math.Inf(-1), "lower", l.Lower).unless(math.Inf(1), "upper", l.Upper)
	default:
		n.unless(0, "lower", l.Lower).unless(0, "upper", l.Upper)
	}
	n.number("effort", l.Effort).number("velocity", l.Velocity)
	if newest && t != Fixed && l.Effort < 0 {
		n.fault("effort", "%v is negative; expected the largest magnitude", l.Effort)
	}
	if newest && t != Fixed && l.Velocity < 0 {
		n.fault("velocity", "%v is negative; expected the largest magnitude", l.Velocity)
	}
	for i, x := range []float64{l.Acceleration, l.Deceleration, l.Jerk} {
		key := []string{"acceleration", "deceleration", "jerk"}[i]
		if newest {
			n.unless(math.Inf(1), key, x)
			if t != Fixed && x < 0 {
				n.fault(key, "%v is negative; expected the largest magnitude", x)
			}
		} else if x != 0 && !math.IsInf(x, 1) {
			n.fault(key, "the limit %v; expected none (+Inf) before URDF 1.2: take it away, or set Version to \"1.2\"",
				x)
		}
	}
}

func (e element) pose(p *Pose) {
	if p.Quaternion == nil && p.XYZ == [3]float64{} && p.RPY == [3]float64{} {
		return
	}
	o := e.child("origin").numbers("xyz", p.XYZ[:])
	if p.Quaternion == nil {
		o.numbers("rpy", p.RPY[:])
		return
	}
	o.numbers("quat_xyzw", p.Quaternion[:])
	if v := e.w.robot.Version; v == "" || v == "1.0" {
		o.fault("quat_xyzw", "a quaternion; expected angles in URDF 1.0: set RPY instead, or Version to \"1.1\"")
	}
}

func (e element) child(tag string) element {
	return element{e.w, e.el.CreateElement(tag), e.path + "/" + tag, e.pos}
}

// at returns the element with a position of its own, if there is one.
func (e element) at(pos Position) element {
	if pos != (Position{}) {
		e.pos = pos
	}
	return e
}

// fault records what URDF cannot say in an attribute, or in the element as a whole if the key is empty.
func (e element) fault(key, format string, args ...any) {
	path := e.path
	if key != "" {
		path += "@" + key
	}
	e.w.diags.add(Diagnostic{Code: "write", File: e.w.robot.File, Pos: e.pos, Path: path,
		Message: fmt.Sprintf(format, args...)})
}

// number writes a number in the grammar of isDecimal.
func (e element) number(key string, x float64) element { return e.numbers(key, []float64{x}) }

// unless writes a number that is not the one that reading gives where the attribute is missing.
func (e element) unless(missing float64, key string, x float64) element {
	if x == missing {
		return e
	}
	return e.number(key, x)
}

// numbers writes numbers separated by blanks.
func (e element) numbers(key string, xs []float64) element {
	fields := make([]string, len(xs))
	for i, x := range xs {
		if infinite(x) {
			e.fault(key, "there is the number %v; expected finite numbers, which are all that URDF can say", x)
			return e
		}
		fields[i] = strconv.FormatFloat(x+0, 'g', -1, 64) // -0 becomes 0
	}
	e.el.CreateAttr(key, strings.Join(fields, " "))
	return e
}

// text writes a text that reads back as it is.
func (e element) text(key, value string) element {
	if fault := textFault(value); fault != "" {
		e.fault(key, "%s has %s", quote(value), fault)
	}
	e.el.CreateAttr(key, value)
	return e
}

// textFault describes what the value of an attribute cannot hold, or returns "".
func textFault(s string) string {
	for i, c := range s {
		switch {
		case c == utf8.RuneError && !strings.HasPrefix(s[i:], string(c)):
			return fmt.Sprintf("the byte 0x%02x, which is not valid UTF-8; expected text in UTF-8", s[i])
		case c == '\t' || c == '\n' || c == '\r':
			return fmt.Sprintf("the character %U, which reads back as a blank; write a blank", c)
		case c < ' ' || c == 0xfffe || c == 0xffff:
			return fmt.Sprintf("the character %U, which XML cannot hold; take it away", c)
		}
	}
	for _, mark := range []string{"${", "$("} {
		if strings.Contains(s, mark) {
			return mark + ", which reads as an expression of xacro; take it away"
		}
	}
	return ""
}
