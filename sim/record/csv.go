// Package record writes the logs of simulations to files. A [CSV] is a sink of package sim.
//
// A log may be cut off at any moment, by an interrupt, a full disk or a killed process, and must not look whole then.
// So rows are written whole, except for the last row of a process that was killed while it wrote; and beside run.csv
// stands run.csv.meta.json, which says from the first moment on that the run is not finished, and at the end how it
// ended.
package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"kinetree/internal/decimal"
	"kinetree/internal/spreadsheet"
	"kinetree/sim"
)

// chunk is how many bytes are collected before they are written.
const chunk = 1 << 16

// buffers are those of logs that have ended: a batch begins many.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// CSV is a sink that writes a table: a header, then a row for each state. Numbers have the fewest digits that read
// back to the same float64.
type CSV struct {
	name    string
	out     io.Writer
	file    logFile // nil for a stream
	meta    *metaFile
	buffer  []byte // whole rows
	pending int    // rows in the buffer
	rows    int    // all rows, without those that were lost
	size    int64  // of what was written
	failed  bool
}

// logFile has the methods of an *os.File that CSV uses.
type logFile interface {
	io.WriteCloser
	Truncate(size int64) error
}

// NewCSV returns a sink that creates the file of the given name, and beside it the meta file. Both are created by
// Begin, not before. If the name is that of something else than a file, such as a pipe or a device, there is no meta
// file.
func NewCSV(name string, meta Meta) *CSV {
	return &CSV{name: name, meta: &metaFile{name + ".meta.json", meta}}
}

// NewStream returns a sink that writes to w. There is no meta file.
func NewStream(w io.Writer) *CSV { return &CSV{name: "the output", out: w} }

// Rows returns how many rows were written, the header not counted.
func (c *CSV) Rows() int { return c.rows }

// Name returns the name of the log.
func (c *CSV) Name() string { return c.name }

// MetaName returns the name of the meta file, or "" if there is none.
func (c *CSV) MetaName() string {
	if c.meta == nil {
		return ""
	}
	return c.meta.name
}

// Begin creates the files and writes the header. If it fails, a file that was there before is as it was.
func (c *CSV) Begin(columns []string) error {
	if c.out == nil {
		if err := c.create(); err != nil {
			return fmt.Errorf("the log cannot be created: %w; choose another place", err)
		}
	}
	c.buffer = *buffers.Get().(*[]byte)
	for i, name := range columns {
		if i > 0 {
			c.buffer = append(c.buffer, ',')
		}
		c.buffer = appendField(c.buffer, name)
	}
	c.buffer = append(c.buffer, '\n')
	return nil
}

// create opens the log, and empties it only when the meta file says that it is being written.
func (c *CSV) create() error {
	_, err := os.Stat(c.name)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(c.name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	c.file, c.out = file, file
	info, err := file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		c.meta = nil
		return nil
	default:
		err = c.meta.begin()
	}
	if err == nil {
		err = file.Truncate(0)
	}
	if err != nil {
		err = errors.Join(err, file.Close())
		if isNew {
			err = errors.Join(err, os.Remove(c.name))
		}
	}
	return err
}

// Record adds a row.
func (c *CSV) Record(row []float64) error {
	for i, x := range row {
		if i > 0 {
			c.buffer = append(c.buffer, ',')
		}
		c.buffer = decimal.Append(c.buffer, x)
	}
	c.buffer = append(c.buffer, '\n')
	c.rows++
	c.pending++
	if len(c.buffer) >= chunk {
		return c.flush()
	}
	return nil
}

// flush writes the collected rows. If that fails it cuts the file after the last row that was written whole.
func (c *CSV) flush() error {
	n, err := c.out.Write(c.buffer)
	if err != nil {
		c.failed = true
		whole := bytes.LastIndexByte(c.buffer[:n], '\n') + 1
		c.rows -= min(c.pending, bytes.Count(c.buffer[whole:], []byte{'\n'}))
		if c.meta != nil {
			err = errors.Join(err, c.file.Truncate(c.size+int64(whole)))
		}
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	c.size += int64(n)
	c.buffer, c.pending = c.buffer[:0], 0
	return nil
}

// End writes what is left and completes the meta file.
func (c *CSV) End(s *sim.Summary) error {
	var errs []error
	if !c.failed {
		errs = append(errs, c.flush())
	}
	spare := c.buffer[:0]
	buffers.Put(&spare)
	c.buffer = nil
	if c.file != nil {
		errs = append(errs, c.file.Close())
	}
	if c.meta != nil {
		if err := errors.Join(errs...); err != nil && s.Status == sim.Done {
			failed := *s
			failed.Status, failed.Reason = sim.Failed, err.Error()
			s = &failed
		}
		errs = append(errs, c.meta.end(s, c.rows))
	}
	return errors.Join(errs...)
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
