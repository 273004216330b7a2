package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
)

// sameIdea are the names that exported types of several packages share because they are one idea on several floors. The
// reasons are in ARCHITECTURE.md.
var sameIdea = []string{"Actuators", "Config", "Controller", "DerivativeSolver", "EffortTable", "Env", "Error",
	"Integrator", "Joint", "Link", "Log", "Metric", "Options", "Position", "Progress", "Report", "Resetter", "Run",
	"Sensors", "Solver", "Status", "Study", "Summary", "Table"}

// TestNamesOfTypes checks that no exported types of two packages share a name, but for the names above.
func TestNamesOfTypes(t *testing.T) {
	packages := typeNames(t)
	if len(packages) < 100 {
		t.Errorf("%d exported types were found; expected those of the repository", len(packages))
	}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		if in := packages[name]; len(in) > 1 && !slices.Contains(sameIdea, name) {
			t.Errorf("%s is a type in %s; expected one name for one thing", name, strings.Join(in, ", "))
		}
	}
	text := architecture(t)
	_, section, _ := strings.Cut(text, "\n## Names that types share\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, name := range sameIdea {
		if in := packages[name]; len(in) < 2 {
			t.Errorf("%s is a type in %v alone; take it off the list, and out of ARCHITECTURE.md", name, in)
		}
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("ARCHITECTURE.md does not say why several types are called %s", name)
		}
	}
}

// typeNames returns the packages that declare an exported type of a name. Programs, twins and what is for tests only do
// not count.
func typeNames(t *testing.T) map[string][]string {
	t.Helper()
	packages := map[string][]string{}
	for name, file := range sources(t) {
		if file.Name.Name == "main" || strings.HasPrefix(name, "models/oracle/") ||
			strings.HasPrefix(name, "internal/traced/") {
			continue
		}
		for _, decl := range file.Decls {
			types, ok := decl.(*ast.GenDecl)
			if !ok || types.Tok != token.TYPE {
				continue
			}
			for _, spec := range types.Specs {
				if spec.(*ast.TypeSpec).Assign.IsValid() { // the same type by another name
					continue
				}
				n := spec.(*ast.TypeSpec).Name.Name
				if in := packages[n]; ast.IsExported(n) && !slices.Contains(in, path.Dir(name)) {
					packages[n] = append(in, path.Dir(name))
				}
			}
		}
	}
	for _, in := range packages {
		slices.Sort(in)
	}
	return packages
}

// parsed are the Go files of the module without tests, by their paths.
var parsed = sync.OnceValues(func() (map[string]*ast.File, error) {
	files, root := map[string]*ast.File{}, os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files[name], err = parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		return err
	})
	return files, err
})

func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 500 {
		t.Fatalf("%d Go files were found; expected those of the repository", len(files))
	}
	return files
}
