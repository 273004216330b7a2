package controllers

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/spreadsheet"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// MotionTable is a motion or a path of joints as programs of ROS write it to CSV.
type MotionTable struct {
	Joints                             []string
	Times                              []float64   // from the start (s); nil of a path
	Position, Velocity, Acceleration   [][]float64 // rows, with a number for each joint; nil where there are none
	Notes                              []string    // what is left out
	name                               string
	unused                             []string
	empty, repeated                    int
	faults                             strict.Faults
	stamped                            bool // times are those of a clock
	names, positions, speeds, changing []int
	clock                              clock
}

// clock is where the time of a row stands.
type clock struct {
	column, seconds, nanoseconds int // −1 for none
	unit                         float64
}

// isTable reports whether a file is CSV: by its ending, or because its first line has commas and no colon.
func isTable(text []byte, name string) bool {
	if ending := strings.ToLower(filepath.Ext(name)); ending != "" {
		return ending == ".csv"
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	return bytes.Contains(line, []byte(",")) && !bytes.ContainsAny(line, ":{[")
}

// ReadMotionTable reads CSV in the forms that are in use:
//
//   - a header with the names of joints, whose positions the rows have, as MoveIt writes robot states: a path;
//   - a header with columns JOINT/position, JOINT/velocity and JOINT/acceleration, or with dots, and a time: time, t,
//     time_from_start (s), __time (s), %time (ns), or sec and nanosec; behind the name of a topic, as PlotJuggler has
//     it, or as a log of a simulation;
//   - messages JointState as rostopic echo -p writes them, and as ros2 topic echo --csv does, without a header;
//   - a message JointTrajectory as rostopic echo -p writes it.
//
// Times of a clock begin with 0. Rows with an empty field, and those with the time of the row before, are left out, and
// efforts, which a bag has measured. The error is strict.Faults.
func ReadMotionTable(text []byte, name string) (*MotionTable, error) {
	t := &MotionTable{name: name, clock: clock{-1, -1, -1, 1}}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	header, err := in.Read()
	switch {
	case errors.Is(err, io.EOF):
		t.fault(1, 1, "the file is empty; expected a header and rows")
	case err != nil:
		t.syntax(err)
	case number(header[0]):
		t.bare(in, header)
	case slices.ContainsFunc(header, func(s string) bool { return strings.HasPrefix(s, "field.points0.") }):
		t.message(in, header)
	default:
		t.header(header)
		t.rows(in, len(header))
	}
	if len(t.faults) == 0 && len(t.Position) == 0 {
		t.fault(1, 1, "there is no row of numbers; expected one at least")
	}
	if len(t.faults) > 0 {
		return nil, t.faults
	}
	t.finish()
	return t, nil
}

const mostFaults = 100

func (t *MotionTable) fault(line, column int, format string, args ...any) {
	if len(t.faults) < mostFaults {
		at := &strict.Node{File: t.name, Pos: strict.Position{Line: line, Column: column}}
		t.faults = append(t.faults, at.Fault(format, args...))
	}
}

func (t *MotionTable) syntax(err error) {
	var e *csv.ParseError
	if errors.As(err, &e) {
		t.fault(e.Line, e.Column, "%v", e.Err)
		return
	}
	t.fault(1, 1, "%v", err)
}

func number(s string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return err == nil
}

// next returns a record and its line, and whether there is one.
func (t *MotionTable) next(in *csv.Reader) (record []string, line int, ok bool) {
	record, err := in.Read()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			t.syntax(err)
		}
		return nil, 0, false
	}
	line, _ = in.FieldPos(0)
	return record, line, len(t.faults) < mostFaults
}

// quantities are the words for them.
var quantities = map[string]tree.Quantity{"position": tree.Position, "positions": tree.Position, "pos": tree.Position,
	"velocity": tree.Velocity, "velocities": tree.Velocity, "vel": tree.Velocity, "acceleration": tree.Acceleration,
	"accelerations": tree.Acceleration, "acc": tree.Acceleration, "effort": tree.Effort, "torque": tree.Effort}

// quantity splits a column's name into that of a joint and a quantity.
func quantity(field string) (joint string, q tree.Quantity, ok bool) {
	if tree.IsOtherLogColumn(field) {
		return "", 0, false
	}
	at := strings.LastIndexAny(field, "/. ")
	if at <= 0 {
		return "", 0, false
	}
	q, ok = quantities[strings.ToLower(field[at+1:])]
	joint = field[:at]
	if strings.HasPrefix(joint, "/") { // behind that of a topic
		joint = joint[strings.LastIndexByte(joint, '/')+1:]
	}
	return joint, q, ok && joint != ""
}

// indexed returns the number behind the name of an array of a message.
func indexed(field, array string) (int, bool) {
	text, ok := strings.CutPrefix(field, "field."+array)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(text)
	return i, err == nil && i >= 0 && i < 1e4
}

// put sets entry i of a list that grows, filled with −1.
func put(list *[]int, i, value int) {
	for len(*list) <= i {
		*list = append(*list, -1)
	}
	(*list)[i] = value
}

// time notes a column of the time, and reports whether the field is one.
func (t *MotionTable) time(field string, at int) bool {
	text := strings.ToLower(strings.TrimSpace(field))
	switch text {
	case "time", "t", "time_from_start", "timestamp", "time [s]", "time (s)", "#time", "# time":
		t.clock.column, t.clock.unit = at, 1
	case "__time":
		t.clock.column, t.clock.unit, t.stamped = at, 1, true
	case "%time":
		t.clock.column, t.clock.unit, t.stamped = at, 1e-9, true
	case "field.header.stamp":
		if t.clock.column < 0 {
			t.clock.column, t.clock.unit, t.stamped = at, 1e-9, true
		}
	default:
		switch text[strings.LastIndexAny(text, "/.")+1:] {
		case "sec", "secs":
			t.clock.seconds = at
		case "nanosec", "nsec", "nsecs", "nanosecs":
			t.clock.nanoseconds = at
		default:
			return false
		}
	}
	return true
}

// header finds the columns.
func (t *MotionTable) header(fields []string) {
	lists := map[tree.Quantity]*[]int{tree.Position: &t.positions, tree.Velocity: &t.speeds,
		tree.Acceleration: &t.changing}
	words := slices.ContainsFunc(fields, func(s string) bool {
		_, _, ok := quantity(s)
		_, message := indexed(s, "position")
		return ok || message
	})
	for i, field := range fields {
		field = strings.TrimSpace(spreadsheet.Read(field))
		if t.time(field, i) || field == "" && i == len(fields)-1 { // lines that end with a comma
			continue
		}
		taken := false
		for _, of := range []struct {
			array string
			list  *[]int
		}{{"name", &t.names}, {"position", &t.positions}, {"velocity", &t.speeds}} {
			if k, ok := indexed(field, of.array); ok {
				put(of.list, k, i)
				taken = true
			}
		}
		joint, q, ok := quantity(field)
		switch {
		case taken:
		case ok && q != tree.Effort && !strings.HasPrefix(field, "field."):
			k := slices.Index(t.Joints, joint)
			if k < 0 {
				k = len(t.Joints)
				t.Joints = append(t.Joints, joint)
			}
			if list := lists[q]; k < len(*list) && (*list)[k] >= 0 {
				t.fault(1, 1, "there is a second column of the %s of joint %q; keep one", q, joint)
			} else {
				put(list, k, i)
			}
		case !words:
			put(&t.positions, len(t.Joints), i)
			t.Joints = append(t.Joints, field)
		default:
			t.unused = append(t.unused, field)
		}
	}
	for k, joint := range t.Joints {
		if slices.Contains(t.Joints[:k], joint) {
			t.fault(1, 1, "there is a second column of joint %q; keep one", joint)
		}
	}
	t.complete(fields)
}

// complete checks that there are columns for each joint.
func (t *MotionTable) complete(fields []string) {
	n := len(t.Joints)
	if t.names != nil {
		n = len(t.names)
	}
	if n == 0 {
		t.fault(1, 1, "no column is the position of a joint: %s; expected columns named by joint, or "+
			"JOINT/position, or "+
			"field.name0 and field.position0", suggest.List(fields))
		return
	}
	for _, l := range []struct {
		what   string
		list   []int
		needed bool
	}{{"position", t.positions, true}, {"velocity", t.speeds, false}, {"acceleration", t.changing, false}} {
		for k := range n {
			if has := k < len(l.list) && l.list[k] >= 0; !has && (l.needed || l.list != nil) {
				name := fmt.Sprint(k)
				if k < len(t.Joints) {
					name = t.Joints[k]
				}
				t.fault(1, 1, "there is no column of the %s of joint %q; expected one for each joint, or none", l.what,
					name)
			}
		}
	}
}

// rows reads those behind a header.
func (t *MotionTable) rows(in *csv.Reader, width int) {
	if len(t.faults) > 0 {
		return
	}
	timed := t.clock.column >= 0 || t.clock.seconds >= 0
	for {
		record, line, ok := t.next(in)
		if !ok {
			return
		}
		if len(record) != width {
			t.fault(line, 1, "the row has %d fields; expected %d as in the header", len(record), width)
			continue
		}
		order := []int(nil)
		if t.names != nil {
			if order, ok = t.order(record, line); !ok {
				continue
			}
		}
		time := 0.0
		if timed {
			time, ok = t.timeOf(record, line)
		}
		if !ok {
			continue
		}
		q, full := t.pick(record, line, t.positions, order)
		v, full2 := t.pick(record, line, t.speeds, order)
		a, full3 := t.pick(record, line, t.changing, order)
		if !full || !full2 || !full3 {
			t.empty++
			continue
		}
		t.add(line, timed, time, q, v, a)
	}
}

// order returns the columns of a message that the joints of the first one have in this one.
func (t *MotionTable) order(record []string, line int) ([]int, bool) {
	order := make([]int, 0, len(t.names))
	first := t.Joints == nil
	if first {
		for _, i := range t.names {
			t.Joints = append(t.Joints, record[i])
		}
	}
	for _, joint := range t.Joints {
		k := slices.IndexFunc(t.names, func(i int) bool { return record[i] == joint })
		if k < 0 {
			t.fault(line, 1, "the message has no joint %q, which the first one has; expected the messages of one robot",
				joint)
			return nil, false
		}
		order = append(order, k)
	}
	return order, true
}

// timeOf returns the time of a row.
func (t *MotionTable) timeOf(record []string, line int) (time float64, ok bool) {
	c := &t.clock
	if c.column >= 0 {
		x, ok := t.number(record, line, c.column)
		return float64(x * c.unit), ok
	}
	if time, ok = t.number(record, line, c.seconds); ok && c.nanoseconds >= 0 {
		var nano float64
		nano, ok = t.number(record, line, c.nanoseconds)
		time += nano / 1e9
	}
	return time, ok
}

// number reads a finite number.
func (t *MotionTable) number(record []string, line, i int) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(record[i]), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		t.fault(line, 1, "field %d is %q; expected a finite number", i+1, record[i])
		return 0, false
	}
	return x, true
}

// pick returns the numbers of columns, and whether none is empty.
func (t *MotionTable) pick(record []string, line int, columns, order []int) (list []float64, full bool) {
	for k := range columns {
		i := columns[k]
		if order != nil {
			i = columns[order[k]]
		}
		if text := strings.TrimSpace(record[i]); text == "" || strings.EqualFold(text, "nan") {
			return nil, false
		}
		x, _ := t.number(record, line, i)
		list = append(list, x)
	}
	return list, true
}

// add adds a row.
func (t *MotionTable) add(line int, timed bool, time float64, q, v, a []float64) {
	if timed {
		if n := len(t.Times); n > 0 && time == t.Times[n-1] {
			t.repeated++
			return
		} else if n > 0 && time < t.Times[n-1] {
			t.fault(line, 1, "the time %v is before that of the row before, %v; expected rising times", time,
				t.Times[n-1])
		}
		t.Times = append(t.Times, time)
	}
	t.Position = append(t.Position, q)
	if v != nil {
		t.Velocity = append(t.Velocity, v)
	}
	if a != nil {
		t.Acceleration = append(t.Acceleration, a)
	}
}

// bare reads messages JointState without a header: seconds, nanoseconds, the name of a frame, those of the joints,
// their positions and, if there are any, velocities and efforts.
func (t *MotionTable) bare(in *csv.Reader, record []string) {
	t.stamped = true
	ok, line := true, 1
	for ; ok; record, line, ok = t.next(in) {
		from := min(3, len(record))
		to := from
		for to < len(record) && !number(record[to]) {
			to++
		}
		n := to - from
		if rest := len(record) - to; n == 0 || rest < n || rest%n != 0 {
			t.fault(line, 1, "the row is neither one below a header nor a message JointState, with seconds, "+
				"nanoseconds, a "+
				"frame, names of joints and as many positions: it has %d names and %d numbers behind them", n, rest)
			continue
		}
		t.clock = clock{-1, 0, 1, 1}
		t.names, t.positions, t.speeds = nil, nil, nil
		for k := range n {
			put(&t.names, k, from+k)
			put(&t.positions, k, to+k)
			if len(record)-to > n {
				put(&t.speeds, k, to+n+k)
			}
		}
		order, fits := t.order(record, line)
		time, valid := t.timeOf(record, line)
		if !fits || !valid {
			continue
		}
		q, full := t.pick(record, line, t.positions, order)
		v, full2 := t.pick(record, line, t.speeds, order)
		if !full || !full2 {
			t.empty++
			continue
		}
		t.add(line, true, time, q, v, nil)
	}
	if n := len(t.Velocity); n > 0 && n < len(t.Position) {
		t.fault(1, 1, "%d of %d messages have velocities; expected all or none", n, len(t.Position))
	}
}

// message reads the first message JointTrajectory.
func (t *MotionTable) message(in *csv.Reader, header []string) {
	record, line, ok := t.next(in)
	if !ok || len(record) != len(header) {
		t.fault(2, 1, "there are %d fields; expected a message with %d, as the header has", len(record), len(header))
		return
	}
	if _, _, more := t.next(in); more {
		t.Notes = append(t.Notes, "the first message is taken, and there are more")
	}
	for i, field := range header {
		if _, ok := indexed(field, "joint_names"); ok {
			t.Joints = append(t.Joints, record[i])
		}
	}
	for p := 0; ; p++ {
		prefix := fmt.Sprintf("field.points%d.", p)
		var q, v, a []float64
		time, found := 0.0, false
		for i, field := range header {
			name, of := strings.CutPrefix(field, prefix)
			if !of {
				continue
			}
			found = true
			word := strings.TrimRight(name, "0123456789")
			list := map[string]*[]float64{"positions": &q, "velocities": &v, "accelerations": &a}[word]
			if x, ok := 0.0, false; list != nil || name == "time_from_start" {
				if x, ok = t.number(record, line, i); ok && list != nil {
					*list = append(*list, x)
				} else if ok {
					time = x / 1e9
				}
			}
		}
		if !found {
			return
		}
		if len(q) != len(t.Joints) {
			t.fault(line, 1, "point %d has %d positions, and there are %d joints; expected as many", p, len(q),
				len(t.Joints))
		}
		t.add(line, true, time, q, v, a)
	}
}

// finish moves the times of a clock to 0 and notes what is left out.
func (t *MotionTable) finish() {
	if n := len(t.Times); n > 0 && (t.stamped || t.Times[0] > 1e8) {
		for i, first := 0, t.Times[0]; i < n; i++ {
			t.Times[i] -= first
		}
	}
	note := func(format string, args ...any) { t.Notes = append(t.Notes, t.name+": "+fmt.Sprintf(format, args...)) }
	if t.unused != nil {
		note("the columns %s are not used", suggest.List(t.unused))
	}
	if t.empty > 0 {
		note("%d rows with an empty field are left out", t.empty)
	}
	if t.repeated > 0 {
		note("%d rows with the time of the row before are left out", t.repeated)
	}
}

// trajectory returns the table as a message. The error says that it has no times.
func (t *MotionTable) trajectory() (*JointTrajectory, error) {
	root := &strict.Node{File: t.name, Pos: strict.Position{Line: 1, Column: 1}}
	if t.Times == nil {
		return nil, strict.Faults{root.Fault("there is no column of the time, such as time, time_from_start or " +
			"%%time: " +
			"this is a path; expected a time for each row, which simulate time finds")}
	}
	m := &JointTrajectory{Joints: t.Joints, name: t.name, root: root, Notes: t.Notes}
	for i, time := range t.Times {
		p := TrajectoryPoint{Positions: t.Position[i], Time: FromStart(time)}
		if t.Velocity != nil {
			p.Velocities = t.Velocity[i]
		}
		if t.Acceleration != nil {
			p.Accelerations = t.Acceleration[i]
		}
		m.Points = append(m.Points, p)
	}
	return m, m.check().Err()
}

// ReadPath reads where joints are to go, one position after the other: a table (see ReadMotionTable) or a message
// JointTrajectory, whose times do not count. The error is strict.Faults.
func ReadPath(text []byte, name string) (*MotionTable, error) {
	if isTable(text, name) {
		return ReadMotionTable(text, name)
	}
	m, err := ReadTrajectory(text, name)
	if err != nil {
		return nil, err
	}
	t := &MotionTable{Joints: m.Joints, name: name}
	var faults strict.Faults
	for i := range m.Points {
		if len(m.Points[i].Positions) == 0 {
			faults = append(faults, m.root.Fault("point %d has no positions; expected them of each point of a path", i))
		}
		t.Position = append(t.Position, m.Points[i].Positions)
	}
	return t, faults.Err()
}
