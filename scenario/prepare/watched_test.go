package prepare_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/sim/record"
)

// TestWatchedSteps runs arms that end by conditions on columns which the world computes, side by side with code for
// whole steps, and each alone, and compares the logs and all that the runs come to.
func TestWatchedSteps(t *testing.T) {
	const runs = 7
	const smooth = "dt: 0.001, controller: {type: pd_gravity, period: 0.002, gains: {\"*\": {p: 30, d: 3}}}"
	const split = "dt: 0.001, controller: {type: pid, period: 0.0015, gains: {\"*\": {p: 30, i: 5, d: 3}}}"
	const rough = "dt: 0.001, joints: {joint1: {friction: 0.5}, joint2: {friction: 0.2, upper: 0.9, damping: 0.1}}, " +
		"controller: {type: pd, period: 0.001, delay: 0.001, gains: {\"*\": {p: 30, d: 3}}}"
	for k, c := range []struct {
		stop, text string
		least      int // steps that code takes
	}{
		{"joint1/acceleration > 0.42", smooth, 150},
		{"joint1/acceleration > -8.5", split, 300},
		{"joint2/effort < 182.5", smooth, 300},
		{"joint2/effort < -3", split, 500},
		{"joint1/effort > 25", rough, 300},
		{"joint2/friction_effort > 0.19", rough, 200},
		{"joint2/limit_effort < -0.5", rough, 300},
		{"ledger/friction_loss > 0.2", rough, 300},
		{"ledger/damping_loss > 0.05", rough, 300},
		{"ledger/effort_work > 20", smooth, 500},
		{"link2/position/x < 0.97", smooth, 500},
		{"time > 0.2345", split, 300},
	} {
		for _, log := range []bool{false, true} {
			var want, got [runs]bytes.Buffer
			cache := robot.NewCache()
			ready := func(i int, to *bytes.Buffer) *prepare.Run {
				text := fmt.Sprintf("{kinetree: 1, model: rr_arm, integrator: %s, duration: 0.3, %s, stop: [%q], "+
					"log: {every: 3, ledger: true, links: [link2]}, reference: {joint1: {type: "+
					"sine, amplitude: %v, frequency: 1}, joint2: {type: step, at: 0.1, to: %v}}, initial: {position: "+
					"{joint1: 0.2, joint2: 0.5}, velocity: {joint1: %v}}}", []string{"rk4", "semi-implicit"}[(i+k)%2],
					c.text, c.stop, 0.4+0.1*float64(i), 0.2+0.15*float64(i), 0.3*float64(i)-1)
				s, err := scenario.Read([]byte(text), "drawn.yaml", ".")
				if err != nil {
					t.Fatal(err)
				}
				env := prepare.Env{Cache: cache, Unlogged: true}
				if log {
					env.Sink = record.NewStream(to)
				}
				run, err := prepare.New(s, env)
				if err != nil {
					t.Fatalf("%s: %v", c.stop, err)
				}
				return run
			}
			stopped, i := 0, 0
			var outcomes [runs]string
			for i := range want {
				run := ready(i, &want[i])
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				if outcomes[i] = outcome(run, s, err); s.Status == sim.Stopped {
					stopped++
				}
			}
			code, first := prepare.RunCode{}, ready(0, new(bytes.Buffer))
			solver := code.Of(first)
			if solver == nil {
				t.Skip("no code runs here")
			}
			if reason := first.World.Unrecorded(); reason != "" {
				t.Fatalf("%s: %s", c.stop, reason)
			}
			code.Steps.After = 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				r, n := ready(i, &got[i]), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					if got := outcome(r, s, err); got != outcomes[n] {
						t.Errorf("%s: beside others\n%s\nalone\n%s", c.stop, got, outcomes[n])
					}
				}), true
			})
			for i := range want {
				if !bytes.Equal(want[i].Bytes(), got[i].Bytes()) || log && want[i].Len() < 500 {
					t.Errorf("%s: the log beside others is\n%s\nand alone\n%s", c.stop, &got[i], &want[i])
				}
			}
			t.Logf("%s: %d of %d runs ended, code has taken %d steps and refused %d", c.stop, stopped, runs,
				code.Steps.Taken, code.Steps.Refused)
			if code.Steps.Taken < c.least {
				t.Errorf("%s: code has taken %d steps; expected %d", c.stop, code.Steps.Taken, c.least)
			}
			if stopped == 0 {
				t.Errorf("%s: no run was ended", c.stop)
			}
		}
	}
}
