package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"kinetree/sim"
	"kinetree/sim/record"

	"pgregory.net/rapid"
)

// rows reads a whole log.
func rows(text string) (r *record.Reader, all [][]float64, err error) {
	r, err = record.NewReader(strings.NewReader(text), "run.csv")
	if err != nil {
		return nil, nil, err
	}
	for {
		row := make([]float64, len(r.Columns()))
		if err := r.Read(row); errors.Is(err, io.EOF) {
			return r, all, nil
		} else if err != nil {
			return r, all, err
		}
		all = append(all, row)
	}
}

// TestReadBack checks that what a sink writes is read back to the last bit, whatever the names and numbers.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z/, "\n\[\]äöü]{1,12}`), 0, 6,
			rapid.ID[string]).Draw(t, "names")
		for i, n := range names {
			if n == "time" {
				names[i] = "other time"
			}
		}
		columns := append([]string{"time"}, names...)
		number := rapid.OneOf(rapid.Float64(),
			rapid.SampledFrom([]float64{math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e-300, 5e-324}))
		var out bytes.Buffer
		log := record.NewStream(&out)
		if err := log.Begin(columns); err != nil {
			t.Fatal(err)
		}
		var want [][]float64
		for i := range rapid.IntRange(0, 20).Draw(t, "rows") {
			row := []float64{float64(i/2) * 0.1} // some times stand twice, as at an impact
			for range names {
				row = append(row, number.Draw(t, "x"))
			}
			want = append(want, row)
			if err := log.Record(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := log.End(&sim.Summary{Status: sim.Done}); err != nil {
			t.Fatal(err)
		}
		r, got, err := rows(out.String())
		if err != nil {
			t.Fatalf("%v in %q", err, out.String())
		}
		if fmt.Sprintf("%q", r.Columns()) != fmt.Sprintf("%q", columns) || r.Rows() != len(want) || r.Cut() ||
			len(got) != len(want) {
			t.Fatalf("%d rows of %q, cut %v; want %d of %q", r.Rows(), r.Columns(), r.Cut(), len(want), columns)
		}
		for i := range want {
			for k := range want[i] {
				if math.Float64bits(got[i][k]) != math.Float64bits(want[i][k]) {
					t.Fatalf("row %d: %v is read as %v", i, want[i], got[i])
				}
			}
		}
	})
}

func TestReadWhatOthersWrite(t *testing.T) {
	for name, text := range map[string]string{
		"as it is":      "time,x\n0,1\n1,NaN\n",
		"ends of DOS":   "time,x\r\n0,1\r\n1,nan\r\n",
		"byte order":    "\ufefftime,x\n0,1\n1,nan\n",
		"blanks":        "time,x\n 0 , 1\n\n1,\tnan\n\n  \n",
		"quoted names":  "\"time\",\"x\"\n0,1\n1,nan\n",
		"another order": "x,time\n1,0\nnan,1\n",
		"empty lines":   "\n\ntime,x\n0,1\n1,nan\n",
	} {
		r, all, err := rows(text)
		if err != nil || len(all) != 2 || r.Cut() {
			t.Errorf("%s: %v, %v", name, all, err)
			continue
		}
		x := 1 - r.Time()
		if all[0][r.Time()] != 0 || all[0][x] != 1 || all[1][r.Time()] != 1 || !math.IsNaN(all[1][x]) {
			t.Errorf("%s: %v", name, all)
		}
	}
}

// TestReadCut checks logs that end anywhere: whole rows are read, the rest is left out and told.
func TestReadCut(t *testing.T) {
	const text = "time,x\n0,10\n1,20\n2,30\n"
	for n := len("time,x\n"); n <= len(text); n++ {
		r, all, err := rows(text[:n])
		whole := strings.Count(text[:n], "\n") - 1
		if err != nil || len(all) != whole || r.Cut() != (text[n-1] != '\n') || r.Rows() != whole {
			t.Errorf("%q: %v, cut %v, %v", text[:n], all, r.Cut(), err)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for text, want := range map[string][]string{
		"":     {"run.csv:1:1: error: there is nothing; expected the names"},
		"\n\n": {"run.csv:1:1: error: there is nothing"},
		"t,x\n0,1\n": {"run.csv:1:1: error: there is no column time among t, x; expected " +
			"the log of a run"},
		"time,x,x\n": {`run.csv:1:8: error: column "x" stands here again, it is column 2 already`},
		"t,x,x\n":    {`run.csv:1:5: error: column "x"`, "there is no column time"},
		"time,a\"b\n": {"run.csv:1:7: error: the names of the columns",
			"expected a quotation mark"},
		"time,x\n0,1\n1\n": {"run.csv:3:1: error: the row has 1 fields; expected 2"},
		"time,x\n0,1,\n":   {"run.csv:2:1: error: the row has 3 fields"},
		"time,x,y\n0,one,\n": {`run.csv:2:3: error: x: "one"; expected a number`,
			"run.csv:2:7: error: y: nothing; expected a number"},
		"time,x\n0,1e999\n": {`run.csv:2:3: error: x: "1e999"; expected a number`},
		"x,time\n0,nan\n":   {"run.csv:2:3: error: time: NaN; expected a finite number"},
		"time,x\n2,1\n1.5,1\n": {"run.csv:3:1: error: time: 1.5 s after 2 s; expected times that do " +
			"not go back"},
		"\"time\",\"a\nb\"\n0,q\n":              {"run.csv:3:3: error: a\nb: \"q\"; expected a number"},
		"time,x\n0,\xff\n":                      {`run.csv:2:3: error: x: "\xff"; expected a number`},
		"time,x\n0," + strings.Repeat("9a", 99): nil, // does not end
		"time,x\n0," + strings.Repeat("9a", 99) + "\n": {`run.csv:2:3: error: x: "9a9a9a`,
			`9a9a"...; expected a number`},
		strings.Repeat("a", 5<<20):            {"run.csv:1:1: error: the row is longer than 4 MiB"},
		"time\n" + strings.Repeat("1", 5<<20): {"run.csv:2:1: error: the row is longer than 4 MiB"},
		"\"" + strings.Repeat("a\n", 3<<20):   {"error: the row is longer than 4 MiB"},
	} {
		_, _, err := rows(text)
		short := text[:min(len(text), 40)]
		if (err == nil) != (len(want) == 0) {
			t.Errorf("%q: %v, want %q", short, err, want)
			continue
		}
		for _, w := range want {
			var fault *record.LogError
			if got := err.Error(); !strings.Contains(got, w) || !errors.As(err, &fault) || fault.File != "run.csv" {
				t.Errorf("%q: %v, want %q", short, got, w)
			}
		}
	}
}

// TestReadOn checks that one may go on after a bad row.
func TestReadOn(t *testing.T) {
	r, err := record.NewReader(strings.NewReader("time,x\n0,1\n1,one\n2,3\n"), "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 2)
	for i, bad := range []bool{false, true, false} {
		if err := r.Read(row); (err != nil) != bad || r.Line() != i+2 {
			t.Errorf("row %d: %v, line %d", i, err, r.Line())
		}
	}
	if row[0] != 2 || row[1] != 3 || r.Rows() != 2 {
		t.Errorf("%v, %d rows", row, r.Rows())
	}
	defer func() {
		if recover() == nil {
			t.Error("a short row is filled")
		}
	}()
	r.Read(row[:1])
}

// broken fails after its text.
type broken struct{ io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestReadBroken(t *testing.T) {
	if _, err := record.NewReader(broken{strings.NewReader("time")}, "run.csv"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
	r, err := record.NewReader(broken{strings.NewReader("time\n0\n1")}, "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 1)
	if err := r.Read(row); err != nil {
		t.Fatal(err)
	}
	if err := r.Read(row); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "run.csv:3") {
		t.Errorf("got %v", err)
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	r, err := record.NewReader(strings.NewReader("time,a,b\n"+strings.Repeat("0,0.3333333333333333,-1.25e-7\n",
		20_000)), "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 3)
	if n := testing.AllocsPerRun(10_000, func() {
		if err := r.Read(row); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations per row", n)
	}
}

// FuzzRead checks that no input makes a panic, that rows have finite times that do not go back, and that faults say
// where they are.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"time,x\n0,1\n", "\"time\",\"a,\nb\"\r\n0,1\r\n1,2", "x\n", "time,time\n",
		"time\n\n1\n0\n", "\ufefftime\n1e400\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, all, err := rows(text)
		var fault *record.LogError
		if err != nil && (!errors.As(err, &fault) || fault.Line < 1 || fault.Line > strings.Count(text, "\n")+1 ||
			fault.Column < 1 || fault.Column > len(text)+1) {
			t.Fatalf("%q: %v", text, err)
		}
		last := math.Inf(-1)
		for _, row := range all {
			if x := row[r.Time()]; x < last || math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%q: times %v after %v", text, x, last)
			} else {
				last = x
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var log bytes.Buffer
	c := record.NewStream(&log)
	columns := []string{"time"}
	row := []float64{0}
	for i := range 27 { // as many as a UR5 has
		columns = append(columns, fmt.Sprint(i))
		row = append(row, math.Sin(float64(i)))
	}
	c.Begin(columns)
	for range 1000 {
		c.Record(row)
	}
	c.End(&sim.Summary{Status: sim.Done})
	b.SetBytes(int64(log.Len()))
	b.ReportAllocs()
	for range b.N {
		r, err := record.NewReader(bytes.NewReader(log.Bytes()), "run.csv")
		if err != nil {
			b.Fatal(err)
		}
		for r.Read(row) == nil {
		}
	}
}
