package tune_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/models/oracle/expect"
	"kinetree/scenario/tune"
)

// TestSideBySide checks that a search finds the same, digit by digit, whether its candidates and robots run one after
// the other in Go or side by side in machine code of any width: populations of CMA-ES, steps of a simplex with those
// that may follow, robots of different masses, and gains with which runs diverge.
func TestSideBySide(t *testing.T) {
	population := strings.Replace(arm, "runs: 200", "runs: 120\n  method: cma-es", 1)
	for name, text := range expect.SomeOf(t, 1, map[string]string{
		"population": population,
		"simplex":    arm,
		"robots": strings.Replace(arm, "runs: 200", "runs: 30\n  robust: {samples: 5, reduce: max}", 1) +
			"sweep:\n  - {path: links.link2.payload.mass, uniform: [0, 1]}\n",
		"diverging": strings.Replace(population, "d: [1, 1000, log]", "d: [1, 1e6, log]", 2),
	}) {
		t.Run(name, func(t *testing.T) {
			modes := []string{"off"}
			for _, lanes := range compile.Lanes() {
				modes = append(modes, fmt.Sprint(lanes))
			}
			var want *tune.Result
			for _, mode := range expect.Some(t, 2, modes...) {
				t.Setenv(compile.Variable, mode)
				for workers := 1; workers <= 2; workers++ {
					if _, got := minimize(t, text, workers); want == nil {
						want = got
					} else if !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, %d workers: %+v\nwant\n%+v", mode, workers, got.Best, want.Best)
					}
				}
			}
		})
	}
}

// TestInPlace checks that candidates which have become one another in place, and of which several were simulated side
// by side, cost what each costs by itself, of a tuning that judges nothing else, bit by bit: with drawn masses, with
// delays, which cannot be altered in place, and with gains with which runs diverge.
func TestInPlace(t *testing.T) {
	checked := 0
	for name, text := range map[string]string{
		"gains":     strings.Replace(arm, "runs: 200", "runs: 60\n  method: cma-es", 1),
		"diverging": strings.Replace(arm, "d: [1, 1000, log]", "d: [1, 1e6, log]", 2),
		"robots": strings.Replace(arm, "runs: 200", "runs: 30\n  robust: {samples: 3, reduce: mean}", 1) + "sweep:\n" +
			"  - {path: links.link2.payload.mass, uniform: [0, 1]}\n  - {path: controller.delay, uniform: [0, 0.01]}\n",
	} {
		_, found := minimize(t, text, 2)
		step := max(1, len(found.Trials)/8)
		for i := 0; i < len(found.Trials); i += step {
			alone, err := parse(text)
			if err != nil {
				t.Fatal(err)
			}
			trial := found.Trials[i]
			if cost, err := alone.Cost(t.Context(), trial.X); err != nil || cost != trial.Cost {
				t.Errorf("%s: trial %d cost %v, by itself it costs %v, %v", name, i, trial.Cost, cost, err)
			}
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("%d trials were compared; expected 20 or more", checked)
	}
}
