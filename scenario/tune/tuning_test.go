package tune_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/tune"
)

// parse returns the tuning that a text asks for.
func parse(text string) (*tune.Tuning, error) {
	d, err := scenario.Read([]byte(text), "test.yaml", ".")
	if err != nil {
		return nil, err
	}
	return tune.New(d, strings.NewReader(""))
}

// minimize searches.
func minimize(t *testing.T, text string, workers int) (*tune.Tuning, *tune.Result) {
	t.Helper()
	problem, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := problem.Minimize(context.Background(), workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return problem, r
}

const arm = `kinetree: 1
model: rr_arm
duration: 1
dt: 0.005
initial: {position: {joint1: -1.5}}
controller: {type: pd_gravity, gains: {"*": {p: 20, d: 1}}}
reference:
  joint1: {type: step, at: 0, to: -1.2}
  joint2: {type: step, at: 0, to: 0.2}
tune:
  free:
    controller.gains.joint1.p: [10, 5000, log]
    controller.gains.joint1.d: [1, 1000, log]
    controller.gains.joint2.p: [10, 5000, log]
    controller.gains.joint2.d: [1, 1000, log]
  cost: itae
  chains: 2
  runs: 200
`

// TestWorkersOfTuning checks that the arm becomes much better, and that the result depends on the seed but not on the
// workers.
func TestWorkersOfTuning(t *testing.T) {
	problem, one := minimize(t, arm, 1)
	_, two := minimize(t, arm, 2)
	if !reflect.DeepEqual(one, two) {
		t.Error("another result on two workers")
	}
	if len(one.Trials) != 200 || !(one.Best.Cost < one.Start.Cost/5) {
		t.Errorf("%d runs, from %v to %v", len(one.Trials), one.Start.Cost, one.Best.Cost)
	}
	if want := []float64{20, 1, 20, 1}; !reflect.DeepEqual(one.Start.X, want) { // those of *
		t.Errorf("start %v", one.Start.X)
	}
	// What the tuned document says has the cost that was found.
	d, err := problem.Scenario(one.Best.X)
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.YAML(".")
	if err != nil {
		t.Fatal(err)
	}
	again, err := parse(string(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if cost, err := again.Cost(context.Background(), one.Best.X); err != nil || cost != one.Best.Cost ||
		!reflect.DeepEqual(again.Paths, problem.Paths) {
		t.Errorf("the tuned scenario costs %v, %v, the best run %v", cost, err, one.Best.Cost)
	}
	for k, path := range problem.Paths {
		if line := fmt.Sprintf("%s: %v\n", path[strings.LastIndex(path, ".")+1:],
			one.Best.X[k]); !strings.Contains(string(text), line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
	if _, other := minimize(t, arm+"seed: 2\n", 1); reflect.DeepEqual(one.Trials, other.Trials) {
		t.Error("another seed gives the same runs")
	}
}

// rotor returns the name of the file of a disc with the inertia 1 on an axle.
func rotor(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "rotor.urdf")
	if err := os.WriteFile(name, []byte(`<robot name="rotor"><link name="base"/>`+
		`<joint name="hinge" type="continuous"><parent link="base"/><child link="disc"/><axis xyz="0 0 1"/></joint>
<link name="disc"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`+
		`</link></robot>`), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestKnownOptimum finds what is known: of a double integrator with the gains p = 100 and d free, the unit step's ISE
// is (d² + p)/(2 p d), the least at d = √p = 10, where it is 0.1. With effort = p (r - q) - d qd and inertia 1 the
// closed loop is s² + d s + p.
func TestKnownOptimum(t *testing.T) {
	_, r := minimize(t, `kinetree: 1
model: `+rotor(t)+`
duration: 4
dt: 0.001
integrator: rk4
controller: {type: pd, continuous: true, gains: {"*": {p: 100, d: 1}}}
reference: {hinge: {type: step, at: 0, to: 1}}
tune: {free: {controller.gains.hinge.d: [1, 50]}, cost: ise, runs: 60, chains: 2}
`, 2)
	if math.Abs(r.Best.X[0]-10) > 0.1 || math.Abs(r.Best.Cost-0.1) > 1e-4 {
		t.Errorf("d = %v with an ISE of %v; want 10 and 0.1", r.Best.X[0], r.Best.Cost)
	}
}

const robust = arm + `
sweep:
  - {path: links.tool.payload.mass, uniform: [0, 40]}
  - {path: joints.joint1.armature, grid: [0, 5]}
`

// TestRobust compares the reductions with each other and with the nominal robot.
func TestRobust(t *testing.T) {
	ctx := context.Background()
	cost := map[string]float64{}
	for _, reduce := range []string{"mean", "max", "p90"} {
		problem, err := parse(strings.Replace(robust, "  runs: 200",
			"  robust: {samples: 3, reduce: "+reduce+"}\n  runs: 1", 1))
		if err != nil {
			t.Fatal(err)
		}
		if problem.Samples != 6 { // 2 points x 3 samples
			t.Errorf("%d robots", problem.Samples)
		}
		x, err := problem.Cost(ctx, []float64{500, 200, 500, 100})
		again, err2 := problem.Cost(ctx, []float64{500, 200, 500, 100})
		if err := errors.Join(err, err2); err != nil || x != again {
			t.Errorf("%s: %v, then %v, %v", reduce, x, again, err)
		}
		cost[reduce] = x
	}
	if !(cost["mean"] < cost["max"]) || cost["p90"] != cost["max"] { // of six robots, 90 % are six
		t.Errorf("costs %v", cost)
	}
	nominal, err := parse(arm)
	if err != nil {
		t.Fatal(err)
	}
	if x, err := nominal.Cost(ctx, []float64{500, 200, 500, 100}); err != nil || x == cost["mean"] {
		t.Errorf("the nominal robot costs %v as the mean, %v", x, err)
	}
}

// costOf returns the cost of a tuning at gains that are near enough.
func costOf(t *testing.T, text string) float64 {
	t.Helper()
	p, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Cost(context.Background(), []float64{500, 200, 500, 100})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScale checks that a scaled axis multiplies what is there: a factor of 1 changes nothing, and a factor of 2 does
// as the double number.
func TestScale(t *testing.T) {
	with := strings.Replace(arm, "initial:", "joints: {joint1: {damping: 30}}\ninitial:", 1)
	scaled := func(factor int) string {
		return strings.Replace(with, "  runs: 200",
			fmt.Sprintf("  robust: {samples: 1, reduce: mean}\nsweep: [{path: joints.joint1.damping, scale: true, "+
				"grid: [%d]}]", factor), 1)
	}
	if one, nominal := costOf(t, scaled(1)), costOf(t, with); one != nominal {
		t.Errorf("a factor of 1 changes %v to %v", nominal, one)
	}
	if two, double := costOf(t, scaled(2)),
		costOf(t, strings.Replace(with, "damping: 30", "damping: 60", 1)); two != double || two == costOf(t, with) {
		t.Errorf("a factor of 2 gives %v, the double number %v", two, double)
	}
}

// TestDrawnBodies draws what is not known of a robot, masses, centres of mass, tensors, friction and the delay, and
// compares robots without any spread with what the scenario says.
func TestDrawnBodies(t *testing.T) {
	// the drawn robots are not known to the law
	believed := strings.Replace(arm, "{type: pd_gravity,", "{type: pd_gravity, model: rr_arm,", 1)
	drawn := func(axes ...string) string {
		return strings.Replace(believed, "  runs: 200",
			"  robust: {samples: 1, reduce: mean}\nsweep: ["+strings.Join(axes, ", ")+"]", 1)
	}
	if one, nominal := costOf(t, drawn("{path: model.links.link2.mass, scale: true, grid: [1]}",
		"{path: model.links.link1.com, scale: true, grid: [1]}",
		"{path: model.links.link2.inertia, scale: true, grid: [1]}")), costOf(t, believed); one != nominal {
		t.Errorf("factors of 1 change %v to %v", nominal, one)
	}
	heavy := func(change string) string {
		return strings.Replace(believed, "model: rr_arm\n", "model: {file: rr_arm, "+change+"}\n", 1)
	}
	for axis, same := range map[string]string{
		"{path: model.links.link2.mass, grid: [3]}":                "links: {link2: {mass: 3}}",
		"{path: model.joints.joint1.friction, grid: [2]}":          "joints: {joint1: {friction: 2}}",
		"{path: model.links.link2.com, grid: [[0.3, 0, 0.1]]}":     "links: {link2: {com: [0.3, 0, 0.1]}}",
		"{path: model.links.link2.inertia, grid: [[1,0,0,1,0,1]]}": "links: {link2: {inertia: [1, 0, 0, 1, 0, 1]}}",
	} {
		if got, want := costOf(t, drawn(axis)), costOf(t, heavy(same)); got != want || got == costOf(t, believed) {
			t.Errorf("%s gives %v, the scenario with that %v", axis, got, want)
		}
	}
	// A spread of everything: the mean is between the least and the largest, and the largest is more than the
	// described robot costs.
	spread := func(reduce string) float64 {
		return costOf(t, strings.NewReplacer("samples: 1, reduce: mean", "samples: 8, reduce: "+reduce).Replace(drawn(
			"{path: model.links.link1.mass, scale: true, uniform: [0.8, 1.2]}",
			"{path: model.links.link2.mass, scale: true, uniform: [0.8, 1.2]}",
			"{path: model.links.link2.com.0, uniform: [0.4, 0.6]}",
			"{path: model.links.link2.inertia, scale: true, uniform: [0.8, 1.2]}",
			"{path: model.links.link1.stretch.0, uniform: [0.8, 1.2]}",
			"{path: model.links.link1.stretch.2, uniform: [0.8, 1.2]}",
			"{path: joints.joint1.friction, uniform: [0, 5]}", "{path: controller.delay, uniform: [0, 0.004]}")))
	}
	mean, p90, most := spread("mean"), spread("p90"), spread("max")
	if !(costOf(t, believed) < most && mean < p90 && p90 <= most) || math.IsInf(most, 0) {
		t.Errorf("mean %v, 90 %% up to %v, largest %v, the described robot %v", mean, p90, most, costOf(t, believed))
	}
	// No body has such a tensor.
	if _, err := parse(drawn("{path: model.links.link2.inertia, grid: [[1,0,0,1,0,3]]}")); err == nil ||
		!strings.Contains(err.Error(), "robot 0 of 1 cannot be: model.links.link2.inertia") {
		t.Errorf("an impossible tensor: %v", err)
	}
}

func TestDivergedIsWorst(t *testing.T) {
	p, err := parse("ideal: true\n" + strings.Replace(arm, "[1, 1000, log]", "[1, 1e9, log]", 1))
	if err != nil {
		t.Fatal(err)
	}
	if x, err := p.Cost(context.Background(), []float64{5000, 1e9, 10, 1}); err != nil || !math.IsInf(x, 1) {
		t.Errorf("a run that diverges costs %v, %v", x, err)
	}
	stopped, err := parse(arm + "stop: [\"joint1/position > -1.3\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := stopped.Cost(context.Background(), []float64{5000, 100, 500, 50}); err != nil || !math.IsInf(x, 1) {
		t.Errorf("a run that ends before its time costs %v, %v", x, err)
	}
}

func TestCancelled(t *testing.T) {
	p, err := parse(arm)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := p.Minimize(ctx, 2, func(runs int, _ float64) {
		if runs == 10 {
			cancel()
		}
	})
	// The other worker may end some runs before the one that cancels continues; most of the 200 are never begun.
	if !errors.Is(err, context.Canceled) || len(r.Trials) < 10 || len(r.Trials) > 50 || r.Start.Better(r.Best.Score) {
		t.Errorf("%d runs, %v", len(r.Trials), err)
	}
}

func TestFaults(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(arm, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(arm, old, new, 1)
	}
	for want, text := range map[string]string{
		"there is nothing to tune": arm[:strings.Index(arm, "tune:")],
		"test.yaml:16:9: error: tune.cost: there is no number \"itea\" (did you mean \"itae\"?)": change("cost: itae",
			"cost: itea"),
		"there is no cost":                                    change("  cost: itae\n", ""),
		"the bounds are 5 and 1":                              change("[1, 1000, log]", "[5, 1]"),
		"the lower bound is 0; expected a positive number":    change("[1, 1000, log]", "[0, 1000, log]"),
		"the scenario has 20, which is not within the bounds": change("[10, 5000, log]", "[100, 5000, log]"),
		"the path cannot be set": change("controller.gains.joint1.p:",
			"controller.gain.joint1.p:"),
		`has no moving joint "joint3" (did you mean "joint1"?)`: change("controller.gains.joint1.p:",
			"controller.gains.joint3.p:"),
		"expected at least 1": change("runs: 200", "runs: -1"),
		"there is nothing to draw": change("runs: 200",
			"robust: {samples: 3, reduce: mean}"),
		"0 samples": strings.Replace(robust, "runs: 200",
			"robust: {samples: 0, reduce: mean}", 1),
		"there are no free numbers": arm[:strings.Index(arm, "  free:")] + "  cost: itae\n",
		"so there is nothing to scale": change("runs: 200", "robust: {samples: 3, reduce: mean}\nsweep: [{path: "+
			"links.tool.payload.mass, scale: true, uniform: [0, 1]}]"),
		"is free, too": change("runs: 200",
			"robust: {samples: 3, reduce: mean}\nsweep: [{path: controller.gains.joint1.p, uniform: [10, 11]}]"),
		"robot 0 of 3 cannot be: joints: joint1.friction: -1": change("runs: 200",
			"robust: {samples: 3, reduce: mean}\nsweep: [{path: joints.joint1.friction, grid: [-1]}]"),
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %s, got %v", want, err)
		}
	}
	// A cost without a finite value says so.
	p, err := parse(strings.Replace(change("cost: itae", "cost: itae/0"), "runs: 200", "runs: 4", 1))
	if err == nil {
		_, err = p.Minimize(context.Background(), 1, nil)
	}
	if err == nil || !strings.Contains(err.Error(), "division by zero") {
		t.Errorf("division by zero: %v", err)
	}
}

// TestReadyScenario tunes the scenario that comes with the program, on one worker and on two. What it finds lies inside
// the bounds, and with it the elbow settles and no joint that is to hold swings.
func TestReadyScenario(t *testing.T) {
	text, ok := models.Scenario("ur5_tune")
	if !ok {
		t.Fatal("there is no ur5_tune")
	}
	p, one := minimize(t, string(text), 1)
	two := one
	if !testing.Short() { // TestWorkersOfTuning compares others
		_, two = minimize(t, string(text), 2)
	}
	if !(one.Best.Cost < one.Start.Cost/10) || len(one.Trials) > 2000 {
		t.Errorf("from %v to %v in %d runs; want a tenth in 2000", one.Start.Cost, one.Best.Cost, len(one.Trials))
	}
	if !reflect.DeepEqual(one, two) {
		t.Errorf("two workers find %v, one %v", two.Best, one.Best)
	}
	for k, path := range p.Paths {
		if bound := p.Bound(k, one.Best.X[k]); bound != "" {
			t.Errorf("%s is at its %s bound", path, bound)
		}
	}
	tuned, err := p.Scenario(one.Best.X)
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(tuned, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, joint := range run.Measures() {
		switch {
		case joint.Moves:
			if !(joint.SettlingTime < 0.5) || !(joint.Overshoot < 2.5) || joint.SaturationShare > 0 {
				t.Errorf("%s settles after %v s, overshoots by %v %%, is limited for %v of the time", joint.Joint,
					joint.SettlingTime, joint.Overshoot, joint.SaturationShare)
			}
		case !(joint.MaxError < 0.03) || !(math.Abs(joint.SteadyStateError) < 1e-3): // of a step of 0.2 rad beside it
			t.Errorf("%s holds within %v rad, and ends %v rad off", joint.Joint, joint.MaxError,
				joint.SteadyStateError)
		}
	}
}

// TestUR5 tunes an arm with poor gains in all joints.
func TestUR5(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, TestReadyScenario alone tunes this arm")
	}
	_, r := minimize(t, ur5, 2)
	t.Logf("from %v to %v in %d runs", r.Start.Cost, r.Best.Cost, len(r.Trials))
	if !(r.Best.Cost < r.Start.Cost/10) || len(r.Trials) > 2000 {
		t.Errorf("from %v to %v in %d runs; want a tenth", r.Start.Cost, r.Best.Cost, len(r.Trials))
	}
}

const ur5 = `kinetree: 1
model: ur5
duration: 1
dt: 0.002
initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1}}
controller: {type: pd_gravity, gains: {"*": {p: 20, d: 1}}}
metrics: {joints: [shoulder_pan_joint, shoulder_lift_joint, elbow_joint]}
reference:
  shoulder_pan_joint: {type: min_jerk, from_time: 0, to_time: 0.5, to: 0.5}
  shoulder_lift_joint: {type: min_jerk, from_time: 0, to_time: 0.5, to: -0.9}
  elbow_joint: {type: min_jerk, from_time: 0, to_time: 0.5, to: 1.4}
tune:
  free:
    controller.gains.*.p: [10, 1000, log]
    controller.gains.*.d: [0.5, 50, log]
    controller.gains.shoulder_pan_joint.p: [10, 5000, log]
    controller.gains.shoulder_pan_joint.d: [0.5, 500, log]
    controller.gains.shoulder_lift_joint.p: [10, 5000, log]
    controller.gains.shoulder_lift_joint.d: [0.5, 500, log]
    controller.gains.elbow_joint.p: [10, 5000, log]
    controller.gains.elbow_joint.d: [0.5, 500, log]
  cost: itae
  method: cma-es
  runs: 250
  chains: 2
`

// TestInterruptedScript cancels searches whose runs would go on for hours, in a control law and at the top of its file.
func TestInterruptedScript(t *testing.T) {
	dir := t.TempDir()
	for _, top := range []string{"", "for i in range(1000000): pass\n"} {
		text := top + "def control(t, position, velocity, reference, params):\n    for i in range(100000): pass\n" +
			"    return {}\n"
		if err := os.WriteFile(filepath.Join(dir, "law.star"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\nduration: 100\nscript: law.star\nparams: {p: 10}\n"+
			"controller: {type: script}\nreference: {joint1: {type: step, at: 0, to: 1}}\n"+
			"tune: {free: {params.p: [1, 100]}, cost: iae}\n"), "law.yaml", dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := tune.New(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var begin time.Time
		time.AfterFunc(100*time.Millisecond, func() {
			begin = time.Now()
			cancel()
		})
		r, err := p.Minimize(ctx, 2, nil)
		// A busy machine takes longer than the second that is promised.
		if took := time.Since(begin); !errors.Is(err, context.Canceled) || len(r.Trials) > 0 || took > 4*time.Second {
			t.Errorf("ended after %v with %d runs: %v", took, len(r.Trials), err)
		}
	}
}

func ExampleTuning() {
	d, err := scenario.Read([]byte(arm), "arm.yaml", ".")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := tune.New(d, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := t.Minimize(context.Background(), 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Trials), "runs, at least five times better:", r.Best.Cost < r.Start.Cost/5)
	// Output: 200 runs, at least five times better: true
}
