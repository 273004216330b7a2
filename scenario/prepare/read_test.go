package prepare_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
)

var update = flag.Bool("update", false, "write the schema of scenarios and the page about them")

// read returns the scenario of a text.
func read(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Read([]byte(text), "a.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// simulate runs a scenario without a log.
func simulate(t *testing.T, s *scenario.Scenario) (*prepare.Run, *sim.Summary) {
	t.Helper()
	s.Log.File = "-"
	run, err := prepare.New(s, prepare.Env{Output: &bytes.Buffer{}})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := run.World.Run(context.Background(), s.Duration)
	if err != nil {
		t.Fatal(err)
	}
	return run, summary
}

// TestReadyScenarios runs the embedded scenarios: all end, and the joints are near their references then.
func TestReadyScenarios(t *testing.T) {
	for _, m := range expect.Some(t, 6, models.Scenarios()...) {
		if m.Name == "four_bars_40_turn" && testing.Short() {
			t.Logf("%s, which takes longer than all others together, is not run to its end with -short", m.Name)
			continue
		}
		s, err := scenario.Open(m.Name, nil)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		run, summary := simulate(t, s)
		if summary.Status != sim.Done {
			t.Errorf("%s: %s", m.Name, summary.Reason)
		}
		for _, j := range run.Measures() {
			limit := 0.01 // rad: what the regulator and PD leave of a step after a second or two
			if s.Tune != nil {
				limit = 0.2 // poor on purpose
			}
			if s.Controller.Tasked() { // see TestReadyTasks
				continue
			}
			if !(math.Abs(j.SteadyStateError) < limit) {
				t.Errorf("%s: joint %s ends %.3g rad off", m.Name, j.Joint, j.SteadyStateError)
			}
		}
	}
}

const rotor = `<robot name="rotor"><link name="base"/><link name="disc"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="spin" type="continuous"><parent link="base"/><child link="disc"/><axis xyz="0 0 1"/></joint></robot>`

// TestRotor compares the measures of a step of a rotor of inertia 1 under PD with natural frequency 10 and damping
// ratio 0.5 with the closed form.
func TestRotor(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "rotor.urdf")
	if err := os.WriteFile(file, []byte(rotor), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte(`
kinetree: 1
model: rotor.urdf
duration: 4
integrator: rk4
controller: {type: pd, continuous: true, gains: {spin: {p: 100, d: 10}}}
reference: {spin: {type: step, at: 0, to: 1}}
`), filepath.Join(dir, "a.yaml"), dir)
	if err != nil {
		t.Fatal(err)
	}
	run, _ := simulate(t, s)
	got := run.Measures()[0].Measures
	// The rest after 4 s is e^-20 of the step, the error of RK4 at 1 ms some 1e-10, that of the interpolation 1e-9.
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"overshoot", got.Overshoot, 16.3033534821580}, {"peak time", got.PeakTime, 0.362759872846844},
		{"rise time", got.RiseTime, 0.163757294732835},
		{"settling time", got.SettlingTime, 0.8076348973928}, {"ISE", got.ISE, 0.1},
		{"IAE", got.IAE, 0.17131374352702555}, {"ITAE", got.ITAE, 0.029417},
	} {
		accuracy := 1e-6
		if c.name == "ITAE" {
			accuracy = 2e-5 // the digits of the reference figure
		}
		if !(math.Abs(c.got-c.want) <= accuracy*c.want) {
			t.Errorf("%s is %.10g, want %.10g", c.name, c.got, c.want)
		}
	}
}

// TestReadFaults checks that faults name their place.
func TestReadFaults(t *testing.T) {
	const head = "kinetree: 1\nmodel: rr_arm\n"
	for _, c := range []struct{ text, want string }{
		{"model: rr_arm\n", "a.yaml:1:1: error: there is no key kinetree"},
		{"kinetree: 2\nmodel: rr_arm\n", `a.yaml:1:11: error: kinetree: "2"; expected 1`},
		{"kinetree: 1\n", "there is no key model"},
		{head + "duraton: 3\n", `a.yaml:3:1: error: duraton: there is no such key (did you mean "duration"?)`},
		{head + "controller: {type: pdd}\n", `a.yaml:3:20: error: controller.type: "pdd" (did you mean "pd"?)`},
		{head + "controller: {type: pd, gains: {joint1: {k: 1}}}\n", `controller.gains.joint1.k: there is no such key`},
		{head + "controller: {type: pd, gains: {joint3: {p: 1}}}\n", `a.yaml:3:41: error: controller.gains.joint3: ` +
			`the robot rr_arm has no moving joint "joint3" (did you mean "joint`},
		{head + "controller: {type: pd, gains: {joint1: {i: 1}}}\n",
			"controller.gains.joint1.i: the law pd does not use it"},
		{head + "controller: {type: pd, anti_windup: clamp}\n", "controller.anti_windup: the law pd does not use it"},
		{head + "controller: {type: lqr, gains: {\"*\": {effort_weight: 0}}}\n", "expected a positive number"},
		{head + "controller: {type: pd, continuous: true, period: 0.1}\n", "controller.continuous: "},
		{head + "controller: {type: pd, period: -1}\n", "controller.period: -1 s; expected a positive number"},
		{head + "controller: {type: computed_torque, model: ur5}\n",
			"controller.model: the model of the control law, ur5, has 6 moving joints"},
		{head + "sensors: {position_noise: 1}\n", "controller.type: there is no control law"},
		{head + "reference: {joint1: {type: step, to: 1}}\n",
			"reference.joint1: a motion of the type step has no at; expected it"},
		{head + "reference: {joint1: {type: sine, amplitude: 1, frequency: 1, to: 3}}\n",
			"reference.joint1.to: a motion of the type sine does not use it"},
		{head + "reference: {joint1: {type: spline, times: [0, 1], positions: [0]}}\n", "reference.joint1: "},
		{head + "reference: {x: {type: hold}}\n", `reference.x: the robot rr_arm has no moving joint "x"`},
		{head + "metrics: {joints: [joint1]}\n", "metrics.joints: nothing is asked of the joints"},
		{head + "efforts: {joint1: {a: 1}}\n", "efforts.joint1: a mapping; expected a finite number"},
		{head + "efforts: {joint1: bang}\n", `efforts.joint1: "bang"; expected a number, a file`},
		{head + "stop: [\"joint9/position > 1\"]\n", "stop: "},
		{head + "tune: {free: {duration: [1]}, cost: iae}\n", "tune.free.duration: a list; expected [lower, upper]"},
		{head + "initial: {base: {position: [0, 0, 1]}}\n", "initial.base: the base is fixed"},
		{head + "controller: {type: pd}\nsensors: {position_noise: 1, velocity_filter_hz: -3}\n",
			"a.yaml:4:50: error: sensors.velocity_filter_hz: -3; expected 0 or more"},
		{head + "controller: {type: pd}\nactuators: {lag: -1}\n", "actuators.lag: -1; expected 0 or more"},
		{head + "controller: {type: pd}\nsensors: {velocity: difference, velocity_noise: 1}\n",
			"sensors.velocity_noise: 1, and the velocity comes from differences"},
		{head + "controller: {type: pd, period: 1.0e-15}\n",
			"controller.period: 1e-15 s: the run of 5 s would take 5e+15 samples"},
		{"- a\n", "expected a scenario"},
	} {
		s, err := scenario.Read([]byte(c.text), "a.yaml", ".")
		if err == nil {
			s.Log.File = "-"
			_, err = prepare.New(s, prepare.Env{Output: &bytes.Buffer{}})
			err = s.Locate(err)
		}
		var fault *strict.Fault
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &fault) {
			t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestNoGains checks that a law without gains is noted.
func TestNoGains(t *testing.T) {
	for text, noted := range map[string]bool{"{type: pd}": true,
		"{type: computed_torque, gains: {joint1: {p: 0}}}": true, "{type: pd, gains: {joint1: {d: 1}}}": false,
		"{type: gravity_compensation}": false} {
		s := read(t, "kinetree: 1\nmodel: rr_arm\nduration: 0\ncontroller: "+text+"\n")
		run, _ := simulate(t, s)
		if got := strings.Contains(strings.Join(run.Notes, "\n"), "all gains of the law"); got != noted {
			t.Errorf("%s: notes %q", text, run.Notes)
		}
	}
}

// TestInherit checks that gains that a joint does not name are those of *, also when a path sets one.
func TestInherit(t *testing.T) {
	s := read(t, "kinetree: 1\nmodel: rr_arm\nduration: 0.1\ngravity: [0, 0, 0]\ncontroller: {type: pd, "+
		"gains: {\"*\": {p: 10, d: 3}}}\nreference: {joint1: {type: step, at: 0, to: 1}}\n")
	if err := s.Set("controller.gains.joint1.p", 20.0); err != nil {
		t.Fatal(err)
	}
	run, _ := simulate(t, s)
	if got := run.Measures()[0].EffortPeak; got != 20 {
		t.Errorf("the first effort is %v, want 20", got)
	}
}

// TestSeeds checks that a seed repeats a run and another one changes the noise.
func TestSeeds(t *testing.T) {
	text := "kinetree: 1\nmodel: rr_arm\nduration: 0.2\ncontroller: {type: pd_gravity, gains: {\"*\": {p: 100, d: " +
		"30}}}\nsensors: {position_noise: 1e-3}\nseed: "
	end := func(seed string) []float64 {
		_, summary := simulate(t, read(t, text+seed+"\n"))
		return summary.End.Position
	}
	a, b, c := end("1"), end("1"), end("2")
	if a[0] != b[0] || a[1] != b[1] {
		t.Errorf("the same seed gives %v and %v", a, b)
	}
	if a[0] == c[0] {
		t.Errorf("another seed gives the same %v", a)
	}
	text = strings.Replace(text, "sensors: {position_noise: 1e-3}\n", "", 1) // noise is all that a seed changes
	if a, b := end("1"), end("2"); a[0] != b[0] || a[1] != b[1] {
		t.Errorf("without noise the seeds give %v and %v", a, b)
	}
}

// TestManyErrors reads a file with 200,000 keys that are wrong, each of which has a place: the first ones are told. A
// search of the file for each of them would take a minute of a core.
func TestManyErrors(t *testing.T) {
	keys := 200_000
	if testing.Short() {
		keys = 5_000
	}
	var text strings.Builder
	text.WriteString("kinetree: 1\nmodel: pendulum\nparams:\n")
	for i := range keys {
		fmt.Fprintf(&text, "  k%d: %d\n", i, i)
	}
	s, err := scenario.Read([]byte(text.String()), "s.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	_, err = prepare.New(s, prepare.Env{Unlogged: true})
	if err = s.Locate(err); err == nil || !strings.Contains(err.Error(), "s.yaml:4:7: error: params.k0: ") ||
		!strings.HasSuffix(err.Error(), fmt.Sprintf("and %d more errors", keys-100)) {
		t.Errorf("%.300v", err)
	}
}
