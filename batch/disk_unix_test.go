//go:build unix

package batch_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kinetree/batch"
)

// limitFiles lets no file of this process grow over a size, as a full disk does.
func limitFiles(size uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size})
}

func init() {
	children["full"] = func(dir string) error {
		if err := limitFiles(4000); err != nil {
			return err
		}
		c := config(dir, 200)
		c.Workers = 2
		_, err := batch.Execute(context.Background(), c, plain)
		return err
	}
	children["full trajectory"] = func(dir string) error {
		if err := limitFiles(2 << 20); err != nil {
			return err
		}
		c := config(dir, 20)
		c.Workers, c.Trajectories = 2, batch.Trajectories{Which: "all"}
		_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
			return work(func(r *batch.Run) error {
				if r.Index == 13 {
					_, err := r.Trajectory.Write(make([]byte, 3<<20))
					return err
				}
				return (&worker{}).Run(context.Background(), r)
			}), nil
		})
		return err
	}
	children["many"] = func(dir string) error {
		c := config(dir, 100_000)
		c.Trajectories = batch.Trajectories{}
		if _, err := batch.Execute(context.Background(), c, plain); err != nil {
			return err
		}
		return printPeak()
	}
}

// TestDiskFull checks the error, that the journal has whole records, and that the batch can be resumed.
func TestDiskFull(t *testing.T) {
	for _, c := range []struct {
		kind         string
		runs         int
		trajectories string
	}{{"full", 200, "failed"}, {"full trajectory", 20, "all"}} {
		want := undisturbed(t, c.runs, func(b *batch.Config) { b.Trajectories.Which = c.trajectories })
		dir := filepath.Join(t.TempDir(), "out")
		out, err := start(t, c.kind, dir).CombinedOutput()
		if err == nil || !strings.Contains(string(out),
			"file too large; the runs that have ended are kept: make room and resume the batch") ||
			strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %v: %s", c.kind, err, out)
		}
		journal := files(t, dir)["runs.journal"]
		if !strings.HasSuffix(journal, "\n") || len(journal) > 4000 {
			t.Errorf("%s: the journal has %d bytes and ends with %q", c.kind, len(journal),
				journal[max(0, len(journal)-20):])
		}
		b := config(dir, c.runs)
		b.Resume, b.Trajectories.Which = true, c.trajectories
		r, err := batch.Execute(context.Background(), b, plain)
		if err != nil || r.Resumed == 0 || r.Resumed != strings.Count(journal, "\n") {
			t.Errorf("%s: %+v: %v", c.kind, r, err)
		}
		same(t, c.kind, files(t, dir), want)
	}
}

// printPeak prints the largest memory that the process had, in kB.
func printPeak() error {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return err
	}
	defer status.Close()
	for in := bufio.NewScanner(status); in.Scan(); {
		if line, ok := strings.CutPrefix(in.Text(), "VmHWM:"); ok {
			fmt.Println(line)
		}
	}
	return nil
}

// TestMemory executes 100,000 runs in a process and looks at its peak. The engine needs 16 kB for the window and some
// tables of the size of the window at the end; the rest is the Go runtime and the test program.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no batch of a hundred thousand runs")
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the peak of the memory is read from /proc")
	}
	out, err := start(t, "many", filepath.Join(t.TempDir(), "out")).CombinedOutput()
	var peak int
	if _, scan := fmt.Sscan(string(out), &peak); err != nil || scan != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("peak %d kB", peak)
	if peak > 100_000 {
		t.Errorf("the peak of the memory is %d kB", peak)
	}
}
