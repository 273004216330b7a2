package batch_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/models/oracle/expect"
)

// shards executes all shards of a batch, each in a directory of its own.
func shards(t *testing.T, runs, of int) []string {
	t.Helper()
	var dirs []string
	for i := range of {
		c := config(t.TempDir(), runs)
		c.Shard = batch.Shard{Index: i, Of: of}
		if _, err := batch.Execute(context.Background(), c, plain); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, c.Dir)
	}
	return dirs
}

func TestMerge(t *testing.T) {
	for _, c := range []struct{ runs, of int }{{1, 1}, {103, 4}, {103, 7}, {5, 5}} {
		want := undisturbed(t, c.runs, nil)
		dirs := shards(t, c.runs, c.of)
		dirs[0], dirs[len(dirs)-1] = dirs[len(dirs)-1], dirs[0]
		out := filepath.Join(t.TempDir(), "merged")
		if err := batch.Merge(context.Background(), out, dirs); err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprintf("%d runs in %d shards", c.runs, c.of), files(t, out), want)
		err := batch.Merge(context.Background(), out, dirs)
		if err == nil || !strings.Contains(err.Error(), "is not empty") {
			t.Error(err)
		}
	}
}

func TestMergeOfOne(t *testing.T) {
	c := config(t.TempDir(), 20)
	if _, err := batch.Execute(context.Background(), c, plain); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir() // empty
	if err := batch.Merge(context.Background(), out, []string{c.Dir}); err != nil {
		t.Fatal(err)
	}
	same(t, "one directory", files(t, out), files(t, c.Dir))
}

// TestMergeFaults checks what is found, and that nothing is left.
func TestMergeFaults(t *testing.T) {
	change := func(dir, name string, f func(text string) string) {
		t.Helper()
		name = filepath.Join(dir, name)
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, []byte(f(string(text))), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range expect.Some(t, 6, []struct {
		name string
		do   func(dirs []string) []string
		want []string
	}{
		{"missing", func(d []string) []string { return d[:2] },
			[]string{"shard 2/4 is missing: runs 2, 6, 10 and 22 more",
				"shard 3/4 is missing: runs 3, 7, 11 and 22 more"}},
		{"doubled", func(d []string) []string { return append(d, d[1]) }, []string{"shard 1/4 is there twice"}},
		{"none", func(d []string) []string { return nil }, []string{"there is no shard to merge"}},
		{"no batch", func(d []string) []string { d[0] = t.TempDir(); return d },
			[]string{"has no batch", "shard 0/4 is missing"}},
		{"other study", func(d []string) []string {
			c := config(t.TempDir(), 100)
			c.Shard, c.Inputs = batch.Shard{Index: 2, Of: 4}, "other"
			batch.Execute(context.Background(), c, plain)
			d[2] = c.Dir
			return d
		}, []string{"are not of one study", "inputs: was {", `is "other"`}},
		{"other number", func(d []string) []string { return append(d[:3], shards(t, 100, 5)[4]) },
			[]string{"is one of 4 shards", "one of 5; expected the same number", "shard 3/4 is missing"}},
		{"incomplete", func(d []string) []string {
			c := config(t.TempDir(), 100)
			c.Shard, c.Workers = batch.Shard{Index: 3, Of: 4}, 1
			ctx, cancel := context.WithCancel(context.Background())
			_, err := batch.Execute(ctx, c, func() (batch.Worker, error) {
				return work(func(r *batch.Run) error {
					if r.Index == 43 {
						cancel()
					}
					return nil
				}), nil
			})
			if !errors.Is(err, batch.ErrInterrupted) {
				t.Error(err)
			}
			d[3] = c.Dir
			return d
		}, []string{"is not complete: 11 of 25 runs have ended, the first one missing is 47; resume it"}},
		{"table changed", func(d []string) []string {
			change(d[1], "runs.csv", func(s string) string { return strings.Replace(s, ",ok,", ",OK,", 1) })
			return d
		}, []string{"runs.csv is not what the batch has written"}},
		{"row missing", func(d []string) []string {
			change(d[1], "runs.csv", func(s string) string {
				i := strings.Index(s, "\n5,")
				return s[:i] + s[i+1+strings.Index(s[i+1:], "\n"):]
			})
			return d
		}, []string{`has a row of run "9"; expected run 5`}},
		{"end missing", func(d []string) []string {
			change(d[1], "runs.csv", func(s string) string { return s[:len(s)-9] })
			return d
		}, []string{"runs.csv ends early"}},
		{"rows added", func(d []string) []string {
			change(d[1], "runs.csv", func(s string) string { return s + "101\n" })
			return d
		}, []string{"more rows than runs"}},
		{"other columns", func(d []string) []string {
			change(d[1], "runs.csv", func(s string) string { return "x" + s })
			return d
		}, []string{"has other columns"}},
		{"trajectory changed", func(d []string) []string {
			change(d[1], "trajectories/000005.csv", func(s string) string { return s + "1" })
			return d
		}, []string{"000005.csv is not what the batch has written"}},
		{"trajectory missing", func(d []string) []string {
			os.Remove(filepath.Join(d[1], "trajectories/000005.csv"))
			return d
		}, []string{"000005.csv"}},
		{"list changed", func(d []string) []string {
			change(d[1], "trajectories/SHA256SUMS", func(s string) string { return "x" + s })
			return d
		}, []string{"expected HASH  RUN.csv"}},
	}...) {
		place := t.TempDir()
		err := batch.Merge(context.Background(), filepath.Join(place, "out"), c.do(shards(t, 100, 4)))
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v\nwant %s", c.name, err, want)
			}
		}
		if left := files(t, place); len(left) > 0 {
			t.Errorf("%s: left %v", c.name, left)
		}
	}
}
