//go:build unix

package infile_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kinetree/internal/infile"
)

// TestNoFile refuses a device without an end and a pipe that nobody writes to.
func TestNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{pipe: "it is a pipe", "/dev/zero": "it is a device"} {
		if _, err := infile.Read(name, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
