//go:build unix

package batch_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kinetree/batch"
	"kinetree/models/oracle/expect"
)

// TestFilesOfStrangers puts what is no file, and a row without an end, in the place of each file of a batch: all that
// reads it says so at once.
func TestFilesOfStrangers(t *testing.T) {
	pipe := func(name string) error { return syscall.Mkfifo(name, 0o666) }
	device := func(name string) error { return os.Symlink("/dev/zero", name) }
	endless := func(name string) error { // a file of 65 MiB, of which the disk holds nothing
		if err := os.WriteFile(name, []byte("index"), 0o666); err != nil {
			return err
		}
		return os.Truncate(name, 65<<20)
	}
	for _, c := range expect.Some(t, 3, []struct {
		file string
		make func(name string) error
		want string
	}{
		{"study.json", pipe, "it is a pipe"}, {"study.json", device, "it is a device"},
		{"study.json", endless, "more than 67108864 bytes"},
		{"runs.csv", pipe, "it is a pipe"}, {"runs.csv", device, "it is a device"},
		{"runs.csv", endless, "runs.csv:1: a row has more than 16777216 bytes"},
		{"trajectories/SHA256SUMS", pipe, "it is a pipe"}, {"trajectories/SHA256SUMS", device, "it is a device"},
		{"trajectories/SHA256SUMS", endless, "SHA256"},
		{"trajectories/000003.csv", pipe, "is missing"}, {"trajectories/000003.csv", device, "is missing"},
	}...) {
		dir := filepath.Join(t.TempDir(), "a")
		cfg := config(dir, 30)
		if _, err := batch.Execute(context.Background(), cfg, plain); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, c.file)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := c.make(name); err != nil {
			t.Fatal(err)
		}
		_, verify := batch.Verify(dir)
		_, summarize := batch.Summarize(dir, 1)
		cfg.Resume = true
		_, resume := batch.Execute(context.Background(), cfg, plain)
		for what, err := range map[string]error{"verify": verify, "summarize": summarize, "resume": resume} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s of %s: %v, want %s", what, c.file, err, c.want)
			}
		}
	}
}
