package study_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/models/oracle/expect"
)

// TestBombsInMetrics runs studies whose metrics go off in one run: its row has the reason, the others are whole, and
// the table is the same with one worker and with four. Package script tests many more bombs.
func TestBombsInMetrics(t *testing.T) {
	for bomb, reason := range expect.SomeOf(t, 2, map[string]string{
		`("a" * 1000000).replace("a", "b" * 1000000)`:               "1000000",
		`("b" * 1000000).join(["a"] * 1000000)`:                     "1000000",
		`("{0}" * 200000).format("a" * 1000000)`:                    "1000000",
		`"%s" % (doubled(),)`:                                       "1000000",
		`[[0] * 100000 for _ in range(100000)]`:                     "MiB",
		`[0] * 100000000000`:                                        "1000000",
		`range(100000000000)`:                                       "1000000",
		`1 << 100000000`:                                            "bits",
		`[d.update({i: i}) for d in [{}] for i in range(10000000)]`: "1000000",
		`deep(1)`:      "recursive",
		`fail("boom")`: "boom",
	}) {
		dir := t.TempDir()
		name := filepath.Join(dir, "s.star")
		text := "def doubled():\n    x = [0]\n    for _ in range(60):\n        x = [x, x]\n    return x\n\n" +
			"def deep(n):\n    return deep(n + 1)\n\n" +
			"def runs():\n    return [scenario(\"rr_arm_step\", {\"duration\": 0.01, \"initial.position.joint1\": " +
			"0.25 * i}) for i in range(6)]\n\n" +
			"def metrics(trajectory):\n    if trajectory[\"joint1/position\"][0] == 0.75:\n        x = " + bomb +
			"\n    return {\"highest\": max(trajectory[\"joint2/position\"])}\n"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var tables []string
		for _, workers := range []int{1, 4} {
			s, err := study.Open(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			in, err := s.Inputs("1")
			if err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, fmt.Sprint(workers))
			if _, err := batch.Execute(context.Background(), batch.Config{Dir: out, Inputs: in, Runs: s.Len(),
				Axes: s.Axes, Metrics: s.Metrics, Workers: workers,
				Trajectories: batch.Trajectories{Which: "failed"}}, s.NewWorker); err != nil {
				t.Fatal(err)
			}
			table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
			if err != nil {
				t.Fatal(err)
			}
			tables = append(tables, string(table))
			if v, err := batch.Verify(out); err != nil || v.Trajectories != 1 {
				t.Errorf("%s: %+v, %v; want the trajectory of one run", bomb, v, err)
			}
		}
		rows := strings.Split(strings.TrimSpace(tables[0]), "\n")
		if len(rows) != 7 || strings.Count(tables[0], ",ok,") != 5 || !strings.HasPrefix(rows[4], "3,") ||
			!strings.Contains(rows[4], ",error,") || !strings.Contains(rows[4], reason) {
			t.Errorf("%s: want run 3 to fail for %q and the others not: %q", bomb, reason, rows)
		}
		if tables[0] != tables[1] {
			t.Errorf("%s: with one worker\n%s\nwith four\n%s", bomb, tables[0], tables[1])
		}
	}
}
