package study_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
)

// TestBefore runs studies, the embedded ones and some that were drawn, whose tables were written by the program when it
// still made each run from a text with the values in it, and anew when the energy became the work that the ledger
// books, when the random numbers and elementary functions became those of this program, when the instants of stops and
// friction were found in fewer tries, and in none, when the work in steps of order 1 became that of their mean
// velocity, and when joints that make no moves lost their columns for them. The drawn ones have axes of all kinds, with
// factors, items, mappings, seeds, and values that are wrong.
func TestBefore(t *testing.T) {
	const dir = "testdata/before"
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(sums)) {
		var want, name string
		if _, err := fmt.Sscan(line, &want, &name); err != nil {
			t.Fatal(err)
		}
		file := name
		if drawn := filepath.Join(dir, name+".yaml"); exists(drawn) {
			file = drawn
		} else if testing.Short() {
			continue // some seconds
		}
		s, err := study.Open(file, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		out := filepath.Join(t.TempDir(), name)
		if _, err := batch.Execute(t.Context(), batch.Config{Dir: out, Runs: s.Len(), Axes: s.Axes,
			Metrics: s.Metrics, Trajectories: batch.Trajectories{Which: "none"}}, s.NewWorker); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(table); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s: another table, whose sum is %x:\n%s", name, sum, table)
		}
		compared++
	}
	if compared < 13 {
		t.Errorf("%d studies were compared, want 13 at least", compared)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
