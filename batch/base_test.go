package batch_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinetree/batch"
	"kinetree/internal/philox"
)

// worker is a run that depends on its index alone: most are fine, some end otherwise, some have no value of a metric.
type worker struct {
	wait time.Duration // at most, for each run
}

func (w *worker) Run(_ context.Context, r *batch.Run) error {
	bits := philox.Block(1, [2]uint64{uint64(r.Index), 0})
	u := philox.Uniform(bits[0])
	if w.wait > 0 {
		time.Sleep(time.Duration(float64(w.wait) * philox.Uniform(bits[1])))
	}
	r.Seed = int64(bits[1] >> 11)
	r.Number(u)
	r.Text([]string{"pd", "a,b", `say "x"`, " blank", "two\nlines"}[r.Index%5])
	if r.Trajectory != nil {
		fmt.Fprintf(r.Trajectory, "time,position\n0,%v\n", u)
	}
	switch {
	case r.Index%11 == 3:
		return errors.New("there is no joint \"elbow\", of three")
	case r.Index%13 == 5:
		r.Status, r.Reason = batch.Diverged, "at t = 0.1 s"
		return nil
	case r.Index%17 == 2:
		r.Status, r.Reason = batch.Stopped, "position > 2"
	}
	r.Number(100 * (u - 0.5))
	if r.Index%7 == 1 {
		r.Number(math.NaN())
	} else {
		r.Number(1 / u)
	}
	return nil
}

// config is a batch of the worker.
func config(dir string, runs int) batch.Config {
	return batch.Config{Dir: dir, Inputs: map[string]any{"engine": "1.0", "model": map[string]any{"file": "a.urdf",
		"sha256": "12ab"}, "study": map[string]any{"samples": runs, "sweep": []any{1.5, 2}}},
		Runs: runs, Axes: []string{"controller.gains.j.p", "name"}, Metrics: []string{"itae", "j/overshoot"},
		Trajectories: batch.Trajectories{Which: "failed"}, Grace: time.Hour}
}

func plain() (batch.Worker, error) { return &worker{}, nil }

// files returns what is in a directory, by name.
func files(t interface {
	Helper()
	Fatal(...any)
}, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// same compares two directories byte for byte.
func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if g, ok := got[name]; !ok || g != text {
			t.Errorf("%s: %s is there: %v, %d bytes, want %d:\n%.300s\nwant\n%.300s", what, name, ok, len(g),
				len(text), g, text)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: there is a file %s", what, name)
		}
	}
}

// undisturbed returns the files of a batch with one worker.
func undisturbed(t testing.TB, runs int, change func(*batch.Config)) map[string]string {
	t.Helper()
	c := config(t.TempDir(), runs)
	c.Workers = 1
	if change != nil {
		change(&c)
	}
	r, err := batch.Execute(context.Background(), c, plain)
	if err != nil || r.Done != runs || r.Panic != "" {
		t.Fatalf("%+v: %v", r, err)
	}
	got := files(t, c.Dir)
	if lines := strings.Count(got["runs.csv"], "\n"); lines != runs+1 {
		t.Fatalf("runs.csv has %d lines, want %d", lines, runs+1)
	}
	return got
}

// child is the environment variable that makes of the test program one that executes a batch: the kind of the batch.
// The directory is in another one.
const child = "KINETREE_BATCH_CHILD"

func TestMain(m *testing.M) {
	kind := os.Getenv(child)
	if kind == "" {
		os.Exit(m.Run())
	}
	if err := children[kind](os.Getenv(child + "_DIR")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// children are the batches that are executed in a process of their own.
var children = map[string]func(dir string) error{
	"slow": func(dir string) error {
		c := config(dir, slowRuns)
		c.Resume, c.Workers = true, 2
		_, err := batch.Execute(context.Background(), c,
			func() (batch.Worker, error) { return &worker{wait: time.Millisecond}, nil })
		return err
	},
	"slow side": func(dir string) error {
		c := config(dir, slowRuns)
		c.Resume, c.Workers = true, 2
		_, err := batch.Execute(context.Background(), c,
			func() (batch.Worker, error) { return &side{worker: worker{wait: time.Millisecond}}, nil })
		return err
	},
}

// slowRuns is the number of runs of a batch that is killed.
const slowRuns = 300
