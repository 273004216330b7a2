package floors

import (
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// mostMethods is how many methods a type may have, so that it is one idea.
const mostMethods = 70

// TestMethods counts the methods of each type.
func TestMethods(t *testing.T) {
	methods := map[string]int{}
	for name, file := range sources(t) {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil && !ast.IsGenerated(file) {
				methods[path.Dir(name)+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if n := methods[name]; n > mostMethods {
			t.Errorf("%s has %d methods; expected at most %d: cut it", name, n, mostMethods)
		}
	}
}

// receiver returns the name of the type that a method belongs to.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	}
	return x.(*ast.Ident).Name
}

// gone are files, by patterns, that wrote a second time what a step computes. Their work is that of twins, which are
// generated from the sources (internal/traced/generate).
var gone = []string{"control/recorded*.go", "control/loop/recorded*.go", "control/metrics/recorded*.go",
	"integrate/recorded*.go", "sim/recorded*.go", "sim/switched.go"}

// TestWrittenOnce checks that no second version of a step has come back.
func TestWrittenOnce(t *testing.T) {
	for _, pattern := range gone {
		if _, err := os.Stat(filepath.Join("../..", path.Dir(pattern))); err != nil {
			t.Errorf("%v; expected the folder whose files are looked for", err)
		}
		if files, err := filepath.Glob(filepath.Join("../..", pattern)); err != nil || len(files) > 0 {
			t.Errorf("there are %v (%v); expected the twins of their sources alone", files, err)
		}
	}
}
