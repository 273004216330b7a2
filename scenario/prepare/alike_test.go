package prepare_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"kinetree/compile"
	"kinetree/models/oracle/expect"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
)

// TestAlikeSteps runs arms of drawn gains and durations side by side, and each alone: steps that are alike, of which a
// world hears late, end everywhere. Runs end at any step, also by a condition; references jump at drawn times; joints
// are driven beyond the speeds that they are rated for; samples are as many as steps, or fewer; and some runs diverge
// beside the others. The measures of all joints are compared, digit by digit.
func TestAlikeSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	text := func(method, law string, period int) string {
		duration, d := 0.001*float64(1+rng.IntN(330)), u(5, 60)
		if rng.IntN(8) == 0 {
			d = u(1e4, 1e6) // diverges
		}
		stop := ""
		if rng.IntN(4) == 0 {
			stop = fmt.Sprintf(", stop: [elbow_joint/position > %v]", u(0.1, 0.4))
		}
		return fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: %v, integrator: %s%s, ideal: %v,
 controller: {type: %s, period: %v, gains: {"*": {p: 200, d: 20}, elbow_joint: {p: %v, d: %v},
  wrist_1_joint: {p: 50, d: 2}, wrist_2_joint: {p: 50, d: 2}, wrist_3_joint: {p: 5, d: 0.2}}},
 reference: {elbow_joint: {type: step, at: %v, to: %v}, shoulder_lift_joint: {type: step, at: %v, to: -0.5},
  wrist_1_joint: {type: min_jerk, from_time: %v, to_time: 0.2, to: 0.3}}}`, duration, method, stop, rng.IntN(2) == 0,
			law, 0.001*float64(period), u(100, 1000), d, 0.001*float64(rng.IntN(200)), u(0.2, 1),
			0.001*float64(rng.IntN(200)), u(0, 0.1))
	}
	taken, refused, statuses := 0, 0, map[sim.Status]int{}
	for _, lanes := range expect.Some(t, 2, "8", "4", "2", "1") {
		t.Setenv(compile.Variable, lanes)
		for _, law := range expect.Some(t, 1, "pd_gravity", "pid", "pd") {
			method, period := []string{"semi-implicit", "rk4"}[rng.IntN(2)], []int{1, 2, 5, 10}[rng.IntN(4)]
			var texts, want []string
			cache := robot.NewCache()
			for range 40 {
				text := text(method, law, period)
				run := prepareDrawn(t, text, cache)
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				statuses[s.Status]++
				texts, want = append(texts, text), append(want, outcome(run, s, err))
			}
			first := prepareDrawn(t, texts[0], cache)
			solver, reason := prepare.LaneSolver(first.World.Model(), compile.Options{Gravity: first.WantsGravity()})
			if reason != nil {
				continue // no code of so many lanes
			}
			codes, i, ended := &sim.StepCodes{Assemble: compile.LaneCode}, 0, 0
			side := sim.Lanes{Model: first.World.Model(), Solver: solver, Whole: codes}
			side.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == len(texts) {
					return run, false
				}
				r, n := prepareDrawn(t, texts[i], cache), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					ended++
					if got := outcome(r, s, err); got != want[n] {
						t.Errorf("%d lanes: beside others\n%s\nalone\n%s\nscenario %s", solver.Count, got, want[n],
							texts[n])
					}
				}), true
			})
			if ended != len(texts) {
				t.Errorf("%d of %d runs have ended", ended, len(texts))
			}
			taken, refused = taken+codes.Taken, refused+codes.Refused
		}
	}
	t.Logf("code has taken %d steps and refused %d; runs ended as %v", taken, refused, statuses)
	if taken > 0 && (refused < 10 || len(statuses) < 3) {
		t.Errorf("code has refused %d steps, and runs ended as %v; expected some of each kind", refused, statuses)
	}
}
