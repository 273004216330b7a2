package study_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"kinetree/batch/study"
)

// TestEngine checks that a program that was built from files without a version, as this one, is told apart from others.
func TestEngine(t *testing.T) {
	for _, version := range []string{"devel", "v1.2.3+dirty"} {
		v := study.Engine(version)
		if !regexp.MustCompile(`^`+regexp.QuoteMeta(version)+` [0-9a-f]{8}$`).MatchString(v) ||
			v != study.Engine(version) {
			t.Errorf("the engine is %q", v)
		}
	}
	if v := study.Engine("v1.2.3"); v != "v1.2.3" {
		t.Errorf("a release is %q", v)
	}
}

// TestOf checks what is said of directories that have no batch of a study.
func TestOf(t *testing.T) {
	dir := t.TempDir()
	if name, _, err := study.Of(dir); err == nil {
		t.Errorf("an empty directory is a batch of %q", name)
	}
	if err := os.WriteFile(filepath.Join(dir, "study.json"), []byte(`{"inputs": {}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if name, _, err := study.Of(dir); err == nil {
		t.Errorf("a batch without a study is of %q", name)
	}
}
