package fit

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/internal/table"
	"kinetree/tree"
)

// Log is a motion of a robot as a file has it.
type Log struct {
	File     string `json:"file"`
	Rows     int    `json:"rows"`                     // of numbers in the file
	Empty    int    `json:"rows_with_empty_fields"`   // of these, left out because a number is missing
	Repeated int    `json:"rows_with_repeated_times"` // left out because they have the time of the row before
	// stretches with rising times; a new one begins where time goes back, as in logs that were joined
	Parts    []*Samples `json:"-"`
	Unknown  []string   `json:"-"`         // columns that a log of this robot does not have
	Evenings []Evening  `json:"stretches"` // of each stretch, once [Prepare] needs even steps
}

// Treatment says what was done to the rows, as the end of a sentence: "; 2 rows with an empty field are left out".
func (l *Log) Treatment() string {
	var b strings.Builder
	if l.Empty > 0 {
		fmt.Fprintf(&b, "; %d with an empty field are left out", l.Empty)
	}
	if l.Repeated > 0 {
		fmt.Fprintf(&b, "; %d with the time of the row before are left out", l.Repeated)
	}
	if n := len(l.Parts); n > 1 {
		fmt.Fprintf(&b, "; cut in %d where time goes back", n)
	}
	bridged, cuts, jitter, longest, even, step := 0, 0, 0., 0., true, 0.
	for _, e := range l.Evenings {
		bridged += e.Bridged
		cuts += e.Cuts
		jitter, longest, even, step = math.Max(jitter, e.Jitter), math.Max(longest, e.Longest), even && !e.Resampled,
			e.Step
	}
	if !even {
		fmt.Fprintf(&b, "; interpolated by cubics to steps of %.6g s, from times up to %.2g s off", step, jitter)
	}
	if bridged > 0 {
		fmt.Fprintf(&b, "; %s interpolated by cubics", count(bridged, "missing row"))
	}
	if cuts > 0 {
		fmt.Fprintf(&b, "; cut at %s of up to %.3g s", count(cuts, "gap"), longest)
	}
	return b.String()
}

// count returns a number of things, in the plural if there are several.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// LogFormat says how a log is written.
type LogFormat struct {
	Degrees  bool // angles are in degrees, and so are their velocities and accelerations
	Measured bool // the motion is what the sensors say: JOINT/measured/position and JOINT/measured/velocity
	// the robot has constraints, so joints without columns of their positions and efforts are moved by the others
	Closed bool
}

// ReadLog reads the log of a motion from CSV, as simulations write it (see sim.World.Columns) and robots do: a header
// with the column time, and for each joint <joint>/position and <joint>/effort and, if they were logged,
// <joint>/velocity and <joint>/acceleration; then rows of numbers. A floating base has the columns base/position/x and
// so on, see tree.BaseColumns. A joint that follows another one needs no columns; its effort adds to
// that of the other. The efforts of stops, <joint>/limit_effort, add to those of the joints.
//
// Velocities and accelerations without a column, or with an empty one, are NaN: see [Samples.Smooth]. Rows in which
// another number is missing are left out. The error joins a *table.Error for each fault, at most a hundred.
func ReadLog(r io.Reader, file string, m *tree.Model, format LogFormat) (*Log, error) {
	l := &logReader{logged: m.LogColumns(), places: places(m, format)}
	read, err := table.ReadMeasured(r, file, l.use)
	if err == nil {
		err = l.missing(file)
	}
	if err != nil {
		return nil, err
	}
	log := &Log{File: file, Rows: len(read.Rows), Unknown: l.unknown, Evenings: []Evening{}}
	l.leaveOutEmpty(read.Rows)
	var s *Samples
	last := math.Inf(1)
	for i, row := range read.Rows {
		t := read.Times[i]
		switch {
		case math.IsNaN(t) || l.lacks(row):
			log.Empty++
			continue
		case t == last:
			log.Repeated++
			continue
		case t < last:
			s = &Samples{}
			log.Parts = append(log.Parts, s)
		}
		last = t
		numbers := l.numbers(m, row, format)
		s.T, s.Q, s.V = append(s.T, t), append(s.Q, numbers[tree.Position]), append(s.V, numbers[tree.Velocity])
		s.A, s.Tau = append(s.A, numbers[tree.Acceleration]), append(s.Tau, numbers[tree.Effort])
	}
	if len(log.Parts) == 0 {
		return nil, &table.Error{File: file, Err: errors.New("each row lacks the time, a position or an effort; " +
			"expected rows without empty fields")}
	}
	return log, nil
}

// place is where the numbers of a column go: to an index in the rows of a quantity, times a factor. Efforts add up,
// those of a follower times its ratio.
type place struct {
	what   tree.Quantity
	index  int
	factor float64
	needed bool
}

// places returns where the columns go that are used, by name.
func places(m *tree.Model, format LogFormat) map[string]place {
	all := map[string]place{}
	turns := m.Angular()
	unit := func(rate int) float64 {
		if format.Degrees && turns[rate] {
			return math.Pi / 180
		}
		return 1
	}
	if m.Floating() {
		for i, name := range tree.BaseColumns() {
			switch {
			case i < 7:
				all[name] = place{tree.Position, i, 1, true}
			case i < 13:
				all[name] = place{tree.Velocity, i - 7, unit(i - 7), false}
			default:
				all[name] = place{tree.Acceleration, i - 13, unit(i - 13), false}
			}
		}
	}
	for name, c := range m.LogColumns() {
		j := &m.Joints()[c.Joint]
		follows := j.Leader >= 0
		if format.Measured && c.Quantity != tree.Effort {
			at := strings.LastIndexByte(name, '/')
			name = name[:at] + "/measured" + name[at:]
		}
		switch {
		case c.Quantity == tree.Effort:
			all[name] = place{c.Quantity, j.V + c.Coordinate, j.Ratio, !follows && !format.Closed}
		case follows || format.Measured && c.Quantity == tree.Acceleration: // which is not measured
		case c.Quantity == tree.Position && j.NQ == j.NV:
			all[name] = place{c.Quantity, j.Q + c.Coordinate, unit(j.V + c.Coordinate), !format.Closed}
		case c.Quantity == tree.Position:
			all[name] = place{c.Quantity, j.Q + c.Coordinate, 1, !format.Closed}
		default:
			all[name] = place{c.Quantity, j.V + c.Coordinate, unit(j.V + c.Coordinate), false}
		}
	}
	for _, j := range m.Joints() {
		if j.NV == 1 {
			all[j.Name+"/limit_effort"] = place{tree.Effort, j.V, j.Ratio, false}
		}
	}
	return all
}

type logReader struct {
	logged  map[string]tree.LogColumn
	places  map[string]place
	columns []place  // of the table
	empty   []bool   // columns without any number, which count as not logged
	seen    []string // the names of all columns
	unknown []string
}

// leaveOutEmpty finds the columns that may be missing and have no number.
func (l *logReader) leaveOutEmpty(rows [][]float64) {
	l.empty = make([]bool, len(l.columns))
	for k, p := range l.columns {
		l.empty[k] = !p.needed && !slices.ContainsFunc(rows, func(row []float64) bool { return !math.IsNaN(row[k]) })
	}
}

// lacks reports whether a number is missing in a row.
func (l *logReader) lacks(row []float64) bool {
	for k, x := range row {
		if math.IsNaN(x) && !l.empty[k] {
			return true
		}
	}
	return false
}

// numbers returns the position, the velocity, the acceleration and the effort of a row.
func (l *logReader) numbers(m *tree.Model, row []float64, format LogFormat) (numbers [4][]float64) {
	numbers[tree.Position], numbers[tree.Effort] = m.Neutral(), make([]float64, m.NV())
	if format.Closed {
		for _, j := range m.Joints() {
			copy(numbers[tree.Position][j.Q:j.Q+j.NQ], notKnown(j.NQ))
		}
	}
	numbers[tree.Velocity], numbers[tree.Acceleration] = notKnown(m.NV()), notKnown(m.NV())
	for k, p := range l.columns {
		switch {
		case p.what == tree.Effort && !l.empty[k]:
			numbers[p.what][p.index] += float64(p.factor * row[k])
		case p.what != tree.Effort:
			numbers[p.what][p.index] = float64(p.factor * row[k])
		}
	}
	return numbers
}

// use notes what a column means, and reports whether it is read.
func (l *logReader) use(field string) (bool, error) {
	name := strings.TrimSpace(field)
	if _, exact := l.places[field]; exact {
		name = field
	}
	p, used := l.places[name]
	again := slices.Contains(l.seen, name)
	l.seen = append(l.seen, name)
	switch _, logged := l.logged[name]; {
	case used && again:
		return false, fmt.Errorf("a second column %s; keep one", name)
	case used:
		l.columns = append(l.columns, p)
	case !logged && !tree.IsOtherLogColumn(name):
		l.unknown = append(l.unknown, name)
	}
	return used, nil
}

// missing reports the positions and efforts that have no column, in the order of the joints.
func (l *logReader) missing(file string) error {
	var lacking []string
	for name, p := range l.places {
		if p.needed && !slices.Contains(l.seen, name) {
			lacking = append(lacking, name)
		}
	}
	if lacking == nil {
		return nil
	}
	slices.Sort(lacking)
	hint := l.renames(lacking)
	if hint == "" && len(lacking) == 1 {
		hint = suggest.Hint(lacking[0], l.unknown)
	}
	return &table.Error{File: file, Line: 1, Column: 1,
		Err: fmt.Errorf("there are no columns %s%s; expected the position and the effort of each joint",
			suggest.List(lacking), hint)}
}

// otherWords are what other programs call the quantities of a joint.
var otherWords = map[string][]string{
	"position": {"pos", "q", "angle", "actual_position", "joint_position"},
	"effort": {"torque", "tau", "eff", "force", "actual_effort", "joint_effort", "measured_effort",
		"measured_torque"},
}

// renames says which columns seem to be those that lack: "; rename a/torque to a/effort", three of them.
func (l *logReader) renames(lacking []string) string {
	var found []string
	for _, name := range lacking {
		at := strings.LastIndexByte(name, '/')
		for _, given := range l.unknown {
			joint, word := given, ""
			if i := strings.LastIndexAny(given, "/._ "); i > 0 {
				joint, word = given[:i], strings.ToLower(given[i+1:])
			}
			if joint == name[:at] && (word == name[at+1:] || slices.Contains(otherWords[name[at+1:]], word)) {
				found = append(found, "rename "+given+" to "+name)
				break
			}
		}
	}
	switch {
	case found == nil:
		return ""
	case len(found) > 3:
		found = append(found[:3], "and so on")
	}
	return " (" + strings.Join(found, ", ") + ")"
}

// notKnown returns n numbers that are not known.
func notKnown(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}
