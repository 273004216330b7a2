package prepare_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// runText runs a scenario without a log.
func runText(t *testing.T, text string) *prepare.Run {
	t.Helper()
	s, err := scenario.Read([]byte(text), "test.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(s.Locate(err))
	}
	if _, err := run.World.Run(context.Background(), s.Duration); err != nil {
		t.Fatal(err)
	}
	return run
}

// worstError returns the largest final error of a joint.
func worstError(run *prepare.Run) (worst float64) {
	for _, m := range run.Measures() {
		worst = math.Max(worst, math.Abs(m.SteadyStateError))
	}
	return worst
}

// TestRegulatorKnowsGravity checks the scenario that comes with the program: at the end of the step, all joints are
// where the reference is, but for the noise. That of the velocity, 1e-4 rad/s, goes with some gain of a tenth of a
// second to the position, and the final error is a mean of it.
func TestRegulatorKnowsGravity(t *testing.T) {
	text, ok := models.Scenario("panda_arm_step")
	if !ok {
		t.Fatal("there is no panda_arm_step")
	}
	run := runText(t, string(text))
	if worst := worstError(run); worst > 1e-5 {
		t.Errorf("a joint ends %v rad off", worst)
	}
	if g := run.Loop.Regulator; g == nil || len(g.K) != 7 || len(g.States) != 21 ||
		g.States[20] != "panda_joint7/actuator" {
		t.Errorf("the regulator is %+v", g)
	}
}

const pushed = `kinetree: 1
model: ur5
duration: 6
dt: 0.002
initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1}}
controller: {type: lqi, period: 0.004, delay: 0.005, gains: {"*": {position_weight: 3000, velocity_weight: 10,
  integral_weight: 1e5, effort_weight: 0.01}}}
actuators: {lag: 0.003}
disturbances: [{at: 0.2, for: 100, link: tool0, force: [10, -20, -30]}]
reference: {elbow_joint: {type: step, at: 0, to: 1.1}}
metrics: {joints: [shoulder_pan_joint, shoulder_lift_joint, elbow_joint, wrist_1_joint, wrist_2_joint, wrist_3_joint]}
`

// TestIntegralAction pushes an arm with a constant force. The regulator with integrals brings it to the reference, to
// rounding: 1e-10 rad is what 30 N do in 1e-8 of the stiffness of 3000 N m/rad or so, and rest of the decay. The one
// without ends off by about force times arm over stiffness.
func TestIntegralAction(t *testing.T) {
	if worst := worstError(runText(t, pushed)); worst > 1e-10 {
		t.Errorf("with integrals a joint ends %v rad off", worst)
	}
	without := strings.NewReplacer("type: lqi", "type: lqr", "\n  integral_weight: 1e5,", "").Replace(pushed)
	if worst := worstError(runText(t, without)); worst < 1e-3 {
		t.Errorf("without integrals a joint ends only %v rad off", worst)
	}
}

// TestRegulatorAtLimit asks for a large step of drives that are weak for it. The integral waits meanwhile; else it
// would send the elbow into its stop at 180°, an overshoot of 78 %.
func TestRegulatorAtLimit(t *testing.T) {
	run := runText(t, strings.NewReplacer("to: 1.1", "to: 2.2", "disturbances",
		"joints: {elbow_joint: {effort_limit: 60}}\n#").Replace(pushed))
	for _, m := range run.Measures() {
		if m.Joint == "elbow_joint" && (!(m.SaturationShare > 0.01) || !(m.Overshoot < 40)) {
			t.Errorf("the elbow is at its limit for %v of the time and overshoots by %v %%", m.SaturationShare,
				m.Overshoot)
		}
	}
	if worst := worstError(run); worst > 1e-10 {
		t.Errorf("a joint ends %v rad off", worst)
	}
}

// TestRegulatorKnowsSprings holds an arm with springs and dampers, which the regulator compensates, too.
func TestRegulatorKnowsSprings(t *testing.T) {
	sprung := strings.NewReplacer("type: lqi", "type: lqr", "\n  integral_weight: 1e5,", "", "disturbances",
		"joints: {elbow_joint: {stiffness: 50, rest: 0.2, damping: 3}}\n#").Replace(pushed)
	if worst := worstError(runText(t, sprung)); worst > 1e-10 {
		t.Errorf("a joint ends %v rad off", worst)
	}
}

// TestLoopOfRegulator checks that the analysis of the loop with delay and lag is that of the design, stable.
func TestLoopOfRegulator(t *testing.T) {
	run := runText(t, strings.Replace(pushed, "duration: 6", "duration: 0.01", 1))
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	if !a.IsStable() || a.Regulator != run.Loop.Regulator || len(a.Regulator.States) != 6*(2+1+1+2) {
		t.Errorf("stable: %v, states %v", a.IsStable(), a.Regulator.States)
	}
}

func TestRegulatorFields(t *testing.T) {
	for want, change := range map[string][2]string{
		"controller.continuous: a law that acts at every instant": {"period: 0.004, delay: 0.005",
			"continuous: true"},
		"controller.gains.*.integral_weight: -1; expected 0": {"integral_weight: 1e5",
			"integral_weight: -1"},
		"controller.gains.*.integral_weight: the law lqr does not use it": {"type: lqi", "type: lqr"},
		"expected 0 to 50 periods":                                        {"delay: 0.005", "delay: 1"},
		"a floating base has no actuator":                                 {"duration: 6", "base: floating"},
	} {
		s, err := scenario.Read([]byte(strings.Replace(pushed, change[0], change[1], 1)), "test.yaml", ".")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
