package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/suggest"
)

// LongestRow bounds the memory that a malformed log can take, MaxMeta that of a malformed meta file, and MaxPiped that
// of a log in a binary form that comes through a pipe, in bytes.
const (
	LongestRow = 4 << 20
	MaxMeta    = 16 << 20
	MaxPiped   = 1 << 30
)

// Reader reads a log of any form, row by row: a table whose columns have names, among them time, and whose rows have a
// number for each. Times do not go back. The bytes at the beginning of the file say the form, whatever its name. The
// last row of a CSV file that does not end, because its process was killed while it wrote or writes still, is left
// out.
type Reader struct {
	name   string
	source Source
	time   int // column
	last   float64
	rows   int
}

// Input is the file that a [Source] reads.
type Input struct {
	*bufio.Reader
	Name string // for messages
	in   io.Reader
}

// Whole returns the input as one that can be read at any place, and its size (bytes). Of a pipe it takes at most
// [MaxPiped] bytes of memory.
func (i *Input) Whole() (io.ReaderAt, int64, error) {
	if f, ok := i.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, info.Size(), nil
		}
	}
	all, err := infile.All(i.Reader, i.Name, MaxPiped)
	return strings.NewReader(string(all)), int64(len(all)), err
}

// Source has the rows of a file of some form, in constant memory.
type Source interface {
	// Columns returns the names of the columns. The slice is not changed.
	Columns() []string
	// Next fills a row, with a number for each column. The error is io.EOF after the last row, or one that tells with
	// LogErrors all that is wrong with this row.
	Next(row []float64) error
	// Place returns where the number of a column stands in the row that was read last: its line and the byte there, or
	// the number of its row and that of the column, from 1.
	Place(column int) (line, at int)
	// Cut reports, after the end, whether there was a last row that did not end and was left out.
	Cut() bool
}

// LogError says what is wrong at a place of a log.
type LogError struct {
	File         string
	Line, Column int // from 1; the column counts bytes
	Path         string
	Message      string
}

func (e *LogError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Column, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: error: %s: %s", e.File, e.Line, e.Column, e.Path, e.Message)
}

// NewReader reads the beginning of a log. The name is that of the file, for messages. The error is one of in, or
// tells with LogErrors all that is wrong with the names of the columns.
func NewReader(in io.Reader, name string) (*Reader, error) {
	input := &Input{bufio.NewReaderSize(in, 1<<16), name, in}
	form := csvForm
	for _, f := range forms {
		for _, magic := range f.Magic {
			if head, err := input.Peek(len(magic)); err == nil && string(head) == magic {
				form = f
			}
		}
	}
	source, err := form.NewSource(input)
	if err != nil {
		return nil, err
	}
	r := &Reader{name: name, source: source, last: math.Inf(-1)}
	columns := source.Columns()
	var errs []error
	for i, column := range columns {
		if first := slices.Index(columns, column); first < i {
			line, at := source.Place(i)
			errs = append(errs, &LogError{name, line, at, "",
				fmt.Sprintf("column %q stands here again, it is column %d already; expected different names", column,
					first+1)})
		}
	}
	if r.time = slices.Index(columns, "time"); r.time < 0 {
		errs = append(errs, &LogError{name, 1, 1, "", "there is no column time among " + suggest.List(columns) +
			"; expected the log of a run, whose first row has the names of the columns"})
	}
	return r, errors.Join(errs...)
}

// Columns returns the names of the columns. The slice must not be changed.
func (r *Reader) Columns() []string { return r.source.Columns() }

// Time returns the index of the column time.
func (r *Reader) Time() int { return r.time }

// Rows returns how many rows were read.
func (r *Reader) Rows() int { return r.rows }

// Line returns the number of the line or of the row that was read last, from 1.
func (r *Reader) Line() int {
	line, _ := r.source.Place(0)
	return line
}

// Cut reports, after the end, whether there was a last row that did not end and was left out.
func (r *Reader) Cut() bool { return r.source.Cut() }

// Read fills a row, with a number for each column. NaN and Inf are numbers, because a run that diverges has them, but
// not as times. The error is io.EOF after the last row; or one that tells with LogErrors all that is wrong with this
// row, after which one may go on with the next. It does not allocate.
func (r *Reader) Read(row []float64) error {
	if len(row) != len(r.Columns()) {
		panic(fmt.Sprintf("record: the row has %d numbers, the log %d columns", len(row), len(r.Columns())))
	}
	if err := r.source.Next(row); err != nil {
		return err
	}
	var message string
	switch t := row[r.time]; {
	case math.IsNaN(t) || math.IsInf(t, 0):
		message = fmt.Sprintf("%v; expected a finite number", t)
	case t < r.last:
		message = fmt.Sprintf("%v s after %v s; expected times that do not go back", t, r.last)
	default:
		r.last = t
		r.rows++
		return nil
	}
	line, at := r.source.Place(r.time)
	return &LogError{r.name, line, at, "time", message}
}
