// Package floors checks that the packages of kinetree import only downwards.
package floors

import (
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// floors lists the packages from the ground up, as ARCHITECTURE.md shows them. A package may import those of lower
// floors.
var floors = [][]string{
	{"internal/libm", "internal/floats", "internal/vec", "internal/goldensection",
		"internal/licences"},
	{"internal/infile", "internal/spreadsheet", "internal/philox", "internal/fourier"},
	{"internal/decimal", "internal/suggest", "internal/finitejson", "internal/atomicfile",
		"cmd/internal/page", "web", "cmd/internal/version", "urdf/mesh", "spatial/mat",
		"internal/table", "compile/graph"},
	{"spatial", "compile/machine", "compile/tape", "internal/traced/mgl64", "internal/traced/floats",
		"internal/traced/philox",
		"internal/traced/reference", "internal/traced/metrics",
		"internal/require", "internal/cmaes"},
	{"urdf", "spatial/distance", "internal/kernel", "internal/strict", "internal/traced/vec"},
	{"urdf/xacro/expression", "urdf/find", "urdf/dh"},
	{"urdf/xacro", "urdf/check"},
	{"tree", "internal/traced/spatial", "models", "urdf/estimate", "batch", "scenario/sweep", "ros/params"},
	{"internal/traced/kernel", "dynamics/crba", "rnea", "dynamics/lagrange", "scenario/script"},
	{"kinetree", "aba", "tree/reach", "dynamics/regressor", "dynamics/constraint", "dynamics/operators",
		"dynamics/coulomb", "internal/traced/tree"},
	{"internal/traced/crba", "internal/traced/rnea", "internal/traced/lagrange", "internal/traced/integrate",
		"integrate",
		"internal/traced/regressor", "dynamics/cfa", "dynamics/taskspace", "models/oracle/bare"},
	{"internal/traced/aba", "internal/traced/control"},
	{"internal/traced/signal", "internal/traced/step", "sim/step"},
	{"internal/traced"},
	{"sim", "integrate/stability", "compile", "identify/consistent"},
	{"sim/record", "identify", "control/reference", "cmd/internal/equations"},
	{"sim/record/mcap", "sim/record/parquet", "sim/record/zst", "control", "control/metrics", "cmd/internal/query",
		"identify/excite", "identify/fit"},
	{"control/signal", "ros/controllers", "cmd/internal/arrays", "control/fastest", "control/sizing"},
	{"control/loop", "cmd/internal/timing"},
	{"control/analysis"},
	{"control/frequency"},
	{"scenario", "cmd/internal/plot"},
	{"scenario/robot"},
	{"scenario/prepare"},
	{"batch/study", "scenario/tune", "scenario/expect", "scenario/draft", "cmd/internal/flags", "cmd/internal/output",
		"cmd/internal/terminal"},
	{"cmd/internal/complete", "cmd/internal/live"},
	{"cmd/internal/serve"},
	{"cmd/internal/webreport"},
	{"cmd/simulate", "cmd/peers", "cmd/robots", "cmd/accuracy", "internal/traced/generate", "examples/controller",
		"examples/ilqr", "examples/inversekinematics", "examples/montecarlo", "examples/quickstart",
		"examples/streaming"},
}

// outside lists the modules that the packages of the core may import, and those of the others. Tests are free.
var (
	core = []string{"internal/vec", "internal/floats", "internal/libm", "spatial/mat", "spatial/distance", "spatial",
		"internal/kernel", "urdf", "tree", "tree/reach", "aba", "dynamics/crba", "rnea", "dynamics/lagrange",
		"dynamics/regressor", "dynamics/cfa", "dynamics/taskspace", "dynamics/constraint", "dynamics/operators",
		"dynamics/coulomb", "internal/table",
		"control/reference", "integrate", "control", "control/signal", "control/loop", "sim/step", "sim"}
	outside = []string{"github.com/go-gl/mathgl/", "gonum.org/v1/gonum/", "github.com/beevik/etree"}
)

// listed are the packages of the module, each with what it imports, asked for once.
var listed = sync.OnceValues(func() ([]string, error) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "kinetree/...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	return strings.Split(strings.TrimSpace(string(out)), "\n"), err
})

// list returns the packages of the module, each with what it imports.
func list(t *testing.T) [][]string {
	t.Helper()
	lines, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := make([][]string, len(lines))
	for i, line := range lines {
		all[i] = strings.Fields(line)
	}
	return all
}

func floor(pkg string) int {
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, pkg) })
}

func TestImportsGoDown(t *testing.T) {
	for _, fields := range list(t) {
		pkg := strings.TrimPrefix(fields[0], "kinetree/")
		if testOnly := floor(pkg) < 0 && (strings.HasPrefix(pkg, "models/oracle/") ||
			pkg == "internal/floors" || pkg == "internal/lines" || pkg == "internal/fusion" ||
			pkg == "internal/samebytes"); testOnly {
			continue
		}
		at := floor(pkg)
		if at < 0 {
			t.Errorf("package %s has no floor; add it here and to ARCHITECTURE.md", pkg)
			continue
		}
		for _, imported := range fields[1:] {
			name, ours := strings.CutPrefix(imported, "kinetree/")
			switch {
			case ours && floor(name) < 0:
				t.Errorf("%s imports %s, which is for tests only", pkg, name)
			case ours && floor(name) >= at:
				t.Errorf("%s on floor %d imports %s on floor %d", pkg, at, name, floor(name))
			case !ours && strings.Contains(imported, ".") && slices.Contains(core, pkg) &&
				!slices.ContainsFunc(outside, func(m string) bool { return strings.HasPrefix(imported, m) }):
				t.Errorf("%s is of the core and imports %s", pkg, imported)
			}
		}
	}
}

// TestNoPackageIsForgotten checks that the list has no package that does not exist.
func TestNoPackageIsForgotten(t *testing.T) {
	all := list(t)
	for _, f := range floors {
		for _, pkg := range f {
			is := func(p []string) bool { return strings.TrimPrefix(p[0], "kinetree/") == pkg }
			if !slices.ContainsFunc(all, is) {
				t.Errorf("there is no package %s", pkg)
			}
		}
	}
}
