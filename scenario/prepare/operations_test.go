package prepare_test

import (
	"context"
	"strings"
	"testing"

	"kinetree/compile"
	steps "kinetree/compile/tape"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
)

// operationsGrow is how much the operations and the refused steps of a shape may exceed the numbers of the table below,
// as a share. The numbers are those of commit b78f9df, whose operations were written by hand.
const operationsGrow = 0.03

// measuredSince is the number of operations of the measures that came after that commit (rms_effort, peak_power, duty),
// in a shape with a law.
const measuredSince = 91

// twelveShapes are scenarios of an arm whose whole steps are code, with the operations of the code for their steps,
// and the steps that the code takes and refuses in a run. The arm, the start and the reference are those of
// shapeScenario.
var twelveShapes = []struct {
	name, text                 string
	operations, steps, refused int
}{
	{"free rk4", "integrator: rk4", 5115, 500, 0},
	{"pd semi-implicit", "integrator: semi-implicit, controller: {type: pd, period: 0.001, GAINS}, REFERENCE",
		2243, 499, 0},
	{"pd_gravity rk4", "integrator: rk4, controller: {type: pd_gravity, period: 0.001, GAINS}, REFERENCE",
		6245, 499, 0},
	{"pid conditional", "integrator: midpoint, controller: {type: pid, period: 0.002, anti_windup: conditional, " +
		"filter_time: 0.005, INTEGRAL}, REFERENCE", 3908, 499, 0},
	{"pid back-calculation, delayed", "integrator: euler, controller: {type: pid, period: 0.001, delay: 0.001, " +
		"anti_windup: back-calculation, tracking_time: 0.01, INTEGRAL}, REFERENCE", 2369, 499, 0},
	{"computed torque", "integrator: rk4, controller: {type: computed_torque, period: 0.002, GAINS}, REFERENCE",
		6574, 499, 0},
	{"impedance", "integrator: semi-implicit, controller: {type: impedance, period: 0.001, GAINS}, REFERENCE",
		3516, 499, 0},
	{"continuous pd with feed-forward", "integrator: rk4, controller: {type: pd, feed_forward: true, " +
		"continuous: true, GAINS}, REFERENCE", 10705, 499, 0},
	{"adaptive", "integrator: semi-implicit, controller: {type: adaptive, period: 0.001, lambda: 5, " +
		"k: {\"*\": 5}, adaptation: {elbow_joint: {m: 1}}}, REFERENCE", 7223, 499, 0},
	{"friction and damping", "integrator: rk4, joints: {shoulder_pan_joint: {friction: 3, damping: 1}, " +
		"elbow_joint: {friction: 2}, wrist_3_joint: {damping: 0.1}}, controller: " +
		"{type: pd_gravity, period: 0.001, GAINS}, REFERENCE", 6170, 503, 5},
	{"implicit with a spring", "integrator: implicit, joints: {elbow_joint: {stiffness: 100, damping: 5}}, " +
		"controller: {type: pd_gravity, period: 0.001, GAINS}, REFERENCE", 3825, 499, 0},
	{"drives and sensors", "integrator: rk4, actuators: {lag: 0.003, rate_limit: 2000}, sensors: " +
		"{position_noise: 1e-5, position_resolution: 1e-4}, " +
		"controller: {type: pd_gravity, period: 0.001, delay: 0.001, GAINS}, REFERENCE", 8174, 3452, 0},
}

// TestOperations counts the operations of the whole steps of twelve shapes, and the steps that the code refuses.
func TestOperations(t *testing.T) {
	for _, x := range twelveShapes {
		text := shapeScenario(x.text)
		run := prepareDrawn(t, text, robot.NewCache())
		if run == nil {
			t.Fatalf("%s: the scenario is refused\n%s", x.name, text)
		}
		operations := 0
		codes := &sim.StepCodes{Assemble: func(p *steps.Program, lanes int) (steps.LaneCode, error) {
			for i, needed := range p.Graph.Needed() {
				if needed && p.Graph.Nodes[i].Op.Arity() > 0 {
					operations++
				}
			}
			return compile.LaneCode(p, lanes)
		}}
		solver := new(prepare.RunCode).Of(run)
		if solver == nil {
			t.Skip("this processor has no machine code")
		}
		lanes, begun := sim.Lanes{Model: run.World.Model(), Solver: *solver, Whole: codes}, false
		lanes.Run(context.Background(), func() (lane sim.LaneRun, ok bool) {
			if begun {
				return lane, false
			}
			begun = true
			return run.Lane(func(s *sim.Summary, err error) {
				if err != nil {
					t.Errorf("%s: %v", x.name, err)
				}
			}), true
		})
		t.Logf("%s: %d operations, %d steps by code, %d refused", x.name, operations, codes.Taken, codes.Refused)
		most := func(n int) int { return n + int(operationsGrow*float64(n)) }
		since := 0
		if strings.Contains(x.text, "controller") {
			since = measuredSince
		}
		if operations == 0 || operations > most(x.operations)+since {
			t.Errorf("%s: a step has %d operations; expected %d", x.name, operations, x.operations)
		}
		if codes.Taken < x.steps-int(operationsGrow*float64(x.steps)) || codes.Refused > most(x.refused) {
			t.Errorf("%s: code takes %d steps and refuses %d; expected %d and %d", x.name, codes.Taken, codes.Refused,
				x.steps, x.refused)
		}
	}
}

// shapeScenario returns the text of a scenario of a UR5 with some keys, in which words stand for gains and references.
func shapeScenario(keys string) string {
	const gains = `gains: {"*": {p: 100, d: 10}}`
	const integral = `gains: {"*": {p: 100, d: 10, i: 20, i_clamp: 5}}`
	const reference = "reference: {elbow_joint: {type: step, at: 0.1, to: 1.2}, " +
		"shoulder_pan_joint: {type: sine, amplitude: 0.1, frequency: 2}, " +
		"wrist_1_joint: {type: min_jerk, from_time: 0.05, to_time: 0.3, to: -0.8}}"
	keys = strings.NewReplacer("GAINS", gains, "INTEGRAL", integral, "REFERENCE", reference).Replace(keys)
	return "{kinetree: 1, model: ur5, dt: 0.001, duration: 0.5, " + keys +
		", initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1, wrist_1_joint: -1}}}"
}
