package xacro

import (
	"strings"
	"unicode"
)

// kind is that of a node.
type kind int

const (
	element kind = iota
	text
	cdata
	comment
	instruction // of processing
)

// node is a part of a document. Nodes of the result were made of those of a file, or in copies of them.
type node struct {
	kind        kind
	name        string // of an element
	data        string // of all others
	attributes  []attribute
	parent      *node
	first, last *node // children
	prev, next  *node // siblings
	place       place
	frame       *frame
}

type attribute struct{ name, value string }

// place is where a node begins.
type place struct {
	document *document
	offset   int
}

// frame is what led to a node that is not of the main file at the top: the include or the call of a macro.
type frame struct {
	what  string // for example: in macro arm, called
	at    place
	outer *frame
	depth int
}

// get returns the value of an attribute.
func (n *node) get(name string) (string, bool) {
	for _, a := range n.attributes {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

// set sets an attribute, a new one behind the others.
func (n *node) set(name, value string) {
	for i := range n.attributes {
		if n.attributes[i].name == name {
			n.attributes[i].value = value
			return
		}
	}
	n.attributes = append(n.attributes, attribute{name, value})
}

// remove takes an attribute away.
func (n *node) remove(name string) {
	for i := range n.attributes {
		if n.attributes[i].name == name {
			n.attributes = append(n.attributes[:i:i], n.attributes[i+1:]...)
			return
		}
	}
}

// insert puts a node into a parent, before one of its children, or at the end before nil.
func (n *node) insert(child, before *node) {
	child.detach()
	child.parent, child.next = n, before
	if before != nil {
		child.prev, before.prev = before.prev, child
	} else {
		child.prev, n.last = n.last, child
	}
	if child.prev != nil {
		child.prev.next = child
	} else {
		n.first = child
	}
}

// detach takes a node out of its parent.
func (n *node) detach() {
	if n.parent == nil {
		return
	}
	if n.prev != nil {
		n.prev.next = n.next
	} else {
		n.parent.first = n.next
	}
	if n.next != nil {
		n.next.prev = n.prev
	} else {
		n.parent.last = n.prev
	}
	n.parent, n.prev, n.next = nil, nil, nil
}

// replace puts the children of another node in the place of a node.
func (n *node) replace(by *node) {
	for c := by.first; c != nil; c = by.first {
		n.parent.insert(c, n)
	}
	n.detach()
}

// element returns the first element from a node on, the node included.
func (n *node) element() *node {
	for n != nil && n.kind != element {
		n = n.next
	}
	return n
}

// blank reports whether a node is a text without anything to be seen.
func (n *node) blank() bool {
	return n.kind == text && n.data != "" && strings.TrimFunc(n.data, unicode.IsSpace) == ""
}
