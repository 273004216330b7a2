package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinetree/batch"
	"kinetree/models/oracle/expect"
)

// start begins a batch in a process of its own.
func start(t *testing.T, kind, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), child+"="+kind, child+"_DIR="+dir)
	return cmd
}

// TestKilled kills batches at random moments, from the start of the process to its end, and resumes each. Every other
// one is killed when a random number of its runs have ended, so that there is something to resume. Half of them are of
// runs that are kept together.
func TestKilled(t *testing.T) {
	want := undisturbed(t, slowRuns, nil)
	began := time.Now()
	whole := start(t, "slow", filepath.Join(t.TempDir(), "out"))
	if out, err := whole.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	duration := time.Since(began)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	killed, kept := 0, 0
	kills := 20
	if testing.Short() {
		kills = 4
	}
	for i := range kills {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		after := time.Duration(random.Int64N(int64(duration)))
		cmd := start(t, []string{"slow", "slow side"}[i/2%2], dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			time.Sleep(after)
		} else {
			ended := 1 + random.IntN(slowRuns/2)
			expect.Soon(t, fmt.Sprintf("%d runs of %d have ended", ended, slowRuns), func() bool {
				journal, _ := os.ReadFile(filepath.Join(dir, "runs.journal"))
				_, err := os.Stat(filepath.Join(dir, "runs.csv"))
				return err == nil || strings.Count(string(journal), "\n") >= ended
			})
		}
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		if _, err := os.Stat(dir); err == nil && files(t, dir)["runs.journal"] != "" {
			kept++
		}
		c := config(dir, slowRuns)
		c.Resume = true
		if _, err := batch.Execute(context.Background(), c, plain); err != nil {
			t.Fatalf("seed %d, killed after %v: %v", seed, after, err)
		}
		same(t, fmt.Sprintf("seed %d, killed after %v", seed, after), files(t, dir), want)
	}
	t.Logf("%d of %d processes were killed before their end, %d with a journal", killed, kills, kept)
	if killed < kills/3 || kept < kills/3 {
		t.Errorf("%d processes were killed before their end, %d left a journal; the test tests little", killed, kept)
	}
}

// TestKilledAtTheEnd resumes a batch whose process ended when everything was written and the journal was still there.
func TestKilledAtTheEnd(t *testing.T) {
	want := undisturbed(t, 20, nil)
	c := config(t.TempDir(), 20)
	if _, err := batch.Execute(context.Background(), c, plain); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "runs.journal"), []byte("whatever was there"), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Resume = true
	if _, err := batch.Execute(context.Background(), c, plain); err != nil {
		t.Fatal(err)
	}
	same(t, "resumed", files(t, c.Dir), want)
}

// half returns the files of a batch that was interrupted after some runs.
func half(t *testing.T, runs, after int) map[string]string {
	t.Helper()
	c := config(t.TempDir(), runs)
	c.Workers = 2
	ctx, cancel := context.WithCancel(context.Background())
	_, err := batch.Execute(ctx, c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			if r.Index == after {
				cancel()
			}
			return (&worker{wait: time.Millisecond}).Run(context.Background(), r)
		}), nil
	})
	if !errors.Is(err, batch.ErrInterrupted) {
		t.Fatal(err)
	}
	return files(t, c.Dir)
}

// put writes files into a new directory.
func put(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		name = filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(name), 0o777)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestJournalCutAnywhere cuts the journal after every byte, and changes one byte in seven, as disks do that lose power;
// with -short an eleventh of that.
func TestJournalCutAnywhere(t *testing.T) {
	const runs = 5
	want := undisturbed(t, runs, nil)
	left := half(t, runs, 3)
	journal := left["runs.journal"]
	if len(journal) < 200 {
		t.Fatalf("the journal has %d bytes", len(journal))
	}
	resume := func(what, text string) {
		left["runs.journal"] = text
		c := config(put(t, left), runs)
		c.Resume = true
		if _, err := batch.Execute(context.Background(), c, plain); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		same(t, what, files(t, c.Dir), want)
	}
	every := 1
	if testing.Short() {
		every = 11
	}
	for i := rand.IntN(every); i <= len(journal); i += every {
		resume(fmt.Sprintf("cut after %d bytes", i), journal[:i])
	}
	for i := rand.IntN(7 * every); i < len(journal); i += 7 * every {
		changed := []byte(journal)
		changed[i] ^= byte(1 << (i % 8))
		resume(fmt.Sprintf("byte %d changed", i), string(changed))
	}
	resume("twice", journal+journal)
}

// TestLeftovers checks what a killed process can leave besides the journal: halves of files, and a table that was not
// told yet.
func TestLeftovers(t *testing.T) {
	const runs = 12
	want := undisturbed(t, runs, nil)
	left := half(t, runs, 5)
	for name, text := range map[string]string{"runs.csv.part": "index", "runs.csv": "index", "study.json.part": "{",
		"trajectories/SHA256SUMS.part": "1", "trajectories/000009.csv.part": "time", "trajectories/000009.csv": "time",
		".lock": ""} {
		left[name] = text
	}
	// run 9 is fine, so has no file; a whole one that is not in the journal comes of failed runs only
	delete(left, "trajectories/000009.csv")
	c := config(put(t, left), runs)
	c.Resume = true
	if _, err := batch.Execute(context.Background(), c, plain); err != nil {
		t.Fatal(err)
	}
	same(t, "leftovers", files(t, c.Dir), want)
}

// TestNoStudy checks that a journal of which nobody knows the study is not resumed.
func TestNoStudy(t *testing.T) {
	left := half(t, 12, 5)
	delete(left, "study.json")
	c := config(put(t, left), 12)
	c.Resume = true
	if _, err := batch.Execute(context.Background(), c, plain); err == nil || !strings.Contains(err.Error(),
		"has runs.journal, trajectories and no study.json, so what is there is no batch") {
		t.Error(err)
	}
	left["study.json"] = `{"kinetree_batch": 99}`
	c.Dir = put(t, left)
	if _, err := batch.Execute(context.Background(), c, plain); err == nil {
		t.Error("a batch of another format is resumed")
	}
}
