package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kinetree/internal/atomicfile"
)

// is fails the test unless the folder has the files of the given texts and no others.
func is(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(want) {
		t.Errorf("the folder has %v, want %v", entries, want)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s has %q (%v), want %q", name, got, err, text)
		}
	}
}

// old returns the name of a file with the text "old", alone in its folder.
func old(t *testing.T) (dir, name string) {
	t.Helper()
	dir = t.TempDir()
	name = filepath.Join(dir, "a.csv")
	if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir, name
}

// full has the file that is being written to name end on a device that takes no byte and cannot be synced.
func full(t *testing.T, name string) {
	t.Helper()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skipf("a disk that fails is not tried here: %v", err)
	}
	if err := os.Symlink("/dev/full", name+atomicfile.Ending); err != nil {
		t.Fatal(err)
	}
}

func TestWrite(t *testing.T) {
	dir, name := old(t)
	// what a killed process has left is no obstacle
	if err := os.WriteFile(name+atomicfile.Ending, []byte("a longer text of before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	is(t, dir, map[string]string{"a.csv": "new"})
	if err := atomicfile.Write(filepath.Join(dir, "b.csv"), nil); err != nil {
		t.Fatal(err)
	}
	is(t, dir, map[string]string{"a.csv": "new", "b.csv": ""})
}

func TestNotSeenBeforeCommit(t *testing.T) {
	dir, name := old(t)
	f, err := atomicfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"n", "ew"} {
		if n, err := f.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if err := f.Sync(); err != nil {
		t.Error(err)
	}
	is(t, dir, map[string]string{"a.csv": "old", "a.csv.part": "new"})
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	is(t, dir, map[string]string{"a.csv": "new"})
}

func TestDiscard(t *testing.T) {
	dir, name := old(t)
	f, err := atomicfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("new"))
	f.Discard()
	is(t, dir, map[string]string{"a.csv": "old"})
}

// TestFailedWrite writes to a full disk.
func TestFailedWrite(t *testing.T) {
	dir, name := old(t)
	full(t, name)
	if err := atomicfile.Write(name, []byte("new")); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got %v", err)
	}
	is(t, dir, map[string]string{"a.csv": "old"})

	// An error that the writer does not look at is that of Commit.
	full(t, name)
	f, err := atomicfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	_, first := f.Write([]byte("new"))
	f.Write(nil)
	if err := f.Commit(); first == nil || !errors.Is(err, first) {
		t.Errorf("Write: %v, Commit: %v", first, err)
	}
	is(t, dir, map[string]string{"a.csv": "old"})
}

// TestFailedSync syncs what cannot be synced: a device.
func TestFailedSync(t *testing.T) {
	dir, name := old(t)
	full(t, name)
	f, err := atomicfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	failed := f.Sync()
	if err := f.Commit(); failed == nil || !errors.Is(err, failed) {
		t.Errorf("Sync: %v, Commit: %v", failed, err)
	}
	is(t, dir, map[string]string{"a.csv": "old"})
}

// TestFailedRename gives a file the name of a folder with something in it.
func TestFailedRename(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.MkdirAll(filepath.Join(name, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := atomicfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("new"))
	if err := f.Commit(); err == nil {
		t.Error("a folder is replaced by a file")
	}
	if _, err := os.Stat(filepath.Join(name, "b")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(name + atomicfile.Ending); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the part is left (%v)", err)
	}
}

// TestFailedCreate has a folder stand where the part would be written.
func TestFailedCreate(t *testing.T) {
	_, name := old(t)
	if err := os.Mkdir(name+atomicfile.Ending, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(name, []byte("new")); err == nil {
		t.Error("written")
	}
	if err := atomicfile.Writable(name); err == nil || strings.Contains(err.Error(), name) {
		t.Errorf("got %v, want an error without the name", err)
	}
	if info, err := os.Stat(name + atomicfile.Ending); err != nil || !info.IsDir() {
		t.Errorf("what is not ours was removed (%v)", err)
	}
	if got, err := os.ReadFile(name); string(got) != "old" {
		t.Errorf("the file has %q (%v)", got, err)
	}
}

func TestWritable(t *testing.T) {
	dir, name := old(t)
	for _, good := range []string{name, filepath.Join(dir, "new")} {
		if err := atomicfile.Writable(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none", "new"), filepath.Join(name, "new")} {
		if err := atomicfile.Writable(bad); err == nil || atomicfile.Write(bad, nil) == nil {
			t.Errorf("%s: %v, and Write agrees not", bad, err)
		}
	}
	is(t, dir, map[string]string{"a.csv": "old"})
}

// TestDevice checks that a device is written to and not replaced.
func TestDevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no /dev/null")
	}
	link := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(atomicfile.Writable(link), atomicfile.Write(link, []byte("new"))); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device was replaced (%v)", err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	write := func(part string) error {
		if part == name+atomicfile.Ending || !strings.HasPrefix(part, name+".") ||
			filepath.Ext(part) != atomicfile.Ending {
			t.Errorf("the part is %s", part)
		}
		is(t, part, nil)
		return os.WriteFile(filepath.Join(part, "a"), []byte("new"), 0o666)
	}
	// There is a folder that looks like an attempt and is somebody's, and an empty folder of the name.
	for _, d := range []string{filepath.Join(name+atomicfile.Ending, "half"), name} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	failure := errors.New("a failure")
	err := atomicfile.Folder(name, func(part string) error { return errors.Join(write(part), failure) })
	if !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	is(t, name, nil)
	if err := atomicfile.Folder(name+string(filepath.Separator), write); err != nil {
		t.Error(err)
	}
	is(t, name, map[string]string{"a": "new"})
	if err := atomicfile.Folder(name, func(string) error { return nil }); err == nil {
		t.Error("a folder with files is replaced")
	}
	is(t, name, map[string]string{"a": "new"})
	entries, err := os.ReadDir(dir)
	if _, missing := os.Stat(filepath.Join(name+atomicfile.Ending, "half")); err != nil || missing != nil ||
		len(entries) != 2 {
		t.Errorf("there are %v (%v, %v)", entries, err, missing)
	}
}
