package batch_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"kinetree/batch"
)

// whole executes a batch of 100 runs with trajectories of failed ones and returns its directory.
func whole(t *testing.T) string {
	t.Helper()
	c := config(filepath.Join(t.TempDir(), "out"), 100)
	if _, err := batch.Execute(context.Background(), c, plain); err != nil {
		t.Fatal(err)
	}
	return c.Dir
}

// TestVerify removes, empties and changes what a batch has written: Verify and Summarize, and Execute when it resumes,
// say so. What only the contents of a trajectory tell, Summarize does not.
func TestVerify(t *testing.T) {
	dir := whole(t)
	v, err := batch.Verify(dir)
	if err != nil || v.Runs != 100 || v.Failed != 17 || v.Trajectories != 17 || v.Cut != 0 {
		t.Errorf("%+v: %v", v, err)
	}
	c := config(dir, 100)
	c.Resume = true
	if tally, err := batch.Execute(context.Background(), c, plain); err != nil || tally.Failed != 17 {
		t.Errorf("resumed: %+v: %v", tally, err)
	}
	change := func(name string, f func(string) string) func(dir string) {
		return func(dir string) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), []byte(f(string(text))), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func(dir string) {
		return func(dir string) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	empty := func(string) string { return "" }
	for name, c := range map[string]struct {
		do       func(dir string)
		want     string
		contents bool // only Verify finds it
	}{
		"no table":    {remove("runs.csv"), "the table of the batch", false},
		"empty table": {change("runs.csv", empty), "it has 0 rows; expected 100", false},
		"digit changed": {change("runs.csv", func(s string) string { return strings.Replace(s, ",ok,", ",OK,", 1) }),
			"SHA-256", false},
		"row gone": {change("runs.csv", func(s string) string { return s[:strings.LastIndex(s[:len(s)-1], "\n")+1] }),
			"it has 99 rows", false},
		"rows turned": {change("runs.csv", func(s string) string {
			lines := strings.SplitAfter(s, "\n")
			lines[2], lines[3] = lines[3], lines[2]
			return strings.Join(lines, "")
		}), `line 3 is of run "2"; expected 1`, false},
		"no list": {remove("trajectories/SHA256SUMS"), "hashes of the trajectories", false},
		"list changed": {change("trajectories/SHA256SUMS", func(s string) string { return s[77:] }),
			"SHA256SUMS is not what", false},
		"no trajectory":    {remove("trajectories/000003.csv"), "000003.csv is missing or empty", false},
		"empty trajectory": {change("trajectories/000003.csv", empty), "000003.csv is missing or empty", false},
		"trajectory changed": {change("trajectories/000003.csv", func(s string) string { return s + "1" }),
			"000003.csv is not what", true},
		"another trajectory": {func(dir string) {
			os.WriteFile(filepath.Join(dir, "trajectories/000004.csv"), nil, 0o666)
		},
			"000004.csv is no trajectory of the batch", false},
	} {
		dir := whole(t)
		c.do(dir)
		again := config(dir, 100)
		again.Resume = true
		_, resumed := batch.Execute(context.Background(), again, plain)
		_, verified := batch.Verify(dir)
		_, summarized := batch.Summarize(dir, 1)
		for what, err := range map[string]error{"resume": resumed, "verify": verified, "summarize": summarized} {
			if c.contents && what == "summarize" {
				continue
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
	}
}

// TestBadRecords damages records of the journal of a batch that was interrupted: each loses itself alone, and the
// resumed batch is the one that nothing has disturbed. Trajectories that are gone are made again.
func TestBadRecords(t *testing.T) {
	want := undisturbed(t, 100, nil)
	for name, damage := range map[string]func(t *testing.T, dir string, lines []string) []string{
		"digit": func(_ *testing.T, _ string, lines []string) []string {
			lines[3] = strings.Replace(lines[3], ",", ";", 3)
			return lines
		},
		"first": func(_ *testing.T, _ string, lines []string) []string { lines[0] = "x\n"; return lines },
		"gone":  func(_ *testing.T, _ string, lines []string) []string { return slices.Delete(lines, 2, 5) },
		"twice": func(_ *testing.T, _ string, lines []string) []string { return append(lines, lines[1], lines[2]) },
		"long line": func(_ *testing.T, _ string, lines []string) []string {
			return slices.Insert(lines, 2, strings.Repeat("x", 1<<20)+"\n")
		},
		"zeros": func(_ *testing.T, _ string, lines []string) []string {
			lines[4] = strings.Repeat("\x00", 60) + "\n"
			return lines
		},
		"no end": func(_ *testing.T, _ string, lines []string) []string { return append(lines, "0123") },
		"trajectory gone": func(t *testing.T, dir string, lines []string) []string {
			if err := os.Remove(filepath.Join(dir, "trajectories", "000003.csv")); err != nil {
				t.Fatal(err)
			}
			return lines
		},
		"trajectory changed": func(_ *testing.T, dir string, lines []string) []string {
			os.WriteFile(filepath.Join(dir, "trajectories", "000003.csv"), []byte("x"), 0o666)
			return lines
		},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		c := config(dir, 100)
		c.Workers = 1
		ctx, cancel := context.WithCancel(context.Background())
		executed := 0
		count := func() (batch.Worker, error) {
			return work(func(r *batch.Run) error {
				if executed++; executed == 50 {
					cancel()
				}
				return (&worker{}).Run(context.Background(), r)
			}), nil
		}
		if _, err := batch.Execute(ctx, c, count); !errors.Is(err, batch.ErrInterrupted) {
			t.Fatal(err)
		}
		journal := filepath.Join(dir, "runs.journal")
		text, err := os.ReadFile(journal)
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.Join(damage(t, dir, strings.SplitAfter(string(text), "\n")), ""))
		if err := os.WriteFile(journal, text, 0o666); err != nil {
			t.Fatal(err)
		}
		c.Resume, executed = true, 1000
		if _, err := batch.Execute(context.Background(), c, count); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again := executed - 1000; again > 100-50+3 {
			t.Errorf("%s: %d runs were run again; expected 50 and those that were lost", name, again)
		}
		same(t, name, files(t, dir), want)
	}
}

// TestLostFarBehind damages the first record of a journal with more runs than the window of the schedule.
func TestLostFarBehind(t *testing.T) {
	const runs = 70_000
	c := config(filepath.Join(t.TempDir(), "out"), runs)
	c.Trajectories, c.Workers = batch.Trajectories{}, 1
	ctx, cancel := context.WithCancel(context.Background())
	executed := 0
	count := func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			if executed++; executed == runs-1000 {
				cancel()
			}
			return nil
		}), nil
	}
	if _, err := batch.Execute(ctx, c, count); !errors.Is(err, batch.ErrInterrupted) {
		t.Fatal(err)
	}
	journal := filepath.Join(c.Dir, "runs.journal")
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	text[20] ^= 1
	if err := os.WriteFile(journal, text, 0o666); err != nil {
		t.Fatal(err)
	}
	c.Resume, executed = true, 0
	if _, err := batch.Execute(context.Background(), c, count); err != nil || executed != 1001 {
		t.Errorf("%d runs: %v", executed, err)
	}
	if v, err := batch.Verify(c.Dir); err != nil || v.Runs != runs {
		t.Errorf("%+v: %v", v, err)
	}
}

// TestRetryFailed runs failed runs again, of a complete batch and of one that was interrupted. When they do not fail
// any more, the batch is the one in which they never had.
func TestRetryFailed(t *testing.T) {
	sound := func() (batch.Worker, error) {
		return work(func(r *batch.Run) error { r.Number(float64(r.Index)); return nil }), nil
	}
	good := config(filepath.Join(t.TempDir(), "good"), 100)
	if _, err := batch.Execute(context.Background(), good, sound); err != nil {
		t.Fatal(err)
	}
	for _, interrupted := range []bool{false, true} {
		c := config(filepath.Join(t.TempDir(), "out"), 100)
		ctx, cancel := context.WithCancel(context.Background())
		c.Workers = 1
		batch.Execute(ctx, c, func() (batch.Worker, error) {
			return work(func(r *batch.Run) error {
				if interrupted && r.Index == 60 {
					cancel()
				}
				if r.Index%10 == 3 {
					fmt.Fprintf(r.Trajectory, "time\n%d\n", r.Index)
					r.Cut("it took longer than 1s")
					return nil
				}
				r.Number(float64(r.Index))
				return nil
			}), nil
		})
		cancel()
		if !interrupted {
			if v, err := batch.Verify(c.Dir); err != nil || v.Failed != 10 || v.Cut != 10 || v.Trajectories != 10 {
				t.Errorf("%+v: %v", v, err)
			}
			if err := batch.Merge(t.Context(), filepath.Join(t.TempDir(), "merged"), []string{c.Dir}); err == nil ||
				!strings.Contains(err.Error(), "10 runs were cut by wall time, the first is 3") {
				t.Errorf("merge: %v", err)
			}
		}
		c.RetryFailed = true
		runs := 0
		tally, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
			return work(func(r *batch.Run) error { runs++; r.Number(float64(r.Index)); return nil }), nil
		})
		if want := map[bool]int{false: 10, true: 39 + 6}[interrupted]; err != nil || tally.Failed != 0 || runs != want {
			t.Errorf("interrupted %v: %d runs, %+v: %v", interrupted, runs, tally, err)
		}
		was, is := files(t, good.Dir), files(t, c.Dir)
		if !maps.Equal(was, is) {
			t.Errorf("interrupted %v: %v", interrupted, slices.Sorted(maps.Keys(is)))
		}
	}
}

// TestMergesAtOnce merges to one place from many goroutines: one wins, the others are refused, and what lay beside the
// place stays.
func TestMergesAtOnce(t *testing.T) {
	dirs := shards(t, 100, 2)
	place := t.TempDir()
	out := filepath.Join(place, "out")
	mine := filepath.Join(place, "out.part", "mine.txt")
	if err := os.Mkdir(filepath.Dir(mine), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wait.Go(func() { errs[i] = batch.Merge(context.Background(), out, dirs) })
	}
	wait.Wait()
	won := 0
	for _, err := range errs {
		switch {
		case err == nil:
			won++
		case !strings.Contains(err.Error(), "another process merges into") &&
			!strings.Contains(err.Error(), "is not empty; choose another directory"):
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(mine); won != 1 || err != nil || string(text) != "mine" {
		t.Errorf("%d merges have won; %q, %v", won, text, err)
	}
	if _, err := batch.Verify(out); err != nil {
		t.Error(err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := batch.Merge(canceled, filepath.Join(place, "other"), dirs); err == nil {
		t.Error("a merge that was interrupted has no error")
	}
	entries, _ := os.ReadDir(place)
	if len(entries) != 2 {
		t.Errorf("left: %v", entries)
	}
}
