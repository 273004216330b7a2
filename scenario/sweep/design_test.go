package sweep_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/scenario/sweep"
)

// table returns a design as people write it down.
func table(d *sweep.Design) string {
	var b strings.Builder
	for i := range d.Len() {
		for j, v := range d.Row(nil, i) {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.Write(v.Append(nil))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestGrid(t *testing.T) {
	for _, c := range []struct{ sweep, want string }{
		{"[{path: a, grid: [1, 2.5]}, {path: b, linspace: [0, 1, 3]}]", "1 0\n1 0.5\n1 1\n2.5 0\n2.5 0.5\n2.5 1\n"},
		{"[{path: a, grid: [rk4, true, [1, {x: \"y > 2\"}]]}]", "rk4\ntrue\n[1,{\"x\":\"y > 2\"}]\n"},
		{"[{csv: poses.csv}]", "1 2 left\n3 4 right\n5 6 true\n"},
		{"[{path: b, grid: [7, 8]}, {csv: poses.csv}]",
			"7 1 2 left\n7 3 4 right\n7 5 6 true\n8 1 2 left\n8 3 4 right\n8 5 6 true\n"},
		{"[{path: a, linspace: [2, 3, 1]}, {path: b, logspace: [5, 3, 1]}]", "2 5\n"},
		{"[]", "\n"},
	} {
		if got := table(must(t, "sweep: "+c.sweep)); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.sweep, got, c.want)
		}
	}
}

// TestSpaces checks ends, which are exact, and equal differences or ratios to the rounding of a few operations.
func TestSpaces(t *testing.T) {
	const few = 1e-14
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 50).Draw(t, "n")
		a, b := rapid.Float64Range(0.001, 1000).Draw(t, "a"), rapid.Float64Range(0.001, 1000).Draw(t, "b")
		lin, log := sweep.Linspace(a, b, n), sweep.Logspace(a, b, n)
		if len(lin) != n || len(log) != n || lin[0] != a || lin[n-1] != b || log[0] != a || log[n-1] != b {
			t.Fatalf("ends of %v and %v", lin, log)
		}
		for i := 1; i < n-1; i++ {
			if second := lin[i+1] - 2*lin[i] + lin[i-1]; second > few*(a+b) || second < -few*(a+b) {
				t.Errorf("differences at %d of %v", i, lin)
			}
			// Exponentials of logarithms of up to 7 have a relative error of some 7 roundings.
			if q := log[i+1] / log[i] * log[i-1] / log[i]; q > 1+few || q < 1-few {
				t.Errorf("ratios at %d of %v", i, log)
			}
		}
	})
}

func TestSizes(t *testing.T) {
	d := must(t, "{samples: 100, sweep: [{path: a, grid: [1, 2, 3]}, {path: b, linspace: [0, 1, 5]}, {path: c, "+
		"uniform: [0, 1]}]}")
	if d.Len() != 1500 || !strings.HasPrefix(d.String(), "15 points x 100 samples = 1500 runs") {
		t.Errorf("%d: %s", d.Len(), d)
	}
	if d := must(t, "samples: 4"); d.Len() != 4 || d.Seed(0) == d.Seed(1) {
		t.Errorf("repetitions have %d runs, seeds %d and %d", d.Len(), d.Seed(0), d.Seed(1))
	}
}

func TestSeeds(t *testing.T) {
	d, other := must(t, "{seed: 1, samples: 100000}"), must(t, "{seed: 2, samples: 100000}")
	seen := map[int64]bool{}
	for i := range d.Len() {
		s := d.Seed(i)
		if s < 0 || s >= 1<<53 || seen[s] || s == other.Seed(i) {
			t.Fatalf("the seed of run %d is %d", i, s)
		}
		seen[s] = true
	}
	for _, text := range []string{"{samples: 2, sweep: [{path: seed, grid: [10, 20]}, {path: a, grid: [1]}]}",
		"{samples: 2, sweep: [{csv: seeds.csv}]}"} {
		d := must(t, text)
		if got := []int64{d.Seed(0), d.Seed(1), d.Seed(2), d.Seed(3)}; !reflect.DeepEqual(got,
			[]int64{10, 10, 20, 20}) || len(d.Paths()) != 1 {
			t.Errorf("%s: seeds %v, paths %v", text, got, d.Paths())
		}
	}
}

// TestDrawsStay checks that a run's draws do not depend on which runs were asked for before, nor on other axes.
func TestDrawsStay(t *testing.T) {
	for _, method := range sweep.Methods {
		few := must(t, "{seed: 3, samples: 50, method: "+method+", sweep: [{path: g, grid: [1, 2]}, {path: a, "+
			"uniform: [0, 1]}, {path: b, normal: [0, 1]}]}")
		more := must(t, "{seed: 3, samples: 50, method: "+method+", sweep: [{path: a, uniform: [0, 1]}, {path: b, "+
			"normal: [0, 1]}, {path: c, uniform: [0, 1]}, {path: g, grid: [1, 2]}]}")
		all := columns(few)
		rapid.Check(t, func(t *rapid.T) {
			i := rapid.IntRange(0, few.Len()-1).Draw(t, "i")
			row, wide := few.Row(nil, i), more.Row(nil, i)
			if row[1].Number != all[1][i] || row[2].Number != all[2][i] {
				t.Errorf("%s: run %d is %v alone", method, i, row)
			}
			if row[1] != wide[0] || row[2] != wide[1] {
				t.Errorf("%s: run %d is %v, and with another axis %v", method, i, row, wide)
			}
		})
		if all[1][0] == all[1][50] {
			t.Errorf("%s: both points of the grid have the draw %v", method, all[1][0])
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"sweep: [{path: a, grd: [1]}]", `s.yaml:1:19: error: sweep.0.grd: there is no such key (did you mean ` +
			`"grid"?); expected one of path, scale, grid, linspace`},
		{"sweep: [{path: a}]", `s.yaml:1:10: error: sweep.0: an axis without values; expected one of grid, ` +
			`linspace, logspace, csv, uniform, log_uniform, normal, truncated_normal`},
		{"sweep: [{path: a, grid: [1], uniform: [0, 1]}]",
			"sweep.0.uniform: the axis has values already (grid); keep one of both"},
		{"sweep: [{grid: [1]}]", "an axis without a path"},
		{"sweep: [{path: a..b, grid: [1]}]", "s.yaml:1:16: error: sweep.0.path: the path \"a..b\" has an empty key"},
		{"sweep: [{path: a, grid: []}]", "a grid without values"},
		{"sweep: [{path: a, grid: [.inf]}]", "sweep.0.grid.0: \".inf\"; expected a finite number"},
		{"sweep: [{path: a, linspace: [0, 1]}]", "a list of 2; expected a list of 3"},
		{"sweep: [{path: a, linspace: [0, 1, 2.5]}]",
			"s.yaml:1:36: error: sweep.0.linspace.2: 2.5 values; expected a whole number"},
		{"sweep: [{path: a, logspace: [0, 1, 2]}]", "expected positive numbers"},
		{"sweep: [{path: a, uniform: [1, 1]}]", "from 1 to 1; expected [low, high] with low < high"},
		{"sweep: [{path: a, log_uniform: [-1, 1]}]", "low is -1; expected a positive number"},
		{"sweep: [{path: a, normal: [0, 0]}]", "the standard deviation is 0"},
		{"sweep: [{path: a, normal: [0, x]}]", "sweep.0.normal.1: \"x\"; expected a finite number"},
		{"sweep: [{path: a, truncated_normal: [0, 1, 40, 41]}]", "more than 30 standard deviations"},
		{"sweep: [{path: a, truncated_normal: [0, 1, 2, 1]}]", "low < high"},
		{"sweep: [{path: a, truncated_normal: [0, -1, 1, 2]}]", "the standard deviation is -1"},
		{"sweep: [{path: a, csv: poses.csv}]", "the header of poses.csv names the paths; leave this out"},
		{"sweep: [{csv: \"\"}]", "the name of a file is empty"},
		{"sweep: [{path: a, grid: [1]}, ~]", "s.yaml:1:31: error: sweep.1: nothing; expected an axis"},
		{"sweep: [{csv: none.csv}]",
			"s.yaml:1:15: error: sweep.0.csv: open none.csv: file does not exist; expected a CSV file"},
		{"sweep: [{csv: broken.csv}]",
			"broken.csv:1:5: error: the path \"a..y\" has an empty key; expected KEY.KEY\nbroken.csv:3:1: error: an " +
				"empty field; expected a value\nbroken.csv:3:2: error: \"NaN\"; expected a finite number or a " +
				"text\nbroken.csv:4:1: error: the row has 1 fields; expected 2 as in the header"},
		{"sweep: [{csv: empty.csv}]", "empty.csv: error: there is no row of values"},
		{"sweep: [{csv: quote.csv}]", "quote.csv:"},
		{"sweep: [{csv: wide.csv}]", "sweep.0.csv: wide.csv:3: a row has more than 4194304 bytes"},
		{"sweep: [{csv: poses.csv}, {path: name, grid: [1]}]", "a second axis for name, the first one is in line 1"},
		{"sweep: [{path: seed, uniform: [0, 1]}]", "seeds cannot be drawn"},
		{"sweep: [{path: seed, grid: [1, 1.5]}]", "the seed 1.5; expected whole numbers from 0 to 2^53"},
		{"sweep: [{path: seed, grid: [1]}, {csv: seeds.csv}]", "a second axis for seed"},
		{"samples: 0", "s.yaml:1:10: error: samples: 0 samples; expected at least 1"},
		{"samples: -1", "expected at least 1"},
		{"{samples: 1000000, sweep: [{path: a, linspace: [0, 1, 1001]}]}", "more than 1000000000 runs"},
		{"{sweep: [{path: a, linspace: [0, 1, 9000000]}, {path: b, linspace: [0, 1, 2000000]}]}",
			"more than 10000000 values"},
		{"method: sobel", `(did you mean "sobol"?)`},
		{"sweep: [1]", "expected a mapping of path"},
	} {
		_, err := study(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.text, err, c.want)
		}
	}
	var many strings.Builder
	for i := range 257 {
		fmt.Fprintf(&many, "- {path: a%d, uniform: [0, 1]}\n", i)
	}
	if _, err := study("method: sobol\nsweep:\n" + many.String()); err == nil || !strings.Contains(err.Error(),
		"s.yaml:1:9: error: method: 257 axes are drawn; a Sobol sequence has at most 256") {
		t.Error(err)
	}
}

// TestAllFaults checks that faults of several axes come together.
func TestAllFaults(t *testing.T) {
	_, err := study("sweep:\n- {path: a, normal: [0, 0]}\n- {path: b, grid: []}\n- {pth: c, grid: [1]}\n")
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Error(err)
	}
}

func TestRowDoesNotAllocate(t *testing.T) {
	for _, method := range sweep.Methods {
		d := must(t, "{samples: 100, method: "+method+", sweep: [{path: g, grid: [1, 2]}, {path: a, uniform: [0, "+
			"1]}, {path: b, truncated_normal: [0, 1, -1, 1]}]}")
		row := make([]sweep.Value, 0, 3)
		i := 0
		if n := testing.AllocsPerRun(100, func() { row = d.Row(row[:0], i); i++ }); n != 0 {
			t.Errorf("%s: %v allocations", method, n)
		}
	}
}

func BenchmarkRow(b *testing.B) {
	for _, method := range sweep.Methods {
		b.Run(method, func(b *testing.B) {
			d := must(b, "{samples: 1000, method: "+method+", sweep: [{path: a, uniform: [0, 1]}, {path: b, normal: "+
				"[0, 1]}, {path: c, log_uniform: [1, 2]}, {path: d, uniform: [0, 1]}]}")
			row := make([]sweep.Value, 0, 4)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				row = d.Row(row[:0], i%1000)
			}
		})
	}
}
