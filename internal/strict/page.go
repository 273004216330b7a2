package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Page returns a list of the keys of a document in Markdown, each with the values that it takes, its default and its
// description, and below it the keys within. Lines are at most 118 columns wide.
func (s *Schema) Page() string {
	var b strings.Builder
	s.list(&b, "")
	return b.String()
}

// list writes the keys of a mapping.
func (s *Schema) list(b *strings.Builder, indent string) {
	for _, p := range s.Properties {
		about := p.words()
		switch {
		case slices.Contains(s.Required, p.Key):
			about += "; required"
		case p.Default != nil:
			about += "; default `" + p.Default.flow() + "`"
		}
		Item(b, indent, fmt.Sprintf("`%s` (%s): %s", p.Key, about, p.Description))
		if inner := p.mapping(); inner != nil && !p.Folded {
			inner.list(b, indent+"  ")
		}
	}
}

// Item writes an item of a list in Markdown, in lines of at most 118 columns.
func Item(b *strings.Builder, indent, text string) {
	const widest = 118
	line := indent + "-"
	for _, word := range strings.Fields(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > widest {
			b.WriteString(line + "\n")
			line = indent + " "
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

// mapping returns the schema with keys that a value, or what is in it, has, or nil.
func (s *Schema) mapping() *Schema {
	if len(s.Properties) > 0 {
		return s
	}
	inner, _ := s.Others.(*Schema)
	for _, x := range append([]*Schema{inner, s.Items}, s.AnyOf...) {
		if x == nil {
			continue
		}
		if m := x.mapping(); m != nil {
			return m
		}
	}
	return nil
}

// words says which values there are.
func (s *Schema) words() string {
	var list []string
	switch {
	case s.Words != "":
		return s.Words
	case s.Const != nil:
		return fmt.Sprintf("`%v`", s.Const)
	case len(s.Enum) > 0:
		for _, x := range s.Enum {
			list = append(list, "`"+x+"`")
		}
		return oneOf(list)
	case s.Type == nil && len(s.AnyOf) > 0:
		for _, x := range s.AnyOf {
			if w := x.words(); !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
		return oneOf(list)
	case s.Type == nil:
		return "any value"
	}
	switch s.Type[0] {
	case "integer":
		return "whole number"
	case "string":
		return "text"
	case "boolean":
		return "`true` or `false`"
	case "array":
		if s.Items == nil {
			return "list"
		}
		of := s.Items.words()
		if s.Items.Enum == nil && !strings.Contains(of, " ") {
			of += "s"
		}
		if s.MinItems > 0 && s.MinItems == s.MaxItems {
			return fmt.Sprintf("list of %d %s", s.MinItems, of)
		}
		return "list of " + of
	case "object":
		of := "mapping"
		if s.Named != "" {
			of += " by " + s.Named
		}
		if inner, ok := s.Others.(*Schema); ok && inner.mapping() == nil {
			of += ": " + inner.words()
		}
		return of
	}
	return s.Type[0]
}

// oneOf joins alternatives.
func oneOf(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// flow returns a node as YAML on one line.
func (n *Node) flow() string {
	if n.Kind != List {
		return n.Text
	}
	var items []string
	for _, x := range n.Items {
		items = append(items, x.flow())
	}
	return "[" + strings.Join(items, ", ") + "]"
}
