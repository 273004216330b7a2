// Package record writes the logs of simulations to files. A [CSV] is a sink of package sim.
//
// A log may be cut off at any moment, by an interrupt, a full disk or a killed process, and must not look whole then.
// So rows are written whole, except for the last row of a process that was killed while it wrote; and beside run.csv
// stands run.csv.meta.json, which says from the first moment on that the run is not finished, and at the end how it
// ended.
package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"kinetree/internal/atomicfile"
	"kinetree/sim"
)

// CSV is a sink that writes a table: a header, then a row for each state. Numbers have the fewest digits that read
// back to the same float64. A long log has a goroutine for that, from its first block of rows to its End.
type CSV struct {
	name  string
	file  logFile // nil for a stream
	meta  *metaFile
	text  text
	rows  int // that have come
	width int // of a row
	*memory
	full  chan []float64 // blocks for the goroutine; nil for none
	spare chan written   // blocks that it has written
}

// memory is that of a log, which another one takes over: a batch has many.
type memory struct {
	bytes  []byte
	block  []float64 // rows to be written
	second []float64 // another block, until the goroutine begins
}

var memories = sync.Pool{New: func() any {
	return &memory{block: make([]float64, 0, block), second: make([]float64, 0, block)}
}}

// block is how many numbers are collected for the goroutine: to wake it takes as long as to write hundreds.
const block = 1 << 13

// written is a block, now empty, and what came of it.
type written struct {
	block []float64
	err   error
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
func NewStream(w io.Writer) *CSV { return &CSV{name: "the output", text: text{out: w}} }

// Rows returns how many rows were written by End, the header not counted, and before that how many have come.
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
	if c.text.out == nil {
		if err := c.create(); err != nil {
			return fmt.Errorf("the log cannot be created: %w", err)
		}
	}
	c.memory = memories.Get().(*memory)
	c.width, c.text.buffer = len(columns), c.bytes
	c.text.begin(columns)
	return nil
}

// create opens the log, and empties it only when the meta file says that it is being written.
func (c *CSV) create() error {
	_, err := os.Stat(c.name)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(c.name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return atomicfile.NoFolder(c.name, err)
	}
	c.file, c.text.out = file, file
	info, err := file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		c.meta = nil
		return nil
	default:
		c.text.cut = file.Truncate
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

// Record adds a row. It returns what was wrong with an earlier one, too.
func (c *CSV) Record(row []float64) error {
	c.block = append(c.block, row...)
	c.rows++
	if len(c.block)+c.width <= cap(c.block) {
		return nil
	}
	if c.full == nil {
		c.full, c.spare = make(chan []float64, 1), make(chan written, 2)
		c.spare <- written{block: c.second}
		go c.write()
	}
	c.full <- c.block
	w := <-c.spare
	c.block = w.block
	return w.err
}

// write makes blocks text until there are no more.
func (c *CSV) write() {
	for x := range c.full {
		c.spare <- written{x[:0], c.text.add(x, c.width)}
	}
	close(c.spare)
}

// End writes what is left and completes the meta file.
func (c *CSV) End(s *sim.Summary) error {
	if c.full != nil {
		close(c.full)
		for w := range c.spare {
			c.second = w.block
		}
	}
	err := c.text.add(c.block, c.width)
	if err == nil {
		err = c.text.flush()
	}
	c.rows = c.text.rows
	c.bytes, c.block = c.text.buffer[:0], c.block[:0]
	memories.Put(c.memory)
	c.memory, c.text.buffer = nil, nil
	errs := []error{err}
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
