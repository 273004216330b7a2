package urdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// node is an element being read: it finds children and attributes, converts values, and notes what
// is wrong with them. Where a value is missing or wrong it returns the default, so that reading goes on
// to the next fault.
type node struct {
	p        *parser
	el       *etree.Element
	path     string
	severity Severity // of a fault in this element: warnings where dynamics does not need it
}

// note records a fault at a position. The result, to which a hint may be given, is valid until the next fault.
func (n node) note(s Severity, code string, pos Position, path, format string, args ...any) *Diagnostic {
	return n.p.diags.add(Diagnostic{Severity: s, Code: code, File: n.p.file, Pos: pos, Path: path,
		Message: fmt.Sprintf(format, args...)})
}

// elementFault records what is wrong with the element as a whole.
func (n node) elementFault(code, format string, args ...any) {
	n.note(n.severity, code, n.pos(), n.path, format, args...)
}

// elementWarning records what is suspicious about the element as a whole.
func (n node) elementWarning(code, format string, args ...any) {
	n.note(Warning, code, n.pos(), n.path, format, args...)
}

func (n node) pos() Position { return n.p.src.element(n.el) }

// attrPos returns the position of an attribute, or of the element if it has none of that name.
func (n node) attrPos(key string) Position {
	if i := index(n.el, key); i >= 0 {
		return n.p.src.attribute(n.el, i)
	}
	return n.pos()
}

// index returns the index of an attribute of an element, or -1. Attributes with a prefix are not URDF's, even if
// called so.
func index(el *etree.Element, key string) int {
	return slices.IndexFunc(el.Attr, func(a etree.Attr) bool { return a.Space == "" && a.Key == key })
}

// all returns the children of a name. Elements with a prefix are not URDF's, even if called so.
func (n node) all(tag string) []node {
	var els []*etree.Element
	for _, token := range n.el.Child {
		if c, ok := token.(*etree.Element); ok && c.Space == "" && c.Tag == tag {
			els = append(els, c)
		}
	}
	if els == nil {
		return nil
	}
	nodes := make([]node, len(els))
	for i, el := range els {
		path := n.path + "/" + tag
		if k := index(el, "name"); k >= 0 && el.Attr[k].Value != "" {
			path += fmt.Sprintf("[@name=%s]", quote(el.Attr[k].Value))
		} else if len(els) > 1 {
			path += fmt.Sprintf("[%d]", i+1)
		}
		nodes[i] = node{n.p, el, path, n.severity}
	}
	return nodes
}

// one returns the child of a name; a second one is a fault, unless it says the same.
func (n node) one(tag string) (node, bool) {
	found := n.all(tag)
	if len(found) == 0 {
		return node{}, false
	}
	for _, again := range found[1:] {
		if same(found[0].el, again.el) {
			again.elementWarning("repeated-element", "the same <%s> as that in line %d is ignored; expected one", tag,
				found[0].pos().Line)
			continue
		}
		again.elementFault("repeated-element", "a second <%s>; the first is in line %d, keep one", tag,
			found[0].pos().Line)
	}
	return found[0], true
}

// need is one, for a child that must be there.
func (n node) need(tag string) (node, bool) {
	c, ok := n.one(tag)
	if !ok {
		n.elementFault("missing-element", "no <%s>; expected one", tag)
	}
	return c, ok
}

// blankLines turns tabs and ends of lines within an attribute into blanks, as XML demands (XML 1.0, section 3.3.3).
var blankLines = strings.NewReplacer("\t", " ", "\r\n", " ", "\r", " ", "\n", " ")

// attr returns the value of an attribute and whether it is there.
func (n node) attr(key string) (string, bool) {
	i := index(n.el, key)
	if i < 0 {
		return "", false
	}
	value := n.el.Attr[i].Value
	if strings.ContainsAny(value, "\t\r\n") {
		value = blankLines.Replace(value)
	}
	if strings.Contains(value, "${") || strings.Contains(value, "$(") {
		n.p.refuseXacro(n.attrPos(key), n.path+"@"+key, "the value "+quote(value))
	}
	return value, true
}

func (n node) has(key string) bool {
	_, ok := n.attr(key)
	return ok
}

// attrFault records what is wrong with an attribute. For the result see note.
func (n node) attrFault(code, key, format string, args ...any) *Diagnostic {
	return n.note(n.severity, code, n.attrPos(key), n.path+"@"+key, format, args...)
}

// attrWarning records what is suspicious about an attribute.
func (n node) attrWarning(code, key, format string, args ...any) {
	n.note(Warning, code, n.attrPos(key), n.path+"@"+key, format, args...)
}

// attrMissing records that a required attribute is not there. For the result see note.
func (n node) attrMissing(key, expected string) *Diagnostic {
	return n.note(n.severity, "missing-attribute", n.pos(), n.path, "no attribute %q; expected %s", key, expected)
}

// repair gives a diagnostic the repair that sets attributes of the element.
func (n node) repair(d *Diagnostic, set ...Attribute) {
	for i := range set {
		set[i].New = index(n.el, set[i].Name) < 0
	}
	d.Repair = &Repair{Tag: n.el.FullTag(), Pos: n.pos(), Set: set}
	d.hintRepair()
}

// text returns a required attribute that must not be empty.
func (n node) text(key, meaning string) string {
	s, ok := n.attr(key)
	switch {
	case !ok:
		n.attrMissing(key, meaning)
	case s == "":
		n.attrFault("empty-attribute", key, "empty; expected %s", meaning)
	}
	return s
}

// number returns a number, or the default if the attribute is missing.
func (n node) number(key string, def float64) float64 {
	s, ok := n.attr(key)
	if !ok || n.p.refused {
		return def
	}
	x, err := parseNumber(s)
	if err != nil {
		n.mend(n.attrFault("number", key, "%v", err), key, s, 1)
		return def
	}
	return x
}

// needNumber returns a required number.
func (n node) needNumber(key, meaning string) float64 {
	if !n.has(key) {
		n.attrMissing(key, meaning)
	}
	return n.number(key, 0)
}

// optional returns a number, or nil if the attribute is missing.
func (n node) optional(key string) *float64 {
	if !n.has(key) {
		return nil
	}
	x := n.number(key, 0)
	return &x
}

// numbers fills dst from an optional attribute, which it reports; on a fault dst stays.
func (n node) numbers(dst []float64, key string) bool {
	s, ok := n.attr(key)
	if !ok || n.p.refused {
		return false
	}
	got := make([]float64, len(dst))
	if err := parseNumbers(got, s); err != nil {
		n.mend(n.attrFault("number", key, "%v", err), key, s, len(dst))
		return false
	}
	copy(dst, got)
	return true
}

// needNumbers is numbers, for an attribute that must be there.
func (n node) needNumbers(dst []float64, key, meaning string) bool {
	if !n.has(key) {
		n.attrMissing(key, meaning)
	}
	return n.numbers(dst, key)
}

// names lists, separated by blanks, the names of elements or attributes that are read, from which hints are taken,
// and of those that are known and skipped.
type names struct{ read, skipped string }

func (n names) has(name string) bool {
	for _, list := range [...]string{n.read, n.skipped} {
		for known := range strings.FieldsSeq(list) {
			if known == name {
				return true
			}
		}
	}
	return false
}

// allow warns of each child, attribute and text that is neither read nor known and skipped. An unknown element is
// named once for each parent of its kind in a file.
func (n node) allow(elements, attributes names) {
	texts := 0
	for _, token := range n.el.Child {
		if text, ok := token.(*etree.CharData); ok && strings.TrimFunc(text.Data, isBlank) != "" {
			n.note(Warning, "text", n.p.src.text(n.el, texts), n.path,
				"the text %s is ignored; URDF has values in attributes only",
				quote(strings.TrimFunc(text.Data, isBlank)))
			texts++
		}
	}
	for _, token := range n.el.Child {
		c, ok := token.(*etree.Element)
		if !ok {
			continue
		}
		name, hint := c.FullTag(), ""
		switch {
		case c.Space == "xacro":
			n.xacro(c)
			continue
		case c.Space == "drake", c.Space == "" && elements.has(c.Tag):
			continue
		case c.Space == "":
			hint = nearest(c.Tag, strings.Fields(elements.read))
		}
		if key := n.el.Tag + "/" + name; !n.p.unknown[key] {
			n.p.unknown[key] = true
			n.note(Warning, "unknown-element", n.p.src.element(c), n.path+"/"+name,
				"an element that URDF does not define here is ignored").Hint = hint
		}
	}
	var seen map[string]bool // of many attributes
	if len(n.el.Attr) > 8 {
		seen = map[string]bool{}
	}
	for i, a := range n.el.Attr {
		name := a.FullKey()
		again := seen[name]
		if seen == nil {
			again = slices.ContainsFunc(n.el.Attr[:i], func(b etree.Attr) bool {
				return b.Space == a.Space &&
					b.Key == a.Key
			})
		} else {
			seen[name] = true
		}
		switch {
		case again:
			n.note(Error, "repeated-attribute", n.p.src.attribute(n.el, i), n.path+"@"+name, "given twice; keep one")
		case a.Space == "" && a.Key != "xmlns" && !attributes.has(a.Key):
			n.note(Warning, "unknown-attribute", n.p.src.attribute(n.el, i), n.path+"@"+name,
				"an attribute that URDF does not define here is ignored").Hint = nearest(name,
				strings.Fields(attributes.read))
		}
	}
}
