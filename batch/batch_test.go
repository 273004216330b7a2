package batch_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kinetree/batch"
	"kinetree/models/oracle/expect"
)

// TestTable compares the table of a few runs with what a person would write.
func TestTable(t *testing.T) {
	got := undisturbed(t, 6, nil)
	lines := strings.Split(got["runs.csv"], "\n")
	if lines[0] != "index,seed,status,reason,controller.gains.j.p,name,itae,j/overshoot" {
		t.Error(lines[0])
	}
	records, err := csv.NewReader(strings.NewReader(got["runs.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ status, reason, name string }{{"ok", "", "pd"}, {"ok", "", "a,b"},
		{"stopped", "position > 2", `say "x"`}, {"error", `there is no joint "elbow", of three`, " blank"},
		{"ok", "", "two lines"}, {"diverged", "at t = 0.1 s", "pd"}} {
		r := records[i+1]
		if r[0] != fmt.Sprint(i) || r[2] != want.status || r[3] != want.reason || r[5] != want.name || len(r) != 8 {
			t.Errorf("row %d is %q, want %v", i, r, want)
		}
		if empty := want.status == "error" || want.status == "diverged"; (r[6] == "") != empty ||
			(r[7] == "") != (empty || i == 1) {
			t.Errorf("metrics of row %d are %q", i, r[6:])
		}
	}
	for name, there := range map[string]bool{"trajectories/000003.csv": true, "trajectories/000005.csv": true,
		"trajectories/000000.csv": false, "trajectories/SHA256SUMS": true, "runs.journal": false, ".lock": false} {
		if _, ok := got[name]; ok != there {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
}

func TestTrajectories(t *testing.T) {
	for _, c := range []struct {
		which batch.Trajectories
		want  int
	}{{batch.Trajectories{}, 0}, {batch.Trajectories{Which: "none"}, 0}, {batch.Trajectories{Which: "all"}, 20},
		{batch.Trajectories{Which: "failed"}, 4}, {batch.Trajectories{Runs: []int{0, 7, 19, 40}}, 3}} {
		got := undisturbed(t, 20, func(b *batch.Config) { b.Trajectories = c.which })
		n := strings.Count(got["trajectories/SHA256SUMS"], "\n")
		if n != c.want || n > 0 && len(got) != n+3 || n == 0 && len(got) != 2 {
			t.Errorf("%+v: %d trajectories, %d files; want %d", c.which, n, len(got), c.want)
		}
	}
}

// TestLongTrajectory checks those that do not stay in memory, kept or not.
func TestLongTrajectory(t *testing.T) {
	c := config(t.TempDir(), 2)
	text := strings.Repeat("0123456789", 300_000)
	_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			for i := 0; i < len(text); i += 1000 {
				r.Trajectory.Write([]byte(text[i : i+1000]))
			}
			if r.Index == 1 {
				return errors.New("no")
			}
			return nil
		}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := files(t, c.Dir)
	if got["trajectories/000001.csv"] != text || len(got) != 4 {
		t.Errorf("%d bytes, %d files", len(got["trajectories/000001.csv"]), len(got))
	}
}

type work func(r *batch.Run) error

func (w work) Run(_ context.Context, r *batch.Run) error { return w(r) }

func TestWorkersGiveTheSameBytes(t *testing.T) {
	runs := 500
	if testing.Short() {
		runs = 120
	}
	want := undisturbed(t, runs, nil)
	for _, workers := range []int{0, 2, 7, 1000} {
		c := config(t.TempDir(), runs)
		c.Workers = workers
		if _, err := batch.Execute(context.Background(), c,
			func() (batch.Worker, error) { return &worker{wait: 300 * time.Microsecond}, nil }); err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("%d workers", workers), files(t, c.Dir), want)
	}
}

// TestPanic checks that a panic is one run's error, that the others have their results, and that the worker is not
// used again.
func TestPanic(t *testing.T) {
	c := config(t.TempDir(), 50)
	c.Workers = 2
	var workers atomic.Int64
	r, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		workers.Add(1)
		broken := false
		return work(func(r *batch.Run) error {
			if broken {
				t.Error("a worker is used after a panic")
			}
			if r.Index%20 == 7 {
				broken = true
				var list []int
				r.Number(float64(list[r.Index]))
			}
			return (&worker{}).Run(context.Background(), r)
		}), nil
	})
	if err != nil || r.Done != 50 || !strings.Contains(r.Panic, "batch_test.go") || workers.Load() < 4 {
		t.Fatalf("%+v, %d workers: %v", r, workers.Load(), err)
	}
	lines := strings.Split(files(t, c.Dir)["runs.csv"], "\n")
	want := strings.Split(undisturbed(t, 50, nil)["runs.csv"], "\n")
	for i := range want {
		switch {
		case i == 0 || (i-1)%20 != 7:
			if lines[i] != want[i] {
				t.Errorf("line %d: %s, want %s", i, lines[i], want[i])
			}
		case !strings.Contains(lines[i], ",error,panic: runtime error: index out of range ["):
			t.Errorf("line %d: %s", i, lines[i])
		}
	}
}

// side executes its runs three at a time, in pairs of a start and an end that are apart. It keeps now and then.
type side struct {
	worker
	broken *atomic.Int64
}

func (c *side) RunAll(ctx context.Context, most int, next func() *batch.Run, ended func(*batch.Run, error),
	keep func()) {
	var begun []*batch.Run
	end := func() {
		r := begun[len(begun)-1]
		begun = begun[:len(begun)-1]
		ended(r, c.Run(ctx, r))
	}
	for r := next(); r != nil; r = next() {
		if r.Index%13 == 4 {
			keep()
		}
		if begun = append(begun, r); r.Index%20 == 7 && c.broken.Add(1) < 3 {
			panic("the worker is broken")
		}
		if len(begun) == min(most, 3) {
			end()
		}
	}
	for len(begun) > 0 {
		end()
	}
}

// TestSideBySide checks that runs that are executed several at a time leave the same files, also if the worker panics.
func TestSideBySide(t *testing.T) {
	want := undisturbed(t, 50, nil)
	for _, workers := range []int{1, 3, 100} {
		for _, panics := range []int64{0, 10} {
			c := config(t.TempDir(), 50)
			c.Workers = workers
			var broken atomic.Int64
			broken.Store(panics)
			r, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
				return &side{broken: &broken}, nil
			})
			if err != nil || r.Done != 50 || (r.Panic == "") != (panics > 0) {
				t.Fatalf("%d workers: %+v: %v", workers, r, err)
			}
			same(t, fmt.Sprintf("%d workers", workers), files(t, c.Dir), want)
		}
	}
}

// crewFunc is a side whose RunAll is the function.
type crewFunc func(next func() *batch.Run, ended func(*batch.Run, error), keep func())

func (crewFunc) Run(context.Context, *batch.Run) error { return nil }

func (c crewFunc) RunAll(_ context.Context, _ int, next func() *batch.Run, ended func(*batch.Run, error),
	keep func()) {
	c(next, ended, keep)
}

// TestKeep checks that the runs that have ended are in the journal when a side has them kept, and when they are many,
// whatever their number and order.
func TestKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		c := config(dir, 40)
		c.Workers = 1
		_, err = batch.Execute(context.Background(), c, func() (batch.Worker, error) {
			return crewFunc(func(next func() *batch.Run, ended func(*batch.Run, error), keep func()) {
				var begun []*batch.Run
				over := map[int]bool{}
				kept := func() (n int) {
					journal, _ := os.ReadFile(filepath.Join(dir, "runs.journal"))
					for line := range strings.Lines(string(journal)) {
						run, _ := strconv.Atoi(strings.Split(line, ",")[2])
						if n++; !over[run] {
							t.Errorf("run %d is kept and has not ended", run)
						}
					}
					return n
				}
				for more := true; more || len(begun) > 0; {
					if r := (*batch.Run)(nil); more && rapid.Bool().Draw(t, "begins") {
						if r = next(); r != nil {
							begun = append(begun, r)
						}
						more = r != nil
					} else if n := len(begun); n > 0 {
						i := rapid.IntRange(0, n-1).Draw(t, "which")
						over[begun[i].Index] = true
						ended(begun[i], nil)
						begun = append(begun[:i], begun[i+1:]...)
					}
					if rapid.IntRange(0, 9).Draw(t, "keeps") == 0 {
						if keep(); kept() != len(over) {
							t.Fatalf("%d runs are kept of %d that have ended", kept(), len(over))
						}
					} else if n := kept(); len(over)-n >= 8 {
						t.Fatalf("%d runs are kept of %d that have ended", n, len(over))
					}
				}
			}), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(files(t, dir)["runs.csv"], "\n"); lines != 41 {
			t.Errorf("the table has %d lines", lines)
		}
	})
}

// TestEndedAndFarBehind ends the first run when others have come as far as they may without it, and takes another one
// before it has it kept: the others wait for the first.
func TestEndedAndFarBehind(t *testing.T) {
	const window = 1 << 16
	c := config(t.TempDir(), window+20)
	c.Workers = 2
	var done atomic.Int64
	r, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return crewFunc(func(next func() *batch.Run, ended func(*batch.Run, error), keep func()) {
			for r := next(); r != nil; r = next() {
				if r.Index == 0 {
					expect.Soon(t, "the others have come as far as they may", func() bool {
						return done.Load() == window-1
					})
				}
				ended(r, nil)
				if done.Add(1) == window-1 {
					keep()
				}
			}
		}), nil
	})
	if err != nil || r.Done != window+20 {
		t.Errorf("%+v: %v", r, err)
	}
}

// TestInterrupt cancels the context in the middle, and resumes.
func TestInterrupt(t *testing.T) {
	want := undisturbed(t, 100, nil)
	c := config(t.TempDir(), 100)
	c.Workers = 2
	ctx, cancel := context.WithCancel(context.Background())
	var begun atomic.Int64
	r, err := batch.Execute(ctx, c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			if begun.Add(1) == 40 {
				cancel()
			}
			return (&worker{}).Run(context.Background(), r)
		}), nil
	})
	// Every run that has begun has ended.
	if !errors.Is(err, batch.ErrInterrupted) || int64(r.Done) != begun.Load() || r.Done < 40 || r.Done > 99 {
		t.Fatalf("%+v of %d: %v", r, begun.Load(), err)
	}
	if got := files(t, c.Dir); got["runs.csv"] != "" {
		t.Error("an incomplete batch has a table")
	}
	if _, err := batch.Summarize(c.Dir, 3); err == nil || !strings.Contains(err.Error(),
		"is not complete; resume it first") {
		t.Error(err)
	}
	if _, err := batch.Execute(context.Background(), c, plain); err == nil || !strings.Contains(err.Error(),
		"has study.json, runs.journal, trajectories already; resume that batch, or choose another directory") {
		t.Error(err)
	}
	c.Resume = true
	done := r.Done
	if r, err = batch.Execute(context.Background(), c, plain); err != nil || r.Resumed != done || r.Done != 100 {
		t.Fatalf("%+v: %v", r, err)
	}
	same(t, "resumed", files(t, c.Dir), want)
	if r, err = batch.Execute(context.Background(), c, nil); err != nil || r.Resumed != 100 {
		t.Errorf("a complete batch is resumed: %+v, %v", r, err)
	}
	same(t, "resumed again", files(t, c.Dir), want)
}

// patient is a worker, of runs alone or of several at a time, whose runs from the 10th on end with their context, and
// have written much of a trajectory then.
type patient struct {
	worker
	begun chan<- int
}

func (p *patient) Run(ctx context.Context, r *batch.Run) error {
	if r.Index >= 10 {
		r.Trajectory.Write(make([]byte, 3<<20))
		p.begun <- r.Index
		<-ctx.Done()
	}
	return p.worker.Run(ctx, r)
}

type patientSideBySide struct{ patient }

func (p *patientSideBySide) RunAll(ctx context.Context, _ int, next func() *batch.Run, ended func(*batch.Run, error),
	keep func()) {
	for r := next(); r != nil; r = next() {
		keep()
		ended(r, p.Run(ctx, r))
	}
}

// TestGivenUp checks that runs which go on after the context has ended get the time that they are granted and no more,
// that nothing of them is kept, and that the batch comes to the bytes of one that was not disturbed.
func TestGivenUp(t *testing.T) {
	want := undisturbed(t, 30, nil)
	const grace = 50 * time.Millisecond
	for _, side := range []bool{false, true} {
		c := config(t.TempDir(), 30)
		c.Workers, c.Grace = 2, grace
		var waiting []int
		c.Waiting = func(runs []int) { waiting = runs }
		ctx, cancel := context.WithCancel(context.Background())
		begun := make(chan int, 30)
		var canceled time.Time
		go func() {
			<-begun
			<-begun
			canceled = time.Now()
			cancel()
		}()
		r, err := batch.Execute(ctx, c, func() (batch.Worker, error) {
			if side {
				return &patientSideBySide{patient{begun: begun}}, nil
			}
			return &patient{begun: begun}, nil
		})
		if took := time.Since(canceled); took < grace {
			t.Errorf("runs were given up after %v; want %v", took, grace)
		}
		if slices.Sort(waiting); !errors.Is(err, batch.ErrInterrupted) || r.Done != 10 ||
			!slices.Equal(waiting, []int{10, 11}) {
			t.Fatalf("%+v, waiting for %v: %v", r, waiting, err)
		}
		for name := range files(t, c.Dir) {
			if strings.Contains(name, "00001") {
				t.Errorf("there is %s of a run that was given up", name)
			}
		}
		c.Resume = true
		if r, err = batch.Execute(context.Background(), c, plain); err != nil || r.Resumed != 10 {
			t.Fatalf("%+v: %v", r, err)
		}
		same(t, "resumed", files(t, c.Dir), want)
	}
}

// TestChanged checks that each difference is named, and that nothing was touched.
func TestChanged(t *testing.T) {
	base := config(t.TempDir(), 20)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := batch.Execute(ctx, base, plain); !errors.Is(err, batch.ErrInterrupted) {
		t.Fatal(err)
	}
	before := files(t, base.Dir)
	for _, c := range []struct {
		change func(c *batch.Config)
		want   string
	}{
		{func(c *batch.Config) {
			c.Inputs = map[string]any{"engine": "1.1", "model": map[string]any{"file": "a.urdf", "sha256": "98fe"},
				"study": map[string]any{"samples": 20, "sweep": []any{1.5, 3}}}
		}, "the batch in " + base.Dir +
			" was made from other inputs; take the same ones, or another directory:\n  inputs.engine: was \"1.0\", " +
			"is \"1.1\"\n  inputs.model.sha256: was \"12ab\", is \"98fe\"\n  inputs.study.sweep.1: was 2, is 3"},
		{func(c *batch.Config) { c.Inputs = map[string]any{"engine": "1.0"} },
			"inputs.model: was {\"file\":\"a.urdf\",\"sha256\":\"12ab\"}, is not there"},
		{func(c *batch.Config) { c.Runs = 21 }, "runs: was 20, is 21"},
		{func(c *batch.Config) { c.Metrics = []string{"itae", "iae"} }, "metrics.1: was \"j/overshoot\", is \"iae\""},
		{func(c *batch.Config) { c.Axes = nil }, "axes: was [\"controller.gains.j.p\",\"name\"], is []"},
		{func(c *batch.Config) { c.Trajectories = batch.Trajectories{Runs: []int{1}} },
			"trajectories: was \"failed\", is [1]"},
		{func(c *batch.Config) { c.Shard = batch.Shard{Index: 1, Of: 2} },
			"shard: was not there, is {\"index\":1,\"of\":2}"},
	} {
		other := base
		other.Resume = true
		c.change(&other)
		var changed *batch.ChangedError
		if _, err := batch.Execute(context.Background(), other, plain); !errors.As(err, &changed) ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	same(t, "refused", files(t, base.Dir), before)
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		change func(c *batch.Config)
		want   string
	}{
		{func(c *batch.Config) { c.Runs = 0 }, "the study has 0 runs"},
		{func(c *batch.Config) { c.Shard = batch.Shard{Index: 4, Of: 4} },
			"shard 4/4; expected I/N with I from 0 to N-1"},
		{func(c *batch.Config) { c.Shard = batch.Shard{Index: -1, Of: 4} }, "shard -1/4"},
		{func(c *batch.Config) { c.Shard = batch.Shard{Index: 1} }, "shard 1/0"},
		{func(c *batch.Config) { c.Shard = batch.Shard{Index: 4, Of: 6} }, "6 shards of a study of 5 runs"},
		{func(c *batch.Config) { c.Workers = -1 }, "-1 workers"},
		{func(c *batch.Config) { c.Best = "ise" }, "there is no metric \"ise\"; expected one of itae, j/overshoot"},
		{func(c *batch.Config) { c.Axes = []string{"itae"} }, "two columns have the name \"itae\""},
		{func(c *batch.Config) { c.Dir = filepath.Join(os.Args[0], "x") }, "not a directory"},
	} {
		b := config(filepath.Join(t.TempDir(), "out"), 5)
		c.change(&b)
		if _, err := batch.Execute(context.Background(), b, plain); err == nil || !strings.Contains(err.Error(),
			c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
		if _, err := os.Stat(b.Dir); err == nil {
			t.Errorf("%s: the directory was made", c.want)
		}
	}
	c := config(t.TempDir(), 5)
	if r, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return nil,
			errors.New("no model")
	}); err == nil || err.Error() != "a worker cannot begin: no model" || r.Done != 0 {
		t.Errorf("%+v: %v", r, err)
	}
}

// TestLock works on a directory in which somebody works already.
func TestLock(t *testing.T) {
	c := config(t.TempDir(), 1)
	_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		second := c
		second.Resume = true
		if _, err := batch.Execute(context.Background(), second, plain); err == nil || !strings.Contains(err.Error(),
			"another process works on the batch in "+c.Dir) {
			t.Error(err)
		}
		return plain()
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTooManyCells checks that a worker with more cells than columns is a mistake of the program that everybody sees.
func TestTooManyCells(t *testing.T) {
	c := config(t.TempDir(), 1)
	r, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			for range 5 {
				r.Number(1)
			}
			return nil
		}), nil
	})
	if err != nil || !strings.Contains(r.Panic, "run 0 has more cells than the 4 columns") {
		t.Errorf("%+v: %v", r, err)
	}
}

func TestLongReason(t *testing.T) {
	c := config(t.TempDir(), 1)
	_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error { return errors.New(strings.Repeat("ä\n", 100_000)) }), nil
	})
	if text := files(t, c.Dir)["runs.csv"]; err != nil || strings.Count(text, "\n") != 2 || len(text) > 1200 ||
		!strings.Contains(text, " ...") {
		t.Errorf("%v: %.2000s", err, text)
	}
}

// TestProgress checks the counts, the best value, and that both are the same when half of the batch is resumed.
func TestProgress(t *testing.T) {
	table, err := csv.NewReader(strings.NewReader(undisturbed(t, 200, nil)["runs.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, maximize := range []bool{false, true} {
		best, value, failed := -1, 0.0, 0
		for i, r := range table[1:] {
			var x float64
			if r[2] == "error" || r[2] == "diverged" {
				failed++
			} else if fmt.Sscan(r[6], &x); best < 0 || x < value != maximize {
				best, value = i, x
			}
		}
		c := config(t.TempDir(), 200)
		c.Best, c.Maximize, c.Every, c.Resume = "itae", maximize, time.Millisecond, true
		var mu sync.Mutex
		var last batch.Progress
		c.Progress = func(p batch.Progress) {
			mu.Lock()
			defer mu.Unlock()
			if p.Done < last.Done || p.Runs != 200 {
				t.Errorf("%+v after %+v", p, last)
			}
			last = p
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var n atomic.Int64
		for _, ctx := range []context.Context{ctx, context.Background()} {
			batch.Execute(ctx, c, func() (batch.Worker, error) {
				return work(func(r *batch.Run) error {
					if n.Add(1) == 100 {
						cancel()
					}
					return (&worker{wait: 200 * time.Microsecond}).Run(ctx, r)
				}), nil
			})
		}
		if last.Done != 200 || last.Failed != failed || last.Best == nil || last.Best.Run != best ||
			last.Best.Value != value || last.Best.Metric != "itae" || last.Rate <= 0 || last.Remaining != 0 {
			t.Errorf("%+v, best %+v; want %d failed, best %v of run %d", last, last.Best, failed, value, best)
		}
	}
}

func BenchmarkExecute(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			c := batch.Config{Dir: filepath.Join(b.TempDir(), "out"), Runs: max(b.N, workers), Workers: workers}
			for i := range 10 {
				c.Axes, c.Metrics = append(c.Axes, fmt.Sprintf("axis%d", i)),
					append(c.Metrics, fmt.Sprintf("metric%d", i))
			}
			b.ReportAllocs()
			b.ResetTimer()
			_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
				return work(func(r *batch.Run) error {
					for i := range 20 {
						r.Number(1 / float64(r.Index+i+1))
					}
					return nil
				}), nil
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
