package sweep_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
)

// files are those that sweeps of the tests may name.
var files = map[string]string{
	"poses.csv":  "a.x,a.y,name\n1,2,left\n3,4,right\n5,6,true\n",
	"broken.csv": "a.x,a..y\n1,2\n,NaN\n1\n",
	"empty.csv":  "a.x\n",
	"quote.csv":  "a.x\n\"1\n",
	"wide.csv":   "a,b\n1,2\n" + strings.Repeat("1", 5<<20),
	"seeds.csv":  "a.x,seed\n1,10\n2,20\n",
}

func read(name string) ([]byte, error) {
	text, ok := files[name]
	if !ok {
		return nil, fmt.Errorf("open %s: %w; expected a CSV file", name, os.ErrNotExist)
	}
	return []byte(text), nil
}

// study makes the design of a study file.
func study(text string) (*sweep.Design, error) {
	n, err := strict.Parse([]byte(text), "s.yaml")
	if err != nil {
		return nil, err
	}
	var s struct {
		Seed    int64        `json:"seed"`
		Sweep   []sweep.Axis `json:"sweep"`
		Samples int          `json:"samples"`
		Method  string       `json:"method" enum:"random|latin_hypercube|sobol"`
	}
	if err := n.Decode(&s).Err(); err != nil {
		return nil, err
	}
	d, faults := sweep.New(n, sweep.Sweep{Seed: s.Seed, Axes: s.Sweep, Samples: s.Samples, Method: s.Method}, read)
	return d, faults.Err()
}

func must(t testing.TB, text string) *sweep.Design {
	t.Helper()
	d, err := study(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// columns returns the numbers of all runs, by path.
func columns(d *sweep.Design) [][]float64 {
	out := make([][]float64, len(d.Paths()))
	var row []sweep.Value
	for i := range d.Len() {
		row = d.Row(row[:0], i)
		for j, v := range row {
			out[j] = append(out[j], v.Number)
		}
	}
	return out
}
