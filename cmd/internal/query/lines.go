package query

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// LongestLine is how long a request may be, in bytes. It bounds the memory that a malformed input can take.
const LongestLine = 16 << 20

var errTooLong = errors.New("the line is longer than 16 MiB; expected a shorter request")

// lines reads text line by line in constant memory.
type lines struct {
	in   *bufio.Reader
	line []byte // the parts of one that is longer than the buffer
}

// next returns the next line without its end, valid until the next call. The error is errTooLong for a line that is,
// which is skipped, or io.EOF after the last one.
func (l *lines) next() ([]byte, error) {
	part, err := l.in.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	l.line = append(l.line[:0], part...)
	length := len(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = l.in.ReadSlice('\n')
		if length += len(part); length <= LongestLine {
			l.line = append(l.line, part...)
		}
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case length > LongestLine:
		l.line = nil
		return nil, errTooLong
	case err != nil && length == 0:
		return nil, io.EOF
	}
	return bytes.TrimSuffix(l.line, []byte("\n")), nil
}
