package xacro

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"kinetree/urdf"
)

// Expanded is an expanded document.
type Expanded struct {
	Text  []byte            // XML, nil if there are errors
	Files map[string][]byte // what was read, by the name in diagnostics
	marks []mark
}

// mark says where a place of the result comes from.
type mark struct {
	offset int
	line   urdf.Position // of the result
	from   place
	frame  *frame
}

// Origin returns the file and place that a place of the result comes from, and through which calls and includes.
func (r *Expanded) Origin(at urdf.Position) (file string, place urdf.Position, through string) {
	i := sort.Search(len(r.marks), func(i int) bool {
		m := r.marks[i].line
		return m.Line > at.Line || m.Line == at.Line && m.Column > at.Column
	})
	if i == 0 {
		return "", at, ""
	}
	m := r.marks[i-1]
	return m.from.document.name, m.from.document.position(m.from.offset), m.frame.String()
}

// writer writes nodes.
type writer struct {
	bytes.Buffer
	marks []mark
}

// result returns the result of an expansion, each element on a line of its own, or one without a text of nil.
func (x *expander) result(top *node) *Expanded {
	w := &writer{}
	if top == nil {
		top = &node{}
	} else {
		w.WriteString("<?xml version=\"1.0\"?>\n")
	}
	for c := top.first; c != nil; c = c.next {
		w.node(c, 0)
	}
	r := &Expanded{Text: w.Bytes(), Files: map[string][]byte{}, marks: w.marks}
	for name, d := range x.documents {
		r.Files[name] = d.data
	}
	line, start, at := 1, 0, 0
	for i := range r.marks {
		m := &r.marks[i]
		for k := bytes.IndexByte(r.Text[at:m.offset], '\n'); k >= 0; k = bytes.IndexByte(r.Text[at:m.offset], '\n') {
			at += k + 1
			line, start = line+1, at
		}
		m.line = urdf.Position{Line: line, Column: 1 + utf8.RuneCount(r.Text[start:m.offset])}
	}
	return r
}

func (w *writer) mark(from place, f *frame) {
	if from.document != nil {
		w.marks = append(w.marks, mark{offset: w.Len(), from: from, frame: f})
	}
}

func (w *writer) indent(depth int) { w.Write(slices.Repeat([]byte{' '}, 2*min(depth, 100))) }

func (w *writer) node(n *node, depth int) {
	if w.Len() > urdf.MaxSize {
		return
	}
	if n.kind == cdata {
		w.WriteString("<![CDATA[" + n.data + "]]>")
		return
	}
	w.indent(depth)
	switch n.kind {
	case text:
		w.WriteString(escape.Replace(n.data) + "\n")
	case comment:
		w.WriteString("<!--" + safe(n.data) + "-->\n")
	case instruction:
		w.WriteString("<?" + strings.TrimSpace(n.data) + "?>\n")
	case element:
		w.element(n, depth)
	}
}

// safe returns what may stand in a comment.
func safe(s string) string {
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "- -")
	}
	if strings.HasSuffix(s, "-") {
		s += " "
	}
	return s
}

func (w *writer) element(n *node, depth int) {
	w.mark(n.place, n.frame)
	w.WriteString("<" + n.name)
	for _, a := range n.attributes {
		w.WriteByte(' ')
		w.mark(n.attributePlace(a.name), n.frame)
		w.WriteString(a.name + `="` + escapeValue.Replace(a.value) + `"`)
	}
	switch {
	case n.first == nil:
		w.WriteString("/>\n")
		return
	case n.first == n.last && n.first.kind == text:
		w.WriteString(">" + escape.Replace(n.first.data) + "</" + n.name + ">\n")
		return
	}
	w.WriteString(">\n")
	for c := n.first; c != nil; c = c.next {
		if c.kind == text && strings.TrimSpace(c.data) == "" {
			continue
		}
		w.node(c, depth+1)
	}
	w.indent(depth)
	w.WriteString("</" + n.name + ">\n")
}

var (
	escape      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	escapeValue = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\t",
		"&#9;", "\r", "&#13;")
)
