package study_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestMargins compares the columns of margins of a study with the analysis of each run's scenario. Columns are found by
// the shorter analysis of searches, to some 1e-6.
func TestMargins(t *testing.T) {
	text := `kinetree: 1
scenario: {kinetree: 1, model: rr_arm, duration: 0.05, controller: {type: pd_gravity, period: 0.002,
  gains: {"*": {p: 100, d: 10}}}}
sweep: [{path: controller.gains.joint1.p, grid: [50, 400, 1e6]}]
metrics: [phase_margin, joint2/phase_margin, sensitivity_peak, spectral_radius, largest_period, end_time]
`
	dir := t.TempDir()
	file := filepath.Join(dir, "study.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := study.Open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if _, err := batch.Execute(t.Context(), batch.Config{Dir: out, Runs: s.Len(), Axes: s.Axes, Metrics: s.Metrics,
		Workers: 1}, s.NewWorker); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("the table is\n%s (%v)", table, err)
	}
	for i, p := range []string{"50", "400", "1e6"} {
		c, err := scenario.Read([]byte(`{kinetree: 1, model: rr_arm, duration: 0.05, controller: {type: pd_gravity,
 period: 0.002, gains: {"*": {p: 100, d: 10}, joint1: {p: `+p+`, d: 10}}}}`), "case.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(c, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		for k, name := range rows[0] {
			joint, metric := "", name
			if j := strings.LastIndexByte(name, '/'); j >= 0 {
				joint, metric = name[:j], name[j+1:]
			}
			if k < 5 || name == "end_time" { // what tells the run
				continue
			}
			got := math.NaN()
			if rows[i+1][k] != "" {
				if got, err = strconv.ParseFloat(rows[i+1][k], 64); err != nil {
					t.Fatal(err)
				}
			}
			want := a.Number(joint, metric)
			if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-5*math.Abs(want) {
				t.Errorf("p %s: %s is %v, want %v", p, name, got, want)
			}
		}
	}
}
