package infile_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

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

// TestRows passes on what has no long row, and ends where there is one, however it is cut.
func TestRows(t *testing.T) {
	for text, want := range map[string]string{"": "", "abc\nabcd\n\nabcd": "", "\"\"\n\"\"\n": "",
		"abcd\nabcde\n": "a:2: a row has more than 4", "abcdefgh": "a:1: a row has", "\n\n\nabcde": "a:4: ",
		"\"a\n\nb\"\n": "a:3: "} {
		for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			got, err := io.ReadAll(infile.Rows(cut(strings.NewReader(text)), "a", 4))
			if want == "" && (err != nil || string(got) != text) || want != "" && (err == nil ||
				!strings.HasPrefix(err.Error(), want)) {
				t.Errorf("%q: %q, %v; want %q", text, got, err, want)
			}
		}
	}
}
