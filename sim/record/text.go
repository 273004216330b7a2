package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"kinetree/internal/decimal"
	"kinetree/internal/spreadsheet"
)

// text is a table on its way to a file.
type text struct {
	out     io.Writer
	cut     func(size int64) error // of the file; nil for a stream
	buffer  []byte                 // whole rows
	pending int                    // rows in the buffer
	rows    int                    // all rows, without those that were lost
	size    int64                  // of what was written
	err     error                  // of the write that failed, after which there are no others
}

// chunk is how many bytes are collected before they are written.
const chunk = 1 << 16

// begin writes the header.
func (t *text) begin(columns []string) {
	for i, name := range columns {
		if i > 0 {
			t.buffer = append(t.buffer, ',')
		}
		t.buffer = appendField(t.buffer, name)
	}
	t.buffer = append(t.buffer, '\n')
}

// add adds rows of some width.
func (t *text) add(rows []float64, width int) error {
	for ; len(rows) > 0 && t.err == nil; rows = rows[width:] {
		for i, x := range rows[:width] {
			if i > 0 {
				t.buffer = append(t.buffer, ',')
			}
			t.buffer = decimal.Append(t.buffer, x)
		}
		t.buffer = append(t.buffer, '\n')
		t.rows++
		if t.pending++; len(t.buffer) >= chunk {
			t.flush()
		}
	}
	return t.err
}

// flush writes the collected rows. If that fails it cuts the file after the last row that was written whole.
func (t *text) flush() error {
	if t.err != nil {
		return t.err
	}
	n, err := t.out.Write(t.buffer)
	if err != nil {
		whole := bytes.LastIndexByte(t.buffer[:n], '\n') + 1
		t.rows -= min(t.pending, bytes.Count(t.buffer[whole:], []byte{'\n'}))
		if t.cut != nil {
			err = errors.Join(err, t.cut(t.size+int64(whole)))
		}
		t.err = fmt.Errorf("the log cannot be written: %w", err)
		return t.err
	}
	t.size += int64(n)
	t.buffer, t.pending = t.buffer[:0], 0
	return nil
}

// appendField adds a name, in quotes where CSV needs them (RFC 4180), and so that no spreadsheet takes it for a
// formula.
func appendField(b []byte, s string) []byte {
	s = spreadsheet.Text(s)
	if !strings.ContainsAny(s, ",\"\r\n") && s == strings.TrimSpace(s) {
		return append(b, s...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}
