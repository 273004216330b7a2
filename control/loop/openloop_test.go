package loop_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"kinetree/control/loop"
	"kinetree/internal/table"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/urdf"
)

func TestConstant(t *testing.T) {
	law := loop.NewOpenLoop([]float64{1, 2}, nil)
	if end, _ := law.BeginSegment(3, nil, nil); !math.IsInf(end, 1) {
		t.Errorf("the segment ends at %v", end)
	}
	tau := []float64{9, 9}
	if err := law.Effort(tau, 5, nil, nil); err != nil || !slices.Equal(tau, []float64{1, 2}) {
		t.Errorf("efforts %v, %v", tau, err)
	}
}

// TestSegments walks through a table as a simulation does: a segment at a time, asked at its start, middle and end.
func TestSegments(t *testing.T) {
	for _, linear := range []bool{false, true} {
		table := &loop.EffortTable{Times: []float64{1, 2, 4}, Columns: []int{1}, Rows: [][]float64{{10}, {20}, {0}},
			Linear: linear}
		law := loop.NewOpenLoop([]float64{5, 5}, table)
		at := func(time float64) float64 {
			tau := make([]float64, 2)
			if err := law.Effort(tau, time, nil, nil); err != nil || tau[0] != 5 {
				t.Errorf("efforts %v, %v", tau, err)
			}
			return tau[1]
		}
		inf := math.Inf(1)
		for _, c := range []struct{ from, end, begin, middle, last float64 }{
			{0, 1, 5, 5, 5}, // before the table
			{1, 2, 10, 15, 20},
			{1.5, 2, 15, 17.5, 20},
			{2 - 1e-14, 4, 20, 10, 0}, // rounding before a row
			{4, inf, 0, 0, 0},
			{7, inf, 0, 0, 0},
		} {
			if end, _ := law.BeginSegment(c.from, nil, nil); end != c.end {
				t.Errorf("the segment from %v ends at %v, want %v", c.from, end, c.end)
			}
			end := min(c.end, 10)
			want := []float64{c.begin, c.middle, c.last}
			if !linear && c.from >= 1 {
				held := map[float64]float64{1: 10, 1.5: 10, 2 - 1e-14: 20}[c.from]
				want = []float64{held, held, held}
			}
			got := []float64{at(c.from), at((c.from + end) / 2), at(end)}
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-12 {
					t.Errorf("linear %v, from %v: efforts %v, want %v", linear, c.from, got, want)
					break
				}
			}
		}
	}
}

func TestReadEffortTable(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	table, err := loop.ReadEffortTable(strings.NewReader("\ufefftime, slide "+
		",lift/effort,lift/position,energy/total\r\n0,1,-2,0,0\r\n 0.5 ,3e1,4,0,0\r\n"), "e.csv", m)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.Times, []float64{0, 0.5}) || !slices.Equal(table.Columns, []int{1, 0}) ||
		fmt.Sprint(table.Rows) != "[[1 -2] [30 4]]" ||
		!slices.Equal(table.Unused, []string{"lift/position", "energy/total"}) {
		t.Errorf("got %+v", table)
	}
}

func TestBadTables(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "e.csv: error: the file is empty"},
		{"no rows", "time,lift\n", "e.csv: error: there is a header but no row"},
		{"no time", "lift\n1\n", "e.csv:1:1: error: there is no column time"},
		{"semicolons", "time;lift\n0;1\n", "separate the columns by commas"},
		{"two times", "time,time\n", "e.csv:1:6: error: a second column time"},
		{"unknown joint", "time,lifft\n0,1\n",
			`e.csv:1:6: error: the column "lifft" is no joint of cartesian (did you mean "lift"?)`},
		{"unknown effort", "time,lifft/effort\n0,1\n", `(did you mean "lift"?)`},
		{"joint twice", "time,lift,lift/effort\n0,1,2\n", `e.csv:1:11: error: a second column for joint "lift"`},
		{"no number", "time,lift\n0,1\n1,1x\n", `e.csv:3:3: error: "1x" is not a number`},
		{"nan", "time,lift\n0,nan\n", `e.csv:2:3: error: "nan" is not a number`},
		{"overflow", "time,lift\n0,1e999\n", `e.csv:2:3: error: "1e999" is not a number`},
		{"empty field", "time,lift\n0,\n", `e.csv:2:3: error: "" is not a number`},
		{"short row", "time,lift\n0,1\n1\n", "e.csv:3:1: error: the row has 1 fields; expected 2"},
		{"long row", "time,lift\n0,1,2\n", "e.csv:2:1: error: the row has 3 fields; expected 2"},
		{"inf", "time,lift\n0,inf\n", `e.csv:2:3: error: "inf" is not a number`},
		{"log of another robot", "time,lift,arm/position\n",
			`e.csv:1:11: error: the column "arm/position" is no joint`},
		{"time stands", "time,lift\n0,1\n0,2\n", "e.csv:3:1: error: the time 0 does not rise"},
		{"quote", "time,lift\n0,\"1\n", "e.csv:2:6: error: extraneous or missing \" in quoted-field"},
		{"all faults", "time,lift\nx,1\n1,y\n2,3\n1,4\n",
			"e.csv:2:1: error: \"x\" is not a number; expected a finite decimal number\ne.csv:3:3: error: \"y\" is " +
				"not a number; expected a finite decimal number\ne.csv:5:1: error: the time 1 does not rise: the row " +
				"before has 2"},
	} {
		_, err := loop.ReadEffortTable(strings.NewReader(c.text), "e.csv", m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	for _, many := range []string{"time,lift\n" + strings.Repeat("x,1\n", 500), "time" + strings.Repeat(",x", 500)} {
		_, err := loop.ReadEffortTable(strings.NewReader(many), "e.csv", m)
		if lines := 1 + strings.Count(err.Error(), "\n"); lines != 100 {
			t.Errorf("500 faults give %d lines", lines)
		}
	}
	_, err := loop.ReadEffortTable(strings.NewReader("time,lift\n0,x"), "e.csv", m)
	var fault *table.Error
	if !errors.As(err, &fault) || fault.Line != 2 || fault.Column != 3 || fault.File != "e.csv" {
		t.Errorf("errors.As finds %+v", fault)
	}
	broken := errors.New("broken pipe")
	if _, err := loop.ReadEffortTable(io.MultiReader(strings.NewReader("time,lift\n0,1\n"), iotest.ErrReader(broken)),
		"e.csv", m); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: %v", err)
	}
	t.Run("an endless row", func(t *testing.T) {
		if _, err := loop.ReadEffortTable(endless('1'), "e.csv", m); err == nil || !strings.Contains(err.Error(),
			"a row has more than 4194304 bytes") {
			t.Error(err)
		}
	})
}

// endless is a file of one letter, over and over.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

// TestOddNames checks joints whose names look like something else.
func TestOddNames(t *testing.T) {
	var links []urdf.Link
	var joints []urdf.Joint
	for i, name := range []string{"", "x", "x/effort", " blank ", "time"} {
		links = append(links, urdf.Link{Name: fmt.Sprint("link", i)})
		if i > 0 {
			joints = append(joints, urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "link0",
				Child: fmt.Sprint("link", i), Axis: [3]float64{1, 0, 0}})
		}
	}
	m := expect.Model(t, &urdf.Robot{Name: "odd", Links: links, Joints: joints})
	// A log has <joint>/effort; a hand-written file may have the names alone, except for time.
	table, err := loop.ReadEffortTable(strings.NewReader("time,x,x/effort/effort, blank "+
		"/effort,time/effort\n0,1,2,3,4\n"), "e.csv", m)
	if err != nil || fmt.Sprint(table.Columns) != "[0 1 2 3]" {
		t.Errorf("columns %v, %v", table.Columns, err)
	}
	table, err = loop.ReadEffortTable(strings.NewReader("time,x/effort\n0,1\n"), "e.csv", m)
	if err != nil || fmt.Sprint(table.Columns) != "[1]" {
		t.Errorf("columns %v, %v", table.Columns, err)
	}
}

func TestWrongLength(t *testing.T) {
	defer func() {
		if s, ok := recover().(string); !ok || !strings.Contains(s, "1 efforts for an effort vector of length 2") {
			t.Errorf("recovered %q", s)
		}
	}()
	loop.NewOpenLoop([]float64{1}, nil).Effort(make([]float64, 2), 0, nil, nil)
}

// TestLongTimes checks that rows are found in spite of the rounding of large times.
func TestLongTimes(t *testing.T) {
	law := loop.NewOpenLoop([]float64{0}, &loop.EffortTable{Times: []float64{0, 1e6, 2e6}, Columns: []int{0},
		Rows: [][]float64{{1}, {2}, {3}}})
	if end, _ := law.BeginSegment(1e6-1e-7, nil, nil); end != 2e6 {
		t.Errorf("the segment ends at %v", end)
	}
	if end, _ := law.BeginSegment(1e6-1e-4, nil, nil); end != 1e6 {
		t.Errorf("the segment ends at %v", end)
	}
}

// FuzzReadEffortTable looks for files that make the reader panic, or that it accepts without being a table.
func FuzzReadEffortTable(f *testing.F) {
	m := golden.Embedded(f, "cartesian")
	f.Add("time,lift,slide/effort\n0,1,2\n0.5,3,4\n")
	f.Add("\ufefftime,\"lift\"\r\n 0 ,1e3\r\n")
	f.Add("time;lift\n0;1\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := loop.ReadEffortTable(strings.NewReader(text), "", m)
		if err != nil {
			return
		}
		if len(table.Times) == 0 || len(table.Rows) != len(table.Times) || !slices.IsSorted(table.Times) {
			t.Errorf("accepted %+v", table)
		}
		law := loop.NewOpenLoop(make([]float64, 2), table)
		law.BeginSegment(table.Times[0], nil, nil)
		if err := law.Effort(make([]float64, 2), table.Times[0], nil, nil); err != nil {
			t.Error(err)
		}
	})
}

func TestOpenLoopDoesNotAllocate(t *testing.T) {
	table := &loop.EffortTable{Times: []float64{0, 1}, Columns: []int{0}, Rows: [][]float64{{1}, {2}}, Linear: true}
	law := loop.NewOpenLoop([]float64{0}, table)
	tau := make([]float64, 1)
	if n := testing.AllocsPerRun(100, func() {
		law.BeginSegment(0.5, nil, nil)
		law.Effort(tau, 0.5, nil, nil)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
