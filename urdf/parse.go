package urdf

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/infile"
)

// ParseFile reads a URDF file. See Parse.
func ParseFile(name string) (*Robot, Diagnostics) {
	f, err := infile.Open(name)
	if err != nil {
		return nil, Diagnostics{{Code: "read", File: name, Message: err.Error()}}
	}
	defer f.Close()
	return Parse(f, name)
}

// Parse reads a URDF document. The file name, which may be empty, is only for the diagnostics. The robot
// is nil if there are errors. Time and memory are proportional to the length of the document, and of one beyond a
// limit to the part that fits.
func Parse(r io.Reader, file string) (*Robot, Diagnostics) {
	data, err := ReadDocument(r)
	if err != nil {
		return nil, Diagnostics{{Code: "read", File: file, Message: err.Error()}}
	}
	return ParseBytes(data, file)
}

// ParseBytes is Parse for a document that was read already.
func ParseBytes(data []byte, file string) (*Robot, Diagnostics) {
	return parse(data, &parser{file: file})
}

// ParseIncomplete is ParseBytes for a robot whose inertias are to be estimated: that a link has an <inertial> without a
// tensor, or also without a mass, is a warning, and so is a tensor that no body has, which Check finds if it is left.
func ParseIncomplete(data []byte, file string) (*Robot, Diagnostics) {
	return parse(data, &parser{file: file, incomplete: true})
}

func parse(data []byte, p *parser) (*Robot, Diagnostics) {
	p.unknown = map[string]bool{}
	if robot := p.document(data); p.diags.Err() == nil {
		return robot, p.diags
	}
	return nil, p.diags
}

// parser holds what is known of the document being read.
type parser struct {
	file    string
	src     *source
	version string
	diags   Diagnostics
	refused bool            // the file is a xacro file, and a diagnostic says so
	macros  map[string]bool // of xacro, that the file has
	unknown map[string]bool // unknown elements that were named already
	faulty  faulty

	incomplete bool // inertials may be
}

func (p *parser) fail(code string, pos Position, format string, args ...any) {
	p.diags.add(Diagnostic{Code: code, File: p.file, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// document reads the robot from the bytes of a file.
func (p *parser) document(data []byte) *Robot {
	src, fault := parseXML(data)
	p.src = src
	if fault != nil {
		p.fail(fault.code, src.position(fault.offset), "%s", fault.message)
		return nil
	}
	for _, note := range src.notes {
		p.diags.add(Diagnostic{Severity: Warning, Code: note.code, File: p.file, Pos: src.position(note.offset),
			Message: note.message})
	}
	n := node{p: p, el: src.root, path: src.root.FullTag()}
	if n.path != "robot" {
		hint := ""
		if n.path == "sdf" || n.path == "mujoco" {
			hint = "; this is a file for another simulator, convert it to URDF"
		}
		n.elementFault("root", "the root element is <%s>; expected <robot>%s", n.path, hint)
		return nil
	}
	p.macros = macrosOf(src.root)
	robot := p.robot(n)
	p.diags = append(p.diags, newChecker(robot, p.faulty).check()...)
	for i := range p.diags {
		if p.incomplete && p.diags[i].Code == "indefinite" {
			p.diags[i].Severity = Warning
		}
	}
	if p.refused { // all else follows from it
		p.diags = slices.DeleteFunc(p.diags, func(d Diagnostic) bool {
			return d.Code != "xacro" || d.Severity != Error
		})
	}
	p.diags.Sort()
	return robot
}

func (p *parser) robot(n node) *Robot {
	n.allow(names{"link joint material transmission loop_joint loop coupling", "gazebo sensor ros2_control mujoco"},
		names{read: "name version"})
	said := len(p.diags)
	r := &Robot{Name: n.text("name", "the name of the robot"), Version: "1.0", File: p.file, Pos: n.pos()}
	if r.Name == "" {
		n.repair(&p.diags[said], Attribute{Name: "name", Value: p.stem()})
	}
	if v, ok := n.attr("version"); ok {
		if !slices.Contains([]string{"1.0", "1.1", "1.2"}, v) {
			n.attrFault("version", "version", "version %s; expected 1.0, 1.1 or 1.2", quote(v))
		}
		r.Version = v
	}
	p.version = r.Version
	for _, c := range n.all("material") {
		m := c.material()
		r.Materials = append(r.Materials, *m)
	}
	p.faulty.inertials = map[int]bool{}
	for i, c := range n.all("link") {
		said = len(p.diags)
		r.Links = append(r.Links, c.link())
		p.faulty.inertials[i] = p.diags[said:].Err() != nil
	}
	said = len(p.diags)
	for _, c := range n.all("joint") {
		r.Joints = append(r.Joints, c.joint())
	}
	p.faulty.joints = p.diags[said:].Err() != nil
	p.world(r)
	for _, c := range n.all("transmission") {
		c.transmission(r.Joints)
	}
	r.cutLoops()
	r.Loops = n.loops()
	return r
}

// world adds a link world if joints start from it and the file does not declare it. To Drake it is always there.
func (p *parser) world(r *Robot) {
	const world = "world"
	i := slices.IndexFunc(r.Joints, func(j Joint) bool { return j.Parent == world })
	if i < 0 || slices.ContainsFunc(r.Joints, func(j Joint) bool { return j.Child == world }) ||
		slices.ContainsFunc(r.Links, func(l Link) bool { return l.Name == world }) {
		return
	}
	j := &r.Joints[i]
	p.diags.add(Diagnostic{Severity: Warning, Code: "world", File: p.file, Pos: j.ParentPos,
		Path: jointPath(j.Name) + "/parent@link", Message: `there is no link "world"; it is added as the root, ` +
			`without mass, as Drake has it; expected <link name="world"/>`})
	r.Links = append(r.Links, Link{Name: world, Pos: j.ParentPos})
}

// stem returns the name of the file without folder and ending, or "robot" if there is none.
func (p *parser) stem() string {
	base := filepath.Base(p.file)
	if stem := strings.TrimSuffix(base, filepath.Ext(base)); p.file != "" && p.file != "-" && stem != "" {
		return stem
	}
	return "robot"
}

// pose reads the child <origin>, which may be missing.
func (n node) pose() Pose {
	var pose Pose
	o, ok := n.one("origin")
	if !ok {
		return pose
	}
	o.allow(names{}, names{read: "xyz rpy quat_xyzw"})
	o.numbers(pose.XYZ[:], "xyz")
	rpy := o.numbers(pose.RPY[:], "rpy")
	if _, ok := o.attr("quat_xyzw"); !ok {
		return pose
	}
	if n.p.version == "1.0" {
		o.attrWarning("version", "quat_xyzw", "ignored in URDF 1.0; write version=\"1.1\" in <robot> or use rpy")
		return pose
	}
	var quat [4]float64
	switch {
	case rpy:
		o.attrFault("rotation", "quat_xyzw", "given together with rpy; keep one")
	case !o.numbers(quat[:], "quat_xyzw"): // said already
	case quat == [4]float64{}:
		o.attrFault("rotation", "quat_xyzw", "a quaternion of length zero; expected a rotation")
	default:
		pose.Quaternion = &quat
	}
	return pose
}
