// Package infile opens files that others have written. A name may be that of anything: a device that has no end, a pipe
// that nobody writes to, a file of a terabyte. What is no file is refused before it is opened, and what is read at one
// go has a largest size.
package infile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Open opens a file to read it. What a shell hands over, such as <(command) or /dev/stdin, may be a pipe.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return os.Open(name) // which says it in the words of an open
	}
	if what := kind(info.Mode()); what != "" && !handed(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("it is " + what + "; expected a file")}
	}
	return os.Open(name)
}

// kind names what is no file; it is empty for a file.
func kind(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return ""
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "no file"
}

// handed reports whether a name is one of those that stand for what the process was started with.
func handed(name string) bool {
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// Read reads a file of at most so many bytes.
func Read(name string, most int) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All(file, name, most)
}

// All reads what has at most so many bytes. The name stands in the error.
func All(r io.Reader, name string, most int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s has more than %d bytes; expected at most so many", name, most)
	}
	return text, nil
}
