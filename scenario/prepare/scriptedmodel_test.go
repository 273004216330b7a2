package prepare_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// motion runs a text without a log and returns the last row.
func motion(t *testing.T, text string) []float64 {
	t.Helper()
	s, err := scenario.Read([]byte(text), "test.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	var log columns
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: &log})
	if err != nil {
		t.Fatal(s.Locate(err))
	}
	if _, err := run.World.Run(context.Background(), s.Duration); err != nil {
		t.Fatal(err)
	}
	return log.row
}

// TestScriptedComputedTorque compares the law in Starlark that comes with the program with the law of that name: all
// columns at the end, to 1e-12 of their magnitude. The law has eight lines at most.
func TestScriptedComputedTorque(t *testing.T) {
	text, ok := models.Scenario("rr_arm_script")
	law, ok2 := models.Script("computed_torque")
	if !ok || !ok2 {
		t.Fatal("there is no rr_arm_script or no computed_torque")
	}
	if n := strings.Count(string(law), "\n"); n > 8 {
		t.Errorf("the script has %d lines", n)
	}
	scripted := motion(t, string(text))
	own := motion(t, strings.NewReplacer("script: computed_torque\n", "", "params: {p: 100, d: 20}\n", "",
		"{type: script, period: 0.002}",
		`{type: computed_torque, period: 0.002, gains: {"*": {p: 100, d: 20}}}`).Replace(string(text)))
	expect.Near(t, "last row", scripted, own, 1e-12, 1)
	other := motion(t, strings.Replace(string(text), "p: 100", "p: 101", 1))
	if floats.Distance(scripted, other, math.Inf(1)) < 1e-9 {
		t.Error("params.p has no effect")
	}
}

// scripted returns a scenario with a script of its own.
func scripted(t *testing.T, text, law string) *scenario.Scenario {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "law.star"), []byte(law), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte(text+"script: law.star\n"), "test.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// probe is a law that asks the model for everything and writes what it hears with print.
const probe = `
def control(t, position, velocity, reference, model, period, params):
    a = {j: 0.5 + 0.25 * i for i, j in enumerate(position)}
    M, C = model.mass_matrix(position), model.coriolis(position, velocity)
    tau, g = model.inverse_dynamics(position, velocity, a), model.gravity(position)
    again = model.forward_dynamics(position, velocity, tau)
    n = len(model.rates)
    rates = model.rates
    for i in range(n):
        own = g[rates[i]] + sum([M[i][k] * a[rates[k]] + C[i][k] * velocity[rates[k]] for k in range(n)])
        near("M a + C v + g", own, tau[rates[i]])
        near("forward dynamics", again[rates[i]], a[rates[i]])
    Y, p = model.regressor(position, velocity, acceleration=a), model.parameters.values()
    R = model.regressor(position, {}, a, reference_velocity=velocity)
    for i in range(n):
        near("Y p", sum([Y[i][k] * p[k] for k in range(len(p))]), tau[rates[i]])
        still = g[rates[i]] + sum([M[i][k] * a[rates[k]] for k in range(n)])
        near("Y p without a velocity", sum([R[i][k] * p[k] for k in range(len(p))]), still)
    link = model.links[-1]
    J, here, h = model.jacobian(link, position), model.pose(link, position)["position"], 1e-6
    moved = dict(position.items())
    for k in range(n):
        moved[rates[k]] = position[rates[k]] + h
        for r in range(3):
            near("J", J[r][k], (model.pose(link, moved)["position"][r] - here[r]) / h, 1e-5)
        moved[rates[k]] = position[rates[k]]
    near("length of the quaternion", sum([x * x for x in model.pose(link, position)["orientation"]]), 1.0)
    near("period", period, 0.004)
    near("params", params["a"] + params.get("b", 2.0), 3.0)
    near("reference", reference.position["elbow_joint"], reference["elbow_joint"])
    near("reference velocity", reference.velocity["elbow_joint"], 0.5)
    near("reference acceleration", reference.acceleration["elbow_joint"], 0.0)
    return tau

def near(what, got, want, limit=1e-9):
    if not (got - want < limit and want - got < limit):
        fail("%s: %s, want %s" % (what, got, want))
`

// TestScriptedModel runs a law that compares what the model says with each other: that each function is the one of its
// name. That they are right is for the packages that compute them.
func TestScriptedModel(t *testing.T) {
	s := scripted(t, `kinetree: 1
model: ur5
duration: 0.01
controller: {type: script, period: 0.004}
params: {a: 1}
initial: {position: {elbow_joint: 1, wrist_1_joint: 0.4}, velocity: {elbow_joint: 0.5, shoulder_pan_joint: 1}}
reference: {elbow_joint: {type: ramp, from_time: -1, to_time: 4, from: 0.5, to: 3}}
`, probe)
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(context.Background(), s.Duration); err != nil {
		t.Fatal(err)
	}
}

// TestScriptedModelFaults checks what is said of a law that asks for what there is not.
func TestScriptedModelFaults(t *testing.T) {
	for body, want := range map[string]string{
		`model.mass(position)`: `the model has no .mass`,
		`model.pose("tol", position)`: `there is no link "tol" (did you mean "tool"?); expected one of base, link1, ` +
			`link2, tool`,
		`model.gravity(3)`:             `position is 3; expected a dict {joint: position}`,
		`model.gravity({"joint3": 1})`: `position is a position for "joint3", which is no joint`,
		`model.gravity({"joint1": "1"})`: `the position the text "1" for joint1; expected a finite ` +
			`number`,
		`model.mass_matrix()`: `missing argument for position`,
		`params["kpp"]`: `there is no number in params "kpp" (did you mean "kp"?); expected one ` +
			`of kp`,
		`reference.speed`: `speed`,
		`[model.gravity(position) for _ in range(100000)]`: `takes more than 1000000 steps`,
	} {
		s := scripted(t, `kinetree: 1
model: rr_arm
duration: 0.01
controller: {type: script}
params: {kp: 1}
`, "def control(t, position, velocity, reference, params, model):\n    "+body+"\n    return {}\n")
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err == nil {
			_, err = run.World.Run(context.Background(), s.Duration)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", body, err, want)
		}
	}
}
