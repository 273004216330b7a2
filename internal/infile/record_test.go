package infile_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kinetree/internal/infile"
)

// TestRecord reads files whole, in part and not at all: the hash is that of the file. The digests are those that FIPS
// 180-2, appendix B, has of "abc", and of nothing.
func TestRecord(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	dir := t.TempDir()
	name, gone := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		text, hash string
		read       int
	}{{"abc", abc, 0}, {"abc", abc, 1}, {"abc", abc, 4}, {"", nothing, 1}} {
		write(c.text)
		var r infile.Record
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				file, err := r.Open(name)
				if err != nil {
					t.Error(err)
					return
				}
				io.ReadFull(file, make([]byte, c.read))
				if err := file.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if _, err := r.Open(gone); err == nil {
			t.Error("a file is opened that is not there")
		}
		if all := r.Seal(); len(all) != 1 || all[name] != c.hash || r.Unchanged() != nil {
			t.Errorf("%q: %v, %v; want %s", c.text, all, r.Unchanged(), c.hash)
		}
	}
	for want, change := range map[string]func(){
		"a has changed: its SHA-256 was " + abc + " and is " + nothing: func() { write("") },
		"a cannot be read any more":                                    func() { os.Remove(name) },
		"b could not be read before":                                   func() { os.Rename(name, gone) },
		"c is read, and was not":                                       func() {},
	} {
		write("abc")
		os.Remove(gone)
		var r infile.Record
		r.Hash(name)
		r.Hash(gone)
		r.Seal()
		r.Hash(name)
		if err := r.Unchanged(); err != nil {
			t.Error(err)
		}
		change()
		files := []string{name, gone, filepath.Join(dir, "c")}
		for _, file := range files {
			if strings.HasPrefix(want, filepath.Base(file)+" ") {
				r.Hash(file)
			}
		}
		if err := r.Unchanged(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}
