package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlotCut draws a log whose last row does not end, as that of a killed process, and whose names hold escape
// sequences.
func TestPlotCut(t *testing.T) {
	folder := t.TempDir()
	name, picture := filepath.Join(folder, "\x1b[31m.csv"), filepath.Join(folder, "picture.svg")
	if err := os.WriteFile(name, []byte("time,\x1b[32m/position\n0,1\n1,2\n2,3.1"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	if status := run([]string{"plot", name, "-o", picture}, strings.NewReader(""), &out, &stderr); status != done {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	if got := stderr.String(); !strings.HasSuffix(got,
		`\x1b[31m.csv: the last row, line 4, does not end and is left out`+"\n") || strings.ContainsRune(got, '\x1b') {
		t.Errorf("got %q", got)
	}
	text, err := os.ReadFile(picture)
	if err != nil || strings.ContainsRune(string(text), '\x1b') || !strings.Contains(string(text), "[32m</text>") {
		t.Errorf("%v in %s", err, text)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 2 {
		t.Errorf("there are files %q", left)
	}
}
