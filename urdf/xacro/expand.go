package xacro

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
	"kinetree/urdf"
	"kinetree/urdf/find"
	"kinetree/urdf/xacro/expression"
)

// Environment is what a file is expanded with. An expansion does not change it.
type Environment struct {
	Arguments map[string]string // of $(arg NAME)
	Resolver  find.Resolver     // finds the packages of $(find NAME)
	Open      infile.Opener     // opens files, nil for the usual way
}

// The limits of an expansion.
const (
	MaxNodes   = 1_000_000  // elements, texts and comments that macros and includes make
	MaxNesting = 500        // calls of macros and includes within each other
	MaxSteps   = 50_000_000 // operations of expressions
	MaxValues  = 1 << 30    // bytes of values that expressions make
)

// expander is an expansion in progress.
type expander struct {
	settings  Environment
	arguments map[string]string
	resolving bool // the value of an argument, which may name a package by $(find NAME)
	globals   expression.Module
	hidden    map[string]bool // names of globals that a property should not have
	file      *document       // that is being expanded: includes and tables are named from its folder
	main      *document
	spacer    *node // see dropComments
	documents map[string]*document
	parsed    map[string]*expression.Parsed
	budget    expression.Budget
	nodes     int

	diagnostics urdf.Diagnostics
	noted       map[string]bool
	errors      int
	hints       int  // that were looked for
	incomplete  bool // a definition is missing, so names that are not there say nothing
}

// Expand expands a document. The file is named in diagnostics and says where includes are looked for; it is - or empty
// for what is of no file, which is then in the working folder. The text of the result is nil if there are errors. Time
// and memory are bounded by the limits above.
func Expand(data []byte, file string, settings Environment) (*Expanded, urdf.Diagnostics) {
	x := &expander{settings: settings, arguments: map[string]string{}, documents: map[string]*document{},
		parsed: map[string]*expression.Parsed{}, noted: map[string]bool{}, spacer: &node{kind: text},
		budget: expression.Budget{Steps: MaxSteps, Bytes: MaxValues}}
	for name, value := range settings.Arguments {
		x.arguments[name] = value
	}
	x.main = newDocument(file, data)
	x.file = x.main
	x.documents[file] = x.main
	x.defineGlobals()
	top, err := x.load(x.main, nil)
	if err != nil {
		_ = x.report(err, &node{place: place{x.main, 0}})
		return x.result(nil), x.diagnostics
	}
	root := top.first.element()
	space, hasSpace := root.get("xacro:targetNamespace")
	err = x.all(root, x.newScope(nil, nil))
	if err != nil && !errors.Is(err, errStop) {
		_ = x.report(err, root)
	}
	if x.diagnostics.Err() != nil {
		return x.result(nil), x.diagnostics
	}
	if hasSpace {
		root.remove("xmlns")
		root.set("xmlns", space)
	}
	result := x.result(top)
	if len(result.Text) > urdf.MaxSize {
		x.note(urdf.Error, root.fail("the result has more than %d bytes; expected at most so many",
			urdf.MaxSize).(*fault))
		return x.result(nil), x.diagnostics
	}
	return result, x.diagnostics
}

// all expands an element: its attributes and all that is in it. Faults are noted, and the parts behind them expanded
// too; the error is that nothing more is to be done.
func (x *expander) all(n *node, s *scope) error {
	if err := x.attributes(n, s); err != nil {
		return err
	}
	comments := false // are evaluated
	for c := n.first; c != nil; {
		next := c.next
		if next == x.spacer {
			next = next.next
		}
		if err := x.step(); err != nil {
			return x.report(err, c)
		}
		switch c.kind {
		case element:
			comments = false
			again, err := x.element(c, s)
			if err != nil {
				if stop := x.report(err, c); stop != nil {
					return stop
				}
				var m *missing
				x.incomplete = x.incomplete || errors.As(err, &m)
			}
			if again {
				continue
			}
		case text:
			v, err := x.evaluate(c.data, s)
			if err != nil {
				if err := x.report(c.failText(err), c); err != nil {
					return err
				}
				break
			}
			if c.data = expression.Str(v); !c.blank() && c.data != "" {
				comments = false
			}
		case comment:
			const mark = "xacro:eval-comments"
			if strings.Contains(c.data, mark) {
				comments = !strings.Contains(c.data, mark+":off")
				c.detach()
			} else if comments {
				v, err := x.evaluate(c.data, s)
				if err != nil {
					if err := x.report(c.failText(err), c); err != nil {
						return err
					}
					break
				}
				c.data = expression.Str(v)
			}
		}
		c = next
	}
	return nil
}

// step counts a node that is looked at.
func (x *expander) step() error {
	if x.budget.Steps--; x.budget.Steps < 0 {
		return &expression.LimitError{What: "the file takes more steps than it may; expected fewer repetitions"}
	}
	return nil
}

// attributes evaluates the attributes of an element; those of xacro go.
func (x *expander) attributes(n *node, s *scope) error {
	kept := n.attributes[:0:0]
	for _, a := range n.attributes {
		if strings.HasPrefix(a.name, "xacro:") || a.name == "xmlns:xacro" {
			continue
		}
		v, err := x.evaluate(a.value, s)
		if err != nil {
			if err := x.report(n.failAt(a.name, err), n); err != nil {
				return err
			}
		}
		kept = append(kept, attribute{a.name, expression.Str(v)})
	}
	n.attributes = kept
	return nil
}

// element expands an element in its place. again is true if it is to be looked at again.
func (x *expander) element(n *node, s *scope) (again bool, err error) {
	name, isXacro := strings.CutPrefix(n.name, "xacro:")
	if !isXacro {
		x.deprecated(n)
		return false, x.all(n, s)
	}
	switch name {
	case "property":
		return false, defining(x.property(n, s))
	case "arg":
		return false, defining(x.argument(n, s))
	case "macro":
		return false, defining(x.macro(n, s))
	case "include":
		return false, defining(x.include(n, s))
	case "insert_block":
		return false, x.insertBlock(n, s)
	case "if", "unless":
		return false, defining(x.choose(n, s, name == "if"))
	case "element":
		given, err := x.required(n, s, "xacro:name")
		if err != nil {
			n.detach()
			return false, err
		}
		n.remove("xacro:name")
		n.name = given
		return true, nil
	case "attribute":
		return false, x.attribute(n, s)
	}
	return false, x.call(n, s)
}

// defining says of an error that something is not defined because of it.
func defining(err error) error {
	if err == nil || errors.Is(err, errStop) {
		return err
	}
	return &missing{err}
}

// missing is the error of an element that defines something.
type missing struct{ error }

func (m *missing) Unwrap() error { return m.error }

// deprecated warns of an element that old versions of xacro took for theirs.
func (x *expander) deprecated(n *node) {
	switch n.name {
	case "macro", "property", "insert_block", "if", "unless":
	case "include":
		if _, ok := n.get("filename"); !ok || n.first != nil {
			return
		}
	default:
		return
	}
	x.warn(n, "<%s> is not expanded; expected <xacro:%[1]s> if it is one of xacro", n.name)
}

// allow warns of attributes that an element does not have.
func (x *expander) allow(n *node, names string) {
	for _, a := range n.attributes {
		if !strings.Contains(" "+names+" ", " "+a.name+" ") && !strings.HasPrefix(a.name, "xmlns") {
			x.note(urdf.Warning, n.failAt(a.name, fmt.Errorf("%s has no attribute %s; expected %s", n.name, a.name,
				strings.ReplaceAll(names, " ", ", "))).(*fault))
		}
	}
}

// required returns the value of an attribute that is not empty.
func (x *expander) required(n *node, s *scope, name string) (string, error) {
	written, ok := n.get(name)
	if !ok {
		return "", n.fail("%s without %s; expected it", n.name, name)
	}
	v, err := x.evaluate(written, s)
	if err != nil {
		return "", n.failAt(name, err)
	}
	value := expression.Str(v)
	if value == "" {
		return "", n.failAt(name, fmt.Errorf("the %s of %s is empty; expected one", name, n.name))
	}
	return value, nil
}

// choose keeps what is in an if or unless, or drops it.
func (x *expander) choose(n *node, s *scope, want bool) error {
	x.dropComments(n)
	x.allow(n, "value")
	written, ok := n.get("value")
	if !ok {
		n.detach()
		return n.fail("%s without value; expected it", n.name)
	}
	keep, err := false, error(nil)
	v, err := x.evaluate(written, s)
	if err == nil {
		keep, err = condition(v, written)
	}
	if err != nil || keep != want {
		n.detach()
		if err != nil {
			return n.failAt("value", err)
		}
		return nil
	}
	n.attributes = nil
	if err := x.all(n, s); err != nil {
		return err
	}
	n.replace(n)
	return nil
}

// attribute sets an attribute of the element around.
func (x *expander) attribute(n *node, s *scope) error {
	parent := n.parent
	x.allow(n, "name value")
	written, ok := n.get("value")
	name, err := x.required(n, s, "name")
	if err == nil && !ok {
		err = n.fail("%s without value; expected it", n.name)
	}
	var v expression.Object
	if err == nil {
		if v, err = x.evaluate(written, s); err != nil {
			err = n.failAt("value", err)
		}
	}
	n.detach()
	if err == nil {
		parent.set(name, expression.Str(v))
	}
	return err
}

// argument sets the value of an argument that was not given.
func (x *expander) argument(n *node, s *scope) error {
	x.dropComments(n)
	x.allow(n, "name default")
	name, err := x.required(n, s, "name")
	written, ok := n.get("default")
	if _, given := x.arguments[name]; err == nil && !given && ok {
		var v expression.Object
		if v, err = x.evaluate(written, s); err != nil {
			err = n.failAt("default", err)
		}
		x.arguments[name] = expression.Str(v)
	}
	n.detach()
	return err
}

// dropComments takes away the comments in front of an element of xacro, up to an empty line. A spacer behind the
// element keeps those of what it expands to from what follows.
func (x *expander) dropComments(n *node) {
	next := n.next
	for p := n.prev; p != nil; {
		if p.blank() && strings.Count(p.data, "\n") <= 1 {
			p = p.prev
		}
		if p == nil || p.kind != comment {
			if next != nil && next != x.spacer {
				n.parent.insert(x.spacer, next)
			}
			return
		}
		drop := p
		p = p.prev
		drop.detach()
	}
}

// read opens and reads a file.
func (x *expander) read(name string) (*document, error) {
	if d, ok := x.documents[name]; ok {
		return d, nil
	}
	file, err := x.settings.Open.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, urdf.MaxSize+1))
	if err != nil {
		return nil, err
	}
	d := newDocument(name, data)
	x.documents[name] = d
	return d, nil
}

// fromHere returns the name of a file that the file being expanded names.
func (x *expander) fromHere(name string) string {
	if filepath.IsAbs(name) || x.file.name == "" || x.file.name == "-" {
		return name
	}
	return filepath.Join(filepath.Dir(x.file.name), name)
}
