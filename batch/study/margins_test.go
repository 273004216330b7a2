package study_test

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
	s, err := study.Open(filepath.Join(files(t, map[string]string{"study.yaml": text}), "study.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	columns, _ := table(t, s, "none")
	if len(columns["index"]) != 3 {
		t.Fatalf("the table is %v", columns)
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
		for _, name := range s.Metrics {
			joint, metric := "", name
			if j := strings.LastIndexByte(name, '/'); j >= 0 {
				joint, metric = name[:j], name[j+1:]
			}
			if name == "end_time" {
				continue
			}
			got := math.NaN()
			if cell := columns[name][i]; cell != "" {
				if got, err = strconv.ParseFloat(cell, 64); err != nil {
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
