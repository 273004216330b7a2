package xacro

import (
	"fmt"
	"strings"

	"kinetree/urdf/xacro/expression"
)

// property sets or removes a property.
func (x *expander) property(n *node, s *scope) error {
	x.dropComments(n)
	n.detach()
	x.allow(n, "name value default remove scope lazy_eval")
	name, err := x.required(n, s, "name")
	if err != nil {
		return err
	}
	switch {
	case !expression.IsName(name):
		return n.failAt("name", fmt.Errorf("the name %q of a property; expected letters, digits and _, and no word of "+
			"Python", name))
	case strings.HasPrefix(name, "__"):
		return n.failAt("name", fmt.Errorf("the name %s of a property begins with __; expected another", name))
	}
	value, hasValue := n.get("value")
	otherwise, hasDefault := n.get("default")
	remove, err := x.flag(n, s, "remove", false)
	if err != nil {
		return err
	}
	if hasValue && hasDefault || remove && (hasValue || hasDefault) {
		return n.fail("the property %s with two of value, default and remove; expected one", name)
	}
	if remove {
		for t := s; t != nil; t = t.outer {
			if _, ok := t.properties[name]; ok {
				delete(t.properties, name)
				break
			}
		}
		return nil
	}
	where, given := n.get("scope")
	if hasDefault {
		if given {
			x.warn(n, "the default of the property %s is set in the scope around it; expected no attribute scope", name)
			given, where = false, ""
		}
		if p, _ := s.find(name); p != nil {
			return nil
		}
		value = otherwise
	}
	lazy, err := x.flag(n, s, "lazy_eval", true)
	if err != nil {
		return err
	}
	target := s
	switch {
	case !given:
	case where == "global":
		target, lazy = s.global(), false
	case where == "parent":
		if s.caller == nil {
			x.warn(n, "the property %s has the scope parent outside of macros; expected it in one", name)
			break
		}
		target, lazy = s.caller, false
	default:
		return n.failAt("scope", fmt.Errorf("the scope %q; expected parent or global", where))
	}
	if !hasValue && !hasDefault {
		n.attributes = nil
		target.properties["**"+name] = &property{block: n, at: n}
		return nil
	}
	v := expression.Object(value)
	if !lazy {
		if v, err = x.evaluate(value, s); err != nil {
			return n.failAt("value", err)
		}
	}
	target.set(name, v, lazy, n)
	return nil
}

// flag returns the truth value of an attribute.
func (x *expander) flag(n *node, s *scope, name string, otherwise bool) (bool, error) {
	written, ok := n.get(name)
	if !ok {
		return otherwise, nil
	}
	v, err := x.evaluate(written, s)
	yes := false
	if err == nil {
		yes, err = condition(v, written)
	}
	if err != nil {
		return false, n.failAt(name, err)
	}
	return yes, nil
}
