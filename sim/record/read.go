package record

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/spreadsheet"
	"kinetree/internal/suggest"
)

// LongestRow bounds the memory that a malformed log can take, and MaxMeta that of a malformed meta file, in bytes.
const (
	LongestRow = 4 << 20
	MaxMeta    = 16 << 20
)

// Reader reads a log, row by row in constant memory: a CSV file whose first row has names, among them time, and whose
// other rows have a number for each. Times do not go back. A last row that does not end, because its process was
// killed while it wrote or writes still, is left out.
type Reader struct {
	name    string
	in      *bufio.Reader
	columns []string
	time    int // column
	line    int // number of the last line that was read, from 1
	last    float64
	rows    int
	cut     bool
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

// NewReader reads the first row of a log. The name is that of the file, for messages. The error is one of in, or
// tells with LogErrors all that is wrong with the names.
func NewReader(in io.Reader, name string) (*Reader, error) {
	r := &Reader{name: name, in: bufio.NewReaderSize(in, 1<<16), last: math.Inf(-1)}
	header, err := r.header()
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(header, []byte("<")) {
		return nil, &LogError{name, 1, 1, "", "this is XML, as of a robot; expected the log of a run, whose first " +
			"row has the names of the columns: time, elbow_joint/position, ..."}
	}
	names := csv.NewReader(bytes.NewReader(header))
	if r.columns, err = names.Read(); err != nil {
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return nil, &LogError{name, parse.Line, parse.Column, "",
				fmt.Sprintf("the names of the columns: %v; expected a quotation mark to be doubled inside quotes",
					parse.Err)}
		}
		return nil, &LogError{name, 1, 1, "",
			"there is nothing; expected the names of the columns: time, elbow_joint/position, ..."}
	}
	var errs []error
	for i, column := range r.columns {
		r.columns[i] = spreadsheet.Read(column)
	}
	for i, column := range r.columns {
		line, at := names.FieldPos(i)
		if first := slices.Index(r.columns, column); first < i {
			errs = append(errs, &LogError{name, line, at, "",
				fmt.Sprintf("column %q stands here again, it is column %d already; expected different names", column,
					first+1)})
		}
	}
	if r.time = slices.Index(r.columns, "time"); r.time < 0 {
		errs = append(errs, &LogError{name, 1, 1, "", "there is no column time among " + suggest.List(r.columns) +
			"; expected the log of a run, whose first row has the names of the columns"})
	}
	return r, errors.Join(errs...)
}

// header returns the first row, which may have several lines, for names in quotes may.
func (r *Reader) header() ([]byte, error) {
	var all []byte
	quotes, blank := 0, true
	for {
		line, err := r.next()
		all = append(append(all, line...), '\n')
		quotes += bytes.Count(line, []byte{'"'})
		blank = blank && len(bytes.TrimSpace(line)) == 0
		switch {
		case errors.Is(err, io.EOF):
			return bytes.TrimPrefix(bytes.TrimSpace(all), []byte("\ufeff")), nil
		case err != nil:
			return nil, err
		case len(all) > LongestRow:
			return nil, r.tooLong()
		case quotes%2 == 0 && !blank:
			return bytes.TrimPrefix(all, []byte("\ufeff")), nil
		}
	}
}

// next returns the next line without its end, valid until the next call. With io.EOF comes what does not end, if
// there is something.
func (r *Reader) next() ([]byte, error) {
	line, err := r.in.ReadSlice('\n')
	r.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		long := slices.Clone(line)
		for errors.Is(err, bufio.ErrBufferFull) && len(long) <= LongestRow {
			line, err = r.in.ReadSlice('\n')
			long = append(long, line...)
		}
		if len(long) > LongestRow {
			return nil, r.tooLong()
		}
		line = long
	}
	switch {
	case errors.Is(err, io.EOF):
		return line, io.EOF
	case err != nil:
		return nil, fmt.Errorf("%s:%d: %w", r.name, r.line, err)
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte{'\r'}), nil
}

func (r *Reader) tooLong() error {
	return &LogError{r.name, r.line, 1, "", fmt.Sprintf("the row is longer than %d MiB; expected a log in CSV",
		LongestRow>>20)}
}

// Columns returns the names of the columns. The slice must not be changed.
func (r *Reader) Columns() []string { return r.columns }

// Time returns the index of the column time.
func (r *Reader) Time() int { return r.time }

// Rows returns how many rows were read.
func (r *Reader) Rows() int { return r.rows }

// Line returns the number of the line that was read last, from 1.
func (r *Reader) Line() int { return r.line }

// Cut reports, after the end, whether there was a last row that did not end and was left out.
func (r *Reader) Cut() bool { return r.cut }

// Read fills a row, with a number for each column. NaN and Inf are numbers, for a run that diverges has them, but not
// as times. The error is io.EOF after the last row; or one that tells with LogErrors all that is wrong with this row,
// after which one may go on with the next. It does not allocate.
func (r *Reader) Read(row []float64) error {
	if len(row) != len(r.columns) {
		panic(fmt.Sprintf("record: the row has %d numbers, the log %d columns", len(row), len(r.columns)))
	}
	for {
		line, err := r.next()
		if errors.Is(err, io.EOF) {
			r.cut = len(bytes.TrimSpace(line)) > 0 || r.cut
			return io.EOF
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return r.parse(row, line)
		}
	}
}

// parse reads the numbers of a line.
func (r *Reader) parse(row []float64, line []byte) error {
	var errs []error
	wrong := func(at int, path, message string) {
		errs = append(errs, &LogError{r.name, r.line, at + 1, path, message})
	}
	if n := bytes.Count(line, []byte{','}) + 1; n != len(row) {
		wrong(0, "", fmt.Sprintf("the row has %d fields; expected %d, as many as there are names in the first row", n,
			len(row)))
		return errs[0]
	}
	at, timeAt := 0, 0
	for i := range row {
		if i == r.time {
			timeAt = at
		}
		end := at + bytes.IndexByte(line[at:], ',')
		if end < at {
			end = len(line)
		}
		field := bytes.TrimSpace(line[at:end])
		x, err := strconv.ParseFloat(string(field), 64)
		if err != nil {
			wrong(at, r.columns[i], found(field)+"; expected a number")
		}
		row[i] = x
		at = end + 1
	}
	if errs != nil {
		return errors.Join(errs...)
	}
	switch t := row[r.time]; {
	case math.IsNaN(t) || math.IsInf(t, 0):
		wrong(timeAt, "time", fmt.Sprintf("%v; expected a finite number", t))
	case t < r.last:
		wrong(timeAt, "time", fmt.Sprintf("%v s after %v s; expected times that do not go back", t, r.last))
	default:
		r.last = t
		r.rows++
		return nil
	}
	return errs[0]
}

// found quotes a field for a message.
func found(field []byte) string {
	const most = 40
	switch {
	case len(field) == 0:
		return "nothing"
	case len(field) > most:
		return strconv.Quote(string(field[:most])) + "..."
	}
	return strings.ToValidUTF8(strconv.Quote(string(field)), "?")
}
