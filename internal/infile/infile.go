// Package infile opens files that others have written. A name may be that of anything: a device that has no end, a pipe
// that nobody writes to, a file of a terabyte. What is no file is refused before it is opened, and what is read at one
// go has a largest size. A [Record] keeps the hashes of what was read.
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
	tooLong := fmt.Errorf("%s has more than %d bytes; expected at most so many", name, most)
	if f, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > int64(most) {
			return nil, tooLong
		}
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, tooLong
	}
	return text, nil
}

// Rows returns a reader of the same bytes, which are CSV, that ends with an error where a row has more than most bytes,
// so that what reads rows takes no more memory. The name stands in the error.
func Rows(r io.Reader, name string, most int) io.Reader {
	return &rows{in: r, name: name, most: most, line: 1}
}

type rows struct {
	in     io.Reader
	name   string
	most   int
	line   int
	length int  // of the row so far
	quoted bool // within quotation marks, where lines end and rows do not
}

// Read implements io.Reader.
func (r *rows) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	for _, c := range p[:n] {
		r.length++
		switch c {
		case '"':
			r.quoted = !r.quoted
		case '\n':
			r.line++
			if !r.quoted {
				r.length = 0
			}
		}
		if r.length > r.most {
			return 0, fmt.Errorf("%s:%d: a row has more than %d bytes; expected at most so many", r.name, r.line,
				r.most)
		}
	}
	return n, err
}
