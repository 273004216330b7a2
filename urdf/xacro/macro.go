package xacro

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/urdf/xacro/expression"
)

// macro is a definition.
type macro struct {
	name       string
	at         *node // the body is what is in it
	parameters []parameter
}

// parameter is one of a macro.
type parameter struct {
	name    string // with * or ** before it, of a block
	forward bool   // the value of the property of the same name around the call, if there is one
	given   bool   // there is a default
	value   string // the default
}

// macro notes a definition.
func (x *expander) macro(n *node, s *scope) error {
	x.dropComments(n)
	n.detach()
	x.allow(n, "name params")
	name, ok := n.get("name")
	if !ok || name == "" {
		return n.fail("xacro:macro without name; expected one")
	}
	if short, ok := strings.CutPrefix(name, "xacro:"); ok {
		x.warn(n, "the name of the macro %s has xacro: before it, which is deprecated; expected %s", name, short)
		name = short
	}
	switch {
	case name == "call":
		x.warn(n, "the name call of a macro is deprecated, <xacro:call macro=\"NAME\"/> calls any; expected another")
	case strings.Contains(name, "."):
		x.warn(n, "the name of the macro %s has a dot, which is that of namespaces; expected another", name)
	}
	m := &macro{name: name, at: n}
	text, _ := n.get("params")
	for text != "" {
		var p parameter
		if p, text = nextParameter(text); p.name != "" {
			m.parameters = append(m.parameters, p)
		}
	}
	s.macros[name] = m
	return nil
}

// nextParameter reads the first parameter of a list: NAME, *BLOCK, **BLOCKS, NAME:=DEFAULT, NAME:=^ or NAME:=^|DEFAULT.
func nextParameter(text string) (p parameter, rest string) {
	text = strings.TrimLeft(text, " \t\r\n")
	end := strings.IndexAny(text, ":= \t\r\n")
	if end < 0 {
		return parameter{name: text}, ""
	}
	p.name, rest = text[:end], text[end:]
	after := strings.TrimLeft(rest, " \t\r\n")
	after, colon := strings.CutPrefix(after, ":")
	value, equals := strings.CutPrefix(after, "=")
	if !equals {
		if colon {
			return parameter{name: p.name + ":"}, after
		}
		return p, rest
	}
	value = strings.TrimLeft(value, " \t\r\n")
	if value, p.forward = strings.CutPrefix(value, "^"); p.forward {
		if value, p.given = strings.CutPrefix(value, "|"); !p.given {
			return p, value
		}
	}
	n := defaultLength(value)
	p.value, p.given = value[:n], p.given && p.forward && n > 0 || !p.forward
	return p, value[n:]
}

// defaultLength returns the length of a default: up to a blank that is not within quotes or ${}.
func defaultLength(s string) int {
	quote, braces := byte(0), false
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '\'' || c == '"') && strings.IndexByte(s[i+1:], c) >= 0:
			quote = c
		case c == '{' && i > 0 && s[i-1] == '$':
			braces = true
		case c == '}':
			braces = false
		case isSpace(c) && !braces:
			return i
		}
	}
	return len(s)
}

// call expands a call of a macro.
func (x *expander) call(n *node, s *scope) error {
	name := strings.TrimPrefix(n.name, "xacro:")
	if _, dynamic := n.get("macro"); name == "call" && dynamic {
		var err error
		if name, err = x.required(n, s, "macro"); err != nil {
			n.detach()
			return err
		}
		n.remove("macro")
		name = strings.TrimPrefix(name, "xacro:")
	}
	m, around := s.resolve(name)
	if m == nil {
		n.detach()
		f := n.fail("there is no macro %s%s; expected a definition before this, or an include of one", name,
			suggest.Hint(name, s.macroNames())).(*fault)
		f.missing = true
		return f
	}
	inner := &frame{what: "in the macro " + m.name + ", called", at: n.place, outer: n.frame}
	if err := x.enter(inner); err != nil {
		return n.failAt("", err)
	}
	scope := x.newScope(around, s)
	if err := x.bind(n, m, s, scope); err != nil {
		n.detach()
		return err
	}
	body, err := x.clone(m.at, inner)
	if err != nil {
		return err
	}
	body.attributes = nil
	if err := x.all(body, scope); err != nil {
		return err
	}
	x.dropComments(n)
	n.replace(body)
	return nil
}

// enter checks how deep macros and includes are within each other.
func (x *expander) enter(f *frame) error {
	if f.depth = 1; f.outer != nil {
		f.depth += f.outer.depth
	}
	if f.depth > MaxNesting {
		return &expression.LimitError{What: fmt.Sprintf("macros and includes nest more than %d deep; expected an end, "+
			"such as an xacro:if", MaxNesting)}
	}
	return nil
}

// resolve returns the macro of a name, which may be that in a namespace, and the scope that a call of it is in.
func (s *scope) resolve(name string) (*macro, *scope) {
	for t := s; t != nil; t = t.outer {
		if m, ok := t.macros[name]; ok {
			return m, s
		}
	}
	space, rest, dotted := strings.Cut(name, ".")
	if !dotted {
		return nil, nil
	}
	for t := s; t != nil; t = t.outer {
		if inner, ok := t.spaces[space]; ok {
			return inner.resolve(rest)
		}
	}
	return nil, nil
}

// macroNames returns the names of the macros that can be called.
func (s *scope) macroNames() []string {
	if s.x.hints++; s.x.hints > maxFaults {
		return nil
	}
	var names []string
	for t := s; t != nil; t = t.outer {
		names = slices.AppendSeq(names, maps.Keys(t.macros))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// bind gives the parameters of a call their values.
func (x *expander) bind(n *node, m *macro, caller, scope *scope) error {
	bound := map[string]bool{}
	for _, a := range n.attributes {
		if strings.HasPrefix(a.name, "xmlns") {
			continue
		}
		if !slices.ContainsFunc(m.parameters, func(p parameter) bool { return p.name == a.name }) {
			return n.failAt(a.name, fmt.Errorf("the macro %s has no parameter %s; expected %s", m.name, a.name,
				m.names()))
		}
		v, err := x.evaluate(a.value, caller)
		if err != nil {
			return n.failAt(a.name, err)
		}
		scope.set(a.name, v, false, nil)
		bound[a.name] = true
	}
	n.attributes = nil
	if err := x.all(n, caller); err != nil { // the blocks
		return err
	}
	block := n.first.element()
	for _, p := range m.parameters {
		if !strings.HasPrefix(p.name, "*") {
			continue
		}
		if block == nil {
			return n.fail("the macro %s without the block %s; expected an element for it", m.name,
				strings.TrimLeft(p.name, "*"))
		}
		scope.properties[p.name] = &property{block: block}
		block = block.next.element()
	}
	if block != nil {
		return block.fail("the macro %s takes no block <%s>; expected %s", m.name, block.name, m.blocks())
	}
	var missing []string
	for _, p := range m.parameters {
		if bound[p.name] || strings.HasPrefix(p.name, "*") {
			continue
		}
		value, ok, err := x.otherwise(p, caller)
		if err != nil {
			return n.failAt("", fmt.Errorf("the default of the parameter %s: %w", p.name, err))
		}
		if !ok {
			missing = append(missing, p.name)
			continue
		}
		scope.set(p.name, value, false, nil)
	}
	if len(missing) > 0 {
		return n.fail("the macro %s without %s; expected a value", m.name, suggest.List(missing))
	}
	return nil
}

// otherwise returns the value of a parameter that a call does not give.
func (x *expander) otherwise(p parameter, caller *scope) (expression.Object, bool, error) {
	if p.forward {
		if of, at := caller.find(p.name); of != nil {
			v, err := at.get(p.name, of)
			return v, true, err
		}
	}
	if !p.given {
		return nil, false, nil
	}
	v, err := x.evaluate(p.value, caller)
	return v, true, err
}

// names lists the parameters that a call may give.
func (m *macro) names() string {
	var names []string
	for _, p := range m.parameters {
		if !strings.HasPrefix(p.name, "*") {
			names = append(names, p.name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return suggest.List(names)
}

func (m *macro) blocks() string {
	n := 0
	for _, p := range m.parameters {
		if strings.HasPrefix(p.name, "*") {
			n++
		}
	}
	switch n {
	case 0:
		return "none"
	case 1:
		return "one block"
	}
	return fmt.Sprintf("%d blocks", n)
}

// insertBlock puts a block in its place.
func (x *expander) insertBlock(n *node, s *scope) error {
	x.allow(n, "name")
	name, err := x.required(n, s, "name")
	if err != nil {
		n.detach()
		return err
	}
	p, _ := s.find("**" + name)
	contentOnly := p != nil
	if p == nil {
		p, _ = s.find("*" + name)
	}
	if p == nil {
		n.detach()
		f := n.failAt("name", &expression.NameError{Name: name}).(*fault)
		f.message = fmt.Sprintf("there is no block %s; expected that of a macro's parameter or of a property", name)
		return f
	}
	holder := &node{}
	block, err := x.clone(p.block, nil)
	if err != nil {
		return err
	}
	holder.insert(block, nil)
	if contentOnly {
		block.attributes = nil
	}
	if err := x.all(block, s); err != nil {
		return err
	}
	if contentOnly {
		n.replace(block)
	} else {
		n.replace(holder)
	}
	return nil
}

// clone copies a node with all that is in it, for a frame unless that is nil.
func (x *expander) clone(n *node, f *frame) (*node, error) {
	if x.nodes++; x.nodes > MaxNodes {
		return nil, n.failAt("", &expression.LimitError{What: tooManyNodes})
	}
	c := &node{kind: n.kind, name: n.name, data: n.data, attributes: slices.Clone(n.attributes), place: n.place,
		frame: n.frame}
	if f != nil {
		c.frame = f
	}
	for child := n.first; child != nil; child = child.next {
		copied, err := x.clone(child, f)
		if err != nil {
			return nil, err
		}
		c.insert(copied, nil)
	}
	return c, nil
}
