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
	"kinetree/tree"
)

// Table gives the efforts of some degrees of freedom over time. Before the first row it says nothing, after the last row its
// values hold. Between rows they hold, too, or are interpolated.
type Table struct {
	Times   []float64   // rising (s)
	Columns []int       // index in the effort vector of each column
	Rows    [][]float64 // one for each time, in the order of Columns (N m, N)
	Linear  bool        // interpolate between rows
	Unused  []string    // columns of a simulation log that are not efforts
}

// ReadTable reads a table from CSV: a header with the column time and columns named by joint or <joint>/effort, then rows of
// numbers with rising times. A log of a simulation is such a table; its other columns are not used. The error names each
// fault as FILE:LINE:COLUMN: error: message, at most a hundred.
func ReadTable(r io.Reader, file string, m *tree.Model) (*Table, error) {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" { // of a spreadsheet
		in.Discard(3)
	}
	t := &tableReader{csv: csv.NewReader(in), file: file, model: m}
	t.csv.FieldsPerRecord = -1
	t.csv.ReuseRecord = true
	t.header()
	if len(t.faults) == 0 {
		t.rows()
	}
	return &t.table, errors.Join(t.faults...)
}

type tableReader struct {
	csv    *csv.Reader
	file   string
	model  *tree.Model
	table  Table
	time   int   // field of the time
	fields []int // field of each column
	width  int   // number of fields
	faults []error
}

// most is how many faults are reported.
const most = 100

// fault records a fault at a field of the last record, or at its beginning if it has no such field.
func (t *tableReader) fault(field int, format string, args ...any) {
	line, column := t.csv.FieldPos(field)
	t.faults = append(t.faults, fmt.Errorf("%s:%d:%d: error: %s", t.file, line, column, fmt.Sprintf(format, args...)))
}

// next reads a record and reports whether there is one. A fault of the CSV syntax ends the reading.
func (t *tableReader) next() ([]string, bool) {
	record, err := t.csv.Read()
	var syntax *csv.ParseError
	switch {
	case err == nil:
		return record, true
	case errors.As(err, &syntax):
		t.faults = append(t.faults, fmt.Errorf("%s:%d:%d: error: %w", t.file, syntax.Line, syntax.Column, syntax.Err))
	case !errors.Is(err, io.EOF):
		t.faults = append(t.faults, fmt.Errorf("%s: error: %w", t.file, err))
	}
	return nil, false
}

// header finds out what the columns mean.
func (t *tableReader) header() {
	record, ok := t.next()
	if !ok {
		if len(t.faults) == 0 {
			t.faults = append(t.faults, fmt.Errorf("%s: error: the file is empty; expected a header with the column time and columns named by joint", t.file))
		}
		return
	}
	t.width, t.time = len(record), -1
	seen := map[int]bool{}
	for i, field := range record {
		name := strings.TrimSpace(field)
		joint, isJoint := t.model.Joint(strings.TrimSuffix(name, "/effort"))
		if k, ok := t.model.Joint(name); ok { // a joint may be called x/effort
			joint, isJoint = k, true
		}
		switch {
		case name == "time" && t.time >= 0:
			t.fault(i, "a second column time; keep one")
		case name == "time":
			t.time = i
		case isJoint && seen[joint]:
			t.fault(i, "a second column for joint %q; keep one", t.model.Joints()[joint].Name)
		case isJoint:
			seen[joint] = true
			t.fields = append(t.fields, i)
			t.table.Columns = append(t.table.Columns, t.model.Joints()[joint].V)
		case t.logged(name):
			t.table.Unused = append(t.table.Unused, name)
		default:
			t.fault(i, "the column %q is no joint of %s%s; expected time, JOINT or JOINT/effort with one of the joints %s",
				name, t.model.Name(), suggest.Hint(strings.TrimSuffix(name, "/effort"), t.model.JointNames()), strings.Join(t.model.JointNames(), ", "))
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

// logged reports whether a simulation log has a column of this name that is not an effort.
func (t *tableReader) logged(name string) bool {
	if strings.HasPrefix(name, "energy/") {
		return true
	}
	for _, suffix := range []string{"/position", "/velocity", "/acceleration"} {
		if joint, ok := strings.CutSuffix(name, suffix); ok {
			_, known := t.model.Joint(joint)
			return known
		}
	}
	return false
}

// rows reads the numbers.
func (t *tableReader) rows() {
	for len(t.faults) < most {
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
		t.faults = append(t.faults, fmt.Errorf("%s: error: there is a header but no row; expected at least one", t.file))
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
