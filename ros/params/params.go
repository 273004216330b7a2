// Package params reads parameter files of ROS 2: YAML with a mapping of nodes, whose names may have namespaces and
// wildcards, and under ros__parameters the parameters of each, nested or with dots in their names. Where a file has
// several entries for a node, under one key or several, later ones replace earlier ones, parameter by parameter, as
// rcl_yaml_param_parser of ROS 2 does.
package params

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// mark is the key under which the parameters of a node stand.
const mark = "ros__parameters"

// ParameterFile is a parameter file.
type ParameterFile struct {
	Name  string
	Text  []byte
	Notes []string // what was assumed
	nodes []entry
}

// entry are the parameters of the nodes that a pattern names.
type entry struct {
	pattern string // from the root: /namespace/node
	names   []string
	values  map[string]*strict.Node
}

// Read reads a file. The arguments are those of a launch file: they stand in for $(var NAME) in texts and keys; one
// that is not given is empty, which a note tells. The error is strict.Faults.
func Read(text []byte, name string, args map[string]string) (*ParameterFile, error) {
	root, err := strict.ParseRepeated(text, name)
	if err != nil {
		return nil, err
	}
	f := &ParameterFile{Name: name, Text: text}
	if root.Kind != strict.Map {
		return nil, strict.Faults{root.Fault("there is no mapping of nodes; expected NODE: {%s: ...}", mark)}
	}
	f.substitute(root, args)
	var faults strict.Faults
	f.collect(root, "", &faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if len(f.nodes) == 0 {
		return nil, strict.Faults{root.Fault("no node has parameters; expected NODE: {%s: ...}", mark)}
	}
	return f, nil
}

// variable is an argument of a launch file.
var variable = regexp.MustCompile(`\$\(var ([A-Za-z_0-9]+)\)`)

// substitute puts arguments into texts and keys.
func (f *ParameterFile) substitute(n *strict.Node, args map[string]string) {
	put := func(text string) string {
		return variable.ReplaceAllStringFunc(text, func(match string) string {
			name := variable.FindStringSubmatch(match)[1]
			value, ok := args[name]
			note := fmt.Sprintf("%s: the launch argument %s is taken to be empty; args sets it", f.Name, name)
			if !ok && !slices.Contains(f.Notes, note) {
				f.Notes = append(f.Notes, note)
			}
			return value
		})
	}
	n.Text = put(n.Text)
	for _, item := range n.Items {
		f.substitute(item, args)
	}
	for i := range n.Pairs {
		n.Pairs[i].Key = put(n.Pairs[i].Key)
		f.substitute(n.Pairs[i].Value, args)
	}
}

// collect adds the nodes below a namespace.
func (f *ParameterFile) collect(n *strict.Node, namespace string, faults *strict.Faults) {
	for i := range n.Pairs {
		p := &n.Pairs[i]
		name := namespace + "/" + strings.Trim(p.Key, "/")
		switch {
		case p.Key == mark && namespace == "":
			*faults = append(*faults, p.Value.Fault("the parameters are of no node; expected NODE: {%s: ...}", mark))
		case p.Key == mark && p.Value.Kind == strict.Null:
		case p.Key == mark && p.Value.Kind != strict.Map:
			*faults = append(*faults, p.Value.Fault("expected a mapping of parameters"))
		case p.Key == mark:
			e := entry{pattern: namespace, values: map[string]*strict.Node{}}
			f.flatten(&e, p.Value, "")
			f.nodes = append(f.nodes, e)
		case p.Value.Kind == strict.Map:
			f.collect(p.Value, name, faults)
		default:
			*faults = append(*faults, p.Value.Fault("expected a node with %s, or a namespace of nodes", mark))
		}
	}
}

// flatten adds the parameters of a mapping to an entry, by their names with dots.
func (f *ParameterFile) flatten(e *entry, n *strict.Node, prefix string) {
	for i := range n.Pairs {
		p := &n.Pairs[i]
		name := prefix + p.Key
		if p.Value.Kind == strict.Map {
			f.flatten(e, p.Value, name+".")
			continue
		}
		if first := e.values[name]; first == nil {
			e.names = append(e.names, name)
		} else {
			f.Notes = append(f.Notes, fmt.Sprintf("%s:%d:%d: %s is there already, in line %d; ROS takes the later one",
				f.Name, p.Pos.Line, p.Pos.Column, name, first.Pos.Line))
		}
		e.values[name] = p.Value
	}
}

// matches reports whether the entry is of a node: /* stands for one name, /** for any number of them.
func (e *entry) matches(node string) bool {
	text := regexp.QuoteMeta(e.pattern)
	text = strings.ReplaceAll(text, `/\*\*`, `(/[^/]+)*`)
	text = strings.ReplaceAll(text, `/\*`, `/[^/]+`)
	ok, err := regexp.MatchString("^"+text+"$", node)
	return ok && err == nil
}

// Nodes returns the names of the nodes that entries without wildcards are of, in the order of the file.
func (f *ParameterFile) Nodes() (names []string) {
	for i := range f.nodes {
		if e := &f.nodes[i]; !strings.Contains(e.pattern, "*") && !slices.Contains(names, e.pattern) {
			names = append(names, e.pattern)
		}
	}
	return names
}

// Of returns the parameters of a node, such as /arm/controller_manager.
func (f *ParameterFile) Of(node string) *ParameterNode {
	n := &ParameterNode{Name: node, file: f, values: map[string]*strict.Node{}, used: map[string]bool{}}
	for i := range f.nodes {
		e := &f.nodes[i]
		if !e.matches(node) {
			continue
		}
		for _, name := range e.names {
			if n.values[name] == nil {
				n.names = append(n.names, name)
			}
			n.values[name] = e.values[name]
		}
	}
	return n
}

// ParameterNode is the parameters of a node. What is asked of it is judged: Faults has what is wrong, Notes what a node
// of ROS would not take, and Unused what nobody has asked for.
type ParameterNode struct {
	Name   string
	Faults strict.Faults
	Notes  []string
	file   *ParameterFile
	names  []string
	values map[string]*strict.Node
	used   map[string]bool
}

// Names returns the names of the parameters, in the order of the file.
func (n *ParameterNode) Names() []string { return n.names }

// Value returns a parameter, nil if it is not given.
func (n *ParameterNode) Value(name string) *strict.Node {
	n.used[name] = true
	if v := n.values[name]; v != nil && v.Kind != strict.Null {
		return v
	}
	return nil
}

// Has reports whether a parameter is given.
func (n *ParameterNode) Has(name string) bool { return n.values[name] != nil }

// Number returns a parameter that is a number, or what it is otherwise.
func (n *ParameterNode) Number(name string, otherwise float64) float64 {
	v := n.Value(name)
	switch {
	case v == nil:
		return otherwise
	case v.Kind != strict.Number:
		n.fault(v, "expected a number")
		return otherwise
	case v.Number != v.Number:
		n.fault(v, "expected a number that is one")
		return otherwise
	case !strings.ContainsAny(v.Text, ".eEiI"):
		n.Notes = append(n.Notes, fmt.Sprintf("%s:%d:%d: %s is %s, an integer, which ROS refuses where it asks for a "+
			"double; write %s.0", n.file.Name, v.Pos.Line, v.Pos.Column, name, v.Text, v.Text))
	}
	return v.Number
}

// Truth returns a parameter that is true or false, or what it is otherwise.
func (n *ParameterNode) Truth(name string, otherwise bool) bool {
	v := n.Value(name)
	switch {
	case v == nil:
		return otherwise
	case v.Kind != strict.Bool:
		n.fault(v, "expected true or false")
		return otherwise
	}
	return v.Bool
}

// Word returns a parameter that is a text, one of those that are known if there are any, or what it is otherwise.
func (n *ParameterNode) Word(name, otherwise string, known ...string) string {
	v := n.Value(name)
	switch {
	case v == nil:
		return otherwise
	case v.Kind != strict.String:
		n.fault(v, "expected a text")
		return otherwise
	case len(known) > 0 && !slices.Contains(known, v.Text):
		n.fault(v, fmt.Sprintf("%q%s; expected one of %s", v.Text, suggest.Hint(v.Text, known), suggest.List(known)))
		return otherwise
	}
	return v.Text
}

// Words returns a parameter that is a list of texts, none of which is there twice.
func (n *ParameterNode) Words(name string) (list []string) {
	v := n.Value(name)
	if v == nil {
		return nil
	}
	if v.Kind != strict.List {
		n.fault(v, "expected a list of texts")
		return nil
	}
	for _, item := range v.Items {
		switch {
		case item.Kind != strict.String || item.Text == "":
			n.fault(item, "expected a text")
		case slices.Contains(list, item.Text):
			n.fault(item, fmt.Sprintf("%q is there twice; keep one", item.Text))
		default:
			list = append(list, item.Text)
		}
	}
	return list
}

// Miss tells that a parameter is missing.
func (n *ParameterNode) Miss(name, expected string) {
	n.Faults = append(n.Faults, &strict.Fault{File: n.file.Name, Path: n.Name + ": " + name,
		Message: "there is none; expected " + expected})
}

// Refuse tells what is wrong with a parameter that is given.
func (n *ParameterNode) Refuse(name, format string, args ...any) {
	if v := n.values[name]; v != nil {
		n.fault(v, fmt.Sprintf(format, args...))
	} else {
		n.Faults = append(n.Faults, &strict.Fault{File: n.file.Name, Path: n.Name + ": " + name,
			Message: fmt.Sprintf(format, args...)})
	}
}

func (n *ParameterNode) fault(v *strict.Node, message string) {
	n.Faults = append(n.Faults, v.Fault("%s", message))
}

// Unused returns the parameters that nobody has asked for, in the order of the file, but for those that each node has.
func (n *ParameterNode) Unused() (names []string) {
	for _, name := range n.names {
		if !n.used[name] && name != "use_sim_time" && !strings.HasPrefix(name, "qos_overrides.") {
			names = append(names, name)
		}
	}
	return names
}
