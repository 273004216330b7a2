package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// dot writes the tree as a graph for Graphviz: links as boxes with their masses, joints as arrows with their types.
func (o *outline) dot(out *bufio.Writer) {
	fmt.Fprintf(out, "digraph %s {\n  node [shape=box];\n", node(o.robot.Name))
	for _, b := range o.branches {
		text := label(b.link.Name)
		if in := b.link.Inertial; in != nil {
			text += `\n` + digits(in.Mass) + " kg"
		}
		fmt.Fprintf(out, "  %s [label=\"%s\"];\n", node(b.link.Name), text)
	}
	for _, b := range o.branches {
		if j := b.joint; j != nil {
			fmt.Fprintf(out, "  %s -> %s [label=\"%s\\n%s\"];\n", node(j.Parent), node(j.Child), label(j.Name), j.Type)
		}
	}
	out.WriteString("}\n")
}

// node returns the identifier of a name: another one for each name. Graphviz shows the label in its place.
func node(name string) string { return strconv.Quote(name) }

// label returns a name for use in a label, where a backslash begins an escape.
func label(name string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain(name)) }
