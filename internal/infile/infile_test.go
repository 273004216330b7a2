package infile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/internal/infile"
)

// TestRead reads a file up to its size, and refuses one that is larger and what is no file.
func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := infile.Read(name, 3); err != nil || string(text) != "abc" {
		t.Errorf("%q, %v", text, err)
	}
	for _, c := range []struct{ name, want string }{{name, "more than 2 bytes"}, {filepath.Dir(name), "it is a folder"},
		{name + "b", "no such file"}} {
		if _, err := infile.Read(c.name, 2); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
