package sweep_test

import (
	"testing"

	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
)

// FuzzTable reads CSV files of axes. Nothing panics; there are faults, or the design has a value of each path for each
// run.
func FuzzTable(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text))
	}
	f.Add([]byte("\ufeffa.x;b\r\n1;2\r\n"))
	f.Add([]byte("\"a.\"\"x\"\"\",'=1\n1e999,0x1p3\n\n-0,true\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := strict.Parse([]byte("[{csv: a.csv}, {path: z, uniform: [0, 1]}]"), "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		var axes []sweep.Axis
		if err := n.Decode(&axes).Err(); err != nil {
			t.Fatal(err)
		}
		d, faults := sweep.New(n, sweep.Sweep{Seed: 1, Axes: axes, Samples: 2, Method: "random"},
			func(string) ([]byte, error) { return text, nil })
		if faults.Err() != nil {
			if faults.Err().Error() == "" {
				t.Fatalf("a fault without words of %q", text)
			}
			return
		}
		var row []sweep.Value
		for i := range min(d.Len(), 100) {
			if row = d.Row(row[:0], i); len(row) != len(d.Paths()) {
				t.Fatalf("run %d has %d values for %d paths of %q", i, len(row), len(d.Paths()), text)
			}
		}
	})
}
