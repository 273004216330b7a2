package prepare_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/scenario/prepare"
)

// pulling is a law that pulls the end of rr_arm to a point, with a gain and a damping, beside gravity. It takes no
// notice of the reference.
const pulling = `
def control(t, position, velocity, reference, params, model):
    J = model.jacobian("tool", position)
    p = model.pose("tool", position)["position"]
    v = [velocity[j] for j in model.rates]
    tau = dict(model.gravity(position))
    for i, to in [(0, params["x"]), (2, params["z"])]:
        force = params["k"]*(to - p[i]) - params["d"]*sum([J[i][n]*v[n] for n in range(len(v))])
        for n, j in enumerate(model.rates):
            tau[j] = tau[j] + J[i][n]*force
    return tau
`

// pushing is a law that no place resists.
const pushing = `
def control(t, position, velocity, reference):
    return {"joint1": 3.0 - 0.5*velocity["joint1"], "joint2": -0.5*velocity["joint2"]}
`

// TestRestElsewhere checks the verdict on laws that do not hold the robot at the start. A spring that pushes the arm
// together makes the derivatives about the start unstable, while the arm folds and comes to rest: truth is where the
// run ends, and whether it ends.
func TestRestElsewhere(t *testing.T) {
	const law = "controller: {type: script, period: 0.002}\ndt: 0.002\n"
	pull := func(damping string) string {
		return law + "duration: 12\ninitial: {position: {joint1: 0.3, joint2: 0.2}}\n" +
			"params: {x: 0.5, z: 0.6, k: 4000, d: " + damping + "}\n"
	}
	for name, c := range map[string]struct {
		script, text, place, note string
		stable                    any // nil if it cannot be judged
	}{
		"pulled":   {pulling, pull("1500"), analysis.Rest, "does not hold the robot at the start", true},
		"undamped": {pulling, pull("-50"), analysis.Rest, "does not hold the robot at the start", false},
		"pushed": {pushing, law + "gravity: [0, 0, 0]\nduration: 1\n", analysis.Start,
			"no place in which it would do so is found", nil},
		"sagging": {"", "duration: 12\ninitial: {position: {joint1: 0.3, joint2: 0.2}}\n" +
			"controller: {type: pd, period: 0.001, gains: {'*': {p: 3000, d: 300}}}\n", analysis.Start, "", true},
		"too fast": {"", "duration: 12\ninitial: {position: {joint1: 0.3, joint2: 0.2}}\n" +
			"controller: {type: pid, period: 0.001, gains: {'*': {p: 3000, i: 100, d: -30}}}\n", analysis.Start, "",
			false},
	} {
		s := scripted(t, "kinetree: 1\nmodel: rr_arm\n"+c.text, c.script)
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(s.Locate(err))
		}
		warned := run.Unstable() != 0
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		if (a.Stable == nil) != (c.stable == nil) || a.Stable != nil && *a.Stable != c.stable {
			t.Errorf("%s: stable %v, %s; want %v", name, a.IsStable(), a.Reason, c.stable)
			continue
		}
		if a.Operating.Place != c.place || !strings.Contains(a.Note+a.Reason, c.note) || c.note == "" && a.Note != "" {
			t.Errorf("%s: judged at the place %s with %q and %q", name, a.Operating.Place, a.Note, a.Reason)
		}
		if warned != (c.stable == false) {
			t.Errorf("%s: a warning before the run: %v", name, warned)
		}
		if c.stable != true || c.place == analysis.Start {
			continue
		}
		summary, err := run.World.Run(context.Background(), run.Scenario.Duration)
		if err != nil {
			t.Fatal(err)
		}
		for k, j := range []string{"joint1", "joint2"} {
			// the slowest pole, some -2 1/s, leaves 1e-10 of the way
			if off := summary.End.Position[k] - a.Operating.Position[j][0]; math.Abs(off) > 1e-7 {
				t.Errorf("%s: the run ends %v from where %s is judged", name, off, j)
			}
		}
	}
}
