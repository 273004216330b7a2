package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mutantOf is the variable of the environment that names the kind whose mutant stands for its operation, in a program
// that TestMutants has built; everyKind stands for one after the other.
const (
	mutantOf  = "KINETREE_MUTANT"
	everyKind = "each"
)

// choice is a package that twins with mutants import.
const choice = `package mutant

import (
	"os"

	"kinetree/compile/graph"
)

// Of returns the operation of a kind, or its mutant if that is chosen.
func Of(kind string, operation, mutant graph.Num) graph.Num {
	if os.Getenv("` + mutantOf + `") == kind {
		return mutant
	}
	return operation
}
`

// TestMutants checks that TestKinds sees a changed operation in a twin of each kind. One program holds all mutants, so
// that it is compiled and linked once.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short no program with changed twins is built, which costs 15 s of a core")
	}
	dir, texts := t.TempDir(), map[string]string{"mutant/mutant.go": choice}
	for _, k := range kinds {
		if texts[k.file] == "" {
			text, err := os.ReadFile(filepath.Join("..", k.file))
			if err != nil {
				t.Fatal(err)
			}
			texts[k.file] = strings.Replace(string(text), "import (",
				"import (\n\t\"kinetree/internal/traced/mutant\"", 1)
		}
		before, rest, ok := strings.Cut(k.operation, "«")
		operation, after, closed := strings.Cut(rest, "»")
		if n := strings.Count(texts[k.file], before+operation+after); !ok || !closed || n != 1 {
			t.Fatalf("%s: %s has %d operations %s; expected one", k.name, k.file, n, k.operation)
		}
		texts[k.file] = strings.Replace(texts[k.file], before+operation+after,
			fmt.Sprintf("%smutant.Of(%q, %s, %s)%s", before, k.name, operation, k.mutant, after), 1)
	}
	files := map[string]string{}
	for name, text := range texts {
		at, err := filepath.Abs(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		files[at] = filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(files[at], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		t.Fatal(err)
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "mutants.test")
	if err := os.WriteFile(overlay, list, 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(kind string) string {
		cmd := exec.Command(program, "-test.v", "-test.run", "^TestKinds$")
		cmd.Env = append(os.Environ(), mutantOf+"="+kind)
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if out := run("none"); !strings.Contains(out, "--- PASS: TestKinds") {
		t.Fatalf("without a mutant: %s", out)
	}
	lines := strings.Split(run(everyKind), "\n")
	for _, k := range kinds {
		seen := func(line string) bool {
			place, what, _ := strings.Cut(line, ": ")
			return strings.Contains(place, ".go:") && strings.HasPrefix(what, k.name+": ")
		}
		if !slices.ContainsFunc(lines, seen) {
			t.Errorf("%s: TestKinds does not see %s in place of %s", k.name, k.mutant, k.operation)
		}
	}
}
