package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPython runs the tests of the Python package, its doctests and its example with the program that is built here.
func TestPython(t *testing.T) {
	python := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} { // that of the system's packages first
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no python3 with numpy is installed, such as that of Debian's python3-numpy")
	}
	folder, err := filepath.Abs("../../python")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-m", "unittest", "discover", "-v", "-s", "tests"}, {"examples/tour.py"}} {
		cmd := exec.Command(python, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "KINETREE_SIMULATE="+program(t), "PYTHONPATH="+folder,
			"PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s %s: %v\n%s", python, strings.Join(args, " "), err, out)
		}
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "skipped") {
				t.Log(line)
			}
		}
	}
}
