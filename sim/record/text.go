package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"kinetree/internal/decimal"
	"kinetree/internal/spreadsheet"
)

// csvForm is the form of tables in text.
var csvForm = Form{Ending: ".csv", Magic: []string{"time,"},
	NewEncoder: func(to *Output, _ Robot) Encoder { return newText(to) },
	NewSource:  func(from *Input) (Source, error) { return NewCSVSource(from.Reader, from.Name) }}

// NewCSVEncoder returns what writes CSV to w, as a [File] does to a file.
func NewCSVEncoder(w io.Writer) Encoder { return newText(&Output{Writer: w}) }

// text is an encoder of CSV: a header, then a line for each row. Numbers have the fewest digits that read back to the
// same float64.
type text struct {
	out     io.Writer
	cut     func(size int64) error // of the file; nil for a stream
	width   int                    // of a row
	buffer  []byte                 // whole rows
	pending int                    // rows in the buffer
	rows    int                    // all rows, without those that were lost
	size    int64                  // of what was written
	err     error                  // of the write that failed, after which there are no others
}

// chunk is how many bytes are collected before they are written.
const chunk = 1 << 16

// texts are the buffers of logs that have ended.
var texts = sync.Pool{New: func() any { return new([]byte) }}

func newText(to *Output) *text {
	t := &text{out: to.Writer, buffer: (*texts.Get().(*[]byte))[:0]}
	if to.File != nil {
		t.cut = to.File.Truncate
	}
	return t
}

// Begin takes the header.
func (t *text) Begin(columns []string) error {
	t.width = len(columns)
	for i, name := range columns {
		if i > 0 {
			t.buffer = append(t.buffer, ',')
		}
		t.buffer = appendField(t.buffer, name)
	}
	t.buffer = append(t.buffer, '\n')
	return nil
}

// Add takes rows.
func (t *text) Add(rows []float64) error {
	for ; len(rows) > 0 && t.err == nil; rows = rows[t.width:] {
		for i, x := range rows[:t.width] {
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

// End writes what is left.
func (t *text) End() (rows int, err error) {
	if t.err == nil {
		err = t.flush()
	}
	t.buffer = t.buffer[:0]
	texts.Put(&t.buffer)
	return t.rows, err
}

// flush writes the collected rows. If that fails it cuts the file after the last row that was written whole.
func (t *text) flush() error {
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
