package study_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch/study"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

const withEvents = `{kinetree: 1, model: rr_arm, duration: 3.5, controller: {type: computed_torque, period: 0.002,
  gains: {"*": {p: 100, d: 20}}}, reference: {joint1: {type: sequence, moves: [{type: min_jerk, duration: 1, to: 0.4},
  {type: step, pause: 0.5, to: 0.42}]}}, disturbances: [{link: link2, force: [0, 0, 40], at: 2.3, for: 0.1}],
  metrics: {events: true, tolerance: 2e-4, links: {tool: {}}}}`

// TestEventColumns compares columns of figures of events with runs alone.
func TestEventColumns(t *testing.T) {
	columns := []string{"joint1/move1/settling_after", "joint1/disturbance0/recovery_time", "tool/move0/peak_error",
		"peak_error"}
	open := func(metrics ...string) (*study.Study, error) {
		text := "kinetree: 1\nscenario: " + withEvents + "\nsweep: [{path: controller.gains.joint1.p, " +
			"grid: [100, 400]}]\nmetrics: [" + strings.Join(metrics, ", ") + "]\n"
		return study.Open(filepath.Join(files(t, map[string]string{"study.yaml": text}), "study.yaml"), nil)
	}
	s, err := open(columns...)
	if err != nil {
		t.Fatal(err)
	}
	told, _ := table(t, s, "none")
	for i, p := range []float64{100, 400} {
		c, err := scenario.Read([]byte(withEvents), "s.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Set("controller.gains.joint1.p", p); err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(c, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.World.Run(t.Context(), c.Duration); err != nil {
			t.Fatal(err)
		}
		for _, name := range columns {
			at := strings.LastIndexByte(name, '/')
			want, ok := run.Events().Value(name[:max(at, 0)], name[at+1:])
			if at < 0 {
				var of string
				want, of = run.Events().Worst(name)
				ok = of != ""
			}
			cell := told[name][i]
			if got, err := strconv.ParseFloat(cell, 64); !ok || err != nil || got != want {
				t.Errorf("p = %v: %s is %q, want %v", p, name, cell, want)
			}
		}
	}
	for name, want := range map[string]string{
		"joint1/move2/peak_error": `no event "joint1/move2" is measured (did you mean "joint1/move0"?)`,
		"joint9/end_error":        `no event "joint9" is measured`,
	} {
		if _, err := open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
