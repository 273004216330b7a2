// Package table reads tables of numbers over time from CSV: a header with the column time and columns that the caller
// knows, then rows of numbers with rising times. It tells every fault with its line and column.
package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/spreadsheet"
)

// MaxSize is the largest table that is read, and MaxRow its longest row, in bytes. They bound the memory that a
// malformed file can take: a row of commas takes 40 times its length.
const (
	MaxSize = 256 << 20
	MaxRow  = 4 << 20
)

// maxFaults is how many faults of a table are reported.
const maxFaults = 100

// Series holds numbers over time.
type Series struct {
	Times []float64   // rising, but for measurements (s)
	Rows  [][]float64 // one for each time, of the columns that are used, in the order of the file
}

// Error is a fault of a table.
type Error struct {
	File         string
	Line, Column int // of the field, in bytes, counting from 1; zero for the file as a whole
	Err          error
}

// Error returns FILE:LINE:COLUMN: error: message.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: error: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: error: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns the fault without its place.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a table. The function use is asked for each field of the header but time, in order: whether the column
// is wanted, or what is wrong with it. The error joins an *Error for each fault, at most a hundred. A table may have
// 256 MiB.
func Read(r io.Reader, file string, use func(field string) (bool, error)) (*Series, error) {
	return read(r, file, use, false)
}

// ReadMeasured reads a table of measurements: as Read does, but a field that is empty or says nan is NaN, and times
// need not rise.
func ReadMeasured(r io.Reader, file string, use func(field string) (bool, error)) (*Series, error) {
	return read(r, file, use, true)
}

func read(r io.Reader, file string, use func(field string) (bool, error), measured bool) (*Series, error) {
	left := &io.LimitedReader{R: r, N: MaxSize + 1}
	in := bufio.NewReader(left)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" { // of a spreadsheet
		in.Discard(3)
	}
	rows := csv.NewReader(infile.Rows(in, file, MaxRow))
	t := &reader{csv: rows, left: left, file: file, use: use, measured: measured}
	t.csv.FieldsPerRecord = -1
	t.csv.ReuseRecord = true
	t.header()
	if len(t.faults) == 0 {
		t.rows()
	}
	return &t.table, errors.Join(t.faults...)
}

type reader struct {
	csv  *csv.Reader
	left *io.LimitedReader
	file string
	use  func(string) (bool, error)
	// fields may be empty, and times fall
	measured bool
	table    Series
	time     int   // field of the time
	fields   []int // field of each column
	width    int   // number of fields
	faults   []error
}

// fault records a fault at a field of the last record.
func (t *reader) fault(field int, err error) {
	line, column := t.csv.FieldPos(field)
	t.add(&Error{t.file, line, column, err})
}

// whole records a fault of the file as a whole.
func (t *reader) whole(format string, args ...any) {
	t.add(&Error{File: t.file, Err: fmt.Errorf(format, args...)})
}

func (t *reader) add(e error) {
	if len(t.faults) < maxFaults {
		t.faults = append(t.faults, e)
	}
}

// next reads a record and reports whether there is one. A fault of the CSV syntax ends the reading, and so does the
// largest size.
func (t *reader) next() ([]string, bool) {
	record, err := t.csv.Read()
	var syntax *csv.ParseError
	switch {
	case t.left.N == 0:
		t.faults = nil
		t.whole("the file is larger than %d MiB", MaxSize>>20)
	case err == nil:
		return record, true
	case errors.As(err, &syntax):
		t.add(&Error{t.file, syntax.Line, syntax.Column, syntax.Err})
	case !errors.Is(err, io.EOF):
		t.add(err)
	}
	return nil, false
}

// header finds the columns that are wanted.
func (t *reader) header() {
	record, ok := t.next()
	if !ok {
		if len(t.faults) == 0 {
			t.whole("the file is empty; expected a header with the column time and columns named by joint")
		}
		return
	}
	t.width, t.time = len(record), -1
	for i, field := range record {
		field = spreadsheet.Read(field)
		if strings.TrimSpace(field) == "time" {
			if t.time >= 0 {
				t.fault(i, errors.New("a second column time; keep one"))
			}
			t.time = i
			continue
		}
		switch use, err := t.use(field); {
		case err != nil:
			t.fault(i, err)
		case use:
			t.fields = append(t.fields, i)
		}
	}
	if t.time < 0 {
		t.fault(0, fmt.Errorf("there is no column time%s", timeHint(record)))
	}
}

// timeHint says what to do about a header without the column time.
func timeHint(record []string) string {
	if strings.Contains(record[0], ";") {
		return "; separate the columns by commas"
	}
	for _, field := range record {
		name := strings.ToLower(strings.TrimSpace(field))
		bare, _, _ := strings.Cut(strings.TrimLeft(name, "#% "), " ")
		switch strings.TrimRight(bare, "[]()_s") {
		case "timestamp", "time", "t", "stamp", "sec", "second", "clock":
			return fmt.Sprintf("; rename %s to time, in seconds", strings.TrimSpace(field))
		}
	}
	return ""
}

// rows reads the numbers.
func (t *reader) rows() {
	for len(t.faults) < maxFaults {
		record, ok := t.next()
		if !ok {
			break
		}
		if len(record) != t.width {
			t.fault(0, fmt.Errorf("the row has %d fields; expected %d as in the header", len(record), t.width))
			continue
		}
		time := t.number(record, t.time)
		if n := len(t.table.Times); n > 0 && time <= t.table.Times[n-1] && !t.measured {
			t.fault(t.time, fmt.Errorf("the time %v does not rise: the row before has %v", time, t.table.Times[n-1]))
		}
		row := make([]float64, len(t.fields))
		for k, field := range t.fields {
			row[k] = t.number(record, field)
		}
		t.table.Times = append(t.table.Times, time)
		t.table.Rows = append(t.table.Rows, row)
	}
	if len(t.table.Times) == 0 && len(t.faults) == 0 {
		t.whole("there is a header but no row; expected at least one")
	}
}

// number reads a finite number.
func (t *reader) number(record []string, field int) float64 {
	text := strings.TrimSpace(record[field])
	if t.measured && (text == "" || strings.EqualFold(text, "nan")) {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		t.fault(field, fmt.Errorf("%q is not a number; expected a finite decimal number", record[field]))
		return math.NaN()
	}
	return x
}
