package batch

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/decimal"
	"kinetree/internal/spreadsheet"
)

// Status is how a run ended.
type Status string

// How runs end.
const (
	OK       Status = "ok"
	Diverged Status = "diverged"  // the state became infinite
	Drifted  Status = "drifted"   // the integration has added or lost too much energy
	TimedOut Status = "timed out" // it took more than it may
	Stopped  Status = "stopped"   // a condition of the scenario ended it
	Error    Status = "error"     // it could not be run
)

// failed reports whether the run has no results to count on.
func (s Status) failed() bool { return s == Diverged || s == Drifted || s == TimedOut || s == Error }

// maxReason is the length of the longest reason in a table, in bytes.
const maxReason = 1000

// Run is one run: the worker reads Index, and sets the others and one cell for each axis and then for each metric.
// Cells that it does not set are empty.
type Run struct {
	Index      int
	Seed       int64
	Status     Status // OK before the worker begins
	Reason     string // why the status is not OK
	Trajectory *TrajectoryWriter

	place    int  // in the schedule
	again    bool // it had begun in a side that panicked
	panicked bool

	cells  []byte // ",cell,cell"
	n      int    // number of cells
	most   int
	best   int // number of the cell whose value is told, or −1
	value  float64
	row    []byte
	policy *Trajectories
	file   TrajectoryWriter
}

func newRun(c *Config) *Run {
	return &Run{most: len(c.Axes) + len(c.Metrics), best: c.bestColumn(), policy: &c.Trajectories,
		file: TrajectoryWriter{dir: c.Dir}}
}

func (r *Run) reset(index int) {
	r.Index, r.Seed, r.Status, r.Reason, r.Trajectory = index, 0, OK, "", nil
	r.cells, r.n, r.value, r.again, r.panicked = r.cells[:0], 0, math.NaN(), false, false
	r.file.reset(index)
	if r.policy.may(index) {
		r.Trajectory = &r.file
	}
}

// cut begins the reason of a run that ended by wall time, whose row is another one each time. See [Merge].
const cut = "cut by wall time: "

// Cut makes the run one that ended because it took longer than it may on the clock.
func (r *Run) Cut(reason string) { r.Status, r.Reason = TimedOut, cut+reason }

// fail makes the run one with an error.
func (r *Run) fail(reason string) { r.Status, r.Reason = Error, reason }

// Number sets the next cell to a number: with the fewest digits that read back, empty if it is not a number, inf or
// -inf if it is infinite.
func (r *Run) Number(x float64) {
	r.next()
	switch {
	case math.IsNaN(x):
	case math.IsInf(x, 1):
		r.cells = append(r.cells, "inf"...)
	case math.IsInf(x, -1):
		r.cells = append(r.cells, "-inf"...)
	default:
		r.cells = decimal.Append(r.cells, x)
	}
	if r.n-1 == r.best {
		r.value = x
	}
}

// Text sets the next cell to a text. Line breaks become blanks.
func (r *Run) Text(s string) {
	r.next()
	r.cells = appendText(r.cells, s)
}

func (r *Run) next() {
	if r.n == r.most {
		panic(fmt.Sprintf("batch: run %d has more cells than the %d columns for axes and metrics", r.Index, r.most))
	}
	r.n++
	r.cells = append(r.cells, ',')
}

// appendRecord appends the record of the run for the journal.
func (r *Run) appendRecord(dst []byte, hash string) []byte {
	b := r.row[:0]
	b = append(strconv.AppendInt(b, int64(r.Index), 10), ',')
	b = append(strconv.AppendInt(b, r.Seed, 10), ',')
	b = append(append(b, r.Status...), ',')
	b = appendText(b, shorten(r.Reason))
	b = append(b, r.cells...)
	for i := r.n; i < r.most; i++ {
		b = append(b, ',')
	}
	r.row = append(b, '\n')
	return record{hash: hash, row: r.row}.line(dst)
}

// shorten cuts a reason that is too long.
func shorten(s string) string {
	if len(s) <= maxReason {
		return s
	}
	return strings.ToValidUTF8(s[:maxReason], "") + " ..."
}

// appendText adds a field of a table, in quotes where CSV needs them (RFC 4180), on one line, and so that no
// spreadsheet takes it for a formula.
func appendText(b []byte, s string) []byte {
	s = spreadsheet.Text(s)
	if strings.ContainsAny(s, "\r\n\x00") {
		s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\r' || r == '\n' || r == 0 }), " ")
	}
	if !strings.ContainsAny(s, `,"`) && s == strings.TrimSpace(s) {
		return append(b, s...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}
