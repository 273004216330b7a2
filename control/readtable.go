package control

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/named"
	"kinetree/tree"
)

// maxTable is the largest table that is read, in bytes. It bounds the memory that a malformed file can take.
const maxTable = 256 << 20

// maxFaults is how many faults of a table are reported.
const maxFaults = 100

// TableError is a fault of a table.
type TableError struct {
	File         string
	Line, Column int // of the field, in bytes, counting from 1; zero for the file as a whole
	Err          error
}

// Error returns FILE:LINE:COLUMN: error: message.
func (e *TableError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: error: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: error: %v", e.File, e.Line, e.Column, e.Err)
}

func (e *TableError) Unwrap() error { return e.Err }

// ReadTable reads a table from CSV: a header with the column time and columns named by joint or <joint>/effort, then rows of
// numbers with rising times. The coordinates of a joint with several are named <joint>[0], <joint>[1] and so on. A log of a simulation is
// such a table; its other columns are not used. The error joins a *TableError for each fault, at most a hundred. A table may have
// 256 MiB.
func ReadTable(r io.Reader, file string, m *tree.Model) (*Table, error) {
	left := &io.LimitedReader{R: r, N: maxTable + 1}
	in := bufio.NewReader(left)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" { // of a spreadsheet
		in.Discard(3)
	}
	t := &tableReader{csv: csv.NewReader(in), left: left, file: file, model: m, efforts: map[string]int{}, known: map[string]bool{}}
	t.nameCoordinates()
	t.csv.FieldsPerRecord = -1
	t.csv.ReuseRecord = true
	t.header()
	if len(t.faults) == 0 {
		t.rows()
	}
	return &t.table, errors.Join(t.faults...)
}

type tableReader struct {
	csv     *csv.Reader
	left    *io.LimitedReader
	file    string
	model   *tree.Model
	names   []string        // of all efforts
	efforts map[string]int  // index in effort vectors, by name
	known   map[string]bool // columns of a log that are not efforts
	table   Table
	time    int   // field of the time
	fields  []int // field of each column
	width   int   // number of fields
	faults  []error
}

// nameCoordinates finds the names that columns may have.
func (t *tableReader) nameCoordinates() {
	layout := NewLayout(t.model)
	for k, j := range t.model.Joints() {
		for i, name := range named.Coordinates(j.Name, j.NV) {
			t.names = append(t.names, name)
			t.efforts[name] = layout.Index(k) + i
			for _, quantity := range []string{"/velocity", "/acceleration", "/friction_effort", "/limit_effort"} {
				t.known[name+quantity] = true
			}
		}
		for _, name := range named.Coordinates(j.Name, j.NQ) {
			t.known[name+"/position"] = true
		}
	}
}

// fault records a fault at a field of the last record.
func (t *tableReader) fault(field int, format string, args ...any) {
	line, column := t.csv.FieldPos(field)
	t.add(&TableError{t.file, line, column, fmt.Errorf(format, args...)})
}

// whole records a fault of the file as a whole.
func (t *tableReader) whole(format string, args ...any) {
	t.add(&TableError{File: t.file, Err: fmt.Errorf(format, args...)})
}

func (t *tableReader) add(e error) {
	if len(t.faults) < maxFaults {
		t.faults = append(t.faults, e)
	}
}

// next reads a record and reports whether there is one. A fault of the CSV syntax ends the reading, and so does the largest size.
func (t *tableReader) next() ([]string, bool) {
	record, err := t.csv.Read()
	var syntax *csv.ParseError
	switch {
	case t.left.N == 0:
		t.faults = nil
		t.whole("the file is larger than %d MiB", maxTable>>20)
	case err == nil:
		return record, true
	case errors.As(err, &syntax):
		t.add(&TableError{t.file, syntax.Line, syntax.Column, syntax.Err})
	case !errors.Is(err, io.EOF):
		t.whole("%w", err)
	}
	return nil, false
}

// header finds out what the columns mean.
func (t *tableReader) header() {
	record, ok := t.next()
	if !ok {
		if len(t.faults) == 0 {
			t.whole("the file is empty; expected a header with the column time and columns named by joint")
		}
		return
	}
	t.width, t.time = len(record), -1
	seen := map[int]bool{}
	for i, field := range record {
		name := strings.TrimSpace(field)
		effort, isEffort := t.effort(field)
		switch {
		case name == "time" && t.time >= 0:
			t.fault(i, "a second column time; keep one")
		case name == "time":
			t.time = i
		case isEffort && seen[effort]:
			t.fault(i, "a second column for joint %q; keep one", strings.TrimSuffix(name, "/effort"))
		case isEffort:
			seen[effort] = true
			t.fields = append(t.fields, i)
			t.table.Columns = append(t.table.Columns, effort)
		case t.logged(field):
			t.table.Unused = append(t.table.Unused, name)
		default:
			t.fault(i, "the column %q is no joint of %s%s; expected time, JOINT or JOINT/effort with one of the joints %s",
				name, t.model.Name(), suggest.Hint(strings.TrimSuffix(name, "/effort"), t.names), suggest.List(t.names))
		}
	}
	if t.time < 0 {
		hint := ""
		if strings.Contains(record[0], ";") {
			hint = "; separate the columns by commas"
		}
		t.fault(0, "there is no column time%s", hint)
	}
}

// effort returns the index of the effort that a column holds: the one of this name, or the one before /effort; with or without the blanks
// around it.
func (t *tableReader) effort(field string) (int, bool) {
	for _, name := range []string{field, strings.TrimSpace(field)} {
		for _, name := range []string{name, strings.TrimSuffix(name, "/effort")} {
			if i, ok := t.efforts[name]; ok {
				return i, true
			}
		}
	}
	return 0, false
}

// logged reports whether a simulation log has a column of this name that is not an effort.
func (t *tableReader) logged(name string) bool {
	for _, prefix := range []string{"energy/", "ledger/", "base/position/", "base/orientation/", "base/linear_velocity/", "base/angular_velocity/"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return t.known[name]
}

// rows reads the numbers.
func (t *tableReader) rows() {
	for len(t.faults) < maxFaults {
		record, ok := t.next()
		if !ok {
			break
		}
		if len(record) != t.width {
			t.fault(0, "the row has %d fields; expected %d as in the header", len(record), t.width)
			continue
		}
		time := t.number(record, t.time)
		if n := len(t.table.Times); n > 0 && time <= t.table.Times[n-1] {
			t.fault(t.time, "the time %v does not rise: the row before has %v", time, t.table.Times[n-1])
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
func (t *tableReader) number(record []string, field int) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(record[field]), 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		t.fault(field, "%q is not a number; expected a finite decimal number", record[field])
		return math.NaN()
	}
	return x
}
