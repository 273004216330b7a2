package xacro

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kinetree/urdf/xacro/expression"
)

// scope has the properties and macros of the document, of a call of a macro, or of a namespace.
type scope struct {
	outer      *scope // whose names it sees
	caller     *scope // that called the macro or included the namespace
	properties map[string]*property
	macros     map[string]*macro
	spaces     map[string]*scope
	x          *expander
}

// property is a value, or a text that becomes one when it is first asked for. Of a block there are nodes.
type property struct {
	value  expression.Object
	lazy   bool
	active bool // being evaluated
	failed bool // to be evaluated
	block  *node
	at     *node // that defines it
}

func (x *expander) newScope(outer, caller *scope) *scope {
	return &scope{outer, caller, map[string]*property{}, map[string]*macro{}, map[string]*scope{}, x}
}

func (s *scope) global() *scope {
	for s.outer != nil {
		s = s.outer
	}
	return s
}

// find returns the property of a name, in this scope or those around it, and the scope that has it.
func (s *scope) find(name string) (*property, *scope) {
	for ; s != nil; s = s.outer {
		if p, ok := s.properties[name]; ok {
			return p, s
		}
	}
	return nil, nil
}

// set sets a property. A text that is a literal becomes what it stands for.
func (s *scope) set(name string, value expression.Object, lazy bool, at *node) {
	if s.x.hidden[name] && at != nil {
		s.x.warn(at, "the property %s hides what Python has by this name", name)
	}
	value = literal(value)
	_, isText := value.(string)
	s.properties[name] = &property{value: value, lazy: lazy && isText, at: at}
}

// get returns the value of a property of the scope.
func (s *scope) get(name string, p *property) (expression.Object, error) {
	if !p.lazy {
		return p.value, nil
	}
	switch {
	case p.active:
		return nil, fmt.Errorf("the property %s is defined by itself", name)
	case p.failed:
		return nil, &failedError{name}
	}
	p.active = true
	defer func() { p.active = false }()
	v, err := s.x.evaluate(p.value.(string), s)
	if err != nil {
		p.failed, s.x.incomplete = true, true
		return nil, s.inProperty(name, p, err)
	}
	p.value, p.lazy = literal(v), false
	return p.value, nil
}

// inProperty says that an error is that of a property's text.
func (s *scope) inProperty(name string, p *property, err error) error {
	var limit *expression.LimitError
	if p.at == nil || errors.As(err, &limit) {
		return err
	}
	at := p.at.place.document.position(p.at.place.offset)
	return fmt.Errorf("%w, in the property %s of %s:%d:%d", err, name, p.at.place.document.name, at.Line, at.Column)
}

// Value implements expression.Names: properties, then namespaces, then what Python and xacro have.
func (s *scope) Value(name string) (expression.Object, bool, error) {
	if strings.HasPrefix(name, "__") {
		return nil, false, fmt.Errorf("the name %s begins with __; expected another", name)
	}
	for t := s; t != nil; t = t.outer {
		if p, ok := t.properties[name]; ok {
			v, err := t.get(name, p)
			return v, true, err
		}
		if space, ok := t.spaces[name]; ok {
			return space, true, nil
		}
	}
	v, ok := s.x.globals[name]
	return v, ok, nil
}

// Part implements expression.Namespace.
func (s *scope) Part(name string) (expression.Object, bool, error) {
	if p, t := s.find(name); p != nil {
		v, err := t.get(name, p)
		return v, true, err
	}
	space, ok := s.spaces[name]
	return space, ok, nil
}

// Known implements expression.Names. After as many questions as there may be faults it knows none.
func (s *scope) Known() []string {
	if s.x.hints++; s.x.hints > maxFaults {
		return nil
	}
	names := slices.Collect(maps.Keys(s.x.globals))
	for t := s; t != nil; t = t.outer {
		names = slices.AppendSeq(names, maps.Keys(t.properties))
		names = slices.AppendSeq(names, maps.Keys(t.spaces))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// literal returns what a text stands for: a number, a truth value, the text within single quotes, or itself.
func literal(v expression.Object) expression.Object {
	s, ok := v.(string)
	if !ok {
		return v
	}
	if len(s) >= 2 && s[0] == '\'' && s[len(s)-1] == '\'' {
		return s[1 : len(s)-1]
	}
	if strings.Contains(s, "_") {
		return s
	}
	if i, ok := expression.ParseInt(s, 10); ok {
		return i
	}
	if x, ok := expression.ParseFloat(s); ok {
		return x
	}
	switch s {
	case "true", "True":
		return true
	case "false", "False":
		return false
	}
	return s
}

// condition returns the truth value of what stands in an if.
func condition(v expression.Object, written string) (bool, error) {
	s, isText := v.(string)
	if !isText {
		return expression.Truth(v), nil
	}
	switch v := literal(strings.TrimSpace(s)).(type) {
	case bool:
		return v, nil
	case string, float64:
	default:
		return expression.Truth(v), nil
	}
	if s == written {
		return false, fmt.Errorf("the condition %q; expected true, false, a whole number or ${...}", s)
	}
	return false, fmt.Errorf("the condition %s is %q; expected true, false or a number", written, s)
}
