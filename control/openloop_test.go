package control_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/internal/golden"
)

func TestConstant(t *testing.T) {
	law := control.NewOpenLoop([]float64{1, 2}, nil)
	if end := law.Segment(3); !math.IsInf(end, 1) {
		t.Errorf("the segment ends at %v", end)
	}
	tau := []float64{9, 9}
	if err := law.Control(tau, 5, nil, nil); err != nil || !slices.Equal(tau, []float64{1, 2}) {
		t.Errorf("efforts %v, %v", tau, err)
	}
}

// TestSegments walks through a table as a simulation does: a segment at a time, asked at its begin, middle and end.
func TestSegments(t *testing.T) {
	for _, linear := range []bool{false, true} {
		table := &control.Table{Times: []float64{1, 2, 4}, Columns: []int{1}, Rows: [][]float64{{10}, {20}, {0}}, Linear: linear}
		law := control.NewOpenLoop([]float64{5, 5}, table)
		at := func(time float64) float64 {
			tau := make([]float64, 2)
			if err := law.Control(tau, time, nil, nil); err != nil || tau[0] != 5 {
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
			if end := law.Segment(c.from); end != c.end {
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

func TestReadTable(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	table, err := control.ReadTable(strings.NewReader("\ufefftime, slide ,lift/effort,lift/position,energy/total\r\n0,1,-2,0,0\r\n 0.5 ,3e1,4,0,0\r\n"), "e.csv", m)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.Times, []float64{0, 0.5}) || !slices.Equal(table.Columns, []int{1, 0}) || fmt.Sprint(table.Rows) != "[[1 -2] [30 4]]" ||
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
		{"unknown joint", "time,lifft\n0,1\n", `e.csv:1:6: error: the column "lifft" is no joint of cartesian (did you mean "lift"?)`},
		{"unknown effort", "time,lifft/effort\n0,1\n", `(did you mean "lift"?)`},
		{"joint twice", "time,lift,lift/effort\n0,1,2\n", `e.csv:1:11: error: a second column for joint "lift"`},
		{"no number", "time,lift\n0,1\n1,1x\n", `e.csv:3:3: error: "1x" is not a number`},
		{"nan", "time,lift\n0,nan\n", `e.csv:2:3: error: "nan" is not a number`},
		{"overflow", "time,lift\n0,1e999\n", `e.csv:2:3: error: "1e999" is not a number`},
		{"empty field", "time,lift\n0,\n", `e.csv:2:3: error: "" is not a number`},
		{"short row", "time,lift\n0,1\n1\n", "e.csv:3:1: error: the row has 1 fields; expected 2"},
		{"time stands", "time,lift\n0,1\n0,2\n", "e.csv:3:1: error: the time 0 does not rise"},
		{"quote", "time,lift\n0,\"1\n", "e.csv:2:6: error: extraneous or missing \" in quoted-field"},
		{"all faults", "time,lift\nx,1\n1,y\n2,3\n1,4\n", "e.csv:2:1: error: \"x\" is not a number; expected a finite decimal number\ne.csv:3:3: error: \"y\" is not a number; expected a finite decimal number\ne.csv:5:1: error: the time 1 does not rise: the row before has 2"},
	} {
		_, err := control.ReadTable(strings.NewReader(c.text), "e.csv", m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	_, err := control.ReadTable(strings.NewReader("time,lift\n"+strings.Repeat("x,1\n", 500)), "e.csv", m)
	if lines := strings.Count(err.Error(), "\n"); lines > 200 {
		t.Errorf("500 faults give %d lines", lines)
	}
}

func TestDoesNotAllocate(t *testing.T) {
	table := &control.Table{Times: []float64{0, 1}, Columns: []int{0}, Rows: [][]float64{{1}, {2}}, Linear: true}
	law := control.NewOpenLoop([]float64{0}, table)
	tau := make([]float64, 1)
	if n := testing.AllocsPerRun(100, func() {
		law.Segment(0.5)
		law.Control(tau, 0.5, nil, nil)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
