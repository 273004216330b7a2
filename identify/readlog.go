package identify

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kinetree/control"
	"kinetree/internal/suggest"
	"kinetree/named"
	"kinetree/tree"
)

// maxLog is the largest log that is read, in bytes. It bounds the memory that a malformed file can take.
const maxLog = 1 << 30

// maxFaults is how many faults of a log are reported.
const maxFaults = 100

// ReadLog reads the log of a motion from CSV, as simulations write it (see sim.World.Columns): a header with the column time, and for each joint
// <joint>/position and <joint>/effort and, if they were logged, <joint>/velocity and <joint>/acceleration; then rows of numbers with rising times. A floating
// base has the columns base/position/x and so on; its accelerations are not in logs. What a joint that follows another one does follows, its effort is
// added to that of the other, and is 0 without a column.
//
// Velocities and accelerations without a column are NaN: see [Samples.Smooth]. Columns of other names are returned as unused. The error joins a
// *control.TableError for each fault, at most a hundred.
func ReadLog(r io.Reader, file string, m *tree.Model) (s *Samples, unused []string, err error) {
	left := &io.LimitedReader{R: r, N: maxLog + 1}
	in := bufio.NewReaderSize(left, 1<<16)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" { // of a spreadsheet
		in.Discard(3)
	}
	l := &logReader{csv: csv.NewReader(in), left: left, file: file, model: m, columns: map[string]place{}}
	l.csv.FieldsPerRecord = -1
	l.csv.ReuseRecord = true
	l.nameColumns()
	l.header()
	if len(l.faults) == 0 {
		l.rows()
	}
	return &l.samples, l.unused, errors.Join(l.faults...)
}

// place is where the numbers of a column go: to an index in the rows of a quantity. What a follower gives is added to its leader's, times the ratio.
type place struct {
	what     named.Quantity
	index    int
	ratio    float64
	follower bool
}

type logReader struct {
	csv     *csv.Reader
	left    *io.LimitedReader
	file    string
	model   *tree.Model
	names   []string         // of the columns that are used
	columns map[string]place // by name
	fields  map[int]place    // of the record
	time    int              // field
	width   int              // number of fields
	samples Samples
	unused  []string
	faults  []error
}

// nameColumns finds the names that columns may have.
func (l *logReader) nameColumns() {
	add := func(name string, what named.Quantity, index int) {
		l.names = append(l.names, name)
		l.columns[name] = place{what, index, 1, false}
	}
	if l.model.Floating() {
		for i, name := range []string{"position/x", "position/y", "position/z", "orientation/x", "orientation/y", "orientation/z", "orientation/w"} {
			add("base/"+name, named.Position, i)
		}
		for i, name := range []string{"linear_velocity/x", "linear_velocity/y", "linear_velocity/z", "angular_velocity/x", "angular_velocity/y", "angular_velocity/z"} {
			add("base/"+name, named.Velocity, i)
		}
	}
	for _, j := range l.model.Joints() {
		if j.Leader >= 0 {
			name := j.Name + "/effort"
			l.names = append(l.names, name)
			l.columns[name] = place{named.Effort, j.V, j.Ratio, true}
			continue
		}
		for i, name := range named.Coordinates(j.Name, j.NQ) {
			add(name+"/position", named.Position, j.Q+i)
		}
		for _, what := range []named.Quantity{named.Velocity, named.Acceleration, named.Effort} {
			for i, name := range named.Coordinates(j.Name, j.NV) {
				add(fmt.Sprintf("%s/%v", name, what), what, j.V+i)
			}
		}
	}
}

// fault records a fault at a field of the last record.
func (l *logReader) fault(field int, format string, args ...any) {
	line, column := l.csv.FieldPos(field)
	l.add(&control.TableError{File: l.file, Line: line, Column: column, Err: fmt.Errorf(format, args...)})
}

// whole records a fault of the file as a whole.
func (l *logReader) whole(format string, args ...any) {
	l.add(&control.TableError{File: l.file, Err: fmt.Errorf(format, args...)})
}

func (l *logReader) add(e error) {
	if len(l.faults) < maxFaults {
		l.faults = append(l.faults, e)
	}
}

// next reads a record and reports whether there is one. A fault of the CSV syntax ends the reading, and so does the largest size.
func (l *logReader) next() ([]string, bool) {
	record, err := l.csv.Read()
	var syntax *csv.ParseError
	switch {
	case l.left.N == 0:
		l.faults = nil
		l.whole("the file is larger than %d MiB", maxLog>>20)
	case err == nil:
		return record, true
	case errors.As(err, &syntax):
		l.add(&control.TableError{File: l.file, Line: syntax.Line, Column: syntax.Column, Err: syntax.Err})
	case !errors.Is(err, io.EOF):
		l.whole("%w", err)
	}
	return nil, false
}

// header finds out what the columns mean, and which are missing.
func (l *logReader) header() {
	record, ok := l.next()
	if !ok {
		if len(l.faults) == 0 {
			l.whole("the file is empty; expected a header with the column time and the columns of the joints")
		}
		return
	}
	l.width, l.time, l.fields = len(record), -1, map[int]place{}
	seen := map[string]bool{}
	for i, field := range record {
		name := strings.TrimSpace(field)
		if _, exact := l.columns[field]; exact {
			name = field
		}
		p, used := l.columns[name]
		switch {
		case seen[name] && (used || name == "time"):
			l.fault(i, "a second column %s; keep one", name)
		case name == "time":
			l.time = i
		case used:
			l.fields[i] = p
		default:
			l.unused = append(l.unused, name)
		}
		seen[name] = true
	}
	if l.time < 0 {
		hint := ""
		if strings.Contains(record[0], ";") {
			hint = "; separate the columns by commas"
		}
		l.fault(0, "there is no column time%s", hint)
	}
	l.missing(seen)
}

// missing reports the positions and efforts that have no column, but for efforts of followers.
func (l *logReader) missing(seen map[string]bool) {
	for _, name := range l.names {
		p := l.columns[name]
		if needed := p.what == named.Position || p.what == named.Effort && !p.follower; needed && !seen[name] {
			l.fault(0, "there is no column %s%s; expected the position and the effort of each joint", name, suggest.Hint(name, l.unused))
		}
	}
}

// rows reads the numbers.
func (l *logReader) rows() {
	m, s := l.model, &l.samples
	for len(l.faults) < maxFaults {
		record, ok := l.next()
		if !ok {
			break
		}
		if len(record) != l.width {
			l.fault(0, "the row has %d fields; expected %d as in the header", len(record), l.width)
			continue
		}
		time := l.number(record, l.time)
		if n := len(s.T); n > 0 && time <= s.T[n-1] {
			l.fault(l.time, "the time %v does not rise: the row before has %v", time, s.T[n-1])
		}
		numbers := [...][]float64{named.Position: m.Neutral(), named.Velocity: notKnown(m.NV()), named.Acceleration: notKnown(m.NV()),
			named.Effort: make([]float64, m.NV())}
		for field := range record {
			switch p, used := l.fields[field]; {
			case !used:
			case p.what == named.Effort:
				numbers[p.what][p.index] += p.ratio * l.number(record, field)
			default:
				numbers[p.what][p.index] = l.number(record, field)
			}
		}
		s.T = append(s.T, time)
		s.Q, s.V = append(s.Q, numbers[named.Position]), append(s.V, numbers[named.Velocity])
		s.A, s.Tau = append(s.A, numbers[named.Acceleration]), append(s.Tau, numbers[named.Effort])
	}
	if len(s.T) == 0 && len(l.faults) == 0 {
		l.whole("there is a header but no row; expected a log")
	}
}

// notKnown returns n numbers that are not known.
func notKnown(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

// number reads a finite number.
func (l *logReader) number(record []string, field int) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(record[field]), 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		l.fault(field, "%q is not a number; expected a finite decimal number", record[field])
		return math.NaN()
	}
	return x
}
