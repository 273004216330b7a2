//go:build unix

package prepare_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestLogIsAFile refuses a log that a file names and that is a pipe, which nobody reads: writing to it would not end.
func TestLogIsAFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "log.csv"), 0o666); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "s.yaml")
	if err := os.WriteFile(name, []byte("{kinetree: 1, model: pendulum, log: {file: log.csv}}"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prepare.New(s, prepare.Env{}); err == nil || !strings.Contains(err.Error(), "is there and no file") {
		t.Error(err)
	}
}
