package fusion

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the conversions that products lack into their files")

// exempt are the packages, with those below them, whose numbers reach no result, and why.
var exempt = map[string]string{
	"cmd/accuracy":        "measures errors, which are rounding errors at their least, and draws them",
	"cmd/peers":           "measures times",
	"cmd/internal/plot":   "draws pictures with gonum/plot, whose coordinates are what each machine makes them",
	"cmd/internal/timing": "measures times",
	"examples":            "programs for readers, with the arithmetic as they would write it",
	"models/oracle":       "is for tests, which compare within tolerances",
	"internal/fusion":     "is this test",
}

// ours returns the packages of the module that results go through.
func ours(l *loader) []string {
	var paths []string
	for _, path := range l.order {
		if m := l.listed[path].Module; m == nil || !m.Main {
			continue
		}
		name := strings.TrimPrefix(path, "kinetree/")
		if !isExempt(name) {
			paths = append(paths, path)
		}
	}
	return paths
}

func isExempt(name string) bool {
	for e := range exempt {
		if name == e || strings.HasPrefix(name, e+"/") {
			return true
		}
	}
	return false
}

// TestProducts checks that no product of the module can be fused with a sum. With -update it writes the conversions.
func TestProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("products were not looked for: that takes the types of all packages and of what they import")
	}
	l, err := newLoader("../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	packages := ours(l)
	if len(packages) < 40 {
		t.Errorf("%d packages were read; expected those of the module", len(packages))
	}
	for name := range exempt {
		if l.listed["kinetree/"+name].Dir == "" && !strings.Contains(strings.Join(l.order, " "), "kinetree/"+name+"/") {
			t.Errorf("%s is exempt and does not exist", name)
		}
	}
	for _, path := range packages {
		p, err := l.load(path)
		if err != nil {
			t.Fatal(err)
		}
		f := newFinder(p)
		for _, file := range p.files {
			products := f.products(file)
			if len(products) == 0 {
				continue
			}
			if *update {
				name := l.fset.Position(file.Pos()).Filename
				source, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if source, err = rounded(l.fset, f, source, products); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, source, 0o666); err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %d products", name, len(products))
				continue
			}
			for _, found := range products {
				t.Errorf("%s: a product that may be fused with a sum; expected %s(x*y), as go test ./internal/fusion "+
					"-update writes it", l.fset.Position(found.at.Pos()), found.kind)
			}
		}
	}
}
