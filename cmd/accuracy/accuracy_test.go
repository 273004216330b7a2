package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/integrate"
)

// TestRecord measures a little of the record, and checks that it has a section for each problem, a row for each
// integrator and its figures.
func TestRecord(t *testing.T) {
	t.Chdir("../..") // to the reference trajectory
	docs := t.TempDir()
	if err := run(docs, effort{most: 5000, long: 2}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(docs, "accuracy.md"))
	if err != nil {
		t.Fatal(err)
	}
	record := string(data)
	for _, m := range integrate.Methods() {
		if n := strings.Count(record, "\n| `"+m.Name+"` |"); n < 1+len(problems) {
			t.Errorf("%s has %d rows", m.Name, n)
		}
	}
	for _, figure := range []string{"pendulum", "body", "arm", "slider", "energy"} {
		svg, err := os.ReadFile(filepath.Join(docs, "accuracy", figure+".svg"))
		if err != nil || !strings.Contains(string(svg), "implicit-midpoint") ||
			!strings.Contains(record, "](accuracy/"+figure+".svg)") {
			t.Errorf("figure %s: %v", figure, err)
		}
	}
	// RK4 is below 1e-3 on all but the stiff problem with so little work.
	if n := strings.Count(record, "| `rk4` | -"); n != 1 {
		t.Errorf("rk4 misses 1e-3 on %d problems, want the stiff one", n)
	}
}

// TestProblems checks that the exact answers are those of the problems: RK4 comes near with short steps.
func TestProblems(t *testing.T) {
	t.Chdir("../..")
	for _, prepare := range problems {
		p, err := prepare()
		if err != nil {
			t.Fatal(err)
		}
		x, err := p.run(integrate.RK4Method, integrate.Options{}, 40_000)
		if err != nil || !(x.error < 1e-10) || x.evaluations != 160_001 {
			t.Errorf("%s: off by %v with %d evaluations, %v", p.title, x.error, x.evaluations, err)
		}
	}
}
