package tune_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/tune"
)

// squares is the ISE of hinge, by the trapezoidal rule over the rows of the log, and the rows.
const squares = `def metrics(log):
    t, e = log["time"], [r - x for r, x in zip(log["hinge/reference/position"], log["hinge/position"])]
    return {"squares": sum([(t[i] - t[i - 1]) * (e[i] * e[i] + e[i - 1] * e[i - 1]) / 2 for i in range(2, len(t))]) +
        (t[1] - t[0]) * (1 + e[1] * e[1]) / 2, "rows": len(t), "none": None}
`

// scripted reads a tuning of the hinge with a cost, and measures of events.
func scripted(t *testing.T, cost, script string) (*scenario.Scenario, *tune.Tuning, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.star"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte(`kinetree: 1
model: `+rotor(t)+`
duration: 4
dt: 0.001
script: m.star
controller: {type: pd, continuous: true, gains: {"*": {p: 100, d: 1}}}
reference: {hinge: {type: sequence, moves: [{type: step, to: 1}, {type: step, pause: 2.5, to: 0}]}}
metrics: {events: true, tolerance: 0.01}
tune: {free: {controller.gains.hinge.d: [1, 50]}, cost: '`+cost+`', runs: 50, chains: 2}
`), "t.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tune.New(s, nil)
	return s, p, err
}

// TestScriptedCost finds the optimum of TestKnownOptimum, with the cost as a script has it: that of two steps of 1 rad,
// each with the ISE 0.1 at d = 10, and more of the second one while the first has not died out.
func TestScriptedCost(t *testing.T) {
	_, p, err := scripted(t, `squares + 0*rows`, squares)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Minimize(t.Context(), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Best.X[0]-10) > 0.1 || math.Abs(r.Best.Cost-0.2) > 1e-3 {
		t.Errorf("d = %v with a cost of %v; want 10 and 0.2", r.Best.X[0], r.Best.Cost)
	}
	costs, err := p.Costs(context.Background(), []float64{5})
	if err != nil || math.Abs(costs[0]-2*(25+100)/(2*100*5.0)) > 1e-3 { // (d² + p)/(2 p d) each
		t.Errorf("the cost of d = 5 is %v (%v), want 0.25", costs, err)
	}
}

// TestCostOfEvents compares costs with the figures of a run, and with the closed form of the step: with p = 100 and
// d = 20 the error is (1 + 10 t) exp(-10 t), which is 0.01 at 0.66384 s.
func TestCostOfEvents(t *testing.T) {
	s, p, err := scripted(t, `joints["hinge/move1"]["settling_after"] + 100*peak_error`, squares)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []float64{20, 5} {
		costs, err := p.Costs(context.Background(), []float64{d})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Set("controller.gains.hinge.d", d); err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(prepare.Solo).Run(context.Background(), run); err != nil {
			t.Fatal(err)
		}
		settled, _ := run.Events().Value("hinge/move1", "settling_after")
		worst, of := run.Events().Worst("peak_error")
		if costs[0] != settled+100*worst || of == "" {
			t.Errorf("d = %v: the cost is %v, want %v + 100 × %v", d, costs[0], settled, worst)
		}
		if x := 0.66383520679938; d == 20 && math.Abs(settled-x) > 1e-6 { // of the cubics, see package metrics
			t.Errorf("settled after %v s, want %v", settled, x)
		}
	}
	for cost, want := range map[string]string{
		"square":                                 `there is no number "square" (did you mean "squares"?)`,
		`joints["hinge/move7"]["settling_time"]`: "hinge/move1",
		`joints["hinge/move1"]["recovery_time"]`: "recovery_time",
	} {
		if _, _, err := scripted(t, cost, squares); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", cost, err, want)
		}
	}
	if _, _, err := scripted(t, "itae", "def metrics(log):\n    return {\"itae\": 1}\n"); err == nil ||
		!strings.Contains(err.Error(), "metrics returned itae, which is the name of another number of tune.cost") {
		t.Errorf("a script with a name that is taken: %v", err)
	}
}
