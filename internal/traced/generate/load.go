package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const module = "kinetree/"

// source is a package of the module, parsed and checked.
type source struct {
	files []*ast.File
	types *types.Package
}

// loader reads packages of the module from their sources and others from what the compiler has exported.
type loader struct {
	fset     *token.FileSet
	root     string // of the module
	info     *types.Info
	packages map[string]*source
	exported types.Importer
}

// newLoader returns a loader for a module, in which the packages that are named are built.
func newLoader(root string, packages ...string) (*loader, error) {
	all, err := list(root, append([]string{"-e", "-deps", "-f", "{{.ImportPath}}"}, packages...)...)
	if err != nil {
		return nil, err
	}
	var others []string // which do not use twins, so they can be built before these are written
	for _, path := range all {
		if !strings.HasPrefix(path, module) {
			others = append(others, path)
		}
	}
	if others == nil {
		others = []string{"unsafe"} // as go list takes no name for the package of the folder
	}
	built, err := list(root, append([]string{"-export", "-f", "{{.ImportPath}} {{.Export}}"}, others...)...)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, line := range built {
		path, file, _ := strings.Cut(line, " ")
		files[path] = file
	}
	l := &loader{fset: token.NewFileSet(), root: root, packages: map[string]*source{}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	l.exported = importer.ForCompiler(l.fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("the compiler has exported nothing of %s", path)
		}
		return os.Open(files[path])
	})
	return l, nil
}

// list returns the lines that go list prints.
func list(dir string, args ...string) (lines []string, err error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// usesTwins reports whether a file computes with twins: such a file has none, and these may not be written yet.
func usesTwins(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
		return strings.HasPrefix(s.Path.Value, `"`+module+"internal/traced")
	})
}

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) {
	if !strings.HasPrefix(path, module) {
		return l.exported.Import(path)
	}
	if p, ok := l.packages[path]; ok {
		return p.types, nil
	}
	dir := filepath.Join(l.root, strings.TrimPrefix(path, module))
	listed, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	p := &source{}
	for _, name := range listed.GoFiles {
		f, err := parser.ParseFile(l.fset, filepath.Join(dir, name), nil,
			parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if !usesTwins(f) {
			p.files = append(p.files, f)
		}
	}
	conf := types.Config{Importer: l}
	if p.types, err = conf.Check(path, l.fset, p.files, l.info); err != nil {
		return nil, err
	}
	l.packages[path] = p
	return p.types, nil
}
