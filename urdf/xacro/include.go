package xacro

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/urdf/xacro/expression"
)

// include expands files in the place of an element.
func (x *expander) include(n *node, s *scope) error {
	x.allow(n, "filename ns optional")
	if n.first.element() != nil {
		x.warn(n, "what is in xacro:include is ignored; expected nothing")
	}
	name, err := x.required(n, s, "filename")
	if err != nil {
		n.detach()
		return err
	}
	optional, err := x.flag(n, s, "optional", false)
	if err != nil {
		return err
	}
	if _, ok := n.get("ns"); ok {
		space, err := x.required(n, s, "ns")
		if err != nil {
			return err
		}
		if !expression.IsName(space) {
			return n.failAt("ns", fmt.Errorf("the namespace %q; expected letters, digits and _", space))
		}
		inner := x.newScope(s, s)
		s.spaces[space] = inner
		s = inner
	}
	files, err := x.included(n, name)
	if err != nil {
		return err
	}
	x.dropComments(n)
	holder := &node{kind: element}
	for _, file := range files {
		root, err := x.includeFile(n, file, s)
		if optional && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			n.detach()
			return err
		}
		for _, a := range root.attributes {
			if strings.HasPrefix(a.name, "xmlns:") && a.name != "xmlns:xacro" {
				x.importNamespace(n, a)
			}
		}
		for c := root.first; c != nil; c = root.first {
			holder.insert(c, nil)
		}
	}
	n.replace(holder)
	return nil
}

// included returns the files that a name, which may be a pattern, stands for.
func (x *expander) included(n *node, name string) ([]string, error) {
	file := x.fromHere(name)
	if !strings.ContainsAny(file, "*?[") {
		return []string{file}, nil
	}
	files, err := filepath.Glob(file)
	if err != nil {
		return nil, n.failAt("filename", fmt.Errorf("the pattern %q: %w", name, err))
	}
	if !strings.HasPrefix(filepath.Base(file), ".") {
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasPrefix(filepath.Base(f), ".") })
	}
	slices.Sort(files)
	if len(files) == 0 {
		x.warn(n, "no file fits the pattern %q; expected one", name)
	}
	return files, nil
}

// includeFile expands a file and returns its root element.
func (x *expander) includeFile(n *node, file string, s *scope) (*node, error) {
	inner := &frame{what: "included", at: n.place, outer: n.frame}
	if err := x.enter(inner); err != nil {
		return nil, n.failAt("filename", err)
	}
	d, err := x.read(file)
	if err != nil {
		f := n.failAt("filename", fmt.Errorf("the file %s: %w", file, cause(err))).(*fault)
		return nil, &unreadable{f, err}
	}
	top, err := x.load(d, inner)
	if err != nil {
		var f *fault
		if errors.As(err, &f) {
			f.frame = inner
		}
		return nil, err
	}
	before := x.file
	x.file = d
	defer func() { x.file = before }()
	root := top.first.element()
	return root, x.all(root, s)
}

// unreadable is the fault of a file that cannot be read, and why.
type unreadable struct {
	*fault
	reason error
}

// Unwrap returns both.
func (u *unreadable) Unwrap() []error { return []error{u.fault, u.reason} }

// cause returns what is wrong with a file, without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// importNamespace declares a namespace of an included file around the include.
func (x *expander) importNamespace(n *node, a attribute) {
	if old, ok := n.parent.get(a.name); ok && old != a.value {
		x.warn(n, "the included file has %s=%q, and there it is %q; expected the same", a.name, a.value, old)
		return
	}
	if n.parent.kind == element {
		n.parent.set(a.name, a.value)
	}
}
