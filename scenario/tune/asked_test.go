package tune_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/models/oracle/expect"
	"kinetree/scenario/prepare"
	"kinetree/scenario/tune"
)

// TestAskedCost compares costs of a search, whose runs take the measures alone that the expression uses, with those of
// the same candidates that take all, digit by digit: in Go and in machine code, which finds the same.
func TestAskedCost(t *testing.T) {
	modes := []string{"off"}
	for _, lanes := range compile.Lanes() {
		modes = append(modes, fmt.Sprint(lanes))
	}
	long := strings.Replace(arm, "dt: 0.005", "dt: 0.001\nintegrator: semi-implicit", 1)
	long = strings.Replace(long, "chains: 2\n  runs: 200", "method: cma-es\n  runs: 30", 1)
	long = strings.Replace(long, "{type: pd_gravity,", "{type: pd_gravity, period: 0.001,", 1)
	for cost, want := range expect.SomeOf(t, 3, map[string]func(list prepare.MeasuresByJoint) float64{
		"itae": func(list prepare.MeasuresByJoint) float64 { r := list.Together(); return r.ITAE },
		"max_error + 2*effort_peak": func(list prepare.MeasuresByJoint) float64 {
			r := list.Together()
			return r.MaxError + float64(2*r.EffortPeak)
		},
		`joints["joint2"]["overshoot"] + joints["joint1"]["rms_error"]`: func(list prepare.MeasuresByJoint) float64 {
			return list[1].Overshoot + list[0].RMSError
		},
		`undershoot + joints["joint1"]["energy"]`: func(list prepare.MeasuresByJoint) float64 {
			r := list.Together()
			return r.Undershoot + list[0].Energy
		},
		`sum([j["ise"] for j in joints.values()])`: func(list prepare.MeasuresByJoint) float64 {
			return list[0].ISE + list[1].ISE
		},
	}) {
		text := strings.Replace(long, "cost: itae", "cost: '"+cost+"'", 1)
		var first *tune.Result
		for _, mode := range expect.Some(t, 2, modes...) {
			t.Setenv(compile.Variable, mode)
			problem, found := minimize(t, text, 1)
			if first == nil {
				first = found
			}
			if !reflect.DeepEqual(found, first) {
				t.Errorf("%s: %s finds %+v, %s %+v", cost, mode, found.Best, modes[0], first.Best)
			}
			for i := 0; i < len(found.Trials); i += 7 {
				trial := &found.Trials[i]
				s, err := problem.Scenario(trial.X)
				if err != nil {
					t.Fatal(err)
				}
				run, err := prepare.New(s, prepare.Env{Unlogged: true})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := run.World.Run(t.Context(), run.Scenario.Duration); err != nil {
					t.Fatal(err)
				}
				if want := want(run.Measures()); trial.Cost != want {
					t.Errorf("%s, %s: %v costs %v, with all measures %v", cost, mode, trial.X, trial.Cost, want)
				}
			}
		}
	}
}
