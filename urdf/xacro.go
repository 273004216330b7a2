package urdf

import "github.com/beevik/etree"

// xacro judges an element of xacro. A file that xacro has expanded may still have definitions that nothing uses, and
// calls of macros that it does not define; what would change the robot is refused.
func (n node) xacro(c *etree.Element) {
	path, pos := n.path+"/"+c.FullTag(), n.p.src.element(c)
	once := func(format string, args ...any) {
		if key := n.el.Tag + "/" + c.FullTag(); !n.p.unknown[key] {
			n.p.unknown[key] = true
			n.note(Warning, "xacro", pos, path, format, args...)
		}
	}
	switch c.Tag {
	case "property", "arg", "macro":
		once("a definition of xacro that nothing uses is ignored; expected plain URDF")
	case "include", "if", "unless", "insert_block", "element", "attribute", "call":
		n.p.refuseXacro(pos, path, "an element of xacro")
	default:
		if n.p.macros[c.Tag] {
			n.p.refuseXacro(pos, path, "a call of a macro of xacro")
			return
		}
		once("a call of a macro of xacro that the file does not have: what it would add is missing; expected plain " +
			"URDF")
	}
}

// macrosOf returns the names of the macros of xacro that a document has.
func macrosOf(root *etree.Element) map[string]bool {
	macros := map[string]bool{}
	for _, c := range root.ChildElements() {
		if c.Space == "xacro" && c.Tag == "macro" {
			macros[c.SelectAttrValue("name", "")] = true
		}
	}
	return macros
}

// refuseXacro says once that the file must be expanded first.
func (p *parser) refuseXacro(pos Position, path, found string) {
	if !p.refused {
		p.refused = true
		p.diags.add(Diagnostic{Code: "xacro", File: p.file, Pos: pos, Path: path,
			Message: found + "; expected plain URDF",
			Hint: "`simulate xacro FILE` expands it, and so does every command that reads a robot, if the name ends " +
				"in .xacro"})
	}
}
