package study_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/batch/study"
	"kinetree/compile"
	"kinetree/control/metrics"
	"kinetree/models/oracle/expect"
)

// tableOf executes a study with a list of metrics and returns the columns of its table by their names.
func tableOf(t *testing.T, text string, list []string) map[string][]string {
	t.Helper()
	text = fmt.Sprintf("kinetree: 1\n%s\nmetrics: [%s]\n", text, strings.Join(list, ", "))
	s, err := study.Open(filepath.Join(files(t, map[string]string{"study.yaml": text}), "study.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	columns, _ := table(t, s, "none")
	return columns
}

// TestAsked compares tables with some metrics, drawn at random, of all joints and of single ones, with the columns of
// the table that has all, digit by digit: in Go and in machine code, of arms that stop, stick, are late and sense
// noise, that diverge, and of other robots in one study. In code only what a table has is recorded.
func TestAsked(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	all := append(metrics.Names(), "end_time", "energy_drift", "impacts", "drift_share")
	modes := []string{"off"}
	for _, lanes := range compile.Lanes() {
		modes = append(modes, fmt.Sprint(lanes))
	}
	rounds, turn := 6, 0
	if testing.Short() {
		rounds = 2
	}
	for name, text := range expect.SomeOf(t, 3, side) {
		if !strings.Contains(text, "controller:") {
			continue // nothing is asked of the joints
		}
		text = strings.Replace(text, "{model:", "{kinetree: 1, model:", 1)
		if i := strings.Index(text, "\ntrajectories:"); i >= 0 {
			text = text[:i]
		}
		t.Setenv(compile.Variable, "off")
		want := tableOf(t, text, all)
		var names []string
		for name := range want {
			if slices.Contains(all, name[strings.LastIndexByte(name, '/')+1:]) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for k := range rounds {
			rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			list := names[:1+rng.IntN(4)]
			if k == 0 {
				list = []string{all[rng.IntN(len(all))]}
			}
			turn++
			mode := modes[turn%len(modes)]
			t.Setenv(compile.Variable, mode)
			for column, got := range tableOf(t, text, list) {
				if !slices.Equal(got, want[column]) {
					t.Errorf("%s, %s, metrics %v: %s is\n%v\nwith all metrics\n%v", name, mode, list, column, got,
						want[column])
				}
			}
		}
	}
}
