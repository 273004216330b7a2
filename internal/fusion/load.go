package fusion

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, SFiles         []string
	Standard                bool
	Module                  *struct{ Main bool }
}

// A loaded package has its syntax and types.
type loaded struct {
	listed
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// loader loads packages from source, and what they import from the export data of the build cache.
type loader struct {
	fset    *token.FileSet
	listed  map[string]listed
	order   []string // as listed: what is imported comes first
	types   types.Importer
	sources map[string]*loaded
}

// newLoader asks the go command for the packages that patterns name and for all that they import.
func newLoader(dir string, patterns ...string) (*loader, error) {
	// With a profile, a package would be there once for each program that has one.
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-pgo=off",
		"-json=ImportPath,Dir,Export,GoFiles,SFiles,Standard,Module", "--"}, patterns...)...)
	cmd.Dir = dir
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %v\n%s", err, complaints.Bytes())
	}
	l := &loader{fset: token.NewFileSet(), listed: map[string]listed{}, sources: map[string]*loaded{}}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		l.listed[p.ImportPath] = p
		l.order = append(l.order, p.ImportPath)
	}
	l.types = importer.ForCompiler(l.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(l.listed[path].Export)
	})
	return l, nil
}

// load returns a package with its syntax and types.
func (l *loader) load(path string) (*loaded, error) {
	if p := l.sources[path]; p != nil {
		return p, nil
	}
	p := &loaded{listed: l.listed[path], info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(l.fset, filepath.Join(p.Dir, name), nil,
			parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, file)
	}
	conf := types.Config{Importer: l.types}
	var err error
	if p.types, err = conf.Check(path, l.fset, p.files, p.info); err != nil {
		return nil, err
	}
	l.sources[path] = p
	return p, nil
}
