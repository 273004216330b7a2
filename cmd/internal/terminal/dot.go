package terminal

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"kinetree/urdf"
)

// Dot writes the tree as a graph for Graphviz: links as boxes with their masses, joints as arrows with their
// types.
func Dot(out *bufio.Writer, o *urdf.Outline) {
	fmt.Fprintf(out, "digraph %s {\n  node [shape=box];\n", node(o.Robot.Name))
	for _, b := range o.Branches {
		text := label(b.Link.Name)
		if in := b.Link.Inertial; in != nil {
			text += `\n` + fiveDigits(in.Mass) + " kg"
		}
		fmt.Fprintf(out, "  %s [label=\"%s\"];\n", node(b.Link.Name), text)
	}
	for _, b := range o.Branches {
		if j := b.Joint; j != nil {
			fmt.Fprintf(out, "  %s -> %s [label=\"%s\\n%s\"];\n", node(j.Parent), node(j.Child), label(j.Name), j.Type)
		}
	}
	out.WriteString("}\n")
}

// node returns the identifier of a name: another one for each name. Graphviz shows the label in its place.
func node(name string) string { return strconv.Quote(name) }

// label returns a name for use in a label, where a backslash begins an escape.
func label(name string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(Plain(name))
}
