package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBatchMemory runs studies of a pendulum as processes of their own and looks at the peak of their memory: it is
// far below 200 MB, and ten times the runs take no more but for what the garbage collector happens to leave.
func TestBatchMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no batch of thousands of runs")
	}
	const study = "kinetree: 1\nscenario: {kinetree: 1, model: pendulum, duration: 0.01}\nsweep:\n" +
		"  - {path: initial.position.hinge, uniform: [-1, 1]}\n  - {path: model.links.bob.mass, scale: true, " +
		"uniform: [0.9, 1.1]}\nsamples: %d\n"
	const few, many = 2_000, 20_000
	simulate, dir := program(t),
		inFolder(t, map[string]string{"few.yaml": fmt.Sprintf(study, few), "many.yaml": fmt.Sprintf(study, many)})
	peak := func(name string, runs int) int64 {
		t.Helper()
		out := filepath.Join(dir, name)
		cmd := exec.Command(simulate, "batch", name+".yaml", "--out", out)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
		if err != nil || strings.Count(string(table), "\n") != runs+1 {
			t.Fatalf("the table has %d lines, want %d (%v)", strings.Count(string(table), "\n"), runs+1, err)
		}
		return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss / 1024 // MB
	}
	a, b := peak("few", few), peak("many", many)
	t.Logf("%d runs: %d MB, %d runs: %d MB", few, a, many, b)
	if b > 150 || b > a+40 { // the race detector takes a part of it
		t.Errorf("%d runs need %d MB, %d runs %d MB", few, a, many, b)
	}
}
