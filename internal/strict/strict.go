// Package strict reads documents (YAML 1.2 without tags and merge keys, or JSON) into Go values and loses nothing on
// the way: what a value has no place for is a fault, and all faults are found, each with its line, its column and its
// path.
//
// [Parse] makes a tree of nodes, and [Node.Decode] puts it into a Go value whose fields are named by their json tags.
// [Get] and [Set] take paths into such values, for example controller.gains.elbow_joint.p, [Encode] is the way back to
// nodes, and [Schema] describes the type to editors.
package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Position is a place in a file, counted from 1; zero if there is none.
type Position struct{ Line, Column int }

// Fault says what is wrong at one place of a document.
type Fault struct {
	File    string // may be empty
	Pos     Position
	Path    string // of the value, for example controller.gains.elbow_joint.p
	Message string // what was found; what was expected
}

// Error returns FILE:LINE:COLUMN: error: PATH: message.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File + ":")
	}
	if f.Pos.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", f.Pos.Line, f.Pos.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString("error: ")
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	b.WriteString(f.Message)
	return b.String()
}

// Faults are the findings on a document, in its order.
type Faults []*Fault

// Error returns one line per fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns each fault, for errors.As.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs {
		errs[i] = f
	}
	return errs
}

// Err returns the faults in the order of the document as one error, or nil if there are none.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	slices.SortStableFunc(fs, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return fs
}

// Kind is the kind of a node.
type Kind int

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
)

// String returns the kind with its article.
func (k Kind) String() string {
	return [...]string{"nothing", "a truth value", "a number", "a text", "a list", "a mapping"}[k]
}

// Node is a value of a document.
type Node struct {
	Kind   Kind
	Text   string // of a scalar, as it stands there without quotes
	Number float64
	Bool   bool
	Items  []*Node // of a list
	Pairs  []Pair  // of a mapping
	File   string
	Pos    Position
	Path   string
}

// Pair is an entry of a mapping.
type Pair struct {
	Key   string
	Pos   Position // of the key
	Value *Node
}

// Fault returns a fault at the node.
func (n *Node) Fault(format string, args ...any) *Fault {
	return &Fault{n.File, n.Pos, n.Path, fmt.Sprintf(format, args...)}
}

// found describes the node in a message.
func (n *Node) found() string {
	switch n.Kind {
	case Null, List, Map:
		return n.Kind.String()
	}
	return strconv.Quote(n.Text)
}

// Get returns the value of a key of a mapping, or nil.
func (n *Node) Get(key string) *Node {
	for i := range n.Pairs {
		if n.Pairs[i].Key == key {
			return n.Pairs[i].Value
		}
	}
	return nil
}

// Join returns the path of a value below another one, quoted where it has to be.
func Join(path, key string) string {
	if key == "" || strings.ContainsAny(key, `."`) {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}
