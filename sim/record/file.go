// Package record writes the logs of simulations to files and reads them. A [File] is a sink of package sim.
//
// A log may be cut off at any moment, by an interrupt, a full disk or a killed process, and must not look whole then.
// So rows are written whole, except for the last row of a process that was killed while it wrote; and beside run.csv
// stands run.csv.meta.json, which says from the first moment on that the run is not finished, and at the end how it
// ended.
//
// The ending of its name says the form of a log. The forms CSV and NumPy are here; the packages parquet, mcap and zst
// beneath add others to a program that imports them.
package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"kinetree/internal/atomicfile"
	"kinetree/sim"
)

// File is a sink that writes the log of a run to a file: the names of the columns, then a row for each state. A long
// log has a goroutine for that, from its first block of rows to its End.
type File struct {
	name    string
	form    Form
	robot   Robot
	out     Output
	meta    *metaFile // nil for none
	encoder Encoder
	rows    int   // that have come
	width   int   // of a row
	failed  error // of the encoder, which takes no more rows after that
	*memory
	full  chan []float64 // blocks for the goroutine; nil for none
	spare chan written   // blocks that it has written
}

// memory is that of a log, which another one takes over: a batch has many.
type memory struct {
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

// NewWriter returns what writes the log of a file in the form that its ending says, and the meta file beside it. Both
// are created by Begin, not before. If the name is that of something else than a file, such as a pipe or a device,
// there is no meta file. The form is CSV for names without an ending and for those that [CheckName] refuses.
func NewWriter(name string, meta Meta, robot Robot) Writer {
	form, _ := formOf(name)
	return &File{name: name, form: form, robot: robot, meta: &metaFile{name + ".meta.json", meta}}
}

// NewStream returns a sink that writes CSV to w. There is no meta file.
func NewStream(w io.Writer) *File {
	return &File{name: "the output", form: csvForm, out: Output{Writer: w}}
}

// Rows returns how many rows were written by End, the names not counted, and before that how many have come.
func (f *File) Rows() int { return f.rows }

// Name returns the name of the log.
func (f *File) Name() string { return f.name }

// MetaName returns the name of the meta file, or "" if there is none.
func (f *File) MetaName() string {
	if f.meta == nil {
		return ""
	}
	return f.meta.name
}

// Begin creates the files and writes the names of the columns. If it fails, a file that was there before is as it was.
func (f *File) Begin(columns []string) error {
	if f.out.Writer == nil {
		if err := f.create(); err != nil {
			return fmt.Errorf("the log cannot be created: %w", err)
		}
	}
	f.encoder = f.form.NewEncoder(&f.out, f.robot)
	f.memory = memories.Get().(*memory)
	f.width = len(columns)
	if err := f.encoder.Begin(columns); err != nil {
		_, ended := f.encoder.End()
		if f.out.File != nil {
			ended = errors.Join(ended, f.out.File.Close())
		}
		return errors.Join(err, ended)
	}
	return nil
}

// create opens the log, and empties it only when the meta file says that it is being written.
func (f *File) create() error {
	_, err := os.Stat(f.name)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return atomicfile.NoFolder(f.name, err)
	}
	f.out = Output{file, file}
	info, err := file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		f.meta = nil
		return nil
	default:
		err = f.meta.begin()
	}
	if err == nil {
		err = file.Truncate(0)
	}
	if err != nil {
		err = errors.Join(err, file.Close())
		if isNew {
			err = errors.Join(err, os.Remove(f.name))
		}
	}
	return err
}

// Record adds a row. It returns what was wrong with an earlier one, too.
func (f *File) Record(row []float64) error {
	f.block = append(f.block, row...)
	f.rows++
	if len(f.block)+f.width <= cap(f.block) {
		return nil
	}
	if f.full == nil {
		f.full, f.spare = make(chan []float64, 1), make(chan written, 2)
		f.spare <- written{block: f.second}
		go f.write()
	}
	f.full <- f.block
	w := <-f.spare
	f.block, f.failed = w.block, w.err
	return w.err
}

// write encodes blocks until there are no more, but for those that follow an error.
func (f *File) write() {
	var err error
	for x := range f.full {
		if err == nil {
			err = f.encoder.Add(x)
		}
		f.spare <- written{x[:0], err}
	}
	close(f.spare)
}

// End writes what is left and completes the meta file.
func (f *File) End(s *sim.Summary) error {
	if f.full != nil {
		close(f.full)
		for w := range f.spare {
			f.second, f.failed = w.block, cmp.Or(f.failed, w.err)
		}
	}
	if f.failed == nil {
		f.failed = f.encoder.Add(f.block)
	}
	rows, ended := f.encoder.End()
	f.rows = rows
	f.block = f.block[:0]
	memories.Put(f.memory)
	f.memory = nil
	errs := []error{f.failed, ended}
	if f.out.File != nil {
		errs = append(errs, f.out.File.Close())
	}
	if f.meta != nil {
		if err := errors.Join(errs...); err != nil && s.Status == sim.Done {
			failed := *s
			failed.Status, failed.Reason = sim.Failed, err.Error()
			s = &failed
		}
		errs = append(errs, f.meta.end(s, f.rows))
	}
	return errors.Join(errs...)
}
